import { describe, expect, it } from 'vitest';
import type { BinanceFailure } from './failures.ts';
import { parseNewOrder } from './order-form.ts';
import { Parameters } from './parameters.ts';

const codeOf = (run: () => unknown): number | null => {
  try {
    run();
    return null;
  } catch (error) {
    return (error as BinanceFailure).code;
  }
};
const read = (text: string) => {
  const parameters = new Parameters(text);
  const order = parseNewOrder(parameters);
  parameters.assertAllRead();
  return order;
};

describe('Parameters', () => {
  it('may be in the query and in the form, each once', () => {
    const parameters = new Parameters('symbol=BTCUSDT', 'limit=5');
    expect(parameters.symbol()).toEqual({ symbol: 'BTCUSDT', coin: 'BITCOIN', quote: 'TETHER' });
    expect(parameters.integer('limit', { least: 1, most: 100 })).toBe(5);
    parameters.assertAllRead();
    expect(codeOf(() => new Parameters('a=1&a=2'))).toBe(-1101);
    expect(codeOf(() => new Parameters('a=1', 'a=2'))).toBe(-1101);
  });

  it('that no call reads are refused, so that a misspelt one changes no order', () => {
    const order = 'symbol=BTCUSDT&side=BUY&type=LIMIT&quantity=1&price=5&timeInForce=GTC';
    expect(codeOf(() => read(`${order}&timestamp=1&signature=x`))).toBeNull();
    expect(codeOf(() => read(`${order}&timeinforce=FOK`))).toBe(-1104);
  });

  it.each([
    ['symbol=BTCEUR', -1121],
    ['symbol=btcusdt', -1121],
    ['', -1102],
  ])('refuse an unknown market: %s', (text, code) => {
    expect(codeOf(() => new Parameters(text).symbol())).toBe(code);
  });

  it('refuse lists of markets that name one twice', () => {
    expect(new Parameters('symbols=["BTCUSDT","ETHTMN"]').symbols()?.markets).toHaveLength(2);
    expect(codeOf(() => new Parameters('symbols=["BTCUSDT","BTCUSDT"]').symbols())).toBe(-1151);
    expect(codeOf(() => new Parameters('symbols=BTCUSDT').symbols())).toBe(-1100);
    expect(codeOf(() => new Parameters('symbol=BTCUSDT&symbols=["ETHTMN"]').symbols())).toBe(-1128);
  });

  it.each(['1e3', '-1', '0x10', '+1', '.5', '1,5', ' 1', '۱'])('refuse %s as an amount', (value) => {
    expect(codeOf(() => new Parameters(`quantity=${encodeURIComponent(value)}`).decimal('quantity'))).toBe(
      -1100,
    );
  });
});

describe('an order in Binance’s format', () => {
  it.each([
    [
      'type=LIMIT&side=SELL&quantity=0.5&price=90000&timeInForce=IOC&newClientOrderId=a-1',
      {
        orderType: 'LIMITED_SELL',
        amount: '0.5',
        unitPrice: '90000',
        timeInForce: 'IOC',
        clientOrderId: 'a-1',
      },
    ],
    [
      'type=LIMIT_MAKER&side=BUY&quantity=1&price=5',
      { orderType: 'LIMITED_BUY', amount: '1', unitPrice: '5', postOnly: true },
    ],
    [
      'type=LIMIT_MAKER&side=BUY&quantity=1&price=5&icebergQty=0.1',
      { orderType: 'LIMITED_BUY', amount: '1', unitPrice: '5', postOnly: true, displayAmount: '0.1' },
    ],
    ['type=MARKET&side=BUY&quoteOrderQty=100', { orderType: 'MARKET_BUY', totalPrice: '100' }],
    ['type=MARKET&side=SELL&quantity=2', { orderType: 'MARKET_SELL', amount: '2' }],
    [
      'type=STOP_LOSS_LIMIT&side=SELL&quantity=1&price=5&stopPrice=6&timeInForce=GTC',
      {
        orderType: 'LIMITED_SELL',
        amount: '1',
        unitPrice: '5',
        timeInForce: 'GTC',
        trigger: { kind: 'STOP', by: 'LAST', price: '6' },
      },
    ],
    [
      'type=TAKE_PROFIT&side=SELL&quantity=1&stopPrice=9',
      { orderType: 'MARKET_SELL', amount: '1', trigger: { kind: 'TAKE_PROFIT', by: 'LAST', price: '9' } },
    ],
    [
      'type=LIMIT&side=BUY&quantity=1&price=5&timeInForce=FOK&selfTradePreventionMode=EXPIRE_BOTH',
      {
        orderType: 'LIMITED_BUY',
        amount: '1',
        unitPrice: '5',
        timeInForce: 'FOK',
        selfTradePrevention: 'BOTH',
      },
    ],
  ])('%s', (text, body) => {
    expect(read(`symbol=BTCUSDT&${text}`).body).toEqual({ marketType: 'BITCOIN_TETHER', ...body });
  });

  it.each([
    ['type=LIMIT&side=BUY&quantity=1&price=5', -1102],
    ['type=LIMIT&side=BUY&quantity=1&timeInForce=GTC', -1102],
    ['type=MARKET&side=BUY&quantity=1&price=5', -1106],
    ['type=MARKET&side=BUY&quantity=1&quoteOrderQty=5', -1106],
    ['type=MARKET&side=BUY&quantity=1&timeInForce=GTC', -1106],
    ['type=MARKET&side=BUY&quantity=1&stopPrice=5', -1106],
    ['type=LIMIT_MAKER&side=BUY&quantity=1&price=5&timeInForce=IOC', -1106],
    ['type=STOP_LOSS&side=SELL&quantity=1', -1102],
    ['type=STOP_LOSS&side=SELL&quantity=1&trailingDelta=100', -2010],
    ['type=MARKET&side=BUY&quantity=1&icebergQty=0.1', -1106],
    ['type=LIMIT&side=BUY&quantity=1&price=5&timeInForce=GTC&icebergQty=.1', -1100],
    ['type=LIMIT&side=BUY&quantity=1&price=5&timeInForce=GTX', -1130],
    ['type=LIMIT&side=buy&quantity=1&price=5&timeInForce=GTC', -1130],
    ['type=LIMIT&side=BUY&quantity=0&price=5&timeInForce=GTC', -1130],
    ['type=LIMIT&side=BUY&quantity=1&price=5&timeInForce=GTC&selfTradePreventionMode=NONE', -1130],
  ])('%s is refused with %i', (text, code) => {
    expect(codeOf(() => read(`symbol=BTCUSDT&${text}`))).toBe(code);
  });
});

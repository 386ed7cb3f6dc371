import { describe, expect, it } from 'vitest';
import { BinanceFailure } from '../failures.ts';
import { Parameters } from '../parameters.ts';
import { parseOco, parseOldOco } from './list-form.ts';

type Fields = Record<string, string>;
const SALE = { symbol: 'BTCUSDT', side: 'SELL', quantity: '1' };
const PURCHASE = { ...SALE, side: 'BUY' };
const stop = (place: string) => ({
  ...{ [`${place}Type`]: 'STOP_LOSS_LIMIT', [`${place}StopPrice`]: '90', [`${place}Price`]: '89' },
  [`${place}TimeInForce`]: 'GTC',
});
const limit = (place: string) => ({ [`${place}Type`]: 'LIMIT_MAKER', [`${place}Price`]: '110' });
const OCO: Fields = { ...SALE, ...limit('above'), ...stop('below') };
const OLD: Fields = { ...SALE, price: '110', stopPrice: '90' };

const read = (fields: Fields, of = parseOco) => of(new Parameters(new URLSearchParams(fields).toString()));

/** Returns code and text of the refusal. */
function refusal(fields: Fields, of = parseOco): string {
  try {
    return JSON.stringify(read(fields, of));
  } catch (error) {
    if (!(error instanceof BinanceFailure)) throw error;
    return `${error.code} ${error.message}`;
  }
}

describe('an OCO in Binance’s format', () => {
  it('is converted to one of ours, for either side and in either format', () => {
    const trigger = { kind: 'STOP', by: 'LAST', price: '90' };
    const body = { marketType: 'BITCOIN_TETHER', side: 'SELL', amount: '1', limit: { unitPrice: '110' } };
    expect(read(OCO).body).toEqual({ ...body, stop: { trigger, unitPrice: '89' } });
    expect(read({ ...PURCHASE, ...limit('below'), ...stop('above') }).body).toEqual({
      ...{ ...body, side: 'BUY', stop: { trigger, unitPrice: '89' } },
    });
    expect(read(OLD, parseOldOco).body).toEqual({ ...body, stop: { trigger } });
    const limited = { ...OLD, stopLimitPrice: '89', stopLimitTimeInForce: 'GTC' };
    expect(read(limited, parseOldOco).body).toEqual({ ...body, stop: { trigger, unitPrice: '89' } });
  });

  it.each<[string, RegExp, Fields]>([
    ['two limit orders', /^-1168 /, { ...limit('below') }],
    ['two stops', /^-1197 /, { ...stop('above') }],
    ['a limit order below a sale', /^-1166 /, { ...stop('above'), ...limit('below') }],
    ['a limit order above a purchase', /^-1165 /, { side: 'BUY' }],
    ['two stops of a purchase', /^-1196 /, { side: 'BUY', ...stop('above') }],
    ['a take-profit', /^-1158 /, { aboveType: 'TAKE_PROFIT' }],
    ['a limit order that would take', /^-1158 /, { aboveType: 'LIMIT' }],
    ['a stop that trails', /^-2010 Trailing/, { belowTrailingDelta: '100' }],
    ['a limit order that trails', /^-2010 Trailing/, { aboveTrailingDelta: '100' }],
    ['a stop with FOK', /^-2010 Unsupported order combination/, { belowTimeInForce: 'FOK' }],
    ['a stop with IOC', /^-2010 Unsupported order combination/, { belowTimeInForce: 'IOC' }],
    ['an iceberg amount', /^-2010 Unsupported order combination/, { aboveIcebergQty: '0.1' }],
    ['a time of the limit order', /^-1106 .*'aboveTimeInForce'/, { aboveTimeInForce: 'GTC' }],
    ['a stop price of the limit order', /^-1106 .*'aboveStopPrice'/, { aboveStopPrice: '100' }],
    ['a limit of a market stop', /^-1106 .*'belowPrice'/, { belowType: 'STOP_LOSS' }],
    [
      'a self-trade mode other than EXPIRE_TAKER',
      /^-1130 .*'selfTradePreventionMode'/,
      { selfTradePreventionMode: 'EXPIRE_MAKER' },
    ],
    ['an id that is none', /^-1100 .*'listClientOrderId'/, { listClientOrderId: 'a b' }],
  ])('is refused by name with %s', (_, code, more) => {
    expect(refusal({ ...OCO, ...more })).toMatch(code);
  });

  it('is refused when a purchase’s stop has no limit, in each format', () => {
    const market = { aboveType: 'STOP_LOSS', aboveStopPrice: '120' };
    expect(refusal({ ...PURCHASE, ...limit('below'), ...market })).toMatch(/^-1158 /);
    expect(refusal({ ...OLD, side: 'BUY' }, parseOldOco)).toMatch(/^-1158 /);
    expect(refusal({ ...OLD, stopLimitPrice: '89' }, parseOldOco)).toMatch(/^-1102 .*'stopLimitTimeInForce'/);
    expect(refusal({ ...OLD, stopLimitTimeInForce: 'GTC' }, parseOldOco)).toMatch(/^-1106 /);
  });
});

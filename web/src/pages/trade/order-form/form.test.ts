import { computeNotional, type OrderTerms, parseTrustedDecimal, scaleOf } from '@sarraf/domain';
import { describe, expect, test } from 'vitest';
import type { Book } from '../order-book/book.ts';
import { DEFAULT_ADVANCED } from './advanced/state.ts';
import {
  applyBalanceShare,
  EMPTY_FORM,
  formatOrderLines,
  type OrderContext,
  type OrderFormState,
  type OrderMarket,
  parseTerms,
  planHold,
  planOrder,
  stepAmount,
} from './form.ts';
import { toOrderBody } from './place-order.ts';

const MARKET: OrderMarket = { coin: 'ETHEREUM', quote: 'TOMAN' };
const toman = (text: string) => parseTrustedDecimal(text, scaleOf('TOMAN'));
const eth = (text: string) => parseTrustedDecimal(text, scaleOf('ETHEREUM'));
const TERMS: OrderTerms = {
  ...MARKET,
  tick: toman('100'),
  lot: eth('0.0001'),
  minNotional: toman('100000'),
  maxAmount: eth('50'),
};
const level = (price: string, amount: string) => ({ price: toman(price), amount: eth(amount) });
const BOOK: Book = {
  asks: [level('400000000', '0.5'), level('401000000', '1'), level('430000000', '9')],
  bids: [level('399000000', '0.5'), level('398000000', '1'), level('300000000', '9')],
};
const KNOWN: OrderContext = {
  terms: TERMS,
  book: BOOK,
  feeRate: 4_000n,
  reference: toman('400000000'),
  last: toman('400000000'),
};
const form = (change: Partial<OrderFormState>): OrderFormState => ({ ...EMPTY_FORM, ...change });
const amount = (text: string) => ({ line: 'amount' as const, text });
const total = (text: string) => ({ line: 'total' as const, text });

describe('a limit order', () => {
  test('an empty form has no plan', () => {
    expect(planOrder(EMPTY_FORM, MARKET, KNOWN)).toBeNull();
    expect(planOrder(form({ price: '400000000' }), MARKET, KNOWN)).toBeNull();
    expect(planOrder(form({ entry: amount('1') }), MARKET, KNOWN)).toBeNull();
    expect(planOrder(form({ price: '400000000', entry: amount('0') }), MARKET, KNOWN)).toBeNull();
  });

  test('the total of a purchase includes the fee and equals the blocked amount', () => {
    const plan = planOrder(form({ price: '400000000', entry: amount('0.25') }), MARKET, KNOWN);
    expect(plan).toMatchObject({
      notional: toman('100000000'),
      fee: toman('400000'),
      total: toman('100400000'),
    });
    expect(plan && planHold(plan, 4_000n)).toBe(toman('100400000'));
    expect(formatOrderLines(form({ entry: amount('0.25') }), MARKET, plan)).toEqual({
      amount: '0.25',
      total: '100400000',
    });
  });

  test('the total of a sale is the proceeds after the fee; the coins are blocked', () => {
    const plan = planOrder(form({ side: 'sell', price: '400000000', entry: amount('0.25') }), MARKET, KNOWN);
    expect(plan?.total).toBe(toman('99600000'));
    expect(plan && planHold(plan, 4_000n)).toBe(eth('0.25'));
  });

  test('a price between two ticks is rounded in favour of the person', () => {
    const at = (side: 'buy' | 'sell') =>
      planOrder(form({ side, price: '400000050', entry: amount('0.25') }), MARKET, KNOWN)?.unitPrice;
    expect(at('buy')).toBe(toman('400000000'));
    expect(at('sell')).toBe(toman('400000100'));
  });

  test('a total of a purchase buys the largest possible amount in whole lots', () => {
    const plan = planOrder(form({ price: '400000000', entry: total('100400000') }), MARKET, KNOWN);
    expect(plan?.amount).toBe(eth('0.25'));
    const less = planOrder(form({ price: '400000000', entry: total('100399999') }), MARKET, KNOWN);
    expect(less?.amount).toBe(eth('0.2499'));
    expect(less && less.total <= toman('100399999')).toBe(true);
  });

  test('a total of a sale sells the smallest sufficient amount in whole lots', () => {
    const plan = planOrder(
      form({ side: 'sell', price: '400000000', entry: total('99600000') }),
      MARKET,
      KNOWN,
    );
    expect(plan?.amount).toBe(eth('0.25'));
    const more = planOrder(
      form({ side: 'sell', price: '400000000', entry: total('99600001') }),
      MARKET,
      KNOWN,
    );
    expect(more?.amount).toBe(eth('0.2501'));
  });

  test('for any total, a purchase does not exceed it and a sale reaches it', () => {
    for (let units = 1n; units < 4_000n; units += 37n) {
      const text = (100_000n + units * 9_973n).toString();
      const price = (300_000_000n + units * 100n).toString();
      const bought = planOrder(form({ price, entry: total(text) }), MARKET, KNOWN);
      const sold = planOrder(form({ side: 'sell', price, entry: total(text) }), MARKET, KNOWN);
      expect(bought && bought.total <= toman(text), text).toBe(true);
      expect(sold && sold.total >= toman(text), text).toBe(true);
      const lotMore = bought && { ...bought, amount: bought.amount + TERMS.lot };
      expect(lotMore && planHold(lotMore, 4_000n) > toman(text), text).toBe(true);
      const lotLess = sold && computeNotional('ETHEREUM', sold.amount - TERMS.lot, sold.unitPrice);
      expect(lotLess !== null && lotLess - (lotLess * 4_000n) / 1_000_000n < toman(text), text).toBe(true);
    }
  });
});

describe('a market order', () => {
  const market = (change: Partial<OrderFormState>) => form({ kind: 'market', ...change });

  test('is calculated from the order book, with its worst price', () => {
    const plan = planOrder(market({ entry: amount('1') }), MARKET, KNOWN);
    expect(plan).toMatchObject({
      amount: eth('1'),
      unitPrice: toman('420000000'),
      notional: toman('400500000'),
      average: toman('400500000'),
      complete: true,
      budget: null,
    });
  });

  test('reports that the order book has too little within that price', () => {
    const plan = planOrder(market({ entry: amount('2') }), MARKET, KNOWN);
    expect(plan).toMatchObject({ complete: false, notional: toman('601000000') });
  });

  test('for a total spends no more than it, fee included', () => {
    const plan = planOrder(market({ entry: total('301600000') }), MARKET, KNOWN);
    expect(plan?.budget).toBe(toman('301600000'));
    expect(plan?.complete).toBe(true);
    expect(plan && plan.total <= toman('301600000')).toBe(true);
    expect(plan?.amount).toBe(eth('0.7503'));
  });

  test('with a total that exactly empties a level is complete', () => {
    const plan = planOrder(market({ entry: total('603404000') }), MARKET, KNOWN);
    expect(plan).toMatchObject({ amount: eth('1.5'), complete: true });
  });

  test('a sale for a total sells the smallest sufficient amount', () => {
    const plan = planOrder(market({ side: 'sell', entry: total('198702000') }), MARKET, KNOWN);
    expect(plan).toMatchObject({ amount: eth('0.5'), budget: null, complete: true });
  });

  test('does not exceed the price band', () => {
    const near = { ...KNOWN, reference: toman('340000000') };
    expect(planOrder(market({ entry: amount('1') }), MARKET, near)?.unitPrice).toBe(toman('408000000'));
    const far = { ...KNOWN, reference: toman('490000000') };
    expect(planOrder(market({ side: 'sell', entry: amount('1') }), MARKET, far)?.unitPrice).toBe(
      toman('392000000'),
    );
  });

  test('has no plan without an order book, or against an empty one', () => {
    expect(planOrder(market({ entry: amount('1') }), MARKET, { ...KNOWN, book: null })).toBeNull();
    const empty = { ...KNOWN, book: { bids: [], asks: [] } };
    expect(planOrder(market({ entry: amount('1') }), MARKET, empty)).toBeNull();
  });
});

describe('shares of the balance', () => {
  test('a buyer can always pay for them, fee included', () => {
    for (const percent of [25n, 50n, 75n, 100n]) {
      const balance = toman('123456789');
      const next = applyBalanceShare(form({ price: '400000000' }), percent, balance, MARKET, KNOWN);
      const plan = planOrder(next, MARKET, KNOWN);
      expect(plan && planHold(plan, 4_000n) <= (balance * percent) / 100n).toBe(true);
      expect(plan && plan.amount % TERMS.lot === 0n).toBe(true);
    }
  });

  test('a seller sells whole lots', () => {
    const next = applyBalanceShare(form({ side: 'sell' }), 50n, eth('0.12345'), MARKET, KNOWN);
    expect(next.entry).toEqual(amount('0.0617'));
  });

  test('a market buyer spends them', () => {
    const next = applyBalanceShare(form({ kind: 'market' }), 25n, toman('1000003'), MARKET, KNOWN);
    expect(next.entry).toEqual(total('250000'));
  });

  test('do not change a limit purchase without a price', () => {
    const empty = form({});
    expect(applyBalanceShare(empty, 50n, toman('1000000'), MARKET, KNOWN)).toBe(empty);
  });
});

test('stepAmount goes to the next multiple of tick or lot, and never below zero', () => {
  const scale = scaleOf('TOMAN');
  expect(stepAmount('400000000', TERMS.tick, scale, true)).toBe('400000100');
  expect(stepAmount('400000050', TERMS.tick, scale, true)).toBe('400000100');
  expect(stepAmount('400000050', TERMS.tick, scale, false)).toBe('400000000');
  expect(stepAmount('400000000', TERMS.tick, scale, false)).toBe('399999900');
  expect(stepAmount('', TERMS.tick, scale, true)).toBe('100');
  expect(stepAmount('50', TERMS.tick, scale, false)).toBe('0');
  expect(stepAmount('100', TERMS.tick, scale, false)).toBe('0');
});

test('termsOf converts the market’s terms to smallest units', () => {
  const dto = {
    marketType: 'ETHEREUM_TOMAN',
    coin: 'ETHEREUM',
    quote: 'TOMAN',
    tick: '100',
    lot: '0.0001',
    minNotional: '100000',
    maxAmount: '50',
    bandPercent: 20,
  };
  expect(parseTerms(MARKET, dto)).toEqual(TERMS);
  expect(parseTerms(MARKET, undefined)).toBeNull();
  expect(parseTerms(MARKET, { ...dto, tick: '0' })).toBeNull();
});

describe('bodyOf', () => {
  const buildSent = (change: Partial<OrderFormState>) => {
    const plan = planOrder(form(change), MARKET, KNOWN);
    if (!plan) throw new Error('no plan');
    return toOrderBody(plan, DEFAULT_ADVANCED, 0);
  };

  test('contains the price of a limit order', () => {
    expect(buildSent({ price: '400000000', entry: amount('0.25') })).toEqual({
      marketType: 'ETHEREUM_TOMAN',
      orderType: 'LIMITED_BUY',
      amount: '0.2500',
      unitPrice: '400000000',
    });
  });

  test('contains the displayed worst price of a market order', () => {
    expect(buildSent({ kind: 'market', side: 'sell', entry: amount('0.25') })).toEqual({
      marketType: 'ETHEREUM_TOMAN',
      orderType: 'MARKET_SELL',
      amount: '0.2500',
      unitPrice: '379050000',
    });
    expect(buildSent({ kind: 'market', entry: total('1000000') })).toEqual({
      marketType: 'ETHEREUM_TOMAN',
      orderType: 'MARKET_BUY',
      totalPrice: '1000000',
      unitPrice: '420000000',
    });
  });
});

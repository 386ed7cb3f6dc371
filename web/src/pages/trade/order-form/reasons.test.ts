import { formatDecimal, type OrderTerms, parseTrustedDecimal, scaleOf } from '@sarraf/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Book } from '../order-book/book.ts';
import { EMPTY_FORM, type OrderContext, type OrderFormState, type OrderMarket, planOrder } from './form.ts';
import {
  findNearestValidAmount,
  findOrderReason,
  needsConfirmation,
  type OrderConditions,
} from './reasons.ts';

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
const BOOK: Book = {
  asks: [{ price: toman('400000000'), amount: eth('1') }],
  bids: [{ price: toman('399000000'), amount: eth('1') }],
};
const KNOWN: OrderContext = {
  terms: TERMS,
  book: BOOK,
  feeRate: 4_000n,
  reference: toman('400000000'),
  last: toman('400000000'),
};
const FREE: OrderConditions = {
  inactive: false,
  closed: false,
  offline: false,
  mayBuy: true,
  balance: toman('1000000000'),
};

function reason(
  change: Partial<OrderFormState>,
  standing: Partial<OrderConditions> = {},
  orderContext: Partial<OrderContext> = {},
) {
  const form = { ...EMPTY_FORM, ...change };
  const all = { ...KNOWN, ...orderContext };
  return findOrderReason(form, planOrder(form, MARKET, all), all, { ...FREE, ...standing });
}
const amount = (text: string) => ({ line: 'amount' as const, text });
const total = (text: string) => ({ line: 'total' as const, text });
const GOOD = { price: '400000000', entry: amount('0.1') };

describe('findOrderReason', () => {
  test('returns null for a valid order', () => {
    expect(reason(GOOD)).toBeNull();
    expect(reason(GOOD, { balance: null })).toBeNull();
  });

  test('returns a closed market before any other reason', () => {
    expect(reason({}, { inactive: true, offline: true })).toBe('INACTIVE');
  });

  test('returns that terms are loading, and the first missing field', () => {
    expect(reason(GOOD, {}, { terms: null })).toBe('WAIT');
    expect(reason({ entry: amount('1') })).toBe('PRICE');
    expect(reason({ price: '0', entry: amount('1') })).toBe('PRICE');
    expect(reason({ price: '400000000' })).toBe('AMOUNT');
    expect(reason({ price: '400000000', entry: amount('0.000') })).toBe('AMOUNT');
  });

  test('checks steps, limits, band and balance, in this order', () => {
    expect(reason({ ...GOOD, price: '400000050' })).toBeNull();
    expect(reason({ ...GOOD, entry: amount('0.10001') })).toBe('LOT');
    expect(reason({ ...GOOD, entry: amount('51') })).toBe('MAX');
    expect(reason({ ...GOOD, entry: amount('0.0002') })).toBe('MIN');
    expect(reason({ ...GOOD, entry: total('1') })).toBe('MIN');
    expect(reason({ ...GOOD, price: '480000100' })).toBe('BAND');
    expect(reason({ ...GOOD, price: '480000000' })).toBeNull();
    expect(reason({ ...GOOD, price: '319999900' })).toBe('BAND');
    expect(reason({ ...GOOD, price: '480000100' }, {}, { reference: null })).toBeNull();
    expect(reason({ ...GOOD, entry: amount('2.5') })).toBe('BALANCE');
    expect(reason({ side: 'sell', ...GOOD }, { balance: eth('0.0999') })).toBe('BALANCE');
  });

  test('includes the fee when it checks a buyer’s balance', () => {
    expect(reason(GOOD, { balance: toman('40000000') })).toBe('BALANCE');
    expect(reason(GOOD, { balance: toman('40160000') })).toBeNull();
  });

  test('returns closed hours and a lost connection last', () => {
    expect(reason(GOOD, { closed: true, offline: true })).toBe('CLOSED');
    expect(reason(GOOD, { offline: true })).toBe('OFFLINE');
  });

  test('lets a person under review sell but not buy', () => {
    expect(reason(GOOD, { mayBuy: false })).toBe('REVIEW');
    expect(reason({ ...GOOD, side: 'sell' }, { mayBuy: false, balance: eth('1') })).toBeNull();
  });

  test('checks a market order', () => {
    const market = { kind: 'market' as const };
    expect(reason({ ...market, entry: amount('0.5') })).toBeNull();
    expect(reason({ ...market, entry: amount('0.5') }, {}, { book: null })).toBe('WAIT');
    expect(reason({ ...market, entry: amount('0.5') }, {}, { book: { ...BOOK, asks: [] } })).toBe(
      'NO_LIQUIDITY',
    );
    expect(reason(market)).toBe('AMOUNT');
    expect(reason({ ...market, entry: amount('0.50001') })).toBe('LOT');
    expect(reason({ ...market, entry: amount('50.0001') })).toBe('MAX');
    expect(reason({ ...market, entry: amount('0.0001') })).toBe('MIN');
    expect(reason({ ...market, entry: total('99000') })).toBe('MIN');
    expect(reason({ ...market, entry: total('200000000') }, { balance: toman('199999999') })).toBe('BALANCE');
    // The best ask is outside of the price band, so it can't be taken.
    expect(reason({ ...market, entry: amount('0.5') }, {}, { reference: toman('300000000') })).toBe(
      'NO_LIQUIDITY',
    );
  });
});

describe('needsConfirming', () => {
  const plan = (change: Partial<OrderFormState>) => {
    const plan = planOrder({ ...EMPTY_FORM, ...change }, MARKET, KNOWN);
    if (!plan) throw new Error('no plan');
    return plan;
  };

  test('is true for every market order', () => {
    expect(needsConfirmation(plan({ kind: 'market', entry: amount('0.5') }), BOOK)).toBe(true);
  });

  test('is true for a limit 5 % worse than the best price of the other side', () => {
    expect(needsConfirmation(plan({ ...GOOD, price: '419999900' }), BOOK)).toBe(false);
    expect(needsConfirmation(plan({ ...GOOD, price: '420000000' }), BOOK)).toBe(true);
    expect(needsConfirmation(plan({ ...GOOD, side: 'sell', price: '379050100' }), BOOK)).toBe(false);
    expect(needsConfirmation(plan({ ...GOOD, side: 'sell', price: '379050000' }), BOOK)).toBe(true);
    expect(needsConfirmation(plan({ ...GOOD, price: '420000000' }), { bids: [], asks: [] })).toBe(false);
  });
});

describe('findNearestValidAmount', () => {
  const fit = (change: Partial<OrderFormState>) => {
    const form = { ...EMPTY_FORM, ...change };
    const why = reason(change, { balance: null });
    if (why !== 'LOT' && why !== 'MIN' && why !== 'MAX') return why;
    return findNearestValidAmount(why, form, planOrder(form, MARKET, KNOWN), TERMS);
  };

  test('returns the minimum value, the maximum, or whole lots', () => {
    expect(fit({ price: '400000000', entry: amount('0.0001') })).toBe('0.0003');
    expect(fit({ price: '400000000', entry: total('1') })).toBe('0.0003');
    expect(fit({ price: '400000000', entry: amount('51') })).toBe('50');
    expect(fit({ price: '400000000', entry: amount('0.12345') })).toBe('0.1234');
  });

  test('removes the reason', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('buy' as const, 'sell' as const),
        fc.bigInt(3_800_000n, 4_200_000n),
        fc.bigInt(1n, 10n ** 20n),
        (side, ticks, units) => {
          const entry = amount(formatDecimal(units, scaleOf('ETHEREUM')));
          const change = { side, price: `${ticks}00`, entry };
          const text = fit(change);
          fc.pre(text !== null && /[0-9]/.test(text));
          expect(reason({ ...change, entry: amount(text as string) }, { balance: null })).toBeNull();
        },
      ),
    );
  });
});

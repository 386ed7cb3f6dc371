import { type OrderTerms, parseTrustedDecimal, scaleOf } from '@sarraf/domain';
import { describe, expect, test } from 'vitest';
import { EMPTY_FORM, type OrderContext, type OrderFormState } from './form.ts';
import { applyLevel, findRoundedPrice, setFieldPrice } from './form-moves.ts';

const tether = (text: string) => parseTrustedDecimal(text, scaleOf('TETHER'));
const btc = (text: string) => parseTrustedDecimal(text, scaleOf('BITCOIN'));
const MARKET = { coin: 'BITCOIN', quote: 'TETHER' } as const;
const TERMS: OrderTerms = {
  ...MARKET,
  tick: tether('0.1'),
  lot: btc('0.00001'),
  minNotional: tether('5'),
  maxAmount: btc('100'),
};
const KNOWN: OrderContext = { terms: TERMS, book: null, feeRate: 3_000n, reference: null, last: null };
const form = (change: Partial<OrderFormState>): OrderFormState => ({ ...EMPTY_FORM, ...change });

test('findRoundedPrice rounds a price between two ticks, and setFieldPrice writes it to its field', () => {
  const sell = form({ side: 'sell', price: '50000.01' });
  expect(findRoundedPrice(sell, 'price', TERMS)).toBe(tether('50000.1'));
  expect(findRoundedPrice(form({ price: '50000.09' }), 'price', TERMS)).toBe(tether('50000'));
  expect(findRoundedPrice(form({ price: '50000.1' }), 'price', TERMS)).toBeNull();
  expect(findRoundedPrice(form({ price: '' }), 'price', TERMS)).toBeNull();
  expect(setFieldPrice(sell, 'price', tether('50000.1'), MARKET).price).toBe('50000.1');
  const stop = form({ more: { ...EMPTY_FORM.more, extra: 'stop', trigger: '49000.06' } });
  expect(findRoundedPrice(stop, 'trigger', TERMS)).toBe(tether('49000.1'));
  expect(setFieldPrice(stop, 'trigger', tether('49000.1'), MARKET).more.trigger).toBe('49000.1');
});

describe('applyLevel', () => {
  const level = { side: 'asks', price: tether('50000'), sum: btc('0.5') } as const;
  const enterLevel = (change: Partial<OrderFormState>, balance: bigint | null = tether('100000')) =>
    applyLevel(form(change), level, MARKET, KNOWN, balance);

  test('enters a level’s price and cumulative amount', () => {
    expect(enterLevel({ kind: 'market' })).toMatchObject({
      kind: 'limit',
      price: '50000',
      entry: { line: 'amount', text: '0.5' },
    });
  });

  test('limits the amount to the balance, in whole lots', () => {
    expect(enterLevel({}, tether('10030')).entry).toMatchObject({ text: '0.2' });
    expect(enterLevel({}, tether('0.1')).entry).toBeNull();
    expect(enterLevel({}, null).entry).toBeNull();
  });

  test('keeps an amount typed by hand, or if the level can’t be taken', () => {
    const written = { line: 'amount', text: '0.1' } as const;
    expect(enterLevel({ entry: written }).entry).toEqual(written);
    expect(enterLevel({ side: 'sell' }).entry).toBeNull();
    const again = applyLevel(enterLevel({}), { ...level, sum: btc('0.7') }, MARKET, KNOWN, tether('100000'));
    expect(again.entry).toMatchObject({ text: '0.7' });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assess, MAX_AGE_MS, type Observation } from './guard.ts';
import { readPrice } from './ports.ts';

const NOW = Date.UTC(2026, 0, 1);
const BITCOIN = 10_840_000_000_000n;

const seen = (price: unknown, age = 0): Observation => ({
  price: price as bigint | null,
  change: null,
  at: NOW - age,
});
const judged = (
  observations: (Observation | null)[],
  lastGood: bigint | null = BITCOIN,
  mayStandAlone = false,
) => {
  const found = assess({ observations, lastGood, now: NOW, mayStandAlone });
  return typeof found === 'string' ? found : found.price;
};

describe('a reference price (F21, F22)', () => {
  it('is used while it is fresh and a second source agrees', () => {
    expect(judged([seen(BITCOIN), seen((BITCOIN * 1014n) / 1000n)])).toBe(BITCOIN);
    expect(judged([seen(BITCOIN, MAX_AGE_MS), seen(BITCOIN, MAX_AGE_MS)])).toBe(BITCOIN);
  });

  it('may be used until the older of the two observations runs out', () => {
    const found = assess({
      observations: [seen(BITCOIN, 2_000), seen(BITCOIN, 5_000)],
      lastGood: null,
      now: NOW,
      mayStandAlone: false,
    });
    expect(found).toMatchObject({ validUntil: NOW - 5_000 + MAX_AGE_MS });
  });

  it.each([
    ['a tenfold spike', BITCOIN * 10n, 'OUT_OF_BAND'],
    ['Rial taken for Toman', BITCOIN / 10n, 'OUT_OF_BAND'],
    ['1.6 % above the second', (BITCOIN * 1016n) / 1000n, 'OUT_OF_BAND'],
    ['1.6 % below the second', (BITCOIN * 984n) / 1000n, 'OUT_OF_BAND'],
    ['zero', 0n, 'NOT_A_PRICE'],
    ['negative', -BITCOIN, 'NOT_A_PRICE'],
    ['not a number', Number.NaN, 'NOT_A_PRICE'],
    ['a float', 108_400.5, 'NOT_A_PRICE'],
    ['text', '108400', 'NOT_A_PRICE'],
    ['nothing', null, 'NOT_A_PRICE'],
  ])('halts on %s, and never falls back on the last good price', (_, price, reason) => {
    expect(judged([seen(price), seen(BITCOIN)])).toBe(reason);
  });

  it('halts when older than 15 s', () => {
    expect(judged([seen(BITCOIN, MAX_AGE_MS + 1), seen(BITCOIN)])).toBe('STALE');
  });

  it('halts while nothing was heard of it', () => {
    expect(judged([])).toBe('NO_SOURCE');
    expect(judged([null, seen(BITCOIN)])).toBe('NO_SOURCE');
  });

  it('halts when the second source is silent, stale or talks nonsense, unless a third one agrees', () => {
    for (const second of [null, seen(BITCOIN, MAX_AGE_MS + 1), seen(0n), seen(Number.NaN)]) {
      expect(judged([seen(BITCOIN), second])).toBe('SECOND_SOURCE_SILENT');
      expect(judged([seen(BITCOIN), second], BITCOIN, true)).toBe('SECOND_SOURCE_SILENT');
      expect(judged([seen(BITCOIN), second, seen(BITCOIN)])).toBe(BITCOIN);
    }
  });

  it('halts in production without a second source', () => {
    expect(judged([seen(BITCOIN)])).toBe('NO_SECOND_SOURCE');
    expect(judged([seen(BITCOIN)], BITCOIN, true)).toBe(BITCOIN);
  });

  it('believes a jump of more than 20 % only with a second source', () => {
    const far = (BITCOIN * 121n) / 100n;
    expect(judged([seen(far)], BITCOIN, true)).toBe('JUMP');
    expect(judged([seen((BITCOIN * 79n) / 100n)], BITCOIN, true)).toBe('JUMP');
    expect(judged([seen((BITCOIN * 120n) / 100n)], BITCOIN, true)).toBe((BITCOIN * 120n) / 100n);
    expect(judged([seen(far), seen(far)])).toBe(far);
  });

  it('is never one that the second source would call more than 1.5 % off', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 20n), fc.bigInt(1n, 10n ** 20n), (price, second) => {
        const found = judged([seen(price), seen(second)]);
        const off = price > second ? price - second : second - price;
        expect(found === price).toBe(off * 1000n <= second * 15n);
      }),
    );
  });
});

describe('a vendor price', () => {
  it.each([
    ['108692.0000000000000000', 10_869_200_000_000n],
    ['0.123456789', 12_345_678n],
    [1.5, 150_000_000n],
    [1e-7, 10n],
  ])('%s is read exactly', (value, price) => {
    expect(readPrice(value)).toBe(price);
  });

  it.each([
    0,
    '0',
    -1,
    '-1',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    'NaN',
    '',
    'abc',
    '1,000',
    '1e5',
    null,
    undefined,
    {},
    [],
    true,
    1n,
  ])('%s is none', (value) => {
    expect(readPrice(value)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import {
  type AlertDraft,
  computePreset,
  formatDistance,
  getAlertDirection,
  getAlertPrice,
  validateAlertDraft,
} from './form.ts';

const market = { coin: 'TETHER', quote: 'TOMAN' } as const;
const TOMAN = 1_000_000n;
const PRICE = 100_000n * TOMAN;
const draft = (more: Partial<AlertDraft> = {}): AlertDraft => ({
  market,
  threshold: '105000',
  direction: 'ABOVE',
  repeat: 'ONCE',
  ...more,
});
const row = (referencePrice: string | null) => ({
  destCoinSymbol: 'TETHER',
  unit: 'TOMAN' as const,
  buyPrice: referencePrice && '100151',
  sellPrice: referencePrice && '99850',
  referencePrice,
  price24hrChangePercent: null,
  isActive: true,
});

describe('getAlertPrice', () => {
  it('returns the reference price, and none while the market is halted', () => {
    expect(getAlertPrice(row('100000'), market)).toBe(PRICE);
    expect(getAlertPrice(row(null), market)).toBeNull();
    expect(getAlertPrice(undefined, market)).toBeNull();
  });
});

describe('getAlertDirection', () => {
  it('points from the price to the threshold', () => {
    expect(getAlertDirection('105000', PRICE, market)).toBe('ABOVE');
    expect(getAlertDirection('99999', PRICE, market)).toBe('BELOW');
    for (const threshold of ['100000', '', '0'])
      expect(getAlertDirection(threshold, PRICE, market)).toBeNull();
    expect(getAlertDirection('105000', null, market)).toBeNull();
  });

  it('keeps the direction when the price passes the typed threshold, and the draft reports it', () => {
    expect(validateAlertDraft(draft(), PRICE, false)).toEqual({ direction: 'ABOVE', error: null });
    expect(validateAlertDraft(draft(), 106_000n * TOMAN, false)).toEqual({
      direction: 'ABOVE',
      error: 'REACHED',
    });
  });

  it('is determined once the price is known', () => {
    expect(validateAlertDraft(draft({ direction: null }), null, false).error).toBe('NO_PRICE');
    expect(validateAlertDraft(draft({ direction: null }), PRICE, false)).toEqual({
      direction: 'ABOVE',
      error: null,
    });
  });
});

it('validateAlertDraft returns why a draft can’t be saved', () => {
  expect(validateAlertDraft(draft({ threshold: '', direction: null }), PRICE, false).error).toBe(
    'NEED_THRESHOLD',
  );
  expect(validateAlertDraft(draft({ threshold: '100000', direction: null }), PRICE, false).error).toBe(
    'REACHED',
  );
  expect(validateAlertDraft(draft(), PRICE, true).error).toBe('FULL');
});

it('computePreset rounds, formatDistance is exact and truncated', () => {
  expect([-10, -5, 5, 10].map((percent) => computePreset(PRICE, percent, market))).toEqual([
    '90000',
    '95000',
    '105000',
    '110000',
  ]);
  const bitcoin = { coin: 'BITCOIN', quote: 'TETHER' } as const;
  expect(computePreset(108_400_130_000n, 5, bitcoin)).toBe('113800.00');
  expect(computePreset(12_821_391_487n * TOMAN, 5, { coin: 'BITCOIN', quote: 'TOMAN' })).toBe('13460000000');
  // Never more decimals than prices have, however small.
  expect(computePreset(12n * TOMAN, 5, market)).toBe('13');
  expect(formatDistance('105250', PRICE, market)).toBe('5.25');
  expect(formatDistance('90000', PRICE, market)).toBe('10');
  expect(formatDistance('', PRICE, market)).toBeNull();
});

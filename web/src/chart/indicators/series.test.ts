import { BollingerBands, EMA, MACD, RSI, SMA } from 'technicalindicators';
import { describe, expect, test } from 'vitest';
import {
  computeBollingerBands,
  computeExponentialAverage,
  computeMacd,
  computeMovingAverage,
  computeRelativeStrength,
  type IndicatorValues,
} from './series.ts';

/** Prices that rise, fall, and stay constant for a while; a sum of sine waves needs no seed. */
const prices = Array.from({ length: 240 }, (_, at) =>
  at > 100 && at < 112 ? 5_000 : 5_000 + 900 * Math.sin(at / 9) + 210 * Math.cos(at / 2.3) + at * 4,
);

/** The other implementation omits points with too little data; ours are null. */
function expectSame(ours: IndicatorValues, theirs: readonly (number | undefined)[], digits = 7): void {
  expect(ours).toHaveLength(prices.length);
  const missing = ours.length - theirs.length;
  expect(ours.slice(0, missing).every((point) => point === null)).toBe(true);
  theirs.forEach((point, at) => {
    const own = ours[missing + at];
    if (point === undefined) expect(own, `${at}`).toBeNull();
    else expect(own, `${at}`).toBeCloseTo(point, digits);
  });
}

describe('indicators equal those of another implementation (technicalindicators 3.1.0)', () => {
  test.each([1, 2, 7, 25, 99])('averages over %i', (period) => {
    expectSame(computeMovingAverage(prices, period), SMA.calculate({ period, values: prices }), 6);
    expectSame(computeExponentialAverage(prices, period), EMA.calculate({ period, values: prices }), 6);
  });

  test.each([
    [20, 2],
    [5, 3],
  ])('bands of %i and %i deviations', (period, stdDev) => {
    const theirs = BollingerBands.calculate({ period, stdDev, values: prices });
    const ours = computeBollingerBands(prices, period, stdDev);
    for (const line of ['middle', 'upper', 'lower'] as const)
      expectSame(
        ours[line],
        theirs.map((point) => point[line]),
        5,
      );
  });

  test.each([2, 6, 14])('relative strength over %i, which the other rounds to two digits', (period) => {
    const theirs = RSI.calculate({ period, values: prices });
    const ours = computeRelativeStrength(prices, period).map(
      (point) => point && Math.round(point * 100) / 100,
    );
    expectSame(ours, theirs, 1);
  });

  test.each([
    [12, 26, 9],
    [5, 35, 5],
  ])('MACD of %i, %i and %i', (fastPeriod, slowPeriod, signalPeriod) => {
    const theirs = MACD.calculate({
      ...{ values: prices, fastPeriod, slowPeriod, signalPeriod },
      ...{ SimpleMAOscillator: false, SimpleMASignal: false },
    });
    const ours = computeMacd(prices, fastPeriod, slowPeriod, signalPeriod);
    expectSame(
      ours.macd,
      theirs.map((point) => point.MACD),
      6,
    );
    expectSame(
      ours.signal,
      theirs.map((point) => point.signal),
      6,
    );
    expectSame(
      ours.histogram,
      theirs.map((point) => point.histogram),
      6,
    );
  });
});

test('returns null for every point with too few candles', () => {
  for (const values of [[], [1], [1, 2, 3]]) {
    const none = values.map(() => null);
    expect(computeMovingAverage(values, 5)).toEqual(none);
    expect(computeExponentialAverage(values, 5)).toEqual(none);
    expect(computeBollingerBands(values, 5, 2)).toEqual({ middle: none, upper: none, lower: none });
    expect(computeRelativeStrength(values, 5)).toEqual(none);
    expect(computeMacd(values, 3, 5, 2)).toMatchObject({ signal: none, histogram: none });
  }
});

test('computeRelativeStrength is 100 for prices that only rise, and 0 for those that only fall', () => {
  expect(computeRelativeStrength([1, 2, 3, 4], 2)).toEqual([null, null, 100, 100]);
  expect(computeRelativeStrength([4, 3, 2, 1], 2)).toEqual([null, null, 0, 0]);
});

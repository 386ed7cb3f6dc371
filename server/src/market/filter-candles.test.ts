import { HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import { expect, it } from 'vitest';
import { filterPlausibleCandles, ImplausibleCandlesError } from './filter-candles.ts';
import type { PastCandle } from './ports.ts';

/** Half past in UTC: an hour in Tehran starts. */
const FROM = Date.UTC(2026, 10, 21, 9, 30);
const candle = (minute: number, price: bigint, more: Partial<PastCandle> = {}): PastCandle => ({
  time: FROM + minute * MINUTE_MS,
  open: price,
  high: price,
  low: price,
  close: price,
  ...more,
});
const judged = (candles: PastCandle[], anchor = 100n, divisors?: bigint[]) =>
  filterPlausibleCandles(
    { lengthMs: MINUTE_MS, candles },
    { interval: '1m', from: FROM, to: FROM + HOUR_MS, anchor, divisors },
  );
const prices = (candles: PastCandle[]) => candles.map(({ close }) => close);

it('filterPlausibleCandles accepts candles that continue to our own prices, within the requested range', () => {
  const candles = [candle(-1, 97n), candle(0, 98n), candle(1, 99n), candle(60, 100n)];
  expect(judged(candles)).toEqual([candle(0, 98n), candle(1, 99n)]);
  expect(judged([])).toEqual([]);
});

it('filterPlausibleCandles leaves out a candle that is impossible in itself', () => {
  const impossible: Partial<PastCandle>[] = [
    { low: 101n },
    { high: 99n },
    { low: 0n },
    { open: 0n },
    { close: -100n },
    { high: 1_000n },
    { low: 10n },
    { open: 102n },
  ];
  for (const fault of impossible) {
    const candles = [candle(0, 100n), candle(1, 100n, fault), candle(2, 100n)];
    expect(judged(candles).map(({ time }) => time)).toEqual([FROM, FROM + 2 * MINUTE_MS]);
  }
});

it('filterPlausibleCandles leaves out a candle that is far from the next one, and continues before it', () => {
  expect(prices(judged([candle(0, 90n), candle(1, 1_000n), candle(2, 95n)]))).toEqual([90n, 95n]);
});

it('filterPlausibleCandles rejects a reply whose times do not increase, or that is mostly implausible', () => {
  expect(() => judged([candle(1, 100n), candle(0, 100n)])).toThrow(ImplausibleCandlesError);
  expect(() => judged([candle(0, 100n), candle(0, 100n)])).toThrow(ImplausibleCandlesError);
  expect(() => judged([candle(0, 0n), candle(1, 0n), candle(2, 100n)])).toThrow(ImplausibleCandlesError);
  const mostlyRial = [candle(0, 1_000n), candle(1, 1_000n), candle(2, 100n)];
  expect(() => judged(mostlyRial)).toThrow(ImplausibleCandlesError);
});

it('filterPlausibleCandles rejects a reply in another unit than our own price', () => {
  expect(() => judged([candle(0, 1_000n), candle(1, 1_001n)])).toThrow('far from');
  expect(() => judged([candle(0, 10n), candle(1, 10n)])).toThrow('far from');
});

it('filterPlausibleCandles distinguishes Rial from Toman by our own price, and truncates', () => {
  expect(prices(judged([candle(0, 989n), candle(1, 999n)], 100n, [1n, 10n]))).toEqual([98n, 99n]);
  expect(prices(judged([candle(0, 99n), candle(1, 101n)], 100n, [1n, 10n]))).toEqual([99n, 101n]);
  expect(() => judged([candle(0, 10_000n)], 100n, [1n, 10n])).toThrow('far from');
});

it('filterPlausibleCandles joins shorter candles, and assigns one that spans two of ours by its middle', () => {
  const halves = {
    lengthMs: 30 * MINUTE_MS,
    candles: [candle(0, 100n, { high: 110n }), candle(30, 90n, { high: 96n, low: 80n, close: 95n })],
  };
  const range = { interval: '1h', from: FROM, to: FROM + 2 * HOUR_MS, anchor: 100n } as const;
  expect(filterPlausibleCandles(halves, range)).toEqual([
    { time: FROM, open: 100n, high: 110n, low: 80n, close: 95n },
  ]);
  const shifted = { lengthMs: HOUR_MS, candles: [candle(-20, 100n), candle(40, 101n)] };
  expect(filterPlausibleCandles(shifted, range).map(({ time, close }) => [time, close])).toEqual([
    [FROM, 100n],
    [FROM + HOUR_MS, 101n],
  ]);
});

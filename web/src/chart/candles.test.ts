import type { Candle } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { getCandleStart, isGapBetween, mergeCandles, updateRunningCandle } from './candles.ts';

const seconds = (iso: string): number => Date.parse(iso) / 1000;
const candle = (time: number, price: string, more: Partial<Candle> = {}): Candle => ({
  time,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: '0',
  ...more,
});

test('getCandleStart begins a day at midnight in Tehran, and a week on Saturday', () => {
  // 21 November 2026 is a Saturday; Tehran's midnight is 20:30 UTC of the day before.
  const saturday = seconds('2026-11-20T20:30:00Z');
  expect(getCandleStart(seconds('2026-11-20T20:29:59Z'), '1d')).toBe(saturday - 86_400);
  expect(getCandleStart(saturday, '1d')).toBe(saturday);
  expect(getCandleStart(seconds('2026-11-27T20:29:59Z'), '1w')).toBe(saturday);
  expect(getCandleStart(saturday - 1, '1w')).toBe(saturday - 7 * 86_400);
});

test('mergeCandles replaces old candles from the first time of the newer ones', () => {
  const joined = mergeCandles([candle(60, '1'), candle(120, '2')], [candle(120, '3'), candle(180, '4')]);
  expect(joined.map(({ time, close }) => [time, close])).toEqual([
    [60, '1'],
    [120, '3'],
    [180, '4'],
  ]);
  expect(mergeCandles([candle(60, '1')], [])).toHaveLength(1);
});

test('isGapBetween finds newer candles that begin after the last loaded one', () => {
  const loaded = [candle(60, '1'), candle(120, '2')];
  expect(isGapBetween(loaded, [candle(120, '3'), candle(240, '4')])).toBe(false);
  expect(isGapBetween(loaded, [candle(180, '3')])).toBe(true);
  expect([isGapBetween(loaded, []), isGapBetween([], loaded)]).toEqual([false, false]);
});

test('updateRunningCandle applies the running minute to its hour', () => {
  const last = candle(3600, '100', { high: '110', low: '95', volume: '7' });
  const minute = candle(3660, '112', { low: '94.5', volume: '1' });
  expect(updateRunningCandle(last, minute, '1h')).toEqual({
    ...last,
    high: '112',
    low: '94.5',
    close: '112',
    volume: '7',
  });
});

test('updateRunningCandle compares prices by value, not as texts', () => {
  const last = candle(3600, '9.5');
  expect(updateRunningCandle(last, candle(3660, '10'), '1h')?.high).toBe('10');
});

test('updateRunningCandle starts a new candle with a minute after the last one, and ignores an older minute', () => {
  expect(updateRunningCandle(candle(0, '1'), candle(3660, '2'), '1h')?.time).toBe(3600);
  expect(updateRunningCandle(candle(7200, '1'), candle(3660, '2'), '1h')).toBeNull();
  expect(updateRunningCandle(undefined, candle(3660, '2'), '1m')?.time).toBe(3660);
});

test('updateRunningCandle takes the whole volume of a minute', () => {
  const last = candle(60, '1', { volume: '3' });
  expect(updateRunningCandle(last, candle(60, '1', { volume: '4' }), '1m')?.volume).toBe('4');
});

test('updateRunningCandle ignores reference prices in a candle with trades', () => {
  const trades = candle(3600, '10', { volume: '2' });
  expect(updateRunningCandle(trades, candle(3660, '99'), '1h')).toBeNull();
  const first = candle(3660, '12', { volume: '1' });
  expect(updateRunningCandle(candle(3600, '99'), first, '1h')).toEqual({ ...first, time: 3600 });
});

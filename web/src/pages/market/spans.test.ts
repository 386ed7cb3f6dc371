import { expect, test } from 'vitest';
import { getChartView, hasFewCandles } from './spans.ts';

const seconds = (iso: string): number => Date.parse(iso) / 1000;
const tehran = (iso: string): number => seconds(`${iso}+03:30`);

test('getChartView starts the chart with the year of the language’s calendar', () => {
  const now = tehran('2026-11-21T12:00:00');
  // 1 Farvardin 1405 is 21 March 2026.
  expect(getChartView('toDate', now, 'fa')).toMatchObject({
    interval: '1d',
    from: tehran('2026-03-21T00:00:00'),
  });
  expect(getChartView('toDate', now, 'en')).toMatchObject({
    interval: '1d',
    from: tehran('2026-01-01T00:00:00'),
  });
});

test('getChartView handles a leap year', () => {
  // 1403 had 366 days: 20 March 2024 to 20 March 2025.
  expect(getChartView('toDate', tehran('2025-03-20T23:59:00'), 'fa').from).toBe(
    tehran('2024-03-20T00:00:00'),
  );
  expect(getChartView('toDate', tehran('2025-03-21T00:00:00'), 'fa').from).toBe(
    tehran('2025-03-21T00:00:00'),
  );
});

test('getChartView uses shorter candles in the first days of a year', () => {
  expect(getChartView('toDate', tehran('2026-01-01T18:00:00'), 'en').interval).toBe('15m');
  expect(getChartView('toDate', tehran('2026-01-20T18:00:00'), 'en').interval).toBe('4h');
});

test('hasFewCandles is true for a market with only a few visible candles', () => {
  const candles = Array.from({ length: 40 }, (_, time) => ({
    time,
    open: '1',
    high: '1',
    low: '1',
    close: '1',
    volume: '0',
  }));
  expect(hasFewCandles(candles, 0)).toBe(false);
  expect(hasFewCandles(candles, 20)).toBe(true);
});

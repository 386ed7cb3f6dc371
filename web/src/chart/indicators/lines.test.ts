import type { Candle } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { type IndicatorKind, type Indicators, STORED_INDICATORS } from './choice.ts';
import { appendRunningCandle, computeIndicatorLines } from './lines.ts';

const candle = (time: number, close: string): Candle => ({
  ...{ time, open: close, high: close, low: close, close, volume: '0' },
});
const candles = Array.from({ length: 60 }, (_, at) => candle(at * 60, `${100 + (at % 7)}.5`));
const chosen = (...kinds: IndicatorKind[]): Indicators => {
  const first = STORED_INDICATORS.read(null);
  const entries = kinds.map((kind) => [kind, { ...first[kind], shown: true }]);
  return { ...first, ...Object.fromEntries(entries) };
};

test('computeIndicatorLines calculates only the chosen indicators, with one point per candle for each line', () => {
  expect(computeIndicatorLines(chosen(), candles)).toEqual([]);
  const lines = computeIndicatorLines(chosen('ma', 'bollinger', 'rsi', 'macd'), candles);
  expect(lines.map(({ kind }) => kind)).toEqual([
    ...['ma', 'ma', 'ma', 'bollinger', 'bollinger', 'bollinger', 'rsi', 'macd', 'macd', 'macd'],
  ]);
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  for (const { points } of lines) expect(points).toHaveLength(candles.length);
  // The longest average needs 99 candles, and there are 60.
  expect(lines.filter(({ points }) => points.at(-1) === null).map(({ named }) => named)).toEqual([[99]]);
});

test('appendRunningCandle replaces or follows the last candle with the running one, and ignores an old one', () => {
  const last = candles.slice(-2);
  const closes = (all: readonly Candle[]) => all.map(({ close }) => close);
  expect(closes(appendRunningCandle(last, candle(59 * 60, '1')))).toEqual([last[0]?.close, '1']);
  expect(closes(appendRunningCandle(last, candle(60 * 60, '1')))).toEqual([...closes(last), '1']);
  expect(appendRunningCandle(last, candle(0, '1'))).toBe(last);
  expect(appendRunningCandle(last, null)).toBe(last);
  expect(closes(appendRunningCandle([], candle(0, '1')))).toEqual(['1']);
});

import type { Candle } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { type IndicatorKind, type Indicators, KEPT_INDICATORS } from './choice.ts';
import { indicatorLines, withRunning } from './lines.ts';

const candle = (time: number, close: string): Candle => ({
  ...{ time, open: close, high: close, low: close, close, volume: '0' },
});
const candles = Array.from({ length: 60 }, (_, at) => candle(at * 60, `${100 + (at % 7)}.5`));
const chosen = (...kinds: IndicatorKind[]): Indicators => {
  const first = KEPT_INDICATORS.read(null);
  const shown = kinds.map((kind) => [kind, { ...first[kind], shown: true }]);
  return { ...first, ...Object.fromEntries(shown) };
};

test('only what was chosen is reckoned, and each curve has a point for each candle', () => {
  expect(indicatorLines(chosen(), candles)).toEqual([]);
  const lines = indicatorLines(chosen('ma', 'bollinger', 'rsi', 'macd'), candles);
  expect(lines.map(({ kind }) => kind)).toEqual([
    ...['ma', 'ma', 'ma', 'bollinger', 'bollinger', 'bollinger', 'rsi', 'macd', 'macd', 'macd'],
  ]);
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  for (const { points } of lines) expect(points).toHaveLength(candles.length);
  // 99 candles are needed for the longest average, and there are 60.
  expect(lines.filter(({ points }) => points.at(-1) === null).map(({ named }) => named)).toEqual([[99]]);
});

test('the running candle takes the last one’s place or follows it, and an old one does nothing', () => {
  const last = candles.slice(-2);
  const closes = (all: readonly Candle[]) => all.map(({ close }) => close);
  expect(closes(withRunning(last, candle(59 * 60, '1')))).toEqual([last[0]?.close, '1']);
  expect(closes(withRunning(last, candle(60 * 60, '1')))).toEqual([...closes(last), '1']);
  expect(withRunning(last, candle(0, '1'))).toBe(last);
  expect(withRunning(last, null)).toBe(last);
  expect(closes(withRunning([], candle(0, '1')))).toEqual(['1']);
});

import type { Candle } from '@sarraf/domain/contracts';
import { getParameters, type IndicatorKind, type Indicators } from './choice.ts';
import {
  computeBollingerBands,
  computeExponentialAverage,
  computeMacd,
  computeMovingAverage,
  computeRelativeStrength,
  type IndicatorValues,
} from './series.ts';

/** One line of an indicator. */
export interface IndicatorLine {
  key: string;
  kind: IndicatorKind;
  /** Index of its chart colour, of twelve. */
  hue: number;
  /** Bars from zero up and down instead of a line. */
  bars?: boolean;
  /** Parameters shown in its name; null for a line that another one names. */
  named: readonly number[] | null;
  points: IndicatorValues;
}

/** Kinds with a scale of their own, drawn below the prices in this order. */
export const OWN_PANES: readonly IndicatorKind[] = ['rsi', 'macd'];

type Line = Pick<IndicatorLine, 'hue' | 'points' | 'named' | 'bars'>;
type ComputeLines = (closes: readonly number[], values: readonly number[]) => Line[];

const createAverages =
  (average: typeof computeMovingAverage, hues: readonly number[]): ComputeLines =>
  (closes, values) =>
    values.map((length, at) => ({
      hue: hues[at] ?? 1,
      named: [length],
      points: average(closes, length),
    }));

const INDICATOR_FORMULAS: Record<Exclude<IndicatorKind, 'volume'>, ComputeLines> = {
  ma: createAverages(computeMovingAverage, [2, 7, 4]),
  ema: createAverages(computeExponentialAverage, [6, 10]),
  bollinger: (closes, values) => {
    const [length = 0, deviations = 0] = values;
    const { middle, upper, lower } = computeBollingerBands(closes, length, deviations);
    return [
      { hue: 9, named: values, points: middle },
      { hue: 9, named: null, points: upper },
      { hue: 9, named: null, points: lower },
    ];
  },
  rsi: (closes, values) => [
    { hue: 4, named: values, points: computeRelativeStrength(closes, values[0] ?? 0) },
  ],
  macd: (closes, values) => {
    const [fast = 0, slow = 0, smoothing = 0] = values;
    const { macd, signal, histogram } = computeMacd(closes, fast, slow, smoothing);
    return [
      { hue: 12, named: null, points: histogram, bars: true },
      { hue: 1, named: values, points: macd },
      { hue: 2, named: null, points: signal },
    ];
  },
};

/** Returns all chosen lines, each with one point per candle. */
export function computeIndicatorLines(indicators: Indicators, candles: readonly Candle[]): IndicatorLine[] {
  // Pixels, not money: floats are exact enough for drawing.
  const closes = candles.map(({ close }) => Number(close));
  return (Object.keys(INDICATOR_FORMULAS) as (keyof typeof INDICATOR_FORMULAS)[]).flatMap((kind) => {
    const { shown, values } = indicators[kind];
    if (!shown || values.length !== getParameters(kind).length) return [];
    return INDICATOR_FORMULAS[kind](closes, values).map((line, at) => ({
      ...line,
      key: `${kind} ${at}`,
      kind,
    }));
  });
}

/** Returns the candles with the running one merged in. */
export function appendRunningCandle(candles: readonly Candle[], live: Candle | null): readonly Candle[] {
  const last = candles.at(-1);
  if (!live || (last && live.time < last.time)) return candles;
  return [...(last?.time === live.time ? candles.slice(0, -1) : candles), live];
}

/**
 * An indicator's value at each candle; null with too few preceding candles. Pixels, not money: floats are
 * sufficient.
 */
export type IndicatorValues = readonly (number | null)[];

/** Returns the simple moving average of the last `length` values. */
export function computeMovingAverage(values: readonly number[], length: number): IndicatorValues {
  return values.map((_, at) => (at < length - 1 ? null : mean(values.slice(at - length + 1, at + 1))));
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the exponential moving average, which starts as the simple average of the first `length` values. */
export function computeExponentialAverage(values: readonly number[], length: number): IndicatorValues {
  const weight = 2 / (length + 1);
  let average: number | null = null;
  return values.map((value, at) => {
    if (at < length - 1) return null;
    average = average === null ? mean(values.slice(0, length)) : average + (value - average) * weight;
    return average;
  });
}

export interface Bands {
  middle: IndicatorValues;
  upper: IndicatorValues;
  lower: IndicatorValues;
}

/** Returns the Bollinger bands: the simple average, and `deviations` standard deviations above and below. */
export function computeBollingerBands(values: readonly number[], length: number, deviations: number): Bands {
  const middle = computeMovingAverage(values, length);
  const bandAt = (sign: 1 | -1): IndicatorValues =>
    middle.map((average, at) => {
      if (average === null) return null;
      const squares = values.slice(at - length + 1, at + 1).map((value) => (value - average) ** 2);
      return average + sign * deviations * Math.sqrt(mean(squares));
    });
  return { middle, upper: bandAt(1), lower: bandAt(-1) };
}

/** Returns Wilder's relative strength index, 0 to 100: rises against falls, smoothed over `length`. */
export function computeRelativeStrength(values: readonly number[], length: number): IndicatorValues {
  let [rise, fall] = [0, 0];
  return values.map((value, at) => {
    if (at === 0) return null;
    const step = value - (values[at - 1] ?? value);
    const [up, down] = [Math.max(step, 0), Math.max(-step, 0)];
    // The first average is simple; each later one is smoothed.
    const weight = at <= length ? 1 / length : (length - 1) / length;
    rise = at <= length ? rise + up * weight : rise * weight + up / length;
    fall = at <= length ? fall + down * weight : fall * weight + down / length;
    if (at < length) return null;
    return fall === 0 ? 100 : 100 - 100 / (1 + rise / fall);
  });
}

export interface MacdValues {
  macd: IndicatorValues;
  signal: IndicatorValues;
  histogram: IndicatorValues;
}

/** Returns the MACD: the fast average minus the slow one, its signal line, and their difference. */
export function computeMacd(
  values: readonly number[],
  fast: number,
  slow: number,
  smoothing: number,
): MacdValues {
  const slowAverage = computeExponentialAverage(values, slow);
  const macd = computeExponentialAverage(values, fast).map((fastValue, at) =>
    difference(fastValue, slowAverage[at]),
  );
  const knownValues = macd.filter((point) => point !== null);
  const smoothed = computeExponentialAverage(knownValues, smoothing);
  const missing = macd.length - knownValues.length;
  const signal = macd.map((_, at) => smoothed[at - missing] ?? null);
  return { macd, signal, histogram: macd.map((point, at) => difference(point, signal[at])) };
}

const difference = (a: number | null | undefined, b: number | null | undefined): number | null =>
  a === null || a === undefined || b === null || b === undefined ? null : a - b;

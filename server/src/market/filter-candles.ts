/** Plausibility check of a vendor's past candles. */
import { candleStart, INTERVAL_MS, type Interval } from './candles.ts';
import type { PastCandle, PastCandles } from './ports.ts';

export class ImplausibleCandlesError extends Error {
  override readonly name = 'ImplausibleCandlesError';
}

/** A wrong unit is a factor of ten, and no market opens at twice its last close, or at half of it. */
const MAX_PRICE_RATIO = 2n;

interface CandleCriteria {
  interval: Interval;
  from: number;
  to: number;
  /** The market's next price after `to`: one of our own prices, or one accepted before. */
  anchor: bigint;
  /** Possible divisors of the prices: the first that fits the anchor is used. */
  divisors?: readonly bigint[] | undefined;
}

/**
 * Aligns the vendor's candles to ours, oldest first. A candle that is impossible in itself, or far from the next
 * one, is left out. Divided prices are truncated.
 * @throws ImplausibleCandlesError when times don't increase, no divisor fits, or less than half of it is plausible.
 */
export function filterPlausibleCandles(
  { lengthMs, candles }: PastCandles,
  criteria: CandleCriteria,
): PastCandle[] {
  const { interval, from, to, anchor, divisors = [1n] } = criteria;
  if (candles.some(({ time }, i) => i > 0 && time <= (candles[i - 1]?.time ?? 0)))
    throw new ImplausibleCandlesError('times do not rise');
  const possible = candles.filter(isPossible);
  if (possible.length * 2 < candles.length) throw new ImplausibleCandlesError('impossible candles');
  const aligned = alignCandles(possible, lengthMs, interval).filter(({ time }) => time >= from && time < to);
  const newest = aligned.at(-1);
  if (!newest) return [];
  const divisor = divisors.find((by) => isNear(newest.close / by, anchor));
  if (divisor === undefined) throw new ImplausibleCandlesError(`${newest.close} is far from ${anchor}`);
  const plausible: PastCandle[] = [];
  let next = anchor;
  for (const candle of aligned.map((one) => divideCandle(one, divisor)).reverse()) {
    if (!isPossible(candle) || !isNear(candle.close, next)) continue;
    plausible.push(candle);
    next = candle.open;
  }
  if (plausible.length * 2 < aligned.length)
    throw new ImplausibleCandlesError(
      `${aligned.length - plausible.length} of ${aligned.length} are implausible`,
    );
  return plausible.reverse();
}

/** Joins candles that are shorter than ours; one that spans two of ours counts where its middle is. */
function alignCandles(candles: readonly PastCandle[], lengthMs: number, interval: Interval): PastCandle[] {
  const byTime = new Map<number, PastCandle>();
  for (const candle of candles) {
    const time = candleStart(candle.time + lengthMs / 2, INTERVAL_MS[interval]);
    const existing = byTime.get(time);
    if (!existing) {
      byTime.set(time, { ...candle, time });
      continue;
    }
    if (candle.high > existing.high) existing.high = candle.high;
    if (candle.low < existing.low) existing.low = candle.low;
    existing.close = candle.close;
  }
  return [...byTime.values()];
}

/** Whether a candle is possible; also false when it went far beyond both its open and its close. */
function isPossible({ open, high, low, close }: PastCandle): boolean {
  const [lower, upper] = open < close ? [open, close] : [close, open];
  return (
    low > 0n &&
    low <= lower &&
    high >= upper &&
    high <= upper * MAX_PRICE_RATIO &&
    lower <= low * MAX_PRICE_RATIO
  );
}

const isNear = (price: bigint, other: bigint): boolean =>
  price <= other * MAX_PRICE_RATIO && other <= price * MAX_PRICE_RATIO;

const divideCandle = ({ time, open, high, low, close }: PastCandle, divisor: bigint): PastCandle => ({
  time,
  open: open / divisor,
  high: high / divisor,
  low: low / divisor,
  close: close / divisor,
});

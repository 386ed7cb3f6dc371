/** Plausibility check of a vendor's past candles. */
import { candleStart, INTERVAL_MS, type Interval } from './candles.ts';
import type { PastCandle, PastCandles } from './ports.ts';

export class ImplausibleCandlesError extends Error {
  override readonly name = 'Unbelievable';
}

/** A wrong unit is a factor of ten, and no market opens at twice its last close, or at half of it. */
const BAND = 2n;

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
 * @throws Unbelievable when times don't increase, no divisor fits, or less than half of it is plausible.
 */
export function filterPlausibleCandles(
  { lengthMs, candles }: PastCandles,
  asked: CandleCriteria,
): PastCandle[] {
  const { interval, from, to, anchor, divisors = [1n] } = asked;
  if (candles.some(({ time }, i) => i > 0 && time <= (candles[i - 1]?.time ?? 0)))
    throw new ImplausibleCandlesError('times do not rise');
  const possible = candles.filter(isPossible);
  if (possible.length * 2 < candles.length) throw new ImplausibleCandlesError('impossible candles');
  const placed = inPlaces(possible, lengthMs, interval).filter(({ time }) => time >= from && time < to);
  const newest = placed.at(-1);
  if (!newest) return [];
  const divisor = divisors.find((by) => isNear(newest.close / by, anchor));
  if (divisor === undefined) throw new ImplausibleCandlesError(`${newest.close} is far from ${anchor}`);
  const believed: PastCandle[] = [];
  let next = anchor;
  for (const candle of placed.map((one) => divided(one, divisor)).reverse()) {
    if (!isPossible(candle) || !isNear(candle.close, next)) continue;
    believed.push(candle);
    next = candle.open;
  }
  if (believed.length * 2 < placed.length)
    throw new ImplausibleCandlesError(
      `${placed.length - believed.length} of ${placed.length} are implausible`,
    );
  return believed.reverse();
}

/** Joins candles that are shorter than ours; one that spans two of ours counts where its middle is. */
function inPlaces(candles: readonly PastCandle[], lengthMs: number, interval: Interval): PastCandle[] {
  const places = new Map<number, PastCandle>();
  for (const candle of candles) {
    const time = candleStart(candle.time + lengthMs / 2, INTERVAL_MS[interval]);
    const place = places.get(time);
    if (!place) {
      places.set(time, { ...candle, time });
      continue;
    }
    if (candle.high > place.high) place.high = candle.high;
    if (candle.low < place.low) place.low = candle.low;
    place.close = candle.close;
  }
  return [...places.values()];
}

/** Whether a candle is possible; also false when it went far beyond both its open and its close. */
function isPossible({ open, high, low, close }: PastCandle): boolean {
  const [lower, upper] = open < close ? [open, close] : [close, open];
  return low > 0n && low <= lower && high >= upper && high <= upper * BAND && lower <= low * BAND;
}

const isNear = (price: bigint, other: bigint): boolean => price <= other * BAND && other <= price * BAND;

const divided = ({ time, open, high, low, close }: PastCandle, by: bigint): PastCandle => ({
  time,
  open: open / by,
  high: high / by,
  low: low / by,
  close: close / by,
});

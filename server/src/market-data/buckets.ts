import { DAY_MS, HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import type { CandleInterval } from '@sarraf/domain/contracts';
import { type CandleClock, candleStart } from '../market/index.ts';

/** A candle in smallest units: prices and value in the quote's, volume in the coin's. */
export interface Bucket {
  /** Start of the candle, milliseconds since 1970. */
  time: number;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
  volume: bigint;
  value: bigint;
}

export const BUCKET_MS: Record<CandleInterval, number> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
};

/** Merges a later part of the same candle into an earlier one. */
export function mergeBuckets(earlier: Bucket, later: Bucket): Bucket {
  return {
    time: earlier.time,
    open: earlier.open,
    high: earlier.high > later.high ? earlier.high : later.high,
    low: earlier.low < later.low ? earlier.low : later.low,
    close: later.close,
    volume: earlier.volume + later.volume,
    value: earlier.value + later.value,
  };
}

/** Adds parts, ordered by time, to candles of a length. */
export function addToBuckets(
  candles: Map<number, Bucket>,
  parts: Iterable<Bucket>,
  stepMs: number,
  bounds?: CandleClock,
): void {
  for (const part of parts) {
    const time = candleStart(part.time, stepMs, bounds);
    const existing = candles.get(time);
    candles.set(time, existing ? mergeBuckets(existing, part) : { ...part, time });
  }
}

import { parseDecimal } from '@sarraf/domain';
import type { Candle, CandleInterval } from '@sarraf/domain/contracts';

/** The last price shown at the scale. */
export interface PriceTag {
  /** Decimal text. */
  price: string;
  /** True for the reference price: no trade for a day. Candles without trades are marked in any case. */
  reference: boolean;
}

const SCALE = 18;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Tehran's time zone, by which the server counts days: UTC+3:30 all year. */
export const TEHRAN_SHIFT = 3 * HOUR + 30 * MINUTE;
/** 1970-01-03 was a Saturday. */
const FIRST_SATURDAY = 2 * DAY;

const SECONDS: Record<CandleInterval, number> = {
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '30m': 30 * MINUTE,
  '1h': HOUR,
  '4h': 4 * HOUR,
  '1d': DAY,
  '1w': 7 * DAY,
};

/** Whether a candle is a day or longer. */
export const isDaily = (interval: CandleInterval): boolean => SECONDS[interval] >= DAY;

/** Returns when the candle of a moment begins; both in seconds since 1970. */
export function getCandleStart(time: number, interval: CandleInterval): number {
  const length = SECONDS[interval];
  const shift = interval === '1w' ? TEHRAN_SHIFT - FIRST_SATURDAY : length >= DAY ? TEHRAN_SHIFT : 0;
  return Math.floor((time + shift) / length) * length - shift;
}

/** Returns −1, 0 or 1. */
export function compareDecimals(a: string, b: string): number {
  const difference = (parseDecimal(a, SCALE) ?? 0n) - (parseDecimal(b, SCALE) ?? 0n);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Merges newer candles into old ones, oldest first, one per time. */
export function mergeCandles(old: readonly Candle[], newerCandles: readonly Candle[]): Candle[] {
  const from = newerCandles[0]?.time ?? Number.POSITIVE_INFINITY;
  return [...old.filter(({ time }) => time < from), ...newerCandles];
}

/**
 * Whether candles are missing between the loaded ones and newer ones. These begin with the last loaded one, unless
 * there are more than the thousand that a response has.
 */
export function isGapBetween(loaded: readonly Candle[], newerCandles: readonly Candle[]): boolean {
  const [last, first] = [loaded.at(-1), newerCandles[0]];
  return last !== undefined && first !== undefined && first.time > last.time;
}

/**
 * Returns the running candle: the loaded one, or a new one, updated with the running minute. Its volume is as old
 * as the loaded one, except for minutes, whose volume the stream sends in full.
 */
export function updateRunningCandle(
  last: Candle | undefined,
  minute: Candle,
  interval: CandleInterval,
): Candle | null {
  const time = getCandleStart(minute.time, interval);
  if (!last || time > last.time) return { ...minute, time };
  if (time < last.time) return null;
  // A candle with trades is made of trades alone, as on the server.
  if (hasTrades(last) && !hasTrades(minute)) return null;
  if (hasTrades(minute) && !hasTrades(last)) return { ...minute, time };
  return {
    ...last,
    high: compareDecimals(minute.high, last.high) > 0 ? minute.high : last.high,
    low: compareDecimals(minute.low, last.low) < 0 ? minute.low : last.low,
    close: minute.close,
    volume: interval === '1m' ? minute.volume : last.volume,
  };
}

/** Whether there were trades; otherwise the candle shows the reference price. */
export const hasTrades = ({ volume }: Candle): boolean => /[1-9]/.test(volume);

import { COINS, type Coin, DAY_MS, HOUR_MS, MINUTE_MS, QUOTES, type Quote } from '@sarraf/domain';

/** Stored lengths. Days only for times before this server's own prices. */
export type Interval = '1m' | '1h' | '1d';

export interface MarketKey {
  coin: Coin;
  quote: Quote;
}

/** Reference mid prices of one coin over an interval, quote smallest units. */
export interface ReferenceCandle extends MarketKey {
  /** When it starts, milliseconds since 1970. */
  time: number;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
}

export const WEEK_MS = 7 * DAY_MS;
export const INTERVAL_MS: Record<Interval, number> = { '1m': MINUTE_MS, '1h': HOUR_MS, '1d': DAY_MS };

/** Source of longer candles of both clocks; rolled up here and never requested from vendors. */
export const HALF_HOUR = { interval: '30m', ms: 30 * MINUTE_MS } as const;
export type Kept = Interval | typeof HALF_HOUR.interval;

/** Every market that has a reference price: each coin in Toman and, but for TETHER itself, in Tether. */
export const MARKETS: readonly MarketKey[] = COINS.flatMap((coin) =>
  QUOTES.filter((quote) => (quote as string) !== coin).map((quote) => ({ coin, quote })),
);

/**
 * Midnight before a Saturday in Tehran, where candles of every length start, so that an hour is one of Tehran's
 * clock, a day starts at its midnight and a week on Saturday. Tehran is 3:30 ahead of UTC all year (since 2022).
 */
export const CANDLE_ORIGIN = Date.UTC(1970, 0, 2, 20, 30);

/** The clock by which candles start. Up to half an hour both are the same. */
export type Bounds = 'TEHRAN' | 'UTC';

/** The origin by UTC: midnight before a Monday. */
export const ORIGINS: Readonly<Record<Bounds, number>> = {
  TEHRAN: CANDLE_ORIGIN,
  UTC: Date.UTC(1970, 0, 5),
};

export function candleStart(at: number, lengthMs: number, bounds: Bounds = 'TEHRAN'): number {
  const over = (at - ORIGINS[bounds]) % lengthMs;
  return at - (over < 0 ? over + lengthMs : over);
}

/** An hour of minutes that could not be written is retained for retries; then the oldest are dropped. */
const MAX_WAITING = MARKETS.length * 60;

/** Aggregates prices into candles of one length. */
export class CandleMaker {
  readonly #lengthMs: number;
  readonly #open = new Map<string, ReferenceCandle>();
  #closed: ReferenceCandle[] = [];

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs;
  }

  add({ coin, quote }: MarketKey, price: bigint, at: number): void {
    const time = candleStart(at, this.#lengthMs);
    const key = `${coin}_${quote}`;
    const candle = this.#open.get(key);
    if (candle?.time === time) {
      if (price > candle.high) candle.high = price;
      if (price < candle.low) candle.low = price;
      candle.close = price;
      return;
    }
    if (candle) this.#closed.push(candle);
    this.#open.set(key, { coin, quote, time, open: price, high: price, low: price, close: price });
  }

  /** Removes and returns the candles that ended by `now`. */
  take(now: number): ReferenceCandle[] {
    for (const [key, candle] of this.#open) {
      if (candle.time + this.#lengthMs > now) continue;
      this.#open.delete(key);
      this.#closed.push(candle);
    }
    const done = this.#closed;
    this.#closed = [];
    return done;
  }

  /** Requeues candles that could not be written. */
  putBack(candles: readonly ReferenceCandle[]): void {
    this.#closed = [...candles, ...this.#closed].slice(-MAX_WAITING);
  }

  /** Removes and returns all candles, including the current ones. */
  takeAll(): ReferenceCandle[] {
    return this.take(Number.POSITIVE_INFINITY);
  }
}

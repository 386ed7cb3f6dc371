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
export type StoredInterval = Interval | typeof HALF_HOUR.interval;

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
export type CandleClock = 'TEHRAN' | 'UTC';

/** The origin by UTC: midnight before a Monday. */
export const ORIGIN_BY_CLOCK: Readonly<Record<CandleClock, number>> = {
  TEHRAN: CANDLE_ORIGIN,
  UTC: Date.UTC(1970, 0, 5),
};

export function candleStart(at: number, lengthMs: number, bounds: CandleClock = 'TEHRAN'): number {
  const offset = (at - ORIGIN_BY_CLOCK[bounds]) % lengthMs;
  return at - (offset < 0 ? offset + lengthMs : offset);
}

/** An hour of minutes that could not be written is retained for retries; then the oldest are dropped. */
const MAX_UNWRITTEN = MARKETS.length * 60;

/** Aggregates prices into candles of one length. */
export class CandleAggregator {
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
  takeEnded(now: number): ReferenceCandle[] {
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
  requeue(candles: readonly ReferenceCandle[]): void {
    this.#closed = [...candles, ...this.#closed].slice(-MAX_UNWRITTEN);
  }

  /** Removes and returns all candles, including the current ones. */
  takeAll(): ReferenceCandle[] {
    return this.takeEnded(Number.POSITIVE_INFINITY);
  }
}

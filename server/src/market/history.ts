import type { Coin, Quote } from '@sarraf/domain';
import { DAY_MS } from '@sarraf/domain';
import type { Queryable } from '../platform/database/database.ts';
import { MARKETS, WEEK_MS } from './candles.ts';
import { readCloses } from './store.ts';

/** Points of a mini chart (requirements §9). */
export const WEEK_POINTS = 20;

/** The value of each market a day and a week ago, from its candles, in memory. Quote smallest units. */
export class ReferenceHistory {
  /** Increases with each load. */
  version = 0;
  #dayAgo = new Map<string, bigint>();
  #week = new Map<string, bigint[]>();

  async load(db: Queryable, now: number): Promise<void> {
    // The newest point is the current price, which no candle has yet.
    const moments = Array.from({ length: WEEK_POINTS - 1 }, (_, i) =>
      Math.round(now - WEEK_MS + (i * WEEK_MS) / (WEEK_POINTS - 1)),
    );
    const yesterday = [now - DAY_MS];
    const [hourly, exact, rough] = await Promise.all([
      readCloses(db, MARKETS, '1h', moments, '1 day'),
      readCloses(db, MARKETS, '1m', yesterday, '10 minutes'),
      readCloses(db, MARKETS, '1h', yesterday, '3 hours'),
    ]);
    const week = new Map<string, bigint[]>();
    for (const { coin, quote, close } of hourly) {
      const points = week.get(`${coin}_${quote}`);
      if (points) points.push(close);
      else week.set(`${coin}_${quote}`, [close]);
    }
    this.version += 1;
    this.#week = week;
    this.#dayAgo = new Map([...rough, ...exact].map(({ coin, quote, close }) => [`${coin}_${quote}`, close]));
  }

  getDayAgo(coin: Coin, quote: Quote): bigint | null {
    return this.#dayAgo.get(`${coin}_${quote}`) ?? null;
  }

  /**
   * Returns 20 prices, oldest first, the last one `current`. If the candles don't reach back a week yet, the oldest
   * known price is used for what is missing. Empty when nothing is known at all.
   */
  getWeek(coin: Coin, quote: Quote, current: bigint | null): bigint[] {
    const earlierPoints = this.#week.get(`${coin}_${quote}`) ?? [];
    const points = current === null ? earlierPoints : [...earlierPoints, current];
    const [oldest] = points;
    if (oldest === undefined) return [];
    return [...Array<bigint>(Math.max(0, WEEK_POINTS - points.length)).fill(oldest), ...points];
  }
}

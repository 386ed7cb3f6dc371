import type { Coin, Quote } from '@sarraf/domain';
import { DAY_MS, MINUTE_MS } from '@sarraf/domain';
import type { Db } from '../platform/database/database.ts';
import { readBookState, readFills } from '../trading/index.ts';
import { addToBuckets, type Bucket } from './buckets.ts';
import { dayStart } from './recent-minutes.ts';
import { findLastPriceBefore, readMinutes, readMinutesOfFills } from './store.ts';
import { MAX_TRADES, MarketView } from './view.ts';

/** Loads a market from the database. */
export async function loadView(db: Db, coin: Coin, quote: Quote, now: number): Promise<MarketView> {
  const since = new Date(dayStart(now));
  const before = await findLastPriceBefore(db, coin, quote, {
    before: since,
    oldest: new Date(since.getTime() - DAY_MS),
  });
  // Read before the order book, so that no fill is counted here that the order book lacks.
  const counted = await readMinutes(db, coin, quote, since);
  const bookState = await readBookState(db, coin, quote);
  const [uncounted, fills] = await Promise.all([
    readMinutesOfFills(db, coin, quote, counted.fill, bookState.fill),
    readFills(db, coin, quote, { before: bookState.fill + 1, limit: MAX_TRADES }),
  ]);
  const minutes = new Map<number, Bucket>();
  addToBuckets(minutes, [...counted.minutes, ...uncounted], MINUTE_MS);
  return new MarketView(coin, quote, {
    ...bookState,
    trades: fills.map((fill) => ({ ...fill, at: fill.at.getTime() })),
    minutes: [...minutes.values()].sort((a, b) => a.time - b.time),
    before,
  });
}

import type { Coin, Quote } from '@sarraf/domain';
import type { Db } from '../../platform/database/database.ts';
import { readStale } from '../../platform/reads/reads.ts';
import { readFills } from '../../trading/index.ts';
import type { MarketTrade, MarketView } from '../view.ts';

/**
 * Returns the trades of a time range (milliseconds, both ends included), newest first, found by their numbers,
 * whose times only increase.
 */
export async function listTradesWithin(
  db: Db,
  view: MarketView,
  { from, to, limit }: { from: number | null; to: number | null; limit: number },
): Promise<MarketTrade[]> {
  const isInRange = ({ at }: MarketTrade) => (from === null || at >= from) && (to === null || at <= to);
  const recent = view.trades;
  const oldest = recent.at(-1);
  const isCovered = oldest === undefined || oldest.number === 1 || (from !== null && oldest.at < from);
  if (isCovered || (to === null && recent.length >= limit)) return recent.filter(isInRange).slice(0, limit);
  const { coin, quote } = view;
  return readStale(db, async (on) => {
    const before = to === null ? null : await findFirstAfter(on, coin, quote, view.fill, to);
    const fills = await readFills(on, coin, quote, { before, limit });
    return fills.map((fill) => ({ ...fill, at: fill.at.getTime() })).filter(isInRange);
  });
}

/**
 * Returns the number of the first trade later than a moment, or one beyond the last if there is none. Binary
 * search.
 */
async function findFirstAfter(
  db: Db,
  coin: Coin,
  quote: Quote,
  last: number,
  moment: number,
): Promise<number> {
  let [low, high] = [1, last + 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const [fill] = await readFills(db, coin, quote, { before: middle + 1, limit: 1 });
    if (fill && fill.at.getTime() <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

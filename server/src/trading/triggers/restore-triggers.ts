import { formatMarketType } from '@sarraf/domain';
import type { MarketBook, OpenOrder } from '../book/market-book.ts';
import { computeTrailStart, waitsForTrigger } from './trigger.ts';
import type { MarketExtreme } from './trigger-store.ts';

/** Adds waiting orders to the index of their market, each with the best price that it has seen since it was placed. */
export function restoreTriggers(
  orders: Iterable<OpenOrder>,
  markets: ReadonlyMap<string, MarketBook>,
  extremes: readonly MarketExtreme[],
): void {
  const extremesByKey = new Map<string, MarketExtreme[]>();
  for (const extreme of extremes) {
    const key = extremeKey(extreme);
    const sameKey = extremesByKey.get(key);
    if (sameKey) sameKey.push(extreme);
    else extremesByKey.set(key, [extreme]);
  }
  for (const order of orders) {
    const { row, side, sequence } = order;
    if (!row.trigger || !waitsForTrigger(row)) continue;
    const { by, price, distance } = row.trigger;
    const market = markets.get(formatMarketType(row.coin, row.quote));
    if (distance === null || price === null || by === null) {
      market?.triggers.add(order);
      continue;
    }
    let best = computeTrailStart(side, price, distance);
    for (const extreme of extremesByKey.get(extremeKey({ ...row, by, side })) ?? [])
      if (sequence <= extreme.sequence && extreme.price > best === (side === 'sell')) best = extreme.price;
    market?.triggers.add(order, best);
  }
}

const extremeKey = ({ coin, quote, by, side }: Omit<MarketExtreme, 'sequence' | 'price'>): string =>
  `${coin} ${quote} ${by} ${side}`;

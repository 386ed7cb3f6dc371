import { marketType } from '@sarraf/domain';
import type { MarketBook, OpenOrder } from '../book/market-book.ts';
import { trailStart, waitsForTrigger } from './trigger.ts';
import type { MarketExtreme } from './trigger-store.ts';

/** Adds waiting orders to the index of their market, each with the best price that it has seen since it was placed. */
export function addWaiting(
  orders: Iterable<OpenOrder>,
  markets: ReadonlyMap<string, MarketBook>,
  extremes: readonly MarketExtreme[],
): void {
  const known = new Map<string, MarketExtreme[]>();
  for (const extreme of extremes) {
    const key = keyOf(extreme);
    const same = known.get(key);
    if (same) same.push(extreme);
    else known.set(key, [extreme]);
  }
  for (const order of orders) {
    const { row, side, sequence } = order;
    if (!row.trigger || !waitsForTrigger(row)) continue;
    const { by, price, distance } = row.trigger;
    const market = markets.get(marketType(row.coin, row.quote));
    if (distance === null || price === null || by === null) {
      market?.triggers.add(order);
      continue;
    }
    let best = trailStart(side, price, distance);
    for (const extreme of known.get(keyOf({ ...row, by, side })) ?? [])
      if (sequence <= extreme.sequence && extreme.price > best === (side === 'sell')) best = extreme.price;
    market?.triggers.add(order, best);
  }
}

const keyOf = ({ coin, quote, by, side }: Omit<MarketExtreme, 'sequence' | 'price'>): string =>
  `${coin} ${quote} ${by} ${side}`;

import { computeTrailingTrigger, formatDecimal, parseDecimal, scaleOf } from '@sarraf/domain';
import type { Order, PublicTrade } from '@sarraf/domain/contracts';
import { getPriceDecimals } from '../market/use-market.ts';
import { summarizeOrder } from './order.ts';
import { getCondition } from './sorts.ts';

/**
 * Returns the current trigger price of a trailing stop as decimal text: the server's, or one derived from a better
 * trade since it was placed. For one that follows the reference price always the server's. Null: not a trailing
 * stop, or already triggered.
 */
export function formatTrailedPrice(order: Order, trades: readonly PublicTrade[]): string | null {
  const condition = getCondition(order);
  const { side, market } = summarizeOrder(order);
  if (condition?.of !== 'trail' || !market) return null;
  const scale = scaleOf(market.quote);
  const distance = parseDecimal(condition.distance, scale);
  const serverPrice = parseDecimal(condition.price, scale);
  if (condition.by !== 'LAST' || distance === null || serverPrice === null) return condition.price;
  let stop: bigint = serverPrice;
  for (const { unitPrice, createdAtDateTime } of trades) {
    const price = parseDecimal(unitPrice, scale);
    if (price === null || createdAtDateTime <= order.createdAtDateTime) continue;
    const candidate = computeTrailingTrigger(side, price, distance);
    if (side === 'sell' ? candidate > stop : candidate < stop) stop = candidate;
  }
  return stop === serverPrice ? condition.price : formatDecimal(stop, scale, getPriceDecimals(market));
}

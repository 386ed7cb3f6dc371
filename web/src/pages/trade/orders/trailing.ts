import { formatDecimal, parseDecimal, scaleOf, trailedPrice } from '@sarraf/domain';
import type { Order, PublicTrade } from '@sarraf/domain/contracts';
import { decimalsOf } from '../market/use-market.ts';
import { summarizeOrder } from './order.ts';
import { conditionOf } from './sorts.ts';

/**
 * Returns the current trigger price of a trailing stop as decimal text: the server's, or one derived from a better
 * trade since it was placed. For one that follows the reference price always the server's. Null: not a trailing
 * stop, or already triggered.
 */
export function trailedText(order: Order, trades: readonly PublicTrade[]): string | null {
  const condition = conditionOf(order);
  const { side, market } = summarizeOrder(order);
  if (condition?.of !== 'trail' || !market) return null;
  const scale = scaleOf(market.quote);
  const distance = parseDecimal(condition.distance, scale);
  const read = parseDecimal(condition.price, scale);
  if (condition.by !== 'LAST' || distance === null || read === null) return condition.price;
  let stop: bigint = read;
  for (const { unitPrice, createdAtDateTime } of trades) {
    const price = parseDecimal(unitPrice, scale);
    if (price === null || createdAtDateTime <= order.createdAtDateTime) continue;
    const behind = trailedPrice(side, price, distance);
    if (side === 'sell' ? behind > stop : behind < stop) stop = behind;
  }
  return stop === read ? condition.price : formatDecimal(stop, scale, decimalsOf(market));
}

import { formatDecimal, type OrderTerms, parseDecimal, roundToNearestTick, scaleOf } from '@sarraf/domain';
import type { BodyOf, Order, placeOrder } from '@sarraf/domain/contracts';
import { summarizeOrder } from './order.ts';

/**
 * Whether an order waits alone for a fixed price. Orders of a group are linked, a trailing stop has no fixed price,
 * and for a market purchase it isn't known whether it has an amount or a total.
 */
export const isMovableStop = ({ trigger, group, orderType }: Order): boolean =>
  trigger !== null &&
  trigger.triggeredAt === null &&
  (trigger.kind === 'STOP' || trigger.kind === 'TAKE_PROFIT') &&
  group === null &&
  orderType !== 'MARKET_BUY';

/**
 * Returns the same order with another trigger price; its limit keeps its distance from it. Null: the resulting
 * order is impossible.
 */
export function buildMovedStop(
  order: Order,
  price: bigint,
  { tick, quote }: OrderTerms,
): BodyOf<typeof placeOrder> | null {
  const { trigger, marketType, orderType, amount, selfTradePrevention } = order;
  if (!isMovableStop(order) || !trigger?.price || trigger.by === null) return null;
  const scale = scaleOf(quote);
  const previousPrice = parseDecimal(trigger.price, scale);
  const limit = parseDecimal(order.unitPrice, scale);
  if (previousPrice === null || limit === null) return null;
  const newPrice = roundToNearestTick(price, tick);
  const newLimit = limit + newPrice - previousPrice;
  if (newLimit <= 0n) return null;
  return {
    marketType,
    orderType: orderType as 'LIMITED_BUY',
    amount,
    ...(summarizeOrder(order).mode === 'LIMITED' && { unitPrice: formatDecimal(newLimit, scale) }),
    trigger: { kind: trigger.kind as 'STOP', by: trigger.by, price: formatDecimal(newPrice, scale) },
    ...(selfTradePrevention !== null && selfTradePrevention !== 'NEWEST' && { selfTradePrevention }),
  };
}

import { triggersOnRise } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import { summarizeOrder } from './order.ts';

/** The order's type, as its owner chose it. */
export type OrderTypeKey =
  | 'limit'
  | 'market'
  | 'quick'
  | 'stopLimit'
  | 'stopMarket'
  | 'takeLimit'
  | 'takeMarket'
  | 'trailing'
  | 'profit';

export function getOrderTypeKey(order: Order): OrderTypeKey {
  const { mode } = summarizeOrder(order);
  if (mode === 'EXCHANGE') return 'quick';
  const limited = mode === 'LIMITED';
  switch (order.trigger?.kind) {
    case undefined:
      return limited ? 'limit' : 'market';
    case 'STOP':
      return limited ? 'stopLimit' : 'stopMarket';
    case 'TAKE_PROFIT':
      return limited ? 'takeLimit' : 'takeMarket';
    case 'TRAILING_STOP':
      return 'trailing';
    // A bracket's sale with a profit, which waits for its purchase.
    default:
      return 'profit';
  }
}

/** The condition that a dormant order waits for; null: none. */
export type TriggerCondition =
  | { of: 'rise' | 'fall'; price: string; by: 'LAST' | 'REFERENCE' }
  | { of: 'trail'; price: string; distance: string; by: 'LAST' | 'REFERENCE' }
  | { of: 'entry' };

export function getCondition(order: Order): TriggerCondition | null {
  const { trigger } = order;
  if (!trigger || trigger.triggeredAt !== null) return null;
  if (trigger.by === null || trigger.price === null) return { of: 'entry' };
  const { by, price, distance, trailsAt, kind } = trigger;
  if (distance !== null) return { of: 'trail', price: trailsAt ?? price, distance, by };
  return { of: triggersOnRise(summarizeOrder(order).side, kind) ? 'rise' : 'fall', price, by };
}

/** The position of an order within its group in a list: the first names the group, the others are attached to it. */
export interface GroupedOrder {
  order: Order;
  group: { kind: 'oco' | 'bracket'; first: boolean } | null;
}

/** Lists the orders of a group together, at the position of its first one. */
export function groupOrders(rows: readonly Order[]): GroupedOrder[] {
  const members = new Map<string, Order[]>();
  for (const order of rows) {
    if (order.group === null) continue;
    members.set(order.group, [...(members.get(order.group) ?? []), order]);
  }
  const groupedOrders: GroupedOrder[] = [];
  for (const order of rows) {
    if (order.group === null) {
      groupedOrders.push({ order, group: null });
      continue;
    }
    const groupMembers = members.get(order.group);
    if (!groupMembers) continue;
    members.delete(order.group);
    const kind = groupMembers.some(belongsToBracket) ? 'bracket' : 'oco';
    // The order that trades first comes first: an OCO's limit, a bracket's purchase.
    const ranked = [...groupMembers].sort((a, b) => getRank(a) - getRank(b));
    ranked.forEach((member, index) => {
      groupedOrders.push({ order: member, group: { kind, first: index === 0 } });
    });
  }
  return groupedOrders;
}

/** Whether an order belongs to a bracket: a purchase next to sales, or a sale that waits for one. */
const belongsToBracket = (order: Order, _: number, all: readonly Order[]): boolean =>
  order.trigger?.kind === 'ENTRY' ||
  all.some((other) => summarizeOrder(other).side !== summarizeOrder(order).side);

const getRank = ({ trigger }: Order): number => (trigger === null ? 0 : trigger.kind === 'ENTRY' ? 1 : 2);

/** Whether an order can be changed in place; one that waits or is linked must be cancelled and placed again. */
export const isChangeable = ({ trigger, group, orderType }: Order): boolean =>
  trigger === null && group === null && orderType.startsWith('LIMITED_');

import { waitsForRise } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import { summarizeOrder } from './order.ts';

/** The order's type, as its owner chose it. */
export type Sort =
  | 'limit'
  | 'market'
  | 'quick'
  | 'stopLimit'
  | 'stopMarket'
  | 'takeLimit'
  | 'takeMarket'
  | 'trailing'
  | 'profit';

export function sortOf(order: Order): Sort {
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
export type Condition =
  | { of: 'rise' | 'fall'; price: string; by: 'LAST' | 'REFERENCE' }
  | { of: 'trail'; price: string; distance: string; by: 'LAST' | 'REFERENCE' }
  | { of: 'entry' };

export function conditionOf(order: Order): Condition | null {
  const { trigger } = order;
  if (!trigger || trigger.triggeredAt !== null) return null;
  if (trigger.by === null || trigger.price === null) return { of: 'entry' };
  const { by, price, distance, trailsAt, kind } = trigger;
  if (distance !== null) return { of: 'trail', price: trailsAt ?? price, distance, by };
  return { of: waitsForRise(summarizeOrder(order).side, kind) ? 'rise' : 'fall', price, by };
}

/** The position of an order within its group in a list: the first names the group, the others are attached to it. */
export interface GroupPlace {
  order: Order;
  group: { kind: 'oco' | 'bracket'; first: boolean } | null;
}

/** Lists the orders of a group together, at the position of its first one. */
export function placesInGroups(rows: readonly Order[]): GroupPlace[] {
  const members = new Map<string, Order[]>();
  for (const order of rows) {
    if (order.group === null) continue;
    members.set(order.group, [...(members.get(order.group) ?? []), order]);
  }
  const places: GroupPlace[] = [];
  for (const order of rows) {
    if (order.group === null) {
      places.push({ order, group: null });
      continue;
    }
    const all = members.get(order.group);
    if (!all) continue;
    members.delete(order.group);
    const kind = all.some(isOfBracket) ? 'bracket' : 'oco';
    // The order that trades first comes first: an OCO's limit, a bracket's purchase.
    const led = [...all].sort((a, b) => rank(a) - rank(b));
    led.forEach((one, index) => {
      places.push({ order: one, group: { kind, first: index === 0 } });
    });
  }
  return places;
}

/** Whether an order belongs to a bracket: a purchase next to sales, or a sale that waits for one. */
const isOfBracket = (order: Order, _: number, all: readonly Order[]): boolean =>
  order.trigger?.kind === 'ENTRY' ||
  all.some((other) => summarizeOrder(other).side !== summarizeOrder(order).side);

const rank = ({ trigger }: Order): number => (trigger === null ? 0 : trigger.kind === 'ENTRY' ? 1 : 2);

/** Whether an order can be changed in place; one that waits or is linked must be cancelled and placed again. */
export const isChangeable = ({ trigger, group, orderType }: Order): boolean =>
  trigger === null && group === null && orderType.startsWith('LIMITED_');

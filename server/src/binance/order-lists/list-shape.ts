import type { Order } from '@sarraf/domain/contracts';
import { orderNumberOf } from '../order-numbers.ts';
import { orderCore } from '../order-shape.ts';

/** Orders that end each other, in the order of their ids. */
export interface OrderList {
  /** Id of the group. */
  id: string;
  /** Client id of the list; null: none, so ours is returned. */
  clientId: string | null;
  orders: readonly Order[];
}

/** A bracket's sales become active once its purchase has ended: one triggers the others. */
const kindOf = ({ orders }: OrderList): 'OCO' | 'OTO' =>
  orders.some(({ trigger }) => trigger?.kind === 'ENTRY') ? 'OTO' : 'OCO';

export const isDone = ({ orders }: OrderList): boolean =>
  orders.every(({ orderStatus }) => orderStatus !== 'IS_OPEN');

/** A list in a reply. `time`: milliseconds since 1970; unset: when it was placed. */
export function listShape(list: OrderList, time?: number) {
  const [first] = list.orders;
  if (!first) throw new Error(`list ${list.id} has no orders`);
  const done = isDone(list);
  return {
    orderListId: orderNumberOf(list.id),
    contingencyType: kindOf(list),
    listStatusType: done ? 'ALL_DONE' : 'EXEC_STARTED',
    listOrderStatus: done ? 'ALL_DONE' : 'EXECUTING',
    listClientOrderId: list.clientId ?? list.id,
    transactionTime: time ?? Date.parse(first.createdAtDateTime),
    symbol: orderCore(first).symbol,
    orders: list.orders.map((order) => {
      const { symbol, orderId, clientOrderId } = orderCore(order);
      return { symbol, orderId, clientOrderId };
    }),
  };
}

/** Returns the list as an event of the user data stream. */
export function listEvent(list: OrderList, now: number) {
  const told = listShape(list, now);
  return {
    e: 'listStatus',
    E: now,
    s: told.symbol,
    g: told.orderListId,
    c: told.contingencyType,
    l: told.listStatusType,
    L: told.listOrderStatus,
    r: 'NONE',
    C: told.listClientOrderId,
    T: now,
    O: told.orders.map(({ symbol: s, orderId: i, clientOrderId: c }) => ({ s, i, c })),
  };
}

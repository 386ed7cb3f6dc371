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
  const isDoneNow = isDone(list);
  return {
    orderListId: orderNumberOf(list.id),
    contingencyType: kindOf(list),
    listStatusType: isDoneNow ? 'ALL_DONE' : 'EXEC_STARTED',
    listOrderStatus: isDoneNow ? 'ALL_DONE' : 'EXECUTING',
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
  const listReply = listShape(list, now);
  return {
    e: 'listStatus',
    E: now,
    s: listReply.symbol,
    g: listReply.orderListId,
    c: listReply.contingencyType,
    l: listReply.listStatusType,
    L: listReply.listOrderStatus,
    r: 'NONE',
    C: listReply.listClientOrderId,
    T: now,
    O: listReply.orders.map(({ symbol: s, orderId: i, clientOrderId: c }) => ({ s, i, c })),
  };
}

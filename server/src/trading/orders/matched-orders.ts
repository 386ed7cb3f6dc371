/** What each command that matches an order does to the orders that it met: those that were filled, or that ended. */
import type { OrderUpdate } from '../book/change-book.ts';
import type { MarketBook, OpenOrder } from '../book/market-book.ts';
import type { OrderBooks } from '../quick/exchange.ts';
import { insertFill, updateFilled, updateOrder } from './open-order-store.ts';
import type { MatchSettlement } from './settle-match.ts';

type MetOrders = Pick<MatchSettlement, 'makers' | 'ended'>;

/** Returns the rows that store the fills and the orders. */
export const rowsOfMatch = (
  { fills, makers, ended }: MetOrders & Pick<MatchSettlement, 'fills'>,
  at: Date,
) => [
  ...fills.map(insertFill),
  ...makers.flatMap((maker) => updateFilled(maker, at)),
  ...ended.map((end) => updateOrder(end.row, at)),
];

/** Updates the orders in memory. `inBook`: one of those that ended, which the match has left on the book. */
export function applyToMetOrders(
  exchange: OrderBooks,
  market: MarketBook,
  { makers, ended }: MetOrders,
  inBook?: OpenOrder,
): void {
  for (const { order, row } of makers) {
    order.row = row;
    if (row.orderStatus !== 'IS_OPEN') exchange.removeEnded(market, order, false);
  }
  for (const { order, row } of ended) {
    order.row = row;
    exchange.removeEnded(market, order, order === inBook);
  }
}

/** Returns what their owners are told. */
export const updatesOfMetOrders = ({ makers, ended }: MetOrders): OrderUpdate[] => [
  ...makers.map(({ row, order }) => ({ row, inviterId: order.inviterId })),
  ...ended.map(({ row }) => ({ row, inviterId: null })),
];

import { AppError, calculateHold, notionalOf } from '@sarraf/domain';
import type { Decision } from '../../ledger/index.ts';
import { announceOrders, buildBookUpdate } from '../book/change-book.ts';
import type { OpenOrder } from '../book/market-book.ts';
import { reducedManner, shownOf } from '../book/slices.ts';
import { updateAmount, updateFilled } from './open-order-store.ts';
import { type OrderRow, orderDto } from './order.ts';
import type { OrderDeps } from './order-deps.ts';
import { TradeTransfers } from './settle-match.ts';

/**
 * Reduces an open order's amount, optionally with a new client order id: it keeps its priority, and the money that
 * is no longer needed is released. Pure.
 *
 * MARKET_IS_NOT_ACTIVE, AMOUNT_NOT_ALLOWED, AMOUNT_IS_LOW.
 */
export function decideReduce(
  deps: Pick<OrderDeps, 'exchange' | 'market' | 'bus'>,
  order: OpenOrder,
  { amount, clientOrderId, at }: { amount: bigint; clientOrderId: string | null; at: Date },
): Decision {
  const { exchange, bus } = deps;
  const { row: old, side, wage } = order;
  const { coin, quote, unitPrice, executedAmount } = old;
  const terms = deps.market.orderTerms(coin, quote);
  const market = exchange.market(coin, quote);
  if (terms === null || market === undefined) throw new AppError('MARKET_IS_NOT_ACTIVE');
  const by = old.amount - amount;
  if (by > 0n && amount % terms.lot !== 0n) throw new AppError('AMOUNT_NOT_ALLOWED');
  if (by > 0n && notionalOf(coin, amount, unitPrice) < terms.minNotional) throw new AppError('AMOUNT_IS_LOW');
  const row: OrderRow = {
    ...old,
    amount,
    reserved: calculateHold(side, coin, amount - executedAmount, unitPrice, wage, old),
    manner: reducedManner(
      old.manner.clientOrderId === clientOrderId ? old.manner : { ...old.manner, clientOrderId },
      amount - executedAmount,
    ),
  };
  const moves = new TradeTransfers(market);
  moves.release(row, old.reserved - row.reserved);
  const step =
    by > 0n
      ? buildBookUpdate(
          market,
          [{ side, price: unitPrice, delta: shownOf(row) - shownOf(old) }],
          null,
          at.getTime(),
        )
      : undefined;
  const shown = orderDto(row);
  return {
    transfers: moves.transfers,
    rows: [updateAmount(row), ...updateFilled({ row }, at), ...(step ? [step.row] : [])],
    reply: JSON.stringify({ status: 'OK', message: 'order reduced', baseDTO: shown }),
    applied() {
      if (by > 0n) market.reduce(order, by);
      exchange.rename(order, row);
      if (step) Object.assign(market.head, step.head);
    },
    durable() {
      if (step) bus.publish('book', step.change);
      announceOrders(bus, [{ row, inviterId: null, shown }]);
    },
  };
}

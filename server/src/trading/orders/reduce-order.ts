import { AppError, calculateHold, computeNotional } from '@sarraf/domain';
import type { Decision } from '../../ledger/index.ts';
import { buildBookUpdate, publishOrders } from '../book/change-book.ts';
import type { OpenOrder } from '../book/market-book.ts';
import { getDisplayedAmount, toReducedManner } from '../book/slices.ts';
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
export function decideReduction(
  deps: Pick<OrderDeps, 'exchange' | 'market' | 'bus'>,
  order: OpenOrder,
  { amount, clientOrderId, at }: { amount: bigint; clientOrderId: string | null; at: Date },
): Decision {
  const { exchange, bus } = deps;
  const { row: old, side, feeRate } = order;
  const { coin, quote, unitPrice, executedAmount } = old;
  const terms = deps.market.orderTerms(coin, quote);
  const market = exchange.findMarket(coin, quote);
  if (terms === null || market === undefined) throw new AppError('MARKET_IS_NOT_ACTIVE');
  const reduction = old.amount - amount;
  if (reduction > 0n && amount % terms.lot !== 0n) throw new AppError('AMOUNT_NOT_ALLOWED');
  if (reduction > 0n && computeNotional(coin, amount, unitPrice) < terms.minNotional)
    throw new AppError('AMOUNT_IS_LOW');
  const row: OrderRow = {
    ...old,
    amount,
    reserved: calculateHold(side, coin, amount - executedAmount, unitPrice, feeRate, old),
    manner: toReducedManner(
      old.manner.clientOrderId === clientOrderId ? old.manner : { ...old.manner, clientOrderId },
      amount - executedAmount,
    ),
  };
  const releases = new TradeTransfers(market);
  releases.addRelease(row, old.reserved - row.reserved);
  const bookUpdate =
    reduction > 0n
      ? buildBookUpdate(
          market,
          [{ side, price: unitPrice, delta: getDisplayedAmount(row) - getDisplayedAmount(old) }],
          null,
          at.getTime(),
        )
      : undefined;
  const dto = orderDto(row);
  return {
    transfers: releases.transfers,
    rows: [updateAmount(row), ...updateFilled({ row }, at), ...(bookUpdate ? [bookUpdate.row] : [])],
    reply: JSON.stringify({ status: 'OK', message: 'order reduced', baseDTO: dto }),
    applied() {
      if (reduction > 0n) market.reduce(order, reduction);
      exchange.replaceRow(order, row);
      if (bookUpdate) Object.assign(market.head, bookUpdate.head);
    },
    durable() {
      if (bookUpdate) bus.publish('book', bookUpdate.change);
      publishOrders(bus, [{ row, inviterId: null, dto }]);
    },
  };
}

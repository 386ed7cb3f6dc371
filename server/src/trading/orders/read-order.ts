import { AppError, formatAmount, formatDecimal, priceDecimals, scaleOf } from '@sarraf/domain';
import type { Fill, orderDetail, QueryOf, ReplyOf } from '@sarraf/domain/contracts';
import type { Db } from '../../platform/database/database.ts';
import { isId } from '../../platform/ids.ts';
import { findByClientId, findOrder, findOrderIdByKey, listOrderFills, type OrderFillRow } from '../store.ts';
import { type OrderRow, orderDto } from './order.ts';

const DIGITS = /^\d{1,15}$/;

/** Returns one of a person's orders with its fills, newest first. NOT_FOUND; BAD_REQUEST (cursor). */
export async function readOrder(
  db: Db,
  userId: string,
  id: string,
  query: QueryOf<typeof orderDetail>,
): Promise<ReplyOf<typeof orderDetail>> {
  return toOrderReply(db, isId(id) ? await findOrder(db, userId, id) : null, query);
}

/** Like `readOrder`, for the open order with this client order id, or else the newest one. */
export const readByClientId = async (
  db: Db,
  userId: string,
  clientOrderId: string,
  query: QueryOf<typeof orderDetail>,
): Promise<ReplyOf<typeof orderDetail>> =>
  toOrderReply(db, await findByClientId(db, userId, clientOrderId), query);

/** Like `readOrder`, for the order that the person's request with this idempotency key created. */
export async function readByIdempotencyKey(
  db: Db,
  userId: string,
  key: string,
  query: QueryOf<typeof orderDetail>,
): Promise<ReplyOf<typeof orderDetail>> {
  const id = await findOrderIdByKey(db, userId, key);
  if (id === null) throw new AppError('NOT_FOUND');
  return readOrder(db, userId, id, query);
}

async function toOrderReply(
  db: Db,
  order: OrderRow | null,
  { size = 50, cursor }: { size?: number | undefined; cursor?: string | undefined },
): Promise<ReplyOf<typeof orderDetail>> {
  if (cursor !== undefined && !DIGITS.test(cursor)) throw new AppError('BAD_REQUEST', { errors: ['cursor'] });
  if (order === null) throw new AppError('NOT_FOUND');
  const before = cursor === undefined ? null : BigInt(cursor);
  const rows = await listOrderFills(db, order, { cursor: before, oldestFirst: false, limit: size + 1 });
  const visible = rows.slice(0, size);
  return {
    status: 'OK',
    message: 'order',
    baseDTO: orderDto(order),
    content: visible.map((row) => fillDto(row, order)),
    nextCursor: rows.length > size ? (visible.at(-1)?.number.toString() ?? null) : null,
  };
}

const fillDto = (row: OrderFillRow, { coin, quote }: OrderRow): Fill => ({
  number: row.number.toString(),
  unitPrice: formatDecimal(row.price, scaleOf(quote), priceDecimals(coin, quote)),
  amount: formatAmount(row.amount, coin),
  wholePrice: formatAmount(row.notional, quote),
  wage: formatAmount(row.fee, quote),
  maker: row.maker,
  createdAtDateTime: row.at.toISOString(),
});

import {
  AppError,
  formatAmount,
  formatDecimal,
  formatMarketType,
  parseMarket,
  priceDecimals,
  scaleOf,
} from '@sarraf/domain';
import type { fills, OwnFill, QueryOf, ReplyOf } from '@sarraf/domain/contracts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { parseTimeSpan } from '../../platform/database/rows.ts';
import { isId } from '../../platform/ids.ts';
import { isBuy } from '../orders/order.ts';
import { findOrder, listOrderFills } from '../store.ts';
import {
  listFillsByKeys,
  listOwnFills,
  listOwnFillsIn,
  type OwnFillKey,
  type OwnFillRow,
} from './own-fill-store.ts';

type Query = QueryOf<typeof fills>;

/** `1764105600000.BITCOIN_TOMAN.7`: time, market and number of the last fill of the previous page. */
const CURSOR = /^(\d{1,15})\.([A-Z_]{3,60})\.(\d{1,15})$/;

/**
 * Returns a person's fills, newest first. BAD_REQUEST (cursor, marketType, from, to, orderId); NOT_FOUND: no order
 * of theirs.
 */
export async function readOwnFills(db: Db, userId: string, query: Query): Promise<ReplyOf<typeof fills>> {
  const { size = 50, cursor, orderId } = query;
  const before = cursor === undefined ? null : parseCursor(cursor);
  if (orderId !== undefined) return readFillsOfOrder(db, userId, { ...query, orderId }, before);
  const market = query.marketType === undefined ? null : parseMarket(query.marketType);
  if (query.marketType !== undefined && market === null)
    throw new AppError('BAD_REQUEST', { errors: ['marketType'] });
  const page = await listOwnFills(db, userId, { market, ...parseTimeSpan(query), before }, size);
  return {
    status: 'OK',
    message: 'fills',
    content: page.rows.map(ownFillDto),
    nextCursor: page.next && formatCursor(page.next),
    completeUntil: page.completeUntil.toISOString(),
  };
}

async function readFillsOfOrder(
  db: Db,
  userId: string,
  { orderId, size = 50, marketType: market, from, to }: Query & { orderId: string },
  before: OwnFillKey | null,
): Promise<ReplyOf<typeof fills>> {
  const conflicting = Object.entries({ marketType: market, from, to }).filter(
    ([, value]) => value !== undefined,
  );
  if (conflicting.length > 0)
    throw new AppError('BAD_REQUEST', { errors: conflicting.map(([name]) => name) });
  const completeUntil = new Date().toISOString();
  const order = isId(orderId) ? await findOrder(db, userId, orderId) : null;
  if (order === null) throw new AppError('NOT_FOUND');
  const { coin, quote } = order;
  const side = isBuy(order.orderType) ? 'buy' : 'sell';
  const found = await listOrderFills(db, order, { before: before?.number ?? null, limit: size + 1 });
  const rows = found.map((row): OwnFillRow => ({ ...row, coin, quote, orderId, side }));
  const last = rows[size - 1];
  return {
    status: 'OK',
    message: 'fills',
    content: rows.slice(0, size).map(ownFillDto),
    nextCursor: rows.length > size && last ? formatCursor(last) : null,
    completeUntil,
  };
}

const formatCursor = ({ at, coin, quote, number }: OwnFillKey): string =>
  `${at.getTime()}.${formatMarketType(coin, quote)}.${number}`;

function parseCursor(cursor: string): OwnFillKey {
  const [, at, name, number] = CURSOR.exec(cursor) ?? [];
  const market = name === undefined ? null : parseMarket(name);
  if (!market || at === undefined || number === undefined)
    throw new AppError('BAD_REQUEST', { errors: ['cursor'] });
  return { ...market, at: new Date(Number.parseInt(at, 10)), number: BigInt(number) };
}

export const ownFillDto = (row: OwnFillRow): OwnFill => {
  const { coin, quote } = row;
  const market = formatMarketType(coin, quote);
  return {
    id: `${market}-${row.number}`,
    number: row.number.toString(),
    marketType: market,
    orderId: row.orderId,
    side: row.side,
    unitPrice: formatDecimal(row.price, scaleOf(quote), priceDecimals(coin, quote)),
    amount: formatAmount(row.amount, coin),
    wholePrice: formatAmount(row.notional, quote),
    wage: formatAmount(row.fee, quote),
    wageCoin: quote,
    maker: row.maker,
    createdAtDateTime: row.at.toISOString(),
  };
};

/** Returns the fills with these keys, in their order. */
export const listOwnFillsByKeys = async (
  tx: Tx,
  userId: string,
  keys: readonly OwnFillKey[],
): Promise<OwnFill[]> => (await listFillsByKeys(tx, userId, keys)).map(ownFillDto);

/**
 * Returns fills later than a moment, newest first; without one the newest. Null: there are more than `most` since,
 * or some are not sorted by person yet.
 */
export async function listOwnFillsSince(
  tx: Tx,
  userId: string,
  after: Date | null,
  maxCount: number,
): Promise<OwnFill[] | null> {
  const from = after && new Date(after.getTime() + 1);
  const page = await listOwnFillsIn(tx, userId, { market: null, from, to: null, before: null }, maxCount);
  if (after !== null && (page.next !== null || page.lacks)) return null;
  return page.rows.map(ownFillDto);
}

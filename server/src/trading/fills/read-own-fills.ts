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
  findFillKey,
  listFillsByKeys,
  listOwnFills,
  listOwnFillsIn,
  type OwnFillKey,
  type OwnFillRow,
} from './own-fill-store.ts';

type Query = QueryOf<typeof fills>;

/** `1764105600000.BITCOIN_TOMAN.7`: time, market and number of the last fill of the previous page. */
const CURSOR = /^(\d{1,15})\.([A-Z_]{3,60})\.(\d{1,15})$/;

/** `BITCOIN_TOMAN-7`: market and number. */
const FILL_ID = /^([A-Z_]{3,60})-([1-9]\d{0,14})$/;

/**
 * Returns a person's fills, newest first unless requested otherwise. BAD_REQUEST (cursor, marketType, from, to,
 * orderId, after); NOT_FOUND: no order of theirs.
 */
export async function readOwnFills(db: Db, userId: string, query: Query): Promise<ReplyOf<typeof fills>> {
  const { size = 50, orderId } = query;
  const oldestFirst = query.oldestFirst === true || query.after !== undefined;
  const after = query.after === undefined ? null : parseFillId(query.after);
  const pageCursor = query.cursor === undefined ? null : parseCursor(query.cursor);
  if (orderId !== undefined)
    return readFillsOfOrder(db, userId, { ...query, orderId }, { cursor: pageCursor ?? after, oldestFirst });
  const market = query.marketType === undefined ? null : parseMarket(query.marketType);
  if (query.marketType !== undefined && market === null)
    throw new AppError('BAD_REQUEST', { errors: ['marketType'] });
  const span = parseTimeSpan(query);
  const cursor = pageCursor ?? (after && (await findFillKey(db, after)));
  // No fill is later than one that doesn't exist yet.
  if (after !== null && cursor === null) return buildReply([], null, new Date());
  const range = { market, ...span, cursor, oldestFirst };
  const { rows, next, completeUntil } = await listOwnFills(db, userId, range, size);
  return buildReply(rows, next, completeUntil);
}

const buildReply = (
  rows: readonly OwnFillRow[],
  next: OwnFillKey | null,
  completeUntil: Date,
): ReplyOf<typeof fills> => ({
  status: 'OK',
  message: 'fills',
  content: rows.map(ownFillDto),
  nextCursor: next && formatCursor(next),
  completeUntil: completeUntil.toISOString(),
});

async function readFillsOfOrder(
  db: Db,
  userId: string,
  { orderId, size = 50, marketType: market, from, to, after }: Query & { orderId: string },
  { cursor, oldestFirst }: { cursor: Omit<OwnFillKey, 'at'> | null; oldestFirst: boolean },
): Promise<ReplyOf<typeof fills>> {
  const conflicting = Object.entries({ marketType: market, from, to }).filter(
    ([, value]) => value !== undefined,
  );
  if (conflicting.length > 0)
    throw new AppError('BAD_REQUEST', { errors: conflicting.map(([name]) => name) });
  const completeUntil = new Date();
  const order = isId(orderId) ? await findOrder(db, userId, orderId) : null;
  if (order === null) throw new AppError('NOT_FOUND');
  const { coin, quote } = order;
  if (cursor && (cursor.coin !== coin || cursor.quote !== quote))
    throw new AppError('BAD_REQUEST', { errors: [after === undefined ? 'cursor' : 'after'] });
  const side = isBuy(order.orderType) ? 'buy' : 'sell';
  const page = { cursor: cursor?.number ?? null, oldestFirst, limit: size + 1 };
  const found = await listOrderFills(db, order, page);
  const rows = found.map((row): OwnFillRow => ({ ...row, coin, quote, orderId, side }));
  const visible = rows.slice(0, size);
  return buildReply(visible, rows.length > size ? (visible.at(-1) ?? null) : null, completeUntil);
}

function parseFillId(id: string): Omit<OwnFillKey, 'at'> {
  const [, name, number] = FILL_ID.exec(id) ?? [];
  const market = name === undefined ? null : parseMarket(name);
  if (!market || number === undefined) throw new AppError('BAD_REQUEST', { errors: ['after'] });
  return { ...market, number: BigInt(number) };
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
  const page = await listOwnFillsIn(
    tx,
    userId,
    { market: null, from, to: null, cursor: null, oldestFirst: false },
    maxCount,
  );
  if (after !== null && (page.next !== null || page.lacks)) return null;
  return page.rows.map(ownFillDto);
}

import { sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';
import { idRangeOfMs, idRangeOfNumber } from './order-numbers.ts';
import type { SymbolMarket } from './symbols.ts';

const FIRST_ID = idRangeOfMs(0).first;
const LAST_ID = idRangeOfMs(2 ** 48 - 1).last;
/** Number of orders of all markets that one call scans. */
const MAX_SCANNED = 5_000;

/**
 * Returns the matching one of a person's orders of a millisecond; null: none. With two candidates neither is
 * returned.
 */
export async function findOrderId(
  db: Queryable,
  userId: string,
  { first, last }: { first: string; last: string },
  isMatch: (id: string) => boolean,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from orders
    where user_id = ${userId} and id between ${first}::uuid and ${last}::uuid and order_type not like 'EXCHANGE%'
    limit 1000`.execute(db);
  const candidates = rows.filter(({ id }) => isMatch(id));
  return candidates.length === 1 ? (candidates[0]?.id ?? null) : null;
}

/** Returns the ids of a person's orders in a market, oldest first: the newest ones, or from a number or a time on. */
export async function listOrderIds(
  db: Queryable,
  userId: string,
  { coin, quote }: SymbolMarket,
  {
    from,
    start,
    end,
    limit,
  }: { from: number | null; start: number | null; end: number | null; limit: number },
): Promise<string[]> {
  const numberRange = from === null ? null : idRangeOfNumber(from);
  if (from !== null && numberRange === null) return [];
  const low = numberRange?.first ?? (start === null ? FIRST_ID : idRangeOfMs(start).first);
  const high = end === null ? LAST_ID : idRangeOfMs(end).last;
  const isForward = numberRange !== null || start !== null;
  const order = isForward ? sql`asc` : sql`desc`;
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, coin, quote, order_type from orders
      where user_id = ${userId} and id between ${low}::uuid and ${high}::uuid
      order by id ${order} limit ${MAX_SCANNED}
    ) o
    where coin = ${coin} and quote = ${quote} and order_type not like 'EXCHANGE%'
    order by id ${order} limit ${limit}`.execute(db);
  const ids = rows.map(({ id }) => id);
  return isForward ? ids : ids.reverse();
}

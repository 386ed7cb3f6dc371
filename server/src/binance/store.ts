import { sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';
import { idsFrom, idsOfNumber } from './order-numbers.ts';
import type { SymbolMarket } from './symbols.ts';

const FIRST = idsFrom(0).first;
const LAST = idsFrom(2 ** 48 - 1).last;
/** Number of orders of all markets that one call scans. */
const LOOKED_THROUGH = 5_000;

/**
 * Returns the matching one of a person's orders of a millisecond; null: none. With two candidates neither is
 * returned.
 */
export async function findOrderId(
  db: Queryable,
  userId: string,
  { first, last }: { first: string; last: string },
  isMeant: (id: string) => boolean,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from orders
    where user_id = ${userId} and id between ${first}::uuid and ${last}::uuid and order_type not like 'EXCHANGE%'
    limit 1000`.execute(db);
  const meant = rows.filter(({ id }) => isMeant(id));
  return meant.length === 1 ? (meant[0]?.id ?? null) : null;
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
  const named = from === null ? null : idsOfNumber(from);
  if (from !== null && named === null) return [];
  const low = named?.first ?? (start === null ? FIRST : idsFrom(start).first);
  const high = end === null ? LAST : idsFrom(end).last;
  const forwards = named !== null || start !== null;
  const order = forwards ? sql`asc` : sql`desc`;
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, coin, quote, order_type from orders
      where user_id = ${userId} and id between ${low}::uuid and ${high}::uuid
      order by id ${order} limit ${LOOKED_THROUGH}
    ) o
    where coin = ${coin} and quote = ${quote} and order_type not like 'EXCHANGE%'
    order by id ${order} limit ${limit}`.execute(db);
  const ids = rows.map(({ id }) => id);
  return forwards ? ids : ids.reverse();
}

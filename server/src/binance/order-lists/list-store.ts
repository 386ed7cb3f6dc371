import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import { idRangeOfMs, idRangeOfNumber, orderNumberOf } from '../order-numbers.ts';

/** A list's own id is created right after those of its orders, within this time. */
const MAX_ID_DELAY_MS = 1_000;
/** Number of orders of all markets that one call scans. */
const MAX_SCANNED = 5_000;
/** Prefix under which a list's client id is stored: as the idempotency key of the request that placed it. */
const KEY_PREFIX = 'binance-list:';

export const listKeyOf = (clientId: string): string => KEY_PREFIX + clientId;

export interface ListMember {
  id: string;
  group: string;
  /** Client id of the list; null: none. */
  clientId: string | null;
}

const parseClientId = (key: string | null): string | null =>
  key?.startsWith(KEY_PREFIX) ? key.slice(KEY_PREFIX.length) : null;

const millisecondOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** Returns the orders of a person's lists, ended ones too, oldest first. */
export async function findListMembers(
  db: Queryable,
  userId: string,
  groups: readonly string[],
): Promise<ListMember[]> {
  const ranges = groups.map((id) => ({ id, low: idRangeOfMs(millisecondOf(id) - MAX_ID_DELAY_MS).first }));
  const { rows } = await sql<{ id: string; group: string; key: string | null }>`
    select o.id, o.group_id as "group", o.idempotency_key as key
    from unnest(${ranges.map(({ id }) => id)}::uuid[], ${ranges.map(({ low }) => low)}::uuid[]) l(id, low)
    cross join lateral (
      select id, group_id, idempotency_key from orders
      where user_id = ${userId} and id between l.low and l.id and group_id = l.id
    ) o order by o.id`.execute(db);
  return rows.map(({ key, ...member }) => ({ ...member, clientId: parseClientId(key) }));
}

/** Returns a person's list with this number; null: none. With two candidates neither is returned. */
export async function findListByNumber(
  db: Queryable,
  userId: string,
  number: number,
): Promise<string | null> {
  const range = idRangeOfNumber(number);
  if (range === null) return null;
  const low = idRangeOfMs(millisecondOf(range.first) - MAX_ID_DELAY_MS).first;
  const { rows } = await sql<{ group: string }>`select distinct group_id as "group" from orders
    where user_id = ${userId} and id between ${low}::uuid and ${range.last}::uuid
      and group_id between ${range.first}::uuid and ${range.last}::uuid
    limit 1000`.execute(db);
  const candidates = rows.filter(({ group }) => orderNumberOf(group) === number);
  return candidates.length === 1 ? (candidates[0]?.group ?? null) : null;
}

/** Returns the stored reply to the request that placed the list with this client id; null: none is stored. */
export async function findListReply(db: Queryable, userId: string, clientId: string): Promise<string | null> {
  const { rows } = await sql<{ reply: string }>`select reply from idempotency
    where owner = ${userId} and key = ${listKeyOf(clientId)}`.execute(db);
  return rows[0]?.reply ?? null;
}

/** Returns which of a person's orders belong to a list, and to which. */
export async function findGroupsOfOrders(
  db: Queryable,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; group: string }>`select id, group_id as "group" from orders
    where user_id = ${userId} and id = any(${[...ids]}::uuid[]) and group_id is not null`.execute(db);
  return new Map(rows.map(({ id, group }) => [id, group]));
}

/** Returns the ids of a person's lists, oldest first: the newest ones, or from a number or a time on. */
export async function listGroupIds(
  db: Queryable,
  userId: string,
  {
    from,
    start,
    end,
    limit,
  }: { from: number | null; start: number | null; end: number | null; limit: number },
): Promise<string[]> {
  const numberRange = from === null ? null : idRangeOfNumber(from);
  if (from !== null && numberRange === null) return [];
  const firstMs = numberRange === null ? start : millisecondOf(numberRange.first);
  const low = firstMs === null ? idRangeOfMs(0).first : idRangeOfMs(firstMs - MAX_ID_DELAY_MS).first;
  const lastId = end === null ? idRangeOfMs(2 ** 48 - 1).last : idRangeOfMs(end).last;
  const order = firstMs === null ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ group: string }>`
    select group_id as "group" from (
      select id, group_id from orders where user_id = ${userId} and id between ${low}::uuid and ${lastId}::uuid
      order by id ${order} limit ${MAX_SCANNED}
    ) o where group_id is not null order by id ${order}`.execute(db);
  const matchingIds = [...new Set(rows.map(({ group }) => group))].filter(
    (group) =>
      (from === null || orderNumberOf(group) >= from) &&
      (start === null || millisecondOf(group) >= start) &&
      (end === null || millisecondOf(group) <= end),
  );
  return firstMs === null ? matchingIds.slice(0, limit).reverse() : matchingIds.slice(0, limit);
}

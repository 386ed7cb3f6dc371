import type { Coin, Quote } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';
import { maxCountedRows, type Page } from '../platform/database/rows.ts';
import type { OrderRow } from './orders/order.ts';
import { ORDER_COLUMNS, type SelectedOrder, toOrderRow } from './orders/order-table.ts';

/** Finds an order; null: no order of this person has this id. */
export async function findOrder(db: Queryable, userId: string, id: string): Promise<OrderRow | null> {
  const { rows } = await sql<SelectedOrder>`select ${ORDER_COLUMNS} from orders
    where user_id = ${userId} and id = ${id}`.execute(db);
  return rows[0] ? toOrderRow(rows[0]) : null;
}

/** Returns the person's open order with this client order id, or else the newest one with it; null: none. */
export async function findByClientId(
  db: Queryable,
  userId: string,
  clientOrderId: string,
): Promise<OrderRow | null> {
  const { rows } = await sql<SelectedOrder>`select ${ORDER_COLUMNS} from orders
    where user_id = ${userId} and client_order_id = ${clientOrderId}
    order by (order_status = 'IS_OPEN') desc, id desc limit 1`.execute(db);
  return rows[0] ? toOrderRow(rows[0]) : null;
}

/** Returns the id of the order that a person's request with this key created; null: no such request was settled. */
export async function findOrderIdByKey(db: Queryable, userId: string, key: string): Promise<string | null> {
  const { rows } = await sql<{ reply: string }>`select reply from idempotency
    where owner = ${userId} and key = ${key} and reply like '{%'`.execute(db);
  const { baseDTO, content } = JSON.parse(rows[0]?.reply ?? '{}') as {
    baseDTO?: { id?: unknown };
    content?: { id?: unknown }[];
  };
  const id = baseDTO?.id ?? content?.[0]?.id;
  return typeof id === 'string' ? id : null;
}

export interface OrderFillRow {
  number: bigint;
  price: bigint;
  amount: bigint;
  notional: bigint;
  fee: bigint;
  maker: boolean;
  at: Date;
}

/**
 * Returns the fills of an order, by number beyond the cursor: those it took on arrival by their numbers, later ones by
 * the index.
 */
export async function listOrderFills(
  db: Queryable,
  { userId, id, coin, quote }: OrderRow,
  { cursor, oldestFirst, limit }: { cursor: bigint | null; oldestFirst: boolean; limit: number },
): Promise<OrderFillRow[]> {
  const [after, before] = oldestFirst ? [cursor, null] : [null, cursor];
  const inOrder = sql`order by number ${oldestFirst ? sql`asc` : sql`desc`} limit ${limit}`;
  const { rows } = await sql<OrderFillRow>`
    with given as (
      select number, unit_price as price, amount, notional, maker_fee as fee, true as maker, created_at as at
      from fills where maker_order = ${id} and (${before}::bigint is null or number < ${before}::bigint)
        and (${after}::bigint is null or number > ${after}::bigint)
      ${inOrder}
    ), taken as (
      -- By itself, or all of the market's fills since would be stepped over.
      select f.number, f.unit_price, f.amount, f.notional, f.taker_fee, false, f.created_at
      from orders o cross join lateral (
        select number, unit_price, amount, notional, taker_fee, created_at from fills
        where coin = ${coin} and quote = ${quote}
          and number between greatest(o.first_fill, ${after}::bigint + 1) and least(o.last_fill, ${before}::bigint - 1)
        ${inOrder}
      ) f where o.user_id = ${userId} and o.id = ${id}
    )
    select * from given union all select * from taken ${inOrder}`.execute(db);
  return rows;
}

export interface OrderFilter {
  /** Order types to return; null for all. */
  types: readonly string[] | null;
  statuses: readonly string[] | null;
  coin: Coin | null;
  quote: Quote | null;
  onlyExecuted: boolean;
}

/** Number of orders that one request scans: of a million cancelled orders, few may have been traded. */
const MAX_SCANNED = 5_000;

const filterCondition = ({ types, statuses, coin, quote, onlyExecuted }: OrderFilter) => sql`
  (${types}::text[] is null or order_type = any (${types}::text[]))
    and (${statuses}::text[] is null or order_status = any (${statuses}::text[]))
    and (${coin}::text is null or coin = ${coin})
    and (${quote}::text is null or quote = ${quote})
    and (not ${onlyExecuted} or executed_amount > 0)`;

export interface OrderPage {
  rows: OrderRow[];
  /** Cursor of the next page; the present one may be shorter than requested; null: there is none. */
  nextCursor: string | null;
}

/** Returns a person's orders, newest first. No request's work grows with the number of a person's orders. */
export async function listOrders(
  db: Queryable,
  userId: string,
  filter: OrderFilter,
  page: Page,
): Promise<OrderPage> {
  const { before } = page;
  const rest = sql`user_id = ${userId} and (${before}::uuid is null or id < ${before}::uuid)`;
  const { rows: found } = await sql<
    { [K in keyof SelectedOrder]: SelectedOrder[K] | null } & { beyond: string | null }
  >`
    with found as materialized (
      select ${ORDER_COLUMNS} from (
        select * from orders where ${rest} order by id desc limit ${MAX_SCANNED}
      ) orders
      where ${filterCondition(filter)}
      order by id desc limit ${page.limit} offset ${page.offset}
    )
    select found.*, case when (select count(*) from found) <= ${page.size} then (
        -- The last order that was scanned, selected only if the page isn't full.
        select id from orders where ${rest} order by id desc limit 1 offset ${MAX_SCANNED - 1}
      ) end as beyond
    from (values (1)) as one left join found on true order by found.id desc`.execute(db);
  const rows = found
    .filter(({ id }) => id !== null)
    .map(({ beyond: _, ...row }) => toOrderRow(row as SelectedOrder));
  if (rows.length > page.size) {
    const visible = rows.slice(0, page.size);
    return { rows: visible, nextCursor: visible.at(-1)?.id ?? null };
  }
  return { rows, nextCursor: found[0]?.beyond ?? null };
}

/** Counts the numbered pages of a person's orders, as far as one request scans and page numbers go. */
export async function countOrderPages(
  db: Queryable,
  userId: string,
  filter: OrderFilter,
  page: Page,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from (select * from orders where user_id = ${userId} order by id desc limit ${MAX_SCANNED}) o
      where ${filterCondition(filter)} limit ${maxCountedRows(page)}
    ) found`.execute(db);
  return Math.ceil((rows[0]?.count ?? 0) / page.size);
}

/** Returns a person's open orders, newest first; of one market if given. */
export async function listOpenOrders(
  db: Queryable,
  userId: string,
  market: { coin: Coin; quote: Quote } | null,
  page: Page,
): Promise<OrderRow[]> {
  const { rows } = await sql<SelectedOrder>`
    select ${ORDER_COLUMNS} from orders
    where user_id = ${userId} and order_status = 'IS_OPEN'
      and (${page.before}::uuid is null or id < ${page.before}::uuid)
      and (${market?.coin ?? null}::text is null or (coin = ${market?.coin ?? null} and quote = ${market?.quote ?? null}))
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows.map(toOrderRow);
}

/** Returns those of a person's orders that have these ids, oldest first. */
export async function findOrders(db: Queryable, userId: string, ids: readonly string[]): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<SelectedOrder>`select ${ORDER_COLUMNS} from orders
    where user_id = ${userId} and id = any(${ids}::uuid[]) order by id`.execute(db);
  return rows.map(toOrderRow);
}

/** Whether a person's request with this key was settled. */
export async function isRequestSettled(db: Queryable, owner: string, key: string): Promise<boolean> {
  const { rows } = await sql`select from idempotency where owner = ${owner} and key = ${key}`.execute(db);
  return rows.length > 0;
}

import type { Coin } from '@sarraf/domain';
import { sql } from 'kysely';
import { insertInto, type Row } from '../ledger/index.ts';
import type { Db, Queryable } from '../platform/database.ts';
import type { Page } from '../platform/rows.ts';
import type { OrderRow } from './order.ts';

const ORDERS = insertInto('orders', {
  user_id: 'uuid',
  id: 'uuid',
  coin: 'text',
  quote: 'text',
  order_type: 'text',
  order_status: 'text',
  amount: 'numeric',
  unit_price: 'numeric',
  executed_amount: 'numeric',
  notional: 'numeric',
  fee: 'numeric',
  total: 'numeric',
  toman_value: 'numeric',
  created_at: 'timestamptz',
});

export const insertOrder = (row: OrderRow): Row => ({
  statement: ORDERS,
  values: [
    row.userId,
    row.id,
    row.coin,
    row.quote,
    row.orderType,
    row.orderStatus,
    row.amount,
    row.unitPrice,
    row.executedAmount,
    row.notional,
    row.fee,
    row.total,
    row.tomanValue,
    row.createdAt,
  ],
});

export interface OrderFilter {
  /** Order types to show; null for all. */
  types: readonly string[] | null;
  statuses: readonly string[] | null;
  coin: Coin | null;
  onlyExecuted: boolean;
}

/** A person's orders, newest first. */
export async function listOrders(
  db: Queryable,
  userId: string,
  filter: OrderFilter,
  page: Page,
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select id, user_id as "userId", coin, quote, order_type as "orderType", order_status as "orderStatus", amount,
      unit_price as "unitPrice", executed_amount as "executedAmount", notional, fee, total,
      toman_value as "tomanValue", created_at as "createdAt"
    from orders
    where user_id = ${userId}
      and (${page.before}::uuid is null or id < ${page.before}::uuid)
      and (${filter.types}::text[] is null or order_type = any (${filter.types}::text[]))
      and (${filter.statuses}::text[] is null or order_status = any (${filter.statuses}::text[]))
      and (${filter.coin}::text is null or coin = ${filter.coin})
      and (not ${filter.onlyExecuted} or executed_amount > 0)
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** Trades younger than this may still be on their way to the table when a fold looks. */
const SETTLING = '30 seconds';

/** Adds the trades since the last fold to the totals and to each person's day. */
export async function foldTrades(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      with span as (
        select folded_until as since, greatest(folded_until, now() - ${SETTLING}::interval) as until
        from trade_totals for update
      ), fresh as (
        select o.user_id, (o.created_at at time zone 'Asia/Tehran')::date as day, o.toman_value
        from orders o, span s
        where o.created_at >= s.since and o.created_at < s.until and o.executed_amount > 0
      ), days as (
        insert into user_volumes (user_id, day, toman_value)
        select user_id, day, sum(toman_value) from fresh group by user_id, day
        on conflict (user_id, day) do update set toman_value = user_volumes.toman_value + excluded.toman_value
      )
      update trade_totals t
      set trades = t.trades + (select count(*) from fresh),
        toman_value = t.toman_value + (select coalesce(sum(toman_value), 0) from fresh),
        folded_until = s.until
      from span s`.execute(tx);
  });
}

export interface TradeTotals {
  trades: bigint;
  tomanValue: bigint;
}

export async function readTotals(db: Queryable): Promise<TradeTotals> {
  const { rows } = await sql<TradeTotals>`
    select trades, toman_value as "tomanValue" from trade_totals`.execute(db);
  return rows[0] as TradeTotals;
}

/** Toman volume of the last three months. */
export async function readVolume(db: Queryable, userId: string): Promise<bigint> {
  const { rows } = await sql<{ volume: bigint }>`
    select coalesce(sum(toman_value), 0) as volume from user_volumes
    where user_id = ${userId} and day > (now() at time zone 'Asia/Tehran')::date - interval '3 months'`.execute(
    db,
  );
  return rows[0]?.volume ?? 0n;
}

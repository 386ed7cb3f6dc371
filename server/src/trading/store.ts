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
        select o.user_id, (o.created_at at time zone 'Asia/Tehran')::date as day, o.toman_value,
          o.coin, o.order_type, o.executed_amount
        from orders o, span s
        where o.created_at >= s.since and o.created_at < s.until and o.executed_amount > 0
      ), days as (
        insert into user_volumes (user_id, day, toman_value)
        select user_id, day, sum(toman_value) from fresh group by user_id, day
        on conflict (user_id, day) do update set toman_value = user_volumes.toman_value + excluded.toman_value
      ), tether as (
        insert into stablecoin_purchases (user_id, day, amount)
        select user_id, day, sum(executed_amount) from fresh
        where coin = 'TETHER' and order_type = 'EXCHANGE_BUY' group by user_id, day
        on conflict (user_id, day) do update set amount = stablecoin_purchases.amount + excluded.amount
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

/** Whether a person's request with this key was settled. */
export async function isSettled(db: Queryable, owner: string, key: string): Promise<boolean> {
  const { rows } = await sql`select from idempotency where owner = ${owner} and key = ${key}`.execute(db);
  return rows.length > 0;
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

/** Ids are made before their orders are: none of a later order lies further back than this. */
const ID_SLACK = 5 * 60_000;

/**
 * Tether that a person bought for Toman within the running year, smallest units: the folded days, at most 366, and what
 * came since the last fold, which the ids of its orders bound. One snapshot: nothing is counted twice or missed.
 */
export async function readStablecoinPurchases(db: Queryable, userId: string): Promise<bigint> {
  const { rows } = await sql<{ bought: bigint }>`
    with head as (select folded_until as until from trade_totals)
    select coalesce((select sum(amount) from stablecoin_purchases where user_id = ${userId}
        and day > (now() at time zone 'Asia/Tehran')::date - interval '1 year'), 0)
      + coalesce((select sum(o.executed_amount) from orders o, head h where o.user_id = ${userId}
        and o.id >= id_from(h.until - ${ID_SLACK} * interval '1 ms') and o.created_at >= h.until
        and o.coin = 'TETHER' and o.order_type = 'EXCHANGE_BUY'), 0) as bought`.execute(db);
  return rows[0]?.bought ?? 0n;
}

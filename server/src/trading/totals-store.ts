import { type Coin, computeNotional } from '@sarraf/domain';
import { type RawBuilder, sql } from 'kysely';
import {
  allowHashJoins,
  commitAsynchronously,
  type Db,
  forceIndexScans,
  type Queryable,
  type Tx,
} from '../platform/database/database.ts';

/** Without a later batch, trades younger than this may not be visible yet to a fold. */
const MIN_TRADE_AGE = '30 seconds';
/** Of 1,000 commands each at most: a fold ends within its statement's timeout, however many trades wait. */
const MAX_BATCHES_PER_FOLD = 50;

/**
 * The first batch after the last fold, in the row with the least `high - low`, by binary search: batches are numbered
 * in the order of their times. `folded`: a query for the end of the last fold as `until`.
 */
const findFirstBatch = (folded: RawBuilder<unknown>) => sql`
    folded as (${folded}),
    newest as (select number, at from ledger_batches order by number desc limit 1),
    -- Up to low all are older than the fold, high isn't.
    halves as (
      select (select number - 1 from ledger_batches order by number limit 1) as low, n.number as high, n.at
      from newest n, folded f where n.at >= f.until
      union all
      select case when middle.at >= f.until then h.low else h.low + (h.high - h.low) / 2 end,
        case when middle.at >= f.until then middle.number else h.high end,
        case when middle.at >= f.until then middle.at else h.at end
      from halves h cross join folded f left join lateral (
        select number, at from ledger_batches where number > h.low and number <= h.low + (h.high - h.low) / 2
        order by number desc limit 1) middle on true
      where h.high - h.low > 1
    )`;

/**
 * Adds the trades since the last fold to the totals of their day, and to the day's volume of both parties; to the
 * public totals only those with a customer, since trades between market makers don't count. Batches commit in
 * order, each with a time later than the previous one: up to the last batch's time, all trades are visible. Of many
 * trades a part; returns whether others wait.
 */
export async function foldTrades(db: Db): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // For a table that was small at its last ANALYZE the planner would read everything.
    await forceIndexScans(tx);
    await commitAsynchronously(tx);
    const { rows } = await sql<{ isPart: boolean }>`
      with recursive ${findFirstBatch(sql`select folded_until as until from trade_totals for update`)}, span as (
        select f.until as since, part.at is not null as is_part, coalesce(part.at + interval '1 ms',
          greatest(f.until, now() - ${MIN_TRADE_AGE}::interval, (select at + interval '1 ms' from newest))) as until
        from folded f left join lateral (
          select at from ledger_batches where number = ${MAX_BATCHES_PER_FOLD}::int - 1 +
            (select high from halves order by high - low limit 1)) part on true
      ), fresh as (
        -- Quick trades; other orders count with their fills.
        select o.user_id, null::uuid as other_id, (o.created_at at time zone 'Asia/Tehran')::date as day,
          'OTC' as source, true as customers, o.toman_value, case when o.coin = 'TETHER' and o.order_type = 'EXCHANGE_BUY' then o.user_id end as buyer_id,
          o.executed_amount as amount
        from orders o, span s
        where o.created_at >= s.since and o.created_at < s.until and o.sequence is null
        union all
        select f.taker_id, f.maker_id, (f.created_at at time zone 'Asia/Tehran')::date, 'P2P',
          taker.level is distinct from 'SUPERVISOR' or maker.level is distinct from 'SUPERVISOR', f.toman_value,
          case when f.coin = 'TETHER' then case f.taker_side when 'buy' then f.taker_id else f.maker_id end end, f.amount
        from span s, fills f left join users taker on taker.id = f.taker_id left join users maker on maker.id = f.maker_id
        where f.created_at >= s.since and f.created_at < s.until
      ), daily as (
        insert into daily_trades (day, source, trades, toman_value)
        select day, source, count(*), sum(toman_value) from fresh group by day, source
        on conflict (day, source) do update set trades = daily_trades.trades + excluded.trades,
          toman_value = daily_trades.toman_value + excluded.toman_value
      ), sides as (
        select user_id, day, toman_value from fresh
        union all select other_id, day, toman_value from fresh where other_id is not null
      ), days as (
        insert into user_volumes (user_id, day, toman_value)
        select user_id, day, sum(toman_value) from sides group by user_id, day
        on conflict (user_id, day) do update set toman_value = user_volumes.toman_value + excluded.toman_value
      ), judged as (
        -- A level that should have followed a trade and did not, because the server fell, follows now.
        insert into level_checks (user_id) select distinct user_id from sides order by user_id on conflict do nothing
      ), tether as (
        insert into stablecoin_purchases (user_id, day, amount)
        select buyer_id, day, sum(amount) from fresh where buyer_id is not null group by buyer_id, day
        on conflict (user_id, day) do update set amount = stablecoin_purchases.amount + excluded.amount
      )
      update trade_totals t
      set trades = t.trades + (select count(*) from fresh where customers),
        toman_value = t.toman_value + (select coalesce(sum(toman_value), 0) from fresh where customers),
        folded_until = s.until
      from span s returning s.is_part as "isPart"`.execute(tx);
    return rows[0]?.isPart ?? false;
  });
}

/**
 * Returns since when trades wait to be folded; null: none do. It is the time of the first batch after the last
 * fold. The position of the fold says when it last ran, which after a quiet time is long before any trade.
 */
export async function readTradesWaitingSince(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`
    with recursive ${findFirstBatch(sql`select folded_until as until from trade_totals`)}
    select at as since from halves order by high - low limit 1`.execute(db);
  return rows[0]?.since ?? null;
}

export interface TradeTotals {
  trades: bigint;
  tomanValue: bigint;
}

export async function readTradeTotals(db: Queryable): Promise<TradeTotals> {
  const { rows } = await sql<TradeTotals>`
    select trades, toman_value as "tomanValue" from trade_totals`.execute(db);
  return rows[0] as TradeTotals;
}

export interface StatisticsLimits {
  minUsers: number;
  minTrades: number;
}

/** Reads the numbers of customers and trades from which the public statistics are shown. */
export async function readStatisticsLimits(db: Queryable): Promise<StatisticsLimits> {
  const { rows } = await sql<StatisticsLimits>`
    select min_users as "minUsers", min_trades as "minTrades" from public_statistics`.execute(db);
  return rows[0] as StatisticsLimits;
}

/** Returns the last day that a three-month volume at a time no longer counts, in Tehran. */
export const lastDayBefore = (at: Date) =>
  sql`((${at}::timestamptz at time zone 'Asia/Tehran')::date - interval '3 months')::date`;

/** Ids are created before their orders: no later order has an id older than this. */
const ID_SLACK = 5 * 60_000;

/**
 * Returns people's Toman volumes of the last three months, of quick trades and both sides of fills: the folded
 * days, at most 93, and the trades since the last fold. One snapshot: nothing is counted twice or missed. People
 * without a volume are left out. For many people who just traded: new trades are found by transfer number, once for
 * all of them. By each one's own orders, as `readVolume` does, it would read all that they traded in five minutes,
 * whatever of it was folded.
 */
export async function readVolumes(
  tx: Tx,
  userIds: readonly string[],
  at = new Date(),
): Promise<Map<string, bigint>> {
  await forceIndexScans(tx);
  await allowHashJoins(tx);
  const { rows } = await sql<{ id: string; volume: bigint }>`
    with head as (select folded_until as until from trade_totals), gone as (select ${lastDayBefore(at)} as day),
    asked as materialized (select unnest(${[...userIds]}::uuid[]) as id), folded as (
      -- Of the last batch that is folded.
      select coalesce((select last_transfer_id from ledger_batches where at < h.until order by number desc limit 1), 0)
        as id from head h
    ), moved as materialized (
      select reference, debit_account, credit_account from transfers
      where id > (select id from folded) and kind = 'trade'
    ), people as materialized (
      select a.id, a.owner::uuid as user_id from (
        select debit_account as id from moved union select credit_account from moved
      ) touched cross join lateral (select id, owner, kind from accounts where id = touched.id offset 0) a
      where a.kind in ('spendable', 'blocked')
    ), traded as (
      -- Of a fill both people: the order that took it is one's.
      select distinct p.user_id, m.reference from moved m
      cross join lateral (values (m.debit_account), (m.credit_account)) side (account) join people p on p.id = side.account
    ), taken as materialized (
      select o.* from traded t cross join lateral (
        select user_id, sequence, coin, quote, first_fill, last_fill, toman_value, created_at from orders
        where user_id = t.user_id and id = t.reference offset 0
      ) o
    ), sides as materialized (
      select f.taker_id, f.maker_id, f.toman_value from taken o cross join head h cross join gone cross join lateral (
        select * from fills where coin = o.coin and quote = o.quote and number between o.first_fill and o.last_fill offset 0
      ) f where f.created_at >= h.until and (f.created_at at time zone 'Asia/Tehran')::date > gone.day
    ), parts as (
      select a.id, v.toman_value from asked a cross join gone cross join lateral (
        select toman_value from user_volumes where user_id = a.id and day > gone.day offset 0
      ) v
      union all
      select a.id, o.toman_value from asked a join taken o on o.user_id = a.id cross join head h cross join gone
        where o.created_at >= h.until and o.sequence is null and (o.created_at at time zone 'Asia/Tehran')::date > gone.day
      union all
      select a.id, s.toman_value from asked a join sides s on s.taker_id = a.id
      union all
      select a.id, s.toman_value from asked a join sides s on s.maker_id = a.id
    )
    select id, sum(toman_value) as volume from parts group by id`.execute(tx);
  return new Map(rows.map(({ id, volume }) => [id, volume]));
}

/** Returns the same volume of one person. */
export async function readVolume(db: Queryable, userId: string, at = new Date()): Promise<bigint> {
  const { rows } = await sql<{ volume: bigint | null }>`
    with head as (select folded_until as until from trade_totals), gone as (select ${lastDayBefore(at)} as day),
    sides as (
      select f.taker_id, f.maker_id, f.toman_value from fills f, head h, gone where f.created_at >= h.until
        and (f.created_at at time zone 'Asia/Tehran')::date > gone.day
    ), parts as (
      select v.toman_value from user_volumes v, gone where v.user_id = ${userId} and v.day > gone.day
      union all
      select o.toman_value from orders o, head h, gone where o.user_id = ${userId}
        and o.id >= id_from(h.until - ${ID_SLACK} * interval '1 ms') and o.created_at >= h.until
        and o.sequence is null and (o.created_at at time zone 'Asia/Tehran')::date > gone.day
      union all
      select toman_value from sides where taker_id = ${userId}
      union all
      select toman_value from sides where maker_id = ${userId}
    )
    select sum(toman_value) as volume from parts`.execute(db);
  return rows[0]?.volume ?? 0n;
}

/**
 * Returns the Tether that a person bought for Toman within the running year, smallest units: the folded days, at
 * most 366, the trades since the last fold, and what open orders may still buy, so that no number of them exceeds a
 * limit. One snapshot: nothing is counted twice or missed.
 */
export async function readStablecoinPurchases(db: Queryable, userId: string): Promise<bigint> {
  const { rows } = await sql<{ bought: bigint }>`
    with head as (select folded_until as until from trade_totals)
    select coalesce((select sum(amount) from stablecoin_purchases where user_id = ${userId}
        and day > (now() at time zone 'Asia/Tehran')::date - interval '1 year'), 0)
      + coalesce((select sum(o.executed_amount) from orders o, head h where o.user_id = ${userId}
        and o.id >= id_from(h.until - ${ID_SLACK} * interval '1 ms') and o.created_at >= h.until
        and o.coin = 'TETHER' and o.order_type = 'EXCHANGE_BUY'), 0)
      + coalesce((select sum(f.amount) from fills f, head h where f.created_at >= h.until and f.coin = 'TETHER'
        and case f.taker_side when 'buy' then f.taker_id else f.maker_id end = ${userId}), 0)
      + coalesce((select sum(o.amount - o.executed_amount) from orders o where o.user_id = ${userId}
        and o.order_status = 'IS_OPEN' and o.coin = 'TETHER' and o.order_type in ('LIMITED_BUY', 'MARKET_BUY')
        and o.reserved > 0), 0) as bought`.execute(db);
  return rows[0]?.bought ?? 0n;
}

/**
 * Returns the Tether that a person's open orders may still bring: purchases of it, and sales for it at their
 * limits. Of two orders that end each other the one with blocked money counts.
 */
export async function readPendingTether(db: Queryable, userId: string): Promise<bigint> {
  const { rows } = await sql<{ coming: bigint; coin: Coin; unitPrice: bigint }>`
    select coin, amount - executed_amount as coming, unit_price as "unitPrice" from orders
    where user_id = ${userId} and order_status = 'IS_OPEN' and reserved > 0 and (
      (coin = 'TETHER' and order_type in ('LIMITED_BUY', 'MARKET_BUY'))
      or (quote = 'TETHER' and order_type in ('LIMITED_SELL', 'MARKET_SELL')))`.execute(db);
  return rows.reduce(
    (sum, { coin, coming, unitPrice }) =>
      sum + (coin === 'TETHER' ? coming : computeNotional(coin, coming, unitPrice)),
    0n,
  );
}

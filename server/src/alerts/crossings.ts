import type { Coin, Quote } from '@sarraf/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { ALERT_COLUMNS, type AlertRow } from './store.ts';

export interface MarketPrice {
  coin: Coin;
  quote: Quote;
  /** Quote smallest units. */
  price: bigint;
}

/**
 * Whether prices need to be compared: there are alerts that wait, are beyond their threshold, or whose pause is
 * over.
 */
export async function hasAlertsToEvaluate(db: Queryable, now: Date): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`select
    exists (select from price_alerts where state in ('WAITING', 'BEYOND'))
    or exists (select from price_alerts where state = 'PAUSED' and paused_until <= ${now}) as any`.execute(
    db,
  );
  return rows[0]?.any ?? false;
}

export type CrossedAlert = Pick<AlertRow, 'id' | 'userId'>;

/**
 * Selects waiting alerts whose threshold the price has reached, and alerts beyond it whose threshold the price has
 * left again. One probe of the index for each market and direction; no other row is read.
 */
export function buildCrossedQuery(
  state: 'WAITING' | 'BEYOND',
  prices: readonly MarketPrice[],
  limit: number,
): RawBuilder<CrossedAlert> {
  const isWaiting = state === 'WAITING';
  const selectCrossed = (
    direction: string,
    isCrossed: RawBuilder<unknown>,
    order: RawBuilder<unknown>,
  ) => sql`
    (select id, user_id from price_alerts
      where state = ${sql.lit(state)} and coin = market.coin and quote = market.quote
        and direction = ${sql.lit(direction)} and threshold ${isCrossed} market.price
      order by threshold ${order} limit ${limit})`;
  return sql<CrossedAlert>`select found.id, found.user_id as "userId"
    from unnest(${prices.map(({ coin }) => coin)}::text[], ${prices.map(({ quote }) => quote)}::text[],
      ${prices.map(({ price }) => price)}::numeric[]) as market (coin, quote, price)
    cross join lateral (${selectCrossed('ABOVE', isWaiting ? sql`<=` : sql`>`, sql`asc`)}
      union all ${selectCrossed('BELOW', isWaiting ? sql`>=` : sql`<`, sql`desc`)}) found
    limit ${limit}`;
}

export async function findCrossedAlerts(
  db: Queryable,
  state: 'WAITING' | 'BEYOND',
  prices: readonly MarketPrice[],
  limit: number,
): Promise<CrossedAlert[]> {
  return (await buildCrossedQuery(state, prices, limit).execute(db)).rows;
}

/** Fires the alerts that still wait and aren't locked by another process; returns them. */
export async function fireAlerts(
  tx: Tx,
  crossed: readonly CrossedAlert[],
  prices: readonly MarketPrice[],
  now: Date,
): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`with mine as (
      select id from price_alerts where id = any(${crossed.map(({ id }) => id)}::uuid[]) and state = 'WAITING'
      order by id for update skip locked)
    update price_alerts a set state = case when pause_seconds is null then 'FIRED' else 'PAUSED' end,
      paused_until = ${now}::timestamptz + pause_seconds * interval '1 second', fired_at = ${now}, fired_price = market.price
    from mine, unnest(${prices.map(({ coin }) => coin)}::text[], ${prices.map(({ quote }) => quote)}::text[],
      ${prices.map(({ price }) => price)}::numeric[]) as market (coin, quote, price)
    where a.id = mine.id and market.coin = a.coin and market.quote = a.quote
    returning ${ALERT_COLUMNS}`.execute(tx);
  return rows;
}

/** Returns how many wait again. */
export async function rearmAlerts(db: Queryable, crossed: readonly CrossedAlert[]): Promise<number> {
  if (crossed.length === 0) return 0;
  const { rows } = await sql`update price_alerts set state = 'WAITING' where id in (
      select id from price_alerts where id = any(${crossed.map(({ id }) => id)}::uuid[]) and state = 'BEYOND'
      order by id for update skip locked)
    returning 1`.execute(db);
  return rows.length;
}

/** Ends pauses that are over; returns how many. Whether those alerts wait depends on the price. */
export async function resumePausedAlerts(db: Queryable, now: Date, limit: number): Promise<number> {
  const { rows } = await sql`update price_alerts set state = 'BEYOND', paused_until = null where id in (
      select id from price_alerts where state = 'PAUSED' and paused_until <= ${now}
      order by paused_until limit ${limit} for update skip locked)
    returning 1`.execute(db);
  return rows.length;
}

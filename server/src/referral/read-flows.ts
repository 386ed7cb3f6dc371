import { type Asset, isAsset } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';
import { columnNameOf, FLOW_KEYS, type Flow } from './flow.ts';

/** A user's balance of an asset at the start and end of a period, its cost (Toman), and the flow within. */
export interface AssetFlow extends Flow {
  asset: Asset;
  opening: bigint;
  openingCost: bigint;
  closing: bigint;
  closingCost: bigint;
}

const SUMS = sql.raw(FLOW_KEYS.map((key) => `coalesce(sum(${columnNameOf(key)}), 0) as "${key}"`).join(', '));

/** Reads days in Tehran, `to` excluded; assets without balance and flow are omitted. */
export async function readFlows(
  db: Queryable,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<AssetFlow[]> {
  const lastBalanceBefore = (day: string) => sql`lateral (select balance, cost_toman from daily_balances
    where user_id = p.user_id and asset = p.asset and day < ${day}::date order by day desc limit 1)`;
  const { rows } = await sql<AssetFlow & { days: bigint }>`
    select p.asset, coalesce(o.balance, 0) as opening, coalesce(o.cost_toman, 0) as "openingCost",
      coalesce(c.balance, 0) as closing, coalesce(c.cost_toman, 0) as "closingCost", f.*
    from positions p
    left join ${lastBalanceBefore(from)} o on true
    left join ${lastBalanceBefore(to)} c on true
    cross join lateral (select count(*) as days, ${SUMS} from daily_balances
      where user_id = p.user_id and asset = p.asset and day >= ${from}::date and day < ${to}::date) f
    where p.user_id = ${userId} order by p.asset`.execute(db);
  return rows
    .filter(({ asset, opening, days }) => isAsset(asset) && (opening > 0n || days > 0n))
    .map(({ days: _, ...row }) => row);
}

/** Returns the first day in Tehran on which this user had a balance; null: never. */
export async function findFirstDay(db: Queryable, userId: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select min(f.day)::text as day from positions p
    cross join lateral (select day from daily_balances where user_id = p.user_id and asset = p.asset
      order by day limit 1) f
    where p.user_id = ${userId}`.execute(db);
  return rows[0]?.day ?? null;
}

/** Returns whether all transfers of this user are processed. */
export async function isFolded(db: Queryable, userId: string): Promise<boolean> {
  const { rows } = await sql<{ behind: boolean }>`
    with own as (select array(select id from accounts where owner = ${userId} and kind in ('spendable', 'blocked')) as ids)
    select exists (select from transfers t, positions_head h, own where t.id > h.transfer_id
      and (t.debit_account = any(own.ids) or t.credit_account = any(own.ids))) as behind`.execute(db);
  return !rows[0]?.behind;
}

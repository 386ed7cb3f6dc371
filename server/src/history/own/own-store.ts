import type { Asset, Coin, Quote } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Db, Queryable, Tx } from '../../platform/database/database.ts';

/** Position of the ledger, in one snapshot. */
export interface LedgerPosition {
  batch: number;
  transfer: bigint;
  fills: ReadonlyMap<string, { coin: Coin; quote: Quote; fill: bigint }>;
}

/** Reads everything in one snapshot. */
export const readInSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

export async function readLedgerPosition(tx: Queryable): Promise<LedgerPosition> {
  const { rows } = await sql<{ batch: bigint; transfer: bigint }>`
    select batch, last_transfer_id as transfer from ledger_head`.execute(tx);
  const { rows: markets } = await sql<{ coin: Coin; quote: Quote; fill: bigint }>`
    select coin, quote, fill from market_heads`.execute(tx);
  const [head] = rows;
  return {
    batch: Number.parseInt((head?.batch ?? 0n).toString(), 10),
    transfer: head?.transfer ?? 0n,
    fills: new Map(markets.map((market) => [`${market.coin}_${market.quote}`, market])),
  };
}

/**
 * Returns whose spendable or blocked balances, and of which coins, the transfers in (after, through] changed, among
 * these people.
 */
export async function findChangedBalances(
  tx: Queryable,
  userIds: readonly string[],
  after: bigint,
  through: bigint,
): Promise<{ userId: string; asset: Asset }[]> {
  if (userIds.length === 0 || through <= after) return [];
  const { rows } = await sql<{ userId: string; asset: Asset }>`select distinct a.owner as "userId", a.asset
    from transfers t cross join lateral (values (t.debit_account), (t.credit_account)) whose (account)
      join accounts a on a.id = whose.account
    where t.id > ${after} and t.id <= ${through} and a.kind in ('spendable', 'blocked')
      and a.owner = any(${userIds}::text[])`.execute(tx);
  return rows;
}

export interface OwnBalance {
  userId: string;
  asset: Asset;
  spendable: bigint;
  blocked: bigint;
}

export async function readOwnBalances(tx: Queryable, userIds: readonly string[]): Promise<OwnBalance[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<OwnBalance>`select owner as "userId", asset,
      coalesce(sum(balance) filter (where kind = 'spendable'), 0) as spendable,
      coalesce(sum(balance) filter (where kind = 'blocked'), 0) as blocked
    from accounts where owner = any(${userIds}::text[]) and kind in ('spendable', 'blocked')
    group by owner, asset order by owner, asset`.execute(tx);
  return rows;
}

/**
 * Returns the batch with this number: its last transfer, and its time, which is that of its fills. Null: there is
 * none.
 */
export async function readBatch(
  tx: Queryable,
  number: number,
): Promise<{ transfer: bigint; at: Date } | null> {
  const { rows } = await sql<{ transfer: bigint; at: Date }>`select last_transfer_id as transfer, at
    from ledger_batches where number = ${number}::bigint`.execute(tx);
  return rows[0] ?? null;
}

export interface FillKey {
  userId: string;
  at: Date;
  coin: Coin;
  quote: Quote;
  number: bigint;
}

/** Returns fills of a market with numbers in (after, through] of these people, one row per person. */
export async function findFills(
  tx: Queryable,
  userIds: readonly string[],
  { coin, quote, after, through }: { coin: Coin; quote: Quote; after: bigint; through: bigint },
): Promise<FillKey[]> {
  if (userIds.length === 0 || through <= after) return [];
  const { rows } =
    await sql<FillKey>`select whose.user_id::text as "userId", f.created_at as at, f.coin, f.quote, f.number
    from fills f cross join lateral (values (f.maker_id), (f.taker_id)) whose (user_id)
    where f.coin = ${coin} and f.quote = ${quote} and f.number > ${after} and f.number <= ${through}
      and whose.user_id = any(${userIds}::uuid[])`.execute(tx);
  return rows;
}

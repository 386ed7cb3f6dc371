import type { Asset } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../platform/database/database.ts';
import type { WalletDeps } from './deps.ts';

type FoldDeps = Pick<WalletDeps, 'db' | 'market'>;

/** Transfers looked at in one transaction. */
const CHUNK = 20_000;

interface Sum {
  userId: string;
  asset: Asset;
  kind: 'deposit' | 'referral';
  amount: bigint;
}

/**
 * Adds what came in and was earned since the last fold to each person's sums, valued as it is worth now: soon after it
 * came. Transfers are numbered without gaps and become visible in that order, so none is missed or counted twice.
 * False: everything is folded, or another process folds.
 */
export function foldSums({ db, market }: FoldDeps): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const span = await nextSpan(tx);
    if (span === null) return false;
    const sums = await sumsOf(tx, span);
    const values = sums.map(({ asset, amount }) =>
      asset === 'TOMAN' ? amount : market.tomanValue(asset, amount < 0n ? -amount : amount),
    );
    await addSums(
      tx,
      sums.map((sum, i) => {
        const value = values[i] ?? null;
        const signed = value !== null && sum.asset !== 'TOMAN' && sum.amount < 0n ? -value : value;
        return { ...sum, value: signed ?? 0n, unvalued: value === null ? sum.amount : 0n };
      }),
    );
    await sql`update wallet_sums_head set transfer_id = ${span.to}`.execute(tx);
    return true;
  });
}

async function nextSpan(tx: Tx): Promise<{ from: bigint; to: bigint } | null> {
  const { rows } = await sql<{ from: bigint; last: bigint }>`
    select s.transfer_id as "from", h.last_transfer_id as last from wallet_sums_head s, ledger_head h
    for update of s skip locked`.execute(tx);
  const [row] = rows;
  if (!row || row.last <= row.from) return null;
  const to = row.from + BigInt(CHUNK);
  return { from: row.from, to: to < row.last ? to : row.last };
}

/** A deposit that was taken back is a correction from the person to the outside. */
async function sumsOf(tx: Tx, { from, to }: { from: bigint; to: bigint }): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select owner::uuid as "userId", asset, kind, sum(amount) as amount from (
      select c.owner, c.asset, t.kind, t.amount from transfers t join accounts c on c.id = t.credit_account
      where t.id > ${from} and t.id <= ${to} and t.kind in ('deposit', 'referral') and c.kind = 'spendable'
      union all
      select d.owner, d.asset, 'deposit', -t.amount from transfers t
        join accounts d on d.id = t.debit_account join accounts c on c.id = t.credit_account
      where t.id > ${from} and t.id <= ${to} and t.kind = 'correction' and d.kind = 'spendable' and c.kind = 'outside'
    ) came group by owner, asset, kind`.execute(tx);
  return rows;
}

async function addSums(tx: Tx, sums: readonly (Sum & { value: bigint; unvalued: bigint })[]): Promise<void> {
  if (sums.length === 0) return;
  await sql`insert into wallet_sums (user_id, asset, kind, toman_value, unvalued)
    select * from unnest(${sums.map(({ userId }) => userId)}::uuid[], ${sums.map(({ asset }) => asset)}::text[],
      ${sums.map(({ kind }) => kind)}::text[], ${sums.map(({ value }) => value)}::numeric[],
      ${sums.map(({ unvalued }) => unvalued)}::numeric[])
    on conflict (user_id, asset, kind) do update set toman_value = wallet_sums.toman_value + excluded.toman_value,
      unvalued = wallet_sums.unvalued + excluded.unvalued`.execute(tx);
}

/** At most one row for each coin and kind. */
export async function readFlowSums(
  db: Queryable,
  userId: string,
): Promise<{ asset: Asset; kind: Sum['kind']; value: bigint; unvalued: bigint }[]> {
  const { rows } = await sql<{ asset: Asset; kind: Sum['kind']; value: bigint; unvalued: bigint }>`
    select asset, kind, toman_value as value, unvalued from wallet_sums where user_id = ${userId}`.execute(
    db,
  );
  return rows;
}

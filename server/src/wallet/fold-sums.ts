import type { Asset } from '@sarraf/domain';
import { sql } from 'kysely';
import { createTransferFollower, type FollowedTransfer, type TransferFollower } from '../ledger/index.ts';
import type { Queryable, Tx } from '../platform/database/database.ts';
import type { WalletDeps } from './deps.ts';

type FoldDeps = Pick<WalletDeps, 'db' | 'market'>;

interface FlowSum {
  userId: string;
  asset: Asset;
  kind: 'deposit' | 'referral';
  amount: bigint;
}

/** Adds deposits and earnings to each user's sums, at their value soon after they arrived. */
export const createSumsFollower = ({ db, market }: FoldDeps): TransferFollower<'wallet-sums'> =>
  createTransferFollower(db, {
    name: 'wallet-sums',
    head: 'wallet_sums_head',
    async take(tx, transfers) {
      const sums = sumTransfers(transfers);
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
    },
  });

/** A reversed deposit is a correction from the user to the outside. */
function sumTransfers(transfers: readonly FollowedTransfer[]): FlowSum[] {
  const sums = new Map<string, FlowSum>();
  const addAmount = (userId: string, asset: Asset, kind: FlowSum['kind'], amount: bigint) => {
    const key = `${userId} ${asset} ${kind}`;
    sums.set(key, { userId, asset, kind, amount: (sums.get(key)?.amount ?? 0n) + amount });
  };
  for (const { kind, asset, amount, debit, credit } of transfers)
    if ((kind === 'deposit' || kind === 'referral') && credit.kind === 'spendable')
      addAmount(credit.owner, asset, kind, amount);
    else if (kind === 'correction' && debit.kind === 'spendable' && credit.kind === 'outside')
      addAmount(debit.owner, asset, 'deposit', -amount);
  return [...sums.values()];
}

async function addSums(
  tx: Tx,
  sums: readonly (FlowSum & { value: bigint; unvalued: bigint })[],
): Promise<void> {
  if (sums.length === 0) return;
  await sql`insert into wallet_sums (user_id, asset, kind, toman_value, unvalued)
    select * from unnest(${sums.map(({ userId }) => userId)}::uuid[], ${sums.map(({ asset }) => asset)}::text[],
      ${sums.map(({ kind }) => kind)}::text[], ${sums.map(({ value }) => value)}::numeric[],
      ${sums.map(({ unvalued }) => unvalued)}::numeric[])
    on conflict (user_id, asset, kind) do update set toman_value = wallet_sums.toman_value + excluded.toman_value,
      unvalued = wallet_sums.unvalued + excluded.unvalued`.execute(tx);
}

/** Returns at most one row per coin and kind. */
export async function readFlowSums(
  db: Queryable,
  userId: string,
): Promise<{ asset: Asset; kind: FlowSum['kind']; value: bigint; unvalued: bigint }[]> {
  const { rows } = await sql<{ asset: Asset; kind: FlowSum['kind']; value: bigint; unvalued: bigint }>`
    select asset, kind, toman_value as value, unvalued from wallet_sums where user_id = ${userId}`.execute(
    db,
  );
  return rows;
}

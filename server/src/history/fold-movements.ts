import { sql } from 'kysely';
import { createTransferFollower, followTransfers, type TransferFollower } from '../ledger/index.ts';
import type { Db } from '../platform/database/database.ts';
import { selectAccountsOfTransfers } from '../platform/database/named-accounts.ts';

const movementsFollowerParts: Pick<TransferFollower<'movements'>, 'name' | 'head' | 'take'> = {
  name: 'movements',
  head: 'movements_head',
  // Reads them in SQL: the rows are written from them, without a round trip.
  async take(tx, transfers) {
    const [first, last] = [transfers[0], transfers.at(-1)];
    if (first && last)
      await sql`insert into movements (user_id, at, id, asset, kind)
        select distinct user_id, at, id, asset, kind from (${movedOwnersQuery(first.id - 1n, last.id)}) moved`.execute(
        tx,
      );
  },
};

/** Sorts transfers by the owners whose balances they changed, afterwards: by their numbers, which have no gaps. */
export const createMovementsFollower = (db: Db): TransferFollower<'movements'> =>
  createTransferFollower(db, movementsFollowerParts);

/** Sorts one chunk; false: all are sorted, or another process is doing it. */
export const foldMovements = (db: Db, chunkSize?: number): Promise<boolean> =>
  followTransfers(db, [movementsFollowerParts], chunkSize);

/**
 * Selects the owners whose balances the transfers in (after, through] changed, all or one person; a transfer
 * between two accounts of one person is there twice. With many accounts: to be joined by hash.
 */
export const movedOwnersQuery = (after: bigint, through: bigint, owner: string | null = null) => {
  const idRange = sql`t.id > ${after} and t.id <= ${through}`;
  return sql<{ user_id: string; at: Date; id: bigint; asset: string; kind: string }>`
    with named as materialized (
      select * from (${selectAccountsOfTransfers(idRange)}) touched
      where kind in ('spendable', 'blocked') and (${owner}::text is null or owner = ${owner})
    )
    select a.owner::uuid as user_id, t.created_at as at, t.id, a.asset, t.kind
    from transfers t cross join lateral (values (t.debit_account), (t.credit_account)) whose (account)
      join named a on a.id = whose.account
    where ${idRange}`;
};

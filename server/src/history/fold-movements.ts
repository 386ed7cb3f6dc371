import { sql } from 'kysely';
import { transferredAfter } from '../ledger/index.ts';
import { type Db, joinByHash } from '../platform/database/database.ts';
import { namedAccounts } from '../platform/database/named-accounts.ts';
import type { Follower } from '../platform/jobs/follow.ts';

/** Transfers that are sorted in one transaction. */
const BITE = 10_000;

/** Sorts transfers by whose balances they changed, after they were made: by their numbers, which have no gaps. */
export const movementsFollower = (db: Db): Follower<'movements'> => ({
  name: 'movements',
  byBatches: true,
  step: () => foldMovements(db),
  waitingSince: () => transferredAfter(db, sql`(select transfer_id from movements_head)`),
});

/** False: all are sorted, or another process is at it. */
export function foldMovements(db: Db, bite = BITE): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ from: bigint; last: bigint }>`
      select m.transfer_id as "from", h.last_transfer_id as last from movements_head m, ledger_head h
      for update of m skip locked`.execute(tx);
    const [head] = rows;
    if (!head || head.last <= head.from) return false;
    const to = head.from + BigInt(bite) < head.last ? head.from + BigInt(bite) : head.last;
    await joinByHash(tx);
    await sql`insert into movements (user_id, at, id, asset, kind)
      select distinct user_id, at, id, asset, kind from (${movedOf(head.from, to)}) moved`.execute(tx);
    await sql`update movements_head set transfer_id = ${to}`.execute(tx);
    return to < head.last;
  });
}

/**
 * Whose balances the transfers in (after, through] changed, of all or of one person; one that moves between two of a person's
 * own is there twice. Accounts of all are many: to be joined by hash.
 */
export const movedOf = (after: bigint, through: bigint, owner: string | null = null) => {
  const within = sql`t.id > ${after} and t.id <= ${through}`;
  return sql<{ user_id: string; at: Date; id: bigint; asset: string; kind: string }>`
    with named as materialized (
      select * from (${namedAccounts(within)}) touched
      where kind in ('spendable', 'blocked') and (${owner}::text is null or owner = ${owner})
    )
    select a.owner::uuid as user_id, t.created_at as at, t.id, a.asset, t.kind
    from transfers t cross join lateral (values (t.debit_account), (t.credit_account)) whose (account)
      join named a on a.id = whose.account
    where ${within}`;
};

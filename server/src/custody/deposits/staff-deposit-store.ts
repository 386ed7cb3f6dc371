/** Deposits that staff decides about: unclaimed, and reversed ones. */
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { DEPOSIT_COLUMNS, type Deposit } from './deposit-store.ts';

const IS_OPEN = sql`(d.state in ('UNCLAIMED', 'PROPOSED') or (d.state = 'REVERSED' and d.decided_by is null))`;

/** Lists open deposits, those that have waited longest first, after an id. */
export async function listOpenDeposits(
  db: Queryable,
  after: string | null,
  limit: number,
): Promise<Deposit[]> {
  const from = after === null ? sql`` : sql`and d.id > ${after}`;
  const { rows } = await sql<Deposit>`select ${DEPOSIT_COLUMNS} from coin_deposits d where ${IS_OPEN} ${from}
    order by d.id limit ${limit}`.execute(db);
  return rows;
}

export async function countOpenDeposits(db: Queryable, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n
    from (select 1 from coin_deposits d where ${IS_OPEN} limit ${limit}) o`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function findDeposit(db: Queryable, id: string): Promise<Deposit | null> {
  const { rows } =
    await sql<Deposit>`select ${DEPOSIT_COLUMNS} from coin_deposits d where d.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Locks a deposit until the transaction ends. */
export async function lockDeposit(tx: Tx, id: string): Promise<Deposit | null> {
  const { rows } =
    await sql<Deposit>`select ${DEPOSIT_COLUMNS} from coin_deposits d where d.id = ${id} for update`.execute(
      tx,
    );
  return rows[0] ?? null;
}

/** Locks coin deposits in order of id until the transaction ends; unknown ids are absent. */
export async function lockCoinDeposits(tx: Tx, ids: readonly string[]): Promise<Deposit[]> {
  const { rows } = await sql<Deposit>`select ${DEPOSIT_COLUMNS} from coin_deposits d
    where d.id = any(${[...ids]}::uuid[]) order by d.id for update`.execute(tx);
  return rows;
}

export async function proposeDeposit(tx: Tx, id: string, staffId: string, userId: string): Promise<void> {
  await sql`update coin_deposits set state = 'PROPOSED', proposed_by = ${staffId}, proposed_user = ${userId},
    decided_by = null where id = ${id}`.execute(tx);
}

/** Confirms a deposit; this process or the retry job credits it next. */
export async function confirmDeposit(tx: Tx, id: string, staffId: string): Promise<void> {
  await sql`update coin_deposits set decided_by = ${staffId} where id = ${id} and state = 'PROPOSED'`.execute(
    tx,
  );
}

/** Closes a deposit: a reversed one is marked as seen, any other keeps its money where it is. */
export async function closeDeposit(tx: Tx, id: string, staffId: string): Promise<void> {
  await sql`update coin_deposits set decided_by = ${staffId},
    state = case when state = 'REVERSED' then state else 'KEPT' end where id = ${id}`.execute(tx);
}

/** Returns deposits that were confirmed but not yet credited, as after a crash. */
export async function findConfirmedUnclaimed(db: Queryable, limit: number): Promise<Deposit[]> {
  const { rows } = await sql<Deposit>`select ${DEPOSIT_COLUMNS} from coin_deposits d
    where d.state = 'PROPOSED' and d.decided_by is not null order by d.id limit ${limit}`.execute(db);
  return rows;
}

import type { Asset } from '@sarraf/domain';
import { sql } from 'kysely';
import { insertInto } from '../../ledger/index.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';

export interface FreezeRow {
  id: string;
  userId: string;
  asset: Asset;
  /** Smallest units. */
  amount: bigint;
  courtOrder: string;
  createdBy: string;
  createdAt: Date;
  liftedAt: Date | null;
}

const FREEZE_COLUMNS = sql`id, user_id as "userId", asset, amount, court_order as "courtOrder", created_by as "createdBy",
  created_at as "createdAt", lifted_at as "liftedAt"`;

/** Written by the ledger in the transaction of the transfer. */
export const INSERT_FREEZE = insertInto('freezes', {
  id: 'uuid',
  user_id: 'uuid',
  asset: 'text',
  amount: 'numeric',
  court_order: 'text',
  created_by: 'uuid',
  created_at: 'timestamptz',
});

export async function findFreeze(db: Queryable, id: string): Promise<FreezeRow | null> {
  const { rows } = await sql<FreezeRow>`select ${FREEZE_COLUMNS} from freezes where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Newest first. */
export async function listFreezes(db: Queryable, userId: string, limit: number): Promise<FreezeRow[]> {
  const { rows } = await sql<FreezeRow>`select ${FREEZE_COLUMNS} from freezes where user_id = ${userId}
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** Locks a freeze until the transaction ends. */
export async function lockFreeze(tx: Tx, id: string): Promise<FreezeRow | null> {
  const { rows } =
    await sql<FreezeRow>`select ${FREEZE_COLUMNS} from freezes where id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function markFreezeLifted(
  tx: Tx,
  id: string,
  staffId: { staffId: string; reason: string; now: Date },
): Promise<void> {
  await sql`update freezes set lifted_by = ${staffId.staffId}, lifted_at = ${staffId.now}, lift_reason = ${staffId.reason}
    where id = ${id}`.execute(tx);
}

/** Returns a user's frozen amounts, by coin. */
export async function sumFrozen(db: Queryable, userId: string): Promise<Map<Asset, bigint>> {
  const { rows } = await sql<{ asset: Asset; sum: bigint }>`select asset, sum(amount) as sum from freezes
    where user_id = ${userId} and lifted_at is null group by asset`.execute(db);
  return new Map(rows.map(({ asset, sum }) => [asset, sum]));
}

import type { RECOVERY_KINDS } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../platform/database/database.ts';
import type { Page } from '../platform/database/rows.ts';

export type RecoveryKind = (typeof RECOVERY_KINDS)[number];
export type RecoveryState = 'OPEN' | 'CONFIRMED' | 'CANCELLED';

/** A recovery of account access: one staff member starts it, another confirms it. */
export interface RecoveryRow {
  id: string;
  userId: string;
  kind: RecoveryKind;
  newEmail: string | null;
  evidence: string;
  startedBy: string;
  createdAt: Date;
  state: RecoveryState;
  decidedBy: string | null;
  decidedAt: Date | null;
}

const RECOVERY = sql`id, user_id as "userId", kind, new_email as "newEmail", evidence, started_by as "startedBy",
  created_at as "createdAt", state, decided_by as "decidedBy", decided_at as "decidedAt"`;

/** Returns null if one is open for this user already. */
export async function insertRecovery(
  tx: Tx,
  recovery: Omit<RecoveryRow, 'state' | 'decidedBy' | 'decidedAt'>,
): Promise<RecoveryRow | null> {
  const { id, userId, kind, newEmail, evidence, startedBy, createdAt } = recovery;
  const { rows } = await sql<RecoveryRow>`insert into recoveries
      (id, user_id, kind, new_email, evidence, started_by, created_at)
    values (${id}, ${userId}, ${kind}, ${newEmail}, ${evidence}, ${startedBy}, ${createdAt})
    on conflict (user_id) where state = 'OPEN' do nothing returning ${RECOVERY}`.execute(tx);
  return rows[0] ?? null;
}

export async function findRecovery(db: Queryable, id: string): Promise<RecoveryRow | null> {
  const { rows } = await sql<RecoveryRow>`select ${RECOVERY} from recoveries where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Returns false if it is no longer open. */
export async function closeRecovery(
  tx: Tx,
  id: string,
  decision: { state: 'CONFIRMED' | 'CANCELLED'; by: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`update recoveries
    set state = ${decision.state}, decided_by = ${decision.by}, decided_at = ${decision.at}
    where id = ${id} and state = 'OPEN' returning 1`.execute(tx);
  return rows.length > 0;
}

/** Newest first. */
export async function findRecoveries(
  db: Queryable,
  state: RecoveryState | null,
  { before, limit, offset }: Page,
): Promise<RecoveryRow[]> {
  const { rows } = await sql<RecoveryRow>`select ${RECOVERY} from recoveries
    where (${state}::text is null or state = ${state}) and (${before}::uuid is null or id < ${before})
    order by id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

const MAX_COUNTED = 1_000;

/** Counts up to 1,000. */
export async function countOpenRecoveries(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from
    (select 1 from recoveries where state = 'OPEN' limit ${MAX_COUNTED}) as waiting`.execute(db);
  return rows[0]?.count ?? 0;
}

import { sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';
import type { WatchDeps } from './deps.ts';
import { isAcknowledged, listViolations, MAX_STORED } from './store.ts';

interface AuditProgress {
  batch: bigint;
  followedAt: Date | null;
  recheckedAt: Date | null;
  recheckMs: number | null;
}

export interface WatchState extends Pick<AuditProgress, 'followedAt' | 'recheckedAt'> {
  /** Broken laws that are not acknowledged. */
  open: number;
}

/** Reads the progress of the process that runs the audit. */
export async function readProgress(db: Queryable): Promise<AuditProgress | undefined> {
  const { rows } =
    await sql<AuditProgress>`select batch, followed_at as "followedAt", rechecked_at as "recheckedAt",
    recheck_ms as "recheckMs" from watch_state`.execute(db);
  return rows[0];
}

export async function readWatchState({
  db,
  booksKey,
}: Pick<WatchDeps, 'db' | 'booksKey'>): Promise<WatchState> {
  const [progress, violations] = await Promise.all([readProgress(db), listViolations(db, MAX_STORED)]);
  return {
    followedAt: progress?.followedAt ?? null,
    recheckedAt: progress?.recheckedAt ?? null,
    open: violations.filter((violation) => !isAcknowledged(booksKey, violation)).length,
  };
}

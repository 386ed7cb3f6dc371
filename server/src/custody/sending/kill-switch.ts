import { AppError } from '@sarraf/domain';
import { sql } from 'kysely';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { CustodyContext } from '../deps.ts';

/** Who stopped withdrawals, and why. */
export interface KillSwitchStop {
  reason: string;
  at: Date;
  by: string | null;
}

/** Null: nothing is stopped. Read before each signature and broadcast, so that a stop takes effect within one step. */
export async function readKillSwitch(db: Queryable): Promise<KillSwitchStop | null> {
  const { rows } = await sql<KillSwitchStop>`select reason, changed_at as at, changed_by as by
    from kill_switch where stopped`.execute(db);
  return rows[0] ?? null;
}

/** Stops withdrawals for the continuous audit unless they are stopped already; latches the signer too. Idempotent. */
export async function engageKillSwitch(context: CustodyContext, reason: string): Promise<void> {
  const now = context.now();
  await context.db.transaction().execute(async (tx) => {
    const { rows } = await sql`update kill_switch set stopped = true, reason = ${reason}, changed_by = null,
      changed_at = ${now} where not stopped returning 1`.execute(tx);
    if (rows.length === 0) return;
    await appendAudit(
      tx,
      { actorId: null, action: 'withdrawals stopped', subjectId: null, detail: { reason } },
      now,
    );
  });
  await context.signer.latch();
}

/**
 * Changes the kill switch: any member of the treasury stops, and an admin other than the one who stopped starts
 * again.
 *
 * CONFLICT: already in that state; FORBIDDEN: only an admin may start again; SECOND_PERSON_NEEDED: the caller
 * stopped it.
 */
export async function changeKillSwitch(
  context: CustodyContext,
  caller: Caller,
  stopped: boolean,
  reason: string,
): Promise<void> {
  const now = context.now();
  await context.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ stopped: boolean; by: string | null }>`select stopped, changed_by as by
      from kill_switch for update`.execute(tx);
    const before = rows[0];
    if (!before || before.stopped === stopped) throw new AppError('CONFLICT');
    if (!stopped && !caller.staffRoles.includes('admin')) throw new AppError('FORBIDDEN');
    if (!stopped && before.by === caller.userId) throw new AppError('SECOND_PERSON_NEEDED');
    await sql`update kill_switch set stopped = ${stopped}, reason = ${reason}, changed_by = ${caller.userId},
      changed_at = ${now}`.execute(tx);
    const action = stopped ? 'withdrawals stopped' : 'withdrawals started';
    await appendAudit(tx, { actorId: caller.userId, action, subjectId: null, detail: { reason } }, now);
  });
  context.log.error({ area: 'custody', event: stopped ? 'stopped' : 'started', by: caller.userId }, reason);
}

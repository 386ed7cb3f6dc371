import { AppError } from '@sarraf/domain';
import { recipientOf, type User } from '../../identity/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import { isId } from '../../platform/ids.ts';
import type { BackofficeContext } from '../deps.ts';
import { requireActionAllowed } from '../staff.ts';
import { closeRecovery, findRecovery, type RecoveryRow } from '../store.ts';

/**
 * Confirms a recovery, by another staff member than its initiator.
 *
 * NOT_FOUND; CONFLICT: it is no longer open; username exist: the new address has an account by now; SETTINGS_LOCKED
 * (`until`); SECOND_PERSON_NEEDED: the caller started it, or is the user; FORBIDDEN: it is a staff member, and the
 * caller is no admin.
 */
export async function confirmRecovery(context: BackofficeContext, caller: Caller, id: string): Promise<void> {
  const recovery = isId(id) ? await findRecovery(context.db, id) : null;
  if (recovery === null) throw new AppError('NOT_FOUND');
  if (recovery.startedBy === caller.userId) throw new AppError('SECOND_PERSON_NEEDED');
  await requireActionAllowed(context, caller, recovery.userId);
  await context.db
    .transaction()
    .execute((tx) => applyRecovery(context, tx, caller.userId, recovery))
    .catch((error: { code?: string }) => {
      throw error.code === UNIQUE_VIOLATION ? new AppError('username exist') : error;
    });
  context.people.publishUserChange(recovery.userId);
}

const UNIQUE_VIOLATION = '23505';

async function applyRecovery(
  context: BackofficeContext,
  tx: Tx,
  staffId: string,
  recovery: RecoveryRow,
): Promise<void> {
  const { id, userId, kind, newEmail } = recovery;
  const now = context.now();
  // Locks the user before the recovery, like its start: the opposite order would deadlock.
  const user = await context.people.lock(tx, userId);
  if (user === null) throw new AppError('NOT_FOUND');
  // An owner who locked their settings wanted to prevent recoveries by social engineering.
  const { settingsLockedUntil: lockedUntil } = user;
  if (lockedUntil !== null && lockedUntil > now)
    throw new AppError('SETTINGS_LOCKED', { data: { until: lockedUntil.toISOString() } });
  if (!(await closeRecovery(tx, id, { state: 'CONFIRMED', by: staffId, at: now })))
    throw new AppError('CONFLICT');
  const heldUntil = await context.people.recover(tx, userId, newEmail);
  await notifyRecovered(context, tx, user, newEmail, heldUntil);
  const detail = { kind, recovery: id };
  await appendAudit(tx, { actorId: staffId, action: 'recovery confirmed', subjectId: userId, detail }, now);
}

/** Also notifies the old address: the mailbox may not be lost. */
async function notifyRecovered(
  context: BackofficeContext,
  tx: Tx,
  user: User,
  newEmail: string | null,
  heldUntil: Date,
): Promise<void> {
  const notice = { kind: 'RECOVERED', heldUntil: heldUntil.toISOString() } as const;
  await context.notify(tx, recipientOf(user), notice);
  if (newEmail !== null)
    await context.notify(
      tx,
      { userId: null, email: newEmail, mobile: null, language: user.language },
      notice,
    );
}

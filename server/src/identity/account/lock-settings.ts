import { AppError, DAY_MS } from '@sarraf/domain';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { IdentityContext } from '../deps.ts';
import { recipientOf } from '../notify-person.ts';
import { lockSessionUser } from '../sessions/known-user.ts';
import { consumeStepUpProof } from '../sessions/use-proof.ts';
import { type User, updateUser } from '../store.ts';

/**
 * Locks the security settings for a number of days. Nothing ends the lock earlier: not the owner, not a new
 * password, not staff. Returns when it ends.
 *
 * CONFIRMATION_NEEDED; ACCOUNT_FROZEN, SETTINGS_LOCKED (`until`): they are already.
 */
export async function lockSettings(context: IdentityContext, caller: Caller, days: number): Promise<Date> {
  const lockedUntil = await context.db.transaction().execute(async (tx) => {
    const user = await lockSessionUser(tx, caller);
    assertSettingsChangeable(context, user);
    await consumeStepUpProof(context, tx, caller, 'SETTINGS_LOCK');
    const now = context.now();
    const until = new Date(now.getTime() + days * DAY_MS);
    await updateUser(tx, user.id, { settingsLockedUntil: until });
    await context.codeSender.notify(tx, recipientOf(user), {
      kind: 'SETTINGS_LOCKED',
      at: until.toISOString(),
    });
    const entry = { actorId: user.id, action: 'settings locked', subjectId: user.id, detail: { days } };
    await appendAudit(tx, entry, now);
    return until;
  });
  context.bus.publish('user', { userId: caller.userId });
  return lockedUntil;
}

/**
 * Checks that security settings may be changed, for operations that need no session. ACCOUNT_FROZEN;
 * SETTINGS_LOCKED (`until`).
 */
export function assertSettingsChangeable(
  context: Pick<IdentityContext, 'now'>,
  { frozenAt, settingsLockedUntil: until }: User,
): void {
  if (frozenAt !== null) throw new AppError('ACCOUNT_FROZEN');
  if (until !== null && until > context.now())
    throw new AppError('SETTINGS_LOCKED', { data: { until: until.toISOString() } });
}

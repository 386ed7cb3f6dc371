import { AppError } from '@sarraf/domain';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { IdentityContext } from '../deps.ts';
import { recipientOf } from '../notify-person.ts';
import { revokeSessions } from '../sessions/session-store.ts';
import { lockUser, type User, updateUser } from '../store.ts';
import { readFreezeToken } from './freeze-link.ts';
import { cancelPendingAuth } from './recover-person.ts';

/**
 * Freezes an account by the link in a notice. It requires no log-in, since the owner may have lost theirs. If the
 * account is frozen already, the link has no effect.
 *
 * NOT_FOUND: not a link of ours; Code Expired: older than seven days.
 */
export async function freezeByLink(context: IdentityContext, token: string): Promise<void> {
  const userId = readFreezeToken(context, token);
  if (userId === null) throw new AppError('NOT_FOUND');
  if (userId === 'EXPIRED') throw new AppError('Code Expired');
  await freezeAccount(context, userId, 'LINK');
}

/** Freezes the caller's own account. All sessions end, including this one. */
export const freezeOwnAccount = (context: IdentityContext, { userId }: Caller): Promise<void> =>
  freezeAccount(context, userId, 'OWNER');

async function freezeAccount(
  context: IdentityContext,
  userId: string,
  frozenBy: NonNullable<User['frozenBy']>,
): Promise<void> {
  const wasFrozen = await context.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === null) throw new AppError('NOT_FOUND');
    if (user.frozenBy === 'LINK' || (user.frozenBy === frozenBy && user.thawsAt === null)) return false;
    await applyFreeze(context, tx, user, frozenBy);
    return true;
  });
  if (wasFrozen) context.bus.publish('user', { userId });
}

async function applyFreeze(
  context: IdentityContext,
  tx: Tx,
  user: User,
  frozenBy: NonNullable<User['frozenBy']>,
): Promise<void> {
  const now = context.now();
  await updateUser(tx, user.id, { frozen: { at: user.frozenAt ?? now, by: frozenBy, thawsAt: null } });
  await revokeSessions(tx, user.id, now, null);
  await cancelPendingAuth(tx, user.id, now);
  await context.codeSender.notify(tx, recipientOf(user), { kind: 'FROZEN', by: frozenBy });
  const actorId = frozenBy === 'OWNER' ? user.id : null;
  await appendAudit(
    tx,
    { actorId, action: 'account frozen', subjectId: user.id, detail: { by: frozenBy } },
    now,
  );
  context.log.info({ event: 'account frozen', userId: user.id, by: frozenBy }, 'identity');
}

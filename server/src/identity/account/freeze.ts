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
  await freeze(context, userId, 'LINK');
}

/** Freezes the caller's own account. All sessions end, including this one. */
export const freezeOwn = (context: IdentityContext, { userId }: Caller): Promise<void> =>
  freeze(context, userId, 'OWNER');

async function freeze(
  context: IdentityContext,
  userId: string,
  by: NonNullable<User['frozenBy']>,
): Promise<void> {
  const frozen = await context.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === null) throw new AppError('NOT_FOUND');
    if (user.frozenBy === 'LINK' || (user.frozenBy === by && user.thawsAt === null)) return false;
    await close(context, tx, user, by);
    return true;
  });
  if (frozen) context.bus.publish('user', { userId });
}

async function close(
  context: IdentityContext,
  tx: Tx,
  user: User,
  by: NonNullable<User['frozenBy']>,
): Promise<void> {
  const now = context.now();
  await updateUser(tx, user.id, { frozen: { at: user.frozenAt ?? now, by, thawsAt: null } });
  await revokeSessions(tx, user.id, now, null);
  await cancelPendingAuth(tx, user.id, now);
  await context.codeSender.notify(tx, recipientOf(user), { kind: 'FROZEN', by });
  const actorId = by === 'OWNER' ? user.id : null;
  await appendAudit(tx, { actorId, action: 'account frozen', subjectId: user.id, detail: { by } }, now);
  context.log.info({ event: 'account frozen', userId: user.id, by }, 'identity');
}

import { AppError } from '@sarraf/domain';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import { isId } from '../../platform/ids.ts';
import type { IdentityContext } from '../deps.ts';
import { revokeAllKeys } from '../program-keys/change-key.ts';
import { revokeSessionOf, revokeSessions } from './session-store.ts';

/**
 * Ends one of the user's own sessions: its token is invalid when this returns.
 *
 * NOT_FOUND: none of theirs, or ended already.
 */
export async function endSession(context: IdentityContext, { userId }: Caller, id: string): Promise<void> {
  const now = context.now();
  await context.db.transaction().execute(async (tx) => {
    if (!isId(id) || !(await revokeSessionOf(tx, userId, id, now))) throw new AppError('NOT_FOUND');
    await appendAudit(tx, { actorId: userId, action: 'session ended', subjectId: userId }, now);
  });
  context.bus.publish('user', { userId });
}

/** Ends all of the user's sessions except the caller's; `keys`: and revokes their API keys. */
export async function endOtherSessions(
  context: IdentityContext,
  { userId, sessionId }: Caller,
  { keys = false }: { keys?: boolean | undefined } = {},
): Promise<void> {
  const now = context.now();
  await context.db.transaction().execute(async (tx) => {
    await revokeSessions(tx, userId, now, sessionId);
    if (keys) await revokeAllKeys(context, tx, userId, userId);
    await appendAudit(tx, { actorId: userId, action: 'other sessions ended', subjectId: userId }, now);
  });
  context.bus.publish('user', { userId });
}

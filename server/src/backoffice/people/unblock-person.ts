import { AppError } from '@sarraf/domain';
import { recipientOf } from '../../identity/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { BackofficeContext } from '../deps.ts';
import { requireActionAllowed, requirePerson } from '../staff.ts';

/**
 * Unblocks a user.
 *
 * NOT_FOUND: no user with this id; CONFLICT: not blocked; SECOND_PERSON_NEEDED: it is the caller; FORBIDDEN: it is
 * a staff member, and the caller is no admin.
 */
export async function unblockPerson(
  context: BackofficeContext,
  caller: Caller,
  id: string,
  reason: string,
): Promise<void> {
  const { people } = context;
  const { id: userId } = await requirePerson(context, id);
  await requireActionAllowed(context, caller, userId);
  const now = context.now();
  await context.db.transaction().execute(async (tx) => {
    const user = await people.lock(tx, userId);
    if (user === null) throw new AppError('NOT_FOUND');
    if (user.blockedAt === null) throw new AppError('CONFLICT');
    await people.update(tx, userId, { blocked: null });
    // A login that was in progress at the moment of the block may have opened a session after it.
    await people.endSessions(tx, userId);
    await context.notify(tx, recipientOf(user), { kind: 'UNBLOCKED' });
    const entry = {
      actorId: caller.userId,
      action: 'person unblocked',
      subjectId: userId,
      detail: { reason },
    };
    await appendAudit(tx, entry, now);
  });
  people.publishUserChange(userId);
}

import { AppError } from '@sarraf/domain';
import { recipientOf } from '../../identity/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { BackofficeContext } from '../deps.ts';
import { requireActionAllowed, requirePerson } from '../staff.ts';

/**
 * Blocks a user: ends all sessions and unfinished logins immediately, and prevents logins until it is undone. Open
 * orders are cancelled.
 *
 * NOT_FOUND: no user with this id; CONFLICT: blocked already; SECOND_PERSON_NEEDED: it is the caller; FORBIDDEN: it
 * is a staff member, and the caller is no admin.
 */
export async function blockPerson(
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
    if (user.blockedAt !== null) throw new AppError('CONFLICT');
    await people.update(tx, userId, { blocked: { at: now, reason } });
    await people.endSessions(tx, userId);
    await people.endSteps(tx, userId);
    await context.enqueueCancelAllOrders(tx, userId);
    await context.notify(tx, recipientOf(user), { kind: 'BLOCKED' });
    const entry = { actorId: caller.userId, action: 'person blocked', subjectId: userId, detail: { reason } };
    await appendAudit(tx, entry, now);
  });
  people.publishUserChange(userId);
}

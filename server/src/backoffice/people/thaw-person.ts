import { AppError } from '@sarraf/domain';
import { recipientOf } from '../../identity/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { BackofficeContext } from '../deps.ts';
import { requireActionAllowed, requirePerson } from '../staff.ts';

/**
 * Lifts what a notice's link or the owner froze, once staff knows who asks. Sessions end, so that whoever was in it meanwhile
 * is out.
 *
 * NOT_FOUND: nobody has this id; CONFLICT: not frozen; SECOND_PERSON_NEEDED: it is the caller; FORBIDDEN: it is one of the
 * staff, and the caller no admin.
 */
export async function thawPerson(
  context: BackofficeContext,
  caller: Caller,
  id: string,
  reason: string,
): Promise<void> {
  const { people } = context;
  const { id: userId } = await requirePerson(context, id);
  await requireActionAllowed(context, caller, userId);
  await context.db.transaction().execute(async (tx) => {
    const user = await people.lock(tx, userId);
    if (user === null) throw new AppError('NOT_FOUND');
    if (user.frozenAt === null) throw new AppError('CONFLICT');
    await people.update(tx, userId, { frozen: null });
    await people.endSessions(tx, userId);
    await context.notify(tx, recipientOf(user), { kind: 'THAWED' });
    const entry = { actorId: caller.userId, action: 'account thawed', subjectId: userId, detail: { reason } };
    await appendAudit(tx, entry, context.now());
  });
  people.changed(userId);
}

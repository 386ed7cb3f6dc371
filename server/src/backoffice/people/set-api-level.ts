import { AppError } from '@sarraf/domain';
import type { ApiLevel } from '@sarraf/domain/contracts';
import { recipientOf } from '../../identity/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { BackofficeContext } from '../deps.ts';
import { requireActionAllowed, requirePerson } from '../staff.ts';

/**
 * Sets the rate limit level of a user's programs. Reserved to admins like the market maker's fee (decision 27); the
 * user is notified.
 *
 * NOT_FOUND: no user with this id; CONFLICT: already in that state; SECOND_PERSON_NEEDED: it is the caller.
 */
export async function setApiLevel(
  context: BackofficeContext,
  caller: Caller,
  id: string,
  { level, reason }: { level: ApiLevel; reason: string },
): Promise<void> {
  const { people } = context;
  const { id: userId } = await requirePerson(context, id);
  await requireActionAllowed(context, caller, userId);
  await context.db.transaction().execute(async (tx) => {
    const person = await people.lock(tx, userId);
    if (person === null) throw new AppError('NOT_FOUND');
    if (person.apiLevel === level) throw new AppError('CONFLICT');
    await people.update(tx, userId, { apiLevel: level });
    await context.notify(tx, recipientOf(person), { kind: 'API_LEVEL_CHANGED', level });
    const detail = { before: person.apiLevel, after: level, reason };
    await appendAudit(
      tx,
      { actorId: caller.userId, action: 'API level set', subjectId: userId, detail },
      context.now(),
    );
  });
  people.publishUserChange(userId);
}

import { AppError, percentText, type UserLevel } from '@sarraf/domain';
import { recipientOf } from '../../identity/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import { askForLevel } from '../../referral/index.ts';
import type { BackofficeContext } from '../deps.ts';
import { requireActionAllowed, requirePerson } from '../staff.ts';

/**
 * Makes a person a market maker, or gives them the level that their trades earn. What they have in the books keeps the
 * fee it was placed with, as it does whenever a level changes.
 *
 * NOT_FOUND: nobody has this id; CONFLICT: it is so already; SECOND_PERSON_NEEDED: it is the caller.
 */
export async function setSupervisor(
  context: BackofficeContext,
  caller: Caller,
  id: string,
  { supervisor, reason }: { supervisor: boolean; reason: string },
): Promise<UserLevel> {
  const { people, levels } = context;
  const { id: userId } = await requirePerson(context, id);
  await requireActionAllowed(context, caller, userId);
  const level = await context.db.transaction().execute(async (tx) => {
    // A trade that is on its way isn't in the volume yet. Before the person, as those who judge levels lock.
    if (!supervisor) await askForLevel(tx, userId);
    const person = await people.lock(tx, userId);
    if (person === null) throw new AppError('NOT_FOUND');
    if (supervisor === (person.level === 'SUPERVISOR')) throw new AppError('CONFLICT');
    const level = supervisor ? 'SUPERVISOR' : levels.levelOf(await context.volumeOf(userId, tx));
    await people.update(tx, userId, { level });
    await context.notify(tx, recipientOf(person), {
      kind: 'LEVEL_CHANGED',
      level,
      up: supervisor,
      byStaff: true,
      fee: percentText(levels.wageOf(level, 'TOMAN')),
      feeTether: percentText(levels.wageOf(level, 'TETHER')),
    });
    const action = supervisor ? 'supervisor made' : 'supervisor unmade';
    const detail = { before: person.level, after: level, reason };
    await appendAudit(tx, { actorId: caller.userId, action, subjectId: userId, detail }, context.now());
    return level;
  });
  people.changed(userId);
  return level;
}

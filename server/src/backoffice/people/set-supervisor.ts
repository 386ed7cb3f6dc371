import { AppError, percentText, type UserLevel } from '@sarraf/domain';
import { recipientOf } from '../../identity/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import { askForLevel } from '../../referral/index.ts';
import type { BackofficeContext } from '../deps.ts';
import { requireActionAllowed, requirePerson } from '../staff.ts';

/**
 * Makes a user a market maker, or restores the level that their trades earn. Their open orders keep the fee they
 * were placed with, as after any change of level.
 *
 * NOT_FOUND: no user with this id; CONFLICT: already in that state; SECOND_PERSON_NEEDED: it is the caller.
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
    // A trade in progress isn't in the volume yet. Locked before the user, the lock order of level checks.
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
      fee: percentText(levels.feeRateOf(level, 'TOMAN')),
      feeTether: percentText(levels.feeRateOf(level, 'TETHER')),
    });
    const action = supervisor ? 'supervisor made' : 'supervisor unmade';
    const detail = { before: person.level, after: level, reason };
    await appendAudit(tx, { actorId: caller.userId, action, subjectId: userId, detail }, context.now());
    return level;
  });
  people.publishUserChange(userId);
  return level;
}

import { AppError } from '@sarraf/domain';
import type { setWhitelist as contract, ReplyOf } from '@sarraf/domain/contracts';
import { recipientOf } from '../../identity/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { WithdrawalContext } from '../deps.ts';
import { ADDRESS_DELAY_MS, saveWhitelist } from './book-store.ts';

/**
 * Turns the whitelist on or off. Turning it off holds withdrawals for a day: otherwise an attacker with a stolen
 * session would begin with that.
 */
export async function setWhitelist(
  context: WithdrawalContext,
  caller: Caller,
  isOn: boolean,
): Promise<ReplyOf<typeof contract>['baseDTO']> {
  const { userId } = caller;
  const { heldUntil, changed } = await context.db.transaction().execute(async (tx) => {
    const user = await context.people.lock(tx, userId);
    if (user === null) throw new AppError('Invalid Token');
    const now = context.now();
    await context.people.consumeProof(tx, caller, 'WHITELIST');
    const changed = await saveWhitelist(tx, userId, isOn, now);
    const own = user.withdrawalsHeldUntil;
    if (!changed) return { heldUntil: own !== null && own > now ? own : null, changed };
    const day = new Date(now.getTime() + ADDRESS_DELAY_MS);
    const until = isOn ? own : own !== null && own > day ? own : day;
    if (!isOn) await context.people.update(tx, userId, { withdrawalsHeldUntil: day });
    const action = isOn ? 'whitelist turned on' : 'whitelist turned off';
    await appendAudit(tx, { actorId: userId, action, subjectId: userId }, now);
    const activeHold = until !== null && until > now ? until : null;
    await context.notify(tx, recipientOf(user), {
      kind: 'WHITELIST_CHANGED',
      on: isOn,
      heldUntil: activeHold?.toISOString() ?? null,
      freeze: context.people.createFreezeLink(userId),
    });
    return { heldUntil: activeHold, changed };
  });
  if (changed) context.people.publishUserChange(userId);
  return { on: isOn, withdrawalHoldUntil: heldUntil?.toISOString() ?? null };
}

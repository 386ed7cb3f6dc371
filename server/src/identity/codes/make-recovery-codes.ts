import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import { createFreezeLink } from '../account/freeze-link.ts';
import type { IdentityContext } from '../deps.ts';
import { recipientOf } from '../notify-person.ts';
import { lockSessionUser } from '../sessions/known-user.ts';
import { consumeStepUpProof } from '../sessions/use-proof.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';

/**
 * Replaces all recovery codes; only the returned value has them in readable form.
 *
 * CONFIRMATION_NEEDED.
 */
export function renewRecoveryCodes(context: IdentityContext, caller: Caller): Promise<string[]> {
  return context.db.transaction().execute(async (tx) => {
    const user = await lockSessionUser(tx, caller);
    await consumeStepUpProof(context, tx, caller, 'RECOVERY_CODES');
    const codes = await replaceRecoveryCodes(context, tx, user.id);
    const freeze = createFreezeLink(context, user.id);
    await context.codeSender.notify(tx, recipientOf(user), { kind: 'RECOVERY_CODES_MADE', freeze });
    const entry = { actorId: user.id, action: 'recovery codes made', subjectId: user.id };
    await appendAudit(tx, entry, context.now());
    return codes;
  });
}

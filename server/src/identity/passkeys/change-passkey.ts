import { AppError } from '@sarraf/domain';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import { isId } from '../../platform/ids.ts';
import { changeProtection } from '../account/change-protection.ts';
import { HOLD_MS } from '../codes/limits.ts';
import type { IdentityContext } from '../deps.ts';
import { lockSessionUser } from '../sessions/known-user.ts';
import { consumeStepUpProof } from '../sessions/use-proof.ts';
import { readPasskeyName } from './passkey-name.ts';
import { deletePasskey, updatePasskeyName } from './passkey-store.ts';
import { requirePasskey } from './require-passkey.ts';

/** Renames a passkey of the user. BAD_REQUEST: an invalid name; NOT_FOUND: none of theirs. */
export async function renamePasskey(
  context: IdentityContext,
  { userId }: Caller,
  id: string,
  submittedName: string,
): Promise<void> {
  const name = readPasskeyName(submittedName);
  await context.db.transaction().execute(async (tx) => {
    if (!isId(id) || !(await updatePasskeyName(tx, { id, userId }, name))) throw new AppError('NOT_FOUND');
    const entry = {
      actorId: userId,
      action: 'passkey renamed',
      subjectId: userId,
      detail: { passkeyId: id },
    };
    await appendAudit(tx, entry, context.now());
  });
}

/**
 * Removes a passkey of the user. The other sessions end, withdrawals are held for a while, and the user is
 * notified; the two-step method stays as it is.
 *
 * NOT_FOUND: none of theirs; CONFIRMATION_NEEDED; PASSKEY_REQUIRED.
 */
export async function removePasskey(context: IdentityContext, caller: Caller, id: string): Promise<void> {
  await requirePasskey(context, caller);
  await context.db.transaction().execute(async (tx) => {
    const user = await lockSessionUser(tx, caller);
    if (!isId(id) || !(await deletePasskey(tx, { id, userId: user.id }))) throw new AppError('NOT_FOUND');
    await consumeStepUpProof(context, tx, caller, 'PASSKEY');
    await changeProtection(context, tx, {
      user,
      changes: {},
      except: caller.sessionId,
      holdMs: HOLD_MS.twoStep,
      audit: { actorId: user.id, action: 'passkey removed', detail: { passkeyId: id } },
      notice: (heldUntil) => ({ kind: 'PASSKEY_REMOVED', heldUntil }),
    });
  });
  context.bus.publish('user', { userId: caller.userId });
}

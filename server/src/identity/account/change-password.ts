import { AppError } from '@sarraf/domain';
import type { Caller } from '../../platform/http/http.ts';
import { HOLD_MS } from '../codes/limits.ts';
import type { IdentityContext } from '../deps.ts';
import { hashPassword, normalizePassword } from '../login/passwords.ts';
import { attemptPassword } from '../login/prove-password.ts';
import { requireStrongPassword } from '../login/require-strong-password.ts';
import { passwordHashOf, sealPassword } from '../login/sealed-password.ts';
import { userKeyOf } from '../login/tokens.ts';
import { lockSessionUser, requireUser } from '../sessions/known-user.ts';
import { consumeStepUpProof } from '../sessions/use-proof.ts';
import { changeProtection } from './change-protection.ts';

/**
 * Changes the password, given the old one; the other sessions end.
 *
 * WEAK_PASSWORD (`errors` names the broken rule); COMMON_PASSWORD; Old Password Is Incorrect: also if there is none
 * yet; SAME_VALUE; CONFIRMATION_NEEDED; TOO_MANY_REQUESTS (`retryAfter`); SERVICE_UNAVAILABLE: too many passwords
 * are being hashed.
 */
export async function changePassword(
  context: IdentityContext,
  caller: Caller,
  { oldPassword, password }: { oldPassword: string; password: string },
): Promise<void> {
  const currentUser = await requireUser(context, caller);
  requireStrongPassword(password, currentUser.email);
  const key = userKeyOf(context.secrets, currentUser.id);
  const hash = passwordHashOf(context, currentUser);
  if (!(await attemptPassword(context, { key, user: currentUser, hash, from: currentUser.id }, oldPassword)))
    throw new AppError('Old Password Is Incorrect');
  if (normalizePassword(password) === normalizePassword(oldPassword)) throw new AppError('SAME_VALUE');
  const passwordHash = await hashPassword(password, { from: currentUser.id, isKnownClient: true });
  await context.db.transaction().execute(async (tx) => {
    const user = await lockSessionUser(tx, caller);
    // A concurrent request changed it first.
    if (passwordHashOf(context, user) !== hash) throw new AppError('Old Password Is Incorrect');
    await consumeStepUpProof(context, tx, caller, 'PASSWORD');
    await changeProtection(context, tx, {
      user,
      changes: { passwordEncrypted: sealPassword(context, user.id, passwordHash) },
      except: caller.sessionId,
      holdMs: HOLD_MS.password,
      audit: { actorId: user.id, action: 'password changed' },
      notice: (heldUntil) => ({ kind: 'PASSWORD_CHANGED', heldUntil }),
    });
  });
  context.bus.publish('user', { userId: caller.userId });
}

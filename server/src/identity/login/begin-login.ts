import { AppError } from '@sarraf/domain';
import type { TwoStepPrompt } from '@sarraf/domain/contracts';
import { deliveryTargetOf, sendOrReuseCode, stepOwnersOf } from '../codes/send-code.ts';
import type { BrowserLoginOrigin, IdentityContext } from '../deps.ts';
import { hasPasskeys } from '../passkeys/passkey-store.ts';
import type { Language } from '../ports.ts';
import type { User } from '../store.ts';
import { deviceOf } from '../visit.ts';
import { addressKeyOf } from './tokens.ts';

/**
 * Starts the second step of signing in, by the user's own method, after the first was passed. While a recently sent
 * code is valid, no other is sent. If no SMS can be sent, no weaker method is substituted.
 *
 * You Are Not Allowed To Login!: blocked; TOO_MANY_REQUESTS (`retryAfter`): codes were sent too often;
 * SMS_OTP_UNAVAILABLE.
 */
export async function beginLogin(
  context: IdentityContext,
  user: User,
  language: Language,
  loginOrigin: BrowserLoginOrigin,
): Promise<TwoStepPrompt> {
  if (user.blockedAt) throw new AppError('You Are Not Allowed To Login!');
  const prompt = await sendOrReuseCode(context, {
    purpose: 'LOGIN',
    key: addressKeyOf(context.secrets, user.email),
    ...deliveryTargetOf(user, user.twoStepMethod),
    language,
    userId: user.id,
    signUpId: null,
    sessionId: null,
    device: deviceOf(loginOrigin),
    ...stepOwnersOf(loginOrigin.client),
  });
  return { ...prompt, ...((await hasPasskeys(context.db, user.id)) && { passkey: true }) };
}

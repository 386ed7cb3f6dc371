import { AppError, normalizeEmail } from '@sarraf/domain';
import type { TwoStepPrompt } from '@sarraf/domain/contracts';
import { clientNetworkKey } from '../../platform/http/network-address.ts';
import { newId } from '../../platform/ids.ts';
import { CODE_SECONDS } from '../codes/limits.ts';
import { buildPrompt, createCode, sendNothing, stepOwnersOf } from '../codes/send-code.ts';
import type { BrowserLoginOrigin, IdentityContext } from '../deps.ts';
import type { Language } from '../ports.ts';
import { findUserByEmail, insertSignUp } from '../store.ts';
import { deviceOf } from '../visit.ts';
import { hashPassword } from './passwords.ts';
import { requireStrongPassword } from './require-strong-password.ts';
import { addressKeyOf, normalizeReferralCode } from './tokens.ts';

export interface Registration {
  email: string;
  password: string;
  referralCode?: string | undefined;
  language: Language;
}

/**
 * Starts a sign-up. The submitted data is stored with its code, so that another sign-up for the same address
 * changes nothing for the holder of an earlier code. For an existing account the reply is the same, but its owner
 * gets a notice instead of the code, and the code can't create a second account.
 *
 * Invalid Email; WEAK_PASSWORD (`errors` names the broken rule); COMMON_PASSWORD; TOO_MANY_REQUESTS: codes were
 * sent to this address too often; SERVICE_UNAVAILABLE: too many passwords are being hashed.
 */
export async function register(
  context: IdentityContext,
  registration: Registration,
  loginOrigin: BrowserLoginOrigin,
): Promise<TwoStepPrompt> {
  const { password, language } = registration;
  const email = normalizeEmail(registration.email);
  if (email === null) throw new AppError('Invalid Email');
  requireStrongPassword(password, email);
  const hash = await hashPassword(password, { from: clientNetworkKey(loginOrigin.ip), isKnownClient: false });
  const signUpId = newId();
  const passwordEncrypted = context.secrets.encrypt(hash, 'sign_ups.password_encrypted', signUpId);
  const { send, owner } = await context.db.transaction().execute(async (tx) => {
    const referralCode = normalizeReferralCode(registration.referralCode);
    await insertSignUp(tx, { id: signUpId, email, passwordEncrypted, referralCode, language }, context.now());
    const send = await createCode(context, tx, {
      purpose: 'SIGN_UP',
      channel: 'EMAIL',
      key: addressKeyOf(context.secrets, email),
      to: email,
      language,
      userId: null,
      signUpId,
      sessionId: null,
      device: deviceOf(loginOrigin),
      ...stepOwnersOf(loginOrigin.client),
      from: loginOrigin.client.site,
    });
    return { send, owner: await findUserByEmail(tx, email) };
  });
  if (owner && send !== sendNothing)
    context.codeSender.sendAccountExists({ to: email, language: owner.language });
  else if (!owner) send();
  return buildPrompt({ to: email, channel: 'EMAIL' }, CODE_SECONDS.SIGN_UP);
}

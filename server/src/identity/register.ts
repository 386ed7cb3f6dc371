import { normalEmail, passwordFault, Refusal } from '@sarraf/domain';
import { newId } from '../platform/ids.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { Kit } from './deps.ts';
import { CODE_SECONDS } from './limits.ts';
import { hashPassword } from './passwords.ts';
import type { Language } from './ports.ts';
import { countSentCode, makeCode, type Prompt, promptFor } from './send-code.ts';
import { findUserByEmail, insertSignUp } from './store.ts';
import { addressKey, normalReferralCode } from './tokens.ts';

export interface Registration {
  email: string;
  password: string;
  referralCode?: string | undefined;
  language: Language;
}

/**
 * Begins a sign-up. What was sent waits beside the code that was made for it, so that whoever registers the same
 * address again changes nothing for the one who holds an earlier code. For an address that has an account everything
 * is done alike, but its owner gets a notice instead of the code, and the code can't make a second account.
 *
 * Invalid Email; WEAK_PASSWORD (`errors` names the broken rule); COMMON_PASSWORD; TOO_MANY_REQUESTS: codes were sent
 * to this address too often; SERVICE_UNAVAILABLE: too many passwords are being hashed.
 */
export async function register(kit: Kit, registration: Registration): Promise<Prompt> {
  const { password, language } = registration;
  const email = normalEmail(registration.email);
  if (email === null) throw new Refusal('Invalid Email');
  const fault = passwordFault(password);
  if (fault !== null) throw new Refusal('WEAK_PASSWORD', { errors: [fault] });
  if (isCommonPassword(password)) throw new Refusal('COMMON_PASSWORD');
  const passwordHash = await hashPassword(password);
  const key = addressKey(kit.secrets, email);
  const signUpId = newId();
  const { code, owner } = await kit.db.transaction().execute(async (tx) => {
    await countSentCode(kit, tx, key, 'SIGN_UP');
    const referralCode = normalReferralCode(registration.referralCode);
    await insertSignUp(tx, { id: signUpId, email, passwordHash, referralCode, language }, kit.now());
    const code = await makeCode(kit, tx, key, { purpose: 'SIGN_UP', userId: null, signUpId });
    return { code, owner: await findUserByEmail(tx, email) };
  });
  const seconds = CODE_SECONDS.SIGN_UP;
  if (owner) kit.codeSender.sendAccountExists({ to: email, language: owner.language });
  else kit.codeSender.sendCode({ to: email, language, purpose: 'SIGN_UP', code, seconds });
  return promptFor(email, seconds);
}

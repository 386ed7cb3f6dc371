import { AppError, normalizeEmail } from '@sarraf/domain';
import type { TwoStepPrompt } from '@sarraf/domain/contracts';
import { clientNetworkKey } from '../../platform/http/network-address.ts';
import { SIGN_UP_MS } from '../codes/limits.ts';
import { sendOrReuseCode, stepOwnersOf } from '../codes/send-code.ts';
import type { BrowserLoginOrigin, IdentityContext } from '../deps.ts';
import type { Language } from '../ports.ts';
import {
  findSignUpByEmail,
  findUserByEmail,
  insertLoginAttempt,
  replacePassword,
  type SignUp,
  type User,
} from '../store.ts';
import { deviceOf } from '../visit.ts';
import { beginLogin } from './begin-login.ts';
import { loginRateKeyOf } from './client.ts';
import { hashPassword, needsRehash } from './passwords.ts';
import { attemptPassword } from './prove-password.ts';
import { passwordHashOf, passwordHashOfSignUp, sealPassword } from './sealed-password.ts';
import { addressKeyOf } from './tokens.ts';

export interface Credentials {
  email: string;
  password: string;
  language: Language;
}

/**
 * First step of signing in: checks the password and starts the second step. A user who never confirmed the address
 * gets the sign-up code again.
 *
 * Invalid Username Or Password; TOO_MANY_REQUESTS (`retryAfter`): too many wrong passwords or sent codes, or too
 * many failures of this network address (`of`); You Are Not Allowed To Login!: blocked, and SMS_OTP_UNAVAILABLE:
 * both revealed only with the right password; SERVICE_UNAVAILABLE: too many passwords are being checked.
 */
export async function logIn(
  context: IdentityContext,
  { password, language, ...identifiers }: Credentials,
  loginOrigin: BrowserLoginOrigin,
): Promise<TwoStepPrompt> {
  const email = normalizeEmail(identifiers.email);
  const { network } = loginOrigin.client;
  if (email === null) {
    network.assertWithinBudget();
    throw new AppError('Invalid Username Or Password');
  }
  const key = addressKeyOf(context.secrets, email);
  const [user, signUp] = await Promise.all([
    findUserByEmail(context.db, email),
    findSignUpByEmail(context.db, email, new Date(context.clock.now() - SIGN_UP_MS)),
  ]);
  const hash = user ? passwordHashOf(context, user) : signUp && passwordHashOfSignUp(context, signUp);
  const rateKey = await loginRateKeyOf(context, { email, userId: user?.id ?? null, hash }, loginOrigin);
  if (!rateKey.isKnownClient) network.assertWithinBudget();
  const isCorrect = await attemptPassword(
    context,
    { ...rateKey, user, hash, from: clientNetworkKey(loginOrigin.ip) },
    password,
  );
  if (isCorrect) network.uncount();
  if (isCorrect && user) {
    if (hash !== null && needsRehash(hash)) await rehashPassword(context, user, password);
    return beginLogin(context, user, language, loginOrigin);
  }
  if (isCorrect && signUp) return resumeSignUp(context, { key, signUp, language, visit: loginOrigin });
  await insertLoginAttempt(
    context.db,
    { ...loginOrigin, userId: user?.id ?? null, successful: false },
    context.now(),
  );
  context.log.info({ event: 'login failed', userId: user?.id ?? null }, 'identity');
  throw new AppError('Invalid Username Or Password');
}

const resumeSignUp = (
  context: IdentityContext,
  {
    key,
    signUp,
    language,
    visit,
  }: { key: Buffer; signUp: SignUp; language: Language; visit: BrowserLoginOrigin },
) =>
  sendOrReuseCode(context, {
    purpose: 'SIGN_UP',
    channel: 'EMAIL',
    key,
    to: signUp.email,
    language,
    userId: null,
    signUpId: signUp.id,
    sessionId: null,
    device: deviceOf(visit),
    ...stepOwnersOf(visit.client),
    from: visit.client.site,
  });

/** Rehashes a password that was hashed with older parameters, while it is known. */
async function rehashPassword(context: IdentityContext, user: User, password: string): Promise<void> {
  const { id, passwordEncrypted: previousHash } = user;
  if (previousHash === null) return;
  await replacePassword(
    context.db,
    id,
    previousHash,
    sealPassword(context, id, await hashPassword(password, { from: id, isKnownClient: true })),
  );
}

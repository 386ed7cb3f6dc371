import { AppError, normalizeEmail } from '@sarraf/domain';
import type { PasskeyAssertion } from '@sarraf/domain/contracts';
import { expireCodes } from '../codes/code-store.ts';
import { enforceRateLimit } from '../codes/count-or-refuse.ts';
import { releaseUse } from '../codes/counter-store.ts';
import type { BrowserLoginOrigin, IdentityContext } from '../deps.ts';
import { loginRateKeyOf } from '../login/client.ts';
import { completeLogin } from '../login/enter.ts';
import { addressKeyOf } from '../login/tokens.ts';
import type { Language } from '../ports.ts';
import { findUser, findUserByEmail, insertLoginAttempt, lockUser } from '../store.ts';
import type { ChallengeScope } from './challenges.ts';
import { findPasskey } from './passkey-store.ts';
import { consumePasskeyProof, type ProvedPasskey, verifyPasskey } from './prove-passkey.ts';

export interface PasskeySignIn {
  passkey: PasskeyAssertion;
  /** Address of the second step; undefined: a sign-in without a password. */
  email: string | undefined;
  /** Keeps the session for 30 days instead of 24 hours. */
  remember: boolean;
  language: Language;
}

/**
 * Signs in with a passkey, instead of password and code or of the code alone; returns a new session's token. The
 * passkey has verified its user, so both are equally strong.
 *
 * PASSKEY_REFUSED: unknown, another user's, requested by another browser, too late, used before, or wrong;
 * TOO_MANY_REQUESTS (`retryAfter`): too many refusals; You Are Not Allowed To Login!: blocked.
 */
export async function signInWithPasskey(
  context: IdentityContext,
  signInRequest: PasskeySignIn,
  loginOrigin: BrowserLoginOrigin,
): Promise<string> {
  const challengeScope = await challengeScopeOf(context, signInRequest.email, loginOrigin);
  const counter = {
    key: await findCounterKey(context, signInRequest.passkey, loginOrigin),
    kind: 'wrong passkey',
  };
  await enforceRateLimit(context, context.db, counter, context.limits.wrongCodes);
  try {
    const verified = await verifyPasskey(context, signInRequest.passkey, challengeScope);
    if (challengeScope.userId !== null && challengeScope.userId !== verified.passkey.userId)
      throw new AppError('PASSKEY_REFUSED');
    const token = await completePasskeyLogin(context, verified, signInRequest, loginOrigin);
    await releaseUse(context.db, counter);
    return token;
  } catch (error) {
    if (error instanceof AppError && error.code === 'PASSKEY_REFUSED') {
      loginOrigin.client.network.assertWithinBudget();
      await recordFailedLogin(context, signInRequest, loginOrigin);
    }
    throw error;
  }
}

async function challengeScopeOf(
  context: IdentityContext,
  address: string | undefined,
  { client }: BrowserLoginOrigin,
): Promise<Extract<ChallengeScope, { purpose: 'SIGN_IN' }>> {
  const browser = client.digest;
  const user =
    address === undefined ? null : await findUserByEmail(context.db, normalizeEmail(address) ?? '');
  if (browser === null || (address !== undefined && user === null)) throw new AppError('PASSKEY_REFUSED');
  return { purpose: 'SIGN_IN', browser, userId: user?.id ?? null };
}

/** Refusals are counted by client, like wrong passwords, so that no other client uses up the owner's attempts. */
async function findCounterKey(
  context: IdentityContext,
  { id }: PasskeyAssertion,
  loginOrigin: BrowserLoginOrigin,
): Promise<Buffer> {
  const passkey = await findPasskey(context.db, Buffer.from(id, 'base64url'));
  const owner = { email: '', userId: passkey?.userId ?? null, hash: null };
  return (await loginRateKeyOf(context, owner, loginOrigin)).key;
}

const completePasskeyLogin = (
  context: IdentityContext,
  verified: ProvedPasskey,
  { remember, language }: PasskeySignIn,
  loginOrigin: BrowserLoginOrigin,
): Promise<string> =>
  context.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, verified.passkey.userId);
    if (user === null) throw new AppError('PASSKEY_REFUSED');
    if (user.blockedAt) throw new AppError('You Are Not Allowed To Login!');
    await consumePasskeyProof(context, tx, verified);
    // The code that was sent for the second step isn't needed any longer.
    const codeScope = {
      key: addressKeyOf(context.secrets, user.email),
      sessionId: null,
      client: loginOrigin.client,
    };
    await expireCodes(tx, { ...codeScope, purposes: ['LOGIN'] }, null, context.now());
    return completeLogin(
      context,
      tx,
      { userId: user.id, user, remember, language, byPasskey: true },
      loginOrigin,
    );
  });

/** Records the attempt in the owner's login history, if the credential is known. */
async function recordFailedLogin(
  context: IdentityContext,
  { passkey }: PasskeySignIn,
  loginOrigin: BrowserLoginOrigin,
): Promise<void> {
  const knownPasskey = await findPasskey(context.db, Buffer.from(passkey.id, 'base64url'));
  const user = knownPasskey && (await findUser(context.db, knownPasskey.userId));
  const attempt = { ...loginOrigin, userId: user?.id ?? null, successful: false };
  await insertLoginAttempt(context.db, attempt, context.now());
  context.log.info({ event: 'login failed', userId: attempt.userId }, 'identity');
}

import { AppError, normalizeCode } from '@sarraf/domain';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { BrowserLoginOrigin, IdentityContext } from '../deps.ts';
import { findPersonByAddress, type LoginIdentifier, parseLoginAddress } from '../find-person.ts';
import { isAnonymous, loginRateKeyOf } from '../login/client.ts';
import { completeLogin, languageOf } from '../login/enter.ts';
import { createUser } from '../login/make-person.ts';
import { passwordHashOfSignUp } from '../login/sealed-password.ts';
import { addressKeyOf, normalizeRecoveryCode } from '../login/tokens.ts';
import { recipientOf } from '../notify-person.ts';
import type { Language } from '../ports.ts';
import {
  deleteSignUps,
  findSignUp,
  insertLoginAttempt,
  lockUserByEmail,
  type User,
  updateUser,
} from '../store.ts';
import { completeLoginOrigin } from '../visit.ts';
import { consumeTotpCode } from './authenticators.ts';
import type { CodeRow, CodeScope } from './code-store.ts';
import { matchesCode, verifyOneTimeCode } from './guess-code.ts';
import { createIncorrectCodeError } from './incorrect-code.ts';
import { HOLD_MS } from './limits.ts';
import { consumeRecoveryCode, countRecoveryCodes } from './recovery-codes.ts';
import { clearResendPause, deliveryTargetOf } from './send-code.ts';

export interface CodeGuess {
  /** As typed: digits of any script, or a recovery code. */
  code: string;
  who: LoginIdentifier;
  /** Keeps the session for 30 days instead of 24 hours. */
  remember: boolean;
  language: Language;
}

/**
 * Second step of signing in or up, for the client that took the first; returns a new session's token. A login
 * accepts a code of the user's method, or a recovery code.
 *
 * BAD_REQUEST: neither an e-mail address nor a mobile number; Incorrect OTP (`serverTime`: for an app's codes);
 * Code Expired: no step is pending, it has expired or had too many attempts; CHALLENGE_REFUSED; TOO_MANY_REQUESTS
 * (`retryAfter`): too many wrong codes within the hour; You Are Not Allowed To Login!: blocked.
 */
export async function signInWithCode(
  context: IdentityContext,
  guess: CodeGuess,
  loginOrigin: BrowserLoginOrigin,
): Promise<string> {
  const address = parseLoginAddress(guess.who);
  if (address === null) throw new AppError('BAD_REQUEST', { errors: ['email'] });
  const parsedCode = parseCode(guess.code);
  if (parsedCode === null) throw new AppError('Incorrect OTP');
  // Codes are stored under the e-mail address, however the user was named.
  const email = address.includes('@')
    ? address
    : ((await findPersonByAddress(context.db, address))?.email ?? address);
  const key = addressKeyOf(context.secrets, email);
  const outcome = await context.db.transaction().execute(async (tx) => {
    const user = await lockUserByEmail(tx, email);
    const codeScope: CodeScope = {
      key,
      purposes: ['LOGIN', 'SIGN_UP'],
      sessionId: null,
      client: loginOrigin.client,
      counted: await attemptCounterKeyOf(context, tx, { email, key, user }, loginOrigin),
    };
    const { right, living } = await verifyOneTimeCode(context, tx, codeScope, (row) =>
      isCorrectCode(context, tx, user, row, parsedCode),
    );
    const userId = right && (user ? user.id : await completeSignUp(context, tx, right));
    if (!right || userId === null) {
      const codeOfUser = living.find((row) => row.userId !== null);
      const attempt = { ...loginOrigin, userId: codeOfUser?.userId ?? null, successful: false };
      await insertLoginAttempt(tx, attempt, context.now());
      return createIncorrectCodeError(context, 'digits' in parsedCode ? codeOfUser?.channel : undefined);
    }
    if (user?.blockedAt) throw new AppError('You Are Not Allowed To Login!');
    await clearResendPause(context, tx, {
      to: user ? deliveryTargetOf(user, right.channel).to : email,
      purpose: right.purpose,
      from: right.purpose === 'SIGN_UP' ? loginOrigin.client.site : undefined,
    });
    const completedOrigin = completeLoginOrigin(loginOrigin, right.device);
    if (user && 'recovery' in parsedCode)
      await notifyRecoveryCodeUse(context, tx, user, languageOf(user, guess.language));
    const { remember, language } = guess;
    return completeLogin(
      context,
      tx,
      { userId, user, remember, language, byPasskey: false },
      completedOrigin,
    );
  });
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

/**
 * Wrong codes of a known browser are counted for that browser, and so are those of a sign-up, which any client may
 * start: codes are sent rarely enough. Other clients that know the password are counted for the account; callers
 * without cookie and challenge are counted together, at a sign-up by their network.
 */
async function attemptCounterKeyOf(
  context: IdentityContext,
  tx: Tx,
  { email, key, user }: { email: string; key: Buffer; user: User | null },
  loginOrigin: BrowserLoginOrigin,
): Promise<Buffer> {
  const { client } = loginOrigin;
  const keyOf = (clientKey: string) => context.secrets.blindIndex('guesser', `${email}\0${clientKey}`);
  if (isAnonymous(client)) return keyOf(user === null ? `nameless ${client.site}` : 'nameless');
  if (user === null) return keyOf((client.challenge ?? client.digest)?.toString('hex') ?? '');
  const rateKey = await loginRateKeyOf(context, { email, userId: user.id, hash: null }, loginOrigin, tx);
  return rateKey.isKnownClient ? rateKey.key : key;
}

type ParsedCode = { digits: string } | { recovery: string };

function parseCode(text: string): ParsedCode | null {
  const digits = normalizeCode(text);
  if (digits !== null) return { digits };
  const recovery = normalizeRecoveryCode(text);
  return recovery === null ? null : { recovery };
}

/** The code of a sign-up is never right if the address already has an account. */
function isCorrectCode(
  context: IdentityContext,
  tx: Tx,
  user: User | null,
  row: CodeRow,
  parsedCode: ParsedCode,
): boolean | Promise<boolean> {
  if (row.purpose === 'SIGN_UP')
    return user === null && 'digits' in parsedCode && matchesCode(context, row, parsedCode.digits);
  if (user === null || row.userId !== user.id) return false;
  if ('recovery' in parsedCode) return consumeRecoveryCode(context, tx, user.id, parsedCode.recovery);
  // A step is void if the two-step method was changed in the meantime.
  if (row.channel !== user.twoStepMethod) return false;
  return row.channel === 'GOOGLE_AUTHENTICATOR'
    ? consumeTotpCode(context, tx, user.id, parsedCode.digits)
    : matchesCode(context, row, parsedCode.digits);
}

/** Returns null if the address already has an account. */
async function completeSignUp(
  context: IdentityContext,
  tx: Tx,
  { signUpId }: CodeRow,
): Promise<string | null> {
  const pendingSignUp = signUpId === null ? null : await findSignUp(tx, signUpId);
  const userId =
    pendingSignUp &&
    (await createUser(context, tx, {
      ...pendingSignUp,
      passwordHash: passwordHashOfSignUp(context, pendingSignUp),
    }));
  // Deletes other pending sign-ups of the address, so that none can be completed if the owner leaves the address
  // later.
  if (userId !== null && pendingSignUp) await deleteSignUps(tx, pendingSignUp.email);
  return userId;
}

/** Notifies the user of the use of a recovery code, which may indicate an attack. */
async function notifyRecoveryCodeUse(
  context: IdentityContext,
  tx: Tx,
  user: User,
  language: Language,
): Promise<void> {
  const now = context.now();
  const holdUntil = new Date(
    Math.max(user.withdrawalsHeldUntil?.getTime() ?? 0, now.getTime() + HOLD_MS.recovery),
  );
  const remaining = await countRecoveryCodes(tx, user.id);
  await updateUser(tx, user.id, { withdrawalsHeldUntil: holdUntil });
  await context.codeSender.notify(
    tx,
    { ...recipientOf(user), language },
    { kind: 'RECOVERY_CODE_USED', remaining, heldUntil: holdUntil.toISOString() },
  );
  const entry = { actorId: user.id, action: 'recovery code used', subjectId: user.id, detail: { remaining } };
  await appendAudit(tx, entry, now);
}

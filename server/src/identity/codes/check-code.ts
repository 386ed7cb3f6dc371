import { AppError, normalizeCode } from '@sarraf/domain';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { BrowserLoginOrigin, IdentityContext } from '../deps.ts';
import { findPersonByAddress, type LoginIdentifier, readAddress } from '../find-person.ts';
import { isAnonymous, loginRateKeyOf } from '../login/client.ts';
import { completeLogin, languageOf } from '../login/enter.ts';
import { createUser } from '../login/make-person.ts';
import { passwordHashOfSignUp } from '../login/sealed-password.ts';
import { addressKey, normalRecoveryCode } from '../login/tokens.ts';
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
import { completeVisit } from '../visit.ts';
import { consumeTotpCode } from './authenticators.ts';
import type { CodeRow, CodeScope } from './code-store.ts';
import { matchesCode, verifyOneTimeCode } from './guess-code.ts';
import { incorrectCode } from './incorrect-code.ts';
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
  visit: BrowserLoginOrigin,
): Promise<string> {
  const address = readAddress(guess.who);
  if (address === null) throw new AppError('BAD_REQUEST', { errors: ['email'] });
  const typed = readTyped(guess.code);
  if (typed === null) throw new AppError('Incorrect OTP');
  // Codes are stored under the e-mail address, however the user was named.
  const email = address.includes('@')
    ? address
    : ((await findPersonByAddress(context.db, address))?.email ?? address);
  const key = addressKey(context.secrets, email);
  const outcome = await context.db.transaction().execute(async (tx) => {
    const user = await lockUserByEmail(tx, email);
    const place: CodeScope = {
      key,
      purposes: ['LOGIN', 'SIGN_UP'],
      sessionId: null,
      client: visit.client,
      counted: await countedAs(context, tx, { email, key, user }, visit),
    };
    const { right, living } = await verifyOneTimeCode(context, tx, place, (row) =>
      isRight(context, tx, user, row, typed),
    );
    const userId = right && (user ? user.id : await signUp(context, tx, right));
    if (!right || userId === null) {
      const meant = living.find((row) => row.userId !== null);
      const attempt = { ...visit, userId: meant?.userId ?? null, successful: false };
      await insertLoginAttempt(tx, attempt, context.now());
      return incorrectCode(context, 'digits' in typed ? meant?.channel : undefined);
    }
    if (user?.blockedAt) throw new AppError('You Are Not Allowed To Login!');
    await clearResendPause(context, tx, {
      to: user ? deliveryTargetOf(user, right.channel).to : email,
      purpose: right.purpose,
      from: right.purpose === 'SIGN_UP' ? visit.client.site : undefined,
    });
    const known = completeVisit(visit, right.device);
    if (user && 'recovery' in typed)
      await tellRecoveryCode(context, tx, user, languageOf(user, guess.language));
    const { remember, language } = guess;
    return completeLogin(context, tx, { userId, user, remember, language, byPasskey: false }, known);
  });
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

/**
 * Wrong codes of a known browser are counted for that browser, and so are those of a sign-up, which any client may
 * start: codes are sent rarely enough. Other clients that know the password are counted for the account; callers
 * without cookie and challenge are counted together, at a sign-up by their network.
 */
async function countedAs(
  context: IdentityContext,
  tx: Tx,
  { email, key, user }: { email: string; key: Buffer; user: User | null },
  visit: BrowserLoginOrigin,
): Promise<Buffer> {
  const { client } = visit;
  const keyOf = (who: string) => context.secrets.blindIndex('guesser', `${email}\0${who}`);
  if (isAnonymous(client)) return keyOf(user === null ? `nameless ${client.site}` : 'nameless');
  if (user === null) return keyOf((client.challenge ?? client.digest)?.toString('hex') ?? '');
  const guesser = await loginRateKeyOf(context, { email, userId: user.id, hash: null }, visit, tx);
  return guesser.known ? guesser.key : key;
}

type Typed = { digits: string } | { recovery: string };

function readTyped(text: string): Typed | null {
  const digits = normalizeCode(text);
  if (digits !== null) return { digits };
  const recovery = normalRecoveryCode(text);
  return recovery === null ? null : { recovery };
}

/** The code of a sign-up is never right if the address already has an account. */
function isRight(
  context: IdentityContext,
  tx: Tx,
  user: User | null,
  row: CodeRow,
  typed: Typed,
): boolean | Promise<boolean> {
  if (row.purpose === 'SIGN_UP')
    return user === null && 'digits' in typed && matchesCode(context, row, typed.digits);
  if (user === null || row.userId !== user.id) return false;
  if ('recovery' in typed) return consumeRecoveryCode(context, tx, user.id, typed.recovery);
  // A step is void if the two-step method was changed in the meantime.
  if (row.channel !== user.twoStepMethod) return false;
  return row.channel === 'GOOGLE_AUTHENTICATOR'
    ? consumeTotpCode(context, tx, user.id, typed.digits)
    : matchesCode(context, row, typed.digits);
}

/** Returns null if the address already has an account. */
async function signUp(context: IdentityContext, tx: Tx, { signUpId }: CodeRow): Promise<string | null> {
  const begun = signUpId === null ? null : await findSignUp(tx, signUpId);
  const userId =
    begun &&
    (await createUser(context, tx, { ...begun, passwordHash: passwordHashOfSignUp(context, begun) }));
  // Deletes other pending sign-ups of the address, so that none can be completed if the owner leaves the address
  // later.
  if (userId !== null && begun) await deleteSignUps(tx, begun.email);
  return userId;
}

/** Notifies the user of the use of a recovery code, which may indicate an attack. */
async function tellRecoveryCode(
  context: IdentityContext,
  tx: Tx,
  user: User,
  language: Language,
): Promise<void> {
  const now = context.now();
  const held = new Date(
    Math.max(user.withdrawalsHeldUntil?.getTime() ?? 0, now.getTime() + HOLD_MS.recovery),
  );
  const remaining = await countRecoveryCodes(tx, user.id);
  await updateUser(tx, user.id, { withdrawalsHeldUntil: held });
  await context.codeSender.notify(
    tx,
    { ...recipientOf(user), language },
    { kind: 'RECOVERY_CODE_USED', remaining, heldUntil: held.toISOString() },
  );
  const entry = { actorId: user.id, action: 'recovery code used', subjectId: user.id, detail: { remaining } };
  await appendAudit(tx, entry, now);
}

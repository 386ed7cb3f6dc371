import { normalCode, normalEmail, Refusal } from '@sarraf/domain';
import type { Tx } from '../platform/database.ts';
import { type CodeRow, returnUse, takeGuess, useCode } from './code-store.ts';
import type { Kit, Visit } from './deps.ts';
import { GUESSES_PER_CODE } from './limits.ts';
import { openSession } from './open-session.ts';
import { countOrRefuse, endPause } from './send-code.ts';
import {
  findIdByReferralCode,
  findSignUp,
  findUser,
  insertLoginAttempt,
  insertUser,
  type SignUp,
} from './store.ts';
import { addressKey, digestCode, newReferralCode, sameDigest } from './tokens.ts';

const WRONG = 'wrong code';
const REFERRAL_CODE_TRIES = 5;

export interface CodeGuess {
  /** As typed: digits of any script. */
  code: string;
  email: string;
  /** Keeps the session for 30 days instead of 24 hours. */
  remember: boolean;
}

/**
 * Second step of signing in or up: answers a new session's token. A guess is counted, under the row lock of the
 * address's counter, before anything is compared.
 *
 * BAD_REQUEST: not an e-mail address; Incorrect OTP; Code Expired: none is waited for, its time is over or it was guessed at too often;
 * TOO_MANY_REQUESTS (`retryAfter`): too many wrong codes within the hour; You Are Not Allowed To Login!: blocked.
 */
export async function checkCode(kit: Kit, guess: CodeGuess, visit: Visit): Promise<string> {
  const email = normalEmail(guess.email);
  const code = normalCode(guess.code);
  if (email === null) throw new Refusal('BAD_REQUEST', { errors: ['email'] });
  if (code === null) throw new Refusal('Incorrect OTP');
  const key = addressKey(kit.secrets, email);
  const token = await kit.db.transaction().execute(async (tx) => {
    await countOrRefuse(kit, tx, { key, kind: WRONG }, kit.limits.wrongCodes);
    const living = await takeGuess(tx, key, kit.now(), GUESSES_PER_CODE);
    // Thrown within the transaction: what can't be wrong isn't counted.
    if (living.length === 0) throw new Refusal('Code Expired');
    const right = living.find((row) =>
      sameDigest(row.digest, digestCode(kit.secrets, row.purpose, row.id, code)),
    );
    const userId = right ? await userOf(kit, tx, right) : null;
    if (!right || userId === null) {
      const meant = living.find((row) => row.userId !== null)?.userId ?? null;
      await insertLoginAttempt(tx, { ...visit, userId: meant, successful: false }, kit.now());
      return null;
    }
    await useCode(tx, key, right, living, kit.now());
    await returnUse(tx, key, WRONG);
    await endPause(tx, key, right.purpose);
    await insertLoginAttempt(tx, { ...visit, userId, successful: true }, kit.now());
    return openSession(kit, tx, userId, guess.remember, visit);
  });
  if (token === null) throw new Refusal('Incorrect OTP');
  return token;
}

/** The person that the code signs in; null when its sign-up can make none, since the address has an account. */
async function userOf(kit: Kit, tx: Tx, code: CodeRow): Promise<string | null> {
  if (code.signUpId !== null) {
    const signUp = await findSignUp(tx, code.signUpId);
    return signUp && makeUser(kit, tx, signUp);
  }
  const user = code.userId === null ? null : await findUser(tx, code.userId);
  if (user?.blockedAt) throw new Refusal('You Are Not Allowed To Login!');
  return user?.id ?? null;
}

async function makeUser(kit: Kit, tx: Tx, signUp: SignUp): Promise<string | null> {
  const { email, passwordHash, language } = signUp;
  const inviterId = signUp.referralCode === null ? null : await findIdByReferralCode(tx, signUp.referralCode);
  for (let i = 0; i < REFERRAL_CODE_TRIES; i += 1) {
    const referralCode = newReferralCode();
    const id = await insertUser(tx, { email, passwordHash, language, referralCode, inviterId }, kit.now());
    if (id !== null) {
      kit.log.info({ event: 'signed up', userId: id }, 'identity');
      return id;
    }
    if ((await findIdByReferralCode(tx, referralCode)) === null) return null;
  }
  throw new Error('no free referral code found');
}

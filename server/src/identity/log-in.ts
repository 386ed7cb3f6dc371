import { normalEmail, Refusal } from '@sarraf/domain';
import { clearUses, findLivingCode } from './code-store.ts';
import type { Kit, Visit } from './deps.ts';
import { CODE_SECONDS, GUESSES_PER_CODE, SIGN_UP_MS } from './limits.ts';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';
import type { Language } from './ports.ts';
import { countOrRefuse, countSentCode, makeCode, type Prompt, promptFor } from './send-code.ts';
import {
  findSignUpByEmail,
  findUserByEmail,
  insertLoginAttempt,
  replacePasswordHash,
  type User,
} from './store.ts';
import { addressKey } from './tokens.ts';

export interface Credentials {
  email: string;
  password: string;
  language: Language;
}

const FAILED = 'failed login';

/**
 * First step of signing in: the password; a code is asked for next. Who never confirmed the address gets the code of
 * the sign-up again. While a code that was just sent lives, no other is sent.
 *
 * Invalid Username Or Password; TOO_MANY_REQUESTS (`retryAfter`): too many wrong passwords or sent codes;
 * You Are Not Allowed To Login!: blocked, said only to who knows the password; SERVICE_UNAVAILABLE: too many
 * passwords are being checked.
 */
export async function logIn(
  kit: Kit,
  { password, language, ...given }: Credentials,
  visit: Visit,
): Promise<Prompt> {
  const email = normalEmail(given.email);
  if (email === null) throw new Refusal('Invalid Username Or Password');
  const key = addressKey(kit.secrets, email);
  // Counted before the password is looked at: of a hundred guesses at once, five are.
  await countOrRefuse(kit, kit.db, { key, kind: FAILED }, kit.limits.failedLogins);
  const [user, waiting] = await Promise.all([
    findUserByEmail(kit.db, email),
    findSignUpByEmail(kit.db, email, new Date(kit.clock.now() - SIGN_UP_MS)),
  ]);
  const known = user ?? waiting;
  const matches = await verifyPassword(known?.passwordHash ?? kit.dummyHash, password);
  if (!known || !matches) {
    await insertLoginAttempt(kit.db, { ...visit, userId: user?.id ?? null, successful: false }, kit.now());
    kit.log.info({ event: 'login failed', userId: user?.id ?? null, ip: visit.ip }, 'identity');
    throw new Refusal('Invalid Username Or Password');
  }
  await clearUses(kit.db, key, FAILED);
  if (user?.blockedAt) throw new Refusal('You Are Not Allowed To Login!');
  if (user) await rehash(kit, user, password);
  const step = user
    ? ({ purpose: 'LOGIN', userId: user.id, signUpId: null } as const)
    : ({ purpose: 'SIGN_UP', userId: null, signUpId: known.id } as const);
  return prompt(kit, { key, email, language }, step);
}

type Step =
  | { purpose: 'LOGIN'; userId: string; signUpId: null }
  | { purpose: 'SIGN_UP'; userId: null; signUpId: string };

/** Sends a code, or points to the one that lives where no other may be sent yet. */
async function prompt(
  kit: Kit,
  to: { key: Buffer; email: string; language: Language },
  step: Step,
): Promise<Prompt> {
  try {
    const code = await kit.db.transaction().execute(async (tx) => {
      await countSentCode(kit, tx, to.key, step.purpose);
      return makeCode(kit, tx, to.key, step);
    });
    const seconds = CODE_SECONDS[step.purpose];
    kit.codeSender.sendCode({ to: to.email, language: to.language, purpose: step.purpose, code, seconds });
    return promptFor(to.email, seconds);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const owner = step.purpose === 'LOGIN' ? { userId: step.userId } : { signUpId: step.signUpId };
    const now = kit.now();
    const living = await findLivingCode(kit.db, owner, now, GUESSES_PER_CODE);
    if (living === null) throw error;
    return promptFor(to.email, Math.ceil((living.expiresAt.getTime() - now.getTime()) / 1000));
  }
}

/** A hash of older parameters is renewed while the password is at hand. */
async function rehash(kit: Kit, user: User, password: string): Promise<void> {
  if (!needsRehash(user.passwordHash)) return;
  await replacePasswordHash(kit.db, user.id, user.passwordHash, await hashPassword(password));
}

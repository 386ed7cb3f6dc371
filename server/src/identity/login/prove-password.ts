import type { Queryable } from '../../platform/database/database.ts';
import { enforceRateLimit } from '../codes/count-or-refuse.ts';
import { clearUses, incrementCounter, readUses, returnUse } from '../codes/counter-store.ts';
import type { IdentityContext } from '../deps.ts';
import { recipientOf } from '../notify-person.ts';
import { FAILURES_IN_A_ROW, type User } from '../store.ts';
import type { WiderNetwork } from './client.ts';
import { verifyPassword } from './passwords.ts';
import { personKey } from './tokens.ts';

const FAILED = 'failed login';
const STRANGE = 'failures of nobody';

export interface PasswordClaim {
  /** What failures are counted under within the quarter of an hour: an address, or a person who is signed in. */
  key: Buffer;
  /** The wider networks that the tries count in, and how many times the budget each has. */
  wider?: readonly WiderNetwork[];
  user: User | null;
  /** Null: there is none, and the password is wrong whatever it is. */
  hash: string | null;
  /** Network address, or who is signed in: checks of one don't wait for all of another's. */
  from: string;
  /** By a browser that has signed in to the account before: what strangers do doesn't slow it down. */
  known?: boolean;
}

/** Of a quarter of an hour, once there were too many failures in a row. */
const SLOW = 1;

/**
 * Whether the password is right. A try is counted before it is looked at: of a hundred at once, five are. Whoever
 * nobody is known by is counted and checked like somebody. After too many failures in a row whoever isn't known has one
 * try in place of five, and the person is told once; the right password stays right.
 *
 * TOO_MANY_REQUESTS (`retryAfter`): too many wrong passwords; SERVICE_UNAVAILABLE: too many are being checked.
 */
export async function attemptPassword(
  context: IdentityContext,
  { key, wider = [], user, hash, from, known = false }: PasswordClaim,
  password: string,
): Promise<boolean> {
  const counter = { key, kind: FAILED };
  const row = user
    ? { key: personKey(context.secrets, user.id), kind: FAILURES_IN_A_ROW }
    : { key, kind: STRANGE };
  const { failedLogins, failuresInARow } = context.limits;
  const isSlow = !known && (await readUses(context.db, row)) >= failuresInARow;
  await enforceRateLimit(
    context,
    context.db,
    counter,
    isSlow ? { ...failedLogins, max: SLOW } : failedLogins,
  );
  const widerCounters = wider.map(({ key: wide, times }) => ({ key: wide, kind: FAILED, times }));
  for (const { times, ...wide } of widerCounters)
    await enforceRateLimit(context, context.db, wide, {
      ...failedLogins,
      max: Math.floor((isSlow ? SLOW : failedLogins.max) * times),
    });
  const matches = await verifyPassword(hash ?? context.dummyHash, password, {
    from,
    known: known || key.equals(personKey(context.secrets, user?.id ?? '')),
  });
  if (hash !== null && matches) {
    await clearUses(context.db, counter);
    for (const wide of widerCounters) await returnUse(context.db, wide);
    await clearUses(context.db, row);
    return true;
  }
  if (known) return false;
  const now = context.now();
  await context.db.transaction().execute(async (tx) => {
    const failed = await incrementCounter(tx, row, now);
    if (user === null || failed !== context.limits.failuresInARow) return;
    await context.codeSender.notify(tx, recipientOf(user), { kind: 'PASSWORD_LOGIN_CLOSED' });
    context.log.warn({ event: 'password guessed at', userId: user.id }, 'identity');
  });
  return false;
}

/** A new password begins without the failures of the old one. */
export async function forgetFailures(context: IdentityContext, tx: Queryable, user: User): Promise<void> {
  const person = personKey(context.secrets, user.id);
  await clearUses(tx, { key: person, kind: FAILURES_IN_A_ROW });
  await clearUses(tx, { key: person, kind: FAILED });
}

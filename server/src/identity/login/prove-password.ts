import type { Queryable } from '../../platform/database/database.ts';
import { enforceRateLimit } from '../codes/count-or-refuse.ts';
import { clearUses, incrementCounter, readUses, releaseUse } from '../codes/counter-store.ts';
import type { IdentityContext } from '../deps.ts';
import { recipientOf } from '../notify-person.ts';
import { FAILURES_IN_A_ROW, type User } from '../store.ts';
import type { WiderNetwork } from './client.ts';
import { verifyPassword } from './passwords.ts';
import { userKeyOf } from './tokens.ts';

const FAILED = 'failed login';
const STRANGE = 'failures of nobody';

export interface PasswordClaim {
  /** Key under which failures within a quarter of an hour are counted: an address, or a signed-in user. */
  key: Buffer;
  /** Wider networks in which the attempts count too, with the multiple of the budget that each has. */
  wider?: readonly WiderNetwork[];
  user: User | null;
  /** Null: there is none, and any password is wrong. */
  hash: string | null;
  /** Network address or signed-in user: checks of one don't wait for all those of another. */
  from: string;
  /** A browser that has signed in to the account before is not slowed down by other clients. */
  isKnownClient?: boolean;
}

/** Attempts per quarter of an hour after too many consecutive failures. */
const SLOW = 1;

/**
 * Whether the password is right. An attempt is counted before the check, so that of a hundred concurrent ones five
 * are made. Unknown addresses are counted and checked like known ones. After too many consecutive failures an
 * unknown client has one attempt instead of five, and the user is notified once; the right password stays right.
 *
 * TOO_MANY_REQUESTS (`retryAfter`): too many wrong passwords; SERVICE_UNAVAILABLE: too many are being checked.
 */
export async function attemptPassword(
  context: IdentityContext,
  { key, wider = [], user, hash, from, isKnownClient = false }: PasswordClaim,
  password: string,
): Promise<boolean> {
  const counter = { key, kind: FAILED };
  const row = user
    ? { key: userKeyOf(context.secrets, user.id), kind: FAILURES_IN_A_ROW }
    : { key, kind: STRANGE };
  const { failedLogins, failuresInARow } = context.limits;
  const isSlow = !isKnownClient && (await readUses(context.db, row)) >= failuresInARow;
  await enforceRateLimit(
    context,
    context.db,
    counter,
    isSlow ? { ...failedLogins, max: SLOW } : failedLogins,
  );
  const widerCounters = wider.map(({ key: widerKey, times }) => ({ key: widerKey, kind: FAILED, times }));
  for (const { times, ...wide } of widerCounters)
    await enforceRateLimit(context, context.db, wide, {
      ...failedLogins,
      max: Math.floor((isSlow ? SLOW : failedLogins.max) * times),
    });
  const matches = await verifyPassword(hash ?? context.dummyHash, password, {
    from,
    isKnownClient: isKnownClient || key.equals(userKeyOf(context.secrets, user?.id ?? '')),
  });
  if (hash !== null && matches) {
    await clearUses(context.db, counter);
    for (const widerCounter of widerCounters) await releaseUse(context.db, widerCounter);
    await clearUses(context.db, row);
    return true;
  }
  if (isKnownClient) return false;
  const now = context.now();
  await context.db.transaction().execute(async (tx) => {
    const failureCount = await incrementCounter(tx, row, now);
    if (user === null || failureCount !== context.limits.failuresInARow) return;
    await context.codeSender.notify(tx, recipientOf(user), { kind: 'PASSWORD_LOGIN_CLOSED' });
    context.log.warn({ event: 'password guessed at', userId: user.id }, 'identity');
  });
  return false;
}

/** Clears the consecutive failures when a new password is set. */
export async function clearPasswordFailures(
  context: IdentityContext,
  tx: Queryable,
  user: User,
): Promise<void> {
  const counterKey = userKeyOf(context.secrets, user.id);
  await clearUses(tx, { key: counterKey, kind: FAILURES_IN_A_ROW });
  await clearUses(tx, { key: counterKey, kind: FAILED });
}

import { AppError } from '@sarraf/domain';
import type { Tx } from '../../platform/database/database.ts';
import type { IdentityContext } from '../deps.ts';
import { digestCode, sameDigest } from '../login/tokens.ts';
import type { CodePurpose } from '../ports.ts';
import { type CodeRow, type CodeScope, findPendingCode, takeCodeGuess, useCode } from './code-store.ts';
import { enforceRateLimit } from './count-or-refuse.ts';
import { returnUse } from './counter-store.ts';
import { GUESSES_PER_CODE, RESEND_WINDOW_MS } from './limits.ts';

/**
 * What wrong codes are counted as: what a stranger may begin for any address apart, so that nobody can use up what its
 * owner needs to sign in.
 */
const WRONG: Record<CodePurpose, string> = {
  LOGIN: 'wrong code',
  STEP_UP: 'wrong code',
  TWO_STEP: 'wrong code',
  EMAIL: 'wrong code',
  MOBILE: 'wrong code',
  WITHDRAWAL: 'wrong code',
  THAW: 'wrong code',
  SIGN_UP: 'wrong sign-up code',
  RESET: 'wrong reset code',
};

/**
 * Judges one guess at the codes that live in a place. It is counted, under the codes' row locks, before anything is
 * compared: of a hundred guesses at once, none is free. The right code is used up. `right` is null where none was:
 * the transaction is to commit all the same, or the guess wouldn't count. Whoever needs the person's row locks it
 * before.
 *
 * Code Expired: none is waited for, its time is over or it was guessed at too often; CHALLENGE_REFUSED;
 * TOO_MANY_REQUESTS (`retryAfter`).
 */
export async function verifyOneTimeCode(
  context: IdentityContext,
  tx: Tx,
  place: CodeScope,
  judge: (row: CodeRow, living: readonly CodeRow[]) => boolean | Promise<boolean>,
): Promise<{ right: CodeRow | null; living: CodeRow[] }> {
  const living = await takeCodeGuess(tx, place, context.now(), GUESSES_PER_CODE);
  const [first] = living.toSorted((a, b) => a.purpose.localeCompare(b.purpose));
  // Thrown within the transaction: what can't be wrong isn't counted.
  if (!first) {
    place.client?.network.refuseTooMany();
    await refuseWrongChallenge(context, tx, place);
    throw new AppError('Code Expired');
  }
  const counter = { key: place.counted ?? place.key, kind: WRONG[first.purpose] };
  await enforceRateLimit(context, tx, counter, context.limits.wrongCodes);
  for (const row of living) {
    if (!(await judge(row, living))) continue;
    await useCode(tx, place, row, living, context.now());
    await returnUse(tx, counter);
    return { right: row, living };
  }
  return { right: null, living };
}

/** CHALLENGE_REFUSED: a challenge was sent, and none of the steps that wait here was begun with it. */
export async function refuseWrongChallenge(
  context: IdentityContext,
  tx: Tx,
  place: CodeScope,
): Promise<void> {
  if (place.client === undefined || place.client.challenge === null) return;
  const since = new Date(context.clock.now() - RESEND_WINDOW_MS);
  if ((await findPendingCode(tx, place, since)) === null) throw new AppError('CHALLENGE_REFUSED');
}

/** Whether these six digits are the code that was sent. */
export const matchesCode = (context: IdentityContext, row: CodeRow, code: string): boolean =>
  sameDigest(row.digest, digestCode(context.secrets, row.purpose, row.id, code));

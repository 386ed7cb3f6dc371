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
 * Counters of wrong codes: steps that anybody may start for any address have their own, so that they can't use up
 * the attempts of its owner to sign in.
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
 * Verifies one attempt against the active codes of a scope. It is counted, under the codes' row locks, before
 * anything is compared, so that concurrent attempts are all counted. The right code is used up. `right` is null if
 * none matched: the transaction must be committed all the same, to count the attempt. A caller that needs the
 * user's row must have locked it before.
 *
 * Code Expired: no code is pending, it has expired or had too many attempts; CHALLENGE_REFUSED; TOO_MANY_REQUESTS
 * (`retryAfter`).
 */
export async function verifyOneTimeCode(
  context: IdentityContext,
  tx: Tx,
  place: CodeScope,
  judge: (row: CodeRow, living: readonly CodeRow[]) => boolean | Promise<boolean>,
): Promise<{ right: CodeRow | null; living: CodeRow[] }> {
  const living = await takeCodeGuess(tx, place, context.now(), GUESSES_PER_CODE);
  const [first] = living.toSorted((a, b) => a.purpose.localeCompare(b.purpose));
  // Thrown within the transaction: without a code to compare, no attempt is counted.
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

/** CHALLENGE_REFUSED: a challenge was sent, and no pending step was started with it. */
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

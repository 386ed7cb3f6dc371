import { AppError } from '@sarraf/domain';
import type { Tx } from '../../platform/database/database.ts';
import type { IdentityContext } from '../deps.ts';
import { digestCode, isSameDigest } from '../login/tokens.ts';
import type { CodePurpose } from '../ports.ts';
import {
  type CodeRow,
  type CodeScope,
  consumeCode,
  countCodeAttempt,
  findPendingCode,
} from './code-store.ts';
import { enforceRateLimit } from './count-or-refuse.ts';
import { releaseUse } from './counter-store.ts';
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
  scope: CodeScope,
  isCorrect: (row: CodeRow, living: readonly CodeRow[]) => boolean | Promise<boolean>,
): Promise<{ right: CodeRow | null; living: CodeRow[] }> {
  const activeCodes = await countCodeAttempt(tx, scope, context.now(), GUESSES_PER_CODE);
  const [firstCode] = activeCodes.toSorted((a, b) => a.purpose.localeCompare(b.purpose));
  // Thrown within the transaction: without a code to compare, no attempt is counted.
  if (!firstCode) {
    scope.client?.network.assertWithinBudget();
    await assertChallengeValid(context, tx, scope);
    throw new AppError('Code Expired');
  }
  const counter = { key: scope.counted ?? scope.key, kind: WRONG[firstCode.purpose] };
  await enforceRateLimit(context, tx, counter, context.limits.wrongCodes);
  for (const row of activeCodes) {
    if (!(await isCorrect(row, activeCodes))) continue;
    await consumeCode(tx, scope, row, activeCodes, context.now());
    await releaseUse(tx, counter);
    return { right: row, living: activeCodes };
  }
  return { right: null, living: activeCodes };
}

/** CHALLENGE_REFUSED: a challenge was sent, and no pending step was started with it. */
export async function assertChallengeValid(
  context: IdentityContext,
  tx: Tx,
  scope: CodeScope,
): Promise<void> {
  if (scope.client === undefined || scope.client.challenge === null) return;
  const since = new Date(context.clock.now() - RESEND_WINDOW_MS);
  if ((await findPendingCode(tx, scope, since)) === null) throw new AppError('CHALLENGE_REFUSED');
}

/** Whether these six digits are the code that was sent. */
export const matchesCode = (context: IdentityContext, row: CodeRow, code: string): boolean =>
  isSameDigest(row.digest, digestCode(context.secrets, row.purpose, row.id, code));

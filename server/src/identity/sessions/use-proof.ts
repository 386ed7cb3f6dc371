import { AppError } from '@sarraf/domain';
import type { StepUpChange } from '@sarraf/domain/contracts';
import type { Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { IdentityContext } from '../deps.ts';
import { consumeProof } from './session-store.ts';

/**
 * Uses up the proof that the account's owner makes this change, in the transaction that makes it: one proof, one
 * change.
 *
 * CONFIRMATION_NEEDED (`change`): there is none, it is for another change, ten minutes old, or used.
 */
export async function consumeStepUpProof(
  context: IdentityContext,
  tx: Tx,
  { sessionId }: Caller,
  change: StepUpChange,
): Promise<void> {
  if (!(await consumeProof(tx, sessionId, change, context.now())))
    throw new AppError('CONFIRMATION_NEEDED', { data: { change } });
}

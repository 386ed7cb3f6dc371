import { AppError, normalizeCode } from '@sarraf/domain';
import type { TwoStepMethod } from '@sarraf/domain/contracts';
import type { Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import { confirmAuthenticator, deleteAuthenticator } from '../codes/authenticators.ts';
import { matchesCode, verifyOneTimeCode } from '../codes/guess-code.ts';
import { createIncorrectCodeError } from '../codes/incorrect-code.ts';
import { HOLD_MS } from '../codes/limits.ts';
import { deleteRecoveryCodes, replaceRecoveryCodes } from '../codes/recovery-codes.ts';
import type { IdentityContext } from '../deps.ts';
import { userKeyOf } from '../login/tokens.ts';
import { lockSessionUser } from '../sessions/known-user.ts';
import { consumeStepUpProof } from '../sessions/use-proof.ts';
import { changeProtection } from './change-protection.ts';

export interface TwoStepChange {
  twoStepAuthenticationType: TwoStepMethod;
  /** With an authenticator; in readable form only here. */
  recoveryCodes?: string[];
  withdrawalHoldUntil: string;
}

/**
 * Second step of changing the two-step method, with the code of the new one. The other sessions end. Recovery codes
 * are deleted with the method they were created for; an authenticator gets new ones.
 *
 * Incorrect OTP; Code Expired: not started in this session, or expired; CONFIRMATION_NEEDED; TOO_MANY_REQUESTS
 * (`retryAfter`).
 */
export async function changeTwoStep(
  context: IdentityContext,
  caller: Caller,
  method: TwoStepMethod,
  code: string,
): Promise<TwoStepChange> {
  const digits = normalizeCode(code);
  if (digits === null) throw new AppError('Incorrect OTP');
  const codeScope = {
    key: userKeyOf(context.secrets, caller.userId),
    purposes: ['TWO_STEP'],
    sessionId: caller.sessionId,
  } as const;
  const change = await context.db.transaction().execute(async (tx): Promise<TwoStepChange | null> => {
    const user = await lockSessionUser(tx, caller);
    const { right } = await verifyOneTimeCode(context, tx, codeScope, (row) => {
      if (row.channel !== method) return false;
      return method === 'GOOGLE_AUTHENTICATOR'
        ? confirmAuthenticator(context, tx, user.id, digits)
        : matchesCode(context, row, digits);
    });
    if (right === null) return null;
    await consumeStepUpProof(context, tx, caller, 'TWO_STEP');
    const recoveryCodes = await resetRecoveryMethods(context, tx, user.id, method);
    const heldUntil = await changeProtection(context, tx, {
      user,
      changes: { twoStepMethod: method },
      except: caller.sessionId,
      holdMs: HOLD_MS.twoStep,
      audit: { actorId: user.id, action: 'two-step method changed', detail: { method } },
      notice: (heldUntil) => ({ kind: 'TWO_STEP_CHANGED', method, heldUntil: heldUntil }),
    });
    return {
      twoStepAuthenticationType: method,
      ...(recoveryCodes && { recoveryCodes }),
      withdrawalHoldUntil: heldUntil.toISOString(),
    };
  });
  if (change === null) throw createIncorrectCodeError(context, method);
  context.bus.publish('user', { userId: caller.userId });
  return change;
}

async function resetRecoveryMethods(
  context: IdentityContext,
  tx: Tx,
  userId: string,
  method: TwoStepMethod,
): Promise<string[] | null> {
  if (method === 'GOOGLE_AUTHENTICATOR') return replaceRecoveryCodes(context, tx, userId);
  await deleteAuthenticator(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  return null;
}

import { AppError, normalizeCode } from '@sarraf/domain';
import type { TwoStepPrompt } from '@sarraf/domain/contracts';
import type { Tx } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/http.ts';
import { newId } from '../platform/ids.ts';
import { consumeTotpCode } from './codes/authenticators.ts';
import { type CodeRow, findActiveCode } from './codes/code-store.ts';
import { matchesCode, verifyOneTimeCode } from './codes/guess-code.ts';
import { createIncorrectCodeError } from './codes/incorrect-code.ts';
import { GUESSES_PER_CODE } from './codes/limits.ts';
import {
  buildPrompt,
  type CodeRequest,
  clearResendPause,
  codeLifetimeSecondsOf,
  codeTargetOf,
  countSentCode,
  createCode,
  deliveryTargetOf,
  maskAddress,
  storeCode,
} from './codes/send-code.ts';
import type { IdentityContext } from './deps.ts';
import { addressKeyOf, isSameDigest, userKeyOf } from './login/tokens.ts';
import type { Language, WithdrawalSummary } from './ports.ts';
import { lockSessionUser, requireUser } from './sessions/known-user.ts';
import type { User } from './store.ts';

export interface IntentPrompt extends TwoStepPrompt {
  /** A second code was sent to the mobile; both are required. */
  smsNeeded: boolean;
  /** Masked number of the second code; null: there is none. */
  starMobile: string | null;
}

export interface IntentProof {
  /** Digest of the exact terms that the code was created for. */
  digest: Buffer;
  code: string;
  smsCode: string | undefined;
  /** Whether the amount is too large for e-mail alone. */
  smsToo: boolean;
}

/** One-time codes that authorise exactly one withdrawal: this amount to this address. */
export interface Intents {
  /**
   * Sends a code by the user's method, and one by SMS if `smsToo` and the method is e-mail. Repeating the same
   * intent refers to the active codes.
   *
   * SMS_OTP_UNAVAILABLE: no verified number, or none that can be reached; TOO_MANY_REQUESTS (`retryAfter`).
   */
  begin(
    caller: Caller,
    intent: { digest: Buffer; words: WithdrawalSummary; smsToo: boolean },
    language: Language,
  ): Promise<IntentPrompt>;
  /**
   * Verifies the codes and uses them up together; null: they were right. Resolves with the refusal if they are
   * wrong or for something else: the transaction must be committed all the same, to count the attempt.
   *
   * Code Expired; SMS_CODE_NEEDED; Incorrect OTP: not six digits; TOO_MANY_REQUESTS (`retryAfter`).
   */
  prove(tx: Tx, caller: Caller, proof: IntentProof): Promise<AppError | null>;
}

export const createIntents = (context: IdentityContext): Intents => ({
  begin: (caller, intent, language) => beginIntent(context, caller, intent, language),
  prove: (tx, caller, proof) => proveIntent(context, tx, caller, proof),
});

const sendsBothCodes = (user: User, smsToo: boolean): boolean => smsToo && user.twoStepMethod === 'EMAIL';

async function beginIntent(
  context: IdentityContext,
  caller: Caller,
  { digest, words, smsToo }: { digest: Buffer; words: WithdrawalSummary; smsToo: boolean },
  language: Language,
): Promise<IntentPrompt> {
  const user = await requireUser(context, caller);
  const mobile = sendsBothCodes(user, smsToo) ? getTextableMobile(context, user) : null;
  const codeRequest: CodeRequest = {
    purpose: 'WITHDRAWAL',
    key: userKeyOf(context.secrets, user.id),
    ...deliveryTargetOf(user, user.twoStepMethod),
    language,
    userId: user.id,
    signUpId: null,
    sessionId: caller.sessionId,
    intent: digest,
    withdrawal: words,
    stepId: newId(),
    stepBeganAt: context.now(),
  };
  const smsPrompt = { smsNeeded: mobile !== null, starMobile: mobile && maskAddress(mobile) };
  const expiresIn =
    (await findRemainingSeconds(context, codeRequest, mobile !== null)) ??
    (await sendCodes(context, codeRequest, mobile));
  return { ...buildPrompt(codeRequest, expiresIn), ...smsPrompt };
}

function getTextableMobile(context: IdentityContext, { mobile, mobileVerifiedAt }: User): string {
  if (mobile === null || mobileVerifiedAt === null || !context.codeSender.canText(mobile))
    throw new AppError('SMS_OTP_UNAVAILABLE');
  return mobile;
}

/**
 * Returns the remaining validity of the codes sent for this very intent; null: there are none, or not all that are
 * required.
 */
async function findRemainingSeconds(
  context: IdentityContext,
  codeRequest: CodeRequest,
  smsToo: boolean,
): Promise<number | null> {
  const now = context.now();
  const findCode = (channel: CodeRequest['channel']) =>
    findActiveCode(context.db, codeTargetOf(codeRequest), { ...codeRequest, channel }, now, GUESSES_PER_CODE);
  const activeCode = await findCode(codeRequest.channel);
  if (activeCode === null) return null;
  if (smsToo && (await findCode('SMS'))?.stepId !== activeCode.stepId) return null;
  return Math.ceil((activeCode.expiresAt.getTime() - now.getTime()) / 1000);
}

/** Sends both in one transaction: if one can't be sent, neither is. Returns their validity. */
async function sendCodes(
  context: IdentityContext,
  codeRequest: CodeRequest,
  mobile: string | null,
): Promise<number> {
  const sendFunctions = await context.db.transaction().execute(async (tx) => {
    const sendFirst = await createCode(context, tx, codeRequest);
    if (mobile === null) return [sendFirst];
    // Counted for the number only: the user made one request.
    const target = { key: addressKeyOf(context.secrets, mobile), to: mobile, kind: codeRequest.purpose };
    await countSentCode(context, tx, target);
    return [sendFirst, await storeCode(context, tx, { ...codeRequest, channel: 'SMS', to: mobile })];
  });
  for (const sendNow of sendFunctions) sendNow();
  return codeLifetimeSecondsOf(codeRequest);
}

async function proveIntent(
  context: IdentityContext,
  tx: Tx,
  caller: Caller,
  proof: IntentProof,
): Promise<AppError | null> {
  const user = await lockSessionUser(tx, caller);
  const requiresSms = sendsBothCodes(user, proof.smsToo);
  const code = normalizeCode(proof.code);
  // Refused before anything is compared, so that it reveals nothing of the first code.
  if (requiresSms && proof.smsCode === undefined) throw new AppError('SMS_CODE_NEEDED');
  const smsCode = requiresSms ? normalizeCode(proof.smsCode ?? '') : null;
  if (code === null || (requiresSms && smsCode === null)) throw new AppError('Incorrect OTP');
  const codeRequest = { purpose: 'WITHDRAWAL', key: userKeyOf(context.secrets, user.id), ...caller } as const;
  const { right, living } = await verifyOneTimeCode(
    context,
    tx,
    codeTargetOf(codeRequest),
    (row, activeCodes) => {
      // A step is void if the two-step method was changed in the meantime.
      if (row.channel !== user.twoStepMethod || !isForIntent(row, proof.digest)) return false;
      if (
        smsCode !== null &&
        !activeCodes.some((otherCode) => isMatchingSmsCode(context, row, otherCode, smsCode))
      )
        return false;
      return row.channel === 'GOOGLE_AUTHENTICATOR'
        ? consumeTotpCode(context, tx, user.id, code)
        : matchesCode(context, row, code);
    },
  );
  if (right === null) return createIncorrectCodeError(context, user.twoStepMethod);
  await clearPauses(context, tx, user, right, living);
  return null;
}

const isForIntent = ({ intent }: CodeRow, digest: Buffer): boolean =>
  intent !== null && isSameDigest(intent, digest);

const isMatchingSmsCode = (
  context: IdentityContext,
  firstCode: CodeRow,
  row: CodeRow,
  smsCode: string,
): boolean => row.channel === 'SMS' && row.stepId === firstCode.stepId && matchesCode(context, row, smsCode);

/** Clears the pause after the codes were used, so that those of the next withdrawal are sent immediately. */
async function clearPauses(
  context: IdentityContext,
  tx: Tx,
  user: User,
  correctCode: CodeRow,
  activeCodes: readonly CodeRow[],
): Promise<void> {
  for (const row of activeCodes) {
    if (row.stepId === correctCode.stepId)
      await clearResendPause(context, tx, {
        to: deliveryTargetOf(user, row.channel).to,
        purpose: 'WITHDRAWAL',
      });
  }
}

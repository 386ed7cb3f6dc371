import { AppError, normalizeCode } from '@sarraf/domain';
import type { TwoStepPrompt } from '@sarraf/domain/contracts';
import type { Tx } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/http.ts';
import { newId } from '../platform/ids.ts';
import { consumeTotpCode } from './codes/authenticators.ts';
import { type CodeRow, findActiveCode } from './codes/code-store.ts';
import { matchesCode, verifyOneTimeCode } from './codes/guess-code.ts';
import { incorrectCode } from './codes/incorrect-code.ts';
import { GUESSES_PER_CODE } from './codes/limits.ts';
import {
  type CodeRequest,
  clearResendPause,
  codeLifetimeSeconds,
  codeTargetOf,
  countSentCode,
  deliveryTargetOf,
  makeCode,
  maskAddress,
  promptFor,
  writeCode,
} from './codes/send-code.ts';
import type { IdentityContext } from './deps.ts';
import { addressKey, personKey, sameDigest } from './login/tokens.ts';
import type { Language, WithdrawalWords } from './ports.ts';
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
    intent: { digest: Buffer; words: WithdrawalWords; smsToo: boolean },
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
  begin: (caller, intent, language) => begin(context, caller, intent, language),
  prove: (tx, caller, proof) => prove(context, tx, caller, proof),
});

const byMail = (user: User, smsToo: boolean): boolean => smsToo && user.twoStepMethod === 'EMAIL';

async function begin(
  context: IdentityContext,
  caller: Caller,
  { digest, words, smsToo }: { digest: Buffer; words: WithdrawalWords; smsToo: boolean },
  language: Language,
): Promise<IntentPrompt> {
  const user = await requireUser(context, caller);
  const mobile = byMail(user, smsToo) ? numberOf(context, user) : null;
  const step: CodeRequest = {
    purpose: 'WITHDRAWAL',
    key: personKey(context.secrets, user.id),
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
  const more = { smsNeeded: mobile !== null, starMobile: mobile && maskAddress(mobile) };
  const expiresIn =
    (await secondsLeft(context, step, mobile !== null)) ?? (await send(context, step, mobile));
  return { ...promptFor(step, expiresIn), ...more };
}

function numberOf(context: IdentityContext, { mobile, mobileVerifiedAt }: User): string {
  if (mobile === null || mobileVerifiedAt === null || !context.codeSender.canText(mobile))
    throw new AppError('SMS_OTP_UNAVAILABLE');
  return mobile;
}

/**
 * Returns the remaining validity of the codes sent for this very intent; null: there are none, or not all that are
 * required.
 */
async function secondsLeft(
  context: IdentityContext,
  step: CodeRequest,
  smsToo: boolean,
): Promise<number | null> {
  const now = context.now();
  const find = (channel: CodeRequest['channel']) =>
    findActiveCode(context.db, codeTargetOf(step), { ...step, channel }, now, GUESSES_PER_CODE);
  const living = await find(step.channel);
  if (living === null) return null;
  if (smsToo && (await find('SMS'))?.stepId !== living.stepId) return null;
  return Math.ceil((living.expiresAt.getTime() - now.getTime()) / 1000);
}

/** Sends both in one transaction: if one can't be sent, neither is. Returns their validity. */
async function send(context: IdentityContext, step: CodeRequest, mobile: string | null): Promise<number> {
  const sends = await context.db.transaction().execute(async (tx) => {
    const first = await makeCode(context, tx, step);
    if (mobile === null) return [first];
    // Counted for the number only: the user made one request.
    const target = { key: addressKey(context.secrets, mobile), to: mobile, kind: step.purpose };
    await countSentCode(context, tx, target);
    return [first, await writeCode(context, tx, { ...step, channel: 'SMS', to: mobile })];
  });
  for (const handOver of sends) handOver();
  return codeLifetimeSeconds(step);
}

async function prove(
  context: IdentityContext,
  tx: Tx,
  caller: Caller,
  proof: IntentProof,
): Promise<AppError | null> {
  const user = await lockSessionUser(tx, caller);
  const requiresSms = byMail(user, proof.smsToo);
  const code = normalizeCode(proof.code);
  // Refused before anything is compared, so that it reveals nothing of the first code.
  if (requiresSms && proof.smsCode === undefined) throw new AppError('SMS_CODE_NEEDED');
  const smsCode = requiresSms ? normalizeCode(proof.smsCode ?? '') : null;
  if (code === null || (requiresSms && smsCode === null)) throw new AppError('Incorrect OTP');
  const step = { purpose: 'WITHDRAWAL', key: personKey(context.secrets, user.id), ...caller } as const;
  const { right, living } = await verifyOneTimeCode(context, tx, codeTargetOf(step), (row, others) => {
    // A step is void if the two-step method was changed in the meantime.
    if (row.channel !== user.twoStepMethod || !isFor(row, proof.digest)) return false;
    if (smsCode !== null && !others.some((other) => isSecond(context, row, other, smsCode))) return false;
    return row.channel === 'GOOGLE_AUTHENTICATOR'
      ? consumeTotpCode(context, tx, user.id, code)
      : matchesCode(context, row, code);
  });
  if (right === null) return incorrectCode(context, user.twoStepMethod);
  await endPauses(context, tx, user, right, living);
  return null;
}

const isFor = ({ intent }: CodeRow, digest: Buffer): boolean => intent !== null && sameDigest(intent, digest);

const isSecond = (context: IdentityContext, first: CodeRow, row: CodeRow, smsCode: string): boolean =>
  row.channel === 'SMS' && row.stepId === first.stepId && matchesCode(context, row, smsCode);

/** Clears the pause after the codes were used, so that those of the next withdrawal are sent immediately. */
async function endPauses(
  context: IdentityContext,
  tx: Tx,
  user: User,
  right: CodeRow,
  living: readonly CodeRow[],
): Promise<void> {
  for (const row of living) {
    if (row.stepId === right.stepId)
      await clearResendPause(context, tx, {
        to: deliveryTargetOf(user, row.channel).to,
        purpose: 'WITHDRAWAL',
      });
  }
}

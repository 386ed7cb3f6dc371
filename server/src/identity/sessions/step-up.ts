import { AppError, normalizeCode } from '@sarraf/domain';
import type { PasskeyAssertion, StepUpChange, TwoStepPrompt } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import { consumeTotpCode } from '../codes/authenticators.ts';
import { enforceRateLimit } from '../codes/count-or-refuse.ts';
import { releaseUse } from '../codes/counter-store.ts';
import { matchesCode, verifyOneTimeCode } from '../codes/guess-code.ts';
import { createIncorrectCodeError } from '../codes/incorrect-code.ts';
import {
  type CodeRequest,
  clearResendPause,
  codeTargetOf,
  deliveryTargetOf,
  sendOrReuseCode,
} from '../codes/send-code.ts';
import type { IdentityContext } from '../deps.ts';
import { attemptPassword } from '../login/prove-password.ts';
import { passwordHashOf } from '../login/sealed-password.ts';
import { digestToken, newToken, userKeyOf } from '../login/tokens.ts';
import { hasPasskeys } from '../passkeys/passkey-store.ts';
import { consumePasskeyProof, verifyPasskey } from '../passkeys/prove-passkey.ts';
import type { Language } from '../ports.ts';
import { lockUser, type User } from '../store.ts';
import { requireUser } from './known-user.ts';
import { confirmSession } from './session-store.ts';

/**
 * First step of confirming a session: sends a code by the user's method. While a recently sent one is valid, no
 * other is sent.
 *
 * TOO_MANY_REQUESTS (`retryAfter`); SMS_OTP_UNAVAILABLE.
 */
export async function beginStepUp(
  context: IdentityContext,
  caller: Caller,
  language: Language,
  change: StepUpChange | undefined,
): Promise<TwoStepPrompt & { passwordNeeded: boolean }> {
  const user = await requireUser(context, caller);
  const prompt = await sendOrReuseCode(context, buildStepUpCodeRequest(context, caller, user, language));
  const hasPasskey = await hasPasskeys(context.db, user.id);
  return {
    ...prompt,
    ...(hasPasskey && { passkey: true }),
    passwordNeeded: isPasswordRequired(user, change),
  };
}

/** Changing the password requires the old one anyway. */
const isPasswordRequired = ({ passwordEncrypted }: User, change: StepUpChange | undefined): boolean =>
  passwordEncrypted !== null && change !== 'PASSWORD';

const buildStepUpCodeRequest = (
  context: IdentityContext,
  { sessionId }: Caller,
  user: User,
  language: Language,
): CodeRequest => ({
  purpose: 'STEP_UP',
  key: userKeyOf(context.secrets, user.id),
  ...deliveryTargetOf(user, user.twoStepMethod),
  language,
  userId: user.id,
  signUpId: null,
  sessionId,
});

export interface StepUpCredentials {
  password?: string | undefined;
  /** Either this or a passkey. */
  code?: string | undefined;
  passkey?: PasskeyAssertion | undefined;
  change?: StepUpChange | undefined;
}

/**
 * Confirms a session with the password, if the user has one, and a code or a passkey: as such, and for the one
 * change that is named. Returns a token that replaces the session's, which is invalid when this returns, so that a
 * stolen one is useless; the session's expiry doesn't change.
 *
 * BAD_REQUEST: no password, or neither code nor passkey; Old Password Is Incorrect; Incorrect OTP; Code Expired;
 * PASSKEY_REFUSED; TOO_MANY_REQUESTS (`retryAfter`).
 */
export async function stepUp(
  context: IdentityContext,
  caller: Caller,
  { password, code, passkey, change }: StepUpCredentials,
): Promise<string> {
  const user = await requireUser(context, caller);
  const hash = passwordHashOf(context, user);
  const isFullConfirmation = hash === null || isPasswordRequired(user, change);
  if (hash !== null && isFullConfirmation) {
    if (password === undefined) throw new AppError('BAD_REQUEST', { errors: ['password'] });
    const key = userKeyOf(context.secrets, user.id);
    if (!(await attemptPassword(context, { key, user, hash, from: user.id }, password)))
      throw new AppError('Old Password Is Incorrect');
  }
  const factor = passkey
    ? await preparePasskeyFactor(context, caller, passkey)
    : await prepareCodeFactor(context, caller, user, code);
  const token = newToken();
  const confirmed = await context.db.transaction().execute(async (tx) => {
    const now = context.now();
    const currentUser = await lockUser(tx, user.id);
    if (
      !(await factor(tx, currentUser)) ||
      currentUser === null ||
      passwordHashOf(context, currentUser) !== hash
    )
      return false;
    const confirmation = {
      tokenDigest: digestToken(token),
      whole: isFullConfirmation,
      change: change ?? null,
      now,
    };
    if (!(await confirmSession(tx, caller.sessionId, confirmation))) throw new AppError('Invalid Token');
    const entry = { actorId: user.id, action: 'session confirmed', subjectId: user.id };
    await appendAudit(tx, { ...entry, ...(change && { detail: { change } }) }, now);
    return true;
  });
  if (!confirmed) throw createIncorrectCodeError(context, passkey ? undefined : user.twoStepMethod);
  context.bus.publish('user', { userId: user.id });
  return token;
}

/**
 * Verifies the second factor and uses it up; false: it was wrong, and the transaction must be committed to count
 * the attempt.
 */
type FactorVerification = (tx: Tx, current: User | null) => Promise<boolean>;

async function prepareCodeFactor(
  context: IdentityContext,
  caller: Caller,
  user: User,
  code: string | undefined,
): Promise<FactorVerification> {
  if (code === undefined) throw new AppError('BAD_REQUEST', { errors: ['code'] });
  const digits = normalizeCode(code);
  if (digits === null) throw new AppError('Incorrect OTP');
  const codeRequest = buildStepUpCodeRequest(context, caller, user, user.language);
  // The app needs no code to be sent, so the step need not have been started.
  if (codeRequest.channel === 'GOOGLE_AUTHENTICATOR') await sendOrReuseCode(context, codeRequest);
  return async (tx, currentUser) => {
    const { right } = await verifyOneTimeCode(context, tx, codeTargetOf(codeRequest), (row) => {
      // A step is void if the two-step method was changed in the meantime.
      if (row.channel !== currentUser?.twoStepMethod) return false;
      return row.channel === 'GOOGLE_AUTHENTICATOR'
        ? consumeTotpCode(context, tx, user.id, digits)
        : matchesCode(context, row, digits);
    });
    if (right === null) return false;
    await clearResendPause(context, tx, { to: codeRequest.to, purpose: 'STEP_UP' });
    return true;
  };
}

/** Refusals are counted like wrong codes. PASSKEY_REFUSED: also if it is another user's. */
async function preparePasskeyFactor(
  context: IdentityContext,
  { userId, sessionId }: Caller,
  assertion: PasskeyAssertion,
): Promise<FactorVerification> {
  const counter = { key: userKeyOf(context.secrets, userId), kind: 'wrong passkey' };
  await enforceRateLimit(context, context.db, counter, context.limits.wrongCodes);
  const verified = await verifyPasskey(context, assertion, { purpose: 'STEP_UP', sessionId });
  if (verified.passkey.userId !== userId) throw new AppError('PASSKEY_REFUSED');
  return async (tx) => {
    await consumePasskeyProof(context, tx, verified);
    await releaseUse(tx, counter);
    return true;
  };
}

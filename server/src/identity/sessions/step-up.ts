import { normalCode, Refusal } from '@sarraf/domain';
import type { ProvedChange, TwoStepPrompt } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import { useAuthenticator } from '../codes/authenticators.ts';
import { guessCode, isCode } from '../codes/guess-code.ts';
import { codeTargetOf, endPause, type Step, sendOrPoint, wayTo } from '../codes/send-code.ts';
import type { IdentityContext } from '../deps.ts';
import { provePassword } from '../login/prove-password.ts';
import { passwordHashOf } from '../login/sealed-password.ts';
import { digestToken, newToken, personKey } from '../login/tokens.ts';
import type { Language } from '../ports.ts';
import { lockUser, type User } from '../store.ts';
import { knownUser } from './known-user.ts';
import { confirmSession } from './session-store.ts';

/**
 * First step of confirming a session: a code by the person's method. While one that was just sent lives, no other is
 * sent.
 *
 * TOO_MANY_REQUESTS (`retryAfter`); SMS_OTP_UNAVAILABLE.
 */
export async function beginStepUp(
  context: IdentityContext,
  caller: Caller,
  language: Language,
  change: ProvedChange | undefined,
): Promise<TwoStepPrompt & { passwordNeeded: boolean }> {
  const user = await knownUser(context, caller);
  const prompt = await sendOrPoint(context, stepFor(context, caller, user, language));
  return { ...prompt, passwordNeeded: isPasswordAsked(user, change) };
}

/** A change of the password brings the old one itself. */
const isPasswordAsked = ({ passwordEncrypted }: User, change: ProvedChange | undefined): boolean =>
  passwordEncrypted !== null && change !== 'PASSWORD';

const stepFor = (context: IdentityContext, { sessionId }: Caller, user: User, language: Language): Step => ({
  purpose: 'STEP_UP',
  key: personKey(context.secrets, user.id),
  ...wayTo(user, user.twoStepMethod),
  language,
  userId: user.id,
  signUpId: null,
  sessionId,
});

/**
 * Confirms a session with the password, if the person has one, and the code: as such, and for the one change that is
 * named. Answers the token that takes the place of the session's, which is worthless when this returns, so that who has
 * stolen the old one gets nothing of it; how long the session lasts doesn't change.
 *
 * BAD_REQUEST: no password; Old Password Is Incorrect; Incorrect OTP; Code Expired; TOO_MANY_REQUESTS (`retryAfter`).
 */
export async function stepUp(
  context: IdentityContext,
  caller: Caller,
  {
    password,
    code,
    change,
  }: { password?: string | undefined; code: string; change?: ProvedChange | undefined },
): Promise<string> {
  const user = await knownUser(context, caller);
  const step = stepFor(context, caller, user, user.language);
  const { key } = step;
  const digits = normalCode(code);
  const hash = passwordHashOf(context, user);
  const whole = hash === null || isPasswordAsked(user, change);
  if (hash !== null && whole) {
    if (password === undefined) throw new Refusal('BAD_REQUEST', { errors: ['password'] });
    if (!(await provePassword(context, { key, user, hash, from: user.id }, password)))
      throw new Refusal('Old Password Is Incorrect');
  }
  if (digits === null) throw new Refusal('Incorrect OTP');
  // The app needs nothing sent, so the step need not have been begun.
  if (step.channel === 'GOOGLE_AUTHENTICATOR') await sendOrPoint(context, step);
  const token = newToken();
  const confirmed = await context.db.transaction().execute(async (tx) => {
    const now = context.now();
    const current = await lockUser(tx, user.id);
    const { right } = await guessCode(context, tx, codeTargetOf(step), (row) => {
      // A step of the method that was left in this very moment is worth nothing.
      if (row.channel !== current?.twoStepMethod) return false;
      return row.channel === 'GOOGLE_AUTHENTICATOR'
        ? useAuthenticator(context, tx, user.id, digits)
        : isCode(context, row, digits);
    });
    if (right === null || current === null || passwordHashOf(context, current) !== hash) return false;
    await endPause(context, tx, step.to, 'STEP_UP');
    const confirmation = { tokenDigest: digestToken(token), whole, change: change ?? null, now };
    if (!(await confirmSession(tx, caller.sessionId, confirmation))) throw new Refusal('Invalid Token');
    const entry = { actorId: user.id, action: 'session confirmed', subjectId: user.id };
    await appendAudit(tx, { ...entry, ...(change && { detail: { change } }) }, now);
    return true;
  });
  if (!confirmed) throw new Refusal('Incorrect OTP');
  context.bus.publish('user', { userId: user.id });
  return token;
}

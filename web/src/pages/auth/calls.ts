import type {
  askPasskey,
  checkOtpCode,
  checkResetCode,
  forgetPassword,
  googleComplete,
  login,
  PasskeyAssertion,
  ReplyOf,
  register,
  resendOtpCode,
  resetPassword,
  signInWithPasskey,
} from '@sarraf/domain/contracts';
import { deviceOf } from '../../access/device.ts';
import { sentOf } from '../../access/two-step.ts';
import { call } from '../../lib/api/api.ts';
import { answerWithPasskey, canOffer, offerPasskeys } from '../../lib/browser/passkey.ts';
import { referralCode } from '../../lib/session/referral.ts';
import { signIn } from '../../lib/session/session.ts';
import { isSignedIn } from '../../lib/session/token.ts';
import { type PendingStep, SECONDS, savePendingStep } from './pending-step.ts';

type Prompt = ReplyOf<typeof login>['baseDTO'];
type Begun = Pick<PendingStep, 'purpose' | 'email' | 'remember' | 'back'>;

const withReferral = () => {
  const code = referralCode();
  return code === undefined ? {} : { referralCode: code };
};

/** Returns the step that needs a code; null if the server signed the person in immediately. */
export async function logIn(given: Omit<Begun, 'purpose'> & { password: string }) {
  const { password, ...rest } = given;
  const reply = await call<typeof login>('POST', '/users/login', {
    body: { email: rest.email, password, ...deviceOf(navigator.userAgent), ...withReferral() },
  });
  return goOn({ ...rest, purpose: 'LOGIN' }, reply);
}

export async function signUp(given: { email: string; password: string }) {
  const reply = await call<typeof register>('POST', '/users/register', {
    body: { ...given, authenticationType: 'EMAIL', ...deviceOf(navigator.userAgent), ...withReferral() },
  });
  return goOn({ purpose: 'SIGN_UP', email: given.email, remember: false, back: null }, reply);
}

async function goOn(begun: Begun, reply: { token?: string; baseDTO?: Prompt }): Promise<PendingStep | null> {
  if (reply.token !== undefined) {
    await signIn(reply.token, begun.remember);
    return null;
  }
  return begin(begun, reply.baseDTO);
}

function begin(begun: Begun, prompt: Prompt | undefined): PendingStep {
  const step = stepOf(begun, prompt);
  savePendingStep(step);
  return step;
}

export function stepOf(begun: Begun, prompt: Prompt | undefined, now = Date.now()): PendingStep {
  const sent = sentOf(prompt, SECONDS[begun.purpose], now);
  const passkey = prompt?.passkey === true;
  return { ...begun, ...sent, sentTo: sent.sentTo || begun.email, passkey, ticket: null };
}

/** `code`: of the person's method, or a recovery code. */
export async function checkCode(step: PendingStep, code: string): Promise<void> {
  const { email, remember } = step;
  const body = { email, code, remember, ...deviceOf(navigator.userAgent) };
  const { token } = await call<typeof checkOtpCode>('POST', '/users/check-otp-code', { body });
  await enter(token, remember);
}

/** Signs in. If only the account fails to load, the person is signed in and leaves this screen anyway. */
const enter = (token: string, remember: boolean): Promise<unknown> =>
  signIn(token, remember).catch((error: unknown) => {
    if (!isSignedIn()) throw error;
  });

/** Signs in by passkey: with `email` after the password, in place of the code; without it in place of both. */
export async function enterByPasskey({
  email,
  remember,
}: {
  email?: string;
  remember: boolean;
}): Promise<void> {
  const who = email === undefined ? {} : { email };
  const passkey = await answerWithPasskey(await challengeFor(who));
  await enterWith(passkey, who, remember);
}

/**
 * Offers passkeys among the suggestions of the e-mail field. `chosen`: called when one is selected; returns whether
 * to remember the session. Rejects if signing in failed; returns if the offer was cancelled, is impossible, or the
 * screen is `gone`.
 */
export async function enterByOfferedPasskey(gone: () => boolean, chosen: () => boolean): Promise<void> {
  if (!(await canOffer())) return;
  const request = await challengeFor({}).catch(() => null);
  if (request === null || gone()) return;
  const passkey = await offerPasskeys(request).catch(() => null);
  if (passkey !== null) await enterWith(passkey, {}, chosen());
}

const challengeFor = async (who: { email?: string }) =>
  (await call<typeof askPasskey>('POST', '/users/passkeys/challenge', { body: who })).baseDTO;

async function enterWith(
  passkey: PasskeyAssertion,
  who: { email?: string },
  remember: boolean,
): Promise<void> {
  const body = { passkey, ...who, remember, ...deviceOf(navigator.userAgent) };
  const { token } = await call<typeof signInWithPasskey>('POST', '/users/passkeys/sign-in', { body });
  await enter(token, remember);
}

/** Returns the step with the lifetime of its new code. */
export async function resendCode(step: PendingStep): Promise<PendingStep> {
  if (step.purpose === 'RESET') return requestPasswordReset(step.email);
  const { baseDTO } = await call<typeof resendOtpCode>('POST', '/users/resend-otp-code', {
    body: { username: step.email },
  });
  const again = begin(step, baseDTO ?? promptOf(step));
  // Only the reply to the password contains whether there is a passkey.
  const next = { ...again, passkey: step.passkey };
  savePendingStep(next);
  return next;
}

const promptOf = (step: PendingStep): NonNullable<Prompt> => ({
  starTwoStepAuthentication: step.sentTo,
  twoStepAuthenticationType: step.method,
  expiresIn: SECONDS[step.purpose],
});

/** Requests a code for a new password, which is sent only if the address has an account. */
export async function requestPasswordReset(email: string): Promise<PendingStep> {
  const { baseDTO } = await call<typeof forgetPassword>('POST', '/users/forget-password', {
    body: { email, authenticationType: 'EMAIL' },
  });
  return begin({ purpose: 'RESET', email, remember: false, back: null }, baseDTO);
}

export async function changeForTicket(step: PendingStep, code: string): Promise<void> {
  const { baseDTO } = await call<typeof checkResetCode>('POST', '/users/forget-password/check', {
    body: { username: step.email, code },
  });
  savePendingStep({ ...step, ticket: baseDTO.ticket });
}

/** `code`: the ticket, or the code itself. */
export async function setNewPassword(step: PendingStep, code: string, password: string): Promise<void> {
  await call<typeof resetPassword>('POST', '/users/reset-password', {
    body: { username: step.email, code, password },
  });
}

/** Returns the step that needs a code, or the address whose password must be entered first. */
export async function completeGoogle(
  ticket: string,
  rest: Pick<Begun, 'remember' | 'back'>,
  password?: string,
): Promise<{ step: PendingStep } | { email: string }> {
  const { baseDTO } = await call<typeof googleComplete>('POST', '/users/google-sso/complete', {
    body: { ticket, ...(password !== undefined && { password }) },
  });
  const { next, email, prompt } = baseDTO;
  if (next === 'PASSWORD') return { email };
  return { step: begin({ purpose: 'LOGIN', email, ...rest }, prompt) };
}

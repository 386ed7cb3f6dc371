import type {
  checkOtpCode,
  checkResetCode,
  createSignInChallenge,
  completeGoogleSignIn as googleEndpoint,
  login,
  PasskeyAssertion,
  ReplyOf,
  register,
  resendOtpCode,
  resetPassword,
  sendPasswordResetCode,
  signInWithPasskey,
} from '@sarraf/domain/contracts';
import { parseDevice } from '../../access/device.ts';
import { toSentCode } from '../../access/two-step.ts';
import { call } from '../../lib/api/api.ts';
import { canOfferPasskeys, offerPasskeys, signWithPasskey } from '../../lib/browser/passkey.ts';
import { loadReferralCode } from '../../lib/session/referral.ts';
import { signIn } from '../../lib/session/session.ts';
import { isSignedIn } from '../../lib/session/token.ts';
import { CODE_LIFETIMES_S, type PendingStep, savePendingStep } from './pending-step.ts';

type CodePrompt = ReplyOf<typeof login>['baseDTO'];
type StepStart = Pick<PendingStep, 'purpose' | 'email' | 'remember' | 'back'>;

const getReferralField = () => {
  const code = loadReferralCode();
  return code === undefined ? {} : { referralCode: code };
};

/** Returns the step that needs a code; null if the server signed the person in immediately. */
export async function logIn(credentials: Omit<StepStart, 'purpose'> & { password: string }) {
  const { password, ...rest } = credentials;
  const reply = await call<typeof login>('POST', '/users/login', {
    body: { email: rest.email, password, ...parseDevice(navigator.userAgent), ...getReferralField() },
  });
  return continueSignIn({ ...rest, purpose: 'LOGIN' }, reply);
}

export async function signUp(credentials: { email: string; password: string }) {
  const reply = await call<typeof register>('POST', '/users/register', {
    body: {
      ...credentials,
      authenticationType: 'EMAIL',
      ...parseDevice(navigator.userAgent),
      ...getReferralField(),
    },
  });
  return continueSignIn({ purpose: 'SIGN_UP', email: credentials.email, remember: false, back: null }, reply);
}

async function continueSignIn(
  start: StepStart,
  reply: { token?: string; baseDTO?: CodePrompt },
): Promise<PendingStep | null> {
  if (reply.token !== undefined) {
    await signIn(reply.token, start.remember);
    return null;
  }
  return startStep(start, reply.baseDTO);
}

function startStep(start: StepStart, prompt: CodePrompt | undefined): PendingStep {
  const step = createStep(start, prompt);
  savePendingStep(step);
  return step;
}

export function createStep(start: StepStart, prompt: CodePrompt | undefined, now = Date.now()): PendingStep {
  const sent = toSentCode(prompt, CODE_LIFETIMES_S[start.purpose], now);
  const passkey = prompt?.passkey === true;
  return { ...start, ...sent, sentTo: sent.sentTo || start.email, passkey, ticket: null };
}

/** `code`: of the person's method, or a recovery code. */
export async function checkCode(step: PendingStep, code: string): Promise<void> {
  const { email, remember } = step;
  const body = { email, code, remember, ...parseDevice(navigator.userAgent) };
  const { token } = await call<typeof checkOtpCode>('POST', '/users/check-otp-code', { body });
  await finishSignIn(token, remember);
}

/** Signs in. If only the account fails to load, the person is signed in and leaves this screen anyway. */
const finishSignIn = (token: string, remember: boolean): Promise<unknown> =>
  signIn(token, remember).catch((error: unknown) => {
    if (!isSignedIn()) throw error;
  });

/** Signs in by passkey: with `email` after the password, in place of the code; without it in place of both. */
export async function signInByPasskey({
  email,
  remember,
}: {
  email?: string;
  remember: boolean;
}): Promise<void> {
  const account = email === undefined ? {} : { email };
  const passkey = await signWithPasskey(await requestChallenge(account));
  await signInWith(passkey, account, remember);
}

/**
 * Offers passkeys among the suggestions of the e-mail field. `chosen`: called when one is selected; returns whether
 * to remember the session. Rejects if signing in failed; returns if the offer was cancelled, is impossible, or the
 * screen is `gone`.
 */
export async function signInByOfferedPasskey(isGone: () => boolean, onChosen: () => boolean): Promise<void> {
  if (!(await canOfferPasskeys())) return;
  const request = await requestChallenge({}).catch(() => null);
  if (request === null || isGone()) return;
  const passkey = await offerPasskeys(request).catch(() => null);
  if (passkey !== null) await signInWith(passkey, {}, onChosen());
}

const requestChallenge = async (account: { email?: string }) =>
  (await call<typeof createSignInChallenge>('POST', '/users/passkeys/challenge', { body: account })).baseDTO;

async function signInWith(
  passkey: PasskeyAssertion,
  account: { email?: string },
  remember: boolean,
): Promise<void> {
  const body = { passkey, ...account, remember, ...parseDevice(navigator.userAgent) };
  const { token } = await call<typeof signInWithPasskey>('POST', '/users/passkeys/sign-in', { body });
  await finishSignIn(token, remember);
}

/** Returns the step with the lifetime of its new code. */
export async function resendCode(step: PendingStep): Promise<PendingStep> {
  if (step.purpose === 'RESET') return requestPasswordReset(step.email);
  const { baseDTO } = await call<typeof resendOtpCode>('POST', '/users/resend-otp-code', {
    body: { username: step.email },
  });
  const restarted = startStep(step, baseDTO ?? toPrompt(step));
  // Only the reply to the password contains whether there is a passkey.
  const next = { ...restarted, passkey: step.passkey };
  savePendingStep(next);
  return next;
}

const toPrompt = (step: PendingStep): NonNullable<CodePrompt> => ({
  starTwoStepAuthentication: step.sentTo,
  twoStepAuthenticationType: step.method,
  expiresIn: CODE_LIFETIMES_S[step.purpose],
});

/** Requests a code for a new password, which is sent only if the address has an account. */
export async function requestPasswordReset(email: string): Promise<PendingStep> {
  const { baseDTO } = await call<typeof sendPasswordResetCode>('POST', '/users/forget-password', {
    body: { email, authenticationType: 'EMAIL' },
  });
  return startStep({ purpose: 'RESET', email, remember: false, back: null }, baseDTO);
}

export async function exchangeCodeForTicket(step: PendingStep, code: string): Promise<void> {
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
export async function completeGoogleSignIn(
  ticket: string,
  options: Pick<StepStart, 'remember' | 'back'>,
  password?: string,
): Promise<{ step: PendingStep } | { email: string }> {
  const { baseDTO } = await call<typeof googleEndpoint>('POST', '/users/google-sso/complete', {
    body: { ticket, ...(password !== undefined && { password }) },
  });
  const { next, email, prompt } = baseDTO;
  if (next === 'PASSWORD') return { email };
  return { step: startStep({ purpose: 'LOGIN', email, ...options }, prompt) };
}

import type { checkOtpCode, login, ReplyOf, register, resendOtpCode } from '@sarraf/domain/contracts';
import { call } from '../../lib/api.ts';
import { referralCode } from '../../lib/referral.ts';
import { signIn } from '../../lib/session.ts';
import { deviceOf } from './device.ts';
import { CODE_SECONDS, keepStep, type PendingStep } from './pending-step.ts';
import { methodOf } from './two-step.ts';

type Prompt = ReplyOf<typeof login>['baseDTO'];
type Begun = Pick<PendingStep, 'purpose' | 'email' | 'remember' | 'back'>;

const withReferral = () => {
  const code = referralCode();
  return code === undefined ? {} : { referralCode: code };
};

/** True when a code is asked for next, false when the server signed the person in at once. */
export async function logIn(given: Omit<Begun, 'purpose'> & { password: string }): Promise<boolean> {
  const { password, ...rest } = given;
  const reply = await call<typeof login>('POST', '/users/login', {
    body: { email: rest.email, password, ...deviceOf(navigator.userAgent), ...withReferral() },
  });
  return goOn({ ...rest, purpose: 'LOGIN' }, reply);
}

export async function signUp(given: { email: string; password: string }): Promise<boolean> {
  const reply = await call<typeof register>('POST', '/users/register', {
    body: { ...given, authenticationType: 'EMAIL', ...deviceOf(navigator.userAgent), ...withReferral() },
  });
  return goOn({ purpose: 'SIGN_UP', email: given.email, remember: false, back: null }, reply);
}

async function goOn(begun: Begun, reply: { token?: string; baseDTO?: Prompt }): Promise<boolean> {
  if (reply.token !== undefined) {
    await signIn(reply.token, begun.remember);
    return false;
  }
  keepStep(stepOf(begun, reply.baseDTO));
  return true;
}

export function stepOf(begun: Begun, prompt: Prompt | undefined, now = Date.now()): PendingStep {
  const seconds = prompt?.expiresIn ?? CODE_SECONDS[begun.purpose];
  return {
    ...begun,
    sentTo: prompt?.starTwoStepAuthentication || begun.email,
    method: methodOf(prompt?.twoStepAuthenticationType),
    seconds: Math.max(seconds, CODE_SECONDS[begun.purpose]),
    endsAt: now + seconds * 1000,
  };
}

export async function checkCode(step: PendingStep, code: string): Promise<void> {
  const { email, remember } = step;
  const body = { email, code, remember, ...deviceOf(navigator.userAgent) };
  const { token } = await call<typeof checkOtpCode>('POST', '/users/check-otp-code', { body });
  await signIn(token, remember);
}

/** The step with the life of its new code. */
export async function resendCode(step: PendingStep): Promise<PendingStep> {
  const { baseDTO } = await call<typeof resendOtpCode>('POST', '/users/resend-otp-code', {
    body: { username: step.email },
  });
  const next = stepOf(step, baseDTO ?? { ...promptOf(step), expiresIn: CODE_SECONDS[step.purpose] });
  keepStep(next);
  return next;
}

const promptOf = (
  step: PendingStep,
): Pick<NonNullable<Prompt>, 'starTwoStepAuthentication' | 'twoStepAuthenticationType'> => ({
  starTwoStepAuthentication: step.sentTo,
  twoStepAuthenticationType: step.method,
});

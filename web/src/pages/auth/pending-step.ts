import { CODE_SECONDS, type SentCode, TWO_STEP_METHODS, type TwoStep } from '../../access/two-step.ts';

export type StepPurpose = 'LOGIN' | 'SIGN_UP' | 'RESET';

/** A step that needs a code: a sign-in, a sign-up, a new password. In session storage, so that it survives a reload. */
export interface PendingStep extends SentCode {
  purpose: StepPurpose;
  email: string;
  remember: boolean;
  /** The page from which the guard redirected. */
  back: string | null;
  /** The person has a passkey, which may replace the code. */
  passkey: boolean;
  /** The ticket that the code of a RESET was exchanged for: allows setting the new password. */
  ticket: string | null;
}

/** Initial lifetime of the codes (requirements §4 "Code countdowns"). */
export const CODE_LIFETIMES_S: Readonly<Record<StepPurpose, number>> = {
  LOGIN: CODE_SECONDS,
  SIGN_UP: 300,
  RESET: CODE_SECONDS,
};

export const FORGET_PATH = '/login/forget';
export const NEW_PASSWORD_PATH = '/login/forget/verify';

/** Returns the address where a step's code is entered (requirements §2.2). */
export function codePath({ purpose, method }: Pick<PendingStep, 'purpose' | 'method'>): string {
  if (purpose === 'SIGN_UP') return '/sign-up/email-verification';
  if (purpose === 'RESET') return '/login/forget-otp';
  return method === 'SMS' ? '/login/send-phone' : '/login/send-mail';
}

/** The server drops a step some time after its last code expired; so does the browser. */
const STEP_LIFETIME_MS = 30 * 60_000;
const KEY = 'sarraf.pending-step';

export function savePendingStep(step: PendingStep): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(step));
  } catch {
    // Without storage the step is lost with the page.
    fallback = step;
  }
}

let fallback: PendingStep | null = null;

export function loadPendingStep(now = Date.now()): PendingStep | null {
  try {
    return parseStep(sessionStorage.getItem(KEY), now) ?? fallback;
  } catch {
    return fallback;
  }
}

export function clearPendingStep(): void {
  fallback = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}

const PURPOSES = Object.keys(CODE_LIFETIMES_S) as StepPurpose[];

/** Parses a stored step; null if it is invalid or too old. */
export function parseStep(text: string | null, now: number): PendingStep | null {
  if (!text) return null;
  let step: Partial<PendingStep> | null;
  try {
    step = JSON.parse(text) as Partial<PendingStep> | null;
  } catch {
    return null;
  }
  if (typeof step !== 'object' || step === null) return null;
  const { email, sentTo, method, seconds, endsAt, remember, back, passkey, ticket } = step;
  const purpose = PURPOSES.find((candidate) => candidate === step.purpose);
  if (!purpose || typeof email !== 'string' || email === '' || typeof sentTo !== 'string') return null;
  if (!TWO_STEP_METHODS.some((candidate) => candidate === method)) return null;
  if (typeof seconds !== 'number' || typeof endsAt !== 'number' || now > endsAt + STEP_LIFETIME_MS)
    return null;
  return {
    purpose,
    email,
    sentTo,
    method: method as TwoStep,
    seconds,
    endsAt,
    remember: remember === true,
    back: typeof back === 'string' ? back : null,
    passkey: passkey === true,
    ticket: typeof ticket === 'string' ? ticket : null,
  };
}

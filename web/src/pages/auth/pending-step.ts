import { CODE_SECONDS, type SentCode, TWO_STEP_METHODS, type TwoStep } from '../../access/two-step.ts';

export type Purpose = 'LOGIN' | 'SIGN_UP' | 'RESET';

/** What waits for its code: a sign-in, a sign-up, a new password. In session storage, so that a reload keeps it. */
export interface PendingStep extends SentCode {
  purpose: Purpose;
  email: string;
  remember: boolean;
  /** The page the guard turned away from. */
  back: string | null;
  /** The person has a passkey, which may take the place of the code. */
  passkey: boolean;
  /** What the code of a RESET was changed for: lets the new password be set. */
  ticket: string | null;
}

/** How long the code of each lives at first (requirements §4 "Code countdowns"). */
export const SECONDS: Readonly<Record<Purpose, number>> = {
  LOGIN: CODE_SECONDS,
  SIGN_UP: 300,
  RESET: CODE_SECONDS,
};

export const FORGET_PATH = '/login/forget';
export const NEW_PASSWORD_PATH = '/login/forget/verify';

/** Where the code of a step is asked for (requirements §2.2). */
export function codePath({ purpose, method }: Pick<PendingStep, 'purpose' | 'method'>): string {
  if (purpose === 'SIGN_UP') return '/sign-up/email-verification';
  if (purpose === 'RESET') return '/login/forget-otp';
  return method === 'SMS' ? '/login/send-phone' : '/login/send-mail';
}

/** The server forgets a step some time after its last code; so does the browser. */
const FORGOTTEN_MS = 30 * 60_000;
const KEY = 'sarraf.pending-step';

export function savePendingStep(step: PendingStep): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(step));
  } catch {
    // Without storage the step lives as long as the page.
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
    // Nothing was kept there.
  }
}

const PURPOSES = Object.keys(SECONDS) as Purpose[];

/** Null for what isn't a step, or is forgotten. */
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
  const purpose = PURPOSES.find((known) => known === step.purpose);
  if (!purpose || typeof email !== 'string' || email === '' || typeof sentTo !== 'string') return null;
  if (!TWO_STEP_METHODS.some((known) => known === method)) return null;
  if (typeof seconds !== 'number' || typeof endsAt !== 'number' || now > endsAt + FORGOTTEN_MS) return null;
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

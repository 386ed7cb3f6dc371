import { TWO_STEP_METHODS, type TwoStep } from './two-step.ts';

/** The sign-in or sign-up that waits for its code. Lives in session storage, so that a reload keeps it. */
export interface PendingStep {
  purpose: 'LOGIN' | 'SIGN_UP';
  email: string;
  /** Where the code went, as the server masks it. */
  sentTo: string;
  method: TwoStep;
  /** The whole life of the code, in seconds. */
  seconds: number;
  /** When it ends, in milliseconds. */
  endsAt: number;
  remember: boolean;
  /** The page the guard turned away from. */
  back: string | null;
}

export const CODE_PATH = { LOGIN: '/login/send-mail', SIGN_UP: '/sign-up/email-verification' } as const;
export const CODE_SECONDS = { LOGIN: 120, SIGN_UP: 300 } as const;
/** The server forgets a step some time after its last code; so does the browser. */
const FORGOTTEN_MS = 30 * 60_000;
const KEY = 'sarraf.pending-step';

export function keepStep(step: PendingStep): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(step));
  } catch {
    // Without storage the step lives as long as the page.
    fallback = step;
  }
}

let fallback: PendingStep | null = null;

export function readStep(now = Date.now()): PendingStep | null {
  try {
    return parseStep(sessionStorage.getItem(KEY), now) ?? fallback;
  } catch {
    return fallback;
  }
}

export function dropStep(): void {
  fallback = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept there.
  }
}

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
  const { purpose, email, sentTo, method, seconds, endsAt, remember, back } = step;
  if (purpose !== 'LOGIN' && purpose !== 'SIGN_UP') return null;
  if (typeof email !== 'string' || email === '' || typeof sentTo !== 'string') return null;
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
  };
}

export const secondsLeft = (step: PendingStep, now = Date.now()): number =>
  Math.min(step.seconds, Math.max(0, Math.ceil((step.endsAt - now) / 1000)));

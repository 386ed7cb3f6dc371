import type { TwoStepMethod, TwoStepPrompt } from '@sarraf/domain/contracts';

export type TwoStep = TwoStepMethod;
/** Repeated here because the contract's own list would pull its schemas into the page. */
export const TWO_STEP_METHODS: readonly TwoStep[] = ['EMAIL', 'SMS', 'GOOGLE_AUTHENTICATOR'];

export const parseTwoStepMethod = (text: unknown): TwoStep =>
  TWO_STEP_METHODS.find((method) => method === text) ?? 'EMAIL';

/** Lifetime of every code except that of a sign-up (requirements §4 "Code countdowns"). */
export const CODE_SECONDS = 120;

/** A code that was sent and can be entered. */
export interface SentCode {
  method: TwoStep;
  /** The masked recipient; empty for an authenticator. */
  sentTo: string;
  /** Total lifetime of the code in seconds. */
  seconds: number;
  /** When it expires, in milliseconds. */
  endsAt: number;
}

/** `whole`: the total lifetime of such a code, of which `expiresIn` may be the remaining part. */
export function toSentCode(
  prompt: TwoStepPrompt | undefined,
  lifetimeSeconds = CODE_SECONDS,
  now = Date.now(),
): SentCode {
  const seconds = prompt?.expiresIn ?? lifetimeSeconds;
  return {
    method: parseTwoStepMethod(prompt?.twoStepAuthenticationType),
    sentTo: prompt?.starTwoStepAuthentication ?? '',
    seconds: Math.max(seconds, lifetimeSeconds),
    endsAt: now + seconds * 1000,
  };
}

export const secondsLeft = (sent: Pick<SentCode, 'seconds' | 'endsAt'>, now = Date.now()): number =>
  Math.min(sent.seconds, Math.max(0, Math.ceil((sent.endsAt - now) / 1000)));

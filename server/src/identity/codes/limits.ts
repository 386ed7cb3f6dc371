import { HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import type { CodePurpose } from '../ports.ts';

export interface RateLimit {
  max: number;
  windowMs: number;
}

/** Per e-mail address or person; what is limited per network address is the rate class of the route. */
export interface Limits {
  failedLogins: RateLimit;
  /** After so many wrong passwords in a row of strangers each place has one try in place of five (decision 51). */
  failuresInARow: number;
  wrongCodes: RateLimit;
  /** Together: no code is sent that any of these forbids. */
  sentCodes: { pause: RateLimit; hour: RateLimit; day: RateLimit };
  /**
   * To one mailbox, of all strangers together: what is more is answered alike, not sent, and fits nothing. All guesses of
   * strangers are at these codes.
   */
  strangersCodes: { hour: RateLimit; day: RateLimit };
}

export const STRICT_LIMITS: Limits = {
  failedLogins: { max: 5, windowMs: 15 * MINUTE_MS },
  failuresInARow: 100,
  wrongCodes: { max: 10, windowMs: HOUR_MS },
  sentCodes: {
    pause: { max: 1, windowMs: 2 * MINUTE_MS },
    hour: { max: 5, windowMs: HOUR_MS },
    day: { max: 10, windowMs: 24 * HOUR_MS },
  },
  strangersCodes: {
    hour: { max: 15, windowMs: HOUR_MS },
    day: { max: 30, windowMs: 24 * HOUR_MS },
  },
};

const wide = (windowMs: number): RateLimit => ({ max: 1_000_000, windowMs });

/** The sandbox's: nobody who tries things out, and no test, meets them. */
export const WIDE_LIMITS: Limits = {
  failedLogins: wide(15 * MINUTE_MS),
  failuresInARow: 1_000_000,
  wrongCodes: wide(HOUR_MS),
  sentCodes: { pause: wide(2 * MINUTE_MS), hour: wide(HOUR_MS), day: wide(24 * HOUR_MS) },
  strangersCodes: { hour: wide(HOUR_MS), day: wide(24 * HOUR_MS) },
};

/** Guesses one code stands, in the sandbox too. */
export const GUESSES_PER_CODE = 5;
export const CODE_SECONDS: Record<CodePurpose, number> = {
  SIGN_UP: 300,
  LOGIN: 120,
  STEP_UP: 120,
  TWO_STEP: 120,
  RESET: 120,
  EMAIL: 120,
  MOBILE: 120,
  WITHDRAWAL: 120,
  THAW: 120,
};
/** How long a step waits for the code of an authenticator. */
export const AUTHENTICATOR_SECONDS = 600;
/** Made at once; each works once. */
export const RECOVERY_CODES = 10;
/** How long the ticket that a reset code was changed into can be used. */
export const TICKET_MS = 10 * MINUTE_MS;
/** How long after the password a code can be sent again without it. */
export const RESEND_WINDOW_MS = 30 * MINUTE_MS;
/** A sign-up whose address was never confirmed is forgotten. */
export const SIGN_UP_MS = 7 * 24 * HOUR_MS;

export const SESSION_LIFE = {
  rememberedMs: 30 * 24 * HOUR_MS,
  absoluteMs: 24 * HOUR_MS,
  /** A session that is not remembered ends when it was not used for so long. */
  idleMs: 30 * MINUTE_MS,
} as const;

/** How long the link works that freezes an account. */
export const FREEZE_LINK_MS = 7 * 24 * HOUR_MS;
/** How long a frozen account stays frozen after its owner asked to unfreeze it. */
export const THAW_MS = 24 * HOUR_MS;

/** How long nothing leaves after a change of what protects the account. */
export const HOLD_MS = {
  password: 24 * HOUR_MS,
  twoStep: 24 * HOUR_MS,
  contact: 72 * HOUR_MS,
  recovery: 72 * HOUR_MS,
} as const;

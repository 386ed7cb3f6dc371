import { HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import type { CodePurpose } from '../ports.ts';

export interface RateLimit {
  max: number;
  windowMs: number;
}

/** Limits per e-mail address or user; limits per network address are the rate class of the route. */
export interface Limits {
  failedLogins: RateLimit;
  /**
   * After this many consecutive wrong passwords of unknown clients, each network has one attempt instead of five
   * (decision 51).
   */
  failuresInARow: number;
  wrongCodes: RateLimit;
  /** Combined: a code is sent only if all of these allow it. */
  sentCodes: { pause: RateLimit; hour: RateLimit; day: RateLimit };
  /**
   * Codes to one mailbox requested by all unknown clients together. Beyond that each network still gets the first
   * ones of its day (`ofNetwork`), up to `beyond` for all networks. Otherwise the reply is the same, but nothing is
   * sent and no code is valid. All attempts of unknown clients are against the codes that were sent.
   */
  strangersCodes: { hour: RateLimit; day: RateLimit; ofNetwork: RateLimit; beyond: RateLimit };
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
    ofNetwork: { max: 2, windowMs: 24 * HOUR_MS },
    beyond: { max: 200, windowMs: 24 * HOUR_MS },
  },
};

const createWideLimit = (windowMs: number): RateLimit => ({ max: 1_000_000, windowMs });

/** Limits of the sandbox, high enough for manual use and tests. */
export const WIDE_LIMITS: Limits = {
  failedLogins: createWideLimit(15 * MINUTE_MS),
  failuresInARow: 1_000_000,
  wrongCodes: createWideLimit(HOUR_MS),
  sentCodes: {
    pause: createWideLimit(2 * MINUTE_MS),
    hour: createWideLimit(HOUR_MS),
    day: createWideLimit(24 * HOUR_MS),
  },
  strangersCodes: {
    hour: createWideLimit(HOUR_MS),
    day: createWideLimit(24 * HOUR_MS),
    ofNetwork: createWideLimit(24 * HOUR_MS),
    beyond: createWideLimit(24 * HOUR_MS),
  },
};

/** Maximum attempts per code, in the sandbox too. */
export const GUESSES_PER_CODE = 5;
/** Maximum attempts for a code beyond `strangersCodes.day`, so that attackers who have more sent guess little more. */
export const GUESSES_BEYOND = 2;
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
/** Validity of a step that waits for an authenticator's code. */
export const AUTHENTICATOR_SECONDS = 600;
/** Number created together; each is valid once. */
export const RECOVERY_CODES = 10;
/** Validity of the ticket that a password-reset code is exchanged for. */
export const TICKET_MS = 10 * MINUTE_MS;
/** How long after the password a code can be sent again without it. */
export const RESEND_WINDOW_MS = 30 * MINUTE_MS;
/** Validity of a sign-up whose address is not confirmed. */
export const SIGN_UP_MS = 7 * 24 * HOUR_MS;

export const SESSION_LIFE = {
  rememberedMs: 30 * 24 * HOUR_MS,
  absoluteMs: 24 * HOUR_MS,
  /** A session that is not remembered expires after this time without use. */
  idleMs: 30 * MINUTE_MS,
} as const;

/** Validity of the link that freezes an account. */
export const FREEZE_LINK_MS = 7 * 24 * HOUR_MS;
/** How long a frozen account stays frozen after its owner asked to unfreeze it. */
export const THAW_MS = 24 * HOUR_MS;

/** Withdrawal hold after a change of security settings. */
export const HOLD_MS = {
  password: 24 * HOUR_MS,
  twoStep: 24 * HOUR_MS,
  contact: 72 * HOUR_MS,
  recovery: 72 * HOUR_MS,
} as const;

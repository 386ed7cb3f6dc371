const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export interface Limit {
  max: number;
  windowMs: number;
}

/** Per e-mail address; what is limited per network address is the rate class of the route. */
export interface Limits {
  failedLogins: Limit;
  wrongCodes: Limit;
  /** Together: no code is sent that any of these forbids. */
  sentCodes: { pause: Limit; hour: Limit; day: Limit };
}

export const STRICT_LIMITS: Limits = {
  failedLogins: { max: 5, windowMs: 15 * MINUTE },
  wrongCodes: { max: 10, windowMs: HOUR },
  sentCodes: {
    pause: { max: 1, windowMs: 2 * MINUTE },
    hour: { max: 5, windowMs: HOUR },
    day: { max: 10, windowMs: 24 * HOUR },
  },
};

const wide = (windowMs: number): Limit => ({ max: 1_000_000, windowMs });

/** The sandbox's: nobody who tries things out, and no test, meets them. */
export const WIDE_LIMITS: Limits = {
  failedLogins: wide(15 * MINUTE),
  wrongCodes: wide(HOUR),
  sentCodes: { pause: wide(2 * MINUTE), hour: wide(HOUR), day: wide(24 * HOUR) },
};

/** Guesses one code stands, in the sandbox too. */
export const GUESSES_PER_CODE = 5;
export const CODE_SECONDS = { SIGN_UP: 300, LOGIN: 120 } as const;
/** How long after the password a code can be sent again without it. */
export const STEP_MS = 30 * MINUTE;
/** A sign-up whose address was never confirmed is forgotten. */
export const SIGN_UP_MS = 7 * 24 * HOUR;

export const SESSION = {
  rememberedMs: 30 * 24 * HOUR,
  absoluteMs: 24 * HOUR,
  /** A session that is not remembered ends when it was not used for so long. */
  idleMs: 30 * MINUTE,
} as const;

import { HOUR_MS, MINUTE_MS } from '@sarraf/domain';

export interface ConsentLimit {
  max: number;
  windowMs: number;
}

/** Codes of the identity provider, per user and per mobile. */
export interface ConsentLimits {
  sent: readonly ConsentLimit[];
  guesses: ConsentLimit;
}

export const STRICT_CONSENT_LIMITS: ConsentLimits = {
  sent: [
    { max: 1, windowMs: 2 * MINUTE_MS },
    { max: 5, windowMs: HOUR_MS },
    { max: 10, windowMs: 24 * HOUR_MS },
  ],
  guesses: { max: 10, windowMs: HOUR_MS },
};

/** Limits of the sandbox, high enough for manual use. */
export const WIDE_CONSENT_LIMITS: ConsentLimits = {
  sent: [{ max: 1_000, windowMs: HOUR_MS }],
  guesses: { max: 1_000, windowMs: HOUR_MS },
};

export const CONSENT_SECONDS = 120;
/** Maximum attempts per code, in the sandbox too. */
export const MAX_ATTEMPTS_PER_CONSENT = 5;

export const MAX_BANK_ACCOUNTS = 5;
/** Applications for a company account, per user. */
export const MAX_APPLICATIONS: ConsentLimit = { max: 10, windowMs: 24 * HOUR_MS };
/** Maximum stored documents per user. */
export const MAX_DOCUMENTS = 10;
/** Documents that are not active are deleted after this time. */
export const INACTIVE_DOCUMENT_MS = 24 * HOUR_MS;
/** Minimum age of a file without a row: a newer one may be in progress. */
export const MIN_ORPHAN_AGE_MS = HOUR_MS;

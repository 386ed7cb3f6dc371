import { HOUR_MS, MINUTE_MS } from '@sarraf/domain';

export interface ConsentLimit {
  max: number;
  windowMs: number;
}

/** Codes of the identity provider, per person and per mobile. */
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

/** The sandbox's: nobody who tries things out meets them. */
export const WIDE_CONSENT_LIMITS: ConsentLimits = {
  sent: [{ max: 1_000, windowMs: HOUR_MS }],
  guesses: { max: 1_000, windowMs: HOUR_MS },
};

export const CONSENT_SECONDS = 120;
/** Guesses one code stands, in the sandbox too. */
export const GUESSES_PER_CONSENT = 5;

export const MAX_BANK_ACCOUNTS = 5;
/** Requests for a company account, per person. */
export const MAX_APPLICATIONS: ConsentLimit = { max: 10, windowMs: 24 * HOUR_MS };
/** Documents of one person that are kept at a time. */
export const MAX_DOCUMENTS = 10;
/** What is not in force leaves after this time. */
export const DOCUMENT_REST_MS = 24 * HOUR_MS;
/** A file without a row may be one that is being written. */
export const ORPHAN_MS = HOUR_MS;

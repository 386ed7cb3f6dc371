/** The sender's codes for a stuck withdrawal. */
export const TROUBLE_CODES = [
  'SIGNER_REFUSED',
  'SIGNER_AWAY',
  'SIGNER_LATCHED',
  'NEEDS_APPROVAL',
  'OVER_CAP',
  'HOT_WALLET_EMPTY',
  'NODE_AWAY',
  'DESTINATION',
  'FAILED_ON_CHAIN',
  'NONCE_GONE',
  'PERSON_BLOCKED',
  'PERSON_FROZEN',
  'PERSON_HELD',
  'STOPPED',
] as const;

/** Why incoming money has no owner yet. */
export const UNCLAIMED_REASONS = [
  'BELOW_MINIMUM',
  'RETIRED_ADDRESS',
  'UNKNOWN_TOKEN',
  'UNKNOWN_TAG',
  'DEPOSITS_OFF',
  'REVERSED',
  'UNKNOWN_IDENTIFIER',
  'NOT_OWN_ACCOUNT',
  'DAILY_LIMIT',
  'NOT_VERIFIED',
  'OWN_IMPORT',
  'LARGE',
] as const;

export const toKnownReason = (reason: string): (typeof UNCLAIMED_REASONS)[number] | 'OTHER' =>
  UNCLAIMED_REASONS.find((candidate) => candidate === reason) ?? 'OTHER';

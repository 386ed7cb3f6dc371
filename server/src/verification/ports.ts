/** Person to query the identity provider about. */
export interface IdentitySubject {
  userId: string;
  firstName: string;
  lastName: string;
  /** 1991-03-21. */
  birthDay: string;
  nationalCode: string;
  /** +989121234567. */
  mobile: string;
}

/** Errors that the user can correct; each has its text in requirements §8.1 rule 8. */
export type ProviderErrorCode =
  | 'WRONG_CODE'
  | 'USED_CODE'
  | 'NATIONAL_CODE_INVALID'
  | 'MOBILE_INVALID'
  | 'MOBILE_MISMATCH'
  | 'NO_RECORD';

/** Result of one query. */
export interface ProviderFinding {
  outcome: 'MATCH' | 'MISMATCH' | 'NO_RECORD' | 'INVALID';
  /** Details for the reviewer: similarity, name. */
  detail: string;
  /** Error that stops the step; null: staff decides. */
  errorCode: ProviderErrorCode | null;
}

/** Owner of a card or Sheba according to a bank. */
export type Ownership =
  | { found: true; owners: string[]; active: boolean; sheba: string | null }
  | { found: false; why: string };

/** Every call rejects if the provider is unavailable. `trackId` is ours, so that a repeated query is counted once. */
export interface IdentityProvider {
  readonly name: string;
  /** Lets the provider send its 5-digit code; `reference` is its id of this consent. */
  sendConsentCode(
    subject: IdentitySubject,
  ): Promise<{ reference: string } | { errorCode: ProviderErrorCode }>;
  /** Exchanges the code for a token that permits queries about this person. */
  confirmConsent(
    subject: IdentitySubject,
    reference: string,
    code: string,
  ): Promise<{ token: string } | { errorCode: ProviderErrorCode }>;
  /** Shahkar: whether the mobile is registered under the national code. */
  matchMobile(subject: IdentitySubject, trackId: string): Promise<ProviderFinding>;
  /** Name and birthday. Without a token the query is on the exchange's own authority. */
  matchIdentity(subject: IdentitySubject, trackId: string, token: string | null): Promise<ProviderFinding>;
  /** 16 digits; returns the card's Sheba too. */
  findCardOwner(subject: IdentitySubject, cardNumber: string, trackId: string): Promise<Ownership>;
  /** 24 digits. */
  findShebaOwner(subject: IdentitySubject, shebaCode: string, trackId: string): Promise<Ownership>;
}

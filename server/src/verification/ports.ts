/** Whom the identity provider is asked about. */
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

/** What a person can mend; each has its words in requirements §8.1 rule 8. */
export type ProviderFault =
  | 'WRONG_CODE'
  | 'USED_CODE'
  | 'NATIONAL_CODE_INVALID'
  | 'MOBILE_INVALID'
  | 'MOBILE_MISMATCH'
  | 'NO_RECORD';

/** What came of one question. */
export interface ProviderFinding {
  outcome: 'MATCH' | 'MISMATCH' | 'NO_RECORD' | 'INVALID';
  /** What a person can judge: similarity, name. */
  detail: string;
  /** What stops the step; null: staff judges. */
  fault: ProviderFault | null;
}

/** Who a bank says that a card or Sheba belongs to. */
export type Ownership =
  | { found: true; owners: string[]; active: boolean; sheba: string | null }
  | { found: false; why: string };

/** Every call rejects when the provider can't be asked. `trackId` is ours: the same question isn't counted twice. */
export interface IdentityProvider {
  readonly name: string;
  /** Has the provider text its 5-digit code; `reference` is what it calls this consent. */
  sendConsentCode(subject: IdentitySubject): Promise<{ reference: string } | { fault: ProviderFault }>;
  /** Turns the code in for a token that allows to ask about this person. */
  confirmConsent(
    subject: IdentitySubject,
    reference: string,
    code: string,
  ): Promise<{ token: string } | { fault: ProviderFault }>;
  /** Shahkar: whether the mobile is registered under the national code. */
  matchMobile(subject: IdentitySubject, trackId: string): Promise<ProviderFinding>;
  /** Name and birthday. Without a token it is asked on the exchange's own authority. */
  matchIdentity(subject: IdentitySubject, trackId: string, token: string | null): Promise<ProviderFinding>;
  /** 16 digits; answers the card's Sheba too. */
  ownerOfCard(subject: IdentitySubject, cardNumber: string, trackId: string): Promise<Ownership>;
  /** 24 digits. */
  ownerOfSheba(subject: IdentitySubject, shebaCode: string, trackId: string): Promise<Ownership>;
}

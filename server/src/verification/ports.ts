/** Whom the identity provider is asked about. */
export interface Subject {
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
export type Fault =
  | 'WRONG_CODE'
  | 'USED_CODE'
  | 'NATIONAL_CODE_INVALID'
  | 'MOBILE_INVALID'
  | 'MOBILE_MISMATCH'
  | 'NO_RECORD';

/** What came of one question. */
export interface Finding {
  outcome: 'MATCH' | 'MISMATCH' | 'NO_RECORD' | 'INVALID';
  /** What a person can judge: similarity, name. */
  detail: string;
  /** What stops the step; null: staff judges. */
  fault: Fault | null;
}

/** Who a bank says that a card or Sheba belongs to. */
export type Ownership =
  | { found: true; owners: string[]; active: boolean; sheba: string | null }
  | { found: false; why: string };

/** Every call rejects when the provider can't be asked. `trackId` is ours: the same question isn't counted twice. */
export interface IdentityProvider {
  readonly name: string;
  /** Has the provider text its 5-digit code; `reference` is what it calls this consent. */
  sendConsentCode(subject: Subject): Promise<{ reference: string } | { fault: Fault }>;
  /** Turns the code in for a token that allows to ask about this person. */
  confirmConsent(
    subject: Subject,
    reference: string,
    code: string,
  ): Promise<{ token: string } | { fault: Fault }>;
  /** Shahkar: whether the mobile is registered under the national code. */
  matchMobile(subject: Subject, trackId: string): Promise<Finding>;
  /** Name and birthday. Without a token it is asked on the exchange's own authority. */
  matchIdentity(subject: Subject, trackId: string, token: string | null): Promise<Finding>;
  /** 16 digits; answers the card's Sheba too. */
  ownerOfCard(subject: Subject, cardNumber: string, trackId: string): Promise<Ownership>;
  /** 24 digits. */
  ownerOfSheba(subject: Subject, shebaCode: string, trackId: string): Promise<Ownership>;
}

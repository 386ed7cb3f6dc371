import type { BankDecision, PaymentGateway as GatewayName } from '@sarraf/domain/contracts';

export interface PaymentRequest {
  /** Whole Toman. */
  amountToman: bigint;
  /** Where the gateway sends the payer back to: our return endpoint. */
  callbackUrl: string;
  description: string;
  /** 16 digits; the gateway is asked to take no other card. */
  card: string;
  /** Our payment's id. */
  orderId: string;
  /** 09…, eleven digits. */
  mobile?: string;
  email?: string;
}

/**
 * Why a gateway is sure that it has no money for us, or we left it there or had it reversed; CARD_MISMATCH: for another card had
 * paid; DAILY_LIMIT: for it was more than a day's limit.
 */
export type UnpaidReason =
  | 'NOT_PAID'
  | 'AMOUNT_MISMATCH'
  | 'CARD_MISMATCH'
  | 'DAILY_LIMIT'
  | 'GATEWAY_REFUSED';

/** What a gateway tells of the card that paid. */
export type PaidCard = Pick<PaidVerification, 'cardMasked' | 'cardHash'>;

export interface PaidVerification {
  state: 'PAID';
  /** The bank's reference number. */
  reference: string | null;
  cardMasked: string | null;
  /** SHA-256 of the 16 digits, lower case hex. */
  cardHash: string | null;
  /** What the gateway keeps of our money for itself, whole Toman. */
  costToman: bigint;
}

/**
 * FAILED is the gateway's own word; everything else that isn't PAID (timeouts, nonsense, its troubles) is UNKNOWN.
 * `over`: the gateway takes no money for this payment any more; without it, the payer may still be typing.
 */
export type GatewayVerification =
  | PaidVerification
  | { state: 'FAILED'; reason: UnpaidReason; over?: true }
  | { state: 'UNKNOWN'; reason: string };

export interface GatewayQuestion {
  authority: string;
  amountToman: bigint;
  /** Whether this card may pay; left out: any. However often it is asked, of one card it says the same. */
  takesCard?(card: PaidCard): boolean;
  /** Whether it is within the day's limit for now, which may change while it is asked. */
  fitsLimit?(): Promise<boolean>;
}

/** A bank gateway. Amounts are Toman; an adapter whose vendor speaks Rial converts at its edge. */
export interface PaymentGateway {
  readonly name: GatewayName;
  /** Registers a payment. Throws when the gateway did not clearly accept it: nobody can pay then. */
  request(request: PaymentRequest): Promise<{ authority: string; redirectUrl: string }>;
  /**
   * Asks, server to server, whether the payment was made, and takes the money. A payment that was verified before is
   * PAID again: whether it was credited is for our own books to say. Where the gateway tells the card before it is asked
   * for the money, that of another card and what is beyond the limit is left there, and goes back to its payer by itself; where
   * it tells the card with the money and can reverse it, another card's is reversed at once. Never throws.
   */
  verify(payment: GatewayQuestion): Promise<GatewayVerification>;
  /** What the payer's browser brought back. Only a hint: anybody can type it. */
  readReturn(query: Readonly<Record<string, string>>): { authority: string; ok: boolean };
  /** Authorities that were paid and not verified yet. */
  listUnverified?(): Promise<string[]>;
}

/** The sandbox's bank page, which stands for the payer at the bank. */
export interface SandboxBank {
  find(authority: string): Promise<SandboxBankPayment | null>;
  /** Pays or cancels; null when it is unknown, 'DECIDED' when it was decided before. */
  decide(authority: string, decision: BankDecision): Promise<{ redirectSite: string } | 'DECIDED' | null>;
}

export interface SandboxBankPayment {
  authority: string;
  /** Whole Toman. */
  amountToman: bigint;
  description: string;
  cardMasked: string;
  state: 'OPEN' | 'PAID' | 'CANCELLED';
}

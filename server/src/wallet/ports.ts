import type { BankDecision, PaymentGateway as GatewayName } from '@sarraf/domain/contracts';

export interface PaymentRequest {
  /** Whole Toman. */
  amountToman: bigint;
  /** Where the gateway sends the payer back to: our return endpoint. */
  callbackUrl: string;
  description: string;
  /** 16 digits; the gateway is asked to accept no other card. */
  card: string;
  /** Our payment's id. */
  orderId: string;
  /** 09…, eleven digits. */
  mobile?: string;
  email?: string;
}

/**
 * Why a gateway is certain that it has no money for us, or we left it there or had it reversed; CARD_MISMATCH:
 * another card had paid; DAILY_LIMIT: it exceeded the daily limit.
 */
export type UnpaidReason =
  | 'NOT_PAID'
  | 'AMOUNT_MISMATCH'
  | 'CARD_MISMATCH'
  | 'DAILY_LIMIT'
  | 'GATEWAY_REFUSED';

/** Card of the payer, as reported by the gateway. */
export type PaidCard = Pick<PaidVerification, 'cardMasked' | 'cardHash'>;

export interface PaidVerification {
  state: 'PAID';
  /** The bank's reference number. */
  reference: string | null;
  cardMasked: string | null;
  /** SHA-256 of the 16 digits, lower case hex. */
  cardHash: string | null;
  /** The gateway's fee, which it deducts, whole Toman. */
  costToman: bigint;
}

/**
 * FAILED is an explicit reply of the gateway; everything else that isn't PAID (timeouts, malformed replies, errors)
 * is UNKNOWN. `over`: the payment can no longer be paid; without it, the payer may still be typing.
 */
export type GatewayVerification =
  | PaidVerification
  | { state: 'FAILED'; reason: UnpaidReason; over?: true }
  | { state: 'UNKNOWN'; reason: string };

export interface VerificationRequest {
  authority: string;
  amountToman: bigint;
  /** Returns whether this card may pay; omitted: any. The result for a card never changes. */
  takesCard?(card: PaidCard): boolean;
  /** Returns whether it is within the daily limit for now, which may change during the request. */
  fitsLimit?(): Promise<boolean>;
}

/** A bank gateway. Amounts are Toman; the adapter of a vendor that uses Rial converts them. */
export interface PaymentGateway {
  readonly name: GatewayName;
  /** Registers a payment. Throws if the gateway did not clearly accept it: it can't be paid then. */
  request(request: PaymentRequest): Promise<{ authority: string; redirectUrl: string }>;
  /**
   * Queries, server to server, whether the payment was made, and takes the money. A payment that was verified
   * before is PAID again: whether it was credited is stored in our own ledger. Where the gateway reports the card
   * before the money is taken, money of another card or beyond the limit is left there, and returns to its payer
   * automatically; where it reports the card with the money and can reverse it, another card's is reversed
   * immediately. Never throws.
   */
  verify(payment: VerificationRequest): Promise<GatewayVerification>;
  /** Parses the parameters of the payer's browser. Only a hint, since anyone can type them. */
  readReturn(query: Readonly<Record<string, string>>): { authority: string; ok: boolean };
  /** Returns authorities that were paid and not verified yet. */
  listUnverified?(): Promise<string[]>;
}

/** The sandbox's bank page, which simulates paying at the bank. */
export interface SandboxBank {
  findPayment(authority: string): Promise<SandboxBankPayment | null>;
  /** Pays or cancels; null if it is unknown, 'DECIDED' if it was decided before. */
  decidePayment(
    authority: string,
    decision: BankDecision,
  ): Promise<{ redirectSite: string } | 'DECIDED' | null>;
}

export interface SandboxBankPayment {
  authority: string;
  /** Whole Toman. */
  amountToman: bigint;
  description: string;
  cardMasked: string;
  state: 'OPEN' | 'PAID' | 'CANCELLED';
}

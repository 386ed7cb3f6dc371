import { MINUTE_MS, pow10, scaleOf } from '@sarraf/domain';
import type { PaymentGateway as GatewayName, PaymentStage } from '@sarraf/domain/contracts';
import type { UnpaidReason } from '../ports.ts';

/**
 * Why a payment failed; the web's dictionary has a text for each. CARD_MISMATCH and DAILY_LIMIT of a settled
 * payment: the bank was paid, the money is in suspense and is refunded to the payer, or credited to the user whose
 * card it turns out to be (`wallet/suspense`). Not settled: the gateway has the money, and returns it.
 */
export type PaymentReason =
  | UnpaidReason
  | 'CANCELLED'
  | 'EXPIRED'
  | 'CARD_MISMATCH'
  | 'DAILY_LIMIT'
  | 'GATEWAY_UNAVAILABLE';

/** A row of `payments`. */
export interface Payment {
  id: string;
  /** The user whose deposit it is; null: it pays a company. */
  userId: string | null;
  companyId: string | null;
  gateway: GatewayName;
  /** Toman, smallest units. */
  amount: bigint;
  state: 'CREATED' | 'PENDING' | 'PAID' | 'FAILED';
  cardMasked: string;
  cardDigest: Buffer;
  callbackUrl: string;
  authority: string | null;
  reason: PaymentReason | null;
  reference: string | null;
  paidCard: string | null;
  /** `cardDigest` of the card that paid, in hexadecimal digits; null: the gateway reported no hash. */
  paidCardDigest: string | null;
  createdAt: Date;
  settledAt: Date | null;
  /** The gateway's page; null until it has accepted the payment. */
  redirectUrl: string | null;
  /** When the payer first came back from the gateway. */
  returnedAt: Date | null;
  /** When the payer abandoned it in our own pages. */
  droppedAt: Date | null;
  /** Payments to stores: when its reservation in the limits was made, after the gateway had reported it as paid. */
  confirmedAt: Date | null;
}

/** Smallest units of one Toman. */
export const TOMAN_UNIT = pow10(scaleOf('TOMAN'));

/** Delay before an interrupted request to a gateway is repeated. */
export const RETRY_DELAY_MS = 2_000;
/** Maximum duration of a gateway's session: a payer who has not paid by then has left. */
export const GATEWAY_SESSION_MS = 30 * MINUTE_MS;
/** Time that a user waits for a gateway; after it the payment is reported as being checked, and continues. */
export const REPLY_TIMEOUT_MS = 2_500;
/** Time within which a gateway accepts a payment, including retries. */
export const REGISTRATION_TIMEOUT_MS = 8_000;
/** A payment that is still CREATED after this was interrupted: its process died. */
export const STALE_PAYMENT_MS = REGISTRATION_TIMEOUT_MS + 2_000;

/**
 * Returns the stage of a payment that is neither paid nor failed. CHECKING: we wait for the gateway; AT_BANK: it
 * waits for the payer; DROPPED: the payer abandoned it, but could still pay it at the gateway.
 */
export function paymentStage(payment: Payment, now: number): PaymentStage | null {
  if (payment.state === 'PAID' || payment.state === 'FAILED') return null;
  if (payment.state === 'CREATED' || payment.returnedAt !== null) return 'CHECKING';
  if (now >= sessionEndOf(payment).getTime()) return 'CHECKING';
  return payment.droppedAt === null ? 'AT_BANK' : 'DROPPED';
}

/** Returns when the gateway's session ends: it can no longer be paid, and its reservation is released. */
export const sessionEndOf = ({ createdAt }: Payment): Date =>
  new Date(createdAt.getTime() + GATEWAY_SESSION_MS);

/** Maps the state to the one shown to users: CREATED is internal. */
export const publicPaymentState = (state: Payment['state']): 'PENDING' | 'PAID' | 'FAILED' =>
  state === 'CREATED' ? 'PENDING' : state;

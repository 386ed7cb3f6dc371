import { MINUTE_MS, pow10, scaleOf } from '@sarraf/domain';
import type { PaymentGateway as GatewayName, PaymentStage } from '@sarraf/domain/contracts';
import type { UnpaidReason } from '../ports.ts';

/**
 * Why a payment failed; the web's dictionary has a text for each.
 * CARD_MISMATCH and DAILY_LIMIT of one that is settled: the bank has paid, the money lies in suspense and goes back to the
 * payer, or to the person whose card it turns out to be (`wallet/suspense`). Not settled: the gateway has it, and gives it back.
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
  /** Whose deposit it is; null: it pays a company. */
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
  /** Of the card that paid, as `cardDigest`, in hexadecimal digits; null: the gateway told no hash. */
  paidCardDigest: string | null;
  createdAt: Date;
  settledAt: Date | null;
  /** The gateway's page; null until it has accepted the payment. */
  redirectUrl: string | null;
  /** When the payer first came back from the gateway. */
  returnedAt: Date | null;
  /** When the payer gave it up in our own pages. */
  droppedAt: Date | null;
  /** A store's: when its place in the limits was found, once the gateway had said that it is paid. */
  confirmedAt: Date | null;
}

/** Smallest units of one Toman. */
export const TOMAN_UNIT = pow10(scaleOf('TOMAN'));

/** A gateway that was cut off is asked again after this. */
export const RETRY_DELAY_MS = 2_000;
/** A gateway's session ends within this time: who has not paid by then has left. */
export const GATEWAY_SESSION_MS = 30 * MINUTE_MS;
/** A person waits this long for a gateway; then they are told that the payment is being checked, and it goes on. */
export const ANSWER_WITHIN = 2_500;
/** A gateway accepts a payment within this time, however many calls that takes, or it doesn't. */
export const REQUEST_WITHIN = 8_000;
/** A payment that is still CREATED after this was cut off: whoever made it is gone. */
export const STALE_PAYMENT_MS = REQUEST_WITHIN + 2_000;

/**
 * Where a payment stands that is neither paid nor failed. CHECKING: we wait for the gateway; AT_BANK: it waits for the
 * payer; DROPPED: the payer gave it up, and the gateway would still take money for it.
 */
export function stageOf(payment: Payment, now: number): PaymentStage | null {
  if (payment.state === 'PAID' || payment.state === 'FAILED') return null;
  if (payment.state === 'CREATED' || payment.returnedAt !== null) return 'CHECKING';
  if (now >= releasedAt(payment).getTime()) return 'CHECKING';
  return payment.droppedAt === null ? 'AT_BANK' : 'DROPPED';
}

/** When the gateway's session is over: nobody pays any more, and the place in the limits is free again. */
export const releasedAt = ({ createdAt }: Payment): Date =>
  new Date(createdAt.getTime() + GATEWAY_SESSION_MS);

/** What people are told: CREATED is a detail of ours. */
export const shownPaymentState = (state: Payment['state']): 'PENDING' | 'PAID' | 'FAILED' =>
  state === 'CREATED' ? 'PENDING' : state;

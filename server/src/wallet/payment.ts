import { pow10, scaleOf } from '@sarraf/domain';
import type { PaymentGateway as GatewayName } from '@sarraf/domain/contracts';
import type { Unpaid } from './ports.ts';

/**
 * Why a payment failed; the web's dictionary has a text for each.
 * CARD_MISMATCH and DAILY_LIMIT: the bank has paid, the money lies in suspense and goes back to the payer.
 */
export type PaymentReason =
  | Unpaid
  | 'CANCELLED'
  | 'EXPIRED'
  | 'CARD_MISMATCH'
  | 'DAILY_LIMIT'
  | 'GATEWAY_UNAVAILABLE';

/** A row of `payments`. */
export interface Payment {
  id: string;
  /** Whose deposit it is; null: it pays a shop. */
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
  createdAt: Date;
  settledAt: Date | null;
}

/** Smallest units of one Toman. */
export const TOMAN_UNIT = pow10(scaleOf('TOMAN'));

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
/** A gateway's session ends within this time: who has not paid by then has left. */
export const SESSION = 30 * MINUTE;
/** A request to a gateway takes seconds: a payment that is still CREATED after this was cut off. */
export const STALE = 2 * MINUTE;

/** What people are told: CREATED is a detail of ours. */
export const shownState = (state: Payment['state']): 'PENDING' | 'PAID' | 'FAILED' =>
  state === 'CREATED' ? 'PENDING' : state;

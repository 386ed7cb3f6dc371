import type { GatewayLineTrouble } from '@sarraf/domain/contracts';

/** A payment that a line may refer to. */
export interface NamedPayment {
  id: string;
  reference: string | null;
  authority: string | null;
  /** Toman, smallest units. */
  amount: bigint;
  /** It is in the ledger: credited, or in suspense. */
  booked: boolean;
  /** Another line refers to it. */
  taken: boolean;
}

export interface LineMatch {
  paymentId: string | null;
  trouble: Exclude<GatewayLineTrouble, 'MISSING' | 'DISCARDED'> | null;
}

/**
 * Returns the payment of a line. An authority is unique; a bank's reference may be on several payments, and then
 * none is chosen. A line matches a payment only with its exact amount, and a payment only one line.
 */
export function matchLine(
  line: { reference: string; amount: bigint },
  payments: readonly NamedPayment[],
): LineMatch {
  const byAuthority = payments.filter(({ authority }) => authority === line.reference);
  const matching =
    byAuthority.length > 0 ? byAuthority : payments.filter(({ reference }) => reference === line.reference);
  const [payment] = matching;
  if (payment === undefined) return { paymentId: null, trouble: 'UNKNOWN' };
  if (matching.length > 1) return { paymentId: null, trouble: 'SEVERAL' };
  return { paymentId: payment.id, trouble: findTrouble(payment, line.amount) };
}

function findTrouble(payment: NamedPayment, amount: bigint): LineMatch['trouble'] {
  if (!payment.booked) return 'UNBOOKED';
  if (payment.taken) return 'TWICE';
  return payment.amount === amount ? null : 'AMOUNT';
}

import type { GatewayLineTrouble } from '@sarraf/domain/contracts';

/** A payment that a line may be. */
export interface NamedPayment {
  id: string;
  reference: string | null;
  authority: string | null;
  /** Toman, smallest units. */
  amount: bigint;
  /** It is in the books: credited, or in suspense. */
  booked: boolean;
  /** Another line is it. */
  taken: boolean;
}

export interface LineJudgement {
  paymentId: string | null;
  trouble: Exclude<GatewayLineTrouble, 'MISSING' | 'DISCARDED'> | null;
}

/**
 * Which payment a line is. An authority is one payment's; a bank's reference may be on several, and then nobody guesses. A
 * line is a payment only with its very amount, and a payment is one line only.
 */
export function judgeLine(
  line: { reference: string; amount: bigint },
  named: readonly NamedPayment[],
): LineJudgement {
  const byAuthority = named.filter(({ authority }) => authority === line.reference);
  const found =
    byAuthority.length > 0 ? byAuthority : named.filter(({ reference }) => reference === line.reference);
  const [payment] = found;
  if (payment === undefined) return { paymentId: null, trouble: 'UNKNOWN' };
  if (found.length > 1) return { paymentId: null, trouble: 'SEVERAL' };
  return { paymentId: payment.id, trouble: troubleOf(payment, line.amount) };
}

function troubleOf(payment: NamedPayment, amount: bigint): LineJudgement['trouble'] {
  if (!payment.booked) return 'UNBOOKED';
  if (payment.taken) return 'TWICE';
  return payment.amount === amount ? null : 'AMOUNT';
}

import { isSheba, onlyDigits } from '@sarraf/domain';
import type { SuspendedPayment } from '@sarraf/domain/contracts';

/** Where a refund is to go, as it is typed. */
export interface RefundTarget {
  sheba: string;
  payee: string;
}

/** What is still wanted of it; the server knows the account of a person's own card. */
export function refundFault(
  { ownAccount }: Pick<SuspendedPayment, 'ownAccount'>,
  { sheba, payee }: RefundTarget,
): 'shebaNeeded' | 'payeeNeeded' | null {
  if (ownAccount !== null) return null;
  if (!isSheba(onlyDigits(sheba))) return 'shebaNeeded';
  return payee.trim().length < 2 ? 'payeeNeeded' : null;
}

/** Whether it may be proposed to credit it: for what card the gateway named, as the server judges it. */
export const mayBeCredited = ({
  reason,
  ownCard,
  cardNumber,
}: Pick<SuspendedPayment, 'reason' | 'ownCard' | 'cardNumber'>): boolean =>
  reason === 'CARD_MISMATCH' && (ownCard || cardNumber === null);

import { extractDigits, isSheba } from '@sarraf/domain';
import type { SuspendedPayment } from '@sarraf/domain/contracts';

/** The typed destination of a refund. */
export interface RefundTarget {
  sheba: string;
  payee: string;
}

/** Returns the missing field; the server knows the account of a person's own card. */
export function validateRefundTarget(
  { ownAccount }: Pick<SuspendedPayment, 'ownAccount'>,
  { sheba, payee }: RefundTarget,
): 'shebaNeeded' | 'payeeNeeded' | null {
  if (ownAccount !== null) return null;
  if (!isSheba(extractDigits(sheba))) return 'shebaNeeded';
  return payee.trim().length < 2 ? 'payeeNeeded' : null;
}

/** Whether crediting may be proposed, depending on the card that the gateway reported; the server has the same rule. */
export const canBeCredited = ({
  reason,
  ownCard,
  cardNumber,
}: Pick<SuspendedPayment, 'reason' | 'ownCard' | 'cardNumber'>): boolean =>
  reason === 'CARD_MISMATCH' && (ownCard || cardNumber === null);

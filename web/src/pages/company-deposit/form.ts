import { formatDecimal, isCardNumber, parseDecimal, scaleOf } from '@sarraf/domain';
import type { PublicCompany } from '@sarraf/domain/contracts';

export interface PaymentDraft {
  /** Plain Latin text. */
  amount: string;
  card: string;
  description: string;
}

export type PaymentFault = 'AMOUNT' | 'LOW' | 'HIGH' | 'CARD' | 'BAD_CARD' | 'DESCRIPTION';

const CARD_DIGITS = 16;
const toman = (text: string) => parseDecimal(text, scaleOf('TOMAN')) ?? 0n;

/** Returns the first missing or invalid field, in the order of the fields; null: the form can be submitted. */
export function paymentFaultOf(
  draft: PaymentDraft,
  company: Pick<PublicCompany, 'minAmount' | 'maxAmount'>,
): PaymentFault | null {
  const amount = toman(draft.amount);
  if (amount === 0n) return 'AMOUNT';
  if (amount < toman(company.minAmount)) return 'LOW';
  if (amount > toman(company.maxAmount)) return 'HIGH';
  if (draft.card.length < CARD_DIGITS) return 'CARD';
  if (!isCardNumber(draft.card)) return 'BAD_CARD';
  return draft.description.trim() === '' ? 'DESCRIPTION' : null;
}

/** The draft of a payment; for a request only the card can be changed. */
export const paymentDraftOf = (company: PublicCompany): PaymentDraft => ({
  amount: company.request ? formatDecimal(toman(company.request.amount), scaleOf('TOMAN')) : '',
  card: '',
  description: company.request ? company.request.description || company.request.orderNumber : '',
});

/** Returns the link to retry a failed payment, with the same request. */
export const payAgain = ({
  company,
  requestId,
}: {
  company: { id: string };
  requestId: string | null;
}): string => `/company-deposit?id=${company.id}${requestId === null ? '' : `&request=${requestId}`}`;

import { formatDecimal, isCardNumber, parseDecimal, scaleOf } from '@sarraf/domain';
import type { PublicCompany } from '@sarraf/domain/contracts';

export interface PaymentDraft {
  /** Plain Latin text. */
  amount: string;
  card: string;
  description: string;
}

export type PaymentDraftError = 'AMOUNT' | 'LOW' | 'HIGH' | 'CARD' | 'BAD_CARD' | 'DESCRIPTION';

const CARD_DIGITS = 16;
const parseToman = (text: string) => parseDecimal(text, scaleOf('TOMAN')) ?? 0n;

/** Returns the first missing or invalid field, in the order of the fields; null: the form can be submitted. */
export function validatePaymentDraft(
  draft: PaymentDraft,
  company: Pick<PublicCompany, 'minAmount' | 'maxAmount'>,
): PaymentDraftError | null {
  const amount = parseToman(draft.amount);
  if (amount === 0n) return 'AMOUNT';
  if (amount < parseToman(company.minAmount)) return 'LOW';
  if (amount > parseToman(company.maxAmount)) return 'HIGH';
  if (draft.card.length < CARD_DIGITS) return 'CARD';
  if (!isCardNumber(draft.card)) return 'BAD_CARD';
  return draft.description.trim() === '' ? 'DESCRIPTION' : null;
}

/** The draft of a payment; for a request only the card can be changed. */
export const createPaymentDraft = (company: PublicCompany): PaymentDraft => ({
  amount: company.request ? formatDecimal(parseToman(company.request.amount), scaleOf('TOMAN')) : '',
  card: '',
  description: company.request ? company.request.description || company.request.orderNumber : '',
});

/** Returns the link to retry a failed payment, with the same request. */
export const buildRetryPath = ({
  company,
  requestId,
}: {
  company: { id: string };
  requestId: string | null;
}): string => `/company-deposit?id=${company.id}${requestId === null ? '' : `&request=${requestId}`}`;

import { decimalText, isCardNumber, readDecimal, scaleOf } from '@sarraf/domain';
import type { CompanyReceipt, PublicCompany } from '@sarraf/domain/contracts';

export interface Draft {
  /** Plain Latin text. */
  amount: string;
  card: string;
  description: string;
}

export type Fault = 'AMOUNT' | 'LOW' | 'HIGH' | 'CARD' | 'BAD_CARD' | 'DESCRIPTION';

const CARD_DIGITS = 16;
const toman = (text: string) => readDecimal(text, scaleOf('TOMAN')) ?? 0n;

/** The first thing that is missing or wrong, in the order of the fields; null: it can be sent. */
export function faultOf(draft: Draft, shop: Pick<PublicCompany, 'minAmount' | 'maxAmount'>): Fault | null {
  const amount = toman(draft.amount);
  if (amount === 0n) return 'AMOUNT';
  if (amount < toman(shop.minAmount)) return 'LOW';
  if (amount > toman(shop.maxAmount)) return 'HIGH';
  if (draft.card.length < CARD_DIGITS) return 'CARD';
  if (!isCardNumber(draft.card)) return 'BAD_CARD';
  return draft.description.trim() === '' ? 'DESCRIPTION' : null;
}

/** Of a request nothing can be changed but the card. */
export const draftOf = (shop: PublicCompany): Draft => ({
  amount: shop.request ? decimalText(toman(shop.request.amount), scaleOf('TOMAN')) : '',
  card: '',
  description: shop.request ? shop.request.description || shop.request.orderNumber : '',
});

/** After a payment that failed: what was asked for is asked for again. */
export const payAgain = ({ company, requestId }: Pick<CompanyReceipt, 'company' | 'requestId'>): string =>
  `/company-deposit?id=${company.id}${requestId === null ? '' : `&request=${requestId}`}`;

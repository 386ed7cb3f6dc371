import type { RefundStage } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../i18n/language.ts';
import { useBankOfMask } from './card-banks.ts';

/** A masked card in fours, however the bank wrote it: "6037-99**-****-5443", "603799******5443" → "6037 99** **** 5443". */
export const groupCard = (masked: string): string =>
  masked
    .replace(/[^0-9*•xX]/g, '')
    .replace(/[•xX]/g, '*')
    .replace(/(.{4})(?=.)/g, '$1 ');

/** IR55********************0101 → IR55 •••• 0101: nobody counts stars. */
const groupSheba = (masked: string): string => `${masked.slice(0, 4)} •••• ${masked.slice(-4)}`;

/** Whether what is masked is a Sheba, and no card. */
export const isMaskedSheba = (masked: string): boolean => masked.startsWith('IR');

export const groupBankNumber = (masked: string): string =>
  isMaskedSheba(masked) ? groupSheba(masked) : groupCard(masked);

/** The bank of a masked card in the person's language, by its first six digits, or a word that they tell of none. */
export function useBankOf(): (card: { cardNumber: string; bankName: string }) => string {
  const t = useTranslations('field');
  const language = useLanguage();
  const bankOfMask = useBankOfMask();
  return ({ cardNumber, bankName }) => {
    const bank = bankOfMask(cardNumber);
    return bank?.[language] || bankName || (bank === null ? t('unknownBank') : '');
  };
}

/**
 * What becomes of the money of a payment that failed, as `wallet.bankReturn.FAILED` says it: staff gives back what was paid and
 * not credited; what was never taken, for its amount or card is another or it is beyond the limit, the bank gives back by itself.
 */
export function wayBack(reason: string | null, refund: RefundStage | null | undefined) {
  if (refund) return `refund.${refund}` as const;
  return ['AMOUNT_MISMATCH', 'CARD_MISMATCH', 'DAILY_LIMIT'].includes(reason ?? '')
    ? 'comesBack'
    : 'notTaken';
}

/** The words for why a payment failed; a reason without words of its own gets general ones. */
export function usePaymentReason(): (reason: string | null) => string {
  const t = useTranslations('wallet.payment.reason');
  return (reason) => (reason !== null && t.has(reason as 'UNKNOWN') ? t(reason as 'UNKNOWN') : t('UNKNOWN'));
}

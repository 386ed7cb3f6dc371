import { groupBankNumber } from '@sarraf/domain';
import type { RefundStage } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../framework/i18n/language.ts';
import { useBankOfMask } from './card-banks.ts';

/**
 * A bank number with its bank, for sentences and receipts; isolated, since in Persian its groups would stand in
 * reverse order.
 */
export function useBankNumberText(): (number: string) => string {
  const language = useLanguage();
  const bankOfMask = useBankOfMask();
  return (number) => {
    const isolated = `\u2066${groupBankNumber(number)}\u2069`;
    const bank = bankOfMask(number)?.[language];
    return bank ? `${bank} ${isolated}` : isolated;
  };
}

/** Returns a lookup of a masked card's bank name by its first six digits, or the text for an unknown bank. */
export function useCardBankName(): (card: { cardNumber: string; bankName: string }) => string {
  const t = useTranslations('field');
  const language = useLanguage();
  const bankOfMask = useBankOfMask();
  return ({ cardNumber, bankName }) => {
    const bank = bankOfMask(cardNumber);
    if (bank) return bank[language];
    // The stored name is Persian: an English page would show it until the banks are loaded.
    if (bank === undefined && language !== 'fa') return '';
    return bankName || (bank === null ? t('unknownBank') : '');
  };
}

/**
 * Returns the refund information of a failed payment (`wallet.bankReturn.FAILED`): staff refunds a payment that
 * arrived but was not credited; the bank itself refunds one that was never taken, because of a different amount or
 * card or a limit.
 */
export function refundTextKey(reason: string | null, refund: RefundStage | null | undefined) {
  if (refund) return `refund.${refund}` as const;
  return ['AMOUNT_MISMATCH', 'CARD_MISMATCH', 'DAILY_LIMIT'].includes(reason ?? '')
    ? 'comesBack'
    : 'notTaken';
}

/**
 * Returns the text for the payer of a store (`company.result`). With another card, or beyond a limit, the bank may
 * have been paid: then staff returns the money, and only the gateway's own returns take 72 hours at most.
 */
export function storeWayBack(reason: string | null): 'cardText' | 'limitText' | 'failedText' {
  if (reason === 'CARD_MISMATCH') return 'cardText';
  return reason === 'DAILY_LIMIT' ? 'limitText' : 'failedText';
}

/** Returns the texts for why a payment failed; a reason without its own text gets a general one. */
export function usePaymentReason(): (reason: string | null) => string {
  const t = useTranslations('wallet.payment.reason');
  return (reason) => (reason !== null && t.has(reason as 'UNKNOWN') ? t(reason as 'UNKNOWN') : t('UNKNOWN'));
}

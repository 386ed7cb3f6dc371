import { type Coin, priceDecimals, type Quote } from '@sarraf/domain';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { type Language, useLanguage } from '../../framework/i18n/language.ts';
import { coinName, unitName } from '../market/coins.ts';
import {
  abbreviateNumber,
  localAmount,
  localDate,
  localDigits,
  localNumber,
  localPercent,
  localTime,
} from './format.ts';

/** Returns formatters from decimal texts and ISO times to what people read in their language. */
export function useFormat() {
  const language: Language = useLanguage();
  const t = useTranslations('format');
  return useMemo(
    () => ({
      language,
      /** Digits only, without grouping: codes, counters, phone numbers. */
      digits: (text: string | number) => localDigits(String(text), language),
      /** A decimal text, grouped; `decimals` truncates. */
      number: (text: string | number, decimals?: number) => localNumber(String(text), language, decimals),
      /** An amount with its asset's display decimals, without a unit. */
      amount: (text: string, asset: string, decimals?: number, atLeast?: number) =>
        localAmount(text, asset, language, { decimals, atLeast }),
      /** An amount with its unit in one text, for sentences. */
      money: (text: string, asset: string) =>
        `${localAmount(text, asset, language)} ${unitName(asset, language)}`,
      /** A unit price with the coin's precision in that quote. */
      price: (text: string, coin: Coin, quote: Quote) =>
        localNumber(text, language, priceDecimals(coin, quote), priceDecimals(coin, quote)),
      /** Without a sign by default, for fees. For changes use <Percent>. */
      percent: (text: string, signed = false, atLeast = 0) => localPercent(text, language, signed, atLeast),
      /** Abbreviated; `up` for missing amounts. */
      compact: (text: string | number, rounding?: 'down' | 'up') => {
        const { number, unit } = abbreviateNumber(String(text), rounding);
        const abbreviated = localNumber(number, language);
        return unit ? t(unit, { number: abbreviated }) : abbreviated;
      },
      date: (iso: string) => localDate(iso, language),
      time: (iso: string, seconds?: boolean) => localTime(iso, language, seconds),
      dateTime: (iso: string) =>
        t('dateTime', { date: localDate(iso, language), time: localTime(iso, language) }),
      coin: (asset: string) => coinName(asset, language),
      unit: (asset: string) => unitName(asset, language),
    }),
    [language, t],
  );
}

import type { Quote } from '@sarraf/domain';
import { useLanguage } from '../../framework/i18n/language.ts';
import { getDefaultQuote } from './coins.ts';
import { usePrices } from './prices.ts';
import { tomanToTether } from './tether-text.ts';

/** Returns the quote in which a page shows values: the same as that of its prices. */
export function useValueQuote(): { money: Quote; worthOf: (toman: string) => string | null } {
  const money = getDefaultQuote(useLanguage());
  const tether = usePrices('TOMAN').forCoin('TETHER')?.sellPrice;
  return { money, worthOf: (toman) => (money === 'TOMAN' ? toman : tomanToTether(toman, tether)) };
}

import type { Quote } from '@sarraf/domain';
import { useLanguage } from '../../i18n/language.ts';
import { mainQuote } from './coins.ts';
import { usePrices } from './prices.ts';
import { tetherText } from './tether-text.ts';

/** Returns the quote in which a page shows values: the same as that of its prices. */
export function useWorth(): { money: Quote; worthOf: (toman: string) => string | null } {
  const money = mainQuote(useLanguage());
  const tether = usePrices('TOMAN').of('TETHER')?.sellPrice;
  return { money, worthOf: (toman) => (money === 'TOMAN' ? toman : tetherText(toman, tether)) };
}

import type { Quote } from '@sarraf/domain';
import { useLanguage } from '../../i18n/language.ts';
import { mainQuote } from './coins.ts';
import { usePrices } from './prices.ts';
import { tetherText } from './tether-text.ts';

/** The money in which a page says what something is worth: the one that its prices are in. */
export function useWorth(): { money: Quote; worthOf: (toman: string) => string | null } {
  const money = mainQuote(useLanguage());
  const tether = usePrices('TOMAN').of('TETHER')?.sellPrice;
  return { money, worthOf: (toman) => (money === 'TOMAN' ? toman : tetherText(toman, tether)) };
}

import type { Quote } from '@sarraf/domain';
import { useLanguage } from '../../i18n/language.ts';
import { useFormat } from '../format/use-format.ts';
import { mainQuote } from './coins.ts';
import { tetherText } from './holdings.ts';
import { usePrices } from './prices.ts';

/** The money in which a page says what something is worth: the one that its prices are in. */
export function useWorth(): { money: Quote; worthOf: (toman: string) => string | null } {
  const money = mainQuote(useLanguage());
  const tether = usePrices('TOMAN').of('TETHER')?.sellPrice;
  return { money, worthOf: (toman) => (money === 'TOMAN' ? toman : tetherText(toman, tether)) };
}

/** The same in a few words with its unit, for what is written in Toman on a page that has no other Toman; `up` for what is missing. */
export function useWorthWords(): (toman: string, rounding?: 'down' | 'up') => string {
  const { compact, unit } = useFormat();
  const { money, worthOf } = useWorth();
  return (toman, rounding) => {
    const worth = worthOf(toman);
    return `${worth === null ? '—' : compact(worth, rounding)} ${unit(money)}`;
  };
}

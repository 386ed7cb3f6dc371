import { useFormat } from '../format/use-format.ts';
import { useWorth } from './use-worth.ts';

/** A worth in a few words with its unit, for what is written in Toman on a page that has no other Toman; `up` for what is missing. */
export function useWorthWords(): (toman: string, rounding?: 'down' | 'up') => string {
  const { compact, unit } = useFormat();
  const { money, worthOf } = useWorth();
  return (toman, rounding) => {
    const worth = worthOf(toman);
    return `${worth === null ? '—' : compact(worth, rounding)} ${unit(money)}`;
  };
}

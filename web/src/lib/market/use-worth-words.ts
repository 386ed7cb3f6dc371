import { useFormat } from '../format/use-format.ts';
import { useWorth } from './use-worth.ts';

/**
 * Returns a formatter of abbreviated values with their unit, for Toman values on a page without other Toman
 * amounts; `up` for missing amounts.
 */
export function useWorthWords(): (toman: string, rounding?: 'down' | 'up') => string {
  const { compact, unit } = useFormat();
  const { money, worthOf } = useWorth();
  return (toman, rounding) => {
    const worth = worthOf(toman);
    return `${worth === null ? '—' : compact(worth, rounding)} ${unit(money)}`;
  };
}

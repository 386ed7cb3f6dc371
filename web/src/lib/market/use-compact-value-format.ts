import { useFormat } from '../format/use-format.ts';
import { useValueQuote } from './use-worth.ts';

/**
 * Returns a formatter of abbreviated values with their unit, for Toman values on a page without other Toman
 * amounts; `up` for missing amounts.
 */
export function useCompactValueFormat(): (toman: string, rounding?: 'down' | 'up') => string {
  const { compact, unit } = useFormat();
  const { money, worthOf } = useValueQuote();
  return (toman, rounding) => {
    const value = worthOf(toman);
    return `${value === null ? '—' : compact(value, rounding)} ${unit(money)}`;
  };
}

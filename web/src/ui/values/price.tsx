import { type Coin, priceDecimals, type Quote } from '@sarraf/domain';
import { Money } from './money.tsx';

interface PriceProps {
  /** Plain decimal text as the API writes it; null shows a dash. */
  value: string | null | undefined;
  coin: Coin;
  quote: Quote;
  /** Without the unit, as in a column whose head names it. */
  bare?: boolean;
  /** Tints for a moment when the value changes. */
  flash?: boolean;
  className?: string;
}

/** What one of a coin costs, with the digits of its market: always as many, so that they don't jump when it changes. */
export const Price = ({ coin, quote, ...rest }: PriceProps) => (
  <Money {...rest} asset={quote} decimals={priceDecimals(coin, quote)} fixed />
);

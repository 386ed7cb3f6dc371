import { type Coin, priceDecimals, type Quote } from '@sarraf/domain';
import { Money } from './money.tsx';

interface PriceProps {
  /** Plain decimal text as the API writes it; null shows a dash. */
  value: string | null | undefined;
  coin: Coin;
  quote: Quote;
  /** Without the unit, as in a column whose head names it. */
  bare?: boolean;
  /** Flashes when the value changes. */
  flash?: boolean;
  className?: string | undefined;
}

/** A unit price with all decimals of its market, so that its width doesn't change. */
export const Price = ({ coin, quote, ...rest }: PriceProps) => (
  <Money {...rest} asset={quote} decimals={priceDecimals(coin, quote)} fixed />
);

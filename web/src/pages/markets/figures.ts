import type { CoinPrice, MarketInfo } from '@sarraf/domain/contracts';

/** What the list says of a market: the price and change that every page has of its coin, and what was traded here. */
export interface MarketFigures {
  isActive: boolean;
  price: string | null;
  change: string | null;
  /** What was traded in 24 hours, in the quote. */
  value: string;
  high: string | null;
  low: string | null;
}

export const figuresOf = (
  row: MarketInfo | undefined,
  price: CoinPrice | undefined,
): MarketFigures | undefined =>
  row && {
    isActive: row.isActive,
    price: price?.referencePrice ?? null,
    change: price?.price24hrChangePercent ?? null,
    value: row.last24HoursValue,
    high: row.last24HoursHigh,
    low: row.last24HoursLow,
  };

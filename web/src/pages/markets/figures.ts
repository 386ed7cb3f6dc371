import type { CoinPrice, MarketInfo } from '@sarraf/domain/contracts';

/** Numbers of a market in the list: the coin's price and change, as on every page, and the traded volume. */
export interface MarketFigures {
  isActive: boolean;
  price: string | null;
  change: string | null;
  /** Volume of 24 hours, in the quote. */
  value: string;
  high: string | null;
  low: string | null;
}

export const toMarketFigures = (
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

import type { MarketInfo, PublicTrade } from '@sarraf/domain/contracts';

export type PriceKind = MarketInfo['priceOf'];

/** The last price that the whole page shows, as decimal text, and its kind; null until it is known. */
export interface DisplayedPrice {
  price: string;
  of: PriceKind;
}

const DAY_MS = 86_400_000;

/**
 * Returns the price of the latest trade within a day, the same period as the statistics; the market's row may lag a
 * second behind it. Without a trade for a day it is the reference price, which must be labelled as such.
 */
export function chooseDisplayedPrice(
  newest: PublicTrade | undefined,
  row: Pick<MarketInfo, 'lastPrice' | 'priceOf'> | undefined,
  now: number,
): DisplayedPrice | null {
  const isRecent = newest && Date.parse(newest.createdAtDateTime) > now - DAY_MS;
  if (newest && (isRecent || row?.priceOf !== 'REFERENCE')) return { price: newest.unitPrice, of: 'TRADES' };
  return row?.lastPrice ? { price: row.lastPrice, of: row.priceOf } : null;
}

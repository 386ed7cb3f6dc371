import type { MarketInfo, PublicTrade } from '@sarraf/domain/contracts';

export type PriceOf = MarketInfo['priceOf'];

/** The one last price of the page, decimal text, and what it is of; null until it is known. */
export interface ShownPrice {
  price: string;
  of: PriceOf;
}

const DAY_MS = 86_400_000;

/**
 * That of the newest trade of the last day, as the figures of 24 hours are; the market's row may be a second behind it.
 * Where nobody traded for a day it is the reference price, and is to be named so.
 */
export function shownPrice(
  newest: PublicTrade | undefined,
  row: Pick<MarketInfo, 'lastPrice' | 'priceOf'> | undefined,
  now: number,
): ShownPrice | null {
  const fresh = newest && Date.parse(newest.createdAtDateTime) > now - DAY_MS;
  if (newest && (fresh || row?.priceOf !== 'REFERENCE')) return { price: newest.unitPrice, of: 'TRADES' };
  return row?.lastPrice ? { price: row.lastPrice, of: row.priceOf } : null;
}

import type { CompanyRow, Place } from './store.ts';

/** The place that is paid now; null: none is set. */
export function placeOf(row: CompanyRow, now: Date): Place | null {
  const next = nextPlaceOf(row);
  if (next && row.nextFrom && row.nextFrom <= now) return next;
  const { coin, tokenType, address, tag } = row;
  return coin === null || tokenType === null || address === null ? null : { coin, tokenType, address, tag };
}

/** The one that was proved and may not be in force yet. */
export function nextPlaceOf(row: CompanyRow): Place | null {
  const { nextCoin: coin, nextTokenType: tokenType, nextAddress: address, nextTag: tag } = row;
  return coin === null || tokenType === null || address === null ? null : { coin, tokenType, address, tag };
}

export const samePlace = (a: Place, b: Place): boolean =>
  a.coin === b.coin && a.tokenType === b.tokenType && a.address === b.address && a.tag === b.tag;

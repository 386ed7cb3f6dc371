import type { CompanyRow, SettlementAddress } from '../store.ts';

/** The place that is paid now; null: none is set. */
export function settlementAddressOf(row: CompanyRow, now: Date): SettlementAddress | null {
  const next = nextSettlementAddressOf(row);
  if (next && row.nextFrom && row.nextFrom <= now) return next;
  const { coin, tokenType, address, tag } = row;
  return coin === null || tokenType === null || address === null ? null : { coin, tokenType, address, tag };
}

/** The one that was proved and may not be in force yet. */
export function nextSettlementAddressOf(row: CompanyRow): SettlementAddress | null {
  const { nextCoin: coin, nextTokenType: tokenType, nextAddress: address, nextTag: tag } = row;
  return coin === null || tokenType === null || address === null ? null : { coin, tokenType, address, tag };
}

export const sameSettlementAddress = (a: SettlementAddress, b: SettlementAddress): boolean =>
  a.coin === b.coin && a.tokenType === b.tokenType && a.address === b.address && a.tag === b.tag;

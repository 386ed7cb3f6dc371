import type { CompanyRow, SettlementAddress } from '../store.ts';

/** Returns the active address; null: none is set. */
export function settlementAddressOf(row: CompanyRow, now: Date): SettlementAddress | null {
  const nextAddress = nextSettlementAddressOf(row);
  if (nextAddress && row.nextFrom && row.nextFrom <= now) return nextAddress;
  const { coin, tokenType, address, tag } = row;
  return coin === null || tokenType === null || address === null ? null : { coin, tokenType, address, tag };
}

/** Returns the confirmed address that may not be active yet. */
export function nextSettlementAddressOf(row: CompanyRow): SettlementAddress | null {
  const { nextCoin: coin, nextTokenType: tokenType, nextAddress: address, nextTag: tag } = row;
  return coin === null || tokenType === null || address === null ? null : { coin, tokenType, address, tag };
}

export const isSameSettlementAddress = (a: SettlementAddress, b: SettlementAddress): boolean =>
  a.coin === b.coin && a.tokenType === b.tokenType && a.address === b.address && a.tag === b.tag;

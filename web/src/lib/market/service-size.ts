import { chainOf, isTokenType } from '@sarraf/domain';

interface CoinNetworks {
  isActive: boolean;
  tokenTypeDetails: readonly { tokenType: string; isDepositEnable: boolean; withdrawEnable: boolean }[];
}

/**
 * How many coins and networks are offered, and whether coins come in and go out on all of them. A coin that was switched off
 * keeps its row, and tells nothing about the others.
 */
export function summarizeService(coins: readonly CoinNetworks[]): {
  coins: number;
  networks: number;
  moves: 'OPEN' | 'PARTLY' | 'CLOSED';
} {
  const offeredCoins = coins.filter(
    ({ isActive, tokenTypeDetails }) => isActive && tokenTypeDetails.length > 0,
  );
  const allNetworks = offeredCoins.flatMap(({ tokenTypeDetails }) => tokenTypeDetails);
  const open = allNetworks.filter(({ isDepositEnable, withdrawEnable }) => isDepositEnable && withdrawEnable);
  return {
    coins: offeredCoins.length,
    networks: new Set(
      allNetworks.map(({ tokenType }) => (isTokenType(tokenType) ? chainOf(tokenType) : tokenType)),
    ).size,
    moves: open.length === allNetworks.length ? 'OPEN' : open.length === 0 ? 'CLOSED' : 'PARTLY',
  };
}

interface CoinNetworks {
  tokenTypeDetails: readonly { tokenType: string; isDepositEnable: boolean; withdrawEnable: boolean }[];
}

/** How many coins and networks there are, and whether coins come in and go out on all of them. */
export function serviceSize(coins: readonly CoinNetworks[]): {
  coins: number;
  networks: number;
  moves: 'OPEN' | 'PARTLY' | 'CLOSED';
} {
  const all = coins.flatMap(({ tokenTypeDetails }) => tokenTypeDetails);
  const open = all.filter(({ isDepositEnable, withdrawEnable }) => isDepositEnable && withdrawEnable);
  return {
    coins: coins.filter(({ tokenTypeDetails }) => tokenTypeDetails.length > 0).length,
    networks: new Set(all.map(({ tokenType }) => tokenType)).size,
    moves: open.length === all.length ? 'OPEN' : open.length === 0 ? 'CLOSED' : 'PARTLY',
  };
}

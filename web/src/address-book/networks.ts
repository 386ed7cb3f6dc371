import type { CoinDetail } from '@sarraf/domain/contracts';

/** A coin's network as one may choose it now. */
export interface NetworkChoice {
  tokenType: string;
  open: boolean;
  tagNeeded: boolean;
  /** A missed deposit can only be found by its transaction id. */
  txidNeeded: boolean;
}

export const networksOf = (
  detail: Pick<CoinDetail, 'tokenTypeDetails'> | undefined,
  way: 'deposit' | 'withdraw',
): NetworkChoice[] =>
  (detail?.tokenTypeDetails ?? []).map((network) => ({
    tokenType: network.tokenType,
    open: way === 'deposit' ? network.isDepositEnable : network.withdrawEnable,
    tagNeeded: network.tagIsNeeded,
    txidNeeded: network.txIdIsNeeded,
  }));

/** The chosen network; a coin with a single one has no choice to make. Never one that is closed. */
export function chosenNetwork(
  networks: readonly NetworkChoice[],
  chosen: string | null,
): NetworkChoice | null {
  const [only] = networks;
  const network = networks.length === 1 ? only : networks.find(({ tokenType }) => tokenType === chosen);
  return network?.open ? network : null;
}

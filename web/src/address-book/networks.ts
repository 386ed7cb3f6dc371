import type { CoinDetail } from '@sarraf/domain/contracts';

/** A coin's network with its current availability. */
export interface NetworkChoice {
  tokenType: string;
  open: boolean;
  tagNeeded: boolean;
  /** A missed deposit can only be found by its transaction id. */
  txidNeeded: boolean;
}

export const listNetworks = (
  detail: Pick<CoinDetail, 'tokenTypeDetails'> | undefined,
  direction: 'deposit' | 'withdraw',
): NetworkChoice[] =>
  (detail?.tokenTypeDetails ?? []).map((network) => ({
    tokenType: network.tokenType,
    open: direction === 'deposit' ? network.isDepositEnable : network.withdrawEnable,
    tagNeeded: network.tagIsNeeded,
    txidNeeded: network.txIdIsNeeded,
  }));

/** Returns the chosen network, or the coin's only one. Never a closed one. */
export function findChosenNetwork(
  networks: readonly NetworkChoice[],
  chosen: string | null,
): NetworkChoice | null {
  const [only] = networks;
  const network = networks.length === 1 ? only : networks.find(({ tokenType }) => tokenType === chosen);
  return network?.open ? network : null;
}

import {
  AppError,
  type Asset,
  CHAIN_INFO,
  type Chain,
  type CoinOnNetwork,
  findNetwork,
  isAsset,
} from '@sarraf/domain';
import { EVM_CONTRACTS } from '../chains/evm.ts';
import { TRON_CONTRACTS } from '../chains/tron.ts';
import type { CoinNetwork } from '../market/index.ts';
import type { CustodyContext } from './deps.ts';

/** A coin on a network, with its back-office settings. */
export interface Network extends CoinOnNetwork {
  settings: CoinNetwork;
}

/** 'You Dont Have This Coin Wallet': no such coin or network. */
export function readNetwork(
  context: Pick<CustodyContext, 'market'>,
  coin: string,
  tokenType: string,
): Network {
  const network = isAsset(coin) ? findCoinNetwork(context, coin, tokenType) : null;
  if (network === null) throw new AppError('You Dont Have This Coin Wallet');
  return network;
}

export function findCoinNetwork(
  context: Pick<CustodyContext, 'market'>,
  asset: Asset,
  tokenType: string,
): Network | null {
  const found = findNetwork(asset, tokenType);
  const settings = context.market.coin(asset).networks.find((network) => network.tokenType === tokenType);
  return found && settings ? { ...found, settings } : null;
}

/** Returns the explorer page of a transaction; the sandbox's chains have no explorer. */
export const explorerLink = (
  context: Pick<CustodyContext, 'config'>,
  chain: Chain,
  txid: string,
): string | null =>
  context.config.sandbox ? null : CHAIN_INFO[chain].explorer.replace('{txid}', encodeURIComponent(txid));

/** Returns the contract of a token; null for a chain's own coin. */
export const contractAddressOf = (chain: Chain, tokenType: string): string | null =>
  (chain === 'TRON' ? TRON_CONTRACTS[tokenType] : EVM_CONTRACTS[chain]?.[tokenType]) ?? null;

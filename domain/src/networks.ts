import { ASSETS, type Asset } from './assets.ts';
import { type Chain, isTokenNetwork, TOKEN_CHAINS, type TokenNetwork, type TokenType } from './chains.ts';

export type { Chain } from './chains.ts';

/** Chains of one family have the same protocol and signatures. */
export type ChainFamily = 'UTXO' | 'EVM' | 'TRON' | 'XRPL' | 'STELLAR' | 'EOS' | 'MULTIVERSX';

export interface ChainInfo {
  family: ChainFamily;
  /** The coin that network fees are paid in. */
  coin: Asset;
  /** Whether deposits of all users use one account, distinguished by tag or memo. */
  oneAccount: boolean;
  /** Page of a transaction on a public explorer, with `{txid}`. */
  explorer: string;
}

const defineChain = (family: ChainFamily, coin: Asset, explorer: string): ChainInfo => ({
  family,
  coin,
  oneAccount: family === 'XRPL' || family === 'STELLAR' || family === 'EOS',
  explorer,
});

export const CHAIN_INFO: Readonly<Record<Chain, ChainInfo>> = {
  BITCOIN: defineChain('UTXO', 'BITCOIN', 'https://mempool.space/tx/{txid}'),
  LITE_COIN: defineChain('UTXO', 'LITE_COIN', 'https://litecoinspace.org/tx/{txid}'),
  DOGE_COIN: defineChain('UTXO', 'DOGE_COIN', 'https://blockchair.com/dogecoin/transaction/{txid}'),
  DASH: defineChain('UTXO', 'DASH', 'https://blockchair.com/dash/transaction/{txid}'),
  BITCOIN_CASH: defineChain('UTXO', 'BITCOIN_CASH', 'https://blockchair.com/bitcoin-cash/transaction/{txid}'),
  ETHEREUM: defineChain('EVM', 'ETHEREUM', 'https://etherscan.io/tx/{txid}'),
  CLASSIC_ETHEREUM: defineChain('EVM', 'CLASSIC_ETHEREUM', 'https://etc.blockscout.com/tx/{txid}'),
  BINANCE_COIN_BSC: defineChain('EVM', 'BINANCE_COIN_BSC', 'https://bscscan.com/tx/{txid}'),
  MATIC: defineChain('EVM', 'MATIC', 'https://polygonscan.com/tx/{txid}'),
  CELO: defineChain('EVM', 'CELO', 'https://celoscan.io/tx/{txid}'),
  TRON: defineChain('TRON', 'TRON', 'https://tronscan.org/#/transaction/{txid}'),
  RIPPLE: defineChain('XRPL', 'RIPPLE', 'https://livenet.xrpl.org/transactions/{txid}'),
  STELLAR: defineChain('STELLAR', 'STELLAR', 'https://stellar.expert/explorer/public/tx/{txid}'),
  EOS: defineChain('EOS', 'EOS', 'https://unicove.com/en/vaulta/transaction/{txid}'),
  ELROND: defineChain('MULTIVERSX', 'ELROND', 'https://explorer.multiversx.com/transactions/{txid}'),
};

export const isChain = (value: unknown): value is Chain =>
  typeof value === 'string' && Object.hasOwn(CHAIN_INFO, value);

export const isTokenType = (value: unknown): value is TokenType => isTokenNetwork(value) || isChain(value);

/** A coin on one of its networks, as for addresses, deposits and withdrawals. */
export interface CoinOnNetwork {
  asset: Asset;
  tokenType: TokenType;
  chain: Chain;
  tagNeeded: boolean;
}

/** Null: the coin has no such network, or it was shut down (BINANCE_COIN). */
export function findNetwork(asset: Asset, tokenType: string): CoinOnNetwork | null {
  const network = ASSETS[asset].networks.find((candidate) => candidate.tokenType === tokenType);
  return network && isTokenType(network.tokenType)
    ? { asset, tokenType: network.tokenType, chain: chainOf(network.tokenType), tagNeeded: network.tagNeeded }
    : null;
}

export const chainOf = (tokenType: TokenType): Chain =>
  isTokenNetwork(tokenType) ? TOKEN_CHAINS[tokenType] : tokenType;

/** EIP-155 ids of the main nets. */
export const EVM_CHAIN_IDS: Readonly<Partial<Record<Chain, number>>> = {
  ETHEREUM: 1,
  CLASSIC_ETHEREUM: 61,
  BINANCE_COIN_BSC: 56,
  MATIC: 137,
  CELO: 42220,
};

/** Token contracts by tokenType on the main nets, as published by their issuers. */
export const TOKEN_CONTRACTS: Readonly<Record<TokenNetwork, string> & Partial<Record<Chain, string>>> = {
  ERC20: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  TRC20: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
};

/** Returns what can be deposited on a chain: its coin first, then the known tokens. */
export function listCoinsOnChain(chain: Chain): CoinOnNetwork[] {
  const all = (Object.keys(ASSETS) as Asset[]).flatMap((asset) =>
    ASSETS[asset].networks.flatMap(({ tokenType }) => findNetwork(asset, tokenType) ?? []),
  );
  const networksOnChain = all.filter((network) => network.chain === chain);
  const isNativeCoin = ({ asset }: CoinOnNetwork) => asset === CHAIN_INFO[chain].coin;
  return [
    ...networksOnChain.filter(isNativeCoin),
    ...networksOnChain.filter((network) => !isNativeCoin(network)),
  ];
}

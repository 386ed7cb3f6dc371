import { CHAIN_INFO, type Chain, parseTrustedDecimal, scaleOf } from '@sarraf/domain';

/** In coins of the chain: maximum cost of one transaction, and maximum gas sent to a deposit address at a time. */
const BOUNDS: Readonly<Record<Chain, { fee: string; gas: string }>> = {
  BITCOIN: { fee: '0.02', gas: '0' },
  LITE_COIN: { fee: '0.5', gas: '0' },
  DOGE_COIN: { fee: '200', gas: '0' },
  DASH: { fee: '0.1', gas: '0' },
  BITCOIN_CASH: { fee: '0.05', gas: '0' },
  ETHEREUM: { fee: '0.05', gas: '0.05' },
  CLASSIC_ETHEREUM: { fee: '0.1', gas: '0.1' },
  BINANCE_COIN_BSC: { fee: '0.02', gas: '0.02' },
  MATIC: { fee: '5', gas: '5' },
  CELO: { fee: '5', gas: '5' },
  TRON: { fee: '150', gas: '200' },
  RIPPLE: { fee: '2', gas: '0' },
  STELLAR: { fee: '2', gas: '0' },
  EOS: { fee: '0', gas: '0' },
  ELROND: { fee: '0.05', gas: '0.05' },
};

const parseInCoin = (chain: Chain, text: string): bigint =>
  parseTrustedDecimal(text, scaleOf(CHAIN_INFO[chain].coin));

/** Returns the maximum fee in smallest units of the chain's coin. */
export const maxFeeOf = (chain: Chain): bigint => parseInCoin(chain, BOUNDS[chain].fee);
export const maxGasOf = (chain: Chain): bigint => parseInCoin(chain, BOUNDS[chain].gas);

/** Maximum validity of a transaction that expires, in seconds: until then it could not be replaced. */
export const MAX_LIFETIME_S = 24 * 3600;

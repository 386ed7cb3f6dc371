import type { Asset, Chain } from '@sarraf/domain';
import type { Net } from '../types.ts';

/** Parameters of one chain of the Bitcoin family. Amounts are its smallest units. */
export interface UtxoRules {
  chain: UtxoChain;
  coin: Asset;
  net: Net;
  accountPath: string;
  /** The kind of output that our keys own. */
  keysIn: 'p2wpkh' | 'p2pkh';
  /** Version bytes of base58 addresses; null: the chain writes cashaddr. */
  base58: { p2pkh: number; p2sh: number } | null;
  /** Prefix of segregated witness addresses; null: the chain has none. */
  bech32: string | null;
  /** Prefix of cashaddr addresses, which is omitted in our canonical form; null: the chain has none. */
  cashPrefix: string | null;
  /** Last byte of each signature: ALL, and on BITCOIN_CASH the fork's id, which prevents a replay on other chains. */
  hashType: number;
  /** Nodes don't relay an output below this amount. */
  dust: bigint;
}

type AddressForms = Record<Net, Pick<UtxoRules, 'base58' | 'bech32' | 'cashPrefix'>>;

const base58Forms = (p2pkh: number, p2sh: number) => ({
  base58: { p2pkh, p2sh },
  bech32: null,
  cashPrefix: null,
});
const witnessForms = (p2pkh: number, p2sh: number, bech32: string) => ({
  base58: { p2pkh, p2sh },
  bech32,
  cashPrefix: null,
});
const cashForms = (cashPrefix: string) => ({ base58: null, bech32: null, cashPrefix });

/** chainparams.cpp of each chain's node; LITE_COIN without its old P2SH version 5, which is Bitcoin's too. */
const ADDRESS_FORMS = {
  BITCOIN: { main: witnessForms(0, 5, 'bc'), regtest: witnessForms(111, 196, 'bcrt') },
  LITE_COIN: { main: witnessForms(48, 50, 'ltc'), regtest: witnessForms(111, 58, 'rltc') },
  DOGE_COIN: { main: base58Forms(30, 22), regtest: base58Forms(111, 196) },
  DASH: { main: base58Forms(76, 16), regtest: base58Forms(140, 19) },
  BITCOIN_CASH: { main: cashForms('bitcoincash'), regtest: cashForms('bchreg') },
} as const satisfies Record<string, AddressForms>;

export type UtxoChain = keyof typeof ADDRESS_FORMS;

const SIGHASH_ALL = 0x01;
const SIGHASH_ALL_FORKID = 0x41;

// Dust: policy.h of each node (three times what spending costs at its dust relay rate); DOGE's soft limit of 0.01.
const OTHER_RULES: Record<UtxoChain, Pick<UtxoRules, 'accountPath' | 'keysIn' | 'hashType' | 'dust'>> = {
  BITCOIN: { accountPath: "m/84'/0'/0'", keysIn: 'p2wpkh', hashType: SIGHASH_ALL, dust: 546n },
  LITE_COIN: { accountPath: "m/84'/2'/0'", keysIn: 'p2wpkh', hashType: SIGHASH_ALL, dust: 5_460n },
  DOGE_COIN: { accountPath: "m/44'/3'/0'", keysIn: 'p2pkh', hashType: SIGHASH_ALL, dust: 1_000_000n },
  DASH: { accountPath: "m/44'/5'/0'", keysIn: 'p2pkh', hashType: SIGHASH_ALL, dust: 5_460n },
  BITCOIN_CASH: { accountPath: "m/44'/145'/0'", keysIn: 'p2pkh', hashType: SIGHASH_ALL_FORKID, dust: 546n },
};

/** Returns whether a chain belongs to this family. */
export const isUtxoChain = (chain: Chain): chain is UtxoChain => Object.hasOwn(ADDRESS_FORMS, chain);

/**
 * Returns the largest change that is left to the miner for being too small for an output; 0n: the chain has no
 * change.
 */
export const maxDustOf = (chain: Chain): bigint => (isUtxoChain(chain) ? OTHER_RULES[chain].dust - 1n : 0n);

/** Throws for a chain of another family. */
export function utxoRulesOf(chain: Chain, net: Net): UtxoRules {
  if (!isUtxoChain(chain)) throw new Error(`${chain} is no chain of the Bitcoin family`);
  return { chain, coin: chain, net, ...OTHER_RULES[chain], ...ADDRESS_FORMS[chain][net] };
}

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

type Forms = Record<Net, Pick<UtxoRules, 'base58' | 'bech32' | 'cashPrefix'>>;

const base58Only = (p2pkh: number, p2sh: number) => ({
  base58: { p2pkh, p2sh },
  bech32: null,
  cashPrefix: null,
});
const withWitness = (p2pkh: number, p2sh: number, bech32: string) => ({
  base58: { p2pkh, p2sh },
  bech32,
  cashPrefix: null,
});
const cash = (cashPrefix: string) => ({ base58: null, bech32: null, cashPrefix });

/** chainparams.cpp of each chain's node; LITE_COIN without its old P2SH version 5, which is Bitcoin's too. */
const FORMS = {
  BITCOIN: { main: withWitness(0, 5, 'bc'), regtest: withWitness(111, 196, 'bcrt') },
  LITE_COIN: { main: withWitness(48, 50, 'ltc'), regtest: withWitness(111, 58, 'rltc') },
  DOGE_COIN: { main: base58Only(30, 22), regtest: base58Only(111, 196) },
  DASH: { main: base58Only(76, 16), regtest: base58Only(140, 19) },
  BITCOIN_CASH: { main: cash('bitcoincash'), regtest: cash('bchreg') },
} as const satisfies Record<string, Forms>;

export type UtxoChain = keyof typeof FORMS;

const ALL = 0x01;
const ALL_FORKID = 0x41;

// Dust: policy.h of each node (three times what spending costs at its dust relay rate); DOGE's soft limit of 0.01.
const REST: Record<UtxoChain, Pick<UtxoRules, 'accountPath' | 'keysIn' | 'hashType' | 'dust'>> = {
  BITCOIN: { accountPath: "m/84'/0'/0'", keysIn: 'p2wpkh', hashType: ALL, dust: 546n },
  LITE_COIN: { accountPath: "m/84'/2'/0'", keysIn: 'p2wpkh', hashType: ALL, dust: 5_460n },
  DOGE_COIN: { accountPath: "m/44'/3'/0'", keysIn: 'p2pkh', hashType: ALL, dust: 1_000_000n },
  DASH: { accountPath: "m/44'/5'/0'", keysIn: 'p2pkh', hashType: ALL, dust: 5_460n },
  BITCOIN_CASH: { accountPath: "m/44'/145'/0'", keysIn: 'p2pkh', hashType: ALL_FORKID, dust: 546n },
};

/** Returns whether a chain belongs to this family. */
export const isUtxoChain = (chain: Chain): chain is UtxoChain => Object.hasOwn(FORMS, chain);

/**
 * Returns the largest change that is left to the miner for being too small for an output; 0n: the chain has no
 * change.
 */
export const largestDust = (chain: Chain): bigint => (isUtxoChain(chain) ? REST[chain].dust - 1n : 0n);

/** Throws for a chain of another family. */
export function rulesOf(chain: Chain, net: Net): UtxoRules {
  if (!isUtxoChain(chain)) throw new Error(`${chain} is no chain of the Bitcoin family`);
  return { chain, coin: chain, net, ...REST[chain], ...FORMS[chain][net] };
}

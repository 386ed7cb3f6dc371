import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import { CHAIN_INFO, CHAINS, type Chain, findNetwork } from '@sarraf/domain';
import { claimBytes } from '../chains/claim.ts';
import type { Codec, KeyOf, KeyPath } from '../chains/types.ts';
import {
  type AddressAttestation,
  type GenerationKeys,
  type PublicKeys,
  SignerRefused,
} from '../custody/ports.ts';
import type { JournalKey } from './crossing.ts';
import type { HeldSeed } from './generations.ts';

/** DER prefix of an ed25519 private key (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface KeysOptions {
  /** Oldest first, at least one; zeroed by `wipe`. */
  seeds: readonly HeldSeed[];
  /** Public data of deleted seeds. */
  retired(): readonly GenerationKeys[];
  codecOf(chain: Chain): Codec;
  /** Cold address for surplus; null: none. */
  cold(chain: Chain): string | null;
  /** Account name on EOS, which can't be derived from a key; null: EOS is disabled. */
  eosAccount: string | null;
  /** Generation of that account's key; the account stays, and its key is replaced on chain. */
  eosGeneration(): number;
}

/**
 * Everything derived from the seeds. Private keys exist during one signature only. Each method throws BAD_ADDRESS
 * for an unavailable generation.
 */
export interface SignerKeys {
  /** Generation that new addresses and payments use. */
  readonly newest: number;
  /** Available ones, oldest first. */
  generations(): readonly number[];
  publicKeys(): PublicKeys;
  /** Public data of a seed, to be kept after its deletion. */
  keysOf(generation: number): GenerationKeys;
  /** Generation of the EOS account's key; null: EOS is disabled. */
  eosGeneration(): number | null;
  /** By the newest generation only. */
  attest(claim: AddressAttestation): string;
  poolAddresses(chain: Chain, generation: number, from: number, count: number): string[];
  /** Returns the paying address; null: the chain is disabled. */
  senderOf(chain: Chain, place: KeyPath): string | null;
  /** Hot address of the newest generation, by default. */
  hot(chain: Chain, generation?: number): string | null;
  cold(chain: Chain): string | null;
  /** Zeroes the keys afterwards. */
  withKeys<T>(chain: Chain, work: (keyOf: KeyOf) => T): T;
  /** Drops a retired seed: nothing is signed by it any longer. */
  forget(generation: number): void;
  wipe(): void;
}

export function createKeys({
  seeds,
  retired,
  codecOf,
  cold,
  eosAccount,
  eosGeneration,
}: KeysOptions): SignerKeys {
  const newest = seeds.at(-1)?.generation ?? 0;
  const held = new Map(seeds.map(({ generation, seed }) => [generation, seed]));
  const derived = new Map<number, [Chain, { accountPublicKey: string | null; hot: string }][]>();

  function seedOf(generation: number): Uint8Array {
    const seed = held.get(generation);
    if (seed === undefined)
      throw new SignerRefused('BAD_ADDRESS', `the seed of generation ${generation} is not here`);
    return seed;
  }

  const addresses = new AddressCache(codecOf, seedOf);
  const addressOf = (chain: Chain, place: KeyPath) => addresses.of(chain, place);
  const senderOf = (chain: Chain, place: KeyPath): string | null =>
    chain === 'EOS' ? eosAccount : addressOf(chain, place);
  const hot = (chain: Chain, generation = newest) => senderOf(chain, { branch: 'hot', generation });

  function isOurs(claim: AddressAttestation): boolean {
    const { chain, address, tag, index, asset, tokenType, generation = 0 } = claim;
    if (generation !== newest || findNetwork(asset, tokenType)?.chain !== chain) return false;
    if (CHAIN_INFO[chain].oneAccount) return address === hot(chain) && tag === String(index);
    return tag === null && address === addressOf(chain, { branch: 'deposit', index, generation });
  }

  function keysOf(generation: number): GenerationKeys {
    const seed = seedOf(generation);
    const own =
      derived.get(generation) ??
      CHAINS.flatMap((chain): [Chain, { accountPublicKey: string | null; hot: string }][] => {
        const address = hot(chain, generation);
        if (address === null) return [];
        return [[chain, { accountPublicKey: codecOf(chain).accountPublicKey(seed), hot: address }]];
      });
    derived.set(generation, own);
    return {
      generation,
      integrityKey: nameOf(seed),
      chains: Object.fromEntries(own.map(([chain, keys]) => [chain, { ...keys, cold: cold(chain) }])),
    };
  }

  return {
    newest,
    generations: () => [...held.keys()],
    publicKeys: () => ({
      ...keysOf(newest),
      older: [
        ...retired(),
        ...[...held.keys()].filter((generation) => generation !== newest).map(keysOf),
      ].sort((a, b) => b.generation - a.generation),
    }),
    keysOf,
    eosGeneration: () => (eosAccount === null ? null : eosGeneration()),
    attest(claim) {
      if (!isOurs(claim)) throw new SignerRefused('BAD_ADDRESS', 'that address is not ours');
      return sign(null, claimBytes(claim), integrityKey(seedOf(newest))).toString('hex');
    },
    poolAddresses(chain, generation, from, count) {
      if (generation !== newest)
        throw new SignerRefused('BAD_ADDRESS', 'addresses come from the newest seed');
      return Array.from({ length: count }, (_, i) =>
        addressOf(chain, { branch: 'deposit', index: from + i, generation }),
      );
    },
    senderOf,
    hot,
    cold,
    withKeys(chain, work) {
      const handedOut: Uint8Array[] = [];
      try {
        return work((place) => {
          const generation = chain === 'EOS' ? eosGeneration() : (place.generation ?? 0);
          const { privateKey } = codecOf(chain).keyOf(seedOf(generation), place);
          handedOut.push(privateKey);
          return privateKey;
        });
      } finally {
        for (const key of handedOut) key.fill(0);
      }
    },
    forget(generation) {
      held.get(generation)?.fill(0);
      held.delete(generation);
      addresses.forget(generation);
    },
    wipe() {
      for (const seed of held.values()) seed.fill(0);
    },
  };
}

/** Derives addresses. The hot ones are cached: deriving takes milliseconds, and they are needed all the time. */
class AddressCache {
  readonly #codecOf: (chain: Chain) => Codec;
  readonly #seedOf: (generation: number) => Uint8Array;
  readonly #known = new Map<string, string>();

  constructor(codecOf: (chain: Chain) => Codec, seedOf: (generation: number) => Uint8Array) {
    this.#codecOf = codecOf;
    this.#seedOf = seedOf;
  }

  of(chain: Chain, place: KeyPath): string {
    const { generation = 0 } = place;
    const name = `${chain} ${generation}`;
    const found = place.branch === 'hot' ? this.#known.get(name) : undefined;
    if (found !== undefined) return found;
    const { privateKey, address } = this.#codecOf(chain).keyOf(this.#seedOf(generation), place);
    privateKey.fill(0);
    if (place.branch === 'hot') this.#known.set(name, address);
    return address;
  }

  forget(generation: number): void {
    for (const chain of CHAINS) this.#known.delete(`${chain} ${generation}`);
  }
}

/** Returns cold addresses for the sandbox, which has no cold wallet: derived from a seed that is then dropped. */
export function sandboxCold(
  seed: Uint8Array,
  codecOf: (chain: Chain) => Codec,
  eosName: string,
): Partial<Record<Chain, string>> {
  const coldSeed = new Uint8Array(hkdfSync('sha512', seed, '', 'sarraf cold sandbox', 64));
  return Object.fromEntries(
    CHAINS.map((chain) => {
      if (chain === 'EOS') return [chain, eosName];
      const { privateKey, address } = codecOf(chain).keyOf(coldSeed, { branch: 'hot' });
      privateKey.fill(0);
      return [chain, address];
    }),
  );
}

/** Key that binds the journal to the signer. */
export const journalKey = ({ generation, seed }: HeldSeed): JournalKey => ({
  generation,
  name: nameOf(seed),
  key: Buffer.from(hkdfSync('sha256', seed, '', 'sarraf signer journal', 32)),
});

/** Key of operator commands, available to a person who can open the seed. */
export const operatorKey = (seed: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', seed, '', 'sarraf signer operator', 32));

function integrityKey(seed: Uint8Array): KeyObject {
  const secret = Buffer.from(hkdfSync('sha256', seed, '', 'sarraf integrity', 32));
  return createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' });
}

/** Identifies the seed, and verifies its address attestations. */
const nameOf = (seed: Uint8Array): string => publicHex(integrityKey(seed));

const publicHex = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');

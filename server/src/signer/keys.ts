import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import { CHAIN_INFO, CHAINS, type Chain, findNetwork } from '@sarraf/domain';
import { encodeClaim } from '../chains/claim.ts';
import type { Codec, KeyOf, KeyPath } from '../chains/types.ts';
import {
  type AddressAttestation,
  type GenerationKeys,
  type PublicKeys,
  SignerRefusedError,
} from '../custody/ports.ts';
import type { JournalKey } from './crossing.ts';
import type { HeldSeed } from './generations.ts';

/** DER prefix of an ed25519 private key (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface SignerKeysOptions {
  /** Oldest first, at least one; zeroed by `wipe`. */
  seeds: readonly HeldSeed[];
  /** Public data of deleted seeds. */
  listRetired(): readonly GenerationKeys[];
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
  listGenerations(): readonly number[];
  publicKeys(): PublicKeys;
  /** Public data of a seed, to be kept after its deletion. */
  generationKeysOf(generation: number): GenerationKeys;
  /** Generation of the EOS account's key; null: EOS is disabled. */
  eosGeneration(): number | null;
  /** By the newest generation only. */
  attestAddress(claim: AddressAttestation): string;
  derivePoolAddresses(chain: Chain, generation: number, from: number, count: number): string[];
  /** Returns the paying address; null: the chain is disabled. */
  senderOf(chain: Chain, place: KeyPath): string | null;
  /** Hot address of the newest generation, by default. */
  hotAddressOf(chain: Chain, generation?: number): string | null;
  coldAddressOf(chain: Chain): string | null;
  /** Zeroes the keys afterwards. */
  withKeys<T>(chain: Chain, work: (keyOf: KeyOf) => T): T;
  /** Drops a retired seed: nothing is signed by it any longer. */
  dropSeed(generation: number): void;
  wipeSeeds(): void;
}

export function createSignerKeys({
  seeds,
  listRetired,
  codecOf,
  cold,
  eosAccount,
  eosGeneration,
}: SignerKeysOptions): SignerKeys {
  const newest = seeds.at(-1)?.generation ?? 0;
  const seedsByGeneration = new Map(seeds.map(({ generation, seed }) => [generation, seed]));
  const derivedKeys = new Map<number, [Chain, { accountPublicKey: string | null; hot: string }][]>();

  function requireSeed(generation: number): Uint8Array {
    const seed = seedsByGeneration.get(generation);
    if (seed === undefined)
      throw new SignerRefusedError('BAD_ADDRESS', `the seed of generation ${generation} is not here`);
    return seed;
  }

  const addresses = new AddressCache(codecOf, requireSeed);
  const deriveAddress = (chain: Chain, keyPath: KeyPath) => addresses.of(chain, keyPath);
  const senderOf = (chain: Chain, keyPath: KeyPath): string | null =>
    chain === 'EOS' ? eosAccount : deriveAddress(chain, keyPath);
  const hot = (chain: Chain, generation = newest) => senderOf(chain, { branch: 'hot', generation });

  function isOwnAddress(claim: AddressAttestation): boolean {
    const { chain, address, tag, index, asset, tokenType, generation = 0 } = claim;
    if (generation !== newest || findNetwork(asset, tokenType)?.chain !== chain) return false;
    if (CHAIN_INFO[chain].oneAccount) return address === hot(chain) && tag === String(index);
    return tag === null && address === deriveAddress(chain, { branch: 'deposit', index, generation });
  }

  function keysOf(generation: number): GenerationKeys {
    const seed = requireSeed(generation);
    const chainKeys =
      derivedKeys.get(generation) ??
      CHAINS.flatMap((chain): [Chain, { accountPublicKey: string | null; hot: string }][] => {
        const address = hot(chain, generation);
        if (address === null) return [];
        return [[chain, { accountPublicKey: codecOf(chain).accountPublicKey(seed), hot: address }]];
      });
    derivedKeys.set(generation, chainKeys);
    return {
      generation,
      integrityKey: computeSeedName(seed),
      chains: Object.fromEntries(chainKeys.map(([chain, keys]) => [chain, { ...keys, cold: cold(chain) }])),
    };
  }

  return {
    newest,
    listGenerations: () => [...seedsByGeneration.keys()],
    publicKeys: () => ({
      ...keysOf(newest),
      older: [
        ...listRetired(),
        ...[...seedsByGeneration.keys()].filter((generation) => generation !== newest).map(keysOf),
      ].sort((a, b) => b.generation - a.generation),
    }),
    generationKeysOf: keysOf,
    eosGeneration: () => (eosAccount === null ? null : eosGeneration()),
    attestAddress(claim) {
      if (!isOwnAddress(claim)) throw new SignerRefusedError('BAD_ADDRESS', 'that address is not ours');
      return sign(null, encodeClaim(claim), deriveIntegrityKey(requireSeed(newest))).toString('hex');
    },
    derivePoolAddresses(chain, generation, from, count) {
      if (generation !== newest)
        throw new SignerRefusedError('BAD_ADDRESS', 'addresses come from the newest seed');
      return Array.from({ length: count }, (_, i) =>
        deriveAddress(chain, { branch: 'deposit', index: from + i, generation }),
      );
    },
    senderOf,
    hotAddressOf: hot,
    coldAddressOf: cold,
    withKeys(chain, work) {
      const handedOut: Uint8Array[] = [];
      try {
        return work((keyPath) => {
          const generation = chain === 'EOS' ? eosGeneration() : (keyPath.generation ?? 0);
          const { privateKey } = codecOf(chain).keyOf(requireSeed(generation), keyPath);
          handedOut.push(privateKey);
          return privateKey;
        });
      } finally {
        for (const key of handedOut) key.fill(0);
      }
    },
    dropSeed(generation) {
      seedsByGeneration.get(generation)?.fill(0);
      seedsByGeneration.delete(generation);
      addresses.forget(generation);
    },
    wipeSeeds() {
      for (const seed of seedsByGeneration.values()) seed.fill(0);
    },
  };
}

/** Derives addresses. The hot ones are cached: deriving takes milliseconds, and they are needed all the time. */
class AddressCache {
  readonly #codecOf: (chain: Chain) => Codec;
  readonly #seedOf: (generation: number) => Uint8Array;
  readonly #hotAddresses = new Map<string, string>();

  constructor(codecOf: (chain: Chain) => Codec, seedOf: (generation: number) => Uint8Array) {
    this.#codecOf = codecOf;
    this.#seedOf = seedOf;
  }

  of(chain: Chain, place: KeyPath): string {
    const { generation = 0 } = place;
    const name = `${chain} ${generation}`;
    const found = place.branch === 'hot' ? this.#hotAddresses.get(name) : undefined;
    if (found !== undefined) return found;
    const { privateKey, address } = this.#codecOf(chain).keyOf(this.#seedOf(generation), place);
    privateKey.fill(0);
    if (place.branch === 'hot') this.#hotAddresses.set(name, address);
    return address;
  }

  forget(generation: number): void {
    for (const chain of CHAINS) this.#hotAddresses.delete(`${chain} ${generation}`);
  }
}

/** Returns cold addresses for the sandbox, which has no cold wallet: derived from a seed that is then dropped. */
export function deriveSandboxColdAddresses(
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
export const deriveJournalKey = ({ generation, seed }: HeldSeed): JournalKey => ({
  generation,
  name: computeSeedName(seed),
  key: Buffer.from(hkdfSync('sha256', seed, '', 'sarraf signer journal', 32)),
});

/** Key of operator commands, available to a person who can open the seed. */
export const deriveOperatorKey = (seed: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', seed, '', 'sarraf signer operator', 32));

function deriveIntegrityKey(seed: Uint8Array): KeyObject {
  const secret = Buffer.from(hkdfSync('sha256', seed, '', 'sarraf integrity', 32));
  return createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' });
}

/** Identifies the seed, and verifies its address attestations. */
const computeSeedName = (seed: Uint8Array): string => exportPublicHex(deriveIntegrityKey(seed));

const exportPublicHex = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');

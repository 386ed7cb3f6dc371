import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import { CHAIN_INFO, CHAINS, type Chain, findNetwork } from '@sarraf/domain';
import { claimBytes } from '../chains/claim.ts';
import type { Codec, KeyOf, KeyPath } from '../chains/types.ts';
import { type AddressClaim, type PublicKeys, SignerRefused } from '../custody/ports.ts';

/** DER prefix of an ed25519 private key (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface KeysOptions {
  /** 64 bytes of BIP39; zeroed by `wipe`. */
  seed: Uint8Array;
  codecOf(chain: Chain): Codec;
  /** Where surplus goes; null: nowhere. */
  cold(chain: Chain): string | null;
  /** Name of the account on EOS, which no key says; null: EOS is off. */
  eosAccount: string | null;
}

/** All that comes of the seed. Private keys live as long as one signature. */
export interface Keys {
  publicKeys(): PublicKeys;
  attest(claim: AddressClaim): string;
  poolAddresses(chain: Chain, from: number, count: number): string[];
  /** Who pays; null: the chain is off. */
  senderOf(chain: Chain, place: KeyPath): string | null;
  hot(chain: Chain): string | null;
  cold(chain: Chain): string | null;
  /** Zeroes afterwards what it handed out. */
  withKeys<T>(chain: Chain, work: (keyOf: KeyOf) => T): T;
  wipe(): void;
}

export function createKeys({ seed, codecOf, cold, eosAccount }: KeysOptions): Keys {
  const integrity = integrityKey(seed);
  const known = new Map<string, string>();
  let derived: [Chain, { accountPublicKey: string | null; hot: string }][] | null = null;

  /** Deriving costs milliseconds, and the hot ones are asked for all the time. */
  function addressOf(chain: Chain, place: KeyPath): string {
    const name = `${chain} ${place.branch === 'hot' ? 'hot' : place.index}`;
    const found = known.get(name);
    if (found !== undefined) return found;
    const { privateKey, address } = codecOf(chain).keyOf(seed, place);
    privateKey.fill(0);
    if (place.branch === 'hot') known.set(name, address);
    return address;
  }

  const senderOf = (chain: Chain, place: KeyPath): string | null =>
    chain === 'EOS' ? eosAccount : addressOf(chain, place);
  const hot = (chain: Chain) => senderOf(chain, { branch: 'hot' });

  function isOurs(claim: AddressClaim): boolean {
    const { chain, address, tag, index, asset, tokenType } = claim;
    if (findNetwork(asset, tokenType)?.chain !== chain) return false;
    if (CHAIN_INFO[chain].oneAccount) return address === hot(chain) && tag === String(index);
    return tag === null && address === addressOf(chain, { branch: 'deposit', index });
  }

  return {
    publicKeys() {
      derived ??= CHAINS.flatMap((chain) => {
        const address = hot(chain);
        if (address === null) return [];
        return [[chain, { accountPublicKey: codecOf(chain).accountPublicKey(seed), hot: address }]];
      });
      const chains = derived.map(([chain, own]) => [chain, { ...own, cold: cold(chain) }]);
      return { integrityKey: publicHex(integrity), chains: Object.fromEntries(chains) };
    },
    attest(claim) {
      if (!isOurs(claim)) throw new SignerRefused('BAD_ADDRESS', 'that address is not ours');
      return sign(null, claimBytes(claim), integrity).toString('hex');
    },
    poolAddresses: (chain, from, count) =>
      Array.from({ length: count }, (_, i) => addressOf(chain, { branch: 'deposit', index: from + i })),
    senderOf,
    hot,
    cold,
    withKeys(chain, work) {
      const handedOut: Uint8Array[] = [];
      try {
        return work((place) => {
          const { privateKey } = codecOf(chain).keyOf(seed, place);
          handedOut.push(privateKey);
          return privateKey;
        });
      } finally {
        for (const key of handedOut) key.fill(0);
      }
    },
    wipe: () => seed.fill(0),
  };
}

/** For the sandbox, where nobody has a cold wallet: addresses of a seed that is derived and then forgotten. */
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

/** Makes the journal the signer's own. */
export const journalKey = (seed: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', seed, '', 'sarraf signer journal', 32));

/** Whoever can open the seed has it: a person with the passphrase. */
export const operatorKey = (seed: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', seed, '', 'sarraf signer operator', 32));

function integrityKey(seed: Uint8Array): KeyObject {
  const secret = Buffer.from(hkdfSync('sha256', seed, '', 'sarraf integrity', 32));
  return createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' });
}

const publicHex = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');

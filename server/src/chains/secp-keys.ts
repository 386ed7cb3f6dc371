import { HDKey } from '@scure/bip32';
import type { Codec, KeyPath } from './types.ts';

type Keys = Pick<Codec, 'accountPath' | 'derivesPublicly' | 'addressOf' | 'keyOf' | 'accountPublicKey'>;

/** Path below the account (BIP44): 0/i are deposit addresses, 1/0 is the hot one. */
const stepsOf = (place: KeyPath): readonly [branch: number, index: number] =>
  place.branch === 'deposit' ? [0, place.index] : [1, 0];

/** secp256k1 keys by BIP32. `addressOfPublicKey` gets the 33 bytes of a compressed key. */
export function secpKeys(accountPath: string, addressOfPublicKey: (publicKey: Uint8Array) => string): Keys {
  const accountOf = (seed: Uint8Array): HDKey => HDKey.fromMasterSeed(seed).derive(accountPath);
  return {
    accountPath,
    derivesPublicly: true,
    addressOf(accountPublicKey, place) {
      const account = HDKey.fromExtendedKey(accountPublicKey);
      if (account.depth !== 3 || account.privateKey)
        throw new Error('not the extended public key of an account');
      return addressOfPublicKey(publicKeyOf(below(account, place)));
    },
    keyOf(seed, place) {
      const account = accountOf(seed);
      const key = below(account, place);
      account.wipePrivateData();
      if (!key.privateKey) throw new Error('no private key');
      return { privateKey: key.privateKey, address: addressOfPublicKey(publicKeyOf(key)) };
    },
    accountPublicKey(seed) {
      const account = accountOf(seed);
      account.wipePrivateData();
      return account.publicExtendedKey;
    },
  };
}

function below(account: HDKey, place: KeyPath): HDKey {
  const [branch, index] = stepsOf(place);
  if (!Number.isSafeInteger(index) || index < 0 || index > MAX_INDEX) throw new Error('index out of range');
  return account.deriveChild(branch).deriveChild(index);
}

/** Larger indexes are hardened and can't be derived from a public key. */
const MAX_INDEX = 0x7fffffff;

function publicKeyOf(key: HDKey): Uint8Array {
  if (!key.publicKey) throw new Error('no public key');
  return key.publicKey;
}

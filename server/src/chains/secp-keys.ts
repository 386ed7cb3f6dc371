import { HDKey } from '@scure/bip32';
import type { Codec, KeyPath } from './types.ts';

type Keys = Pick<Codec, 'accountPath' | 'derivesPublicly' | 'addressOf' | 'keyOf' | 'accountPublicKey'>;

/** Path below the account (BIP44): 0/i are deposit addresses, 1/0 is the hot one. */
const pathSteps = (keyPath: KeyPath): readonly [branch: number, index: number] =>
  keyPath.branch === 'deposit' ? [0, keyPath.index] : [1, 0];

/** secp256k1 keys by BIP32. `addressOfPublicKey` gets the 33 bytes of a compressed key. */
export function createSecpKeys(
  accountPath: string,
  addressOfPublicKey: (publicKey: Uint8Array) => string,
): Keys {
  const deriveAccount = (seed: Uint8Array): HDKey => HDKey.fromMasterSeed(seed).derive(accountPath);
  return {
    accountPath,
    derivesPublicly: true,
    addressOf(accountPublicKey, keyPath) {
      const account = HDKey.fromExtendedKey(accountPublicKey);
      if (account.depth !== 3 || account.privateKey)
        throw new Error('not the extended public key of an account');
      return addressOfPublicKey(publicKeyOf(deriveBelow(account, keyPath)));
    },
    keyOf(seed, keyPath) {
      const account = deriveAccount(seed);
      const key = deriveBelow(account, keyPath);
      account.wipePrivateData();
      if (!key.privateKey) throw new Error('no private key');
      return { privateKey: key.privateKey, address: addressOfPublicKey(publicKeyOf(key)) };
    },
    accountPublicKey(seed) {
      const account = deriveAccount(seed);
      account.wipePrivateData();
      return account.publicExtendedKey;
    },
  };
}

function deriveBelow(account: HDKey, keyPath: KeyPath): HDKey {
  const [branch, index] = pathSteps(keyPath);
  if (!Number.isSafeInteger(index) || index < 0 || index > MAX_INDEX) throw new Error('index out of range');
  return account.deriveChild(branch).deriveChild(index);
}

/** Larger indexes are hardened and can't be derived from a public key. */
const MAX_INDEX = 0x7fffffff;

function publicKeyOf(key: HDKey): Uint8Array {
  if (!key.publicKey) throw new Error('no public key');
  return key.publicKey;
}

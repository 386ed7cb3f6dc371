import { HDKey } from '@scure/bip32';
import type { Codec, KeyPath } from './types.ts';

type Keys = Pick<Codec, 'accountPath' | 'derivesPublicly' | 'addressOf' | 'keyOf' | 'accountPublicKey'>;

/** The single key of a chain where all users share an account: 0/0 of BIP44, as wallets of such chains use it. */
export function createHotKeys(
  accountPath: string,
  addressOfPublicKey: (publicKey: Uint8Array) => string,
): Keys {
  const deriveAccount = (seed: Uint8Array): HDKey => HDKey.fromMasterSeed(seed).derive(accountPath);
  const addressOf = (key: HDKey): string => {
    if (!key.publicKey) throw new Error('no public key');
    return addressOfPublicKey(key.publicKey);
  };
  return {
    accountPath,
    derivesPublicly: true,
    addressOf(accountPublicKey, keyPath) {
      const account = HDKey.fromExtendedKey(accountPublicKey);
      if (account.depth !== 3 || account.privateKey)
        throw new Error('not the extended public key of an account');
      return addressOf(deriveHotKey(account, keyPath));
    },
    keyOf(seed, keyPath) {
      const account = deriveAccount(seed);
      const key = deriveHotKey(account, keyPath);
      account.wipePrivateData();
      if (!key.privateKey) throw new Error('no private key');
      return { privateKey: key.privateKey, address: addressOf(key) };
    },
    accountPublicKey(seed) {
      const account = deriveAccount(seed);
      account.wipePrivateData();
      return account.publicExtendedKey;
    },
  };
}

/** Throws for a deposit address: users are distinguished by tag. */
export function assertHotPath(keyPath: KeyPath): void {
  if (keyPath.branch !== 'hot') throw new Error('one account, no deposit addresses');
}

function deriveHotKey(account: HDKey, keyPath: KeyPath): HDKey {
  assertHotPath(keyPath);
  return account.deriveChild(0).deriveChild(0);
}

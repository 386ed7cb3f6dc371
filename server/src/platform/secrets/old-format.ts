import { derive, type SecretKeys, type Unsealer, unseal } from './secrets.ts';

const WRAPPED_KEY = 60;

/**
 * Opens values sealed before migration 0056, which were not bound to a row: an attacker with write access to the
 * database could move one user's value to another. Only to be used by the re-encryption.
 */
export function createLegacyUnsealer(keys: SecretKeys): Unsealer {
  const derived = keys.map((key) => derive(key, 'encrypt'));
  const open = (bytes: Buffer): Buffer => {
    for (const key of derived) {
      try {
        return unseal(key, bytes);
      } catch {
        // Another key, or none of ours.
      }
    }
    throw new Error('sealed with a key that is not here');
  };
  return {
    // Password hashes were not sealed at all.
    decrypt: (bytes, place) =>
      (place.endsWith('.password_encrypted') && bytes[0] === DOLLAR ? bytes : open(bytes)).toString('utf8'),
    decryptBytes: (bytes) => unseal(open(bytes.subarray(0, WRAPPED_KEY)), bytes.subarray(WRAPPED_KEY)),
  };
}

const DOLLAR = 0x24;

import { derive, type SecretKeys, type Unsealer, unseal } from './secrets.ts';

const WRAPPED_KEY = 60;

/**
 * Opens what was sealed before 0056, when a value belonged to no row: whoever could write into the database could put one
 * person's in another's place. Only the step that seals them anew may use it.
 */
export function createLegacyUnsealer(keys: SecretKeys): Unsealer {
  const derived = keys.map((key) => derive(key, 'encrypt'));
  const open = (bytes: Buffer): Buffer => {
    for (const key of derived) {
      try {
        return unseal(key, bytes);
      } catch {
        // Of another key, or of none.
      }
    }
    throw new Error('sealed with a key that is not here');
  };
  return {
    // Hashes of passwords were not sealed at all.
    decrypt: (bytes, place) =>
      (place.endsWith('.password_encrypted') && bytes[0] === DOLLAR ? bytes : open(bytes)).toString('utf8'),
    decryptBytes: (bytes) => unseal(open(bytes.subarray(0, WRAPPED_KEY)), bytes.subarray(WRAPPED_KEY)),
  };
}

const DOLLAR = 0x24;

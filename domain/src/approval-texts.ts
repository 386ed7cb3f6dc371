/** Texts about approval keys that server, signer and browser hash alike (SHA-256, UTF-8). */

/** Text that a key signs in addition to the signer's operator. `asked`: the command as the operator sends it. */
export const buildSignerRequestMessage = (command: string): string => `sarraf signer act\0${command}`;

/** Covers all properties of a key. */
export const buildFingerprintText = (key: {
  id: string;
  publicKey: string;
  origin: string;
  staffId: string;
}): string => JSON.stringify([key.id, key.publicKey, key.origin, key.staffId]);

const FINGERPRINT_LENGTH = 32;

/** Short enough to be read aloud. `digest`: of `buildFingerprintText`, hex. */
export const shortenFingerprint = (digest: string): string => digest.slice(0, FINGERPRINT_LENGTH);

/** Texts about approval keys that server, signer and browser hash alike (SHA-256, UTF-8). */

/** Text that a key signs in addition to the signer's operator. `asked`: the command as the operator sends it. */
export const signerRequestMessage = (asked: string): string => `sarraf signer act\0${asked}`;

/** Covers all properties of a key. */
export const fingerprintText = (key: {
  id: string;
  publicKey: string;
  origin: string;
  staffId: string;
}): string => JSON.stringify([key.id, key.publicKey, key.origin, key.staffId]);

const SHOWN = 32;

/** Short enough to be read aloud. `digest`: of `fingerprintText`, hex. */
export const fingerprintOf = (digest: string): string => digest.slice(0, SHOWN);

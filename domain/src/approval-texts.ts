/** What server, signer and browser hash alike (SHA-256, UTF-8) where colleagues' security keys are concerned. */

/** What a key signs beside the operator of the signer. `asked`: as the operator sends it. */
export const signerRequestMessage = (asked: string): string => `sarraf signer act\0${asked}`;

/** Of all that a key is. */
export const fingerprintText = (key: {
  id: string;
  publicKey: string;
  origin: string;
  staffId: string;
}): string => JSON.stringify([key.id, key.publicKey, key.origin, key.staffId]);

const SHOWN = 32;

/** Short enough to be read aloud. `digest`: of `fingerprintText`, hex. */
export const fingerprintOf = (digest: string): string => digest.slice(0, SHOWN);

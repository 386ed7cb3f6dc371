import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { combine, split } from 'shamir-secret-sharing';
import { type KeyShare, MAX_HOLDERS } from './key-share.ts';

const SALT = 2;

/** Number of shares, and how many of them open the seed. */
export interface ShareThreshold {
  needed: number;
  of: number;
}

/**
 * Parses `3 of 5`, which is also the default. The loss of one share must be harmless, so all of them are never
 * required.
 */
export function parseShareThreshold(text: string): ShareThreshold {
  const [, k = '', n = ''] = /^(\d{1,2}) of (\d{1,2})$/.exec(text || '3 of 5') ?? [];
  const [needed, of] = [Number.parseInt(k, 10), Number.parseInt(n, 10)];
  if (!(needed >= 2 && needed < of && of <= MAX_HOLDERS))
    throw new Error(
      `How many shares open the seed: "3 of 5", at least 2, fewer than all, at most ${MAX_HOLDERS}.`,
    );
  return { needed, of };
}

/** Creates a new set of shares: a seed may have several sets, and each opens it. */
export async function splitSeedIntoShares(
  entropy: Uint8Array,
  { needed, of }: ShareThreshold,
): Promise<KeyShare[]> {
  const set = computeSetId(entropy, randomBytes(SALT));
  // The library rejects subclasses of Uint8Array such as Buffer.
  const secret = new Uint8Array(entropy);
  const parts = await split(secret, of, needed);
  secret.fill(0);
  return parts.map((part, i) => ({ set, number: i + 1, needed, of, part }));
}

/** Returns the entropy; null: too few shares, or one is forged. All are of one set. */
export async function joinShares(shares: readonly KeyShare[]): Promise<Uint8Array | null> {
  const { set = '', needed = Number.POSITIVE_INFINITY } = shares[0] ?? {};
  if (new Set(shares.map(({ number }) => number)).size < needed) return null;
  // The newest are included, so that each new share is tried.
  const entropy = await combine(shares.slice(-needed).map(({ part }) => part)).catch(() => null);
  if (entropy === null) return null;
  if (computeSetId(entropy, Buffer.from(set, 'hex').subarray(0, SALT)) === set) return entropy;
  entropy.fill(0);
  return null;
}

/** Returns a fingerprint that identifies the seed and reveals nothing of it, in hex. */
export const computeSeedFingerprint = (entropy: Uint8Array): string =>
  Buffer.from(hkdfSync('sha256', entropy, '', 'sarraf seed fingerprint', 16)).toString('hex');

function computeSetId(entropy: Uint8Array, salt: Buffer): string {
  const digest = createHmac('sha256', entropy).update('sarraf share set').update(salt).digest();
  return Buffer.concat([salt, digest.subarray(0, 3)]).toString('hex');
}

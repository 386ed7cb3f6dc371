import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { foldDigits, toPersianDigits } from '@sarraf/domain';
import { ExpensiveWorkQueue } from './turns.ts';

/**
 * OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. The additional 8 KiB distinguish hashes of
 * passwords with normalised digits from earlier ones, which are renewed at the next log-in.
 */
const PARAMETERS = { algorithm: 2 as Algorithm, memoryCost: 19_464, timeCost: 2, parallelism: 1 };
const PREFIX = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

/** Each hash takes a core for some 20 ms. */
const queue = new ExpensiveWorkQueue();
let hashingCount = 0;
/**
 * Number of passwords hashed or checked since the start, for testing that the cost is the same for known and
 * unknown users.
 */
export const getHashingCount = (): number => hashingCount;

/** Client for which a password is hashed: one household or user must not delay all others. */
export interface HashingClient {
  from: string;
  /** A browser known to the account, or a signed-in user: they come first. */
  isKnownClient: boolean;
}

/** Unicode encodes some letters in two ways, and keyboards have different digits; all of them are the same password. */
export const normalizePassword = (password: string): string => foldDigits(password.normalize('NFKC'));

/**
 * Returns the texts that a hash may have been made of: the normal form, and from before digits were normalised
 * Persian ones or the ones typed.
 */
const listSpellings = (password: string): Set<string> => {
  const normal = normalizePassword(password);
  return new Set([normal, toPersianDigits(normal), password.normalize('NFKC')]);
};

export const hashPassword = (password: string, client: HashingClient): Promise<string> =>
  queue.runInTurn(client, () => {
    hashingCount += 1;
    return hash(normalizePassword(password), PARAMETERS);
  });

/** Verifies a password. A wrong one takes the same time for any hash, so that timing reveals nothing of the account. */
export const verifyPassword = (hashed: string, password: string, client: HashingClient): Promise<boolean> =>
  queue.runInTurn(client, async () => {
    for (const spelling of listSpellings(password)) {
      hashingCount += 1;
      if (await verify(hashed, spelling)) return true;
    }
    return false;
  });

/** Whether it was hashed with other parameters than the current ones. */
export const needsRehash = (hashed: string): boolean => !hashed.startsWith(PREFIX);

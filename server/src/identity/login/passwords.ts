import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { foldDigits, toPersianDigits } from '@sarraf/domain';
import { Turns } from './turns.ts';

/**
 * OWASP's choice for argon2id: 19 MiB, two passes, one lane. The last 8 KiB tell hashes of passwords whose digits were
 * folded from earlier ones, which are renewed at the next log-in.
 */
const PARAMETERS = { algorithm: 2 as Algorithm, memoryCost: 19_464, timeCost: 2, parallelism: 1 };
const PREFIX = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

/** Each takes a core for some 20 ms. */
const turns = new Turns();
let done = 0;
/** Passwords hashed or checked since the start: the costly work, which is to be the same whoever is asked about. */
export const hashingsDone = (): number => done;

/** Whose password it is: those of one household, or person, don't all come before another's. */
export interface Waiter {
  from: string;
  /** By a browser that the account knows, or by who is signed in: they come first. */
  known: boolean;
}

/**
 * Unicode spells some letters in two ways, and each keyboard has digits of its own; all of them are the same password.
 */
export const normalPassword = (password: string): string => foldDigits(password.normalize('NFKC'));

/** What a hash may have been made of: the normal form, and before digits were folded Persian ones or what was typed. */
const spellingsOf = (password: string): Set<string> => {
  const normal = normalPassword(password);
  return new Set([normal, toPersianDigits(normal), password.normalize('NFKC')]);
};

export const hashPassword = (password: string, waiter: Waiter): Promise<string> =>
  turns.take(waiter, () => {
    done += 1;
    return hash(normalPassword(password), PARAMETERS);
  });

/** A wrong password costs the same whatever the hash is, so that its time tells nothing of the account. */
export const verifyPassword = (hashed: string, password: string, waiter: Waiter): Promise<boolean> =>
  turns.take(waiter, async () => {
    for (const spelling of spellingsOf(password)) {
      done += 1;
      if (await verify(hashed, spelling)) return true;
    }
    return false;
  });

/** Whether it was made with other parameters than today's. */
export const needsRehash = (hashed: string): boolean => !hashed.startsWith(PREFIX);

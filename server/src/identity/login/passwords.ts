import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { Refusal } from '@sarraf/domain';

/** OWASP's choice for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PREFIX = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

/** Hashing takes a core for some 20 ms; more at once than this would starve everything else that uses threads. */
const MAX_RUNNING = 2;
const MAX_WAITING = 200;

let running = 0;
let done = 0;
/** Passwords hashed or checked since the start: the costly work, which is to be the same whoever is asked about. */
export const hashingsDone = (): number => done;
const waiting: (() => void)[] = [];

/** One after another, MAX_RUNNING at a time. SERVICE_UNAVAILABLE: too many wait already. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_RUNNING) {
    if (waiting.length >= MAX_WAITING) throw new Refusal('SERVICE_UNAVAILABLE');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    done += 1;
    return await work();
  } finally {
    const next = waiting.shift();
    // The turn passes on without being given back.
    if (next) next();
    else running -= 1;
  }
}

/** Unicode spells some letters in two ways; both are the same password. */
export const normalPassword = (password: string): string => password.normalize('NFKC');

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(normalPassword(password), PARAMETERS));

export const verifyPassword = (hashed: string, password: string): Promise<boolean> =>
  inTurn(() => verify(hashed, normalPassword(password)));

/** Whether it was made with other parameters than today's. */
export const needsRehash = (hashed: string): boolean => !hashed.startsWith(PREFIX);

import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { foldDigits, Refusal, toPersianDigits } from '@sarraf/domain';

/**
 * OWASP's choice for argon2id: 19 MiB, two passes, one lane. The last 8 KiB tell hashes of passwords whose digits were
 * folded from earlier ones, which are renewed at the next log-in.
 */
const PARAMETERS = { algorithm: 2 as Algorithm, memoryCost: 19_464, timeCost: 2, parallelism: 1 };
const PREFIX = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

/** Hashing takes a core for some 20 ms; more at once than this would starve everything else that uses threads. */
const MAX_RUNNING = 2;
const MAX_WAITING = 200;
/** Of addresses that have none waiting. */
const MOST_WAITING = 1_000;

/** Of one network address, or one person. */
const MOST_OF_ONE = 20;

let running = 0;
let done = 0;
/** Passwords hashed or checked since the start: the costly work, which is to be the same whoever is asked about. */
export const hashingsDone = (): number => done;
/** By who waits, the next one first. */
const waiting = new Map<string, (() => void)[]>();
let waitingInAll = 0;

/** Those who wait take turns, so that a thousand tries of one make another wait for one of them. */
function nextWaiting(): (() => void) | undefined {
  const [first] = waiting;
  if (first === undefined) return undefined;
  const [from, queue] = first;
  const next = queue.shift();
  waiting.delete(from);
  if (queue.length > 0) waiting.set(from, queue);
  waitingInAll -= 1;
  return next;
}

/** MAX_RUNNING at a time. SERVICE_UNAVAILABLE: too many wait already, and some of them are `from` the same. */
async function inTurn<T>(from: string, work: () => Promise<T>): Promise<T> {
  if (running >= MAX_RUNNING) {
    const queue = waiting.get(from) ?? [];
    const isFull = waitingInAll >= MAX_WAITING && (queue.length > 0 || waitingInAll >= MOST_WAITING);
    if (isFull || queue.length >= MOST_OF_ONE) throw new Refusal('SERVICE_UNAVAILABLE');
    waitingInAll += 1;
    await new Promise<void>((resolve) => {
      queue.push(resolve);
      waiting.set(from, queue);
    });
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = nextWaiting();
    // The turn passes on without being given back.
    if (next) next();
    else running -= 1;
  }
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

export const hashPassword = (password: string, from: string): Promise<string> =>
  inTurn(from, () => {
    done += 1;
    return hash(normalPassword(password), PARAMETERS);
  });

/** A wrong password costs the same whatever the hash is, so that its time tells nothing of the account. */
export const verifyPassword = (hashed: string, password: string, from: string): Promise<boolean> =>
  inTurn(from, async () => {
    for (const spelling of spellingsOf(password)) {
      done += 1;
      if (await verify(hashed, spelling)) return true;
    }
    return false;
  });

/** Whether it was made with other parameters than today's. */
export const needsRehash = (hashed: string): boolean => !hashed.startsWith(PREFIX);

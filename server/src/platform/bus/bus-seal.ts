import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { derive, type SecretKeys } from '../secrets/secrets.ts';

/**
 * What processes send each other, sealed with keys made from SECRET_KEY: whoever reads along sees nothing, and what
 * somebody else writes, changes, sends again or sends to another place is nothing.
 */
export interface BusSeal {
  /** This process's name, as long as it lives. */
  readonly self: string;
  /** `place`: where it is meant for. */
  seal(place: string, content: string | Buffer): Buffer;
  /** Null: not one of ours, not for this place, old, or not newer than what came before from the same process. */
  open(place: string, bytes: Uint8Array): { from: string; content: Buffer } | null;
}

const NAME_BYTES = 16;
const NONCE = 12;
const TAG = 16;
const HEAD = NAME_BYTES + NONCE + TAG;
const KNOWN = 256;
/** No frame is longer under way, in microseconds; the clocks of the processes agree to a second. */
const MOST_AGE = 60_000_000n;
const MICROSECONDS = 1_000n;

/**
 * Each process has a key of its own, so that a number that only rises is a nonce. It starts from the time, which tells
 * what is old, also of a process that is long gone; and what a process sends reaches another in order, whatever its
 * place, so that its last number tells what has come before. The first key seals, all of them open: processes change
 * their key one after another.
 */
export function createBusSeal(masterKeys: SecretKeys): BusSeal {
  const name = randomBytes(NAME_BYTES);
  const own = keyOf(masterKeys[0], name);
  const keys = new LRUCache<string, KeyObject>({ max: KNOWN });
  const newest = new LRUCache<string, bigint>({ max: KNOWN });
  let last = 0n;

  return {
    self: name.toString('hex'),
    seal(place, content) {
      const now = microseconds();
      last = now > last ? now : last + 1n;
      const nonce = Buffer.alloc(NONCE);
      nonce.writeBigUInt64BE(last, NONCE - 8);
      const cipher = createCipheriv('aes-256-gcm', own, nonce).setAAD(Buffer.from(place));
      const body = typeof content === 'string' ? cipher.update(content, 'utf8') : cipher.update(content);
      cipher.final();
      return Buffer.concat([name, nonce, cipher.getAuthTag(), body]);
    },
    open(place, given) {
      if (given.length < HEAD) return null;
      const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
      const sender = bytes.subarray(0, NAME_BYTES);
      const from = sender.toString('hex');
      const nonce = bytes.subarray(NAME_BYTES, NAME_BYTES + NONCE);
      const known = keys.get(from);
      const tried = known ? [known] : masterKeys.map((masterKey) => keyOf(masterKey, sender));
      const opened = openedBy(tried, { nonce, place, bytes });
      if (opened === null) return null;
      const { key, content } = opened;
      keys.set(from, key);
      const number = nonce.readBigUInt64BE(NONCE - 8);
      if (number <= (newest.get(from) ?? microseconds() - MOST_AGE)) return null;
      newest.set(from, number);
      return { from, content };
    },
  };
}

function openedBy(
  keys: readonly KeyObject[],
  sealed: Parameters<typeof unsealed>[1],
): { key: KeyObject; content: Buffer } | null {
  for (const key of keys) {
    const content = unsealed(key, sealed);
    if (content !== null) return { key, content };
  }
  return null;
}

const microseconds = (): bigint => BigInt(Date.now()) * MICROSECONDS;

/** As an object: to take bytes for a key anew costs three times what the sealing does. */
const keyOf = (masterKey: Buffer, name: Buffer): KeyObject =>
  createSecretKey(derive(masterKey, `bus ${name.toString('hex')}`));

function unsealed(
  key: KeyObject,
  { nonce, place, bytes }: { nonce: Buffer; place: string; bytes: Buffer },
): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
    decipher.setAuthTag(bytes.subarray(NAME_BYTES + NONCE, HEAD));
    const content = decipher.update(bytes.subarray(HEAD));
    decipher.final();
    return content;
  } catch {
    return null;
  }
}

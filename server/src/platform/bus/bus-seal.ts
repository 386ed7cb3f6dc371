import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { derive, type SecretKeys } from '../secrets/secrets.ts';

/**
 * Authenticated encryption of the messages between processes, with keys derived from SECRET_KEY: an eavesdropper
 * reads nothing, and a message that is forged, modified, replayed or sent to another subject is rejected.
 */
export interface BusSeal {
  /** Random name of this process, constant during its lifetime. */
  readonly self: string;
  /** `place`: the NATS subject that the message is sealed for. */
  seal(place: string, content: string | Buffer): Buffer;
  /**
   * Returns null if the message was not sealed by one of our processes, is for another subject, is too old, or is
   * not newer than the last one from the same process.
   */
  open(place: string, bytes: Uint8Array): { from: string; content: Buffer } | null;
}

const NAME_BYTES = 16;
const NONCE = 12;
const TAG = 16;
const HEAD = NAME_BYTES + NONCE + TAG;
const KNOWN = 256;
/** Maximum age of a message in microseconds; the clocks of the processes agree to within a second. */
const MAX_AGE = 60_000_000n;
const MICROSECONDS = 1_000n;

/**
 * Creates the seal of one process. Each process has its own key, so that an increasing number suffices as nonce.
 * The number starts at the current time, which reveals old messages, also those of a process that no longer exists.
 * Messages of one process reach another in order, whatever their subject, so the last number seen reveals replays.
 * The first key seals and all keys open, because processes change their key one after another.
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
      if (number <= (newest.get(from) ?? microseconds() - MAX_AGE)) return null;
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

/** A KeyObject, because importing the key from bytes costs three times as much as the sealing. */
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

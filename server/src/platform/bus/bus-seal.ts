import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { deriveKey, type SecretKeys } from '../secrets/secrets.ts';

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
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = NAME_BYTES + NONCE_BYTES + TAG_BYTES;
const MAX_KNOWN_SENDERS = 256;
/** Maximum age of a message in microseconds; the clocks of the processes agree to within a second. */
const MAX_AGE_US = 60_000_000n;
const US_PER_MS = 1_000n;

/**
 * Creates the seal of one process. Each process has its own key, so that an increasing number suffices as nonce.
 * The number starts at the current time, which reveals old messages, also those of a process that no longer exists.
 * Messages of one process reach another in order, whatever their subject, so the last number seen reveals replays.
 * The first key seals and all keys open, because processes change their key one after another.
 */
export function createBusSeal(masterKeys: SecretKeys): BusSeal {
  const name = randomBytes(NAME_BYTES);
  const ownKey = deriveSenderKey(masterKeys[0], name);
  const keyBySender = new LRUCache<string, KeyObject>({ max: MAX_KNOWN_SENDERS });
  const lastNumberBySender = new LRUCache<string, bigint>({ max: MAX_KNOWN_SENDERS });
  let lastNumber = 0n;

  return {
    self: name.toString('hex'),
    seal(subject, content) {
      const now = nowInMicroseconds();
      lastNumber = now > lastNumber ? now : lastNumber + 1n;
      const nonce = Buffer.alloc(NONCE_BYTES);
      nonce.writeBigUInt64BE(lastNumber, NONCE_BYTES - 8);
      const cipher = createCipheriv('aes-256-gcm', ownKey, nonce).setAAD(Buffer.from(subject));
      const body = typeof content === 'string' ? cipher.update(content, 'utf8') : cipher.update(content);
      cipher.final();
      return Buffer.concat([name, nonce, cipher.getAuthTag(), body]);
    },
    open(subject, sealed) {
      if (sealed.length < HEADER_BYTES) return null;
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const sender = bytes.subarray(0, NAME_BYTES);
      const from = sender.toString('hex');
      const nonce = bytes.subarray(NAME_BYTES, NAME_BYTES + NONCE_BYTES);
      const knownKey = keyBySender.get(from);
      const candidateKeys = knownKey
        ? [knownKey]
        : masterKeys.map((masterKey) => deriveSenderKey(masterKey, sender));
      const opened = openWithAnyKey(candidateKeys, { nonce, place: subject, bytes });
      if (opened === null) return null;
      const { key, content } = opened;
      keyBySender.set(from, key);
      const number = nonce.readBigUInt64BE(NONCE_BYTES - 8);
      if (number <= (lastNumberBySender.get(from) ?? nowInMicroseconds() - MAX_AGE_US)) return null;
      lastNumberBySender.set(from, number);
      return { from, content };
    },
  };
}

function openWithAnyKey(
  keys: readonly KeyObject[],
  sealed: Parameters<typeof tryOpen>[1],
): { key: KeyObject; content: Buffer } | null {
  for (const key of keys) {
    const content = tryOpen(key, sealed);
    if (content !== null) return { key, content };
  }
  return null;
}

const nowInMicroseconds = (): bigint => BigInt(Date.now()) * US_PER_MS;

/** A KeyObject, because importing the key from bytes costs three times as much as the sealing. */
const deriveSenderKey = (masterKey: Buffer, name: Buffer): KeyObject =>
  createSecretKey(deriveKey(masterKey, `bus ${name.toString('hex')}`));

function tryOpen(
  key: KeyObject,
  { nonce, place, bytes }: { nonce: Buffer; place: string; bytes: Buffer },
): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
    decipher.setAuthTag(bytes.subarray(NAME_BYTES + NONCE_BYTES, HEADER_BYTES));
    const content = decipher.update(bytes.subarray(HEADER_BYTES));
    decipher.final();
    return content;
  } catch {
    return null;
  }
}

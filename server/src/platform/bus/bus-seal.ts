import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
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
  seal(place: string, text: string): Buffer;
  /** Null: not one of ours, not for this place, or not newer than what came before from there. */
  open(place: string, bytes: Uint8Array): { from: string; text: string } | null;
}

const NAME_BYTES = 16;
const NONCE = 12;
const TAG = 16;
const HEAD = NAME_BYTES + NONCE + TAG;
const KNOWN = 256;

/** Each process has a key of its own, so that a counter is a nonce; the counter also tells what is old. */
/** The first key seals, all of them open: processes change their key one after another. */
export function createBusSeal(masterKeys: SecretKeys): BusSeal {
  const name = randomBytes(NAME_BYTES);
  const own = keyOf(masterKeys[0], name);
  const keys = new LRUCache<string, Buffer>({ max: KNOWN });
  const newest = new LRUCache<string, bigint>({ max: KNOWN * 4 });
  let count = 0n;

  return {
    self: name.toString('hex'),
    seal(place, text) {
      count += 1n;
      const nonce = Buffer.alloc(NONCE);
      nonce.writeBigUInt64BE(count, NONCE - 8);
      const cipher = createCipheriv('aes-256-gcm', own, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
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
      const { key, text } = opened;
      keys.set(from, key);
      const number = nonce.readBigUInt64BE(NONCE - 8);
      if (number <= (newest.get(`${from} ${place}`) ?? 0n)) return null;
      newest.set(`${from} ${place}`, number);
      return { from, text };
    },
  };
}

function openedBy(
  keys: readonly Buffer[],
  sealed: Parameters<typeof unsealed>[1],
): { key: Buffer; text: string } | null {
  for (const key of keys) {
    const text = unsealed(key, sealed);
    if (text !== null) return { key, text };
  }
  return null;
}

const keyOf = (masterKey: Buffer, name: Buffer): Buffer => derive(masterKey, `bus ${name.toString('hex')}`);

function unsealed(
  key: Buffer,
  { nonce, place, bytes }: { nonce: Buffer; place: string; bytes: Buffer },
): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
    decipher.setAuthTag(bytes.subarray(NAME_BYTES + NONCE, HEAD));
    return Buffer.concat([decipher.update(bytes.subarray(HEAD)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

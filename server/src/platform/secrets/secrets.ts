import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { SecretKeys } from '../config/kept-secret.ts';
import type { Tables } from '../database/tables.ts';

export type { SecretKeys };

/** A column of sealed values: every one whose name ends in `_encrypted`, by its table. */
export type SealedColumn = {
  [T in keyof Tables & string]: `${T}.${Extract<keyof Tables[T], `${string}_encrypted`>}`;
}[keyof Tables & string];

/** A column that names a sealed file. */
export type SealedFile = 'documents.file' | 'statements.file';

/**
 * What a sealed value belongs to, and can be opened as: its column and its row. A row is named by its primary key, and with
 * it its owner where the table has a `user_id` that is never null: `ownedRow`.
 */
type SealedField = SealedColumn | SealedFile | 'sealed_canaries.sealed';

export const ownedRow = (id: string, userId: string): string => `${id}/${userId}`;

/**
 * Personal data at rest: AES-256-GCM under the current key, for one row of one column; and keyed digests to find duplicates
 * without reading them.
 */
export interface Secrets {
  encrypt(text: string, place: SealedField, row: string): Buffer;
  /** Throws when the bytes were changed, belong elsewhere, or to a key that isn't here. */
  decrypt(bytes: Buffer, place: SealedField, row: string): string;
  /** The same for bytes, a file's. */
  encryptBytes(bytes: Buffer, place: SealedField, row: string): Buffer;
  decryptBytes(bytes: Buffer, place: SealedField, row: string): Buffer;
  /** Same text and purpose → same 32 bytes; not reversible without the key. It outlives an exchange of SECRET_KEY. */
  blindIndex(purpose: string, text: string): Buffer;
}

/** The reading half. */
export type Unsealer = Pick<Secrets, 'decrypt' | 'decryptBytes'>;

/** Version, key, nonce, tag, text. */
const VERSION = Buffer.from([1]);
const KEY_ID = 4;
const HEADER = VERSION.length + KEY_ID;
const NONCE = 12;
const TAG = 16;
const WRAPPED_KEY = HEADER + NONCE + TAG + 32;

export function createSecrets(keys: SecretKeys, indexKey: Buffer = indexKeyOf(keys[0])): Secrets {
  const [current] = keys;
  const own = { header: headerOf(current), key: derive(current, 'seal') };
  const known = new Map(keys.map((key) => [headerOf(key).toString('hex'), derive(key, 'seal')]));
  const sealIn = (place: SealedField, row: string, plain: Buffer): Buffer =>
    Buffer.concat([own.header, seal(own.key, plain, aadOf(own.header, place, row))]);
  const openIn = (place: SealedField, row: string, bytes: Buffer): Buffer => {
    const header = bytes.subarray(0, HEADER);
    const key = known.get(header.toString('hex'));
    if (!key) throw new Error(`${place} of ${row} is sealed with a key that is not here`);
    return unseal(key, bytes.subarray(HEADER), aadOf(header, place, row));
  };
  return {
    encrypt: (text, place, row) => sealIn(place, row, Buffer.from(text, 'utf8')),
    decrypt: (bytes, place, row) => openIn(place, row, bytes).toString('utf8'),
    encryptBytes(bytes, place, row) {
      // A file has a key of its own, so that a file handed out with its key opens no other.
      const fileKey = randomBytes(32);
      return Buffer.concat([sealIn(place, row, fileKey), seal(fileKey, bytes)]);
    },
    decryptBytes: (bytes, place, row) =>
      unseal(openIn(place, row, bytes.subarray(0, WRAPPED_KEY)), bytes.subarray(WRAPPED_KEY)),
    blindIndex: (purpose, text) => createHmac('sha256', indexKey).update(`${purpose}\0${text}`).digest(),
  };
}

/** What values begin with that this key has sealed; it says nothing of the key. */
export const headerOf = (key: Buffer): Buffer => Buffer.concat([VERSION, keyIdOf(key)]);

export const keyIdOf = (key: Buffer): Buffer => derive(key, 'key id').subarray(0, KEY_ID);

/** Whether these bytes, of a value or a file's beginning, are sealed with another key than this one. */
export const isOfAnotherKey = (bytes: Buffer, key: Buffer): boolean =>
  !bytes.subarray(0, HEADER).equals(headerOf(key));

/** The key of digests that a database of this key begins with. */
export const indexKeyOf = (key: Buffer): Buffer => derive(key, 'index');

const aadOf = (header: Buffer, place: SealedField, row: string): Buffer =>
  Buffer.concat([header, Buffer.from(`${place}\0${row}`)]);

function seal(key: Buffer, plain: Buffer, aad: Buffer = Buffer.alloc(0)): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

export function unseal(key: Buffer, bytes: Buffer, aad: Buffer = Buffer.alloc(0)): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), {
    authTagLength: TAG,
  }).setAAD(aad);
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]);
}

export const derive = (masterKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', `sarraf ${purpose}`, 32));

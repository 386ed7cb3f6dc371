import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { SecretKeys } from '../config/key-files.ts';
import type { Tables } from '../database/tables.ts';

export type { SecretKeys };

/** A column of sealed values: any whose name ends in `_encrypted`, by its table. */
export type SealedColumn = {
  [T in keyof Tables & string]: `${T}.${Extract<keyof Tables[T], `${string}_encrypted`>}`;
}[keyof Tables & string];

/** A column with the name of a sealed file. */
export type SealedFile = 'documents.file' | 'statements.file';

/**
 * Column and row that a sealed value is bound to. A row is named by its primary key, together with its owner if the
 * table has a non-null `user_id`: `toOwnedRowKey`.
 */
type SealedField = SealedColumn | SealedFile | 'sealed_canaries.sealed';

export const toOwnedRowKey = (id: string, userId: string): string => `${id}/${userId}`;

/**
 * Encryption of personal data at rest: AES-256-GCM under the current key, bound to one row of one column; and keyed
 * digests to find duplicates without reading them.
 */
export interface Secrets {
  encrypt(text: string, place: SealedField, row: string): Buffer;
  /** Throws if the bytes were changed, belong to another row, or were sealed with an unknown key. */
  decrypt(bytes: Buffer, place: SealedField, row: string): string;
  /** Encrypts the bytes of a file. */
  encryptBytes(bytes: Buffer, place: SealedField, row: string): Buffer;
  decryptBytes(bytes: Buffer, place: SealedField, row: string): Buffer;
  /**
   * Returns 32 bytes that are equal for equal text and purpose, and not reversible without the key. Unaffected by a
   * rotation of SECRET_KEY.
   */
  blindIndex(purpose: string, text: string): Buffer;
}

/** The part that opens values. */
export type Unsealer = Pick<Secrets, 'decrypt' | 'decryptBytes'>;

/** First byte of: version, key id, nonce, tag, text. */
const VERSION = Buffer.from([1]);
const KEY_ID_BYTES = 4;
const HEADER_BYTES = VERSION.length + KEY_ID_BYTES;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const WRAPPED_KEY_BYTES = HEADER_BYTES + NONCE_BYTES + TAG_BYTES + 32;

export function createSecrets(keys: SecretKeys, indexKey: Buffer = deriveIndexKey(keys[0])): Secrets {
  const [current] = keys;
  const currentKey = { header: computeKeyHeader(current), key: deriveKey(current, 'seal') };
  const keyByHeader = new Map(
    keys.map((key) => [computeKeyHeader(key).toString('hex'), deriveKey(key, 'seal')]),
  );
  const sealField = (field: SealedField, row: string, plain: Buffer): Buffer =>
    Buffer.concat([currentKey.header, seal(currentKey.key, plain, buildAad(currentKey.header, field, row))]);
  const openField = (field: SealedField, row: string, bytes: Buffer): Buffer => {
    const header = bytes.subarray(0, HEADER_BYTES);
    const key = keyByHeader.get(header.toString('hex'));
    if (!key) throw new Error(`${field} of ${row} is sealed with a key that is not here`);
    return unseal(key, bytes.subarray(HEADER_BYTES), buildAad(header, field, row));
  };
  return {
    encrypt: (text, place, row) => sealField(place, row, Buffer.from(text, 'utf8')),
    decrypt: (bytes, place, row) => openField(place, row, bytes).toString('utf8'),
    encryptBytes(bytes, field, row) {
      // Each file has its own key, so that handing out one file with its key opens no other.
      const fileKey = randomBytes(32);
      return Buffer.concat([sealField(field, row, fileKey), seal(fileKey, bytes)]);
    },
    decryptBytes: (bytes, place, row) =>
      unseal(openField(place, row, bytes.subarray(0, WRAPPED_KEY_BYTES)), bytes.subarray(WRAPPED_KEY_BYTES)),
    blindIndex: (purpose, text) => createHmac('sha256', indexKey).update(`${purpose}\0${text}`).digest(),
  };
}

/** Returns the prefix of values sealed with this key; it reveals nothing of the key. */
export const computeKeyHeader = (key: Buffer): Buffer => Buffer.concat([VERSION, computeKeyId(key)]);

export const computeKeyId = (key: Buffer): Buffer => deriveKey(key, 'key id').subarray(0, KEY_ID_BYTES);

/** Whether these bytes, a value or the beginning of a file, were sealed with another key. */
export const isSealedWithOtherKey = (bytes: Buffer, key: Buffer): boolean =>
  !bytes.subarray(0, HEADER_BYTES).equals(computeKeyHeader(key));

/** Returns the initial key of digests for a database created with this key. */
export const deriveIndexKey = (key: Buffer): Buffer => deriveKey(key, 'index');

const buildAad = (header: Buffer, field: SealedField, row: string): Buffer =>
  Buffer.concat([header, Buffer.from(`${field}\0${row}`)]);

function seal(key: Buffer, plain: Buffer, aad: Buffer = Buffer.alloc(0)): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

export function unseal(key: Buffer, bytes: Buffer, aad: Buffer = Buffer.alloc(0)): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  }).setAAD(aad);
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

export const deriveKey = (masterKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', `sarraf ${purpose}`, 32));

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Personal data at rest: AES-256-GCM, and keyed digests to find duplicates without reading them. */
export interface Secrets {
  encrypt(text: string): Buffer;
  /** Throws when the bytes were changed or belong to another key. */
  decrypt(bytes: Buffer): string;
  /** The same for bytes, a file's. */
  encryptBytes(bytes: Buffer): Buffer;
  decryptBytes(bytes: Buffer): Buffer;
  /** Same text and purpose → same 32 bytes; not reversible without the key. */
  blindIndex(purpose: string, text: string): Buffer;
}

const NONCE = 12;
const TAG = 16;
const WRAPPED_KEY = NONCE + TAG + 32;

export function createSecrets(masterKey: Buffer): Secrets {
  const key = derive(masterKey, 'encrypt');
  const indexKey = derive(masterKey, 'index');
  return {
    encrypt: (text) => seal(key, Buffer.from(text, 'utf8')),
    decrypt: (bytes) => unseal(key, bytes).toString('utf8'),
    encryptBytes: (bytes) => {
      // A file has a key of its own, so that a file handed out with its key opens no other.
      const fileKey = randomBytes(32);
      return Buffer.concat([seal(key, fileKey), seal(fileKey, bytes)]);
    },
    decryptBytes: (bytes) => unseal(unseal(key, bytes.subarray(0, WRAPPED_KEY)), bytes.subarray(WRAPPED_KEY)),
    blindIndex: (purpose, text) => createHmac('sha256', indexKey).update(`${purpose}\0${text}`).digest(),
  };
}

function seal(key: Buffer, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function unseal(key: Buffer, bytes: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE));
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]);
}

export const derive = (masterKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', `sarraf ${purpose}`, 32));

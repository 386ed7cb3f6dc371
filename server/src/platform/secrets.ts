import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Personal data at rest: AES-256-GCM, and keyed digests to find duplicates without reading them. */
export interface Secrets {
  encrypt(text: string): Buffer;
  /** Throws when the bytes were changed or belong to another key. */
  decrypt(bytes: Buffer): string;
  /** Same text and purpose → same 32 bytes; not reversible without the key. */
  blindIndex(purpose: string, text: string): Buffer;
}

const NONCE = 12;
const TAG = 16;

export function createSecrets(masterKey: Buffer): Secrets {
  const key = derive(masterKey, 'encrypt');
  const indexKey = derive(masterKey, 'index');
  return {
    encrypt(text) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    decrypt(bytes) {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE));
      decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
    },
    blindIndex: (purpose, text) => createHmac('sha256', indexKey).update(`${purpose}\0${text}`).digest(),
  };
}

const derive = (masterKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', `sarraf ${purpose}`, 32));

import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** 2^17 × 8 × 128 bytes: 128 MB and a good part of a second for each attempt at the passphrase. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const ENTROPY_LENGTH = 32;
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;
const ASSOCIATED_DATA = Buffer.from('sarraf seed v1');

const SeedFile = Type.Object({
  version: Type.Literal(1),
  kdf: Type.Literal('scrypt-131072-8-1'),
  salt: Type.String(),
  /** Nonce, tag and the encrypted entropy, base64. */
  sealed: Type.String(),
});

export const hasSeedFile = (file: string): boolean => existsSync(file);

export const createEntropy = (): Uint8Array => new Uint8Array(randomBytes(ENTROPY_LENGTH));

/** Writes the entropy of a seed encrypted. Throws if there is one already. */
export function writeSealedSeed(file: string, entropy: Uint8Array, passphrase: string): void {
  const salt = randomBytes(16);
  const nonce = randomBytes(NONCE_LENGTH);
  const key = scryptSync(passphrase.normalize('NFKC'), salt, 32, COST);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(ASSOCIATED_DATA);
  const body = Buffer.concat([cipher.update(entropy), cipher.final()]);
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
  key.fill(0);
  const text = JSON.stringify({
    version: 1,
    kdf: 'scrypt-131072-8-1',
    salt: salt.toString('base64'),
    sealed,
  });
  writeOnce(file, `${text}\n`);
}

/** Throws on a wrong passphrase or a modified file. */
export function readSealedEntropy(file: string, passphrase: string): Uint8Array {
  const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Value.Check(SeedFile, stored)) throw new Error(`${file} is not a valid seed file`);
  const bytes = Buffer.from(stored.sealed, 'base64');
  const key = scryptSync(passphrase.normalize('NFKC'), Buffer.from(stored.salt, 'base64'), 32, COST);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_LENGTH)).setAAD(
    ASSOCIATED_DATA,
  );
  decipher.setAuthTag(bytes.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_LENGTH + TAG_LENGTH)), decipher.final()]);
  } catch {
    throw new Error('the seed does not open: wrong passphrase, or the file was changed');
  } finally {
    key.fill(0);
  }
}

/** Returns the 64 bytes of BIP39; the entropy is zeroed. */
export function deriveSeed(entropy: Uint8Array): Uint8Array {
  const seed = mnemonicToSeedSync(entropyToMnemonic(entropy, wordlist));
  entropy.fill(0);
  return seed;
}

/** The same for a sealed seed. Throws like `readSealedEntropy`. */
export const readSealedSeed = (file: string, passphrase: string): Uint8Array =>
  deriveSeed(readSealedEntropy(file, passphrase));

/** Writes a file atomically, and never over an existing one. */
function writeOnce(file: string, text: string): void {
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
  const fd = openSync(unfinished, 'wx', 0o600);
  try {
    writeSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  try {
    linkSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

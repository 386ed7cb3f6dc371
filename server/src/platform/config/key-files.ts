import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

/** By setting, the file that holds the key if the setting is unset. */
export const KEY_FILES = {
  SECRET_KEY: 'secret.key',
  SEAL_KEY: 'seal.key',
  BOOKS_KEY: 'books.key',
} as const;

/** Keys of 32 bytes. The first one seals, all of them open. */
export type SecretKeys = readonly [current: Buffer, ...others: Buffer[]];

/** File name of the secret that the sandbox's own approval keys are derived from. */
export const SANDBOX_APPROVAL_KEY_FILE = 'sandbox-approval.key';

/** A key of 32 bytes that seals or authenticates data in the database. */
export interface SealingKey {
  name: keyof typeof KEY_FILES;
  bytes: Buffer;
  /** Older or newer keys of a rotation: they open what was sealed with them. */
  others: readonly Buffer[];
  /** File that stores the key; null: it comes from the environment. */
  file: string | null;
  /** This process has just created it. */
  isNew: boolean;
}

/** Returns the key of the setting, otherwise that of the data folder, where the first start generates it. */
export function loadSealingKey(
  name: SealingKey['name'],
  setting: string | undefined,
  dir: string,
  otherKeysText = '',
): SealingKey {
  const configuredOthers = decodeKeys(otherKeysText);
  if (setting !== undefined)
    return {
      name,
      bytes: Buffer.from(setting, 'base64'),
      others: configuredOthers,
      file: null,
      isNew: false,
    };
  const { text, isNew } = loadOrCreateFile(dir, KEY_FILES[name]);
  const file = join(dir, KEY_FILES[name]);
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 32)
    throw new StartError(`${name}: ${file} has no key of 32 bytes in base64. Put the right file back.`);
  return {
    name,
    bytes,
    others: [...configuredOthers, ...decodeKeys(readIfExists(otherKeysFile(file)) ?? '')],
    file,
    isNew,
  };
}

const decodeKeys = (keys: string): Buffer[] =>
  keys
    .split(/[\s,]+/)
    .filter((key) => key !== '')
    .map((key) => Buffer.from(key, 'base64'));

const otherKeysFile = (file: string): string => `${file}.others`;

/**
 * Stores a new key; the previous one remains valid for opening. If killed midway, both keys are stored or nothing
 * has changed.
 */
export function replaceKey({ bytes, others }: SealingKey, file: string): void {
  writeAtomically(otherKeysFile(file), [bytes, ...others].map((key) => key.toString('base64')).join('\n'));
  writeAtomically(file, randomBytes(32).toString('base64'));
}

/** Removes the other keys; nothing is sealed with them any longer. */
export const removeOtherKeys = (file: string): void => rmSync(otherKeysFile(file), { force: true });

function writeAtomically(file: string, text: string): void {
  const temporaryFile = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(temporaryFile, text, { mode: 0o600, flush: true });
  renameSync(temporaryFile, file);
}

/**
 * Returns 32 random bytes in base64, created by the first process that needs them, so that a fresh sandbox needs no
 * setting; server and signer may both be starting.
 */
export const loadOrCreateSecret = (dir: string, name: string): string => loadOrCreateFile(dir, name).text;

function loadOrCreateFile(dir: string, name: string): { text: string; isNew: boolean } {
  const file = join(dir, name);
  try {
    mkdirSync(dir, { recursive: true });
    const existing = readIfExists(file);
    if (existing !== null) return { text: existing, isNew: false };
    const isNew = createKeyFile(file);
    return { text: readFileSync(file, 'utf8').trim(), isNew };
  } catch (error) {
    throw new StartError(
      `DATA_DIR: ${file} can't be read or made (${(error as NodeJS.ErrnoException).code}). Give this user the right to, or name another folder.`,
    );
  }
}

/** Returns null if the file does not exist. */
function readIfExists(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes the file atomically; false if another process was faster. */
function createKeyFile(file: string): boolean {
  const temporaryFile = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(temporaryFile, randomBytes(32).toString('base64'), { mode: 0o600 });
    linkSync(temporaryFile, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporaryFile, { force: true });
  }
}

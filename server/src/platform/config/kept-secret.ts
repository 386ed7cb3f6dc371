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
export const SANDBOX_KEYS = 'sandbox-approval.key';

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
export function sealingKey(
  name: SealingKey['name'],
  setting: string | undefined,
  dir: string,
  otherKeys = '',
): SealingKey {
  const given = bytesOf(otherKeys);
  if (setting !== undefined)
    return { name, bytes: Buffer.from(setting, 'base64'), others: given, file: null, isNew: false };
  const { text, isNew } = keep(dir, KEY_FILES[name]);
  const file = join(dir, KEY_FILES[name]);
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 32)
    throw new StartError(`${name}: ${file} has no key of 32 bytes in base64. Put the right file back.`);
  return { name, bytes, others: [...given, ...bytesOf(read(othersFile(file)) ?? '')], file, isNew };
}

const bytesOf = (keys: string): Buffer[] =>
  keys
    .split(/[\s,]+/)
    .filter((key) => key !== '')
    .map((key) => Buffer.from(key, 'base64'));

const othersFile = (file: string): string => `${file}.others`;

/**
 * Stores a new key; the previous one remains valid for opening. If killed midway, both keys are stored or nothing
 * has changed.
 */
export function replaceKey({ bytes, others }: SealingKey, file: string): void {
  write(othersFile(file), [bytes, ...others].map((key) => key.toString('base64')).join('\n'));
  write(file, randomBytes(32).toString('base64'));
}

/** Removes the other keys; nothing is sealed with them any longer. */
export const forgetOtherKeys = (file: string): void => rmSync(othersFile(file), { force: true });

function write(file: string, text: string): void {
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(unfinished, text, { mode: 0o600, flush: true });
  renameSync(unfinished, file);
}

/**
 * Returns 32 random bytes in base64, created by the first process that needs them, so that a fresh sandbox needs no
 * setting; server and signer may both be starting.
 */
export const loadOrCreateSecret = (dir: string, name: string): string => keep(dir, name).text;

function keep(dir: string, name: string): { text: string; isNew: boolean } {
  const file = join(dir, name);
  try {
    mkdirSync(dir, { recursive: true });
    const kept = read(file);
    if (kept !== null) return { text: kept, isNew: false };
    const isNew = make(file);
    return { text: readFileSync(file, 'utf8').trim(), isNew };
  } catch (error) {
    throw new StartError(
      `DATA_DIR: ${file} can't be read or made (${(error as NodeJS.ErrnoException).code}). Give this user the right to, or name another folder.`,
    );
  }
}

/** Returns null if the file does not exist. */
function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes the file atomically; false if another process was faster. */
function make(file: string): boolean {
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(unfinished, randomBytes(32).toString('base64'), { mode: 0o600 });
    linkSync(unfinished, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

import { accessSync, constants, mkdirSync, readdirSync } from 'node:fs';
import { StartError } from './start-error.ts';

/** All that Sarraf stores in DATA_DIR; a folder that contains one of them is accepted. */
const KNOWN_ENTRIES = [
  'postgres',
  'documents',
  'statements',
  'news-images',
  'signer',
  'signer.token',
  'secret.key',
  'seal.key',
  'books.key',
  'checkpoints.json',
];
/** Entries that a new disk or folder may contain. */
const IGNORED_ENTRIES = /^(\..*|lost\+found)$/;

/** Returns why Sarraf can't store its data there; null if it can, or possibly can. */
export function findFolderError(dir: string): string | null {
  try {
    const entries = readdirSync(dir).filter((name) => !IGNORED_ENTRIES.test(name));
    if (entries.length === 0 || entries.some((name) => KNOWN_ENTRIES.includes(name))) return null;
    return `${dir} has files of something else (${entries[0]}). Name a new or an empty folder.`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === 'ENOTDIR') return `${dir} is not a folder. Name one.`;
    return `${dir} can't be read (${code}). Give this user the right to, or name another folder.`;
  }
}

/** Creates DATA_DIR. @throws StartError if it isn't writable. */
export function prepareFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true });
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `DATA_DIR: ${dir} can't be written (${(error as NodeJS.ErrnoException).code}). Give this user the right to, or name another folder.`,
    );
  }
}

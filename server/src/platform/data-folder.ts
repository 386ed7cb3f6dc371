import { accessSync, constants, mkdirSync, readdirSync } from 'node:fs';
import { StartError } from './start-error.ts';

/** Whatever Sarraf puts into DATA_DIR; one of them makes a folder ours. */
const OURS = [
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
/** What a new disk or folder may have. */
const NOTHING = /^(\..*|lost\+found)$/;

/** Why Sarraf can't keep its data there; null where it can, or may be able to. */
export function faultOfFolder(dir: string): string | null {
  try {
    const entries = readdirSync(dir).filter((name) => !NOTHING.test(name));
    if (entries.length === 0 || entries.some((name) => OURS.includes(name))) return null;
    return `${dir} has files of something else (${entries[0]}). Name a new or an empty folder.`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === 'ENOTDIR') return `${dir} is not a folder. Name one.`;
    return `${dir} can't be read (${code}). Give this user the right to, or name another folder.`;
  }
}

/** Makes DATA_DIR. @throws StartError when nothing can be written there. */
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

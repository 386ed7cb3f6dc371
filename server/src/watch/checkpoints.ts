import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../platform/start-error.ts';
import type { Checkpoint, HashChainName } from './ports.ts';

export const CHECKPOINT_FILE = 'checkpoints.json';

export interface Checkpoints {
  /** Returns the checkpoint of a chain; null: none is known. */
  find(chain: HashChainName): Checkpoint | null;
  save(checkpoint: Checkpoint): void;
}

interface StoredHeads {
  /** Id of the database. */
  installation: string;
  heads: Partial<Record<HashChainName, Checkpoint>>;
}

/**
 * Opens the last heads, stored in a file of the data folder: outside the database, so that restoring an older
 * database doesn't restore it. The sandbox starts over with another database.
 * @throws StartError when the file can't be read, or belongs to another database: without it, rewritten rows would
 * be taken for right.
 */
export function openCheckpoints(dataDir: string, installation: string, sandbox: boolean): Checkpoints {
  const file = join(dataDir, CHECKPOINT_FILE);
  const readHeads = () => ownHeads(readHeadsFile(file), file, installation, sandbox).heads;
  const heads = readHeads();
  return {
    // The checking process writes it, the writer's process reads it.
    find: (chain) => heads[chain] ?? readHeads()[chain] ?? null,
    save(checkpoint) {
      heads[checkpoint.chain] = checkpoint;
      writeFileAtomically(file, JSON.stringify({ installation, heads } satisfies StoredHeads, null, 2));
    },
  };
}

function ownHeads(
  stored: StoredHeads | null,
  file: string,
  installation: string,
  sandbox: boolean,
): StoredHeads {
  if (stored === null || (sandbox && stored.installation !== installation))
    return { installation, heads: {} };
  if (stored.installation === installation) return stored;
  throw new StartError(
    `DATA_DIR: ${file} is of another database. If you moved the database yourself, run npm run audit on it and then remove the file.`,
  );
}

function readHeadsFile(file: string): StoredHeads | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StoredHeads;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new StartError(
      `DATA_DIR: ${file} can't be read. Restore the right file; without it, it is unknown whether the ledger was rewritten.`,
    );
  }
}

/** Writes the file atomically. */
function writeFileAtomically(file: string, text: string): void {
  const temporaryFile = `${file}.new`;
  const descriptor = openSync(temporaryFile, 'w', 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporaryFile, file);
}

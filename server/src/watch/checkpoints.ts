import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../platform/start-error.ts';
import type { Checkpoint, HashChainName } from './ports.ts';

export const CHECKPOINT_FILE = 'checkpoints.json';

export interface Checkpoints {
  /** Returns the checkpoint of a chain; null: none is known. */
  of(chain: HashChainName): Checkpoint | null;
  keep(checkpoint: Checkpoint): void;
}

interface Kept {
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
  const kept = () => ownOf(read(file), file, installation, sandbox).heads;
  const heads = kept();
  return {
    // The checking process writes it, the writer's process reads it.
    of: (chain) => heads[chain] ?? kept()[chain] ?? null,
    keep(checkpoint) {
      heads[checkpoint.chain] = checkpoint;
      write(file, JSON.stringify({ installation, heads } satisfies Kept, null, 2));
    },
  };
}

function ownOf(kept: Kept | null, file: string, installation: string, sandbox: boolean): Kept {
  if (kept === null || (sandbox && kept.installation !== installation)) return { installation, heads: {} };
  if (kept.installation === installation) return kept;
  throw new StartError(
    `DATA_DIR: ${file} is of another database. If you moved the database yourself, run npm run audit on it and then remove the file.`,
  );
}

function read(file: string): Kept | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new StartError(
      `DATA_DIR: ${file} can't be read. Restore the right file; without it, it is unknown whether the ledger was rewritten.`,
    );
  }
}

/** Writes the file atomically. */
function write(file: string, text: string): void {
  const unfinished = `${file}.new`;
  const open = openSync(unfinished, 'w', 0o600);
  try {
    writeSync(open, text);
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
  renameSync(unfinished, file);
}

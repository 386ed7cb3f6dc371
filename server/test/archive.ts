/** A pgbackrest repository and a pg_receivewal for a test's own PostgreSQL, configured as in deploy/pgbackrest. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findTool } from '../../scripts/debian.ts';
import { findOrCreateAccount, findPostgresBinaries } from '../src/platform/database/postgres-binaries.ts';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts';
import { removeFolder } from './remove-folder.ts';
import { pollUntil } from './waiting.ts';

const SLOT = 'sarraf_wal';
/** pg_receivewal waits 5 s before it connects again. */
const RECEIVE_TIMEOUT_MS = 60_000;
const DEBIAN_RECEIVER = '/usr/lib/postgresql/15/bin/pg_receivewal';
export const canArchive = (): boolean => findTool('pgbackrest') !== undefined && existsSync(DEBIAN_RECEIVER);

export interface Archive {
  postgres: OwnPostgres;
  /** pgbackrest's settings, PGBACKREST_CONFIG. */
  config: string;
  /** Folder of pgbackrest's repository. */
  repository: string;
  /** Folder of pg_receivewal. */
  wal: string;
  backUp(): Promise<void>;
  /** Starts pg_receivewal, which runs from the start, or stops it. */
  receive(): Promise<void>;
  endReceiving(): Promise<void>;
  /** Resolves when pg_receivewal has all that is written so far: after a crash it connects again only after seconds. */
  waitUntilReceived(): Promise<void>;
  stop(): Promise<void>;
}

export async function startArchive(): Promise<Archive> {
  const account = findOrCreateAccount();
  const dir = mkdtempSync('/tmp/sarraf-archive-');
  const createFolder = (name: string) => {
    const path = join(dir, name);
    mkdirSync(path);
    if (account) execFileSync('chown', [`${account.uid}:${account.gid}`, path]);
    return path;
  };
  execFileSync('chmod', ['755', dir]);
  const [repository, sockets, wal, spool, log, lock] = [
    'repository',
    'sockets',
    'wal',
    'spool',
    'log',
    'lock',
  ].map(createFolder) as [string, string, string, string, string, string];
  const config = join(dir, 'pgbackrest.conf');
  const postgres = await startOwnPostgres({
    settings: {
      unix_socket_directories: sockets,
      archive_mode: 'on',
      archive_command: `pgbackrest --config=${config} --stanza=sarraf archive-push %p`,
      archive_timeout: '60s',
    },
  });
  const { port, username, password } = new URL(postgres.url);
  // The shipped configuration, with the test's paths and key.
  const shipped = execFileSync(
    'cat',
    [join(import.meta.dirname, '../../deploy/pgbackrest/pgbackrest.conf')],
    {
      encoding: 'utf8',
    },
  );
  const own: Record<string, string> = {
    'repo1-path': repository,
    'repo1-cipher-pass': 'of-a-test-and-nothing-else',
    'spool-path': spool,
    'log-path': log,
    'pg1-path': postgres.cluster,
    'pg1-socket-path': sockets,
    'pg1-user': username,
  };
  const text = shipped.replace(/^([a-z0-9-]+)=.*$/gm, (line, name: string) =>
    name in own ? `${name}=${own[name]}` : line,
  );
  // Tests that run concurrently use the same name of the stanza, so each has its own locks.
  const withLocks = text.replace('[global]\n', `[global]\nlock-path=${lock}\n`);
  writeFileSync(config, `${withLocks}pg1-port=${port}\n`, { mode: 0o644 });
  const env = { PATH: process.env.PATH, PGPASSWORD: decodeURIComponent(password), LC_ALL: 'C' };
  const runPgbackrest = (...args: string[]) =>
    promisify(execFile)('pgbackrest', [`--config=${config}`, '--stanza=sarraf', ...args], {
      ...account,
      env,
      cwd: dir,
    });
  await runPgbackrest('stanza-create');
  const receiver = [
    `--directory=${wal}`,
    `--slot=${SLOT}`,
    `--host=${sockets}`,
    `--port=${port}`,
    `--username=${username}`,
  ];
  const program = join(findPostgresBinaries(account), 'pg_receivewal');
  await promisify(execFile)(program, [...receiver, '--create-slot'], { ...account, env, cwd: dir });
  let receiving: ChildProcess;
  let whenEnded: Promise<unknown>;
  const receive = async () => {
    receiving = spawn(program, [...receiver, '--synchronous'], {
      ...account,
      env,
      cwd: dir,
      stdio: 'ignore',
    });
    whenEnded = once(receiving, 'exit');
    while (!readdirSync(wal).some((name) => name.endsWith('.partial'))) await sleep(50);
  };
  const endReceiving = async () => {
    receiving.kill('SIGKILL');
    await whenEnded;
  };
  const query = async (text: string, values?: unknown[]) => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  const waitUntilReceived = async () => {
    const [written] = await query('select pg_current_wal_flush_lsn() as lsn');
    const isReceived = async () => {
      const [slot] = await query(
        'select restart_lsn >= $1 as received from pg_replication_slots where slot_name = $2',
        [written.lsn, SLOT],
      );
      return slot.received === true;
    };
    await pollUntil(isReceived, RECEIVE_TIMEOUT_MS);
  };
  await receive();
  await waitUntilReceived();
  // Before its first checkpoint a slot retains nothing after a crash.
  await query('checkpoint');
  return {
    postgres,
    config,
    repository,
    wal,
    backUp: async () => void (await runPgbackrest('--type=full', 'backup')),
    receive,
    endReceiving,
    waitUntilReceived,
    async stop() {
      await endReceiving();
      await postgres.stop();
      removeFolder(dir);
    },
  };
}

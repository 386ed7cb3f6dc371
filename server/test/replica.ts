/**
 * A streaming replica of a test's own PostgreSQL, created from its files, which may stop replaying, be killed and
 * restarted.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findOrCreateAccount, findPostgresBinaries } from '../src/platform/database/postgres-binaries.ts';
import { listChildren, type OwnPostgres, SMALL_SETTINGS } from './own-postgres.ts';
import { removeFolder } from './remove-folder.ts';
import { findFreePort } from './running-server.ts';

export interface TestReplica {
  url: string;
  /** Receives without replaying, until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** All statements that it received, each logged before its result. */
  asked(): string;
  kill(): Promise<void>;
  /** Promotes it to the primary. */
  promote(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startReplica(primary: OwnPostgres): Promise<TestReplica> {
  const account = findOrCreateAccount();
  const dir = mkdtempSync('/tmp/sarraf-replica-');
  execFileSync('chmod', ['755', dir]);
  const cluster = join(dir, 'cluster');
  const [label = ''] = await withClient(primary.url, async (client) => {
    await client.query(`select pg_backup_start('replica', true)`);
    execFileSync('cp', ['-a', primary.cluster, cluster]);
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    return rows.map(({ labelfile }) => String(labelfile));
  });
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
  writeFileSync(join(cluster, 'backup_label'), label);
  writeFileSync(join(cluster, 'standby.signal'), '');
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, cluster]);
  const { hostname, port, username, password } = new URL(primary.url);
  const address = new URL(primary.url);
  address.port = String(await findFreePort());
  const settings = {
    ...SMALL_SETTINGS,
    port: address.port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // Queries during a replay are not cancelled.
    max_standby_streaming_delay: '-1',
    // At least the primary's.
    max_connections: '200',
    wal_retrieve_retry_interval: '100ms',
    // All statements, without their values.
    log_statement: 'all',
    log_parameter_max_length: '0',
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const logFile = join(dir, 'log');
  const log = openSync(logFile, 'a');
  const launchServer = () =>
    spawn(join(findPostgresBinaries(account), 'postgres'), ['-D', cluster, ...flags], {
      ...account,
      cwd: dir,
      stdio: ['ignore', 'ignore', log],
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    });
  let child = launchServer();
  const queryReplica = (text: string) =>
    withClient(address.href, async (client) => (await client.query(text)).rows as Record<string, unknown>[]);
  async function waitUntilUp(): Promise<void> {
    for (;;) {
      // The remains of a killed one may hold its memory for another moment.
      if (child.exitCode !== null || child.signalCode !== null) child = launchServer();
      if (await queryReplica('select 1').catch(() => null)) return;
      await sleep(50);
    }
  }
  async function endServer(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    const pid = child.pid as number;
    for (const one of signal === 'SIGKILL' ? [pid, ...listChildren(pid)] : [pid]) {
      try {
        process.kill(one, signal);
      } catch (error) {
        // It has ended with the others.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
    await ended;
  }
  await waitUntilUp();
  return {
    url: address.href,
    async pause() {
      await queryReplica('select pg_wal_replay_pause()');
      // The pause is only requested; it finishes the current replay.
      while ((await queryReplica('select pg_get_wal_replay_pause_state() as state'))[0]?.state !== 'paused')
        await sleep(10);
    },
    resume: async () => void (await queryReplica('select pg_wal_replay_resume()')),
    asked: () => readFileSync(logFile, 'utf8'),
    kill: () => endServer('SIGKILL'),
    async promote() {
      // Waiting within the statement would delay what must be replayed before.
      await queryReplica('select pg_promote(false)');
      while ((await queryReplica('select pg_is_in_recovery() as still'))[0]?.still) await sleep(10);
    },
    async start() {
      child = launchServer();
      await waitUntilUp();
    },
    async stop() {
      await endServer('SIGINT');
      closeSync(log);
      removeFolder(dir);
    },
  };
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

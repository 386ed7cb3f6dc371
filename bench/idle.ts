/**
 * Load of an idle sandbox: CPU time of the server, its worker, the signer and the database, and the database's
 * statements and writes. First without market makers, like an exchange at night; then with them, who quote and
 * trade like people. BENCH_SECONDS: of each (60). BENCH_STATEMENTS: also prints this many of the most frequent
 * statements.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { demoMakersOptions, startMakers } from '../server/src/makers/index.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { startPostgres } from '../server/src/platform/database/postgres.ts';
import { TEST_BOOKS_KEY } from '../server/test/keys.ts';
import { findFreePort, startServer } from '../server/test/running-server.ts';

const SECONDS = Number.parseInt(process.env.BENCH_SECONDS ?? '60', 10);
const STATEMENTS = Number.parseInt(process.env.BENCH_STATEMENTS ?? '0', 10);
/** By then the sandbox's wallets are filled, with enough confirmations. */
const WALLETS_FILLED_MS = 75_000;
const SETTLE_MS = 15_000;
/** /proc counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Totals since the start: milliseconds, counts, bytes. */
interface UsageTotals {
  server: number;
  worker: number;
  signer: number;
  makers: number;
  database: number;
  transactions: number;
  rows: number;
  wal: number;
}

interface Process {
  pid: number;
  parent: number;
  /** CPU time of its own, and of its ended children, in milliseconds. */
  own: number;
  ended: number;
}

/** Returns all readable processes; others have ended in the meantime. */
function readProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const text = readOrNull(`/proc/${name}/stat`);
      if (text === null) return [];
      // After the name, which may contain anything: state, parent, …, utime, stime, cutime, cstime.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      const readTicksMs = (at: number) => Number(fields[at]) * TICK_MS;
      return [
        {
          pid: Number(name),
          parent: Number(fields[1]),
          own: readTicksMs(11) + readTicksMs(12),
          ended: readTicksMs(13) + readTicksMs(14),
        },
      ];
    });
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

interface Pids {
  server: number;
  postmaster: number;
}

async function readUsage(client: pg.Client, { server, postmaster }: Pids): Promise<UsageTotals> {
  const { rows } = await client.query<{ transactions: number; rows: number; wal: number }>(
    `select (select sum(xact_commit + xact_rollback)::float8 from pg_stat_database where datname = current_database())
        as transactions,
      (select sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 from pg_stat_user_tables) as rows,
      (pg_current_wal_lsn() - '0/0')::float8 as wal`,
  );
  const all = readProcesses();
  const sumCpu = (which: (process: Process) => boolean) =>
    all.filter(which).reduce((total, { own }) => total + own, 0);
  const isWorkerProcess = (pid: number) => (readOrNull(`/proc/${pid}/cmdline`) ?? '').includes('worker.ts');
  const { user, system } = process.cpuUsage();
  return {
    server: sumCpu(({ pid }) => pid === server),
    worker: sumCpu(({ pid, parent }) => parent === server && isWorkerProcess(pid)),
    signer: sumCpu(({ pid, parent }) => parent === server && !isWorkerProcess(pid)),
    makers: (user + system) / 1_000,
    database:
      sumCpu(({ parent, pid }) => parent === postmaster || pid === postmaster) +
      (all.find(({ pid }) => pid === postmaster)?.ended ?? 0),
    ...(rows[0] as { transactions: number; rows: number; wal: number }),
  };
}

/** Per second: milliseconds of CPU time and transactions; per minute: rows and bytes. */
async function measureUsage(client: pg.Client, pids: Pids): Promise<Record<string, number>> {
  if (STATEMENTS > 0) await client.query('select pg_stat_statements_reset()');
  const from = await readUsage(client, pids);
  const startedAt = performance.now();
  await sleep(SECONDS * 1_000);
  const to = await readUsage(client, pids);
  const seconds = (performance.now() - startedAt) / 1_000;
  const ratePerSecond = (name: keyof UsageTotals) =>
    Math.round(((to[name] - from[name]) / seconds) * 100) / 100;
  const kinds = ['server', 'worker', 'signer', 'makers', 'database'] as const;
  const figures: Record<string, number> = Object.fromEntries(
    kinds.map((kind) => [`${kind} ms a second`, ratePerSecond(kind)]),
  );
  figures['all ms a second'] =
    Math.round(kinds.reduce((sum, kind) => sum + ratePerSecond(kind), 0) * 100) / 100;
  figures['transactions a second'] = ratePerSecond('transactions');
  figures['rows a minute'] = Math.round(ratePerSecond('rows') * 60);
  figures['WAL bytes a minute'] = Math.round(ratePerSecond('wal') * 60);
  if (STATEMENTS > 0) await printStatements(client, seconds);
  return figures;
}

async function printStatements(client: pg.Client, seconds: number): Promise<void> {
  const { rows } = await client.query<{ calls: number; ms: number; wal: number; query: string }>(
    `select calls::float8, total_exec_time as ms, wal_bytes::float8 as wal, query from pg_stat_statements
      where toplevel order by calls desc limit $1`,
    [STATEMENTS],
  );
  for (const { calls, ms, wal, query } of rows)
    console.log(
      [
        `${(calls / seconds).toFixed(2)} a second`,
        `${(ms / seconds).toFixed(2)} ms`,
        `${Math.round(wal / seconds)} bytes`,
        query.replaceAll(/\s+/g, ' ').slice(0, 150),
      ].join(' | '),
    );
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-bench-idle-'));
  const serverDir = await mkdtemp(join(tmpdir(), 'sarraf-bench-server-'));
  const postgres = await startPostgres({
    dataDir,
    log: () => {},
    ...(STATEMENTS > 0 && { settings: { shared_preload_libraries: 'pg_stat_statements' } }),
  });
  await migrate(postgres.url);
  const port = await findFreePort();
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  if (STATEMENTS > 0) await client.query('create extension if not exists pg_stat_statements');
  const server = await startServer({
    DATA_DIR: serverDir,
    DATABASE_URL: postgres.url,
    PORT: String(port),
    WITH_WORKER: '1',
    WITH_SIGNER: '1',
    BOOKS_KEY: TEST_BOOKS_KEY.toString('base64'),
  });
  let makers: { stop(): Promise<void> } | null = null;
  try {
    const postmaster = Number.parseInt(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8'), 10);
    const pids = { server: server.child.pid ?? 0, postmaster };
    await sleep(WALLETS_FILLED_MS);
    const withoutMakers = await measureUsage(client, pids);
    makers = startMakers(demoMakersOptions({ PORT: port, LOG_LEVEL: 'error' }));
    await sleep(SETTLE_MS);
    const withMakers = await measureUsage(client, pids);
    console.table({ quiet: withoutMakers, 'with makers': withMakers });
    console.log(JSON.stringify({ bench: 'idle', quiet: withoutMakers, withMakers }));
  } finally {
    await makers?.stop();
    await server.kill('SIGTERM');
    await client.end();
    await postgres.stop();
    for (const folder of [dataDir, serverDir]) await rm(folder, { recursive: true, force: true });
  }
}

await main();

/**
 * Cost of a quick trade or an order over HTTP, in CPU time, statements, rows, index entries and bytes of WAL, not
 * in wall time: so it can be measured on a busy machine. With BENCH_TREES, folders of other versions separated by
 * colons, their servers run next to this one's and are measured alternately, by this version's own generator.
 * BENCH_SECONDS: of each turn (5); BENCH_ROUNDS (3); BENCH_RATE: requests a second instead of as fast as replies
 * come; BENCH_WITH_PAST=1: with a year of trades (bench-database.ts).
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { TEST_BOOKS_KEY, TEST_CHAIN_KEY } from '../server/test/keys.ts';
import { findFreePort, type RunningServer, startServer } from '../server/test/running-server.ts';
import { copyPast, runInLanes, SERVER_FOLDER } from './bench-database.ts';
import { addCustomers, BENCH_KEYS, runLoad, WARM_UP_SECONDS } from './otc-http.ts';

const SECONDS = Number.parseFloat(process.env.BENCH_SECONDS ?? '5');
const ROUNDS = Number.parseInt(process.env.BENCH_ROUNDS ?? '3', 10);
const RATE = Number.parseFloat(process.env.BENCH_RATE ?? '0');
const PEOPLE = 64;
const SETTLE_MS = Number.parseInt(process.env.BENCH_SETTLE ?? '3000', 10);
const IDLE_MS = 10_000;
/** /proc counts processor time in hundredths of a second. */
const TICK_US = 10_000;
const ROOT = join(import.meta.dirname, '..');
const KINDS = (process.env.BENCH_KINDS ?? 'quick trades,orders').split(',') as ('quick trades' | 'orders')[];

interface MeasuredSide {
  tree: string;
  server: RunningServer;
  pool: pg.Pool;
  postmaster: number;
  port: number;
  tokens: string[];
  close(): Promise<void>;
}

/** Starts a server of this tree with its own database. */
async function startSide(tree: string): Promise<MeasuredSide> {
  const importFromTree = <T>(path: string) => import(join(tree, path)) as Promise<T>;
  const postgresModule = await importFromTree<typeof import('../server/src/platform/database/postgres.ts')>(
    'server/src/platform/database/postgres.ts',
  );
  const { migrate } = await importFromTree<typeof import('../server/src/platform/database/migrate.ts')>(
    'server/src/platform/database/migrate.ts',
  );
  const dataDir = mkdtempSync(join(tmpdir(), 'sarraf-bench-cost-'));
  const serverDir = join(dataDir, SERVER_FOLDER);
  const peopleOfPast = await copyPast(dataDir);
  const postgres = await postgresModule.startPostgres({
    dataDir,
    log: () => {},
    settings: {
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.track': 'all',
      ...(process.env.BENCH_PG && (JSON.parse(process.env.BENCH_PG) as Record<string, string>)),
    },
  });
  await migrate(postgres.url);
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  await pool.query('create extension if not exists pg_stat_statements');
  const people = peopleOfPast ?? Array.from({ length: PEOPLE }, (_, n) => personId(n));
  await fundPeople(importFromTree, postgres.url, people);
  const port = await findFreePort();
  const server = await startServer(
    {
      DATA_DIR: serverDir,
      DATABASE_URL: postgres.url,
      PORT: String(port),
      RATE_ORDERS_OF_ONE: '1000000',
      WITH_WORKER: '1',
      BOOKS_KEY: TEST_BOOKS_KEY.toString('base64'),
      ...BENCH_KEYS,
    },
    () => {},
    tree,
  );
  return {
    tree,
    server,
    pool,
    port,
    postmaster: Number.parseInt(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8'), 10),
    tokens: await addCustomers(postgres.url, people),
    async close() {
      await server.kill('SIGTERM');
      await pool.end();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const personId = (n: number) => `018f0000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

type FundAccount = typeof import('../server/test/seed.ts').fundAccount;

async function fundPeople(
  importFromTree: <T>(path: string) => Promise<T>,
  url: string,
  people: readonly string[],
): Promise<void> {
  const ledgers = await importFromTree<typeof import('../server/src/ledger/index.ts')>(
    'server/src/ledger/index.ts',
  );
  // Earlier versions call it `seed`.
  const { fundAccount, seed } =
    await importFromTree<Record<string, FundAccount | undefined>>('server/test/seed.ts');
  const fund = (fundAccount ?? seed) as FundAccount;
  const { systemClock: clock } = await importFromTree<typeof import('../server/src/platform/clock.ts')>(
    'server/src/platform/clock.ts',
  );
  const { createLog } = await importFromTree<typeof import('../server/src/platform/log.ts')>(
    'server/src/platform/log.ts',
  );
  const { createLedger, houseAccount, userAccount } = ledgers;
  const ledger = await createLedger({
    url,
    chainKey: TEST_CHAIN_KEY,
    leaseMs: 5_000,
    clock,
    log: createLog('warn'),
  });
  await fund(ledger, houseAccount('BITCOIN', 'inventory'), 10n ** 14n);
  await runInLanes(people.length, async (n) => {
    const id = people[n] as string;
    await fund(ledger, userAccount(id, 'TOMAN'), 10n ** 18n);
    await fund(ledger, userAccount(id, 'BITCOIN'), 10n ** 12n);
  });
  await ledger.stop();
}

type CostFigures = Record<string, number>;

/** CPU time of a process and of its ended children, in microseconds. */
function readProcesses(): Map<number, { parent: number; own: number; ended: number }> {
  const processes = new Map<number, { parent: number; own: number; ended: number }>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    let text: string;
    try {
      text = readFileSync(`/proc/${name}/stat`, 'utf8');
    } catch {
      continue;
    }
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const readTicksUs = (at: number) => Number(fields[at]) * TICK_US;
    processes.set(Number(name), {
      parent: Number(fields[1]),
      own: readTicksUs(11) + readTicksUs(12),
      ended: readTicksUs(13) + readTicksUs(14),
    });
  }
  return processes;
}

const backends = new Map<number, number>();

async function readUsage({ pool, server, postmaster }: MeasuredSide): Promise<CostFigures> {
  const { rows: tables } = await pool.query(
    `select relname, n_tup_ins::float8 as ins, n_tup_upd::float8 as upd, n_tup_hot_upd::float8 as hot from pg_stat_user_tables
      where n_tup_ins + n_tup_upd > 0`,
  );
  const { rows: wal } = await pool.query(
    `select (pg_current_wal_lsn() - '0/0')::float8 as wal, (select sum(shared_blks_hit)::float8 from pg_stat_statements where toplevel) as hit, (select wal_records::float8 from pg_stat_wal) as records,
      (select wal_fpi::float8 from pg_stat_wal) as images, (select wal_sync::float8 from pg_stat_wal) as syncs, (select xact_commit::float8 from pg_stat_database where datname = current_database()) as commits`,
  );
  const { rows: calls } = await pool.query(
    `select sum(calls)::float8 as calls, sum(total_exec_time)::float8 * 1000 as us from pg_stat_statements`,
  );
  const all = readProcesses();
  const sumChildren = (pid: number) =>
    [...all.values()].filter(({ parent }) => parent === pid).reduce((sum, { own }) => sum + own, 0);
  for (const [pid, { parent, own }] of all)
    if (process.env.BENCH_BACKENDS && parent === postmaster) backends.set(pid, own);
  const { rows: writers } = await pool.query(
    `select pid from pg_stat_activity where application_name = 'sarraf-ledger'`,
  );
  const ledgerUs = writers.reduce((sum, { pid }) => sum + (all.get(pid)?.own ?? 0), 0);
  const database = sumChildren(postmaster) + (all.get(postmaster)?.ended ?? 0);
  const figures: CostFigures = {
    'server, µs': all.get(server.child.pid ?? 0)?.own ?? 0,
    'worker, µs': sumChildren(server.child.pid ?? 0),
    'database: the ledger, µs': ledgerUs,
    'database: the rest, µs': database - ledgerUs,
    statements: calls[0].calls,
    'time of statements, µs': calls[0].us,
    'blocks looked at': wal[0].hit,
    commits: wal[0].commits,
    'WAL bytes': wal[0].wal,
    'WAL records': wal[0].records,
    'WAL page images': wal[0].images,
    'WAL flushes': wal[0].syncs,
  };
  for (const { relname, ins, upd, hot } of tables) {
    figures[`rows into ${relname}`] = ins;
    figures[`rows of ${relname} changed`] = upd;
    figures[`… of them within their page (${relname})`] = hot;
  }
  return figures;
}

const subtractFigures = (to: CostFigures, from: CostFigures, share = 1): CostFigures =>
  Object.fromEntries(Object.entries(to).map(([name, value]) => [name, value - (from[name] ?? 0) * share]));

/** Measures requests, and their cost without that of an idle installation. */
async function measureTurn(
  side: MeasuredSide,
  kind: (typeof KINDS)[number],
  idle: CostFigures,
): Promise<{ ok: number; spent: CostFigures }> {
  const { port, tokens } = side;
  const from = await readUsage(side);
  const usedBefore = new Map(backends);
  const startedAt = performance.now();
  const result = await runLoad({
    what: kind,
    port,
    tokens,
    connections: PEOPLE,
    seconds: SECONDS,
    rate: RATE,
  });
  await sleep(SETTLE_MS);
  const seconds = (performance.now() - startedAt) / 1000;
  if (result.ok === 0 || result.failed > result.ok / 50) throw new Error(JSON.stringify(result));
  const spent = subtractFigures(subtractFigures(await readUsage(side), from), idle, seconds);
  if (process.env.BENCH_BACKENDS) {
    const { rows } = await side.pool.query('select pid, backend_type, query from pg_stat_activity');
    const spentBy = [...backends].map(
      ([pid, us]) => [pid, (us - (usedBefore.get(pid) ?? 0)) / result.ok] as const,
    );
    for (const [pid, us] of spentBy.sort((a, b) => b[1] - a[1]).slice(0, 14)) {
      const row = rows.find((r) => r.pid === pid);
      console.log(us.toFixed(1), pid, row?.backend_type, row?.query?.replace(/\s+/g, ' ').slice(0, 90));
    }
  }
  const { cpuMicros = 0 } = result as { cpuMicros?: number };
  return {
    ok: result.ok,
    spent: {
      ...spent,
      'generator, µs': cpuMicros,
      'a second (× trades)': result.perSecond * result.ok,
      'p50, ms (× trades)': result.p50 * result.ok,
      'p99, ms (× trades)': result.p99 * result.ok,
    },
  };
}

async function measureIdle(side: MeasuredSide): Promise<CostFigures> {
  const from = await readUsage(side);
  await sleep(IDLE_MS);
  return Object.fromEntries(
    Object.entries(subtractFigures(await readUsage(side), from)).map(([name, value]) => [
      name,
      value / (IDLE_MS / 1000),
    ]),
  );
}

async function main(): Promise<void> {
  const trees = [...(process.env.BENCH_TREES?.split(':') ?? []), ROOT];
  const sides: MeasuredSide[] = [];
  try {
    for (const tree of trees) sides.push(await startSide(tree));
    for (const kind of KINDS) await measureKind(kind, sides);
  } finally {
    for (const side of sides) await side.close();
  }
}

async function measureKind(kind: (typeof KINDS)[number], sides: readonly MeasuredSide[]): Promise<void> {
  for (const { port, tokens } of sides)
    await runLoad({ what: kind, port, tokens, connections: PEOPLE, seconds: WARM_UP_SECONDS, rate: 0 });
  await sleep(4 * SETTLE_MS);
  const idle = new Map<MeasuredSide, CostFigures>();
  for (const side of sides) idle.set(side, await measureIdle(side));
  for (const { pool } of sides) await pool.query('select pg_stat_statements_reset()');
  const requestsPerSecond = new Map<MeasuredSide, number>();
  const rounds = new Map<MeasuredSide, CostFigures[]>(sides.map((side) => [side, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const side of round % 2 === 0 ? sides : [...sides].reverse()) {
      const { ok, spent } = await measureTurn(side, kind, idle.get(side) as CostFigures);
      requestsPerSecond.set(side, (requestsPerSecond.get(side) ?? 0) + ok);
      rounds
        .get(side)
        ?.push(Object.fromEntries(Object.entries(spent).map(([name, value]) => [name, value / ok])));
    }
  if (process.env.BENCH_STATEMENTS)
    for (const side of sides) await printStatements(side, requestsPerSecond.get(side) ?? 1);
  const columns = sides.map((side) => computeMedians(rounds.get(side) as CostFigures[]));
  const names = [...new Set(columns.flatMap((column) => Object.keys(column)))].filter((name) =>
    columns.some((column) => Math.abs(column[name] ?? 0) >= 0.005),
  );
  console.log(`\n${kind}: medians of ${ROUNDS} turns, of each`);
  console.table(
    Object.fromEntries(
      names.map((name) => [
        name,
        Object.fromEntries(
          sides.map(({ tree }, n) => [
            tree === ROOT ? 'here' : tree,
            Math.round((columns[n]?.[name] ?? 0) * 100) / 100,
          ]),
        ),
      ]),
    ),
  );
}

/** Prints the most frequent statements of a side's database, per request. */
async function printStatements({ tree, pool }: MeasuredSide, ok: number): Promise<void> {
  const { rows } = await pool.query(
    `select calls::float8, rows::float8, total_exec_time + total_plan_time as ms, wal_bytes::float8 as wal, shared_blks_hit::float8 as hit, toplevel,
        regexp_replace(query, '\\s+', ' ', 'g') as query
      from pg_stat_statements order by total_exec_time desc limit 40`,
  );
  console.log(`\n${tree}: statements by time, for each request: µs, calls, rows, blocks, WAL bytes`);
  for (const { calls, rows: returned, ms, hit, wal, toplevel, query } of rows)
    console.log(
      [(1000 * ms) / ok, calls / ok, returned / ok, hit / ok, wal / ok]
        .map((value) => value.toFixed(3))
        .join('  '),
      toplevel ? ' ' : '+',
      query.slice(0, 150),
    );
}

function computeMedians(rounds: readonly CostFigures[]): CostFigures {
  const names = [...new Set(rounds.flatMap((round) => Object.keys(round)))];
  return Object.fromEntries(
    names.map((name) => {
      const values = rounds.map((round) => round[name] ?? 0).sort((a, b) => a - b);
      return [name, values[values.length >> 1] as number];
    }),
  );
}

await main();

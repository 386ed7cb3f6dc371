/**
 * Cost of each kind of request, and the resulting capacity of one machine: CPU time of the server, its worker and
 * the database, and bytes written and sent, each without that of an idle installation. Writes its table to
 * docs/scaling.md. BENCH_SECONDS: of each kind (8).
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createLedger, houseAccount, userAccount } from '../server/src/ledger/index.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { type Db, openDatabase } from '../server/src/platform/database/database.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { startPostgres } from '../server/src/platform/database/postgres.ts';
import { newId } from '../server/src/platform/ids.ts';
import { createLog } from '../server/src/platform/log.ts';
import { TEST_BOOKS_KEY, TEST_CHAIN_KEY } from '../server/test/keys.ts';
import { addPerson, addSession } from '../server/test/people.ts';
import { findFreePort, startServer } from '../server/test/running-server.ts';
import { fundAccount } from '../server/test/seed.ts';
import type { HttpResult } from './otc-http.ts';

const SECONDS = Number.parseInt(process.env.BENCH_SECONDS ?? '8', 10);
const PEOPLE = 64;
const SCALING_PAGE = join(import.meta.dirname, '../docs/scaling.md');
const TABLE_BEGIN = '<!-- npm run bench model -->';
const TABLE_END = '<!-- end -->';
/** /proc counts processor time in hundredths of a second. */
const TICK_MS = 10;
const SETTLE_MS = 5_000;

/** By the names in the document; a path is read with GET. */
const KINDS = {
  'quick trade': 'quick trades',
  'limit order placed, matched or cancelled': 'orders',
  'wallets with their worth': { path: '/wallets/totals' },
  'page of ten trades': { path: '/trades?size=10' },
  'open orders': { path: '/orders?status=open&size=10' },
  'market table': { path: '/trades/market-info/v2?source_coin=TOMAN' },
  'order book': { path: '/orderbook/BITCOIN_TOMAN' },
  'candles of a day': { path: '/candles/BITCOIN_TOMAN?interval=1h' },
} as const;
type RequestKind = keyof typeof KINDS;

/** Totals since the start; milliseconds, rows, bytes. */
interface UsageTotals {
  server: number;
  worker: number;
  database: number;
  rows: number;
  wal: number;
}

interface RequestCost extends UsageTotals {
  perSecond: number;
  answer: number;
}

interface Process {
  parent: number;
  own: number;
  ended: number;
}

/** By process id: CPU time of its own and of its ended children, in milliseconds. */
function readProcesses(): Map<number, Process> {
  const processes = new Map<number, Process>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const text = readProcessStat(name);
    if (text === null) continue;
    // After the name, which may contain anything: state, parent, …, utime, stime, cutime, cstime.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const readTicksMs = (at: number) => Number(fields[at]) * TICK_MS;
    processes.set(Number(name), {
      parent: Number(fields[1]),
      own: readTicksMs(11) + readTicksMs(12),
      ended: readTicksMs(13) + readTicksMs(14),
    });
  }
  return processes;
}

/** Reads the process's statistics; null: it ended in the meantime. */
function readProcessStat(pid: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
}

async function readUsage(db: Db, pids: { server: number; postmaster: number }): Promise<UsageTotals> {
  const { rows } = await sql<{ rows: bigint; wal: bigint }>`select
    (select sum(n_tup_ins + n_tup_upd)::bigint from pg_stat_user_tables) as rows,
    (pg_current_wal_lsn() - '0/0')::bigint as wal`.execute(db);
  const all = readProcesses();
  const sumChildren = (pid: number) =>
    [...all.values()].filter(({ parent }) => parent === pid).reduce((sum, { own }) => sum + own, 0);
  return {
    server: all.get(pids.server)?.own ?? 0,
    worker: sumChildren(pids.server),
    database: sumChildren(pids.postmaster) + (all.get(pids.postmaster)?.ended ?? 0),
    rows: Number(rows[0]?.rows ?? 0),
    wal: Number(rows[0]?.wal ?? 0),
  };
}

const USAGE_NAMES = ['server', 'worker', 'database', 'rows', 'wal'] as const;
const mapUsage = (compute: (name: keyof UsageTotals) => number): UsageTotals =>
  Object.fromEntries(USAGE_NAMES.map((name) => [name, compute(name)])) as unknown as UsageTotals;
const subtractUsage = (from: UsageTotals, to: UsageTotals): UsageTotals =>
  mapUsage((name) => to[name] - from[name]);

async function runLoad(options: object): Promise<HttpResult & { bytes: number }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'http-load.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(options));
  return (await json(child.stdout)) as HttpResult & { bytes: number };
}

/** Waits for followers and database statistics, which lag by some seconds. */
const waitUntilSettled = () => sleep(SETTLE_MS);

async function measureKinds(
  db: Db,
  pids: { server: number; postmaster: number },
  target: { port: number; tokens: string[] },
): Promise<Record<RequestKind, RequestCost>> {
  const connections = PEOPLE;
  await runLoad({ ...target, what: 'quick trades', connections, seconds: 3, rate: 0 });
  // Work caused by the trades before has ended by then.
  for (let rests = 0; rests < 4; rests += 1) await waitUntilSettled();
  const idleTotal = await readUsage(db, pids);
  for (let rests = 0; rests < 2; rests += 1) await waitUntilSettled();
  const idle = subtractUsage(idleTotal, await readUsage(db, pids));
  const costs: [string, RequestCost][] = [];
  for (const [kind, what] of Object.entries(KINDS)) {
    const from = await readUsage(db, pids);
    const began = performance.now();
    const { ok, failed, firstFailure, perSecond, bytes } = await runLoad({
      ...target,
      what,
      connections,
      seconds: SECONDS,
      rate: 0,
    });
    if (ok === 0 || failed > ok / 50)
      throw new Error(`${kind}: ${failed} of ${ok + failed} failed: ${firstFailure}`);
    await waitUntilSettled();
    const share = (performance.now() - began) / (2 * SETTLE_MS);
    const difference = subtractUsage(from, await readUsage(db, pids));
    const own = mapUsage((name) => Math.max(0, (difference[name] - idle[name] * share) / ok));
    costs.push([kind, { ...own, perSecond, answer: bytes / ok }]);
  }
  return Object.fromEntries(costs) as Record<RequestKind, RequestCost>;
}

/**
 * Returns the rate per second that the CPU time of the busier of the two allows: one core for the server, the
 * others for the rest.
 */
function computeMaxRate({ server, worker, database }: RequestCost, cores: number): number {
  return Math.floor(Math.min(1_000 / server, ((cores - 1) * 1_000) / (worker + database)));
}

function formatTable(costs: Record<RequestKind, RequestCost>): string {
  const formatMs = (value: number) => value.toFixed(3);
  const rows = Object.entries(costs).map(([kind, cost]) =>
    [
      kind,
      formatMs(cost.server),
      formatMs(cost.worker),
      formatMs(cost.database),
      cost.rows.toFixed(1),
      Math.round(cost.wal),
      Math.round(cost.answer),
      computeMaxRate(cost, 2),
      computeMaxRate(cost, 8),
    ].join(' | '),
  );
  const head = [
    'request',
    'server ms',
    'worker ms',
    'database ms',
    'rows',
    'WAL bytes',
    'answer bytes',
    'a second, 2 cores',
    '8 cores',
  ];
  const lines = [
    head.join(' | '),
    `--- | ${head
      .slice(1)
      .map(() => '--:')
      .join(' | ')}`,
    ...rows,
  ];
  return lines.map((line) => `| ${line} |`).join('\n');
}

/** Replaces the table between its marks, with machine and day; the text around it stays. */
function updateScalingDoc(text: string): void {
  const paper = readFileSync(SCALING_PAGE, 'utf8');
  const [from, to] = [paper.indexOf(TABLE_BEGIN), paper.indexOf(TABLE_END)];
  if (from < 0 || to < from) throw new Error(`no marks for the table in ${SCALING_PAGE}`);
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${new Date().toISOString().slice(0, 10)}`;
  writeFileSync(
    SCALING_PAGE,
    `${paper.slice(0, from + TABLE_BEGIN.length)}\n\n${text}\n\n${machine}.\n\n${paper.slice(to)}`,
  );
}

async function fundPeople(url: string, people: readonly string[]): Promise<void> {
  const log = createLog('warn');
  const ledger = await createLedger({
    url,
    chainKey: TEST_CHAIN_KEY,
    leaseMs: 5_000,
    clock: systemClock,
    log,
  });
  await fundAccount(ledger, houseAccount('BITCOIN', 'inventory'), 10n ** 14n);
  await Promise.all(
    people.flatMap((id) => [
      fundAccount(ledger, userAccount(id, 'TOMAN'), 10n ** 18n),
      fundAccount(ledger, userAccount(id, 'BITCOIN'), 10n ** 12n),
    ]),
  );
  await ledger.stop();
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-bench-model-'));
  const serverDir = await mkdtemp(join(tmpdir(), 'sarraf-bench-server-'));
  const postgres = await startPostgres({ dataDir, log: () => {} });
  const { url } = postgres;
  await migrate(url);
  const people = Array.from({ length: PEOPLE }, newId);
  await fundPeople(url, people);
  const { db, close } = openDatabase(url, 4);
  const port = await findFreePort();
  const server = await startServer({
    DATA_DIR: serverDir,
    DATABASE_URL: url,
    PORT: String(port),
    RATE_ORDERS_OF_ONE: '1000000',
    RATE_READ: '10000000',
    WITH_WORKER: '1',
    BOOKS_KEY: TEST_BOOKS_KEY.toString('base64'),
  });
  try {
    const tokens: string[] = [];
    for (const [n, id] of people.entries()) {
      await addPerson(db, { id, email: `bench-${n}@sarraf.test`, state: 'AUTHORIZED' });
      tokens.push(await addSession(db, id));
    }
    const postmaster = Number.parseInt(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8'), 10);
    const costs = await measureKinds(db, { server: server.child.pid ?? 0, postmaster }, { port, tokens });
    const text = formatTable(costs);
    console.log(text);
    updateScalingDoc(text);
    console.log(JSON.stringify({ bench: 'model', ...flattenFigures(costs) }));
  } finally {
    await server.kill('SIGTERM');
    await close();
    await postgres.stop();
    for (const folder of [dataDir, serverDir]) await rm(folder, { recursive: true, force: true });
  }
}

/** Named like the figures of the other benchmarks: `quick trade, server ms`. */
const flattenFigures = (costs: Record<RequestKind, RequestCost>) =>
  Object.fromEntries(
    Object.entries(costs).flatMap(([kind, cost]) =>
      (['server', 'worker', 'database'] as const).map((name) => [`${kind}, ${name} ms`, cost[name]]),
    ),
  );

await main();

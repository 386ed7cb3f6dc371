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
import { freePort, startServer } from '../server/test/running-server.ts';
import { fundAccount } from '../server/test/seed.ts';
import type { HttpResult } from './otc-http.ts';

const SECONDS = Number.parseInt(process.env.BENCH_SECONDS ?? '8', 10);
const PEOPLE = 64;
const PAPER = join(import.meta.dirname, '../docs/scaling.md');
const BEGIN = '<!-- npm run bench model -->';
const END = '<!-- end -->';
/** /proc counts processor time in hundredths of a second. */
const TICK_MS = 10;
const SETTLE_MS = 5_000;

/** By the names in the document; a path is read with GET. */
const KINDS = {
  'quick trade': 'quick trades',
  'limit order placed, taken or taken back': 'orders',
  'wallets with their worth': { path: '/wallets/totals' },
  'page of ten trades': { path: '/trades?size=10' },
  'open orders': { path: '/orders?status=open&size=10' },
  'market table': { path: '/trades/market-info/v2?source_coin=TOMAN' },
  'order book': { path: '/orderbook/BITCOIN_TOMAN' },
  'candles of a day': { path: '/candles/BITCOIN_TOMAN?interval=1h' },
} as const;
type Kind = keyof typeof KINDS;

/** Totals since the start; milliseconds, rows, bytes. */
interface Used {
  server: number;
  worker: number;
  database: number;
  rows: number;
  wal: number;
}

interface Cost extends Used {
  perSecond: number;
  answer: number;
}

interface Process {
  parent: number;
  own: number;
  ended: number;
}

/** By process id: CPU time of its own and of its ended children, in milliseconds. */
function processes(): Map<number, Process> {
  const found = new Map<number, Process>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const text = statOf(name);
    if (text === null) continue;
    // After the name, which may contain anything: state, parent, …, utime, stime, cutime, cstime.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = (at: number) => Number(fields[at]) * TICK_MS;
    found.set(Number(name), {
      parent: Number(fields[1]),
      own: ticks(11) + ticks(12),
      ended: ticks(13) + ticks(14),
    });
  }
  return found;
}

/** Reads the process's statistics; null: it ended in the meantime. */
function statOf(pid: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
}

async function used(db: Db, pids: { server: number; postmaster: number }): Promise<Used> {
  const { rows } = await sql<{ rows: bigint; wal: bigint }>`select
    (select sum(n_tup_ins + n_tup_upd)::bigint from pg_stat_user_tables) as rows,
    (pg_current_wal_lsn() - '0/0')::bigint as wal`.execute(db);
  const all = processes();
  const childrenOf = (pid: number) =>
    [...all.values()].filter(({ parent }) => parent === pid).reduce((sum, { own }) => sum + own, 0);
  return {
    server: all.get(pids.server)?.own ?? 0,
    worker: childrenOf(pids.server),
    database: childrenOf(pids.postmaster) + (all.get(pids.postmaster)?.ended ?? 0),
    rows: Number(rows[0]?.rows ?? 0),
    wal: Number(rows[0]?.wal ?? 0),
  };
}

const NAMES = ['server', 'worker', 'database', 'rows', 'wal'] as const;
const each = (make: (name: keyof Used) => number): Used =>
  Object.fromEntries(NAMES.map((name) => [name, make(name)])) as unknown as Used;
const between = (from: Used, to: Used): Used => each((name) => to[name] - from[name]);

async function load(options: object): Promise<HttpResult & { bytes: number }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'http-load.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(options));
  return (await json(child.stdout)) as HttpResult & { bytes: number };
}

/** Waits for followers and database statistics, which lag by some seconds. */
const settle = () => sleep(SETTLE_MS);

async function measure(
  db: Db,
  pids: { server: number; postmaster: number },
  target: { port: number; tokens: string[] },
): Promise<Record<Kind, Cost>> {
  const connections = PEOPLE;
  await load({ ...target, what: 'quick trades', connections, seconds: 3, rate: 0 });
  // Work caused by the trades before has ended by then.
  for (let rests = 0; rests < 4; rests += 1) await settle();
  const rested = await used(db, pids);
  for (let rests = 0; rests < 2; rests += 1) await settle();
  const idle = between(rested, await used(db, pids));
  const costs: [string, Cost][] = [];
  for (const [kind, what] of Object.entries(KINDS)) {
    const from = await used(db, pids);
    const began = performance.now();
    const { ok, failed, firstFailure, perSecond, bytes } = await load({
      ...target,
      what,
      connections,
      seconds: SECONDS,
      rate: 0,
    });
    if (ok === 0 || failed > ok / 50)
      throw new Error(`${kind}: ${failed} of ${ok + failed} failed: ${firstFailure}`);
    await settle();
    const share = (performance.now() - began) / (2 * SETTLE_MS);
    const spent = between(from, await used(db, pids));
    const own = each((name) => Math.max(0, (spent[name] - idle[name] * share) / ok));
    costs.push([kind, { ...own, perSecond, answer: bytes / ok }]);
  }
  return Object.fromEntries(costs) as Record<Kind, Cost>;
}

/**
 * Returns the rate per second that the CPU time of the busier of the two allows: one core for the server, the
 * others for the rest.
 */
function held({ server, worker, database }: Cost, cores: number): number {
  return Math.floor(Math.min(1_000 / server, ((cores - 1) * 1_000) / (worker + database)));
}

function table(costs: Record<Kind, Cost>): string {
  const ms = (value: number) => value.toFixed(3);
  const rows = Object.entries(costs).map(([kind, cost]) =>
    [
      kind,
      ms(cost.server),
      ms(cost.worker),
      ms(cost.database),
      cost.rows.toFixed(1),
      Math.round(cost.wal),
      Math.round(cost.answer),
      held(cost, 2),
      held(cost, 8),
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
  const paper = readFileSync(PAPER, 'utf8');
  const [from, to] = [paper.indexOf(BEGIN), paper.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`no marks for the table in ${PAPER}`);
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${new Date().toISOString().slice(0, 10)}`;
  writeFileSync(
    PAPER,
    `${paper.slice(0, from + BEGIN.length)}\n\n${text}\n\n${machine}.\n\n${paper.slice(to)}`,
  );
}

async function endow(url: string, people: readonly string[]): Promise<void> {
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
  await endow(url, people);
  const { db, close } = openDatabase(url, 4);
  const port = await freePort();
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
    const costs = await measure(db, { server: server.child.pid ?? 0, postmaster }, { port, tokens });
    const text = table(costs);
    console.log(text);
    updateScalingDoc(text);
    console.log(JSON.stringify({ bench: 'model', ...flat(costs) }));
  } finally {
    await server.kill('SIGTERM');
    await close();
    await postgres.stop();
    for (const folder of [dataDir, serverDir]) await rm(folder, { recursive: true, force: true });
  }
}

/** Named like the figures of the other benchmarks: `quick trade, server ms`. */
const flat = (costs: Record<Kind, Cost>) =>
  Object.fromEntries(
    Object.entries(costs).flatMap(([kind, cost]) =>
      (['server', 'worker', 'database'] as const).map((name) => [`${kind}, ${name} ms`, cost[name]]),
    ),
  );

await main();

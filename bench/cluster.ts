// CPU time of an order and of a read: with one process, and with three of which one is the ledger writer, with
// requests to the two others, and to the writer directly. Alternating, BENCH_ROUNDS times. It needs processors:
// with fewer than processes, the rate per second says little.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLedger, userAccount } from '../server/src/ledger/index.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { startPostgres } from '../server/src/platform/database/postgres.ts';
import { newId } from '../server/src/platform/ids.ts';
import { createLog } from '../server/src/platform/log.ts';
import { TEST_BOOKS_KEY, TEST_CHAIN_KEY } from '../server/test/keys.ts';
import { startNats, type TestNats } from '../server/test/nats.ts';
import { findFreePort, type RunningServer, startServer } from '../server/test/running-server.ts';
import { fundAccount } from '../server/test/seed.ts';
import { pollUntil } from '../server/test/waiting.ts';
import { addCustomers, type HttpResult, runLoad } from './otc-http.ts';

const SECONDS = Number.parseInt(process.env.BENCH_SECONDS ?? '10', 10);
const ROUNDS = Number.parseInt(process.env.BENCH_ROUNDS ?? '3', 10);
/** Concurrent requests: this many orders may share a batch. */
const CONNECTIONS = Number.parseInt(process.env.BENCH_CONNECTIONS ?? '64', 10);
const TICK_MS = 10;

interface Cluster {
  /** The first one is the ledger writer. */
  servers: RunningServer[];
  ports: number[];
}

interface ClusterSettings {
  url: string;
  dataDir: string;
  nats: TestNats;
}

async function runWithCluster(
  size: number,
  places: ClusterSettings,
  work: (cluster: Cluster) => Promise<void>,
) {
  const cluster: Cluster = { servers: [], ports: [] };
  try {
    await startCluster(cluster, size, places);
    await work(cluster);
  } finally {
    for (const server of cluster.servers.reverse()) await server.kill('SIGTERM');
  }
}

async function startCluster(
  { servers, ports }: Cluster,
  size: number,
  { url, dataDir, nats }: ClusterSettings,
): Promise<void> {
  for (let n = 0; n < size; n += 1) {
    const port = await findFreePort();
    ports.push(port);
    const server = await startServer({
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      PORT: String(port),
      RATE_ORDERS_OF_ONE: '1000000',
      MARKET_MAKERS: 'off',
      WITH_WORKER: '1',
      BOOKS_KEY: TEST_BOOKS_KEY.toString('base64'),
      ...(size > 1 && { NATS_URL: nats.url }),
    });
    servers.push(server);
    await pollUntil(async () => {
      const { writer, forwarding } = (await (await fetch(`${server.url}/health/ready`)).json()) as {
        writer: boolean;
        forwarding?: boolean;
      };
      return n === 0 ? writer : forwarding === true;
    }, 60_000);
  }
}

/** User and system time of a process so far, in ms: proc(5), the 14th and 15th field. */
function readCpuMs({ child }: RunningServer): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number.parseInt(fields[11] ?? '', 10) + Number.parseInt(fields[12] ?? '', 10)) * TICK_MS;
}

const READS = { path: '/orderbook/BITCOIN_TOMAN' };

/** Orders, and reads of an order book, from one process and from three. */
type MeasuredPhase = 'alone' | 'through' | 'direct' | 'readAlone' | 'readAll';

interface ClusterResult {
  perSecond: number;
  /** CPU time in ms: of the ledger writer, and of all processes. */
  writerMs: number;
  allMs: number;
}

async function measure(
  { servers }: Cluster,
  ports: readonly number[],
  { what, tokens }: { what: 'orders' | { path: string }; tokens: string[] },
): Promise<ClusterResult> {
  const share = Math.floor(CONNECTIONS / ports.length);
  const run = (seconds: number) =>
    Promise.all(
      ports.map((port, n) =>
        runLoad({
          what,
          port,
          tokens: tokens.slice(n * share, (n + 1) * share),
          connections: share,
          seconds,
          rate: 0,
        }),
      ),
    );
  await run(2);
  const before = servers.map(readCpuMs);
  const results: HttpResult[] = await run(SECONDS);
  const spent = servers.map((server, n) => readCpuMs(server) - (before[n] ?? 0));
  const failed = results.find((result) => result.failed > 0);
  if (failed) throw new Error(failed.firstFailure);
  const orders = results.reduce((sum, { ok }) => sum + ok, 0);
  return {
    perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0),
    writerMs: (spent[0] ?? 0) / orders,
    allMs: spent.reduce((sum, ms) => sum + ms, 0) / orders,
  };
}

const computeMedian = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
const computeMedians = (all: ClusterResult[]): ClusterResult => ({
  perSecond: computeMedian(all.map(({ perSecond }) => perSecond)),
  writerMs: computeMedian(all.map(({ writerMs }) => writerMs)),
  allMs: computeMedian(all.map(({ allMs }) => allMs)),
});

async function fundPeople(url: string, people: readonly string[]): Promise<void> {
  const ledger = await createLedger({
    url,
    chainKey: TEST_CHAIN_KEY,
    leaseMs: 5_000,
    clock: systemClock,
    log: createLog('warn'),
  });
  for (const id of people) {
    await fundAccount(ledger, userAccount(id, 'TOMAN'), 10n ** 18n);
    await fundAccount(ledger, userAccount(id, 'BITCOIN'), 10n ** 10n);
  }
  await ledger.stop();
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-bench-'));
  const postgres = await startPostgres({ dataDir, log: () => {} });
  const nats = await startNats();
  const measured = { alone: [], through: [], direct: [], readAlone: [], readAll: [] } as Record<
    MeasuredPhase,
    ClusterResult[]
  >;
  try {
    const { url } = postgres;
    await migrate(url);
    const people = Array.from({ length: CONNECTIONS }, newId);
    await fundPeople(url, people);
    const tokens = await addCustomers(url, people);
    const places = { url, dataDir: join(dataDir, 'server'), nats };
    for (let round = 0; round < ROUNDS; round += 1) {
      await runWithCluster(1, places, async (one) => {
        measured.alone.push(await measure(one, one.ports, { what: 'orders', tokens }));
        measured.readAlone.push(await measure(one, one.ports, { what: READS, tokens }));
      });
      await runWithCluster(3, places, async (three) => {
        measured.through.push(await measure(three, three.ports.slice(1), { what: 'orders', tokens }));
        measured.direct.push(await measure(three, three.ports.slice(0, 1), { what: 'orders', tokens }));
        measured.readAll.push(await measure(three, three.ports, { what: READS, tokens }));
      });
    }
  } finally {
    await nats.kill();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  printReport({
    alone: computeMedians(measured.alone),
    through: computeMedians(measured.through),
    direct: computeMedians(measured.direct),
    readAlone: computeMedians(measured.readAlone),
    readAll: computeMedians(measured.readAll),
  });
}

function printReport({
  alone,
  through,
  direct,
  readAlone,
  readAll,
}: Record<MeasuredPhase, ClusterResult>): void {
  const formatRow = ({ perSecond, writerMs, allMs }: ClusterResult) => ({
    perSecond: Math.round(perSecond),
    'writer ms': writerMs.toFixed(3),
    'all ms': allMs.toFixed(3),
  });
  console.table({
    [`orders of ${CONNECTIONS} connections to one process`]: formatRow(alone),
    'to three, through the two that read': formatRow(through),
    'to three, to the one that settles': formatRow(direct),
    'reads of one process': formatRow(readAlone),
    'reads of all three': formatRow(readAll),
  });
  console.log(
    JSON.stringify({
      bench: 'cluster',
      alonePerSecond: alone.perSecond,
      aloneMs: alone.writerMs,
      throughPerSecond: through.perSecond,
      throughWriterMs: through.writerMs,
      throughAllMs: through.allMs,
      directWriterMs: direct.writerMs,
      directAllMs: direct.allMs,
      readAlonePerSecond: readAlone.perSecond,
      readAllPerSecond: readAll.perSecond,
      readAloneMs: readAlone.allMs,
      readAllMs: readAll.allMs,
    }),
  );
}

await main();

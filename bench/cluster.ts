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
import { freePort, type RunningServer, startServer } from '../server/test/running-server.ts';
import { fundAccount } from '../server/test/seed.ts';
import { until } from '../server/test/waiting.ts';
import { addCustomers, type HttpResult, load } from './otc-http.ts';

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

interface Places {
  url: string;
  dataDir: string;
  nats: TestNats;
}

async function withCluster(size: number, places: Places, work: (cluster: Cluster) => Promise<void>) {
  const cluster: Cluster = { servers: [], ports: [] };
  try {
    await start(cluster, size, places);
    await work(cluster);
  } finally {
    for (const server of cluster.servers.reverse()) await server.kill('SIGTERM');
  }
}

async function start(
  { servers, ports }: Cluster,
  size: number,
  { url, dataDir, nats }: Places,
): Promise<void> {
  for (let n = 0; n < size; n += 1) {
    const port = await freePort();
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
    await until(async () => {
      const { writer, forwarding } = (await (await fetch(`${server.url}/health/ready`)).json()) as {
        writer: boolean;
        forwarding?: boolean;
      };
      return n === 0 ? writer : forwarding === true;
    }, 60_000);
  }
}

/** User and system time of a process so far, in ms: proc(5), the 14th and 15th field. */
function cpuOf({ child }: RunningServer): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number.parseInt(fields[11] ?? '', 10) + Number.parseInt(fields[12] ?? '', 10)) * TICK_MS;
}

const READS = { path: '/orderbook/BITCOIN_TOMAN' };

/** Orders, and reads of an order book, from one process and from three. */
type Phase = 'alone' | 'through' | 'direct' | 'readAlone' | 'readAll';

interface Measured {
  perSecond: number;
  /** CPU time in ms: of the ledger writer, and of all processes. */
  writerMs: number;
  allMs: number;
}

async function measure(
  { servers }: Cluster,
  ports: readonly number[],
  { what, tokens }: { what: 'orders' | { path: string }; tokens: string[] },
): Promise<Measured> {
  const share = Math.floor(CONNECTIONS / ports.length);
  const run = (seconds: number) =>
    Promise.all(
      ports.map((port, n) =>
        load({
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
  const before = servers.map(cpuOf);
  const results: HttpResult[] = await run(SECONDS);
  const spent = servers.map((server, n) => cpuOf(server) - (before[n] ?? 0));
  const failed = results.find((result) => result.failed > 0);
  if (failed) throw new Error(failed.firstFailure);
  const orders = results.reduce((sum, { ok }) => sum + ok, 0);
  return {
    perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0),
    writerMs: (spent[0] ?? 0) / orders,
    allMs: spent.reduce((sum, ms) => sum + ms, 0) / orders,
  };
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
const medians = (all: Measured[]): Measured => ({
  perSecond: median(all.map(({ perSecond }) => perSecond)),
  writerMs: median(all.map(({ writerMs }) => writerMs)),
  allMs: median(all.map(({ allMs }) => allMs)),
});

async function endow(url: string, people: readonly string[]): Promise<void> {
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
    Phase,
    Measured[]
  >;
  try {
    const { url } = postgres;
    await migrate(url);
    const people = Array.from({ length: CONNECTIONS }, newId);
    await endow(url, people);
    const tokens = await addCustomers(url, people);
    const places = { url, dataDir: join(dataDir, 'server'), nats };
    for (let round = 0; round < ROUNDS; round += 1) {
      await withCluster(1, places, async (one) => {
        measured.alone.push(await measure(one, one.ports, { what: 'orders', tokens }));
        measured.readAlone.push(await measure(one, one.ports, { what: READS, tokens }));
      });
      await withCluster(3, places, async (three) => {
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
  report({
    alone: medians(measured.alone),
    through: medians(measured.through),
    direct: medians(measured.direct),
    readAlone: medians(measured.readAlone),
    readAll: medians(measured.readAll),
  });
}

function report({ alone, through, direct, readAlone, readAll }: Record<Phase, Measured>): void {
  const row = ({ perSecond, writerMs, allMs }: Measured) => ({
    perSecond: Math.round(perSecond),
    'writer ms': writerMs.toFixed(3),
    'all ms': allMs.toFixed(3),
  });
  console.table({
    [`orders of ${CONNECTIONS} connections to one process`]: row(alone),
    'to three, through the two that read': row(through),
    'to three, to the one that settles': row(direct),
    'reads of one process': row(readAlone),
    'reads of all three': row(readAll),
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

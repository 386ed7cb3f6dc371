/**
 * Cost of traces: CPU time of the server for a quick trade over HTTP without a collector, with the default share of
 * traces, and with all, each in its own server, alternating. BENCH_SECONDS: of each (6); BENCH_ROUNDS (3).
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../scripts/bench/figures.ts';
import { createLedger, houseAccount, userAccount } from '../server/src/ledger/index.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { startPostgres } from '../server/src/platform/database/postgres.ts';
import { newId } from '../server/src/platform/ids.ts';
import { createLog } from '../server/src/platform/log.ts';
import { TEST_BOOKS_KEY, TEST_CHAIN_KEY } from '../server/test/keys.ts';
import { startCollector } from '../server/test/otlp-collector.ts';
import { freePort, startServer } from '../server/test/running-server.ts';
import { fundAccount } from '../server/test/seed.ts';
import { addCustomers, load } from './otc-http.ts';

const SECONDS = Number.parseInt(process.env.BENCH_SECONDS ?? '6', 10);
const ROUNDS = Number.parseInt(process.env.BENCH_ROUNDS ?? '3', 10);
const PEOPLE = 64;
const WAYS = { none: null, tenth: '0.1', all: '1' } as const;
type Way = keyof typeof WAYS;
/** /proc counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Returns the CPU time of a process in milliseconds. */
function spentBy(pid: number | undefined): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Returns milliseconds per trade. */
async function costOf(
  way: Way,
  { url, tokens, collector }: { url: string; tokens: string[]; collector: string },
): Promise<number> {
  const port = await freePort();
  const server = await startServer({
    DATA_DIR: serverDir,
    DATABASE_URL: url,
    PORT: String(port),
    MARKET_MAKERS: 'off',
    BOOKS_KEY: TEST_BOOKS_KEY.toString('base64'),
    ...(WAYS[way] && { OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_TRACES_SAMPLER_ARG: WAYS[way] }),
  });
  try {
    const base = { what: 'quick trades', port, tokens, connections: PEOPLE, rate: 0 };
    await load({ ...base, seconds: 3 });
    const before = spentBy(server.child.pid);
    const { ok, failed, firstFailure } = await load({ ...base, seconds: SECONDS });
    if (ok === 0 || failed > ok / 50) throw new Error(`${failed} of ${ok + failed} failed: ${firstFailure}`);
    return (spentBy(server.child.pid) - before) / ok;
  } finally {
    await server.kill('SIGTERM');
  }
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
  await Promise.all(people.map((id) => fundAccount(ledger, userAccount(id, 'TOMAN'), 10n ** 18n)));
  await ledger.stop();
}

const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-bench-traces-'));
/** Shared by all servers, one after another: it has their keys. */
const serverDir = await mkdtemp(join(tmpdir(), 'sarraf-bench-server-'));
const postgres = await startPostgres({ dataDir, log: () => {} });
const collector = await startCollector();
try {
  const { url } = postgres;
  await migrate(url);
  const people = Array.from({ length: PEOPLE }, newId);
  await endow(url, people);
  const tokens = await addCustomers(url, people);
  const ways = Object.keys(WAYS) as Way[];
  const costs = Object.fromEntries(ways.map((way) => [way, [] as number[]])) as Record<Way, number[]>;
  for (let round = 0; round < ROUNDS; round += 1)
    for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
      costs[way].push(await costOf(way, { url, tokens, collector: collector.url }));
      collector.bodies.length = 0;
      collector.spans.length = 0;
    }
  const ms = (way: Way) => median(costs[way]);
  const ratios = (way: Way) => costs[way].map((cost, round) => cost / (costs.none[round] ?? Number.NaN));
  console.table(
    Object.fromEntries(
      ways.map((way) => [
        `traces kept: ${way}`,
        {
          'ms a trade': ms(way).toFixed(3),
          ratio: median(ratios(way)).toFixed(3),
          least: Math.min(...ratios(way)).toFixed(3),
          most: Math.max(...ratios(way)).toFixed(3),
        },
      ]),
    ),
  );
  const figures = { noneMs: ms('none'), tenthMs: ms('tenth'), allMs: ms('all') };
  const toNone = { tenthToNone: median(ratios('tenth')), allToNone: median(ratios('all')) };
  console.log(JSON.stringify({ bench: 'traces', ...figures, ...toNone }));
} finally {
  await collector.stop();
  await postgres.stop();
  for (const folder of [dataDir, serverDir]) await rm(folder, { recursive: true, force: true });
}

/**
 * Cost of traces: CPU time of the server for a quick trade over HTTP without a collector, with the default share of
 * traces, and with all, each in its own server, alternating. BENCH_SECONDS: of each (6); BENCH_ROUNDS (3).
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { computeMedian } from '../scripts/bench/figures.ts';
import { createLedger, houseAccount, userAccount } from '../server/src/ledger/index.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { startPostgres } from '../server/src/platform/database/postgres.ts';
import { newId } from '../server/src/platform/ids.ts';
import { createLog } from '../server/src/platform/log.ts';
import { TEST_BOOKS_KEY, TEST_CHAIN_KEY } from '../server/test/keys.ts';
import { startCollector } from '../server/test/otlp-collector.ts';
import { findFreePort, startServer } from '../server/test/running-server.ts';
import { fundAccount } from '../server/test/seed.ts';
import { addCustomers, runLoad } from './otc-http.ts';

const SECONDS = Number.parseInt(process.env.BENCH_SECONDS ?? '6', 10);
const ROUNDS = Number.parseInt(process.env.BENCH_ROUNDS ?? '3', 10);
const PEOPLE = 64;
const TRACE_MODES = { none: null, tenth: '0.1', all: '1' } as const;
type TraceMode = keyof typeof TRACE_MODES;
/** /proc counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Returns the CPU time of a process in milliseconds. */
function readCpuMs(pid: number | undefined): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Returns milliseconds per trade. */
async function measureCost(
  mode: TraceMode,
  { url, tokens, collector }: { url: string; tokens: string[]; collector: string },
): Promise<number> {
  const port = await findFreePort();
  const server = await startServer({
    DATA_DIR: serverDir,
    DATABASE_URL: url,
    PORT: String(port),
    MARKET_MAKERS: 'off',
    BOOKS_KEY: TEST_BOOKS_KEY.toString('base64'),
    ...(TRACE_MODES[mode] && {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector,
      OTEL_TRACES_SAMPLER_ARG: TRACE_MODES[mode],
    }),
  });
  try {
    const base = { what: 'quick trades', port, tokens, connections: PEOPLE, rate: 0 };
    await runLoad({ ...base, seconds: 3 });
    const before = readCpuMs(server.child.pid);
    const { ok, failed, firstFailure } = await runLoad({ ...base, seconds: SECONDS });
    if (ok === 0 || failed > ok / 50) throw new Error(`${failed} of ${ok + failed} failed: ${firstFailure}`);
    return (readCpuMs(server.child.pid) - before) / ok;
  } finally {
    await server.kill('SIGTERM');
  }
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
  await fundPeople(url, people);
  const tokens = await addCustomers(url, people);
  const modes = Object.keys(TRACE_MODES) as TraceMode[];
  const costs = Object.fromEntries(modes.map((way) => [way, [] as number[]])) as Record<TraceMode, number[]>;
  for (let round = 0; round < ROUNDS; round += 1)
    for (const way of round % 2 === 0 ? modes : modes.toReversed()) {
      costs[way].push(await measureCost(way, { url, tokens, collector: collector.url }));
      collector.bodies.length = 0;
      collector.spans.length = 0;
    }
  const medianMs = (mode: TraceMode) => computeMedian(costs[mode]);
  const computeRatios = (mode: TraceMode) =>
    costs[mode].map((cost, round) => cost / (costs.none[round] ?? Number.NaN));
  console.table(
    Object.fromEntries(
      modes.map((way) => [
        `traces kept: ${way}`,
        {
          'ms a trade': medianMs(way).toFixed(3),
          ratio: computeMedian(computeRatios(way)).toFixed(3),
          least: Math.min(...computeRatios(way)).toFixed(3),
          most: Math.max(...computeRatios(way)).toFixed(3),
        },
      ]),
    ),
  );
  const figures = { noneMs: medianMs('none'), tenthMs: medianMs('tenth'), allMs: medianMs('all') };
  const ratiosToNone = {
    tenthToNone: computeMedian(computeRatios('tenth')),
    allToNone: computeMedian(computeRatios('all')),
  };
  console.log(JSON.stringify({ bench: 'traces', ...figures, ...ratiosToNone }));
} finally {
  await collector.stop();
  await postgres.stop();
  for (const folder of [dataDir, serverDir]) await rm(folder, { recursive: true, force: true });
}

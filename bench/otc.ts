import { findViolations } from '../server/src/audit/index.ts';
import { createLedger, houseAccount, type Ledger, userAccount } from '../server/src/ledger/index.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { openDatabase } from '../server/src/platform/database/database.ts';
import type { Caller } from '../server/src/platform/http/http.ts';
import { newId } from '../server/src/platform/ids.ts';
import { createLog } from '../server/src/platform/log.ts';
import { placeQuickTrade } from '../server/src/trading/index.ts';
import { createTestCaller } from '../server/test/caller.ts';
import { TEST_CHAIN_KEY } from '../server/test/keys.ts';
import { fundAccount } from '../server/test/seed.ts';
import { createBenchDatabase } from './bench-database.ts';
import { createQuickTradeDeps, PRICE } from './deps.ts';
import { computeOfferedRate, measureOverHttp } from './otc-http.ts';
import { measureOneTransactionPerTrade, measurePgbenchAtRate, runPgbench } from './otc-peers.ts';

const SECONDS = Number.parseInt(process.env.BENCH_SECONDS ?? '15', 10);
const AMOUNT = '0.0001';
const IN_FLIGHT = 2_000;

const createCaller = (userId: string): Caller => createTestCaller({ userId });

/** Measures quick trades a second directly in the ledger, with 1,000 in flight. */
async function measureInProcess(url: string, people: string[]): Promise<number> {
  const ledger = await createLedger({
    url,
    chainKey: TEST_CHAIN_KEY,
    leaseMs: 5000,
    clock: systemClock,
    log: createLog('warn'),
  });
  await fundPeople(ledger, people);
  const deps = createQuickTradeDeps(ledger);
  const callers = people.map(createCaller);
  const endsAt = performance.now() + SECONDS * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async (_, n) => {
      for (let i = n; performance.now() < endsAt; i += IN_FLIGHT) {
        const body = { marketType: 'BITCOIN_TOMAN', amount: AMOUNT, unitPrice: String(PRICE) };
        await placeQuickTrade(deps, callers[i % callers.length] as Caller, 'buy', body, {
          key: newId(),
          digest: 'bench',
        });
        done += 1;
      }
    }),
  );
  await ledger.stop();
  return done / SECONDS;
}

async function fundPeople(ledger: Ledger, people: string[]): Promise<void> {
  const giveAmount = (credit: ReturnType<typeof userAccount>, amount: bigint) =>
    fundAccount(ledger, credit, amount);
  await giveAmount(houseAccount('BITCOIN', 'inventory'), 10n ** 8n * 10n ** 6n);
  await Promise.all(people.map((id) => giveAmount(userAccount(id, 'TOMAN'), 10n ** 18n)));
}

async function main(): Promise<void> {
  const database = await createBenchDatabase();
  try {
    const { url, people } = database;
    const pgbench = await runPgbench(url, SECONDS);
    const naive = await measureOneTransactionPerTrade(url, people, SECONDS);
    const batches = await measureInProcess(url, people);
    const rate = computeOfferedRate(pgbench ?? naive);
    const http = await measureOverHttp(database, SECONDS, { what: 'quick trades', rate });
    const offered = await measurePgbenchAtRate(url, rate, SECONDS);
    printReport({ pgbench, naive, batches, http, offered });
    const { db, close } = openDatabase(url, 2);
    const [violation] = await findViolations(db, 'all');
    await close();
    if (violation) throw new Error(JSON.stringify(violation));
  } finally {
    await database.remove();
  }
}

function printReport({
  pgbench,
  naive,
  batches,
  http,
  offered,
}: {
  pgbench: number | null;
  naive: number;
  batches: number;
  http: Awaited<ReturnType<typeof measureOverHttp>>;
  /** pgbench's own latencies at the offered rate. */
  offered: Awaited<ReturnType<typeof measurePgbenchAtRate>>;
}): void {
  const formatRatio = (value: number) =>
    pgbench === null ? null : Math.round((value / pgbench) * 100) / 100;
  const formatRow = (perSecond: number, p50?: number, p99?: number) => ({
    perSecond: Math.round(perSecond),
    'x pgbench': formatRatio(perSecond),
    'p50 ms': p50?.toFixed(2) ?? '',
    'p99 ms': p99?.toFixed(2) ?? '',
  });
  console.table({
    'pgbench simple-update, 32 clients': formatRow(pgbench ?? 0),
    'one transaction per trade, 16 connections': formatRow(naive),
    'settlement batches, in process': formatRow(batches),
    'POST /exchange/buy, 64 connections': formatRow(http.closed.perSecond, http.closed.p50, http.closed.p99),
    'POST /exchange/buy at an offered rate': formatRow(http.open.perSecond, http.open.p50, http.open.p99),
    'pgbench at this rate': formatRow(http.open.perSecond, offered?.p50, offered?.p99),
  });
  if (http.closed.failed + http.open.failed > 0) {
    console.log(
      `refused: ${http.closed.failed} and ${http.open.failed}; ${http.closed.firstFailure || http.open.firstFailure}`,
    );
  }
  console.table(
    http.lags.map(({ name, seconds }) => ({ follower: name, 'worst lag, s': seconds.toFixed(1) })),
  );
  console.log(
    JSON.stringify({
      bench: 'otc',
      pgbenchPerSecond: pgbench,
      naivePerSecond: naive,
      batchesPerSecond: batches,
      httpPerSecond: http.closed.perSecond,
      httpP50: http.closed.p50,
      httpP99: http.closed.p99,
      offeredPerSecond: http.open.perSecond,
      batchesToPgbench: formatRatio(batches),
      batchesToNaive: Math.round((batches / naive) * 10) / 10,
      httpToPgbench: formatRatio(http.closed.perSecond),
      offeredP50: http.open.p50,
      offeredP99: http.open.p99,
      ...(offered !== null && {
        pgbenchOfferedP50: offered.p50,
        pgbenchOfferedP99: offered.p99,
        offeredP99ToPgbench: http.open.p99 / offered.p99,
      }),
      worstLagSeconds: Math.max(...http.lags.map(({ seconds }) => seconds)),
    }),
  );
}

await main();

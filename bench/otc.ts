import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amountOf, type Quote } from '@sarraf/domain';
import { findViolations } from '../server/src/audit/index.ts';
import { createLedger, houseAccount, type Ledger, userAccount } from '../server/src/ledger/index.ts';
import { createBus } from '../server/src/platform/bus/bus.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { openDatabase } from '../server/src/platform/database/database.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { startPostgres } from '../server/src/platform/database/postgres.ts';
import type { Caller } from '../server/src/platform/http/http.ts';
import { newId } from '../server/src/platform/ids.ts';
import { createLog } from '../server/src/platform/log.ts';
import type { Rules } from '../server/src/rules/index.ts';
import { placeQuickTrade, type QuickTradeDeps } from '../server/src/trading/index.ts';
import { createTestCaller } from '../server/test/caller.ts';
import { TEST_CHAIN_KEY } from '../server/test/keys.ts';
import { fundAccount } from '../server/test/seed.ts';
import { computeOfferedRate, measureOverHttp } from './otc-http.ts';
import { measureOneTransactionPerTrade, runPgbench } from './otc-peers.ts';

const SECONDS = Number.parseInt(process.env.BENCH_SECONDS ?? '15', 10);
const PEOPLE = 1000;
const AMOUNT = '0.0001';
const log = createLog('warn');
const UNLIMITED: Rules = {
  tomanDepositPerDay: 0n,
  identifiedDepositPerDay: 0n,
  depositHoldHours: 0,
  stablecoinPerYear: null,
  stablecoinHolding: null,
  tradingHours: null,
};

const createQuickTradeDeps = (ledger: Ledger): QuickTradeDeps => ({
  ledger,
  // The price is not measured: a market that always agrees.
  market: {
    coin: () => ({ minExchange: 1n, maxExchange: 10n ** 12n, maxInventory: 10n ** 30n }) as never,
    judge: () => ({ ok: true }),
    tomanValue: (_asset: string, amount: bigint) => amountOf(amount),
  },
  wageOf: (_level, _quote: Quote) => 4_000n,
  rules: { current: () => UNLIMITED, tradingOpensAt: () => null },
  refusePaused() {},
  stablecoinsBought: async () => 0n,
  tetherComing: async () => 0n,
  bus: createBus(),
  clock: systemClock,
});

const createCaller = (userId: string): Caller => createTestCaller({ userId });

/** Measures quick trades a second directly in the ledger, with 1,000 in flight. */
async function measureInProcess(url: string, people: string[]): Promise<number> {
  const ledger = await createLedger({
    url,
    chainKey: TEST_CHAIN_KEY,
    leaseMs: 5000,
    clock: systemClock,
    log,
  });
  await fundPeople(ledger, people);
  const deps = createQuickTradeDeps(ledger);
  const callers = people.map(createCaller);
  const endsAt = performance.now() + SECONDS * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: 2000 }, async (_, n) => {
      for (let i = n; performance.now() < endsAt; i += 2000) {
        const body = { marketType: 'BITCOIN_TOMAN', amount: AMOUNT, unitPrice: '12845200000' };
        await placeQuickTrade(deps, callers[i % PEOPLE] as Caller, 'buy', body, {
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
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-bench-'));
  const postgres = await startPostgres({ dataDir, log: () => {} });
  try {
    const { url } = postgres;
    await migrate(url);
    const people = Array.from({ length: PEOPLE }, newId);
    const pgbench = await runPgbench(url, SECONDS);
    const naive = await measureOneTransactionPerTrade(url, people, SECONDS);
    const batches = await measureInProcess(url, people);
    const http = await measureOverHttp(url, people, SECONDS, {
      what: 'quick trades',
      rate: computeOfferedRate(pgbench ?? naive),
    });
    printReport(pgbench, naive, batches, http);
    const database = openDatabase(url, 2);
    const [violation] = await findViolations(database.db, 'all');
    await database.close();
    if (violation) throw new Error(JSON.stringify(violation));
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
function printReport(
  pgbench: number | null,
  naive: number,
  batches: number,
  http: Awaited<ReturnType<typeof measureOverHttp>>,
): void {
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
      worstLagSeconds: Math.max(...http.lags.map(({ seconds }) => seconds)),
    }),
  );
}

await main();

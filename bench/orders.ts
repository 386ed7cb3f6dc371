import { AppError, type Asset } from '@sarraf/domain';
import { findViolations } from '../server/src/audit/index.ts';
import { createLedger, type Ledger, userAccount } from '../server/src/ledger/index.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { type Db, openDatabase } from '../server/src/platform/database/database.ts';
import type { Caller } from '../server/src/platform/http/http.ts';
import { newId } from '../server/src/platform/ids.ts';
import { createLog } from '../server/src/platform/log.ts';
import { cancelOrder } from '../server/src/trading/orders/cancel-order.ts';
import { type OrderDeps, placeOrder } from '../server/src/trading/orders/place-order.ts';
import { createTestCaller } from '../server/test/caller.ts';
import { TEST_CHAIN_KEY } from '../server/test/keys.ts';
import { fundAccount } from '../server/test/seed.ts';
import { createBenchDatabase, runInLanes } from './bench-database.ts';
import { createOrderDeps, PRICE } from './deps.ts';
import { computeOfferedRate, measureOverHttp } from './otc-http.ts';
import { runPgbench } from './otc-peers.ts';

const SECONDS = Number.parseInt(process.env.BENCH_SECONDS ?? '15', 10);
const MAX_IN_FLIGHT = 2_000;
const AMOUNT = '0.0001';

interface Counts {
  rested: number;
  crossed: number;
  cancelled: number;
}

/**
 * Measures orders a second directly in the ledger: half of them rest, a quarter takes a resting one, a quarter is
 * cancelled.
 */
async function measureInProcess(url: string, db: Db, people: string[]) {
  const ledger = await createLedger({
    url,
    chainKey: TEST_CHAIN_KEY,
    leaseMs: 5_000,
    clock: systemClock,
    log: createLog('warn'),
  });
  await fundAccounts(ledger, people);
  const deps = await createOrderDeps(db, ledger);
  const callers = people.map((userId) => createTestCaller({ userId }));
  const endsAt = performance.now() + SECONDS * 1_000;
  const counts: Counts = { rested: 0, crossed: 0, cancelled: 0 };
  const latencies: number[] = [];
  await Promise.all(
    Array.from({ length: MAX_IN_FLIGHT }, async (_, lane) => {
      let restingOrder: string | null = null;
      for (let turn = lane; performance.now() < endsAt; turn += 1) {
        // A lane's next person can't cancel an order of the one before; with 1,000 people it has one for good.
        const caller = callers[(lane + (turn >> 2) * MAX_IN_FLIGHT) % callers.length] as Caller;
        if (turn % 4 === 0) restingOrder = null;
        const startedAt = performance.now();
        restingOrder = await sendOrder(deps, caller, turn, restingOrder, counts);
        latencies.push(performance.now() - startedAt);
      }
    }),
  );
  await ledger.stop();
  latencies.sort((a, b) => a - b);
  return {
    perSecond: latencies.length / SECONDS,
    counts,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

const percentile = (sorted: number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? 0;

/** Rest, take, rest, cancel. Returns the id of the lane's order that may still rest. */
async function sendOrder(
  deps: OrderDeps & { db: Db },
  caller: Caller,
  turn: number,
  restingOrder: string | null,
  counts: Counts,
): Promise<string | null> {
  const step = turn % 4;
  if (step === 3 && restingOrder !== null) {
    await cancelOrder(deps, caller, restingOrder, null).catch((error: unknown) => {
      // Another order has filled it before.
      if (!(error instanceof AppError) || error.code !== 'ORDER_IS_CLOSED') throw error;
    });
    counts.cancelled += 1;
    return null;
  }
  const buys = (turn >> 2) % 2 === 0;
  const priceOffset = 1 + (turn % 40);
  // A taker is a step beyond the middle, where the makers rest on their own side of it.
  const price = PRICE + (buys ? -priceOffset : priceOffset) * (step === 1 ? -1 : 1) * 1_000;
  const body = {
    // Not the market of the requests over HTTP, which would take what rests here.
    marketType: 'ETHEREUM_TOMAN',
    orderType: buys ? 'LIMITED_BUY' : 'LIMITED_SELL',
    amount: AMOUNT,
    unitPrice: String(price),
  } as const;
  const text = await placeOrder(deps, caller, body, { key: newId(), digest: 'bench' }).catch(
    (error: unknown) => {
      // An own order is in the way: nothing has changed.
      if (error instanceof AppError && error.code === 'SELF_TRADE') return null;
      throw error;
    },
  );
  if (text === null) return restingOrder;
  const { id, orderStatus } = JSON.parse(text).baseDTO;
  if (orderStatus !== 'IS_OPEN') counts.crossed += 1;
  else counts.rested += 1;
  return orderStatus === 'IS_OPEN' ? id : restingOrder;
}

async function fundAccounts(ledger: Ledger, people: string[]): Promise<void> {
  const assets: Asset[] = ['TOMAN', 'BITCOIN', 'ETHEREUM'];
  await runInLanes(people.length, async (n) => {
    for (const asset of assets)
      await fundAccount(ledger, userAccount(people[n] as string, asset), 10n ** 20n);
  });
}

async function main(): Promise<void> {
  const database = await createBenchDatabase();
  try {
    const { url, people } = database;
    const { db, close } = openDatabase(url, 8);
    const pgbench = await runPgbench(url, SECONDS);
    const direct = await measureInProcess(url, db, people);
    const http = await measureOverHttp(database, SECONDS, {
      what: 'orders',
      rate: computeOfferedRate(pgbench ?? 1_000),
    });
    printReport(pgbench, direct, http);
    const [violation] = await findViolations(db, 'all');
    await close();
    if (violation) throw new Error(JSON.stringify(violation));
  } finally {
    await database.remove();
  }
}

function printReport(
  pgbench: number | null,
  direct: Awaited<ReturnType<typeof measureInProcess>>,
  http: Awaited<ReturnType<typeof measureOverHttp>>,
): void {
  const formatRatio = (value: number) =>
    pgbench === null ? null : Math.round((value / pgbench) * 100) / 100;
  const formatRow = ({ perSecond, p50, p99 }: { perSecond: number; p50?: number; p99?: number }) => ({
    perSecond: Math.round(perSecond),
    'x pgbench': formatRatio(perSecond),
    'p50 ms': p50?.toFixed(2) ?? '',
    'p99 ms': p99?.toFixed(2) ?? '',
  });
  console.table({
    'pgbench simple-update, 32 clients': formatRow({ perSecond: pgbench ?? 0 }),
    'orders to durable answers, in process': formatRow(direct),
    'POST and DELETE /orders, 64 connections': formatRow(http.closed),
    'the same at an offered rate': formatRow(http.open),
  });
  const { rested, crossed, cancelled } = direct.counts;
  console.log(`in process: ${rested} waited, ${crossed} took, ${cancelled} were cancelled`);
  if (http.closed.failed + http.open.failed > 0)
    console.log(
      `refused: ${http.closed.failed} and ${http.open.failed}; ${http.closed.firstFailure || http.open.firstFailure}`,
    );
  console.table(
    http.lags.map(({ name, seconds }) => ({ follower: name, 'worst lag, s': seconds.toFixed(1) })),
  );
  console.log(
    JSON.stringify({
      bench: 'orders',
      pgbenchPerSecond: pgbench,
      ordersPerSecond: direct.perSecond,
      ordersP50: direct.p50,
      ordersP99: direct.p99,
      httpPerSecond: http.closed.perSecond,
      httpP50: http.closed.p50,
      httpP99: http.closed.p99,
      offeredPerSecond: http.open.perSecond,
      ordersToPgbench: formatRatio(direct.perSecond),
      httpToPgbench: formatRatio(http.closed.perSecond),
      offeredP50: http.open.p50,
      offeredP99: http.open.p99,
      worstLagSeconds: Math.max(...http.lags.map(({ seconds }) => seconds)),
    }),
  );
}

await main();

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError, type Asset, parseTrustedDecimal, scaleOf } from '@sarraf/domain';
import { findViolations } from '../server/src/audit/index.ts';
import { createLedger, type Ledger, userAccount } from '../server/src/ledger/index.ts';
import { createBus } from '../server/src/platform/bus/bus.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { type Db, openDatabase } from '../server/src/platform/database/database.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { startPostgres } from '../server/src/platform/database/postgres.ts';
import type { Caller } from '../server/src/platform/http/http.ts';
import { newId } from '../server/src/platform/ids.ts';
import { createLog } from '../server/src/platform/log.ts';
import type { Rules } from '../server/src/rules/index.ts';
import { cancelOrder } from '../server/src/trading/orders/cancel-order.ts';
import { type OrderDeps, placeOrder } from '../server/src/trading/orders/place-order.ts';
import { createPace } from '../server/src/trading/pace.ts';
import { OrderBooks } from '../server/src/trading/quick/exchange.ts';
import { testCaller } from '../server/test/caller.ts';
import { TEST_CHAIN_KEY } from '../server/test/keys.ts';
import { fundAccount } from '../server/test/seed.ts';
import { offeredRate, overHttp } from './otc-http.ts';
import { pgbenchSimpleUpdate } from './otc-peers.ts';

const SECONDS = Number.parseInt(process.env.BENCH_SECONDS ?? '15', 10);
const PEOPLE = 1_000;
const IN_THE_AIR = 2_000;
const PRICE = 12_845_200;
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

/** The price is not measured: a market that is always open. */
const market: OrderDeps['market'] = {
  orderTerms: (coin, quote) => ({
    coin,
    quote,
    tick: parseTrustedDecimal('1000', 6),
    lot: 100n,
    minNotional: parseTrustedDecimal('100000', 6),
    maxAmount: parseTrustedDecimal('100', scaleOf(coin)),
  }),
  summary: () => ({ reference: parseTrustedDecimal(`${PRICE}000`, 6), change: null, lastWeek: [] }),
  tomanValue: (_asset, amount) => amount,
};

interface Counts {
  rested: number;
  crossed: number;
  cancelled: number;
}

/**
 * Measures orders a second directly in the ledger: half of them rest, a quarter takes a resting one, a quarter is
 * cancelled.
 */
async function inProcess(url: string, db: Db, people: string[]) {
  const ledger = await createLedger({
    url,
    chainKey: TEST_CHAIN_KEY,
    leaseMs: 5_000,
    clock: systemClock,
    log,
  });
  await fundAccounts(ledger, people);
  const exchange = new OrderBooks({ db, market, findTraders: async () => new Map() });
  await ledger.keep(exchange);
  const deps = {
    db,
    ledger,
    exchange,
    market,
    rules: { current: () => UNLIMITED, tradingOpensAt: () => null },
    refusePaused() {},
    stablecoinsBought: async () => 0n,
    tetherComing: async () => 0n,
    wageOf: () => 4_000n,
    pace: createPace(1_000_000_000, systemClock),
    bus: createBus(),
    clock: systemClock,
  };
  const callers = people.map((userId) => testCaller({ userId }));
  const until = performance.now() + SECONDS * 1_000;
  const counts: Counts = { rested: 0, crossed: 0, cancelled: 0 };
  const latencies: number[] = [];
  await Promise.all(
    Array.from({ length: IN_THE_AIR }, async (_, lane) => {
      const caller = callers[lane % PEOPLE] as Caller;
      let waiting: string | null = null;
      for (let turn = lane; performance.now() < until; turn += 1) {
        const began = performance.now();
        waiting = await act(deps, caller, turn, waiting, counts);
        latencies.push(performance.now() - began);
      }
    }),
  );
  await ledger.stop();
  latencies.sort((a, b) => a - b);
  return { perSecond: latencies.length / SECONDS, counts, p50: at(latencies, 0.5), p99: at(latencies, 0.99) };
}

const at = (sorted: number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;

/** Rest, take, rest, cancel. Returns the id of the lane's order that may still rest. */
async function act(
  deps: OrderDeps & { db: Db },
  caller: Caller,
  turn: number,
  waiting: string | null,
  counts: Counts,
): Promise<string | null> {
  const step = turn % 4;
  if (step === 3 && waiting !== null) {
    await cancelOrder(deps, caller, waiting, null).catch((error: unknown) => {
      // Another order has filled it before.
      if (!(error instanceof AppError) || error.code !== 'ORDER_IS_CLOSED') throw error;
    });
    counts.cancelled += 1;
    return null;
  }
  const buys = (turn >> 2) % 2 === 0;
  const away = 1 + (turn % 40);
  // A taker is a step beyond the middle, where the makers rest on their own side of it.
  const price = PRICE + (buys ? -away : away) * (step === 1 ? -1 : 1);
  const body = {
    marketType: 'BITCOIN_TOMAN',
    orderType: buys ? 'LIMITED_BUY' : 'LIMITED_SELL',
    amount: AMOUNT,
    unitPrice: `${price}000`,
  } as const;
  const text = await placeOrder(deps, caller, body, { key: newId(), digest: 'bench' }).catch(
    (error: unknown) => {
      // An own order is in the way: nothing has changed.
      if (error instanceof AppError && error.code === 'SELF_TRADE') return null;
      throw error;
    },
  );
  if (text === null) return waiting;
  const { id, orderStatus } = JSON.parse(text).baseDTO;
  if (orderStatus !== 'IS_OPEN') counts.crossed += 1;
  else counts.rested += 1;
  return orderStatus === 'IS_OPEN' ? id : waiting;
}

async function fundAccounts(ledger: Ledger, people: string[]): Promise<void> {
  const give = (userId: string, asset: Asset, amount: bigint) => {
    return fundAccount(ledger, userAccount(userId, asset), amount);
  };
  await Promise.all(people.flatMap((id) => [give(id, 'TOMAN', 10n ** 18n), give(id, 'BITCOIN', 10n ** 10n)]));
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-bench-'));
  const postgres = await startPostgres({ dataDir, log: () => {} });
  try {
    const { url } = postgres;
    await migrate(url);
    const { db, close } = openDatabase(url, 8);
    const people = Array.from({ length: PEOPLE }, newId);
    const pgbench = await pgbenchSimpleUpdate(url, SECONDS);
    const direct = await inProcess(url, db, people);
    const http = await overHttp(url, people, SECONDS, {
      what: 'orders',
      rate: offeredRate(pgbench ?? 1_000),
    });
    report(pgbench, direct, http);
    const [violation] = await findViolations(db, 'all');
    await close();
    if (violation) throw new Error(JSON.stringify(violation));
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function report(
  pgbench: number | null,
  direct: Awaited<ReturnType<typeof inProcess>>,
  http: Awaited<ReturnType<typeof overHttp>>,
): void {
  const ratio = (value: number) => (pgbench === null ? null : Math.round((value / pgbench) * 100) / 100);
  const row = ({ perSecond, p50, p99 }: { perSecond: number; p50?: number; p99?: number }) => ({
    perSecond: Math.round(perSecond),
    'x pgbench': ratio(perSecond),
    'p50 ms': p50?.toFixed(2) ?? '',
    'p99 ms': p99?.toFixed(2) ?? '',
  });
  console.table({
    'pgbench simple-update, 32 clients': row({ perSecond: pgbench ?? 0 }),
    'orders to durable answers, in process': row(direct),
    'POST and DELETE /orders, 64 connections': row(http.closed),
    'the same at an offered rate': row(http.open),
  });
  const { rested, crossed, cancelled } = direct.counts;
  console.log(`in process: ${rested} waited, ${crossed} took, ${cancelled} were taken back`);
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
      ordersToPgbench: ratio(direct.perSecond),
      httpToPgbench: ratio(http.closed.perSecond),
      offeredP50: http.open.p50,
      offeredP99: http.open.p99,
      worstLagSeconds: Math.max(...http.lags.map(({ seconds }) => seconds)),
    }),
  );
}

await main();

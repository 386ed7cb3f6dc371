/**
 * Orders over HTTP right after a burst of BENCH_BURST orders (110,000) in another market, while the ledger's followers
 * catch up, as a ratio to the same without a burst, alternately. BENCH_ROUNDS (3), BENCH_SECONDS: of each (8).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createLedger, userAccount } from '../server/src/ledger/index.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { openDatabase } from '../server/src/platform/database/database.ts';
import { newId } from '../server/src/platform/ids.ts';
import { createLog } from '../server/src/platform/log.ts';
import { placeOrder } from '../server/src/trading/orders/place-order.ts';
import { createTestCaller } from '../server/test/caller.ts';
import { TEST_CHAIN_KEY } from '../server/test/keys.ts';
import { fundAccount } from '../server/test/seed.ts';
import { createBenchDatabase, runInLanes } from './bench-database.ts';
import { createOrderDeps, PRICE } from './deps.ts';
import { addCustomers, runLoad, startBenchServer, waitForFollowers } from './otc-http.ts';

const BURST = Number.parseInt(process.env.BENCH_BURST ?? '110000', 10);
const ROUNDS = Number.parseInt(process.env.BENCH_ROUNDS ?? '3', 10);
const SECONDS = Number.parseInt(process.env.BENCH_SECONDS ?? '8', 10);
const CONNECTIONS = 64;
const CATCH_UP_SECONDS = 600;
const POLL_MS = 500;

interface Measured {
  perSecond: number;
  p99: number;
  /** Seconds that each follower needed after the load. */
  catchUp: Record<string, number>;
}

/** Funds all people, and places orders of which every second one takes the one before. */
async function placeBurst(url: string, people: string[], count: number): Promise<void> {
  const { db, close } = openDatabase(url, 8);
  const ledger = await createLedger({
    url,
    chainKey: TEST_CHAIN_KEY,
    leaseMs: 60_000,
    clock: systemClock,
    log: createLog('warn'),
  });
  const assets = ['TOMAN', 'BITCOIN', 'ETHEREUM'] as const;
  await runInLanes(people.length, async (n) => {
    for (const asset of assets)
      await fundAccount(ledger, userAccount(people[n] as string, asset), 10n ** 20n);
  });
  const deps = await createOrderDeps(db, ledger);
  await runInLanes(count, async (n) => {
    const body = {
      marketType: 'ETHEREUM_TOMAN',
      orderType: n % 2 === 0 ? 'LIMITED_BUY' : 'LIMITED_SELL',
      amount: '0.0001',
      unitPrice: String(PRICE),
    } as const;
    const caller = createTestCaller({ userId: people[n % people.length] as string });
    await placeOrder(deps, caller, body, { key: newId(), digest: 'bench' });
  });
  await ledger.stop();
  await close();
}

async function measureAfter(burst: number): Promise<Measured> {
  const { url, serverDir, people, remove } = await createBenchDatabase();
  try {
    await placeBurst(url, people, burst);
    const server = await startBenchServer({ url, serverDir });
    try {
      const tokens = await addCustomers(url, people.slice(0, CONNECTIONS));
      const load = { what: 'orders', port: server.port, tokens, connections: CONNECTIONS, rate: 0 };
      await runLoad({ ...load, seconds: 3 });
      const { perSecond, p99, failed, firstFailure } = await runLoad({ ...load, seconds: SECONDS });
      if (failed > 0) throw new Error(firstFailure);
      return { perSecond, p99, catchUp: await measureCatchUp(url, server.url) };
    } finally {
      await server.stop();
    }
  } finally {
    await remove();
  }
}

async function measureCatchUp(databaseUrl: string, url: string): Promise<Record<string, number>> {
  const startedAt = performance.now();
  const readLags = await waitForFollowers(databaseUrl, url, 0);
  const catchUp: Record<string, number> = {};
  for (;;) {
    const passed = Math.round((performance.now() - startedAt) / 1_000);
    const late = (await readLags()).filter(({ name, seconds }) => {
      if (seconds > 1) catchUp[name] = passed;
      return seconds > 1;
    });
    if (late.length === 0 || passed > CATCH_UP_SECONDS) return catchUp;
    await sleep(POLL_MS);
  }
}

const rounds: { after: Measured; alone: Measured }[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const after = await measureAfter(BURST);
  rounds.push({ after, alone: await measureAfter(0) });
}
const computeMedian = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
const longestOf = (catchUp: Record<string, number>) => Math.max(0, ...Object.values(catchUp));
const figures = {
  afterPerSecond: computeMedian(rounds.map(({ after }) => after.perSecond)),
  alonePerSecond: computeMedian(rounds.map(({ alone }) => alone.perSecond)),
  afterToAlone: computeMedian(rounds.map(({ after, alone }) => after.perSecond / alone.perSecond)),
  afterP99: computeMedian(rounds.map(({ after }) => after.p99)),
  aloneP99: computeMedian(rounds.map(({ alone }) => alone.p99)),
  catchUpSeconds: computeMedian(rounds.map(({ after }) => longestOf(after.catchUp))),
};
console.table(
  rounds.map(({ after, alone }) => ({
    'a second, after a burst': Math.round(after.perSecond),
    'without one': Math.round(alone.perSecond),
    'p99 after, ms': Math.round(after.p99),
    'p99 without, ms': Math.round(alone.p99),
    'caught up after, s': longestOf(after.catchUp),
  })),
);
console.table(rounds.map(({ after }) => after.catchUp));
console.log(JSON.stringify({ bench: 'burst', ...figures }));

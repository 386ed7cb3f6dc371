/**
 * Time for a thousand stops triggered by one trade, as a ratio to a thousand market orders submitted together: from
 * the start to the last one settled, alternating, on the same bids.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { startPostgres } from '../server/src/platform/database/postgres.ts';
import { createOrdersFixture } from '../server/test/orders.ts';

const ORDERS = 1_000;
const OWNERS = 8;
const ROUNDS = Number.parseInt(process.env.BENCH_ROUNDS ?? '3', 10);
const PRICE = '9900000000';

type Fixture = Awaited<ReturnType<typeof createOrdersFixture>>;

async function createFundedTrader(context: Fixture) {
  const caller = context.person();
  await Promise.all([context.give(caller, 'TOMAN', '1000000000000'), context.give(caller, 'BITCOIN', '10')]);
  return caller;
}

/** Milliseconds. */
async function measureOrders(context: Fixture, what: 'stops' | 'plain'): Promise<number> {
  const [seller, buyer] = [await createFundedTrader(context), await createFundedTrader(context)];
  const executeTrade = async (price: string) => {
    await context.limit(seller, 'sell', '0.001', price);
    await context.limit(buyer, 'buy', '0.001', price);
  };
  await executeTrade('10000000000');
  for (let n = 0; n < 50; n += 1)
    await context.limit(
      buyer,
      'buy',
      (ORDERS / 50 / 1_000).toFixed(3),
      (9_880_000_000 - n * 1_000_000).toString(),
    );
  const owners = await Promise.all(Array.from({ length: OWNERS }, () => createFundedTrader(context)));
  const placeForEach = <T>(placeOrder: (owner: (typeof owners)[number]) => Promise<T>) =>
    Promise.all(
      Array.from({ length: ORDERS }, (_, n) => placeOrder(owners[n % OWNERS] as (typeof owners)[number])),
    );
  if (what === 'stops') await placeForEach((owner) => context.stop(owner, 'sell', '0.001', PRICE));
  await context.limit(seller, 'sell', '0.001', PRICE);
  const startedAt = performance.now();
  if (what === 'stops') {
    await context.limit(buyer, 'buy', '0.001', PRICE);
    await context.waitUntilSettled();
  } else {
    const order = { marketType: 'BITCOIN_TOMAN', orderType: 'MARKET_SELL', amount: '0.001' } as const;
    await placeForEach((owner) => context.place(owner, order));
  }
  const ms = performance.now() - startedAt;
  await context.clear();
  return ms;
}

const computeMedian = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-bench-triggers-'));
const postgres = await startPostgres({ dataDir, log: () => {} });
await migrate(postgres.url);
const context = await createOrdersFixture({ own: { url: postgres.url, drop: async () => {} } });
const times: Record<'stops' | 'plain', number[]> = { stops: [], plain: [] };
for (let round = 0; round < ROUNDS; round += 1)
  for (const what of ['stops', 'plain'] as const) times[what].push(await measureOrders(context, what));
await context.close();
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });
const [stopMs, plainMs] = [computeMedian(times.stops), computeMedian(times.plain)];
console.log(
  `${ORDERS} stops by one trade: ${stopMs.toFixed(0)} ms; ${ORDERS} market orders at once: ${plainMs.toFixed(0)} ms`,
);
console.log(
  JSON.stringify({ bench: 'triggers', stopsToMarketOrders: Number((stopMs / plainMs).toFixed(2)) }),
);

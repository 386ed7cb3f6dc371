/**
 * Is the ledger writer of a database until it is killed: makes one trade that triggers many stops, and brings them
 * to the order book.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createBus } from '../src/platform/bus/bus.ts';
import { systemClock } from '../src/platform/clock.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { createLog } from '../src/platform/log.ts';
import { placeOrder } from '../src/trading/orders/place-order.ts';
import { createOrderRateLimiter } from '../src/trading/pace.ts';
import { OrderBooks } from '../src/trading/quick/exchange.ts';
import { type TriggerDeps, TriggerRunner } from '../src/trading/triggers/run-triggers.ts';
import { createTestCaller } from './caller.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { createTestMarket, UNLIMITED } from './orders.ts';
import { startTestLedger } from './test-ledger.ts';

const [url, seller, buyer, price] = process.argv.slice(2) as [string, string, string, string];
const INTERVAL_MS = 50;

const { db } = openDatabase(url, 4, TEST_AUDIT_KEY);
const log = createLog('error');
const bus = createBus();
const market = createTestMarket({
  references: new Map([['BITCOIN_TOMAN', '10000000000']]),
  terms: new Map(),
  rules: UNLIMITED,
  opensAt: null,
  paused: new Set(),
  inviters: new Map(),
});
const exchange = new OrderBooks({ db, market, findTraders: async () => new Map() });
const ledger = await startTestLedger(url, { leaseMs: 600, log });
const deps: TriggerDeps = {
  ledger,
  exchange,
  market,
  rules: { current: () => UNLIMITED, tradingOpensAt: () => null },
  refusePaused() {},
  stablecoinsBought: async () => 0n,
  tetherComing: async () => 0n,
  getFeeRate: () => 4_000n,
  pace: createOrderRateLimiter(1_000_000, systemClock),
  bus,
  clock: systemClock,
  log,
};
const runner = new TriggerRunner(deps);
await ledger.addProjection(exchange);
while (!ledger.isWriter()) await sleep(10);

const { rows } = await sql<{ last: bigint | null }>`select last_price as last from market_heads
  where coin = 'BITCOIN' and quote = 'TOMAN'`.execute(db);
if (rows[0]?.last === 10_000_000_000n * 1_000_000n) {
  const order = { marketType: 'BITCOIN_TOMAN', amount: '0.001', unitPrice: price };
  const own = () => ({ key: randomUUID(), digest: '' });
  await placeOrder(
    deps,
    createTestCaller({ userId: seller }),
    { ...order, orderType: 'LIMITED_SELL' },
    own(),
  );
  await placeOrder(deps, createTestCaller({ userId: buyer }), { ...order, orderType: 'LIMITED_BUY' }, own());
}
setInterval(() => runner.runChecks(), INTERVAL_MS);
process.stdout.write('ready\n');

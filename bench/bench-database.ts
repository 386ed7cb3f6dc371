/**
 * Database of a benchmark: a new one, or with BENCH_WITH_PAST=1 a copy of one with a year behind it: a million quick
 * trades of 20,000 people with ten accounts each, and 100,000 resting orders. The past is made once for each version
 * of the schema, by the product's own code, followed and audited by it, and is kept in `.cache`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { COINS, type Coin, formatMarketType, scaleOf } from '@sarraf/domain';
import pg from 'pg';
import { createLedger, houseAccount, type Ledger, userAccount } from '../server/src/ledger/index.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { type Db, openDatabase } from '../server/src/platform/database/database.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { startPostgres } from '../server/src/platform/database/postgres.ts';
import { newId } from '../server/src/platform/ids.ts';
import { createLog } from '../server/src/platform/log.ts';
import { placeQuickTrade } from '../server/src/trading/index.ts';
import { placeOrder } from '../server/src/trading/orders/place-order.ts';
import { createTestCaller } from '../server/test/caller.ts';
import { TEST_CHAIN_KEY } from '../server/test/keys.ts';
import { fundAccount } from '../server/test/seed.ts';
import { createOrderDeps, createQuickTradeDeps, PRICE } from './deps.ts';
import { type ServedDatabase, startBenchServer, waitForFollowers } from './otc-http.ts';

const PEOPLE = 1_000;
const PAST = { version: 2, people: 20_000, coins: 9, trades: 1_000_000, orders: 100_000 };
const YEAR_MS = 365 * 86_400_000;
const IN_FLIGHT = 2_000;
const AMOUNT = '0.0001';
/** In a database's folder, DATA_DIR of its server. */
export const SERVER_FOLDER = 'server';
const heldCoins = COINS.slice(0, PAST.coins);
const root = join(import.meta.dirname, '..');

export interface BenchDatabase extends ServedDatabase {
  /** Ids of the people who trade. */
  people: string[];
  remove(): Promise<void>;
}

export async function createBenchDatabase(): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-bench-'));
  const people = await copyPast(dataDir);
  const settings = JSON.parse(process.env.BENCH_PG ?? '{}');
  const postgres = await startPostgres({ dataDir, log: () => {}, settings });
  await migrate(postgres.url);
  return {
    url: postgres.url,
    serverDir: join(dataDir, SERVER_FOLDER),
    people: people ?? Array.from({ length: PEOPLE }, newId),
    async remove() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** With BENCH_WITH_PAST=1, copies the past to an empty folder, and returns the ids of its people; otherwise null. */
export async function copyPast(dataDir: string): Promise<string[] | null> {
  if (process.env.BENCH_WITH_PAST !== '1') return null;
  const past = await findOrMakePast();
  // Keeps the owner of the files, which fs.cp doesn't.
  execFileSync('cp', ['-a', `${past}/data/.`, dataDir]);
  // The kernel would write gigabytes during the measurement.
  execFileSync('sync');
  return JSON.parse(readFileSync(join(past, 'people.json'), 'utf8'));
}

async function findOrMakePast(): Promise<string> {
  const migrations = join(root, 'server/migrations');
  const hash = createHash('sha256').update(JSON.stringify(PAST));
  for (const file of readdirSync(migrations).sort()) hash.update(readFileSync(join(migrations, file)));
  const folder = join(root, '.cache', `bench-past-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  mkdirSync(join(unfinished, 'data'), { recursive: true });
  const people = Array.from({ length: PAST.people }, newId);
  writeFileSync(join(unfinished, 'people.json'), JSON.stringify(people));
  const postgres = await startPostgres({ dataDir: join(unfinished, 'data'), log: () => {} });
  try {
    await migrate(postgres.url);
    await makePast(postgres.url, people);
    await followPast({ url: postgres.url, serverDir: join(unfinished, 'data', SERVER_FOLDER) });
  } finally {
    await postgres.stop();
  }
  renameSync(unfinished, folder);
  return folder;
}

/** Writes the trades of a year, evenly, and then the resting orders. */
async function makePast(url: string, people: string[]): Promise<void> {
  const { db, close } = openDatabase(url, 8);
  const now = Date.now();
  let traded = 0;
  const clock = { ...systemClock, now: () => now - YEAR_MS + Math.floor((traded / PAST.trades) * YEAR_MS) };
  const ledger = await createLedger({
    url,
    chainKey: TEST_CHAIN_KEY,
    leaseMs: 60_000,
    clock,
    log: createLog('warn'),
  });
  process.stderr.write(`making a past of ${PAST.trades} trades and ${PAST.orders} orders, once\n`);
  await fundPeople(ledger, people);
  const trades = createQuickTradeDeps(ledger, clock);
  await runInLanes(PAST.trades, async (n) => {
    const caller = createTestCaller({ userId: people[n % people.length] as string });
    const body = { marketType: 'BITCOIN_TOMAN', amount: AMOUNT, unitPrice: String(PRICE) };
    await placeQuickTrade(trades, caller, 'buy', body, { key: newId(), digest: 'bench' });
    traded += 1;
  });
  await placeRestingOrders(db, ledger, people);
  await ledger.stop();
  await close();
}

/** In other markets than the one that is measured, so that no benchmark takes them. */
async function placeRestingOrders(db: Db, ledger: Ledger, people: string[]): Promise<void> {
  const orders = await createOrderDeps(db, ledger);
  const coins = heldCoins.filter((coin) => coin !== 'BITCOIN');
  await runInLanes(PAST.orders, async (n) => {
    const isBuy = n % 2 === 0;
    const offset = (1 + (Math.floor(n / 2) % 5_000)) * 1_000;
    const coin = coins[Math.floor(n / 2) % coins.length] as Coin;
    const body = {
      marketType: formatMarketType(coin, 'TOMAN'),
      orderType: isBuy ? 'LIMITED_BUY' : 'LIMITED_SELL',
      amount: AMOUNT,
      unitPrice: String(PRICE + (isBuy ? -offset : offset)),
    } as const;
    const caller = createTestCaller({ userId: people[n % people.length] as string });
    await placeOrder(orders, caller, body, { key: newId(), digest: 'bench' });
  });
}

/** Lets the followers and the audit of a server read the past, so that no benchmark begins behind it. */
async function followPast(database: ServedDatabase): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const server = await startBenchServer(database);
  try {
    await waitForFollowers(database.url, server.url, Number.POSITIVE_INFINITY);
    while (!(await hasAuditedAll(client))) await sleep(1_000);
  } finally {
    await server.stop();
  }
  await client.query('vacuum analyze');
  await client.end();
}

async function hasAuditedAll(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('select from watch_state join ledger_head using (batch)');
  return rowCount === 1;
}

async function fundPeople(ledger: Ledger, people: string[]): Promise<void> {
  await fundAccount(ledger, houseAccount('BITCOIN', 'inventory'), 10n ** 14n);
  await runInLanes(people.length, async (n) => {
    const id = people[n] as string;
    await fundAccount(ledger, userAccount(id, 'TOMAN'), 10n ** 18n);
    for (const coin of heldCoins)
      await fundAccount(ledger, userAccount(id, coin), 100n * 10n ** BigInt(scaleOf(coin)));
  });
}

/** Runs `work` for each number below `count`, many at a time, so that ledger batches are full. */
export async function runInLanes(count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (next < count) await work(next++);
    }),
  );
}

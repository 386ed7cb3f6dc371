/** F01 and F02: 64 traders, and a server or a PostgreSQL that is killed again and again in the middle of their load. */

import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { startPostgres } from '../src/platform/database/postgres.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { namedRandom } from './random.ts';
import { call, freePort, type RunningServer, startServer } from './running-server.ts';
import { expectAllTrue, MARKET, makeTraders, startTrader, type TraderAccount } from './traders.ts';

const NIGHTLY = Boolean(process.env.SARRAF_NIGHTLY);
const TRADERS = 64;
/** By night as many kills as fit in the time; at least the first of these. */
const [LEAST_KILLS, MOST_KILLS] = NIGHTLY ? [4, 2_000] : [8, 8];
const TIME_MS = NIGHTLY ? 8 * 3_600_000 : 0;
/** Requests that must have been answered between two kills, so that each hits a server at work. */
const WORK = 80;
const MEAN_MS = 300;
const random = namedRandom('orders-crash');

let dataDir: string;
let env: Record<string, string>;
let server: RunningServer;
let people: TraderAccount[];

beforeAll(async () => {
  dataDir = await mkdtemp('/tmp/sarraf-orders-crash-');
  // PostgreSQL runs as somebody else, who must get in.
  await chmod(dataDir, 0o755);
  env = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    LEASE_MS: '1000',
    RATE_ORDERS_OF_ONE: '100000',
  };
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), log: () => {} });
  await migrate(postgres.url);
  const { db, close } = openDatabase(postgres.url, 4, TEST_AUDIT_KEY);
  people = await makeTraders(postgres.url, db, TRADERS);
  await close();
  server = await startServer(env);
}, 240_000);

afterAll(async () => {
  await server?.kill('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
}, 240_000);

const postmaster = async (): Promise<number> =>
  Number.parseInt(
    (await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0] ?? '',
    10,
  );

/** Exponential, as faults come. */
const aWhile = () => sleep(Math.min(5 * MEAN_MS, -MEAN_MS * Math.log(1 - random())));

it(
  'keeps every acknowledged order, fill and cancel of 64 traders, none twice, and holds what open orders need',
  async () => {
    // The port stays the same, so that whoever waits for an answer asks the next server.
    const traders = people.map((person, i) => startTrader(person, `${i}`, [server], 20));
    const work = () => traders.reduce((sum, { done }) => sum + done(), 0);
    const more = async () => {
      const then = work();
      await expect.poll(work, { timeout: 120_000, interval: 20 }).toBeGreaterThan(then + WORK);
    };
    const end = performance.now() + TIME_MS;
    let kills = 0;
    for (; kills < MOST_KILLS && (kills < LEAST_KILLS || performance.now() < end); kills += 1) {
      await more();
      await aWhile();
      if (kills % 2 === 0) {
        await server.kill('SIGKILL');
        server = await startServer(env);
      } else {
        process.kill(await postmaster(), 'SIGKILL');
      }
    }
    await more();
    await Promise.all(traders.map(({ stop }) => stop()));
    process.stdout.write(`orders-crash: ${kills} kills, ${work()} requests of ${TRADERS} traders\n`);

    const { body: shown } = await call(server.url, 'GET', `/orderbook/${MARKET}`);
    const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), log: () => {} });
    const { db, close } = openDatabase(postgres.url, 2, TEST_AUDIT_KEY);
    await expectAllTrue(
      db,
      people,
      traders.map(({ answers }) => answers),
    );
    // The book that is shown is the one of the database.
    const { rows } = await sql<{ sequence: bigint; levels: bigint }>`select h.sequence,
      (select count(distinct (order_type, unit_price)) from orders
        where order_status = 'IS_OPEN' and coin = h.coin and quote = h.quote) as levels
      from market_heads h where coin = 'BITCOIN' and quote = 'TOMAN'`.execute(db);
    expect(BigInt(shown.sequence)).toBe(rows[0]?.sequence);
    expect(BigInt(Math.min(shown.bids.length + shown.asks.length, 400))).toBeLessThanOrEqual(
      rows[0]?.levels ?? 0n,
    );
    expect(shown.bids.length + shown.asks.length).toBeGreaterThan(0);
    await close();
  },
  TIME_MS + 1_200_000,
);

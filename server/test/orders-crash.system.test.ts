/** F01 and F02: 64 traders, and a server or a PostgreSQL that is killed repeatedly under their load. */

import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Db, openDatabase } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { startPostgres } from '../src/platform/database/postgres.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { createNamedRandom } from './random.ts';
import { removeFolder } from './remove-folder.ts';
import { callServer, findFreePort, type RunningServer, startServer } from './running-server.ts';
import {
  countTriggerStates,
  expectAcknowledgedPersisted,
  MARKET,
  makeTraders,
  startTrader,
  type TraderAccount,
} from './traders.ts';

const NIGHTLY = Boolean(process.env.SARRAF_NIGHTLY);
const TRADERS = 64;
/** By night as many kills as fit in the time; at least the first number of them. */
const [MIN_KILLS, MAX_KILLS] = NIGHTLY ? [4, 2_000] : [8, 8];
const TIME_MS = NIGHTLY ? 1_800_000 : 0;
/** Replies that must have arrived between two kills, so that each hits a busy server. */
const WORK = 80;
const MEAN_MS = 300;
const random = createNamedRandom('orders-crash');

let dataDir: string;
let env: Record<string, string>;
let server: RunningServer;
let people: TraderAccount[];

beforeAll(async () => {
  dataDir = await mkdtemp('/tmp/sarraf-orders-crash-');
  // PostgreSQL runs as another user, who needs access.
  await chmod(dataDir, 0o755);
  env = {
    DATA_DIR: dataDir,
    PORT: String(await findFreePort()),
    LEASE_MS: '1000',
    RATE_ORDERS_OF_ONE: '100000',
  };
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), log: () => {} });
  await migrate(postgres.url);
  const { db, close } = openDatabase(postgres.url, 4, TEST_AUDIT_KEY);
  people = await makeTraders(postgres.url, db, TRADERS);
  await close();
  server = await startServer(env);
});

afterAll(async () => {
  await server?.kill('SIGTERM');
  removeFolder(dataDir);
});

const readPostmasterPid = async (): Promise<number> =>
  Number.parseInt(
    (await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0] ?? '',
    10,
  );

/** Open orders with an expiry, and users with a cancellation timer. */
const countExpiring = async (db: Db): Promise<{ orders: bigint; people: bigint } | undefined> =>
  (
    await sql<{ orders: bigint; people: bigint }>`select
      (select count(*) from orders where order_status = 'IS_OPEN' and valid_until is not null) as orders,
      (select count(*) from cancel_after where due_at is not null) as people`.execute(db)
  ).rows[0];
const readEnds = async (db: Db): Promise<string[]> =>
  (
    await sql<{
      end: string;
    }>`select distinct ended_by as "end" from orders where ended_by is not null`.execute(db)
  ).rows.map(({ end }) => end);

/** Rows sorted by owner after the trade: how far they are behind, and how many are missing or superfluous. */
async function readSortedRows(db: Db) {
  const { rows } = await sql<{ behind: bigint; wrong: bigint }>`with
    moved as (select distinct a.owner::uuid as user_id, t.created_at, t.id, a.asset, t.kind from transfers t
      join accounts a on a.id in (t.debit_account, t.credit_account) where a.kind in ('spendable', 'blocked')),
    filled as (select u.id, f.created_at, f.coin, f.quote, f.number from fills f
      cross join lateral (values (f.maker_id), (f.taker_id)) u (id)),
    wrong as (
      (select * from moved except all select user_id, at, id, asset, kind from movements)
      union all (select user_id, at, id, asset, kind from movements except all select * from moved)),
    wrong_fills as (
      (select * from filled except all select * from own_fills)
      union all (select * from own_fills except all select * from filled))
    select (select sum(h.fill - coalesce(o.fill, 0))::bigint from market_heads h
        left join own_fill_heads o on o.coin = h.coin and o.quote = h.quote)
      + (select h.last_transfer_id - m.transfer_id from ledger_head h, movements_head m) as behind,
      (select count(*) from wrong) + (select count(*) from wrong_fills) as wrong`.execute(db);
  return rows[0];
}

/** Exponentially distributed, like real faults. */
const waitRandomTime = () => sleep(Math.min(5 * MEAN_MS, -MEAN_MS * Math.log(1 - random())));

it(
  'keeps every acknowledged order, fill and cancel of 64 traders, none twice, and blocks what open orders need',
  async () => {
    // The port stays the same, so that a client that waits for a reply asks the next server.
    const traders = people.map((person, i) => startTrader(person, `${i}`, [server], 20, undefined, true));
    const countReplies = () => traders.reduce((sum, { done }) => sum + done(), 0);
    const waitForMoreReplies = async () => {
      const then = countReplies();
      await expect.poll(countReplies, { timeout: 120_000, interval: 20 }).toBeGreaterThan(then + WORK);
    };
    const end = performance.now() + TIME_MS;
    let kills = 0;
    for (; kills < MAX_KILLS && (kills < MIN_KILLS || performance.now() < end); kills += 1) {
      await waitForMoreReplies();
      await waitRandomTime();
      if (kills % 2 === 0) {
        await server.kill('SIGKILL');
        server = await startServer(env);
      } else {
        process.kill(await readPostmasterPid(), 'SIGKILL');
      }
    }
    await waitForMoreReplies();
    await Promise.all(traders.map(({ stop }) => stop()));
    process.stdout.write(`orders-crash: ${kills} kills, ${countReplies()} requests of ${TRADERS} traders\n`);

    const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), log: () => {} });
    const { db, close } = openDatabase(postgres.url, 2, TEST_AUDIT_KEY);
    // All times are over: expiries of orders (3 s), and cancellation timers (2 s).
    await expect.poll(() => countExpiring(db), { timeout: 120_000 }).toEqual({ orders: 0n, people: 0n });
    expect((await readEnds(db)).sort()).toEqual(
      expect.arrayContaining(['CANCEL_AFTER', 'EXPIRED', 'OWNER', 'REPLACED']),
    );
    // All triggered orders have reached the order book.
    await expect.poll(async () => (await countTriggerStates(db)).DUE, { timeout: 120_000 }).toBeUndefined();
    const waited = await countTriggerStates(db);
    process.stdout.write(`orders-crash: of orders that wait ${JSON.stringify(waited)}\n`);
    expect(waited.FIRED).toBeGreaterThan(0);
    const { body: orderBook } = await callServer(server.url, 'GET', `/orderbook/${MARKET}`);
    await expectAcknowledgedPersisted(
      db,
      people,
      traders.map(({ answers }) => answers),
    );
    // The published order book equals the database's.
    const { rows } = await sql<{ sequence: bigint; levels: bigint }>`select h.sequence,
      (select count(distinct (order_type, unit_price)) from orders
        where order_status = 'IS_OPEN' and coin = h.coin and quote = h.quote) as levels
      from market_heads h where coin = 'BITCOIN' and quote = 'TOMAN'`.execute(db);
    expect(BigInt(orderBook.sequence)).toBe(rows[0]?.sequence);
    expect(BigInt(Math.min(orderBook.bids.length + orderBook.asks.length, 400))).toBeLessThanOrEqual(
      rows[0]?.levels ?? 0n,
    );
    expect(orderBook.bids.length + orderBook.asks.length).toBeGreaterThan(0);
    // No row is missing or duplicated, whenever the sorting processes were killed.
    await expect.poll(() => readSortedRows(db), { timeout: 120_000 }).toEqual({ behind: 0n, wrong: 0n });
    await close();
  },
  TIME_MS + 1_200_000,
);

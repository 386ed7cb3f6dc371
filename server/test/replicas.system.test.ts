/** Reads on a real streaming replica: which queries it gets, and that users see their own latest changes. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createBus } from '../src/platform/bus/bus.ts';
import { type Database, type Db, openDatabase } from '../src/platform/database/database.ts';
import { newId } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';
import { openReplicas } from '../src/platform/reads/open-replicas.ts';
import {
  listReplicaStates,
  markUserWrite,
  readForUser,
  readLatest,
  readStale,
} from '../src/platform/reads/reads.ts';
import type { Replicas } from '../src/platform/reads/replicas.ts';
import { checkEverything } from '../src/watch/index.ts';
import { createTestDatabase } from './database.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts';
import { removeFolder } from './remove-folder.ts';
import { startReplica, type TestReplica } from './replica.ts';
import {
  callServer,
  findFreePort,
  type RunningServer,
  readPublishedPrice,
  signIn,
  startServer,
} from './running-server.ts';

const soon = { timeout: 60_000, interval: 100 };
const BOOKS_KEY = Buffer.alloc(32, 9);
/** A lag limit that is never exceeded, however busy this machine is. */
const UNLIMITED_LAG_MS = '600000';

const t = {} as {
  postgres: OwnPostgres;
  replica: TestReplica;
  server: RunningServer;
  dataDir: string;
  ann: string;
  bob: string;
  primary: Database;
};
const replicaEnvironment = () => ({
  DATABASE_URL: t.postgres.url,
  DATABASE_READ_URL: t.replica.url,
  DATABASE_READ_BEHIND_MS: UNLIMITED_LAG_MS,
  DATA_DIR: t.dataDir,
  BOOKS_KEY: BOOKS_KEY.toString('base64'),
  MARKET_MAKERS: 'off',
  WATCH: 'off',
  LOG_LEVEL: 'silent',
});

beforeAll(async () => {
  t.dataDir = mkdtempSync(join(tmpdir(), 'sarraf-replicas-'));
  t.postgres = await startOwnPostgres({ settings: { wal_keep_size: '1GB' } });
  t.replica = await startReplica(t.postgres);
  t.server = await startServer({ ...replicaEnvironment(), PORT: String(await findFreePort()) });
  t.ann = await signIn(t.server.url, 'demo@sarraf.test');
  t.bob = await signIn(t.server.url, 'taker@sarraf.test');
  t.primary = openDatabase(t.postgres.url, 2, TEST_AUDIT_KEY);
});
afterAll(async () => {
  await t.primary?.close();
  await t.server?.kill('SIGKILL');
  await t.replica?.stop();
  await t.postgres?.stop();
  removeFolder(t.dataDir);
});

const readStates = async () => {
  const answer = await fetch(`${t.server.url}/health/ready`);
  const { replicas } = (await answer.json()) as { replicas: { state: string }[] };
  return { ready: answer.status, replicas: replicas.map(({ state }) => state) };
};
const expectReplicaUsed = () => expect.poll(readStates, soon).toEqual({ ready: 200, replicas: ['USED'] });
const readTradesOf = async (token: string): Promise<string[]> => {
  const { status, body } = await callServer(t.server.url, 'GET', '/trades', { token });
  expect(status).toBe(200);
  return body.content.map(({ id }: { id: string }) => id);
};
/** Inserts a user's trade that only the primary has while the replica is paused, without publishing it. */
async function insertTrade(email: string): Promise<string> {
  const id = newId();
  await sql`insert into orders (user_id, id, coin, quote, order_type, order_status, amount, unit_price, executed_amount,
      notional, fee, total, toman_value, created_at)
    select id, ${id}, 'BITCOIN', 'TOMAN', 'EXCHANGE_BUY', 'IS_CLOSED', 1000, 1000000, 1000, 10, 0, 10, 10, now()
    from users where email = ${email}`.execute(t.primary.db);
  return id;
}
async function buyCoins(): Promise<string> {
  const unitPrice = await readPublishedPrice(t.server.url, 'BITCOIN', 'buy');
  const { status, body } = await callServer(t.server.url, 'POST', '/exchange/buy', {
    token: t.ann,
    key: newId(),
    body: { marketType: 'BITCOIN_TOMAN', amount: '0.0001', unitPrice },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.baseDTO.id;
}
/** Statements that the replica received since its log had this length. */
const statementsSince = (length: number): string => t.replica.asked().slice(length);
const readPattern = (table: string): RegExp => new RegExp(`\\b${table}\\b`);

describe('a server with a replica', () => {
  it('shows users their own latest changes while it is paused, and serves others from it', async () => {
    await expectReplicaUsed();
    await t.replica.pause();
    const [own, others] = [await buyCoins(), await insertTrade('taker@sarraf.test')];
    expect(await readTradesOf(t.ann)).toContain(own);
    expect(await readTradesOf(t.bob)).not.toContain(others);
    await t.replica.resume();
    await expect.poll(() => readTradesOf(t.bob), soon).toContain(others);
  });

  it.each([
    ['/trades', 'orders'],
    ['/orders?status=closed', 'orders'],
    ['/wallets/deposit?relatedCoin=TOMAN', 'payments'],
    ['/wallets/deposit?excludedRelatedCoin=TOMAN', 'coin_deposits'],
    ['/wallets/withdrawal-requests', 'withdrawals'],
    ['/wallets/export?kind=TRADES&format=csv&lang=en', 'orders'],
    ['/portfolio/worth', 'daily_balances'],
    ['/portfolio/profit', 'positions'],
    ['/candles/BITCOIN_TOMAN?interval=1d', 'trade_candles'],
    ['/trades/public/BITCOIN_TOMAN?cursor=7', 'fills'],
  ])('reads %s from it', async (path, table) => {
    await expectReplicaUsed();
    const before = t.replica.asked().length;
    const answer = await fetch(`${t.server.url}/api${path}`, {
      headers: { authorization: `Bearer ${t.bob}` },
    });
    expect(answer.status, await answer.text()).toBe(200);
    expect(statementsSince(before)).toMatch(readPattern(table));
  });

  it('continues with the primary while it is down, logs it, and uses it again when it is back', async () => {
    await expectReplicaUsed();
    await t.replica.kill();
    const id = await insertTrade('taker@sarraf.test');
    expect(await readTradesOf(t.bob)).toContain(id);
    await expect.poll(readStates, soon).toEqual({ ready: 200, replicas: ['UNREACHABLE'] });
    expect(await readTradesOf(t.bob)).toContain(id);
    await t.replica.start();
    await expectReplicaUsed();
    const before = t.replica.asked().length;
    expect(await readTradesOf(t.bob)).toContain(id);
    expect(statementsSince(before)).toMatch(readPattern('orders'));
  });

  it('gets the same audit result from it as from the primary', async () => {
    const { db, replicas } = await openDatabases();
    await insertTrade('demo@sarraf.test');
    const [there, here] = [
      await readLatest(db, (from) => checkEverything(from, BOOKS_KEY)),
      await checkEverything(t.primary.db, BOOKS_KEY),
    ];
    expect(there).toEqual(here);
    expect(there.map(({ law }) => law)).not.toEqual([]);
    expect(replicas.listStates()).toMatchObject([{ state: 'USED' }]);
  });
});

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  // Clean-up after a test that failed.
  await t.replica.resume().catch(() => {});
});

/** Opens them like a separate process does. */
async function openDatabases(
  allowedMs = Number(UNLIMITED_LAG_MS),
): Promise<{ db: Db; replicas: Replicas; bus: ReturnType<typeof createBus> }> {
  const { db, close } = openDatabase(t.postgres.url, 2, TEST_AUDIT_KEY);
  closing.push(close);
  const bus = createBus();
  const config = {
    DATABASE_READ_URL: t.replica.url,
    DATABASE_READ_BEHIND_MS: allowedMs,
    DATABASE_POOL: 2,
  };
  const replicas = (await openReplicas(config, db, { log: createLog('silent'), bus })) as Replicas;
  closing.push(() => replicas.close());
  await expect.poll(() => replicas.listStates(), soon).toMatchObject([{ state: 'USED' }]);
  return { db, replicas, bus };
}

async function databaseOf(db: Db): Promise<'REPLICA' | 'PRIMARY'> {
  const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db);
  return rows[0]?.standby ? 'REPLICA' : 'PRIMARY';
}

describe('a process with a replica', () => {
  it('doesn’t use a replica that lags too far behind, until it has caught up', async () => {
    const { db, replicas } = await openDatabases(2_000);
    await t.replica.pause();
    await expect.poll(() => replicas.listStates(), soon).toMatchObject([{ state: 'BEHIND' }]);
    expect([await readStale(db, databaseOf), await readForUser(db, newId(), databaseOf)]).toEqual([
      'PRIMARY',
      'PRIMARY',
    ]);
    expect(listReplicaStates(db)).toMatchObject([{ state: 'BEHIND' }]);
    await t.replica.resume();
    await expect.poll(() => readStale(db, databaseOf), soon).toBe('REPLICA');
    await expect.poll(() => readForUser(db, newId(), databaseOf), soon).toBe('REPLICA');
  });

  it('reads from the primary for a user whom another process changes, until the replica has the change', async () => {
    const [here, there] = [await openDatabases(), await openDatabases()];
    const [ann, bob] = [newId(), newId()];
    await markUserWrite(there.db, ann);
    // A process that was killed after this has left the mark.
    await there.replicas.close();
    closing.pop();
    expect([
      await readForUser(here.db, ann, databaseOf),
      await readForUser(here.db, bob, databaseOf),
    ]).toEqual(['PRIMARY', 'REPLICA']);
    await t.replica.pause();
    await sql`update recent_changes set until = clock_timestamp() where user_id = ${ann}`.execute(here.db);
    expect([
      await readForUser(here.db, ann, databaseOf),
      await readForUser(here.db, bob, databaseOf),
    ]).toEqual(['PRIMARY', 'REPLICA']);
    await t.replica.resume();
    await expect.poll(() => readForUser(here.db, ann, databaseOf), soon).toBe('REPLICA');
  });

  it('reads from the primary for a user after it published an event to them', async () => {
    const { db, bus } = await openDatabases();
    const [ann, bob] = [newId(), newId()];
    await t.replica.pause();
    await insertTrade('taker@sarraf.test');
    bus.publish('wallets', { userId: ann, coins: [] });
    expect([await readForUser(db, ann, databaseOf), await readForUser(db, bob, databaseOf)]).toEqual([
      'PRIMARY',
      'REPLICA',
    ]);
    await t.replica.resume();
    await expect.poll(() => readForUser(db, ann, databaseOf), soon).toBe('REPLICA');
  });

  it('sees everything that existed before it determined the position to wait for', async () => {
    const { db } = await openDatabases();
    await t.replica.pause();
    const id = await insertTrade('taker@sarraf.test');
    const latestCount = readLatest(db, async (from) => {
      const { rows } = await sql<{ id: string }>`select id from orders where id = ${id}`.execute(from);
      return rows.length;
    });
    await t.replica.resume();
    expect(await latestCount).toBe(1);
    await expect.poll(() => readLatest(db, databaseOf), soon).toBe('REPLICA');
  });

  it('can’t write through a read connection, neither on the replica nor on the primary in its place', async () => {
    const { db } = await openDatabases();
    const id = newId();
    const writeOn = (on: Db) =>
      sql`insert into recent_changes (user_id, until) values (${id}, now())`.execute(on);
    await expect(readStale(db, writeOn)).rejects.toMatchObject({ code: '25006' });
    const { rows } = await sql`select from recent_changes where user_id = ${id}`.execute(db);
    expect(rows).toEqual([]);
  });

  it('does not start with a copy of another database', async () => {
    const other = await createTestDatabase();
    const { db, close } = openDatabase(t.postgres.url, 2, TEST_AUDIT_KEY);
    closing.push(close, other.drop);
    const config = { DATABASE_READ_URL: other.url, DATABASE_READ_BEHIND_MS: 10_000, DATABASE_POOL: 2 };
    await expect(openReplicas(config, db, { log: createLog('silent'), bus: createBus() })).rejects.toThrow(
      /DATABASE_READ_URL: what is at .* is no copy of DATABASE_URL/,
    );
  });
});

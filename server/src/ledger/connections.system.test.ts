/** The ledger's own connections, through a network path to the database that is slow or breaks. */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { TEST_AUDIT_KEY, TEST_CHAIN_KEY } from '../../test/keys.ts';
import { systemClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { Probe } from './probe.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.url, 2, TEST_AUDIT_KEY);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

/** Starts a proxy that hands each client connection to `join` with a new one to the database, before any data flows. */
async function startWay(join: (client: Socket, database: Socket, number: number) => void) {
  const { hostname, port } = new URL(test.url);
  let connectionCount = 0;
  const way = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
    connectionCount += 1;
    join(client, upstream, connectionCount);
  }).listen(0, '127.0.0.1');
  await once(way, 'listening');
  const url = new URL(test.url);
  url.host = `127.0.0.1:${(way.address() as AddressInfo).port}`;
  return { url: url.href, close: () => way.close() };
}

const passOn = (client: Socket, upstream: Socket) => void client.pipe(upstream).pipe(client);

it('a database that is slow to accept a connection is ready once it has accepted one', async () => {
  const way = await startWay(async (client, upstream) => {
    await sleep(3_000);
    passOn(client, upstream);
  });
  const probe = new Probe(way.url);
  expect(await probe.canRead()).toBe(false);
  await expect.poll(() => probe.canRead(), { timeout: 60_000 }).toBe(true);
  probe.close();
  way.close();
});

it('a writer that gets some of its connections, but not all, leaves none open', async () => {
  const way = await startWay((client, upstream, number) => {
    if (number === 3) client.destroy();
    else passOn(client, upstream);
  });
  const keeper = new LeaseKeeper(
    { url: way.url, leaseMs: 3_000, flights: 2, clock: systemClock, chainKey: TEST_CHAIN_KEY },
    () => {},
  );
  await expect(keeper.acquire()).rejects.toThrow();
  const open = async () => {
    const { rows } = await sql`select pid from pg_stat_activity
      where application_name = 'sarraf-ledger' and datname = current_database()`.execute(database.db);
    return rows.length;
  };
  await expect.poll(open, { timeout: 60_000 }).toBe(0);
  expect(await keeper.acquire()).toBe(true);
  expect(await open()).toBe(3);
  await keeper.close();
  way.close();
});

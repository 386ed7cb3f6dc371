/**
 * Two PostgreSQL with synchronous replication, under one URL: the primary is killed, the standby is promoted, and
 * the server continues.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { normalizeDatabaseUrl } from '../src/platform/config/database-url.ts';
import { createClient } from '../src/platform/database/connect.ts';
import { isOutage, openDatabase } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts';
import { removeFolder } from './remove-folder.ts';
import { startReplica, type TestReplica } from './replica.ts';
import { findFreePort, type RunningServer, startServer } from './running-server.ts';
import { expectAcknowledgedPersisted, makeTraders, startTrader, type TraderAccount } from './traders.ts';
import { pollUntil } from './waiting.ts';

const TRADERS = 8;
const WORK = 150;
const PAUSE_MS = 25;
const LONG = 300_000;

describe('a database with a primary and a standby', () => {
  let primary: OwnPostgres;
  let standby: TestReplica;
  /** The configured URL; the standby comes first, so that the first host is not simply used. */
  let clusterUrl: string;
  let url: string;
  let people: TraderAccount[];
  let server: RunningServer | undefined;
  let dataDir: string;

  const readServerPort = async (address = url): Promise<string> => {
    const client = createClient({ connectionString: address });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ port: string }>('show port');
    await client.end();
    return rows[0]?.port ?? '';
  };

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'sarraf-failover-'));
    primary = await startOwnPostgres({ settings: { wal_keep_size: '1GB' } });
    await migrate(primary.url);
    const { db, close } = openDatabase(primary.url, 2, TEST_AUDIT_KEY);
    people = await makeTraders(primary.url, db, TRADERS);
    standby = await startReplica(primary);
    // Acknowledged data is on both. The copy doesn't wait for a third.
    await sql`alter system set synchronous_standby_names = '*'`.execute(db);
    await sql`select pg_reload_conf()`.execute(db);
    await pollUntil(async () => {
      const { rows } = await sql<{ state: string }>`
        select sync_state as state from pg_stat_replication`.execute(db);
      return rows[0]?.state === 'sync';
    }, LONG);
    await close();
    const { username, password, host, pathname } = new URL(primary.url);
    const hosts = `${new URL(standby.url).host},${host}`;
    clusterUrl = `postgres://${username}:${password}@${hosts}${pathname}?target_session_attrs=read-write`;
    url = normalizeDatabaseUrl(clusterUrl);
  }, LONG);
  afterAll(async () => {
    await server?.kill('SIGKILL');
    await standby?.stop();
    await primary?.stop();
    removeFolder(dataDir);
  }, LONG);

  it('is connected to at its primary, and a connection that turns out to be read-only is dropped', async () => {
    expect(await readServerPort()).toBe(new URL(primary.url).port);
    const { db, close } = openDatabase(url, 1, TEST_AUDIT_KEY);
    const readPid = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
    const before = await readPid();
    expect(await readPid()).toBe(before);
    await sql`set default_transaction_read_only = on`.execute(db);
    await expect(sql`delete from limit_counters`.execute(db)).rejects.toThrow('read-only transaction');
    await expect.poll(readPid).not.toBe(before);
    await sql`delete from limit_counters`.execute(db);
    await close();
  });

  it('is connected to at its primary for a read-only role, too', async () => {
    const { db, close } = openDatabase(url, 1, TEST_AUDIT_KEY);
    await sql`create role reader login password 'reads-only'`.execute(db);
    await sql`alter role reader set default_transaction_read_only = on`.execute(db);
    await close();
    const address = new URL(url);
    address.username = 'reader';
    address.password = 'reads-only';
    expect(await readServerPort(address.href)).toBe(new URL(primary.url).port);
  });

  it(
    'continues after a failover when the primary is killed; no acknowledged data is lost',
    async () => {
      server = await startServer({
        DATABASE_URL: clusterUrl,
        DATA_DIR: dataDir,
        PORT: String(await findFreePort()),
        RATE_ORDERS_OF_ONE: '100000',
        MARKET_MAKERS: 'off',
        WITH_WORKER: '1',
        LOG_LEVEL: 'fatal',
      });
      let done = 0;
      let pause = 0;
      let last = performance.now();
      const onTry = (_: string, status: number | null) => {
        if (status !== 200) return;
        done += 1;
        pause = Math.max(pause, performance.now() - last);
        last = performance.now();
      };
      const servers = [server];
      const traders = people.map((person, i) => startTrader(person, `${i}`, servers, PAUSE_MS, onTry));
      const waitForMoreTrades = async () => {
        const then = done;
        await expect.poll(() => done, { timeout: 120_000, interval: 20 }).toBeGreaterThan(then + WORK);
      };
      await waitForMoreTrades();
      const killed = performance.now();
      pause = 0;
      primary.kill();
      await standby.promote();
      const promoted = performance.now();
      await waitForMoreTrades();
      await Promise.all(traders.map(({ stop }) => stop()));
      console.log(
        JSON.stringify({
          answered: done,
          promotedAfterMs: Math.round(promoted - killed),
          longestPauseMs: Math.round(pause),
        }),
      );
      const { db, close } = openDatabase(url, 2, TEST_AUDIT_KEY);
      await expectAcknowledgedPersisted(
        db,
        people,
        traders.map(({ answers }) => answers),
      );
      await close();
    },
    LONG,
  );

  it(
    'is not switched back to an outdated primary that runs again',
    async () => {
      await primary.start();
      for (let i = 0; i < 3; i += 1) expect(await readServerPort()).toBe(new URL(standby.url).port);
    },
    LONG,
  );

  it(
    'is unavailable while no server accepts writes, with each server’s error in the log',
    async () => {
      await primary.stop();
      await server?.kill('SIGTERM');
      server = undefined;
      await standby.kill();
      const failure = await readServerPort().catch((error: Error) => error);
      expect(isOutage(failure)).toBe(true);
      expect((failure as Error).message).toMatch(
        /^no server of the database takes writes \(127\.0\.0\.1:\d+: connect ECONNREFUSED/,
      );
      await standby.start();
      expect(await readServerPort()).toBe(new URL(standby.url).port);
    },
    LONG,
  );
});

it(
  'loses acknowledged data without synchronous replication, and the check reports it',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sarraf-failover-'));
    const primary = await startOwnPostgres();
    let standby: TestReplica | undefined;
    let server: RunningServer | undefined;
    try {
      await migrate(primary.url);
      const before = openDatabase(primary.url, 2, TEST_AUDIT_KEY);
      const people = await makeTraders(primary.url, before.db, 2);
      await before.close();
      standby = await startReplica(primary);
      server = await startServer({
        DATABASE_URL: primary.url,
        DATA_DIR: dataDir,
        PORT: String(await findFreePort()),
        MARKET_MAKERS: 'off',
        LOG_LEVEL: 'fatal',
      });
      let done = 0;
      const countStatus = (_: string, status: number | null) => {
        if (status === 200) done += 1;
      };
      // The standby is stopped while they trade, like one that lags behind.
      await standby.kill();
      const servers = [server];
      const traders = people.map((person, i) => startTrader(person, `${i}`, servers, PAUSE_MS, countStatus));
      await expect.poll(() => done, { timeout: 120_000, interval: 20 }).toBeGreaterThan(10);
      await Promise.all(traders.map(({ stop }) => stop()));
      await server.kill('SIGKILL');
      primary.kill();
      await standby.start();
      await standby.promote();
      const after = openDatabase(standby.url, 2, TEST_AUDIT_KEY);
      const check = expectAcknowledgedPersisted(
        after.db,
        people,
        traders.map(({ answers }) => answers),
      );
      await expect(check.finally(after.close)).rejects.toThrow('deeply equal');
    } finally {
      await server?.kill('SIGKILL');
      await standby?.stop();
      await primary.stop();
      removeFolder(dataDir);
    }
  },
  LONG,
);

/** A database that is full, frozen, down, locked or busy: the readiness check, and the replies during the outage. */

import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Endpoint } from '@sarraf/domain/contracts';
import * as contracts from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { hasCompiler, installSyncShim } from './blackbox/rig.ts';
import { checkInvariants } from './invariants.ts';
import { TEST_AUDIT_KEY, TEST_BOOKS_KEY } from './keys.ts';
import { canMount, hasProc, type OwnPostgres, startOwnPostgres } from './own-postgres.ts';
import { removeFolder } from './remove-folder.ts';
import { installPostgres, replaceLibrary } from './replaced-library.ts';
import {
  findFreePort,
  type RunningServer,
  readPublishedPrice,
  signIn,
  startServer,
} from './running-server.ts';
import { makeTraders, type TraderAccount } from './traders.ts';

const LONG = 180_000;
const pollOptions = { timeout: 60_000, interval: 100 };
const ENDPOINTS = (Object.values(contracts) as unknown[]).filter(
  (value): value is Endpoint =>
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value,
);

/** A server in a separate process, on a database into which faults can be injected. */
function startServerOn(options: {
  disk?: boolean | 'log';
  pool?: number;
  env?: Record<string, string>;
  /** Number of users with money, in addition to the sandbox's. */
  traders?: number;
  settings?: Record<string, string>;
  /** Controls the behaviour of its syncs. */
  syncs?: string;
  binDir?: string;
}) {
  const t = {} as {
    postgres: OwnPostgres;
    server: RunningServer;
    token: string;
    staff: string;
    traders: TraderAccount[];
    dataDir: string;
  };
  let keys = 0;
  /** Internal errors in the server's log. */
  const errorLines: string[] = [];
  async function makePeople(count: number): Promise<TraderAccount[]> {
    if (count === 0) return [];
    await migrate(t.postgres.url);
    const { db, close } = openDatabase(t.postgres.url, 2, TEST_AUDIT_KEY);
    return makeTraders(t.postgres.url, db, count).finally(close);
  }
  beforeAll(async () => {
    t.dataDir = mkdtempSync(join(tmpdir(), 'sarraf-outages-'));
    t.postgres = await startOwnPostgres({
      ...options,
      ...(options.syncs !== undefined && { binDir: installSyncShim(dirname(options.syncs), options.syncs) }),
    });
    t.traders = await makePeople(options.traders ?? 0);
    const settings = {
      PORT: String(await findFreePort()),
      DATABASE_URL: t.postgres.url,
      DATA_DIR: t.dataDir,
      DATABASE_POOL: String(options.pool ?? 10),
      MARKET_MAKERS: 'off',
      LOG_LEVEL: 'error',
      ...options.env,
    };
    t.server = await startServer(settings, (line) => {
      if (line.includes('request failed')) errorLines.push(line);
    });
    t.token = await signIn(t.server.url, 'demo@sarraf.test');
    t.staff = await signIn(t.server.url, 'staff@sarraf.test');
  });
  afterAll(async () => {
    t.postgres?.release();
    t.postgres?.thaw();
    await t.server?.kill('SIGKILL');
    await t.postgres?.stop();
    removeFolder(t.dataDir);
  });

  const newKey = () => {
    keys += 1;
    return `outages-${keys}`;
  };
  async function callAs(
    method: string,
    path: string,
    more: { body?: object; token?: string; key?: string } = {},
  ) {
    const { body, token = t.token, key = newKey() } = more;
    const answer = await fetch(`${t.server.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(LONG),
    });
    const text = await answer.text();
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text };
  }
  async function buyCoins(unitPrice: string, key = newKey()) {
    const body = { marketType: 'BITCOIN_TOMAN', amount: '0.0001', unitPrice };
    return callAs('POST', '/api/exchange/buy', { body, key });
  }
  return {
    t,
    errorLines,
    ask: callAs,
    ready: async () => (await callAs('GET', '/health/ready')).status,
    buy: buyCoins,
    /** Buys once prices are available again. */
    async buysAgain(key = newKey()) {
      await expect
        .poll(async () => {
          const unitPrice = await readPublishedPrice(t.server.url, 'BITCOIN', 'buy').catch(() => '1');
          return (await buyCoins(unitPrice, key)).status;
        }, pollOptions)
        .toBe(200);
    },
    async checkBooks() {
      const { db, close } = openDatabase(t.postgres.url, 1, TEST_AUDIT_KEY);
      expect(await checkInvariants(db)).toBeNull();
      await close();
    },
  };
}

describe.skipIf(!hasProc() || !canMount())('a full disk (needs the right to mount one)', () => {
  const context = startServerOn({ disk: true });
  const { t, errorLines, ask, ready, buy, buysAgain, checkBooks } = context;

  it("is reported before a trade fails, refuses what it can't write, and loses nothing", async () => {
    const price = await readPublishedPrice(t.server.url, 'BITCOIN', 'buy');
    expect([await ready(), (await buy(price)).status]).toEqual([200, 200]);
    t.postgres.fill();
    await expect.poll(ready, pollOptions).toBe(503);
    expect((await ask('GET', '/health/live')).status).toBe(200);

    // A page that has room left may accept a few.
    let refusedKey = '';
    for (let i = 0; refusedKey === '' && i < 500; i += 1) {
      const key = `full-${i}`;
      const answer = await buy(
        await readPublishedPrice(t.server.url, 'BITCOIN', 'buy').catch(() => price),
        key,
      );
      expect(answer.status, answer.text).not.toBe(500);
      if (answer.status !== 503) continue;
      expect(answer.retryAfter).toMatch(/^\d+$/);
      refusedKey = key;
    }
    expect(refusedKey).not.toBe('');
    // Trades failed, and readiness is not fooled by the lease, whose renewal needs no room.
    expect(await ready()).toBe(503);
    const writes = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        ask('POST', '/api/users/login', {
          body: { email: `nobody${i}@sarraf.test`, password: 'Wrong-pass-1' },
        }),
      ),
    );
    expect(writes.filter(({ status }) => status === 500).length, errorLines.join('\n')).toBe(0);

    t.postgres.release();
    await expect.poll(ready, pollOptions).toBe(200);
    await buysAgain(refusedKey);
    await checkBooks();
  });
});

const shims = mkdtempSync('/tmp/sarraf-syncs-');
const SYNCS = join(shims, 'control');
chmodSync(shims, 0o755);

describe.skipIf(!hasProc() || !canMount() || !hasCompiler())(
  'a separate WAL disk (needs the right to mount one, and a compiler)',
  () => {
    const log = { fsync: 'on', min_wal_size: '32MB', max_wal_size: '64MB' };
    const { t, ask, ready, buy, buysAgain, checkBooks } = startServerOn({
      disk: 'log',
      settings: log,
      syncs: SYNCS,
    });
    afterAll(() => removeFolder(shims));

    /** Buys until PostgreSQL has ended; returns the acknowledged keys. */
    async function buyUntilUnavailable(
      prefix: string,
      meanwhile: (answeredCount: number) => Promise<void>,
    ): Promise<string[]> {
      const price = await readPublishedPrice(t.server.url, 'BITCOIN', 'buy');
      const answeredKeys: string[] = [];
      for (let i = 0; ; i += 1) {
        const key = `${prefix}-${i}`;
        const { status, retryAfter, text } = await buy(
          await readPublishedPrice(t.server.url, 'BITCOIN', 'buy').catch(() => price),
          key,
        );
        expect(status, text).not.toBe(500);
        if (status === 200) answeredKeys.push(key);
        if (status === 503) {
          expect(retryAfter).toMatch(/^\d+$/);
          return answeredKeys;
        }
        await meanwhile(answeredKeys.length);
      }
    }

    /** Restarts it, as its service would, and checks the acknowledged trades. */
    async function expectRecovery(answeredKeys: readonly string[]): Promise<void> {
      expect((await ask('GET', '/health/live')).status).toBe(200);
      await expect
        .poll(
          () =>
            t.postgres.start().then(
              () => true,
              () => false,
            ),
          pollOptions,
        )
        .toBe(true);
      await expect.poll(ready, pollOptions).toBe(200);
      await buysAgain();
      const { db, close } = openDatabase(t.postgres.url, 1, TEST_AUDIT_KEY);
      const { rows } = await sql<{ key: string }>`select idempotency_key as key from orders
        where idempotency_key = any(${[...answeredKeys]}::text[]) order by created_at`.execute(db);
      await close();
      expect(rows.map(({ key }) => key)).toEqual(answeredKeys);
      await checkBooks();
    }

    it('F18: that is full stops the database; no acknowledged trade is lost', async () => {
      let filled = false;
      const answeredKeys = await buyUntilUnavailable('full-log', async (count) => {
        if (count < 5) return;
        if (!filled) t.postgres.fill();
        filled = true;
        // The next WAL segment needs room.
        const client = new pg.Client({ connectionString: t.postgres.url });
        client.on('error', () => {});
        await client
          .connect()
          .then(
            () => client.query('select pg_switch_wal()'),
            () => {},
          )
          .catch(() => {});
        await client.end().catch(() => {});
      });
      expect(answeredKeys.length).toBeGreaterThanOrEqual(5);
      t.postgres.release();
      await expectRecovery(answeredKeys);
    });

    it('F19: that fails to sync stops the database immediately; no acknowledged trade is lost', async () => {
      const answeredKeys = await buyUntilUnavailable('no-sync', async (count) => {
        if (count === 5) writeFileSync(SYNCS, 'fail');
      });
      expect(answeredKeys.length).toBeGreaterThanOrEqual(5);
      rmSync(SYNCS);
      await expectRecovery(answeredKeys);
    });
  },
);

describe.skipIf(!hasProc())('a database that is down', () => {
  const { t, ask, ready, buysAgain, checkBooks } = startServerOn({});

  /** Calls every endpoint as staff; those that fail for another reason than the outage fail as usual. */
  async function callAllEndpoints() {
    const answers = [];
    for (const { method, path } of ENDPOINTS) {
      const address = `/api${path.replaceAll(/:\w+/g, '0190a000-0000-7000-8000-000000000000')}`;
      answers.push(
        ask(method, address, { token: t.staff, ...(method !== 'GET' && { body: {} }) }).then((answer) => ({
          ...answer,
          endpoint: `${method} ${path}`,
        })),
      );
    }
    return Promise.all(answers);
  }

  it('or frozen is reported, and no request waits without a limit', async () => {
    expect(await ready()).toBe(200);
    t.postgres.freeze();
    await expect.poll(ready, pollOptions).toBe(503);
    const answers = await Promise.all(
      ['/api/orders', '/api/alerts', '/api/orders'].map((path) => ask('GET', path)),
    );
    for (const { status, retryAfter } of answers) expect([status, retryAfter]).toEqual([503, '5']);
    t.postgres.thaw();
    await expect.poll(ready, pollOptions).toBe(200);
    await buysAgain();
    await checkBooks();
  });

  it('or killed is reported, and no endpoint responds with an internal error', async () => {
    t.postgres.kill();
    await expect.poll(ready, pollOptions).toBe(503);
    const answers = await callAllEndpoints();
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
    const away = answers.filter(({ text }) => text.includes('"message":"SERVICE_UNAVAILABLE"'));
    expect(away.length).toBeGreaterThan(100);
    expect(away.filter(({ retryAfter }) => retryAfter === null)).toEqual([]);
    await t.postgres.start();
    await expect.poll(ready, pollOptions).toBe(200);
    await buysAgain();
    await checkBooks();
  });
});

const updated = mkdtempSync('/tmp/sarraf-updated-');
chmodSync(updated, 0o755);

describe.skipIf(!hasProc())('a database whose libraries were replaced by an update', () => {
  const installed = installPostgres(updated);
  // Programs without their libraries next to them run in place, like those of a server that was started
  // separately.
  const binDir = join(updated, 'bin');
  symlinkSync(installed, binDir);
  const { ask, ready, buysAgain, checkBooks } = startServerOn({ binDir });
  afterAll(() => removeFolder(updated));

  it('is reported, since new connections fail, and recovers once the libraries match', async () => {
    const signUp = (name: string) =>
      ask('POST', '/api/users/register', {
        body: { email: `${name}@sarraf.test`, password: 'Copper-River-48' },
      });
    expect([await ready(), (await signUp('before')).status]).toEqual([200, 200]);
    const restore = replaceLibrary(installed);
    await expect.poll(ready, pollOptions).toBe(503);
    restore();
    await expect.poll(ready, pollOptions).toBe(200);
    expect((await signUp('after')).status).toBe(200);
    await buysAgain();
    await checkBooks();
  });
});

/**
 * Repeats that arrive when a database is back: as many orders as each user may have open, over this many
 * connections.
 */
const OPEN_ORDERS = 200;
const CONCURRENCY = 300;
/** By night 5,000 orders in all; by day those of three users. */
const MORE_PEOPLE = process.env.SARRAF_NIGHTLY ? 22 : 0;

describe.skipIf(!hasProc())('a database that is up again', () => {
  const { t, ask, ready, buysAgain, checkBooks } = startServerOn({
    env: { RATE_ORDERS_OF_ONE: '100000', BOOKS_KEY: TEST_BOOKS_KEY.toString('base64') },
    traders: MORE_PEOPLE,
  });

  async function runAll<O, T>(orders: readonly O[], work: (order: O) => Promise<T>): Promise<T[]> {
    const done: T[] = [];
    const left = [...orders];
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        for (let one = left.pop(); one !== undefined; one = left.pop()) done.push(await work(one));
      }),
    );
    return done;
  }

  it('F05: executes each of a storm of repeats once, without an internal error', async () => {
    const market = JSON.parse((await ask('GET', '/api/markets/BITCOIN_TOMAN')).text).baseDTO;
    const below = (BigInt(await readPublishedPrice(t.server.url, 'BITCOIN', 'buy')) * 19n) / 20n;
    const unitPrice = String(below - (below % BigInt(market.tick)));
    const body = { marketType: 'BITCOIN_TOMAN', orderType: 'LIMITED_BUY', amount: '0.00001', unitPrice };
    const people = await Promise.all(
      ['demo', 'maker', 'taker'].map((name) => signIn(t.server.url, `${name}@sarraf.test`)),
    );
    const orders = [...people, ...t.traders.map(({ token }) => token)].flatMap((token) =>
      Array.from({ length: OPEN_ORDERS }, (_, i) => ({ token, key: `storm-order-${i}`, body })),
    );
    const placeOrder = (one: (typeof orders)[number]) => ask('POST', '/api/orders', one);

    t.postgres.kill();
    await expect.poll(ready, pollOptions).toBe(503);
    const replies = await runAll(orders, placeOrder);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]));

    // Requests are sent before it is ready.
    const starting = t.postgres.start();
    const answers = await runAll(orders, async (one) => {
      for (;;) {
        const answer = await placeOrder(one);
        if (answer.status !== 503 && answer.status !== 429) return answer;
        expect(answer.retryAfter).toMatch(/^\d+$/);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    });
    await starting;
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const ids = new Set(answers.map(({ text }) => JSON.parse(text).baseDTO.id));
    expect(ids.size).toBe(orders.length);
    const { db, close } = openDatabase(t.postgres.url, 1, TEST_AUDIT_KEY);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from orders
      where unit_price is not null and order_type = 'LIMITED_BUY'`.execute(db);
    await close();
    expect(rows).toEqual([{ n: orders.length }]);
    await expect.poll(ready, pollOptions).toBe(200);
    await buysAgain();
    await checkBooks();
  });
});

describe.skipIf(!hasProc())('a locked table', () => {
  const { t, ask, ready, buysAgain } = startServerOn({ pool: 4 });

  async function runWhileLocked(table: string, work: () => Promise<void>): Promise<void> {
    const client = new pg.Client({ connectionString: t.postgres.url });
    await client.connect();
    client.on('error', () => {});
    await client.query('set idle_in_transaction_session_timeout = 0');
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    await work().finally(() => client.end());
  }

  it('times its readers out before others give up waiting for a connection, and does not make the server unready', async () => {
    await runWhileLocked('price_alerts', async () => {
      const hanging = Array.from({ length: 4 }, () => ask('GET', '/api/alerts'));
      expect(await ready()).toBe(200);
      const behind = ask('GET', '/api/orders');
      for (const { status, retryAfter } of await Promise.all(hanging))
        expect([status, retryAfter]).toEqual([503, '5']);
      expect((await behind).status).toBe(200);
      expect(await ready()).toBe(200);
    });
    await buysAgain();
  });

  it('F16: a query that the database cancels is no internal error, and the next one succeeds', async () => {
    const client = new pg.Client({ connectionString: t.postgres.url });
    await client.connect();
    // A view in the table's place, which cancels each query of a user's list but every third. The server's own
    // query for triggered orders isn't counted, since it comes at any time.
    await client.query(`create sequence readings;
      create function broken_off() returns boolean language plpgsql stable as $$ declare n bigint; begin
        if current_query() not like '%order by id desc%' then return true; end if;
        n := nextval('readings') % 3;
        if n = 1 then raise exception 'made up' using errcode = '40001'; end if;
        if n = 2 then raise exception 'made up' using errcode = '40P01'; end if;
        return true;
      end $$;
      alter table price_alerts rename to price_alerts_kept;
      create view price_alerts as select * from price_alerts_kept where broken_off()`);
    const answers = [];
    for (let i = 0; i < 3; i += 1) answers.push(await ask('GET', '/api/alerts'));
    await client.query('drop view price_alerts; alter table price_alerts_kept rename to price_alerts');
    await client.end();
    expect(answers.map(({ status, retryAfter }) => [status, retryAfter])).toEqual([
      [503, '5'],
      [503, '5'],
      [200, null],
    ]);
    expect(await ready()).toBe(200);
  });

  it('makes the server unready if it is one of the ledger’s tables', async () => {
    await runWhileLocked('transfers', async () => {
      await expect.poll(ready, pollOptions).toBe(503);
    });
    await expect.poll(ready, pollOptions).toBe(200);
  });
});

/**
 * A version replaces the previous one while users trade: the tables are extended under the old process, the new one
 * starts next to it, the old one stops. SARRAF_UPGRADE_FROM is the folder of an older version (`npm run
 * release-check` sets it); unset: this version is both, and the new one has one more migration.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { MIGRATIONS } from '../src/platform/database/migrate.ts';
import { prepareDatabase } from '../src/platform/database/prepare.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './database.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { hasNats, startNats, type TestNats } from './nats.ts';
import { createPairedServer, fetchReadiness, type PairedServer, waitForRoles } from './pair.ts';
import { removeFolder } from './remove-folder.ts';
import { findFreePort } from './running-server.ts';
import { expectAcknowledgedPersisted, makeTraders, startTrader, type TraderAccount } from './traders.ts';
import { pollUntil } from './waiting.ts';

const FROM = process.env.SARRAF_UPGRADE_FROM;
const NIGHTLY = Boolean(process.env.SARRAF_NIGHTLY);
const TRADERS = NIGHTLY || FROM ? 32 : 8;
/** Trades that must be done in each step. */
const WORK = NIGHTLY || FROM ? 1_000 : 150;
const PAUSE_MS = 25;
const LEASE_MS = 3_000;
const SIGNER_ROLE = 'sarraf_signer';

/** Columns added to tables that each trade writes, as a later version might. */
const ADDED_COLUMNS = `alter table orders add column rolled_note text, add column rolled_count int not null default 0;
  alter table accounts add column rolled_note text;
  create table rolled (id int primary key);
  comment on table rolled is 'Of a later version.';
  insert into version_needs (name, since, because, in_use)
  values ('ROLLED', 9999, 'something is rolled, which versions before 9999 would roll back', 'exists (select from rolled)')`;

describe.skipIf(!hasNats())('a new version beside the one before', () => {
  let folder: string;
  let test: TestDatabase;
  let nats: TestNats;
  let database: Database;
  let people: TraderAccount[];
  let old: PairedServer;
  let next: PairedServer;
  const messages: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sarraf-upgrade-'));
    const migrations = join(folder, 'migrations');
    cpSync(MIGRATIONS, migrations, { recursive: true });
    if (!FROM) writeFileSync(join(migrations, '9999-rolled.sql'), ADDED_COLUMNS);
    test = FROM ? await createEmptyDatabase() : await createTestDatabase();
    if (FROM)
      execFileSync(process.execPath, [join(FROM, 'server/src/migrate-cli.ts')], {
        cwd: FROM,
        env: { ...process.env, MODE: 'sandbox', DATABASE_URL: test.ownerUrl, DATA_DIR: join(folder, 'data') },
      });
    database = openDatabase(test.url, 4, TEST_AUDIT_KEY);
    people = await makeTraders(test.url, database.db, TRADERS);
    nats = await startNats();
    const settings = {
      DATABASE_URL: test.url,
      DATABASE_OWNER_URL: test.ownerUrl,
      DATA_DIR: join(folder, 'data'),
      NATS_URL: nats.url,
      LEASE_MS: String(LEASE_MS),
      RATE_ORDERS_OF_ONE: '100000',
      MARKET_MAKERS: 'off',
      LOG_LEVEL: 'warn',
    };
    const onLine = (line: string) => messages.push(line);
    old = createPairedServer(await findFreePort(), settings, { onLine, ...(FROM && { tree: FROM }) });
    next = createPairedServer(await findFreePort(), { ...settings, MIGRATIONS: migrations, PRICE_SEED: '7' });
    await old.start();
  }, 600_000);
  afterAll(async () => {
    for (const one of [old, next]) await one?.kill('SIGTERM');
    await nats?.kill();
    await database?.close();
    await test?.drop();
    removeFolder(folder);
  });

  it('refuses no trader, and loses nothing', async () => {
    const serverErrors: string[] = [];
    let unreached = 0;
    let answeredCount = 0;
    let pause = 0;
    let last = performance.now();
    const onTry = (url: string, status: number | null) => {
      if (status === null) unreached += 1;
      else if (status >= 500) serverErrors.push(`${url === old.url ? 'old' : 'new'}: ${status}`);
      else {
        answeredCount += 1;
        pause = Math.max(pause, performance.now() - last);
        last = performance.now();
      }
    };
    // Like a proxy: only ready servers, and a client without a connection there goes to another.
    const upstream: PairedServer[] = [old];
    const traders = people.map((person, i) => startTrader(person, `${i}`, upstream, PAUSE_MS, onTry));
    const waitForMoreTrades = async () => {
      const then = answeredCount;
      await expect.poll(() => answeredCount, { timeout: 240_000, interval: 50 }).toBeGreaterThan(then + WORK);
    };
    const pauses: Record<string, number> = {};
    const runStep = async (name: string, work: () => Promise<unknown>) => {
      pause = 0;
      await work();
      await waitForMoreTrades();
      pauses[name] = Math.round(pause);
    };

    await runStep('the old version alone', async () => {});
    const urls = { url: test.url, ownerUrl: test.ownerUrl, signerUrl: test.url };
    await runStep('the tables are widened', async () => {
      expect(await prepareDatabase(urls, SIGNER_ROLE, join(folder, 'migrations'))).toEqual([]);
    });
    await runStep('the new version beside it', async () => {
      await next.start();
      const { writer } = await waitForRoles({ a: old, b: next });
      expect(writer).toBe(old);
      upstream.push(next);
    });
    await runStep('the old version stops', async () => {
      await old.kill('SIGTERM');
      await expect.poll(async () => (await fetchReadiness(next))?.writer, { interval: 50 }).toBe(true);
      upstream.shift();
    });
    await runStep('the old version comes back for a while', async () => {
      await old.start();
      const { writer } = await waitForRoles({ a: old, b: next });
      expect(writer).toBe(next);
      if (!FROM)
        expect(messages.join('\n')).toMatch(/"newer":\["9999-rolled\.sql"\].*newer than this version/);
      upstream.push(old);
      await waitForMoreTrades();
      await old.kill('SIGTERM');
      upstream.pop();
    });
    if (!FROM)
      await runStep(
        'the new version alone, whose own is in use, while the old one may not have the books',
        async () => {
          await old.start();
          await waitForRoles({ a: old, b: next });
          await sql`insert into rolled values (1)`.execute(database.db);
          await next.kill('SIGKILL');
          await pollUntil(async () => messages.some((line) => line.includes('may not settle now')), 120_000);
          expect((await fetchReadiness(old))?.writer).toBe(false);
          await next.start();
          expect((await waitForRoles({ a: old, b: next })).writer).toBe(next);
          await old.kill('SIGTERM');
        },
      );
    await Promise.all(traders.map(({ stop }) => stop()));

    console.log(
      JSON.stringify({
        answered: answeredCount,
        refused: serverErrors.length,
        unreached,
        longestPauseMs: pauses,
      }),
    );
    expect(serverErrors).toEqual([]);
    const answers = traders.map((trader) => trader.answers);
    await expectAcknowledgedPersisted(database.db, people, answers);
  }, 900_000);
});

/** Moves old rows to a slower disk, on a ledger in which trades continue: decision 64. */

import { chownSync, mkdtempSync } from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listBackupTables } from '../src/backup/tables.ts';
import { type Sarraf, startSarraf } from '../src/main.ts';
import { closePartition, PARTITIONED_TABLES, type PartitionedTable } from '../src/partition/cut-table.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { SERVER_ROLE, SIGNER_ROLE } from '../src/platform/database/embedded-roles.ts';
import { findOrCreateAccount } from '../src/platform/database/postgres-binaries.ts';
import { grantRights } from '../src/platform/database/rights.ts';
import { checkEverything } from '../src/watch/index.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { TEST_AUDIT_KEY, TEST_BOOKS_KEY } from './keys.ts';
import { removeFolder } from './remove-folder.ts';
import { callServer, findFreePort, readPublishedPrice, signIn } from './running-server.ts';

const SPACE = `sarraf_old_${process.pid}`;

const t = {} as {
  test: TestDatabase;
  database: Database;
  owner: pg.Client;
  sarraf: Sarraf;
  space: string;
  /** Tokens of two users who trade with each other. */
  ann: string;
  bob: string;
  price: bigint;
};

beforeAll(async () => {
  t.test = await createTestDatabase();
  t.database = openDatabase(t.test.url, 2, TEST_AUDIT_KEY);
  t.owner = new pg.Client({ connectionString: t.test.ownerUrl });
  await t.owner.connect();
  t.sarraf = await startSarraf(
    loadConfig({
      DATABASE_URL: t.test.url,
      PORT: String(await findFreePort()),
      BOOKS_KEY: TEST_BOOKS_KEY.toString('base64'),
      SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      MARKET_MAKERS: 'off',
      WATCH: 'off',
      LOG_LEVEL: 'silent',
    }),
  );
  t.ann = await signIn(t.sarraf.url, 'demo@sarraf.test');
  t.bob = await signIn(t.sarraf.url, 'maker@sarraf.test');
  t.price = (BigInt(await readPublishedPrice(t.sarraf.url, 'BITCOIN', 'buy')) / 1_000n) * 1_000n;
  t.space = mkdtempSync('/tmp/sarraf-old-');
  const account = findOrCreateAccount();
  if (account) chownSync(t.space, account.uid, account.gid);
  await t.owner.query(`create tablespace ${SPACE} location '${t.space}'`);
});
afterAll(async () => {
  await t.sarraf?.stop();
  await t.database?.close();
  for (const table of PARTITIONED_TABLES)
    await t.owner?.query(`alter table if exists ${table}_1 set tablespace pg_default`);
  await t.owner?.query(`drop tablespace if exists ${SPACE}`);
  await t.owner?.end();
  await t.test?.drop();
  removeFolder(t.space);
});

async function callAs(method: string, path: string, token: string, body?: object) {
  const { status, body: answer } = await callServer(t.sarraf.url, method, path, {
    token,
    ...(body && { body }),
  });
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer;
}

/** Makes a quick trade, and an order that meets another. */
async function makeTrades(): Promise<void> {
  const unitPrice = await readPublishedPrice(t.sarraf.url, 'BITCOIN', 'buy');
  const marketType = 'BITCOIN_TOMAN';
  await callAs('POST', '/exchange/buy', t.ann, { marketType, amount: '0.0001', unitPrice });
  const order = { marketType, amount: '0.001', unitPrice: t.price.toString() };
  await callAs('POST', '/orders', t.ann, { ...order, orderType: 'LIMITED_SELL' });
  await callAs('POST', '/orders', t.bob, { ...order, orderType: 'LIMITED_BUY' });
}

/** Collects what users, the ledger and the audit show. */
async function collectEverything() {
  const collectFor = async (token: string) => {
    const { content } = await callAs('GET', '/trades?size=100', token);
    const details = await Promise.all(
      content.map(({ id }: { id: string }) => callAs('GET', `/orders/${id}?size=100`, token)),
    );
    return { content, details };
  };
  const { rows: balances } = await sql`select * from accounts order by id`.execute(t.database.db);
  const sums =
    await sql`select (select count(*) from transfers) as transfers, (select sum(amount) from transfers) as moved,
    (select count(*) from fills) as fills, (select count(*) from orders) as orders`.execute(t.database.db);
  return {
    ann: await collectFor(t.ann),
    bob: await collectFor(t.bob),
    balances,
    sums: sums.rows,
    violations: await checkEverything(t.database.db, TEST_BOOKS_KEY),
  };
}

const countRows = async (name: string): Promise<number> =>
  (await t.owner.query(`select count(*)::int as count from ${name}`)).rows[0].count;
/** Gives up and retries while a long query reads the table. */
async function cutPartition(table: PartitionedTable, ahead: number): Promise<void> {
  for (;;) {
    try {
      await closePartition(t.owner, table, ahead);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error;
    }
  }
}

async function countFirstRows(): Promise<number[]> {
  const counts: number[] = [];
  for (const table of PARTITIONED_TABLES) counts.push(await countRows(`${table}_1`));
  return counts;
}
const expectRefused = (text: string) =>
  expect(sql.raw(text).execute(t.database.db), text).rejects.toMatchObject({ code: '42501' });

it('old rows move to another disk, and history, balances and audit are unchanged', async () => {
  for (let i = 0; i < 5; i += 1) await makeTrades();
  const before = await collectEverything();
  expect(before.violations).toEqual([]);
  expect(before.ann.content.length).toBeGreaterThan(9);

  // No trades now, so the next row may be the first of the next partition.
  for (const table of PARTITIONED_TABLES) await cutPartition(table, 1);
  expect(await collectEverything()).toEqual(before);
  for (const table of PARTITIONED_TABLES)
    await t.owner.query(`alter table ${table}_1 set tablespace ${SPACE}`);
  expect(await collectEverything()).toEqual(before);

  const closed = await countFirstRows();
  for (let i = 0; i < 3; i += 1) await makeTrades();
  expect(await countFirstRows()).toEqual(closed);
  for (const table of PARTITIONED_TABLES) expect(await countRows(`${table}_open`), table).toBeGreaterThan(2);
  const after = await collectEverything();
  expect(after.violations).toEqual([]);
  expect(after.ann.content.slice(-before.ann.content.length)).toEqual(before.ann.content);
  expect(after.ann.content.length).toBe(before.ann.content.length + 6);
});

it('the next partition is closed while users trade', async () => {
  for (const table of PARTITIONED_TABLES)
    await Promise.all([cutPartition(table, 100_000), makeTrades(), makeTrades()]);
  for (const table of PARTITIONED_TABLES) {
    expect(await countRows(`${table}_2`), table).toBeGreaterThan(2);
    expect(await countRows(`${table}_open`), table).toBe(0);
  }
  expect((await collectEverything()).violations).toEqual([]);
});

it('ledger rows can’t be changed by accessing a partition directly', async () => {
  // As after a migration.
  await grantRights(t.owner, { server: SERVER_ROLE, signer: SIGNER_ROLE });
  for (const part of ['transfers_1', 'transfers_open', 'fills_1', 'fills_open']) {
    await expectRefused(`select from ${part}`);
    await expectRefused(`delete from ${part}`);
  }
  await expectRefused('delete from transfers');
  await expect(t.owner.query('delete from transfers_1')).rejects.toThrow('append-only');
  await expect(t.owner.query('truncate transfers_open')).rejects.toThrow('append-only');
  const names = (await listBackupTables(t.owner)).map(({ name }) => name);
  expect(names.filter((name) => /^(transfers|fills)(_\d+|_open)?$/.test(name))).toEqual([
    'fills',
    'transfers',
  ]);
  await makeTrades();
});

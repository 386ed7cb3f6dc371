/** Moves old rows to a slower disk, on a ledger in which trades continue: decision 64. */

import { chownSync, mkdtempSync } from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listTables } from '../src/backup/tables.ts';
import { type Sarraf, startSarraf } from '../src/main.ts';
import { BOOK_TABLES, type BookTable, closePartition } from '../src/partition/cut-table.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { SERVER_ROLE, SIGNER_ROLE } from '../src/platform/database/embedded-roles.ts';
import { unprivilegedAccount } from '../src/platform/database/postgres-binaries.ts';
import { grantRights } from '../src/platform/database/rights.ts';
import { checkEverything } from '../src/watch/index.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { TEST_AUDIT_KEY, TEST_BOOKS_KEY } from './keys.ts';
import { removeFolder } from './remove-folder.ts';
import { call, freePort, priceOf, signIn } from './running-server.ts';

const LONG = 240_000;
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
      PORT: String(await freePort()),
      BOOKS_KEY: TEST_BOOKS_KEY.toString('base64'),
      SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      MARKET_MAKERS: 'off',
      WATCH: 'off',
      LOG_LEVEL: 'silent',
    }),
  );
  t.ann = await signIn(t.sarraf.url, 'demo@sarraf.test');
  t.bob = await signIn(t.sarraf.url, 'maker@sarraf.test');
  t.price = (BigInt(await priceOf(t.sarraf.url, 'BITCOIN', 'buy')) / 1_000n) * 1_000n;
  t.space = mkdtempSync('/tmp/sarraf-old-');
  const account = unprivilegedAccount();
  if (account) chownSync(t.space, account.uid, account.gid);
  await t.owner.query(`create tablespace ${SPACE} location '${t.space}'`);
}, LONG);
afterAll(async () => {
  await t.sarraf?.stop();
  await t.database?.close();
  for (const table of BOOK_TABLES)
    await t.owner?.query(`alter table if exists ${table}_1 set tablespace pg_default`);
  await t.owner?.query(`drop tablespace if exists ${SPACE}`);
  await t.owner?.end();
  await t.test?.drop();
  removeFolder(t.space);
}, LONG);

async function ask(method: string, path: string, token: string, body?: object) {
  const { status, body: answer } = await call(t.sarraf.url, method, path, { token, ...(body && { body }) });
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer;
}

/** Makes a quick trade, and an order that meets another. */
async function trade(): Promise<void> {
  const unitPrice = await priceOf(t.sarraf.url, 'BITCOIN', 'buy');
  const marketType = 'BITCOIN_TOMAN';
  await ask('POST', '/exchange/buy', t.ann, { marketType, amount: '0.0001', unitPrice });
  const order = { marketType, amount: '0.001', unitPrice: t.price.toString() };
  await ask('POST', '/orders', t.ann, { ...order, orderType: 'LIMITED_SELL' });
  await ask('POST', '/orders', t.bob, { ...order, orderType: 'LIMITED_BUY' });
}

/** Collects what users, the ledger and the audit show. */
async function everything() {
  const of = async (token: string) => {
    const { content } = await ask('GET', '/trades?size=100', token);
    const details = await Promise.all(
      content.map(({ id }: { id: string }) => ask('GET', `/orders/${id}?size=100`, token)),
    );
    return { content, details };
  };
  const { rows: balances } = await sql`select * from accounts order by id`.execute(t.database.db);
  const sums =
    await sql`select (select count(*) from transfers) as transfers, (select sum(amount) from transfers) as moved,
    (select count(*) from fills) as fills, (select count(*) from orders) as orders`.execute(t.database.db);
  return {
    ann: await of(t.ann),
    bob: await of(t.bob),
    balances,
    sums: sums.rows,
    violations: await checkEverything(t.database.db, TEST_BOOKS_KEY),
  };
}

const rowsIn = async (name: string): Promise<number> =>
  (await t.owner.query(`select count(*)::int as count from ${name}`)).rows[0].count;
/** Gives up and retries while a long query reads the table. */
async function cut(table: BookTable, ahead: number): Promise<void> {
  for (;;) {
    try {
      await closePartition(t.owner, table, ahead);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error;
    }
  }
}

async function rowsOfFirst(): Promise<number[]> {
  const counts: number[] = [];
  for (const table of BOOK_TABLES) counts.push(await rowsIn(`${table}_1`));
  return counts;
}
const refused = (text: string) =>
  expect(sql.raw(text).execute(t.database.db), text).rejects.toMatchObject({ code: '42501' });

it('old rows move to another disk, and history, balances and audit are unchanged', {
  timeout: LONG,
}, async () => {
  for (let i = 0; i < 5; i += 1) await trade();
  const before = await everything();
  expect(before.violations).toEqual([]);
  expect(before.ann.content.length).toBeGreaterThan(9);

  // No trades now, so the next row may be the first of the next partition.
  for (const table of BOOK_TABLES) await cut(table, 1);
  expect(await everything()).toEqual(before);
  for (const table of BOOK_TABLES) await t.owner.query(`alter table ${table}_1 set tablespace ${SPACE}`);
  expect(await everything()).toEqual(before);

  const closed = await rowsOfFirst();
  for (let i = 0; i < 3; i += 1) await trade();
  expect(await rowsOfFirst()).toEqual(closed);
  for (const table of BOOK_TABLES) expect(await rowsIn(`${table}_open`), table).toBeGreaterThan(2);
  const after = await everything();
  expect(after.violations).toEqual([]);
  expect(after.ann.content.slice(-before.ann.content.length)).toEqual(before.ann.content);
  expect(after.ann.content.length).toBe(before.ann.content.length + 6);
});

it('the next partition is closed while users trade', { timeout: LONG }, async () => {
  for (const table of BOOK_TABLES) await Promise.all([cut(table, 100_000), trade(), trade()]);
  for (const table of BOOK_TABLES) {
    expect(await rowsIn(`${table}_2`), table).toBeGreaterThan(2);
    expect(await rowsIn(`${table}_open`), table).toBe(0);
  }
  expect((await everything()).violations).toEqual([]);
});

it('ledger rows can’t be changed by accessing a partition directly', { timeout: LONG }, async () => {
  // As after a migration.
  await grantRights(t.owner, { server: SERVER_ROLE, signer: SIGNER_ROLE });
  for (const part of ['transfers_1', 'transfers_open', 'fills_1', 'fills_open']) {
    await refused(`select from ${part}`);
    await refused(`delete from ${part}`);
  }
  await refused('delete from transfers');
  await expect(t.owner.query('delete from transfers_1')).rejects.toThrow('append-only');
  await expect(t.owner.query('truncate transfers_open')).rejects.toThrow('append-only');
  const names = (await listTables(t.owner)).map(({ name }) => name);
  expect(names.filter((name) => /^(transfers|fills)(_\d+|_open)?$/.test(name))).toEqual([
    'fills',
    'transfers',
  ]);
  await trade();
});

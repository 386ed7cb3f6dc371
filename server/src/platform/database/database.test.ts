import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { TEST_AUDIT_KEY } from '../../../test/keys.ts';
import { freePort } from '../../../test/running-server.ts';
import {
  type Database,
  type Db,
  isOutage,
  openDatabase,
  type Tx,
  withLongStatementTimeout,
} from './database.ts';

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

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
/** What a transaction fails with. */
const within = (work: (tx: Tx) => Promise<unknown>) => failureOf(database.db.transaction().execute(work));

describe('an outage', () => {
  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    [
      'a statement that took too long',
      async (tx) => {
        await sql`set local statement_timeout = 20`.execute(tx);
        await sql`select pg_sleep(10)`.execute(tx);
      },
    ],
    [
      'a server that takes no writes',
      async (tx) => {
        await sql`set transaction read only`.execute(tx);
        await sql`create table t (n int)`.execute(tx);
      },
    ],
    ['a session that was ended', (tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)],
    [
      'a lock that is not free',
      async (tx) => {
        await database.db.transaction().execute(async (other) => {
          await sql`lock table users`.execute(other);
          await sql`set local lock_timeout = 20`.execute(tx);
          await sql`lock table users`.execute(tx);
        });
      },
    ],
    // As the server says them; each takes a broken machine.
    ...['53100', '53200', '53300', '57P02', '57P03', '58030', '08006'].map(
      (code): [string, (tx: Tx) => Promise<unknown>] => [
        `the code ${code}`,
        (tx) => sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`).execute(tx),
      ],
    ),
  ])('is %s', async (_name, work) => {
    expect(isOutage(await within(work))).toBe(true);
  });

  it('is a session that PostgreSQL ends, or does not begin, for reasons that have no code', () => {
    const said = (severity: string) =>
      // As a full disk has it: a new session keeps what it reads of the catalogue in a file.
      Object.assign(new pg.DatabaseError('could not write init file', 83, 'error'), {
        severity,
        code: 'XX000',
      });
    expect(['FATAL', 'PANIC', 'ERROR'].map((severity) => isOutage(said(severity)))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is a server that is not there, and one to which all connections are taken', async () => {
    const address = new URL(test.url);
    address.port = String(await freePort());
    const nobody = openDatabase(address.href, 1, TEST_AUDIT_KEY);
    expect(isOutage(await failureOf(sql`select 1`.execute(nobody.db)))).toBe(true);
    await nobody.close();

    const narrow = openDatabase(test.url, 1, TEST_AUDIT_KEY, { statementMs: 5_000, connectionMs: 50 });
    await narrow.db.transaction().execute(async () => {
      expect(isOutage(await failureOf(sql`select 1`.execute(narrow.db)))).toBe(true);
      // What takes long has connections of its own.
      await withLongStatementTimeout(() => sql`select 1`.execute(narrow.db));
    });
    await narrow.close();
    expect(isOutage(await failureOf(sql`select 1`.execute(narrow.db)))).toBe(true);
  });

  it.each<[string, (db: Db | Tx) => Promise<unknown>]>([
    [
      'a value that is there already',
      (tx) => sql`insert into ledger_head select * from ledger_head`.execute(tx),
    ],
    ['a statement that is none', (tx) => sql`selekt 1`.execute(tx)],
    ['a failure of our own', async () => Promise.reject(new Error('Connection is a word too'))],
  ])('is not %s', async (_name, work) => {
    const error = await within(work);
    expect(error).toBeInstanceOf(Error);
    expect(isOutage(error)).toBe(false);
  });
});

it('a statement of a request is cut sooner than one of what says that it takes long', async () => {
  const timeout = async () =>
    (
      await sql<{
        ms: number;
      }>`select setting::int as ms from pg_settings where name = 'statement_timeout'`.execute(database.db)
    ).rows[0]?.ms;
  expect([await timeout(), await withLongStatementTimeout(timeout)]).toEqual([5_000, 60_000]);
});

import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { TEST_AUDIT_KEY } from '../../../test/keys.ts';
import { findFreePort } from '../../../test/running-server.ts';
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
/** Returns the error that a transaction fails with. */
const within = (work: (tx: Tx) => Promise<unknown>) => failureOf(database.db.transaction().execute(work));

describe('isOutage', () => {
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
    // Errors as the server reports them; each would take a broken machine.
    ...['53100', '53200', '53300', '57P02', '57P03', '58030', '08006'].map(
      (code): [string, (tx: Tx) => Promise<unknown>] => [
        `the code ${code}`,
        (tx) => sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`).execute(tx),
      ],
    ),
  ])('recognises %s as an outage', async (_name, work) => {
    expect(isOutage(await within(work))).toBe(true);
  });

  it('recognises sessions that PostgreSQL ends or refuses without an error code', () => {
    const createError = (severity: string) =>
      // With a full disk, a new session can't write its catalogue cache to a file.
      Object.assign(new pg.DatabaseError('could not write init file', 83, 'error'), {
        severity,
        code: 'XX000',
      });
    expect(['FATAL', 'PANIC', 'ERROR'].map((severity) => isOutage(createError(severity)))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('recognises an unreachable server and one without free connections', async () => {
    const address = new URL(test.url);
    address.port = String(await findFreePort());
    const unreachable = openDatabase(address.href, 1, TEST_AUDIT_KEY);
    expect(isOutage(await failureOf(sql`select 1`.execute(unreachable.db)))).toBe(true);
    await unreachable.close();

    const narrow = openDatabase(test.url, 1, TEST_AUDIT_KEY, { statementMs: 5_000, connectionMs: 50 });
    await narrow.db.transaction().execute(async () => {
      expect(isOutage(await failureOf(sql`select 1`.execute(narrow.db)))).toBe(true);
      // Long statements use connections of their own.
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
  ])('does not take %s for an outage', async (_name, work) => {
    const error = await within(work);
    expect(error).toBeInstanceOf(Error);
    expect(isOutage(error)).toBe(false);
  });
});

it('cuts a statement of a request earlier than one within withLongStatementTimeout', async () => {
  const timeout = async () =>
    (
      await sql<{
        ms: number;
      }>`select setting::int as ms from pg_settings where name = 'statement_timeout'`.execute(database.db)
    ).rows[0]?.ms;
  expect([await timeout(), await withLongStatementTimeout(timeout)]).toEqual([5_000, 60_000]);
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { BinaryRow, MAX_STEP, packUuid } from './copy-rows.ts';
import { copyRows, type Database, openDatabase, withLongStatementTimeout } from './database.ts';

let database: TestDatabase;
let opened: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase(database.url, 1);
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

/** Returns the result of `read` for each row of a query, and checks that the connection then runs another query. */
const readAll = <T>(text: string, columns: number, read: (row: BinaryRow) => T): Promise<T[]> =>
  withLongStatementTimeout(() =>
    opened.db.transaction().execute(async (tx) => {
      const values: T[] = [];
      for await (const block of copyRows(tx, sql.raw(text))) {
        const row = new BinaryRow(block, columns);
        while (row.next()) values.push(read(row));
      }
      expect((await sql<{ n: number }>`select 1 as n`.execute(tx)).rows).toEqual([{ n: 1 }]);
      return values;
    }),
  );

it('reads a numeric of any size as PostgreSQL writes it, and counts the steps in it', async () => {
  const texts = [
    '0',
    '1',
    '9999',
    '10000',
    '12845200000000000',
    '100000000',
    '99999999999999999999',
    '-70',
    `1${'0'.repeat(37)}`,
  ];
  const all = [...texts, ...Array.from({ length: 37 }, (_, n) => `${'123456789'.repeat(5)}`.slice(0, n + 1))];
  const values = await readAll(
    `select n::numeric(38,0), n from unnest(array[${all.map((n) => `'${n}'`).join(',')}]) n`,
    2,
    (row) => ({
      text: row.text(1),
      whole: row.integer(0),
      tens: row.countSteps(0, 10),
      most: row.countSteps(0, MAX_STEP),
    }),
  );
  const countOf = (whole: bigint, step: number) => {
    const count = whole / BigInt(step);
    return whole % BigInt(step) === 0n && count <= Number.MAX_SAFE_INTEGER
      ? Number.parseInt(`${count}`, 10)
      : -1;
  };
  const counted = (whole: bigint) => ({ tens: countOf(whole, 10), most: countOf(whole, MAX_STEP) });
  expect(values).toEqual(
    all.map((text) => {
      const whole = BigInt(text);
      // Amounts are never negative: `countOf` ignores the sign.
      return { text, whole, ...counted(whole < 0n ? -whole : whole) };
    }),
  );
});

it('reads uuids, times, numbers, texts and nulls', async () => {
  const id = '0199c0de-0000-7000-8000-00000000ff80';
  const [row] = await readAll(
    `select '${id}'::uuid, '2026-11-28T18:00:00.123Z'::timestamptz, 4000::int, 9007199254740991::bigint, 'سلام', null::uuid`,
    6,
    (row) => ({
      id: row.uuid(0),
      isPacked: row.packedUuid(0) === packUuid(id),
      at: row.date(1).toISOString(),
      numbers: [row.int4(2), row.int8(3)],
      text: row.text(4),
      none: [row.text(5), row.uuid(5)],
    }),
  );
  expect(row).toEqual({
    id,
    isPacked: true,
    at: '2026-11-28T18:00:00.123Z',
    numbers: [4000, Number.MAX_SAFE_INTEGER],
    text: 'سلام',
    none: [null, null],
  });
  expect([packUuid('no uuid'), packUuid(id.toUpperCase())]).toEqual([null, null]);
});

it('reads rows of several blocks, each once, and none where there is none', async () => {
  const sizes = await readAll(`select n, repeat('x', n % 1000) from generate_series(1, 5000) n`, 2, (row) => [
    row.int4(0),
    row.text(1)?.length,
  ]);
  expect(sizes).toEqual(Array.from({ length: 5_000 }, (_, n) => [n + 1, (n + 1) % 1_000]));
  expect(await readAll('select 1 where false', 1, () => 1)).toEqual([]);
});

it('rejects with what the database says in the midst of it, and leaves the connection fit for use', async () => {
  await expect(
    readAll('select 1 / (5000 - n), repeat($$x$$, 500) from generate_series(1, 9000) n', 2, () => 1),
  ).rejects.toThrow('division by zero');
  expect(await readAll('select 7', 1, (row) => row.int4(0))).toEqual([7]);
});

it('lets the rest pass by where its reader stops early', async () => {
  await withLongStatementTimeout(() =>
    opened.db.transaction().execute(async (tx) => {
      for await (const block of copyRows(
        tx,
        sql`select n, repeat('x', 500) from generate_series(1, 9000) n`,
      )) {
        expect(block.length).toBeGreaterThan(0);
        break;
      }
      expect((await sql<{ n: number }>`select 2 as n`.execute(tx)).rows).toEqual([{ n: 2 }]);
    }),
  );
});

/** Queries that users wait for find their rows by an index, however many others there are. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { countBlocksOfReads, fillRows } from './many-rows.ts';

const ROWS = 20_000;
/** Blocks that a page may read; the others scan a bounded number of rows. */
const MAX_BLOCKS = 40;
const MORE_BLOCKS: Readonly<Record<string, number>> = {
  'trades, of a coin never traded': 1_000,
  'trades, numbered pages': 300,
  'candles of a day, by minutes': 300,
  'unread notices': 150,
};

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  const client = new pg.Client({ connectionString: test.ownerUrl });
  await client.connect();
  await fillRows(client, 1, ROWS);
  await client.end();
  database = openDatabase(test.url, 1);
});
afterAll(async () => {
  await database?.close();
  await test?.drop();
});

it('each page reads few blocks among many rows', async () => {
  const blockCounts = [...(await countBlocksOfReads(database.db, ROWS))];
  expect(blockCounts.length).toBeGreaterThan(10);
  const tooMany = blockCounts.filter(([name, { blocks }]) => blocks > (MORE_BLOCKS[name] ?? MAX_BLOCKS));
  expect(tooMany).toEqual([]);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type Database, openDatabase } from '../platform/database.ts';
import { createChainLocks } from './chain-locks.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.url, 4);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

it('who no longer settles the books leaves the chains to who does', async () => {
  let writer = true;
  const first = createChainLocks(database.db, () => writer);
  const second = createChainLocks(database.db);
  expect(await first.hold('send BITCOIN')).toBe(true);
  expect(await second.hold('send BITCOIN')).toBe(false);
  writer = false;
  expect(await first.hold('send BITCOIN')).toBe(false);
  expect(await second.hold('send BITCOIN')).toBe(true);
  writer = true;
  expect(await first.hold('send BITCOIN')).toBe(false);
  await Promise.all([first.close(), second.close()]);
});

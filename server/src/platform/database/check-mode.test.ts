import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openTestDatabase } from '../../../test/open-database.ts';
import { asOwner } from '../../../test/owner.ts';
import { checkMode, type Mode } from './check-mode.ts';
import type { Database } from './database.ts';

let test: TestDatabase;
let database: Database;
const db = () => database.db;

beforeAll(async () => {
  test = await createTestDatabase();
  database = openTestDatabase(test.url, 4);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});
beforeEach(() => asOwner(db(), sql`delete from installation`));

describe('checkMode', () => {
  it.each([
    ['sandbox', 'production', /was a sandbox/],
    ['production', 'sandbox', /is of production/],
  ] as const)('a database initialised as %s is permanently refused as %s', async (first, other, error) => {
    await checkMode(db(), first);
    await checkMode(db(), first);
    await expect(checkMode(db(), other)).rejects.toThrow(error);
    await expect(checkMode(db(), other)).rejects.toThrow(error);
    await checkMode(db(), first);
  });

  it('lets one of two concurrent starts with different modes win', async () => {
    const modes: Mode[] = ['sandbox', 'production', 'sandbox', 'production'];
    const ends = await Promise.allSettled(modes.map((mode) => checkMode(db(), mode)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });
});

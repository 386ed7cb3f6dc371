import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';

test('each test database is a separate migrated one, and can be dropped while in use', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const client = new pg.Client({ connectionString: one.ownerUrl });
  client.on('error', () => {});
  await client.connect();
  await client.query('CREATE TABLE only_here ()');
  const other = new pg.Client({ connectionString: two.url });
  await other.connect();
  await expect(other.query('SELECT FROM only_here')).rejects.toThrow('does not exist');
  expect((await other.query('SELECT FROM migrations')).rowCount).toBeGreaterThanOrEqual(0);
  await other.end();
  await Promise.all([one.drop(), two.drop()]);
});

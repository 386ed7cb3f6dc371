import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { readSchema } from '../src/platform/schema.ts';
import { createTestDatabase } from './database.ts';

test('schema.sql is what the migrations make (npm run schema prints it)', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const schema = await readSchema(client);
  await client.end();
  await database.drop();
  expect(schema).toBe(readFileSync(join(import.meta.dirname, '../schema.sql'), 'utf8'));
});

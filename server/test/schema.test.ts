import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSchema } from '../src/platform/database/schema.ts';
import { readTableTypes } from '../src/platform/database/table-types.ts';
import { createTestDatabase } from './database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('schema.sql equals the result of the migrations (npm run schema prints it)', async () => {
  const schema = await readSchema(client);
  expect(schema).toBe(readFileSync(join(import.meta.dirname, '../schema.sql'), 'utf8'));
});

test('tables.ts equals the result of the migrations (npm run schema prints it)', async () => {
  const types = await readTableTypes(client);
  expect(types).toBe(readFileSync(join(import.meta.dirname, '../src/platform/database/tables.ts'), 'utf8'));
});

test('every table has a comment', async () => {
  const { rows } = await client.query<{ table: string }>(`select relname as table from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and obj_description(oid, 'pg_class') is null`);
  expect(rows.map(({ table }) => table)).toEqual([]);
});

/** Names don't show which key encrypts bytes, what JSON contains, or what brings a row into a state. */
test('every column of bytes or JSON and every state has a comment', async () => {
  const { rows } = await client.query<{ column: string }>(`select c.relname || '.' || attname as column
    from pg_attribute a join pg_class c on c.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
      and (atttypid in ('bytea'::regtype, 'jsonb'::regtype) or attname in ('state', 'order_status', 'authentication_type'))
      and col_description(attrelid, attnum) is null`);
  expect(rows.map(({ column }) => column)).toEqual([]);
});

// Migrates a scratch database and writes the result to server/schema.sql, and its tables as types next to the code.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { startPostgres } from '../server/src/platform/database/postgres.ts';
import { readSchema } from '../server/src/platform/database/schema.ts';
import { readTableTypes } from '../server/src/platform/database/table-types.ts';

const schema = join(import.meta.dirname, '../server/schema.sql');
const tables = join(import.meta.dirname, '../server/src/platform/database/tables.ts');
const dataDir = mkdtempSync('/tmp/sarraf-schema-');
try {
  const server = await startPostgres({ dataDir, log: () => {}, settings: { fsync: 'off' } });
  try {
    await migrate(server.url);
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    try {
      writeFileSync(schema, await readSchema(client));
      writeFileSync(tables, await readTableTypes(client));
    } finally {
      await client.end();
    }
  } finally {
    await server.stop();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(`Wrote ${schema} and ${tables}`);

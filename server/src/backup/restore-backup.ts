import { copyFileSync, createReadStream, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { SealingKey } from '../platform/config/key-files.ts';
import { createClient } from '../platform/database/connect.ts';
import { MIGRATIONS, migrate } from '../platform/database/migrate.ts';
import { type Manifest, readManifest, verifyBackupFiles, verifyManifestKeys } from './manifest.ts';
import { listBackupTables } from './tables.ts';

/**
 * Restores a backup into an empty database and an empty documents folder, and migrates both to this version. All or
 * nothing: rows are inserted in one transaction. Outgoing payments stay stopped until an admin allows them (the
 * kill switch is on), since payments sent after the backup are unknown until the chains have been read. All
 * sessions end: one that was ended since the backup must not become valid again.
 *
 * @throws when the backup is damaged or of a later version or was sealed with other keys, when the database or the
 * folder isn't empty, and when the database's user may not disable constraints (a superuser may).
 */
export async function restoreBackup(
  dir: string,
  { url, documentsDir, keys }: { url: string; documentsDir: string; keys: readonly SealingKey[] },
): Promise<Manifest> {
  const manifest = readManifest(dir);
  verifyManifestKeys(manifest, keys);
  await verifyBackupFiles(dir, [...manifest.tables.map(({ data }) => data), ...manifest.documents]);
  if (existsSync(documentsDir) && readdirSync(documentsDir).length > 0)
    throw new Error(`${documentsDir} is not empty.`);
  await assertDatabaseEmpty(url);
  await migrate(url, MIGRATIONS, manifest.migration);
  await insertRows(url, dir, manifest);
  for (const { file } of manifest.documents) {
    const target = join(documentsDir, file.slice('documents/'.length));
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    copyFileSync(join(dir, file), target);
  }
  await migrate(url);
  return manifest;
}

async function assertDatabaseEmpty(url: string): Promise<void> {
  await withDatabaseClient(url, async (client) => {
    const { rows } =
      await client.query(`select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' limit 1`);
    if (rows.length > 0) throw new Error('The database is not empty: a backup is restored into a new one.');
  });
}

async function insertRows(url: string, dir: string, manifest: Manifest): Promise<void> {
  await withDatabaseClient(url, async (client) => {
    await client.query('begin');
    // Disables triggers and foreign keys: the rows were consistent together, in whatever order they are inserted.
    await client.query('set local session_replication_role = replica');
    const databaseTables = (await listBackupTables(client)).map(({ schema, name }) => `${schema}.${name}`);
    const backupTables = manifest.tables.map(({ schema, name }) => `${schema}.${name}`);
    if (databaseTables.join() !== backupTables.join())
      throw new Error('The tables of the backup are not those of its version.');
    const quoteName = (schema: string, name: string) =>
      `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
    const allTables = manifest.tables.map(({ schema, name }) => quoteName(schema, name));
    await client.query(`truncate ${allTables.join(', ')}`);
    for (const { schema, name, columns, rows, data } of manifest.tables) {
      const columnList = columns.map((column) => client.escapeIdentifier(column)).join(', ');
      const target = client.query(copyFrom(`copy ${quoteName(schema, name)} (${columnList}) from stdin`));
      await pipeline(createReadStream(join(dir, data.file)), createGunzip(), target);
      if (target.rowCount !== rows)
        throw new Error(`${name}: ${target.rowCount} of ${rows} rows were restored.`);
    }
    for (const { schema, name, value } of manifest.sequences)
      await client.query('select setval($1::regclass, $2::bigint, false)', [quoteName(schema, name), value]);
    await client.query(
      `update kill_switch set stopped = true, changed_by = null, changed_at = now(), reason = $1`,
      [`restored from the backup of ${manifest.madeAt}`],
    );
    await client.query('delete from sessions');
    await client.query('commit');
  });
}

async function withDatabaseClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

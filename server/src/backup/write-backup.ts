import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { createClient } from '../platform/database/connect.ts';
import { type BackupFile, MANIFEST_FILE, type Manifest } from './manifest.ts';
import { listBackupTables, listSequences } from './tables.ts';

/**
 * Writes the whole database, as of one moment, and the documents into a new folder, while the server may run. The
 * folder gets its name only once everything is on the disk: an existing one is complete.
 *
 * Keys are not included: without SECRET_KEY personal data stays unreadable, and nothing can be signed.
 *
 * @throws when the folder exists already.
 */
export async function writeBackup(url: string, documentsDir: string, dir: string): Promise<Manifest> {
  if (existsSync(dir)) throw new Error(`${dir} exists already.`);
  const draft = join(dirname(dir), `.${basename(dir)}.part`);
  // Left by an interrupted backup.
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(join(draft, 'database'), { recursive: true, mode: 0o700 });
  mkdirSync(join(draft, 'documents'));
  const database = await writeDatabase(url, draft);
  // After the rows: a document is written before its row, so the file of each row exists.
  const documents = existsSync(documentsDir) ? await copyDocuments(documentsDir, draft) : [];
  const manifest: Manifest = { format: 2, madeAt: new Date().toISOString(), ...database, documents };
  const file = await open(join(draft, MANIFEST_FILE), 'wx');
  await file.writeFile(JSON.stringify(manifest, null, 1));
  await file.sync();
  await file.close();
  renameSync(draft, dir);
  return manifest;
}

async function writeDatabase(
  url: string,
  dir: string,
): Promise<Omit<Manifest, 'format' | 'madeAt' | 'documents'>> {
  const client = createClient({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ id: number | null }>('select max(id) as id from migrations');
    const tables: Manifest['tables'] = [];
    for (const table of await listBackupTables(client)) tables.push(await writeTable(client, table, dir));
    const sequences = await listSequences(client);
    return { migration: rows[0]?.id ?? 0, tables, sequences, canaries: await listCanaries(client) };
  } finally {
    await client.end();
  }
}

async function listCanaries(client: pg.Client): Promise<Manifest['canaries']> {
  const { rows } = await client.query(
    `select name, encode(sealed, 'base64') as sealed from sealed_canaries order by name`,
  );
  return rows;
}

async function writeTable(
  client: pg.Client,
  table: { schema: string; name: string; columns: string[] },
  dir: string,
): Promise<Manifest['tables'][number]> {
  const file = `database/${table.schema}.${table.name}.gz`;
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const name = `${client.escapeIdentifier(table.schema)}.${client.escapeIdentifier(table.name)}`;
  const source = client.query(copyTo(`copy (select ${columns} from ${name}) to stdout`));
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(
    source,
    createGzip({ level: 6 }),
    measured,
    createWriteStream(join(dir, file), { flush: true }),
  );
  return { ...table, rows: source.rowCount, data: { file, bytes, sha256: hash.digest('hex') } };
}

async function copyDocuments(from: string, dir: string): Promise<BackupFile[]> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const copied: BackupFile[] = [];
  for (const entry of entries) {
    // A file that is still being written has no row yet.
    if (!entry.isFile() || entry.name.endsWith('.part')) continue;
    const path = join(entry.parentPath, entry.name);
    const file = join('documents', path.slice(from.length + 1));
    await mkdir(dirname(join(dir, file)), { recursive: true });
    if (!(await copyIfExists(path, join(dir, file)))) continue;
    const bytes = await readFile(join(dir, file));
    copied.push({ file, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  }
  return copied;
}

/**
 * Copies a file; false: it was deleted since it was listed. Only replaced files and ones that never came into use
 * are deleted, so none is missed.
 */
async function copyIfExists(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
    return true;
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw err;
  }
}

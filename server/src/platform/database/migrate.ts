/**
 * Forward-only migrations: server/migrations/NNNN-name.sql in the order of their numbers, each in a transaction
 * of its own, and before them those of the job queue.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';

export const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

/** Any fixed number: whoever migrates this database takes this lock. */
const LOCK = '7201943855610213';

type Migration = { id: number; name: string; sql: string; sha256: string };

/**
 * Brings the database up to date, or up to a migration's number, and answers how many migrations it applied. Any number of processes may call it
 * at once; one works and the others wait.
 * @throws when an applied file has changed or is missing, when a file's number or name is wrong, and with the
 *   file's name when its SQL fails (that file then leaves no trace).
 */
export async function migrate(
  url: string,
  directory: string = MIGRATIONS,
  upTo = Number.POSITIVE_INFINITY,
): Promise<number> {
  const migrations = readMigrations(directory).filter(({ id }) => id <= upTo);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query(`CREATE TABLE IF NOT EXISTS migrations (
      id int PRIMARY KEY,
      name text NOT NULL,
      sha256 text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
    const pending = await findPending(client, migrations);
    await migrateQueue(url);
    for (const migration of pending) await apply(client, migration);
    return pending.length;
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}

/** Whether there is nothing to do. Any role that reads rows may ask. */
export async function isMigrated(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ there: boolean }>(
      "SELECT to_regclass('public.migrations') IS NOT NULL AS there",
    );
    return rows[0]?.there === true && (await findPending(client, readMigrations())).length === 0;
  } finally {
    await client.end();
  }
}

async function migrateQueue(url: string): Promise<void> {
  const pgPool = new pg.Pool({ connectionString: url, max: 1 });
  // A connection that is cut while the pool lets it go reports to nobody, which would end the process.
  pgPool.on('connect', (client) => client.on('error', () => {}));
  pgPool.on('error', () => {});
  await runMigrations({ pgPool }).finally(() => pgPool.end());
}

/**
 * The files of the directory, in order.
 * @throws on a name that is not NNNN-name.sql and on a number used twice.
 */
export function readMigrations(directory: string = MIGRATIONS): Migration[] {
  const files = readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  const migrations = files.map((name) => {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
      throw new Error(`Migration ${name}: the name must be NNNN-name.sql.`);
    const sql = readFileSync(join(directory, name), 'utf8');
    return {
      id: Number.parseInt(name, 10),
      name,
      sql,
      sha256: createHash('sha256').update(sql).digest('hex'),
    };
  });
  for (const [i, { id, name }] of migrations.entries()) {
    if (id === migrations[i - 1]?.id) throw new Error(`Migration ${name}: its number is taken.`);
  }
  return migrations;
}

async function findPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<Omit<Migration, 'sql'>>(
    'SELECT id, name, sha256 FROM migrations ORDER BY id',
  );
  for (const applied of rows) {
    const file = migrations.find(({ id }) => id === applied.id);
    if (file?.name !== applied.name)
      throw new Error(`Migration ${applied.name} was applied, but its file is missing.`);
    if (file.sha256 !== applied.sha256) {
      throw new Error(`Migration ${applied.name} was changed after it was applied. Write a new one instead.`);
    }
  }
  const last = rows.at(-1)?.id ?? 0;
  const pending = migrations.filter(({ id }) => !rows.some((applied) => applied.id === id));
  const late = pending.find(({ id }) => id < last);
  if (late)
    throw new Error(
      `Migration ${late.name} comes before one that was already applied. Give it a higher number.`,
    );
  return pending;
}

async function apply(client: pg.Client, { id, name, sql, sha256 }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query('INSERT INTO migrations (id, name, sha256) VALUES ($1, $2, $3)', [id, name, sha256]);
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK');
    const { message, position } = cause as pg.DatabaseError;
    const line = position ? ` in line ${sql.slice(0, Number.parseInt(position, 10)).split('\n').length}` : '';
    throw new Error(`Migration ${name} failed${line}: ${message}`, { cause });
  }
}

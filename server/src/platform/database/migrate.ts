/**
 * Forward-only migrations: those of the job queue, then server/migrations/NNNN-name.sql in numeric order, each in
 * its own transaction. A version that lacks a migration runs on it, unless the file declares the version it
 * requires: decision 68.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { StartError } from '../start-error.ts';
import { createClient, createPool } from './connect.ts';

export const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

/** Any fixed number: the advisory lock taken by every migration of this database. */
const LOCK = '7201943855610213';

/** A migration that only databases of unreleased development versions have: the baseline took its place (decision 137). */
const DEVELOPMENT_MIGRATION = '0002-identity.sql';

/** In a file that a version may break on: `-- contracts: versions before 0075, because they read users.phrase`. */
const CONTRACT_DECLARATION = /^-- contracts: versions before (\d{4}), because (\S.*)$/m;

interface AppliedMigration {
  id: number;
  name: string;
  sha256: string;
  /** Versions whose last migration is below this one can't run with it; 0: any can. */
  runsSince: number;
  /** The reason. */
  because: string | null;
}

interface Migration extends AppliedMigration {
  sql: string;
}

export interface MigrationStatus {
  /** Number of migrations applied now. */
  applied: number;
  /** Names of migrations that this version lacks but can run with. */
  newer: string[];
}

/**
 * Lock timeout: a lock that a long statement holds is requested again, so that trades don't queue behind the
 * migration.
 */
const LOCK_MS = 1_000;
const LOCK_TRIES = 60;
/** lock_not_available, deadlock_detected */
const LOCK_ERROR_CODES: ReadonlySet<string | undefined> = new Set(['55P03', '40P01']);

/**
 * Migrates the database to the newest migration, or to a given number. Processes may call it concurrently; one
 * works and the others wait.
 * @throws when an applied file has changed or is missing, when a file's number or name is invalid, and with the
 * file's name when its SQL fails (that file is rolled back). StartError if a later version removed something this
 * one needs.
 */
export async function migrate(
  url: string,
  directory: string = MIGRATIONS,
  upTo = Number.POSITIVE_INFINITY,
): Promise<MigrationStatus> {
  const migrations = readMigrations(directory).filter(({ id }) => id <= upTo);
  const client = createClient({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await createMigrationsTable(client);
    await assertNoDevelopmentDatabase(client);
    const { pending, newer } = await compareMigrations(client, migrations);
    // The queue refuses a schema newer than its own version.
    await migrateQueue(url);
    for (const migration of pending) await applyMigration(client, migration);
    return { applied: pending.length, newer };
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}

/** Creates the table of applied migrations, which has to exist before the first of them. */
async function createMigrationsTable(client: pg.Client): Promise<void> {
  await client.query(`CREATE TABLE IF NOT EXISTS migrations (
    id int PRIMARY KEY,
    name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now(),
    runs_since int NOT NULL,
    because text
  )`);
}

/** @throws StartError where an unreleased version created the tables, which no migration leads to the baseline. */
async function assertNoDevelopmentDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM migrations WHERE name = $1', [DEVELOPMENT_MIGRATION]);
  if (rowCount)
    throw new StartError(
      'this database was created by an unreleased development version: its tables are older than the first release, and nothing brings them up to date. Start with an empty database or data folder.',
    );
}

/**
 * Checks the migrations without changing anything, for any role that can read. Null: the tables are not up to date.
 * @throws StartError like `migrate`.
 */
export async function checkMigrated(
  url: string,
  directory: string = MIGRATIONS,
): Promise<MigrationStatus | null> {
  const client = createClient({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ there: boolean }>(
      "SELECT to_regclass('public.migrations') IS NOT NULL AS there",
    );
    if (rows[0]?.there !== true) return null;
    await assertNoDevelopmentDatabase(client);
    const { pending, newer } = await compareMigrations(client, readMigrations(directory));
    return pending.length === 0 ? { applied: 0, newer } : null;
  } finally {
    await client.end();
  }
}

async function migrateQueue(url: string): Promise<void> {
  const pgPool = createPool({ connectionString: url, max: 1 });
  // Without this, an error on a connection just being released would end the process.
  pgPool.on('connect', (client) => client.on('error', () => {}));
  pgPool.on('error', () => {});
  await runMigrations({ pgPool }).finally(() => pgPool.end());
}

/**
 * Returns the files of the directory, in order.
 * @throws on a name that is not NNNN-name.sql and on a duplicate number.
 */
export function readMigrations(directory: string = MIGRATIONS): Migration[] {
  const files = readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  const migrations = files.map((name) => {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
      throw new Error(`Migration ${name}: the name must be NNNN-name.sql.`);
    const sql = readFileSync(join(directory, name), 'utf8');
    const id = Number.parseInt(name, 10);
    const sha256 = createHash('sha256').update(sql).digest('hex');
    return { id, name, sql, sha256, ...parseContraction(name, id, sql) };
  });
  for (const [i, { id, name }] of migrations.entries()) {
    if (id === migrations[i - 1]?.id) throw new Error(`Migration ${name}: its number is taken.`);
  }
  return migrations;
}

/** Returns the number that identifies a version: that of its last migration. */
export function lastMigrationNumber(directory: string = MIGRATIONS): number {
  const numbers = readdirSync(directory).map((name) =>
    name.endsWith('.sql') ? Number.parseInt(name, 10) : 0,
  );
  return Math.max(...numbers);
}

/** @throws if the file's declaration is malformed, which would pass for an expansion, or names a future version. */
function parseContraction(
  name: string,
  id: number,
  sql: string,
): Pick<AppliedMigration, 'runsSince' | 'because'> {
  const [, since, because] = CONTRACT_DECLARATION.exec(sql) ?? [];
  if (since === undefined || because === undefined) {
    if (/^--\s*contracts\b/im.test(sql))
      throw new Error(`Migration ${name}: write "-- contracts: versions before NNNN, because …".`);
    return { runsSince: 0, because: null };
  }
  const runsSince = Number.parseInt(since, 10);
  if (runsSince > id) throw new Error(`Migration ${name}: ${since} is later than the migration itself.`);
  return { runsSince, because };
}

/** Returns the pending migrations, and those applied by later versions. */
async function compareMigrations(
  client: pg.Client,
  migrations: Migration[],
): Promise<{ pending: Migration[]; newer: string[] }> {
  const { rows } = await client.query<AppliedMigration>(
    'SELECT id, name, sha256, runs_since AS "runsSince", because FROM migrations ORDER BY id',
  );
  const ownLast = migrations.at(-1)?.id ?? 0;
  const newer = rows.filter(({ id }) => id > ownLast);
  for (const applied of rows) {
    if (applied.id > ownLast) continue;
    const file = migrations.find(({ id }) => id === applied.id);
    if (file?.name !== applied.name)
      throw new Error(`Migration ${applied.name} was applied, but its file is missing.`);
    if (file.sha256 !== applied.sha256) {
      throw new Error(`Migration ${applied.name} was changed after it was applied. Write a new one instead.`);
    }
  }
  const last = rows.at(-1)?.id ?? 0;
  const pending = migrations.filter(({ id }) => !rows.some((applied) => applied.id === id));
  const outOfOrder = pending.find(({ id }) => id < last);
  // A database with a later version's migration but without one of this version's belongs to neither version.
  if (outOfOrder)
    throw new Error(
      `Migration ${outOfOrder.name} comes before one that was already applied. Give it a higher number.`,
    );
  const breaking = newer.find(({ runsSince }) => runsSince > ownLast);
  if (breaking) {
    const why = breaking.because ? ` (${breaking.because})` : '';
    throw new StartError(
      `the database is newer than this version, which ends with migration ${formatNumber(ownLast)}: since ${breaking.name} it needs a version with ${formatNumber(breaking.runsSince)} or later${why}. Start that one.`,
    );
  }
  if (newer.length > 0) await assertNeedsMet(client, ownLast);
  return { pending, newer: newer.map(({ name }) => name) };
}

/** Refuses data in use that only a later version settles correctly, checked at each start: decision 107. */
async function assertNeedsMet(client: pg.Client, ownLast: number): Promise<void> {
  const { rows: functionRows } = await client.query(
    "SELECT WHERE to_regproc('public.needs_beyond') IS NOT NULL",
  );
  if (functionRows.length === 0) return;
  const { rows } = await client.query<{ needed: number; why: string }>('SELECT * FROM needs_beyond($1)', [
    ownLast,
  ]);
  const [need] = rows;
  if (need)
    throw new StartError(
      `this version ends with migration ${formatNumber(ownLast)}, and what is in use needs one with ${formatNumber(need.needed)} or later (${rows.map(({ why }) => why).join('; ')}). Start that one.`,
    );
}

const formatNumber = (id: number): string => String(id).padStart(4, '0');

async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  const { id, name, sql, sha256, runsSince, because } = migration;
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query('BEGIN');
      await client.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
      await client.query(sql);
      await client.query(
        'INSERT INTO migrations (id, name, sha256, runs_since, because) VALUES ($1, $2, $3, $4, $5)',
        [id, name, sha256, runsSince, because],
      );
      await client.query('COMMIT');
      return;
    } catch (cause) {
      await client.query('ROLLBACK');
      const { code, message, position } = cause as pg.DatabaseError;
      if (LOCK_ERROR_CODES.has(code) && tries < LOCK_TRIES) {
        await sleep(LOCK_MS);
        continue;
      }
      const line = position
        ? ` in line ${sql.slice(0, Number.parseInt(position, 10)).split('\n').length}`
        : '';
      throw new Error(`Migration ${name} failed${line}: ${message}`, { cause });
    }
  }
}

import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { removeFolder } from '../../../test/remove-folder.ts';
import { StartError } from '../start-error.ts';
import { checkMigrated, migrate } from './migrate.ts';

let directory: string;
let name: string;
let url: string;
const sessions: pg.Client[] = [];

async function connect(address: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address });
  // Dropping the database ends its sessions.
  client.on('error', () => {});
  await client.connect();
  sessions.push(client);
  return client;
}

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sarraf-migrations-'));
  const admin = inject('database').url;
  name = `sarraf_test_${Math.floor(Date.now() / 1000)}_migrate${randomInt(1e9)}`;
  await (await connect(admin)).query(`CREATE DATABASE ${name}`);
  url = Object.assign(new URL(admin), { pathname: name }).href;
});

afterEach(async () => {
  await sessions[0]?.query(`DROP DATABASE ${name} WITH (FORCE)`);
  for (const client of sessions.splice(0)) await client.end().catch(() => {});
  removeFolder(directory);
});

const write = (file: string, sql: string) => writeFileSync(join(directory, file), sql);

async function applied(): Promise<string[]> {
  const client = await connect(url);
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
  return rows.map((row) => row.name);
}

describe('migrate', () => {
  test('applies new migrations once, in order, including those of the job queue', async () => {
    write('0002-more.sql', 'ALTER TABLE one ADD b int; INSERT INTO one VALUES (1, 2)');
    write('0001-one.sql', 'CREATE TABLE one (a int)');
    expect(await migrate(url, directory)).toEqual({ applied: 2, newer: [] });
    expect(await migrate(url, directory)).toEqual({ applied: 0, newer: [] });
    write('0003-three.sql', "SELECT graphile_worker.add_job('hello')");
    expect((await migrate(url, directory)).applied).toBe(1);
    expect(await applied()).toEqual(['0001-one.sql', '0002-more.sql', '0003-three.sql']);
  });

  test('refuses a changed file, a missing file and a number below one already applied', async () => {
    write('0002-two.sql', 'CREATE TABLE two ()');
    await migrate(url, directory);
    write('0001-one.sql', 'CREATE TABLE one ()');
    await expect(migrate(url, directory)).rejects.toThrow('0001-one.sql comes before');
    rmSync(join(directory, '0001-one.sql'));
    write('0002-two.sql', 'CREATE TABLE two (a int)');
    await expect(migrate(url, directory)).rejects.toThrow('0002-two.sql was changed');
    rmSync(join(directory, '0002-two.sql'));
    write('0003-three.sql', 'SELECT 1');
    await expect(migrate(url, directory)).rejects.toThrow(
      '0002-two.sql was applied, but its file is missing',
    );
  });

  test('refuses malformed file names and duplicate numbers', async () => {
    write('1-one.sql', 'SELECT 1');
    await expect(migrate(url, directory)).rejects.toThrow('must be NNNN-name.sql');
    rmSync(join(directory, '1-one.sql'));
    write('0001-a.sql', 'SELECT 1');
    write('0001-b.sql', 'SELECT 1');
    await expect(migrate(url, directory)).rejects.toThrow('its number is taken');
  });

  test('rolls back a failing migration and keeps those before it', async () => {
    write('0001-good.sql', 'CREATE TABLE good ()');
    write('0002-bad.sql', 'CREATE TABLE bad ();\nSELECT no_such_column');
    await expect(migrate(url, directory)).rejects.toThrow(
      '0002-bad.sql failed in line 2: column "no_such_column"',
    );
    expect(await applied()).toEqual(['0001-good.sql']);
    write('0002-bad.sql', 'CREATE TABLE bad ()');
    expect((await migrate(url, directory)).applied).toBe(1);
  });

  test('lets several processes start concurrently', async () => {
    write('0001-slow.sql', 'SELECT pg_sleep(0.2); CREATE TABLE slow ()');
    const counts = await Promise.all([1, 2, 3, 4].map(() => migrate(url, directory)));
    expect(counts.map(({ applied }) => applied).sort()).toEqual([0, 0, 0, 1]);
  });

  test('waits for a lock in short turns, so that nobody queues behind it for long', async () => {
    write('0001-one.sql', 'CREATE TABLE one (a int)');
    await migrate(url, directory);
    const [holder, trader] = [await connect(url), await connect(url)];
    await holder.query('BEGIN');
    await holder.query('SELECT * FROM one');
    write('0002-two.sql', 'ALTER TABLE one ADD b int');
    const migrated = migrate(url, directory);
    const waits = async () =>
      (await trader.query('SELECT FROM pg_locks WHERE NOT granted AND relation IS NOT NULL')).rowCount;
    await expect.poll(waits, { interval: 20 }).toBe(1);
    await trader.query("SET statement_timeout = '5s'");
    await trader.query('INSERT INTO one VALUES (1)');
    await holder.query('COMMIT');
    expect((await migrated).applied).toBe(1);
  });
});

test('refuses a database of an unreleased development version before it changes anything', async () => {
  const client = await connect(url);
  await client.query(`CREATE TABLE migrations (id int PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now())`);
  await client.query(`INSERT INTO migrations (id, name, sha256)
    VALUES (1, '0001-ledger.sql', 'one'), (2, '0002-identity.sql', 'two')`);
  const refusalText = 'this database was created by an unreleased development version';
  for (const start of [migrate, checkMigrated]) {
    await expect(start(url)).rejects.toThrow(StartError);
    await expect(start(url)).rejects.toThrow(refusalText);
  }
  expect(await applied()).toEqual(['0001-ledger.sql', '0002-identity.sql']);
  const { rows } = await client.query("SELECT to_regclass('accounts') AS accounts");
  expect(rows).toEqual([{ accounts: null }]);
});

describe('a version that finds a newer database', () => {
  /** The version that ends with 0002, and what a later one has made. */
  async function newer(...files: [name: string, sql: string][]): Promise<void> {
    write('0001-one.sql', 'CREATE TABLE one (a int)');
    write('0002-two.sql', 'CREATE TABLE two (a int)');
    await migrate(url, directory);
    for (const [name, sql] of files) write(name, sql);
    await migrate(url, directory);
    for (const [name] of files) rmSync(join(directory, name));
  }

  test('starts when all newer migrations only add, and names them', async () => {
    await newer(['0003-three.sql', 'ALTER TABLE two ADD b int'], ['0004-four.sql', 'CREATE TABLE four ()']);
    const expected = { applied: 0, newer: ['0003-three.sql', '0004-four.sql'] };
    expect(await migrate(url, directory)).toEqual(expected);
    expect(await checkMigrated(url, directory)).toEqual(expected);
  });

  test('starts when the newer version removed only what is unused since an earlier version, and refuses when it removed what this one uses', async () => {
    await newer(
      ['0003-three.sql', '-- contracts: versions before 0002, because they read one\nDROP TABLE one'],
      ['0004-four.sql', 'CREATE TABLE four ()'],
    );
    expect((await migrate(url, directory)).newer).toHaveLength(2);
    rmSync(join(directory, '0002-two.sql'));
    const refusalText = `Sarraf can't start: the database is newer than this version, which ends with migration 0001: since 0003-three.sql it needs a version with 0002 or later (they read one). Start that one.`;
    await expect(migrate(url, directory)).rejects.toThrow(refusalText);
    await expect(checkMigrated(url, directory)).rejects.toThrow(StartError);
  });

  test('a file that says it in other words is refused', async () => {
    write('0001-one.sql', '-- contracts: it drops one\nDROP TABLE one');
    await expect(migrate(url, directory)).rejects.toThrow('0001-one.sql: write "-- contracts:');
    write('0001-one.sql', '-- contracts: versions before 0002, because of a slip\nSELECT 1');
    await expect(migrate(url, directory)).rejects.toThrow('0002 is later than the migration itself');
  });
});

import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { migrate } from './migrate.ts';

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
  rmSync(directory, { recursive: true });
});

const write = (file: string, sql: string) => writeFileSync(join(directory, file), sql);

async function applied(): Promise<string[]> {
  const client = await connect(url);
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
  return rows.map((row) => row.name);
}

describe('migrate', () => {
  test('applies what is new, once, in order, the job queue included', async () => {
    write('0002-more.sql', 'ALTER TABLE one ADD b int; INSERT INTO one VALUES (1, 2)');
    write('0001-one.sql', 'CREATE TABLE one (a int)');
    expect(await migrate(url, directory)).toBe(2);
    expect(await migrate(url, directory)).toBe(0);
    write('0003-three.sql', "SELECT graphile_worker.add_job('hello')");
    expect(await migrate(url, directory)).toBe(1);
    expect(await applied()).toEqual(['0001-one.sql', '0002-more.sql', '0003-three.sql']);
  });

  test('refuses a changed file, a missing file and a late number', async () => {
    write('0002-two.sql', 'CREATE TABLE two ()');
    await migrate(url, directory);
    write('0001-one.sql', 'CREATE TABLE one ()');
    await expect(migrate(url, directory)).rejects.toThrow('0001-one.sql comes before');
    rmSync(join(directory, '0001-one.sql'));
    write('0002-two.sql', 'CREATE TABLE two (a int)');
    await expect(migrate(url, directory)).rejects.toThrow('0002-two.sql was changed');
    rmSync(join(directory, '0002-two.sql'));
    await expect(migrate(url, directory)).rejects.toThrow(
      '0002-two.sql was applied, but its file is missing',
    );
  });

  test('refuses names it does not understand and a number used twice', async () => {
    write('1-one.sql', 'SELECT 1');
    await expect(migrate(url, directory)).rejects.toThrow('must be NNNN-name.sql');
    rmSync(join(directory, '1-one.sql'));
    write('0001-a.sql', 'SELECT 1');
    write('0001-b.sql', 'SELECT 1');
    await expect(migrate(url, directory)).rejects.toThrow('its number is taken');
  });

  test('a failing migration leaves no trace, and those before it stay', async () => {
    write('0001-good.sql', 'CREATE TABLE good ()');
    write('0002-bad.sql', 'CREATE TABLE bad ();\nSELECT no_such_column');
    await expect(migrate(url, directory)).rejects.toThrow(
      '0002-bad.sql failed in line 2: column "no_such_column"',
    );
    expect(await applied()).toEqual(['0001-good.sql']);
    write('0002-bad.sql', 'CREATE TABLE bad ()');
    expect(await migrate(url, directory)).toBe(1);
  });

  test('several processes may start at once', async () => {
    write('0001-slow.sql', 'SELECT pg_sleep(0.2); CREATE TABLE slow ()');
    const counts = await Promise.all([1, 2, 3, 4].map(() => migrate(url, directory)));
    expect(counts.sort()).toEqual([0, 0, 0, 1]);
  });
});

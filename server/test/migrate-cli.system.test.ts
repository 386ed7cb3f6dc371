import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { openDatabase } from '../src/platform/database/database.ts';
import { listRoleErrors } from '../src/platform/database/rights.ts';
import { createEmptyDatabase } from './database.ts';
import { minimalEnvironment } from './processes.ts';
import { removeFolder } from './remove-folder.ts';

it('npm run migrate creates the tables as their owner and grants the roles their privileges', async () => {
  const empty = await createEmptyDatabase();
  const dir = mkdtempSync('/tmp/sarraf-migrate-');
  const asServer = new URL(inject('database').serverUrl);
  asServer.pathname = empty.name;
  const run = (env: Record<string, string>) =>
    spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../src/migrate-cli.ts')],
      {
        env: { ...minimalEnvironment(), MODE: 'sandbox', DATA_DIR: dir, DATABASE_URL: asServer.href, ...env },
        encoding: 'utf8',
      },
    );
  const alone = run({});
  expect([alone.status, alone.stderr]).toEqual([
    2,
    expect.stringContaining('put the role that owns them into DATABASE_OWNER_URL'),
  ]);
  expect(run({ DATABASE_OWNER_URL: empty.url })).toMatchObject({ status: 0, stderr: '' });
  const { db, close } = openDatabase(asServer.href, 2);
  expect(await listRoleErrors(db)).toEqual([]);
  expect((await sql`select from users`.execute(db)).rows).toEqual([]);
  await close();
  // Without pending migrations the server's role is sufficient.
  expect(run({})).toMatchObject({ status: 0, stderr: '' });
  await empty.drop();
  removeFolder(dir);
});

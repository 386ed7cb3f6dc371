import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { TEST_AUDIT_KEY } from '../../../test/keys.ts';
import { asOwner } from '../../../test/owner.ts';
import { addPerson } from '../../../test/people.ts';
import { minimalEnvironment } from '../../../test/processes.ts';
import { removeFolder } from '../../../test/remove-folder.ts';
import { loadSealingKey, type SealingKey } from '../config/key-files.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { checkKeys, initializeKeyCanaries } from './sealed-canary.ts';
import { createSecrets } from './secrets.ts';

const random = () => randomBytes(32).toString('base64');
const WRONG = 'this is not the key that the database was sealed with';

let test: TestDatabase;
let database: Database;
const folder = mkdtempSync(join(tmpdir(), 'sarraf-canary-'));
let dir: string;

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.url, 4, TEST_AUDIT_KEY);
});
beforeEach(async () => {
  dir = mkdtempSync(join(folder, 'data-'));
  await asOwner(database.db, sql`truncate sealed_canaries, authenticators`);
});
afterAll(async () => {
  await database.close();
  await test.drop();
  removeFolder(folder);
});

const set = (name: SealingKey['name'] = 'SECRET_KEY', text = random()) => loadSealingKey(name, text, dir);
const settle = (...keys: SealingKey[]) => initializeKeyCanaries(database.db, keys, {});

/** State of a database that lost its canaries. */
async function sealSomething(key: SealingKey): Promise<void> {
  const id = await addPerson(database.db, { email: `${randomBytes(6).toString('hex')}@sarraf.test` });
  await sql`insert into authenticators (user_id, seed_encrypted, confirmed_at)
    values (${id}, ${createSecrets([key.bytes]).encrypt('a seed', 'authenticators.seed_encrypted', id)}, now())`.execute(
    database.db,
  );
}

describe('encryption keys of a database', () => {
  it('rejects a SECRET_KEY or SEAL_KEY other than the one the database was initialised with', async () => {
    const [secret, seal] = [set(), set('SEAL_KEY')];
    await settle(secret, seal);
    await settle(secret, seal);
    await checkKeys(database.db, [seal]);
    await expect(settle(set(), seal)).rejects.toThrow(`SECRET_KEY: ${WRONG}`);
    await expect(settle(secret, set('SEAL_KEY'))).rejects.toThrow(`SEAL_KEY: ${WRONG}`);
  });

  it('are verified by existing sealed values if there is no canary yet', async () => {
    const key = set();
    await sealSomething(key);
    await expect(settle(set())).rejects.toThrow(WRONG);
    expect((await sql`select from sealed_canaries`.execute(database.db)).rows).toEqual([]);
    const none = { SEAL_KEY: async () => false };
    await expect(initializeKeyCanaries(database.db, [set('SEAL_KEY')], none)).rejects.toThrow(
      `SEAL_KEY: ${WRONG}`,
    );
    await settle(key);
    await expect(settle(set())).rejects.toThrow(WRONG);
  });

  it('are not checked by a tool that runs before the migration', async () => {
    await asOwner(database.db, sql`alter table sealed_canaries rename to elsewhere`);
    await checkKeys(database.db, [set()]);
    await asOwner(database.db, sql`alter table elsewhere rename to sealed_canaries`);
  });

  it('are those of one process if two start concurrently', async () => {
    for (let round = 0; round < 20; round += 1) {
      await asOwner(database.db, sql`truncate sealed_canaries`);
      const keys = [set(), set(), set()];
      const ends = await Promise.allSettled(keys.map((key) => settle(key)));
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });

  it('are created in the data folder for a new database only', async () => {
    const storedKey = loadSealingKey('SECRET_KEY', undefined, dir);
    expect(storedKey.isNew).toBe(true);
    await settle(storedKey);
    await settle(loadSealingKey('SECRET_KEY', undefined, dir));
    rmSync(join(dir, 'secret.key'));
    await expect(settle(loadSealingKey('SECRET_KEY', undefined, dir))).rejects.toThrow(
      `SECRET_KEY is not set and ${dir} has no key, but the database was sealed with one.`,
    );
    expect(existsSync(join(dir, 'secret.key'))).toBe(false);
  });
});

it('every program refuses to run with another key', async () => {
  const [secret, seal] = [set(), set('SEAL_KEY')];
  await settle(secret, seal);
  const right = {
    SECRET_KEY: secret.bytes.toString('base64'),
    SEAL_KEY: seal.bytes.toString('base64'),
  };
  const run = (program: string, args: string[], keys: Record<string, string>) =>
    spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../..', program), ...args],
      {
        env: {
          ...minimalEnvironment(),
          MODE: 'sandbox',
          LOG_LEVEL: 'error',
          DATA_DIR: dir,
          DATABASE_URL: test.url,
          SIGNER_DATABASE_URL: test.url,
          ...keys,
        },
        encoding: 'utf8',
      },
    );
  const backup = join(dir, 'backup');
  for (const [program, args] of [
    ['audit-cli.ts', []],
    ['staff-cli.ts', ['list']],
    ['backup-cli.ts', ['backup', backup]],
  ] as const) {
    const wrong = { ...right, SECRET_KEY: random() };
    expect(run(program, [...args], wrong)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: `Sarraf can't start: SECRET_KEY: ${WRONG}. Set the one it was begun with.\n`,
    });
  }
  expect(existsSync(backup)).toBe(false);
  expect(run('signer/main.ts', [], { ...right, SEAL_KEY: random() })).toMatchObject({
    status: 1,
    stdout: '',
    stderr: `Sarraf can't start: SEAL_KEY: ${WRONG}. Set the one it was begun with.\n`,
  });
  expect(run('staff-cli.ts', ['list'], right)).toMatchObject({ status: 0, stderr: '' });
});

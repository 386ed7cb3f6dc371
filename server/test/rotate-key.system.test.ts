/** `npm run rotate-key` beside a server that people log in to, and killed in the middle. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { openSecrets } from '../src/platform/secrets/open-secrets.ts';
import { listSealedColumns } from '../src/platform/secrets/sealed-columns.ts';
import { computeKeyHeader, toOwnedRowKey } from '../src/platform/secrets/secrets.ts';
import { copyDatabase, createTestDatabase, type TestDatabase } from './database.ts';
import { TEST_BOOKS_KEY } from './keys.ts';
import { minimalEnvironment } from './processes.ts';
import { programPath } from './programs.ts';
import { removeFolder } from './remove-folder.ts';
import {
  callServer,
  DEMO_PASSWORD,
  findFreePort,
  type RunningServer,
  signIn,
  startServer,
} from './running-server.ts';
import { pollUntil } from './waiting.ts';

/** More than two pages of values to re-encrypt. */
const NOTICES = 450;
/** A user of the sandbox. */
const EMAIL = 'new@sarraf.test';
const SEED = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const RECOVERY = '7GT3K-0QXWM';
const IMAGE = 'what a person looks like';
const SHEBA = '062960000000100324200001';

/** A server's first start with the first key, and its users' data: each test has a copy. */
let seeded: { test: TestDatabase; dir: string };
/** The command's output while that server still runs. */
let early: CommandResult;
let test: TestDatabase;
let database: Database;
let dir: string;
let server: RunningServer | null = null;
const createKey = (text: string) => createHash('sha256').update(text).digest();
const [A, B] = [createKey('the first key'), createKey('the second key')];
const toBase64 = (key: Buffer) => key.toString('base64');

beforeAll(async () => {
  await openCopy(await createTestDatabase(), await mkdtemp('/tmp/sarraf-rotate-'));
  seeded = { test, dir };
  await startServerWith(serverSettings(A));
  await addSealedRows(A, EMAIL);
  await addWithdrawal(A, EMAIL);
  await addNotices(A, await findUserId('company@sarraf.test'));
  early = await runRotation(serverSettings(B, [A]));
  await stopServer();
}, 600_000);
afterAll(() => removeCopy(seeded));
beforeEach(async () => {
  const copied = await mkdtemp('/tmp/sarraf-rotate-');
  cpSync(seeded.dir, copied, { recursive: true });
  await openCopy(await copyDatabase(seeded.test), copied);
});
afterEach(async () => {
  await stopServer();
  await removeCopy({ test, dir });
});

async function openCopy(testDatabase: TestDatabase, folder: string): Promise<void> {
  test = testDatabase;
  dir = folder;
  database = openDatabase(test.url, 4);
}

async function stopServer(): Promise<void> {
  await server?.kill('SIGTERM');
  server = null;
  await database.close();
}

async function removeCopy(of: typeof seeded): Promise<void> {
  await of.test.drop();
  removeFolder(of.dir);
}

const serverSettings = (key: Buffer, others: Buffer[] = []) => ({
  MODE: 'sandbox',
  LOG_LEVEL: 'error',
  DATABASE_URL: test.url,
  DATA_DIR: dir,
  MARKET_MAKERS: 'off',
  SECRET_KEY: toBase64(key),
  BOOKS_KEY: toBase64(TEST_BOOKS_KEY),
  ...(others.length > 0 && { SECRET_KEYS_OTHER: others.map(toBase64).join(',') }),
});

async function startServerWith(env: Record<string, string>): Promise<void> {
  await server?.kill('SIGTERM');
  server = null;
  server = await startServer({ ...env, PORT: String(await findFreePort()) });
}

interface CommandResult {
  status: number | null;
  stdout: string;
  stderr: string;
}

function runCommand(
  env: Record<string, string>,
  ...args: string[]
): { child: ChildProcess; ended: Promise<CommandResult> } {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', programPath('server/src/rotate-key-cli.ts'), ...args],
    { env: { ...minimalEnvironment(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (text: Buffer) => {
      output[name] += text;
    });
  return { child, ended: once(child, 'close').then(([status]) => ({ status, ...output })) };
}
const runRotation = (env: Record<string, string>, ...args: string[]) => runCommand(env, ...args).ended;

/** Counts the encrypted values of a key. */
async function countSealedWith(key: Buffer): Promise<number> {
  let n = 0;
  for (const { table, column } of await listSealedColumns(database.db)) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}
      where substring(${sql.ref(column)} from 1 for 5) = ${computeKeyHeader(key)}`.execute(database.db);
    n += rows[0]?.n ?? 0;
  }
  return n;
}

async function addNotices(key: Buffer, userId: string): Promise<void> {
  const secrets = await openSecrets(database.db, [key]);
  const ids = Array.from({ length: NOTICES }, () => randomUUID());
  const about = ids.map((id) =>
    secrets.encrypt('{"kind":"OUT_OF_USE"}', 'notices.about_encrypted', toOwnedRowKey(id, userId)),
  );
  await sql`insert into notices (id, user_id, kind, about_encrypted, created_at)
    select id, ${userId}, 'OUT_OF_USE', about, now()
    from unnest(${ids}::uuid[], ${about}::bytea[]) as n (id, about)`.execute(database.db);
}

/** Adds an authenticator with a recovery code, and a document, as a server with this key would. */
async function addSealedRows(key: Buffer, email: string): Promise<void> {
  const secrets = await openSecrets(database.db, [key]);
  const userId = await findUserId(email);
  await sql`update users set two_step_method = 'GOOGLE_AUTHENTICATOR' where id = ${userId}`.execute(
    database.db,
  );
  const seed = secrets.encrypt(SEED, 'authenticators.seed_encrypted', userId);
  await sql`insert into authenticators (user_id, seed_encrypted, confirmed_at)
    values (${userId}, ${seed}, now())`.execute(database.db);
  const digest = secrets.blindIndex('recovery code', `${userId}\0${RECOVERY.replace('-', '')}`);
  await sql`insert into recovery_codes (user_id, digest, created_at) values (${userId}, ${digest}, now())`.execute(
    database.db,
  );
  const id = randomUUID();
  const file = secrets.encryptBytes(Buffer.from(IMAGE), 'documents.file', toOwnedRowKey(id, userId));
  const name = randomBytes(24).toString('hex');
  mkdirSync(join(dir, 'documents'), { recursive: true });
  writeFileSync(join(dir, 'documents', name), file);
  await sql`insert into documents (id, user_id, kind, file, digest, in_force, created_at)
    values (${id}, ${userId}, 'image', ${name}, ${createHash('sha256').update(file).digest()}, true, now())`.execute(
    database.db,
  );
}

/** Adds a Toman withdrawal: only its encryption may change. */
async function addWithdrawal(key: Buffer, email: string): Promise<void> {
  const [id, userId] = [randomUUID(), await findUserId(email)];
  const secrets = await openSecrets(database.db, [key]);
  const sealed = secrets.encrypt(SHEBA, 'withdrawals.address_encrypted', toOwnedRowKey(id, userId));
  await sql`insert into withdrawals (id, user_id, asset, token_type, address, address_encrypted, amount, fee, state,
      needed_approvals, created_at)
    values (${id}, ${userId}, 'TOMAN', 'TOMAN', 'masked', ${sealed}, 1, 0, 'PAID', 0, now())`.execute(
    database.db,
  );
}

async function findUserId(email: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from users where email = ${email}`.execute(
    database.db,
  );
  return rows[0]?.id ?? '';
}

/** Logs in with the app or a recovery code; returns the HTTP status of the second step. */
async function completeSecondStep(email: string, code: string): Promise<number> {
  const url = server?.url ?? '';
  const first = await callServer(url, 'POST', '/users/login', { body: { email, password: DEMO_PASSWORD } });
  expect(first.status).toBe(200);
  return (await callServer(url, 'POST', '/users/check-otp-code', { body: { email, code } })).status;
}

const createAppCode = () => new TOTP({ secret: Secret.fromBase32(SEED) }).generate();

async function readDocument(key: Buffer, email: string): Promise<string> {
  const { rows } = await sql<{ id: string; userId: string; file: string; digest: Buffer }>`
    select id, user_id as "userId", file, digest from documents where user_id = ${await findUserId(email)}`.execute(
    database.db,
  );
  const row = rows[0];
  if (!row) throw new Error('there is a document');
  const bytes = readFileSync(join(dir, 'documents', row.file));
  expect(createHash('sha256').update(bytes).digest()).toEqual(row.digest);
  const secrets = await openSecrets(database.db, [key]);
  return secrets.decryptBytes(bytes, 'documents.file', toOwnedRowKey(row.id, row.userId)).toString();
}

/** Killed while it waits for a notice locked by another transaction, this far through all of them. */
async function killHalfway(share: number, env: Record<string, string>): Promise<void> {
  const killed = new Error('killed');
  const work = database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid from notices where id =
      (select id from notices order by id offset ${Math.floor(NOTICES * share)} limit 1) for update`.execute(
      tx,
    );
    const { child, ended } = runCommand(env);
    await pollUntil(async () => {
      const waiting = await sql`select from pg_stat_activity
        where ${rows[0]?.pid} = any (pg_blocking_pids(pid))`.execute(database.db);
      return waiting.rows.length > 0;
    }, 180_000);
    child.kill('SIGKILL');
    expect((await ended).status).toBeNull();
    throw killed;
  });
  await expect(work).rejects.toBe(killed);
}

describe('a new SECRET_KEY', () => {
  it('replaces the first while users log in, however often the command is interrupted', async () => {
    // A server that still encrypted with the first one.
    expect([early.status, early.stderr]).toEqual([
      2,
      'A server still seals with another SECRET_KEY: start each again with this one first.\n',
    ]);
    const both = serverSettings(B, [A]);
    await startServerWith(both);
    for (const share of [0.4, 0.8]) {
      const before = await countSealedWith(B);
      await killHalfway(share, both);
      expect(await countSealedWith(B)).toBeGreaterThan(before);
      expect(await countSealedWith(A)).toBeGreaterThan(0);
    }
    const last = runRotation(both);
    let ended = false;
    void last.finally(() => {
      ended = true;
    });
    for (let i = 0; i < 3 || !ended; i += 1) await signIn(server?.url ?? '', 'demo@sarraf.test');
    expect(await last).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('No value is sealed with another key'),
      stderr: '',
    });
    expect(await countSealedWith(A)).toBe(0);
    // The first key is deleted, and can't be used again.
    await startServerWith(serverSettings(B));
    expect(await completeSecondStep(EMAIL, createAppCode())).toBe(200);
    expect(await completeSecondStep(EMAIL, RECOVERY)).toBe(200);
    expect(await readDocument(B, EMAIL)).toBe(IMAGE);
    await signIn(server?.url ?? '', 'demo@sarraf.test');
    const back = await runRotation(serverSettings(A, [B]));
    expect([back.status, back.stderr]).toEqual([
      2,
      expect.stringContaining('another key took the place of this one'),
    ]);
  }, 600_000);

  it('is generated, and the old one deleted, automatically where the data folder stores it', async () => {
    const { SECRET_KEY: _, ...remainingSettings } = serverSettings(A);
    writeFileSync(join(dir, 'secret.key'), toBase64(A), { mode: 0o600 });
    const before = readFileSync(join(dir, 'secret.key'), 'utf8');
    expect(await runRotation(remainingSettings, 'new')).toMatchObject({ status: 0, stderr: '' });
    const after = readFileSync(join(dir, 'secret.key'), 'utf8');
    expect(after).not.toBe(before);
    expect(readFileSync(join(dir, 'secret.key.others'), 'utf8')).toBe(before);
    await startServerWith(remainingSettings);
    await signIn(server?.url ?? '', 'demo@sarraf.test');
    expect(await runRotation(remainingSettings)).toMatchObject({ status: 0, stderr: '' });
    expect(existsSync(join(dir, 'secret.key.others'))).toBe(false);
    expect(await countSealedWith(Buffer.from(before, 'base64'))).toBe(0);
    await signIn(server?.url ?? '', 'demo@sarraf.test');
  }, 600_000);

  it('is not reported as complete if a value belongs to another row', async () => {
    await sql`update users set password_encrypted = (select password_encrypted from users
        where email = 'demo@sarraf.test') where email = 'new@sarraf.test'`.execute(database.db);
    const done = await runRotation(serverSettings(B, [A]));
    expect(done).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(`users.password_encrypted of ${await findUserId('new@sarraf.test')}`),
    });
    expect(done.stdout).toContain('Keep all keys for now');
  }, 600_000);
});

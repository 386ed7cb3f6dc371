/** A backup is made while a server works, and another server continues from it. */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MANIFEST_FILE, type Manifest, readManifest } from '../src/backup/manifest.ts';
import { restoreBackup } from '../src/backup/restore-backup.ts';
import { writeBackup } from '../src/backup/write-backup.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './database.ts';
import { removeFolder } from './remove-folder.ts';
import {
  callServer,
  DEMO_PASSWORD,
  findFreePort,
  type RunningServer,
  startServer,
} from './running-server.ts';

const CLI = join(import.meta.dirname, '../src/backup-cli.ts');
const DOCUMENT = 'ab/cdef0123.bin';

let root: string;
let home: string;
let database: TestDatabase;
let server: RunningServer;
let token: string;
const dropped: TestDatabase[] = [];

async function start(databaseUrl: string, dataDir: string): Promise<RunningServer> {
  const PORT = String(await findFreePort());
  return startServer({ PORT, DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
}

const logIn = async (url: string): Promise<string> => {
  const credentials = { email: 'demo@sarraf.test', password: DEMO_PASSWORD };
  await callServer(url, 'POST', '/users/login', { body: credentials });
  const { body } = await callServer(url, 'GET', '/sandbox/outbox?to=demo@sarraf.test');
  const done = await callServer(url, 'POST', '/users/check-otp-code', {
    body: { email: credentials.email, code: body[0].code },
  });
  return done.body.token;
};

async function buyOnce(): Promise<void> {
  const prices = await callServer(server.url, 'GET', '/coins/exchange-price/usd?toCurrencies=BITCOIN');
  const body = { marketType: 'BITCOIN_TOMAN', amount: '0.0005', unitPrice: prices.body[0].buyPrice };
  const { status } = await callServer(server.url, 'POST', '/exchange/buy', { token, body });
  expect(status).toBe(200);
}

const runCli = (args: string[], env: Record<string, string>) =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', CLI, ...args], {
    encoding: 'utf8',
    env: { ...process.env, MODE: 'sandbox', LOG_LEVEL: 'silent', ...env },
  });

const restoreTarget = (url: string, documentsDir: string) => ({ url, documentsDir, keys: [] });

/** Copies the keys, which are in neither the backup nor the signer. */
function copyKeys(to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of ['secret.key', 'seal.key', 'books.key']) copyFileSync(join(home, name), join(to, name));
}

async function waitFor(has: () => boolean): Promise<void> {
  while (!has()) await turn();
}

async function readRows(url: string, tables: Manifest['tables']): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const digests = new Map<string, string>();
  for (const { schema, name } of tables) {
    const { rows } = await client.query(
      `select coalesce(md5(string_agg(t::text, e'\\n' order by t::text)), '') as digest from ${schema}.${name} t`,
    );
    digests.set(`${schema}.${name}`, rows[0].digest);
  }
  await client.end();
  return digests;
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sarraf-backup-'));
  home = join(root, 'home');
  mkdirSync(join(home, 'documents', 'ab'), { recursive: true });
  writeFileSync(join(home, 'documents', DOCUMENT), 'sealed');
  mkdirSync(join(home, 'signer'));
  writeFileSync(join(home, 'signer', 'journal'), 'signed');
  database = await createTestDatabase();
  server = await start(database.url, home);
  token = await logIn(server.url);
  await buyOnce();
});
afterAll(async () => {
  await server.kill('SIGTERM');
  for (const one of [database, ...dropped]) await one.drop();
  removeFolder(root);
});

it('a backup made during trading is complete, and a server continues from it', async () => {
  const [folder, keys] = [join(root, 'backup'), join(root, 'keys')];
  let trading = true;
  const trades = (async () => {
    while (trading) await buyOnce();
  })();
  const result = runCli(['backup', folder, '--signer', keys], { DATA_DIR: home, DATABASE_URL: database.url });
  trading = false;
  await trades;
  expect(result.stderr).toBe('');
  expect(result.status).toBe(0);
  expect(readFileSync(join(keys, 'journal'), 'utf8')).toBe('signed');
  expect(existsSync(join(folder, 'signer'))).toBe(false);

  const target = await createEmptyDatabase();
  dropped.push(target);
  const there = join(root, 'there');
  const runRestore = () =>
    runCli(['restore', folder, '--signer', keys], { DATA_DIR: there, DATABASE_URL: target.url });
  expect(runRestore().stderr).toContain('SECRET_KEY is not set');
  copyKeys(there);
  const done = runRestore();
  expect(done.stderr).toBe('');
  expect(done.stdout).toContain('No violation was found.');
  expect(done.status).toBe(0);
  expect(readFileSync(join(there, 'documents', DOCUMENT), 'utf8')).toBe('sealed');
  expect(readFileSync(join(there, 'signer', 'journal'), 'utf8')).toBe('signed');

  // The restored data equals what a second backup of it contains.
  const second = join(root, 'second');
  expect(runCli(['backup', second], { DATA_DIR: there, DATABASE_URL: target.url }).status).toBe(0);
  const digestFolder = (dir: string) =>
    new Map(
      readManifest(dir)
        .tables.filter(({ name }) => name !== 'kill_switch' && name !== 'sessions')
        .map(({ name, rows }) => [name, rows] as const),
    );
  expect(digestFolder(second)).toEqual(digestFolder(folder));
  expect(readManifest(second).sequences).toEqual(readManifest(folder).sequences);

  const restored = await start(target.url, there);
  try {
    expect((await callServer(restored.url, 'GET', '/users/account', { token })).status).toBe(401);
    const again = await logIn(restored.url);
    const orders = await callServer(restored.url, 'GET', '/orders?size=5', { token: again });
    expect(orders.body.content[0].marketType).toBe('BITCOIN_TOMAN');
  } finally {
    await restored.kill('SIGTERM');
  }
});

it('a backup skips a document that is deleted or incomplete, and files left by an earlier attempt', async () => {
  const [documents, folder] = [join(root, 'busy', 'documents'), join(root, 'busy-backup')];
  mkdirSync(documents, { recursive: true });
  for (let i = 0; i < 50; i += 1) writeFileSync(join(documents, `${i}.bin`), 'sealed');
  writeFileSync(join(documents, 'upload.bin.part'), 'hal');
  const draft = join(root, '.busy-backup.part');
  mkdirSync(join(draft, 'documents'), { recursive: true });
  writeFileSync(join(draft, 'documents', 'old.bin'), 'sealed');
  const making = writeBackup(database.url, documents, folder);
  await waitFor(() => readdirSync(join(draft, 'documents')).length > 0);
  removeFolder(documents);
  const { documents: remainingDocuments } = await making;
  expect(remainingDocuments.length).toBeGreaterThan(0);
  expect(remainingDocuments.length).toBeLessThan(50);
  const names = remainingDocuments.map(({ file }) => file.slice('documents/'.length)).sort();
  expect(readdirSync(join(folder, 'documents')).sort()).toEqual(names);
  expect(names.join()).not.toMatch(/old|part/);
});

it('a restore checks the keys before it writes anything', async () => {
  const target = await createEmptyDatabase();
  dropped.push(target);
  const [folder, there] = [join(root, 'busy-backup'), join(root, 'mistyped')];
  copyKeys(there);
  const restore = (keys: string) =>
    runCli(['restore', folder, '--signer', keys], { DATA_DIR: there, DATABASE_URL: target.url });
  expect(restore(join(root, 'nowhere')).stderr).toContain('There are no keys');
  const done = restore(join(home, 'signer'));
  expect([done.status, done.stderr]).toEqual([0, '']);
});

it('a restore preserves every row', async () => {
  // From an idle server, so that both can be compared.
  const still = await createTestDatabase();
  dropped.push(still);
  const folder = join(root, 'still');
  const result = runCli(['backup', folder], { DATA_DIR: join(root, 'none'), DATABASE_URL: still.url });
  expect(result.status).toBe(0);
  const target = await createEmptyDatabase();
  dropped.push(target);
  const { tables } = await restoreBackup(folder, restoreTarget(target.url, join(root, 'none', 'documents')));
  expect(tables.length).toBeGreaterThan(60);
  const [before, after] = [await readRows(still.url, tables), await readRows(target.url, tables)];
  before.delete('public.kill_switch');
  after.delete('public.kill_switch');
  expect(after).toEqual(before);
});

it('a restore refuses a damaged backup, and a database that is not empty', async () => {
  const folder = join(root, 'still');
  await expect(restoreBackup(folder, restoreTarget(database.url, join(root, 'new')))).rejects.toThrow(
    'not empty',
  );
  await expect(restoreBackup(folder, restoreTarget(database.url, join(home, 'documents')))).rejects.toThrow(
    'not empty',
  );
  const empty = await createEmptyDatabase();
  dropped.push(empty);
  const { canaries: _canaries, ...without } = readManifest(folder);
  const [table] = without.tables;
  const unsealed = join(root, 'unsealed');
  mkdirSync(unsealed);
  writeFileSync(join(unsealed, MANIFEST_FILE), JSON.stringify(without));
  await expect(restoreBackup(unsealed, restoreTarget(empty.url, join(root, 'new')))).rejects.toThrow(
    'not one of a backup that this version reads',
  );
  appendFileSync(join(folder, table?.data.file ?? ''), 'x');
  await expect(restoreBackup(folder, restoreTarget(empty.url, join(root, 'new')))).rejects.toThrow(
    'is damaged',
  );
  expect(await readRows(empty.url, [])).toEqual(new Map());
  expect(runCli(['backup', folder], { DATA_DIR: home, DATABASE_URL: database.url }).stderr).toContain(
    'exists already',
  );
  expect(runCli(['restore'], { DATA_DIR: home, DATABASE_URL: database.url }).status).toBe(2);
});

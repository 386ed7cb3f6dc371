import { readFileSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSealedSeed } from '../src/signer/seed-file.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { hasProc, isProcessAlive, readEnvironment } from './processes.ts';
import { removeFolder } from './remove-folder.ts';
import { callServer, findFreePort, type RunningServer, signIn, startServer } from './running-server.ts';

let dataDir: string;
let database: TestDatabase;
let env: Record<string, string>;
let server: RunningServer;

beforeAll(async () => {
  dataDir = await mkdtemp('/tmp/sarraf-beside-');
  await chmod(dataDir, 0o755);
  database = await createTestDatabase();
  env = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    PORT: String(await findFreePort()),
    LEASE_MS: '500',
    WITH_SIGNER: '1',
  };
  server = await startServer(env);
});
afterAll(async () => {
  await server?.kill('SIGTERM');
  await database?.drop();
  removeFolder(dataDir);
});

const readSignerPid = (): number =>
  Number.parseInt(readFileSync(join(dataDir, 'signer', 'lock'), 'utf8'), 10);
const requestAddress = async (): Promise<string | undefined> => {
  const token = await signIn(server.url, 'demo@sarraf.test');
  const path = '/wallets/customer/wallet-address?relatedCoin=BITCOIN&tokenType=BITCOIN';
  return (await callServer(server.url, 'GET', path, { token })).body.baseDTO?.address;
};

it('the signer runs when the server is ready, is restarted when it dies, and ends with the server', async () => {
  const firstAddress = await requestAddress();
  expect(firstAddress).toMatch(/^bc1q/);
  const first = readSignerPid();
  expect(first).not.toBe(server.child.pid);
  process.kill(first, 'SIGKILL');
  await expect
    .poll(() => readSignerPid() !== first && isProcessAlive(readSignerPid()), { timeout: 60_000 })
    .toBe(true);
  const second = readSignerPid();
  await server.kill('SIGKILL');
  await expect.poll(() => isProcessAlive(second), { timeout: 60_000 }).toBe(false);
  server = await startServer(env);
  expect(await requestAddress()).toBe(firstAddress);
  expect(readSignerPid()).not.toBe(second);
});

it.skipIf(!hasProc)('the signer’s keys are not in the process that faces the web', () => {
  const dir = join(dataDir, 'signer');
  const passphrase = readFileSync(join(dir, 'passphrase'), 'utf8').trim();
  const seed = Buffer.from(readSealedSeed(join(dir, 'seed.json'), passphrase));
  const environment = readEnvironment(server.child.pid);
  for (const secret of [passphrase, seed.toString('hex'), seed.toString('base64')])
    expect(environment).not.toContain(secret);
  expect(environment).not.toContain('SIGNER_PASSPHRASE');
});

/** Coin deposits through the whole server, with its signer as a separate process. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { superviseSigner } from '../src/app/supervise-signer.ts';
import { startSarraf } from '../src/main.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { checkInvariants } from './invariants.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { addSession } from './people.ts';
import { removeFolder } from './remove-folder.ts';
import { callServer, findFreePort } from './running-server.ts';

let test: TestDatabase;
let database: Database;
let url: string;
let stop: () => Promise<void>;
let token: string;
const dataDir = mkdtempSync(join(tmpdir(), 'sarraf-money-in-'));

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.url, 2, TEST_AUDIT_KEY);
  const config = loadConfig({
    DATABASE_URL: test.url,
    DATA_DIR: dataDir,
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'silent',
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  });
  ({ url, stop } = await startSarraf(config, {
    beside: (databaseUrl) => superviseSigner(config, databaseUrl),
  }));
  const { rows } = await sql<{ id: string }>`select id from users where email = 'demo@sarraf.test'`.execute(
    database.db,
  );
  token = await addSession(database.db, rows[0]?.id ?? '');
});

afterAll(async () => {
  await stop();
  await database.close();
  await test.drop();
  removeFolder(dataDir);
});

const patient = { timeout: 60_000, interval: 200 };

it('a deposit to a new address is credited to the balance', async () => {
  const path = '/wallets/customer/wallet-address?relatedCoin=BITCOIN&tokenType=BITCOIN';
  await expect.poll(async () => (await callServer(url, 'GET', path, { token })).status, patient).toBe(200);
  const { address } = (await callServer(url, 'GET', path, { token })).body.baseDTO;
  const readBitcoinChain = async () => {
    const { body } = await callServer(url, 'GET', '/sandbox/chains');
    return body.content.find(({ chain }: { chain: string }) => chain === 'BITCOIN');
  };
  await expect.poll(async () => (await readBitcoinChain()).height, patient).toBeGreaterThan(0);
  const body = { relatedCoin: 'BITCOIN', address, amount: '0.25' };
  const reply = await callServer(url, 'POST', '/sandbox/chains/BITCOIN/faucet', { body });
  expect(reply.status).toBe(200);
  const before = (await callServer(url, 'GET', '/wallets/customer-addresses?coins=BITCOIN', { token })).body
    .BITCOIN.credit;
  expect(before).toBe('0.50000000');
  await callServer(url, 'POST', '/sandbox/chains/BITCOIN/blocks', { body: { count: 3 } });
  await expect
    .poll(
      async () =>
        (await callServer(url, 'GET', '/wallets/customer-addresses?coins=BITCOIN', { token })).body.BITCOIN
          .credit,
      patient,
    )
    .toBe('0.75000000');
  const list = await callServer(url, 'GET', '/wallets/deposit?excludedRelatedCoin=TOMAN', { token });
  expect(list.body.content).toMatchObject([
    {
      relatedCoin: 'BITCOIN',
      amount: '0.25000000',
      state: 'PAID',
      isDone: true,
      transactionStatus: 'CONFIRMED',
      txid: reply.body.baseDTO.txid,
      address,
      confirmations: 3,
      neededConfirmations: 3,
      link: null,
    },
  ]);
  expect((await callServer(url, 'GET', '/wallets/deposit?relatedCoin=DASH', { token })).body.content).toEqual(
    [],
  );
  expect(await checkInvariants(database.db)).toBeNull();
});

it('the sandbox’s hot wallets are funded, and on UTXO chains spendable', async () => {
  const countFundedChains = async () => {
    const { rows } = await sql<{ n: number }>`select count(distinct chain)::int as n from sandbox_balances
      where balance > 0`.execute(database.db);
    return rows[0]?.n;
  };
  await expect.poll(countFundedChains, patient).toBeGreaterThanOrEqual(15);
  const countSpendableChains = async () => {
    const { rows } = await sql<{ n: number }>`select count(distinct chain)::int as n from unspent_outputs
      where key_index is null and height is not null`.execute(database.db);
    return rows[0]?.n;
  };
  await expect.poll(countSpendableChains, { ...patient, timeout: 60_000 }).toBe(5);
});

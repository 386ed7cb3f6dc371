/** Whole servers that die during a request to a bank gateway, and their successors. */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { checkInvariants } from './invariants.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { addSession } from './people.ts';
import { callServer, findFreePort, type RunningServer, startServer } from './running-server.ts';
import { MERCHANT, ZarinpalSimulator } from './zarinpal.ts';

const simulator = new ZarinpalSimulator();
/** A server takes long to start on a busy machine. */
const LONG = 240_000;
let template: TestDatabase;
let database: Database;
let env: Record<string, string>;
let server: RunningServer;
let token: string;
let card: string;

beforeAll(async () => {
  const ZARINPAL_URL = await simulator.start();
  template = await createTestDatabase();
  database = openDatabase(template.url, 2, TEST_AUDIT_KEY);
  env = {
    DATABASE_URL: template.url,
    PORT: String(await findFreePort()),
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    LEASE_MS: '2000',
    ZARINPAL_MERCHANT_ID: MERCHANT,
    ZARINPAL_URL,
  };
  server = await startServer(env);
  const { rows } = await sql<{ id: string }>`select id from users where email = 'demo@sarraf.test'`.execute(
    database.db,
  );
  token = await addSession(database.db, rows[0]?.id ?? '');
  const { body } = await callServer(server.url, 'GET', '/users/verified-bank-accounts', { token });
  card = body.content[0].cardNumber;
}, LONG);
afterEach(() => simulator.resumeReplies());
afterAll(async () => {
  await server.kill('SIGTERM');
  simulator.stop();
  expect(await checkInvariants(database.db)).toBeNull();
  await database.close();
  await template.drop();
});

const patient = { timeout: 60_000, interval: 250 };
const beginPayment = (key: string) =>
  callServer(server.url, 'POST', '/wallets/deposit-toman', {
    token,
    key,
    body: {
      amount: '1000000',
      paymentGateway: 'ZARINPAL',
      cardNumber: card,
      callBackURL: '/redirect-from-banks',
    },
  });
const readPayment = async (id: string) =>
  (await callServer(server.url, 'GET', `/payments/${id}`)).body.baseDTO;
const returnFromBank = async (authority: string) => {
  const url = `${server.url}/api/payments/ZARINPAL/return?Authority=${authority}&Status=OK`;
  return (await fetch(url, { redirect: 'manual' })).status;
};
const restartServer = async () => {
  await server.kill('SIGKILL');
  server = await startServer(env);
};
const countCredits = async (id: string) => {
  const { rows } =
    await sql`select amount from transfers where reference = ${id} and kind = 'deposit'`.execute(database.db);
  return rows.length;
};

test(
  'killed during the gateway’s registration: the key is reported so immediately, and starts again within seconds',
  async () => {
    const key = randomUUID();
    simulator.silentAt.add('request');
    const first = await beginPayment(key);
    expect([first.status, first.body.baseDTO.redirectSite]).toEqual([200, null]);
    await restartServer();
    simulator.resumeReplies();
    await expect
      .poll(async () => (await beginPayment(key)).body.baseDTO.redirectSite, patient)
      .toMatch(/\/pg\/StartPay\/A/);
    expect(await readPayment(first.body.baseDTO.id)).toMatchObject({ state: 'FAILED' });
  },
  LONG,
);

test(
  'killed during the gateway’s verification: credited once, though the payer doesn’t return',
  async () => {
    const { id, redirectSite } = (await beginPayment(randomUUID())).body.baseDTO;
    const authority = redirectSite.split('/').at(-1);
    simulator.pay(authority);
    simulator.silentAt.add('verify');
    void returnFromBank(authority).catch(() => {});
    await expect.poll(() => simulator.sessions.get(authority)?.state, patient).toBe('VERIFIED');
    await restartServer();
    simulator.resumeReplies();
    // The gateway no longer lists what it has verified, and the minute's sweep first runs after two minutes.
    await expect.poll(async () => (await readPayment(id)).state, patient).toBe('PAID');
    expect(await Promise.all([returnFromBank(authority), returnFromBank(authority)])).toEqual([302, 302]);
    expect(await countCredits(id)).toBe(1);
  },
  LONG,
);

test(
  'the connection is cut at the return, and the payer doesn’t return again: credited once',
  async () => {
    const { id, redirectSite } = (await beginPayment(randomUUID())).body.baseDTO;
    const authority = redirectSite.split('/').at(-1);
    simulator.pay(authority);
    simulator.fault = 'reset';
    expect(await returnFromBank(authority)).toBe(302);
    expect(await readPayment(id)).toMatchObject({ state: 'PENDING', stage: 'CHECKING' });
    await expect.poll(async () => (await readPayment(id)).state, patient).toBe('PAID');
    expect(await countCredits(id)).toBe(1);
  },
  LONG,
);

/**
 * Every endpoint × every permission of a key × everything that can be wrong with it, made of the contracts: a new endpoint is in it
 * by itself, and closed to keys until its contract says otherwise. Which are open is written down here by hand.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint, KeyPermission } from '@sarraf/domain/contracts';
import * as contracts from '@sarraf/domain/contracts';
import { KEY_PERMISSIONS } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSarraf } from '../src/main.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { addSession } from './people.ts';
import { bySecret, type Program, signedHeaders } from './program.ts';
import { removeFolder } from './remove-folder.ts';
import { call, freePort } from './running-server.ts';

/** Written down by hand, so that an endpoint that is opened to keys by mistake fails here. */
const OPEN: Record<KeyPermission, readonly string[]> = {
  READ: [
    'GET /fills',
    'GET /movements',
    'GET /orders',
    'GET /orders/:id',
    'GET /orders/by-client-id/:clientOrderId',
    'GET /portfolio/profit',
    'GET /portfolio/worth',
    'GET /recurring',
    'GET /recurring/turns',
    'GET /trades',
    'GET /users/api-keys/self',
    'GET /users/verified-bank-accounts',
    'GET /wallets/address-book',
    'GET /wallets/customer-addresses',
    'GET /wallets/deposit',
    'GET /wallets/deposit/:id',
    'GET /wallets/toman-terms',
    'GET /wallets/totals',
    'GET /wallets/withdrawal-requests',
    'GET /wallets/withdrawal-requests/:id',
    'GET /wallets/withdrawal-terms',
  ],
  TRADE: [
    'DELETE /orders',
    'DELETE /orders/:id',
    'DELETE /orders/by-client-id/:clientOrderId',
    'POST /exchange/buy',
    'POST /exchange/sell',
    'POST /orders',
    'POST /orders/batch',
    'POST /orders/bracket',
    'POST /orders/cancel-after',
    'POST /orders/oco',
    'PUT /orders/:id',
  ],
  DEPOSIT: ['GET /wallets/customer/wallet-address'],
  WITHDRAW: ['DELETE /wallets/withdrawal-requests/:id', 'POST /wallets/withdrawal-request'],
};

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
const endpoints = (Object.values(contracts) as unknown[]).filter(isEndpoint);
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const isOpen = ({ access }: Endpoint) => access === 'public' || access === 'sandbox';

let test: TestDatabase;
let database: Database;
let url: string;
let stop: () => Promise<void>;
let userId: string;
const dataDir = mkdtempSync(join(tmpdir(), 'sarraf-key-matrix-'));
const HERE = ['127.0.0.1'];
const ELSEWHERE = ['203.0.113.7'];

type Fault = 'NONE' | 'WRONG' | 'EXPIRED' | 'ADDRESS' | 'REVOKED' | 'USED' | 'OLD' | 'BOTH';
const FAULTS: Readonly<Record<Fault, string>> = {
  NONE: '',
  WRONG: '401 API_KEY_REFUSED',
  EXPIRED: '401 API_KEY_EXPIRED',
  ADDRESS: '403 API_KEY_ADDRESS',
  REVOKED: '401 API_KEY_REFUSED',
  USED: '401 SIGNATURE_USED',
  OLD: '401 TIMESTAMP_OUT_OF_WINDOW',
  BOTH: '400 BAD_REQUEST',
};
const keys = {} as Record<KeyPermission | 'EXPIRED' | 'ADDRESS' | 'REVOKED', Program>;
let clockAhead = 0;

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.url, 2, TEST_AUDIT_KEY);
  const settings = {
    DATABASE_URL: test.url,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  };
  const clock = { now: () => Date.now() + clockAhead };
  ({ url, stop } = await startSarraf(loadConfig(settings), { clock }));
  const { rows } = await sql<{ id: string }>`select id from users where email = 'demo@sarraf.test'`.execute(
    database.db,
  );
  userId = rows[0]?.id ?? '';
  for (const permission of KEY_PERMISSIONS) keys[permission] = await make([permission], HERE);
  keys.ADDRESS = await make(KEY_PERMISSIONS, ELSEWHERE);
  keys.REVOKED = await make(KEY_PERMISSIONS, HERE);
  const token = await addSession(database.db, userId);
  await call(url, 'DELETE', `/users/api-keys/${keys.REVOKED.id}`, { token });
  keys.EXPIRED = await make(KEY_PERMISSIONS, HERE, new Date(Date.now() + 120_000));
  // Its time is over, and what the one before this process may have settled is, too.
  clockAhead = 180_000;
}, 240_000);
afterAll(async () => {
  await stop();
  await database.close();
  await test.drop();
  removeFolder(dataDir);
});

async function make(
  permissions: readonly KeyPermission[],
  addresses: string[],
  expiresAt?: Date,
): Promise<Program> {
  const token = await addSession(database.db, userId, { proved: 'API_KEY' });
  const body = { label: 'matrix', kind: 'HMAC', permissions, addresses, ...(expiresAt && { expiresAt }) };
  const answer = await call(url, 'POST', '/users/api-keys', { token, body });
  expect(answer.status).toBe(200);
  return bySecret(answer.body.baseDTO.apiKey.id, answer.body.baseDTO.secret);
}

const OURS = /^(API_KEY|SIGNATURE|TIMESTAMP)/;
let nonce = 0;

/** What was said by whoever judges keys; `open`: it came from the endpoint itself. */
async function knock(endpoint: Endpoint, permission: KeyPermission, fault: Fault): Promise<string> {
  const path = endpoint.path
    .replace(':gateway', 'SANDBOX')
    .replace(endpoint.method === 'POST' ? ':document' : ':kind', 'image')
    .replace(/:\w+/g, randomUUID());
  const sends = endpoint.method !== 'GET';
  const by = fault in keys ? keys[fault as keyof typeof keys] : keys[permission];
  // A millisecond of its own each, so that none is taken for the one before.
  nonce = (nonce + 1) % 2_000;
  const body = sends ? '{}' : undefined;
  const time = Date.now() + clockAhead - (fault === 'OLD' ? 6_000 : nonce);
  const request = { method: endpoint.method, path: `/api${path}?n=${randomUUID()}`, body, time };
  const ask = async () => {
    const response = await fetch(url + request.path, {
      method: endpoint.method,
      redirect: 'manual',
      headers: {
        ...signedHeaders(by, fault === 'WRONG' ? { ...request, path: '/api/other' } : request),
        ...(fault === 'BOTH' && { authorization: `Bearer ${await addSession(database.db, userId)}` }),
        ...(sends && { 'content-type': 'application/json' }),
      },
      ...(sends && { body }),
    });
    const answer = (await response.json().catch(() => ({}))) as { message?: string; errors?: string[] };
    const message = answer.message ?? '';
    const judged = OURS.test(message) || (fault === 'BOTH' && answer.errors?.includes('X-Api-Key'));
    if (response.status === 500) return '500';
    return judged ? `${response.status} ${message}` : 'open';
  };
  if (fault === 'USED') await ask();
  return ask();
}

describe('what a key may call', () => {
  it('is written down here too', () => {
    const named = (permission: KeyPermission) =>
      endpoints.filter((endpoint) => endpoint.permission === permission).map(nameOf);
    for (const permission of KEY_PERMISSIONS)
      expect(named(permission).sort()).toEqual([...OPEN[permission]].sort());
  });

  it('is nothing that protects the account, is of staff, or of a store', () => {
    const wrong = endpoints.filter(
      ({ permission, access, setting, provedFor, confirmedWithin, apiKey, files, roles }) =>
        permission !== undefined &&
        (setting ||
          provedFor ||
          confirmedWithin ||
          apiKey ||
          files ||
          roles ||
          !/^(user|verified|authorized)$/.test(access)),
    );
    expect(wrong.map(nameOf)).toEqual([]);
  });

  it.each(endpoints.map((endpoint) => ({ name: nameOf(endpoint), endpoint })))(
    '$name',
    async ({ endpoint }) => {
      const answers: Record<string, string> = {};
      const wanted: Record<string, string> = {};
      for (const permission of KEY_PERMISSIONS)
        for (const fault of Object.keys(FAULTS) as Fault[]) {
          answers[`${permission} ${fault}`] = await knock(endpoint, permission, fault);
          wanted[`${permission} ${fault}`] = expected(endpoint, permission, fault);
        }
      expect(answers).toEqual(wanted);
    },
  );
});

function expected(endpoint: Endpoint, permission: KeyPermission, fault: Fault): string {
  if (endpoint.access === 'sandbox' || endpoint.access === 'public')
    return fault === 'BOTH' ? FAULTS.BOTH : 'open';
  if (fault === 'BOTH') return FAULTS.BOTH;
  if (isOpen(endpoint)) return 'open';
  if (endpoint.permission === undefined) return '403 API_KEY_NOT_ALLOWED';
  if (fault === 'USED') return FAULTS.USED;
  if (fault !== 'NONE') return FAULTS[fault];
  return endpoint.permission === permission ? 'open' : '403 API_KEY_PERMISSION';
}

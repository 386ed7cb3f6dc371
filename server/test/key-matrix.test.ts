/**
 * Every endpoint × every permission of a key × every defect of a key, derived from the contracts: a new endpoint is
 * included automatically, and closed to keys until its contract opens it. The open ones are listed here by hand.
 */
import { randomUUID } from 'node:crypto';
import type { Endpoint, KeyPermission, ProvedChange } from '@sarraf/domain/contracts';
import { KEY_PERMISSIONS } from '@sarraf/domain/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL, endpoints, levelOf, nameOf, pathOf } from './access-table.ts';
import { type ComposedApi, composeApi } from './composed-api.ts';
import { addPerson, addSession } from './people.ts';
import { bySecret, type Program, signedHeaders } from './program.ts';

/** Written by hand, so that a test fails for an endpoint that is opened to keys by mistake. */
const OPEN: Record<KeyPermission, readonly string[]> = {
  READ: [
    'GET /fills',
    'GET /movements',
    'GET /orders',
    'GET /orders/:id',
    'GET /orders/by-client-id/:clientOrderId',
    'GET /orders/by-idempotency-key/:key',
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

const permissionOf = (endpoint: Endpoint): KeyPermission | undefined =>
  KEY_PERMISSIONS.find((permission) => OPEN[permission].includes(nameOf(endpoint)));

let api: ComposedApi;
let userId: string;
const HERE = ['127.0.0.1'];
const ELSEWHERE = ['203.0.113.7'];

/** Defects of a key that has every permission. */
const FAULTS = {
  WRONG: '401 API_KEY_REFUSED',
  EXPIRED: '401 API_KEY_EXPIRED',
  ADDRESS: '403 API_KEY_ADDRESS',
  REVOKED: '401 API_KEY_REFUSED',
  USED: '401 SIGNATURE_USED',
  OLD: '401 TIMESTAMP_OUT_OF_WINDOW',
  BOTH: '400 BAD_REQUEST',
} as const;
type Fault = keyof typeof FAULTS;
const isFault = (attempt: KeyPermission | Fault): attempt is Fault => attempt in FAULTS;
/** With each permission alone, and with every defect. */
const ATTEMPTS = [...KEY_PERMISSIONS, ...(Object.keys(FAULTS) as Fault[])];
type KeyName = KeyPermission | 'ALL' | 'EXPIRED' | 'ADDRESS' | 'REVOKED';
const keys = {} as Record<KeyName, Program>;
const keyOf = (attempt: KeyPermission | Fault): Program =>
  attempt in keys ? keys[attempt as KeyName] : keys.ALL;

beforeAll(async () => {
  api = await composeApi();
  userId = await addPerson(api.db, { email: 'programs@sarraf.test', state: 'AUTHORIZED' });
  for (const permission of KEY_PERMISSIONS) keys[permission] = await make([permission], HERE);
  keys.ALL = await make(KEY_PERMISSIONS, HERE);
  keys.ADDRESS = await make(KEY_PERMISSIONS, ELSEWHERE);
  keys.REVOKED = await make(KEY_PERMISSIONS, HERE);
  await ask('DELETE', `/users/api-keys/${keys.REVOKED.id}`, await session());
  keys.EXPIRED = await make(KEY_PERMISSIONS, HERE, new Date(api.clock.now() + 120_000));
  api.clock.advance(120_000);
});
afterAll(() => api.close());

const session = (proved: ProvedChange | null = null): Promise<string> =>
  addSession(api.db, userId, { now: new Date(api.clock.now()), proved });

async function ask(method: 'POST' | 'DELETE', path: string, token: string, payload: object = {}) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await api.http.app.inject({ method, url: `/api${path}`, headers, payload });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function make(
  permissions: readonly KeyPermission[],
  addresses: string[],
  expiresAt?: Date,
): Promise<Program> {
  const body = { label: 'matrix', kind: 'HMAC', permissions, addresses, ...(expiresAt && { expiresAt }) };
  const { baseDTO } = await ask('POST', '/users/api-keys', await session('API_KEY'), body);
  return bySecret(baseDTO.apiKey.id, baseDTO.secret);
}

/**
 * Returns the admission's reply to a program; each call uses another URL, so that no signature repeats the previous
 * one.
 */
async function knock(endpoint: Endpoint, attempt: KeyPermission | Fault): Promise<string> {
  const { method } = endpoint;
  const path = `${pathOf(endpoint)}?n=${randomUUID()}`;
  const body = method === 'GET' ? undefined : '{}';
  const time = api.clock.now() - (attempt === 'OLD' ? 6_000 : 0);
  const request = { method, path: `/api${attempt === 'WRONG' ? '/other' : path}`, body, time };
  const headers = {
    ...signedHeaders(keyOf(attempt), request),
    ...(attempt === 'BOTH' && { authorization: `Bearer ${'A'.repeat(43)}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const sent = { headers, ...(body !== undefined && { body }) };
  if (attempt === 'USED') await api.knock(method, path, sent);
  return api.knock(method, path, sent);
}

describe('endpoints open to API keys', () => {
  it('are also listed by hand', () => {
    const named = (permission: KeyPermission) =>
      endpoints.filter((endpoint) => endpoint.permission === permission).map(nameOf);
    for (const permission of KEY_PERMISSIONS)
      expect(named(permission).sort()).toEqual([...OPEN[permission]].sort());
  });

  it('include none that protects the account, belongs to staff, or to a store', () => {
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
      for (const attempt of ATTEMPTS) answers[attempt] = await knock(endpoint, attempt);
      const wanted = Object.fromEntries(ATTEMPTS.map((attempt) => [attempt, expectedOf(endpoint, attempt)]));
      expect(answers).toEqual(wanted);
    },
  );
});

function expectedOf(endpoint: Endpoint, attempt: KeyPermission | Fault): string {
  if (attempt === 'BOTH') return FAULTS.BOTH;
  if (levelOf(endpoint).open === ALL) return 'open';
  const permission = permissionOf(endpoint);
  if (permission === undefined) return '403 API_KEY_NOT_ALLOWED';
  if (isFault(attempt)) return FAULTS[attempt];
  return permission === attempt ? 'open' : '403 API_KEY_PERMISSION';
}

/**
 * Every endpoint × every permission of a key × every defect of a key, derived from the contracts: a new endpoint is
 * included automatically, and closed to keys until its contract opens it. The open ones are listed here by hand. The
 * same for the signed calls in Binance's form.
 */
import { randomUUID } from 'node:crypto';
import type { Endpoint, KeyPermission, StepUpChange } from '@sarraf/domain/contracts';
import { KEY_PERMISSIONS } from '@sarraf/domain/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BINANCE_CALLS } from '../src/binance/index.ts';
import {
  ALL_CALLERS,
  accessLevelOf,
  buildEndpointPath,
  describeEndpoint,
  endpoints,
} from './access-table.ts';
import { type ComposedApi, composeApi } from './composed-api.ts';
import { addPerson, addSession } from './people.ts';
import { createSecretProgram, createSignedHeaders, type Program } from './program.ts';

/** Written by hand, so that a test fails for an endpoint that is opened to keys by mistake. */
const OPEN_ENDPOINTS: Record<KeyPermission, readonly string[]> = {
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

const grantedPermission = (endpoint: Endpoint): KeyPermission | undefined =>
  KEY_PERMISSIONS.find((permission) => OPEN_ENDPOINTS[permission].includes(describeEndpoint(endpoint)));

let api: ComposedApi;
let userId: string;
const ALLOWED_ADDRESSES = ['127.0.0.1'];
const OTHER_ADDRESSES = ['203.0.113.7'];

/** Defects of a key that has every permission. */
const KEY_DEFECTS = {
  WRONG: '401 API_KEY_REFUSED',
  EXPIRED: '401 API_KEY_EXPIRED',
  ADDRESS: '403 API_KEY_ADDRESS',
  REVOKED: '401 API_KEY_REFUSED',
  USED: '401 SIGNATURE_USED',
  OLD: '401 TIMESTAMP_OUT_OF_WINDOW',
  BOTH: '400 BAD_REQUEST',
} as const;
type KeyDefect = keyof typeof KEY_DEFECTS;
const isKeyDefect = (attempt: KeyPermission | KeyDefect): attempt is KeyDefect => attempt in KEY_DEFECTS;
/** With each permission alone, and with every defect. */
const KEY_NAMES = [...KEY_PERMISSIONS, ...(Object.keys(KEY_DEFECTS) as KeyDefect[])];
type KeyName = KeyPermission | 'ALL' | 'EXPIRED' | 'ADDRESS' | 'REVOKED';
const keys = {} as Record<KeyName, Program>;
const findKey = (attempt: KeyPermission | KeyDefect): Program =>
  attempt in keys ? keys[attempt as KeyName] : keys.ALL;

beforeAll(async () => {
  api = await composeApi();
  userId = await addPerson(api.db, { email: 'programs@sarraf.test', state: 'AUTHORIZED' });
  for (const permission of KEY_PERMISSIONS) keys[permission] = await makeKey([permission], ALLOWED_ADDRESSES);
  keys.ALL = await makeKey(KEY_PERMISSIONS, ALLOWED_ADDRESSES);
  keys.ADDRESS = await makeKey(KEY_PERMISSIONS, OTHER_ADDRESSES);
  keys.REVOKED = await makeKey(KEY_PERMISSIONS, ALLOWED_ADDRESSES);
  await callEndpoint('DELETE', `/users/api-keys/${keys.REVOKED.id}`, await createSession());
  keys.EXPIRED = await makeKey(KEY_PERMISSIONS, ALLOWED_ADDRESSES, new Date(api.clock.now() + 120_000));
  api.clock.advance(120_000);
});
afterAll(() => api.close());

const createSession = (proved: StepUpChange | null = null): Promise<string> =>
  addSession(api.db, userId, { now: new Date(api.clock.now()), proved });

async function callEndpoint(method: 'POST' | 'DELETE', path: string, token: string, payload: object = {}) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await api.http.app.inject({ method, url: `/api${path}`, headers, payload });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function makeKey(
  permissions: readonly KeyPermission[],
  addresses: string[],
  expiresAt?: Date,
): Promise<Program> {
  const body = {
    ...{ label: 'matrix', kind: 'HMAC', permissions, addresses },
    ...(permissions.includes('WITHDRAW') && { withdrawalLimit: '1000000' }),
    ...(expiresAt && { expiresAt }),
  };
  const { baseDTO } = await callEndpoint('POST', '/users/api-keys', await createSession('API_KEY'), body);
  return createSecretProgram(baseDTO.apiKey.id, baseDTO.secret);
}

/**
 * Returns the admission's reply to a program; each call uses another URL, so that no signature repeats the previous
 * one.
 */
async function requestAdmission(endpoint: Endpoint, attempt: KeyPermission | KeyDefect): Promise<string> {
  const { method } = endpoint;
  const path = `${buildEndpointPath(endpoint)}?n=${randomUUID()}`;
  const body = method === 'GET' ? undefined : '{}';
  const time = api.clock.now() - (attempt === 'OLD' ? 6_000 : 0);
  const request = { method, path: `/api${attempt === 'WRONG' ? '/other' : path}`, body, time };
  const headers = {
    ...createSignedHeaders(findKey(attempt), request),
    ...(attempt === 'BOTH' && { authorization: `Bearer ${'A'.repeat(43)}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const requestOptions = { headers, ...(body !== undefined && { body }) };
  if (attempt === 'USED') await api.requestAdmission(method, path, requestOptions);
  return api.requestAdmission(method, path, requestOptions);
}

describe('endpoints open to API keys', () => {
  it('are also listed by hand', () => {
    const listEndpointsWith = (permission: KeyPermission) =>
      endpoints.filter((endpoint) => endpoint.permission === permission).map(describeEndpoint);
    for (const permission of KEY_PERMISSIONS)
      expect(listEndpointsWith(permission).sort()).toEqual([...OPEN_ENDPOINTS[permission]].sort());
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
    expect(wrong.map(describeEndpoint)).toEqual([]);
  });

  it.each(endpoints.map((endpoint) => ({ name: describeEndpoint(endpoint), endpoint })))(
    '$name',
    async ({ endpoint }) => {
      const answers: Record<string, string> = {};
      for (const attempt of KEY_NAMES) answers[attempt] = await requestAdmission(endpoint, attempt);
      const expectedAnswers = Object.fromEntries(
        KEY_NAMES.map((attempt) => [attempt, expectedRefusal(endpoint, attempt)]),
      );
      expect(answers).toEqual(expectedAnswers);
    },
  );
});

describe('calls in Binance’s form', () => {
  const signedCalls = BINANCE_CALLS.filter(
    ({ method, permission }) => method !== 'WS' && permission !== null,
  );
  /** Status and code of each refusal that concerns the key. */
  const KEY_REFUSALS = {
    WRONG: '401 -1022',
    EXPIRED: '401 -2015',
    ADDRESS: '403 -2015',
    REVOKED: '401 -1022',
    USED: '400 -1022',
    OLD: '400 -1021',
  } as const;
  const NO_PERMISSION = '403 -2015';
  const ATTEMPTS = [...KEY_PERMISSIONS, ...(Object.keys(KEY_REFUSALS) as (keyof typeof KEY_REFUSALS)[])];

  /** Returns the refusal of a key; `open`: the call was admitted, whatever its outcome. */
  async function attemptCall(
    { method, path }: { method: string; path: string },
    attempt: (typeof ATTEMPTS)[number],
  ): Promise<string> {
    const time = api.clock.now() - (attempt === 'OLD' ? 6_000 : 0);
    const query = `nonce=${randomUUID()}&timestamp=${time}`;
    const key = findKey(attempt);
    const signature = Buffer.from(key.sign(attempt === 'WRONG' ? `${query}0` : query), 'base64');
    const send = async () => {
      const answer = await api.http.app.inject({
        method: method as 'GET',
        url: `${path}?${query}&signature=${signature.toString('hex')}`,
        headers: { 'x-mbx-apikey': key.id },
      });
      return `${answer.statusCode} ${answer.json<{ code?: number }>().code}`;
    };
    if (attempt === 'USED') await send();
    const answer = await send();
    return /-1021|-1022|-2014|-2015/.test(answer) ? answer : 'open';
  }

  it('are signed with the permission to read or to trade, and with no other', () => {
    expect(signedCalls.length).toBeGreaterThan(15);
    for (const { method, permission } of signedCalls)
      expect(permission).toBe(method === 'GET' ? 'READ' : 'TRADE');
  });

  it.each(signedCalls.map((call) => ({ name: `${call.method} ${call.path}`, call })))(
    '$name',
    async ({ call }) => {
      const expectedAnswers = ATTEMPTS.map((attempt) => {
        // Tools repeat reads within a millisecond.
        if (attempt === 'USED' && call.permission === 'READ') return 'open';
        if (attempt in KEY_REFUSALS) return KEY_REFUSALS[attempt as keyof typeof KEY_REFUSALS];
        return attempt === call.permission ? 'open' : NO_PERMISSION;
      });
      const answers: string[] = [];
      for (const attempt of ATTEMPTS) answers.push(await attemptCall(call, attempt));
      expect(answers).toEqual(expectedAnswers);
    },
  );
});

function expectedRefusal(endpoint: Endpoint, attempt: KeyPermission | KeyDefect): string {
  if (attempt === 'BOTH') return KEY_DEFECTS.BOTH;
  if (accessLevelOf(endpoint).open === ALL_CALLERS) return 'open';
  const permission = grantedPermission(endpoint);
  if (permission === undefined) return '403 API_KEY_NOT_ALLOWED';
  if (isKeyDefect(attempt)) return KEY_DEFECTS[attempt];
  return permission === attempt ? 'open' : '403 API_KEY_PERMISSION';
}

/**
 * Every endpoint × every kind of caller, checked with the server's own routes in this process. A new endpoint
 * without a row in access-table.ts fails, and so does a row without an endpoint. access-matrix.system.test.ts
 * covers the handlers' replies.
 */

import type { Endpoint, StaffRole, StepUpChange } from '@sarraf/domain/contracts';
import { AUTHENTICATION_TYPES, STAFF_ROLES, STEP_UP_CHANGES } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BINANCE_CALLS } from '../src/binance/index.ts';
import {
  ACCESS_LEVELS,
  ACCESS_MATRIX,
  ALL_CALLERS,
  accessLevelOf,
  buildEndpointPath,
  CALLER_STATES,
  type Caller,
  type CallerWithAccount,
  describeEndpoint,
  endpoints,
  expectedRefusal,
  UNCONTRACTED_ROUTES,
} from './access-table.ts';
import { type ComposedApi, composeApi } from './composed-api.ts';
import { addPerson, addSession, type TestPerson } from './people.ts';

let api: ComposedApi;
const ids = {} as Record<CallerWithAccount, string>;
const tokens = new Map<string, string>();

const ROLES: Partial<Record<CallerWithAccount, StaffRole[]>> = {
  support: ['support'],
  kyc: ['kyc'],
  treasury: ['treasury'],
  admin: ['admin'],
};

beforeAll(async () => {
  api = await composeApi();
  for (const person of Object.keys(CALLER_STATES) as CallerWithAccount[])
    ids[person] = await addPerson(api.db, { ...CALLER_STATES[person], roles: ROLES[person] ?? [] });
  await sql`update users set level = 'SUPERVISOR' where id = ${ids.supervisor}`.execute(api.db);
  await sql`update users set customer_kind = 'COMPANY' where id = ${ids.company}`.execute(api.db);
  await sql`update users set blocked_at = now(), blocked_reason = 'test' where id = ${ids.blocked}`.execute(
    api.db,
  );
  await sql`update users set frozen_at = now(), frozen_by = 'OWNER' where id = ${ids.frozen}`.execute(api.db);
});
afterAll(() => api.close());

/** One session per state: nothing that is called here changes one. */
async function sessionTokenOf(
  caller: Caller,
  confirmedAgo = 0,
  proved?: StepUpChange,
): Promise<string | undefined> {
  if (caller === 'visitor') return undefined;
  if (caller === 'forged') return 'A'.repeat(43);
  const name = `${caller} ${confirmedAgo} ${proved}`;
  const token = tokens.get(name) ?? (await createSession(ids[caller], confirmedAgo, proved));
  tokens.set(name, token);
  return token;
}

const createSession = (
  userId: string,
  confirmedAgo = 0,
  proved: StepUpChange | null = null,
): Promise<string> => {
  const now = api.clock.now();
  return addSession(api.db, userId, {
    now: new Date(now),
    confirmedAt: new Date(now - confirmedAgo * 1000),
    proved,
  });
};

const callEndpoint = (endpoint: Endpoint, token: string | undefined): Promise<string> =>
  api.requestAdmission(endpoint.method, buildEndpointPath(endpoint), {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });

const MATRIX_ROWS = endpoints.map((endpoint) => ({ name: describeEndpoint(endpoint), endpoint }));

describe('S15: access to each endpoint', () => {
  it('has a row for every endpoint and no other', () => {
    expect(endpoints.map(describeEndpoint).sort()).toEqual(Object.keys(ACCESS_MATRIX).sort());
  });

  it('uses every access level', () => {
    expect(Object.keys(ACCESS_LEVELS).sort()).toEqual([...new Set(Object.values(ACCESS_MATRIX))].sort());
  });

  it('serves every endpoint of the contracts, and no other', async () => {
    const authorization = `Bearer ${await sessionTokenOf('admin')}`;
    // Staff endpoints are in a document of their own.
    const documents = await Promise.all(
      ['/api/docs/json', '/api/backoffice/openapi'].map(async (url) => {
        const response = await api.http.app.inject({ url, headers: { authorization } });
        return response.json<{ paths: Record<string, Record<string, unknown>> }>();
      }),
    );
    const served = documents.flatMap(({ paths }) =>
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(4)}`),
      ),
    );
    const endpointPaths = endpoints.map((endpoint) => describeEndpoint(endpoint).replace(/:(\w+)/g, '{$1}'));
    expect([...new Set(served)].sort()).toEqual(endpointPaths.sort());
  });

  it('lists every other route, since no contract defines its access', () => {
    const contracted = endpoints.flatMap(({ method, path, shared }) => [
      `${method} /api${path}`,
      // Fastify serves HEAD wherever it serves GET, with the same hooks.
      ...(method === 'GET' ? [`HEAD /api${path}`] : []),
      ...(shared ? [`OPTIONS /api${path}`] : []),
    ]);
    const binance = BINANCE_CALLS.map(({ method, path }) => `${method === 'WS' ? 'GET' : method} ${path}`);
    const gets = [...UNCONTRACTED_ROUTES, ...binance].filter((route) => route.startsWith('GET '));
    const knownRoutes = new Set([
      ...contracted,
      ...binance,
      ...UNCONTRACTED_ROUTES,
      ...gets.map((route) => route.replace('GET', 'HEAD')),
    ]);
    expect(api.routes.filter((route) => !knownRoutes.has(route))).toEqual([]);
    expect(UNCONTRACTED_ROUTES.filter((route) => !api.routes.includes(route))).toEqual([]);
  });

  it.each(MATRIX_ROWS)('$name', async ({ endpoint }) => {
    const { proved } = accessLevelOf(endpoint);
    const answers: Partial<Record<Caller, string>> = {};
    for (const caller of ALL_CALLERS)
      answers[caller] = await callEndpoint(endpoint, await sessionTokenOf(caller, 0, proved));
    expect(answers).toEqual(
      Object.fromEntries(ALL_CALLERS.map((caller) => [caller, expectedRefusal(endpoint, caller)])),
    );
  });

  it.each(MATRIX_ROWS.filter(({ endpoint }) => !['public', 'sandbox'].includes(endpoint.access)))(
    '$name requires a confirmed session if its row says so',
    async ({ endpoint }) => {
      const { open, confirmed, proved } = accessLevelOf(endpoint);
      const caller = open.at(-1) as Caller;
      const callAfter = async (seconds: number, change?: StepUpChange) =>
        callEndpoint(endpoint, await sessionTokenOf(caller, seconds, change));
      const refusal = '403 CONFIRMATION_NEEDED';
      expect({
        fresh: await callAfter(confirmed ?? 86_400, proved),
        stale: await callAfter((confirmed ?? 86_400) + 1, proved),
        // Just signed in, or confirmed for another purpose.
        unproved: await callAfter(0),
        other: await callAfter(
          0,
          STEP_UP_CHANGES.find((change) => change !== proved),
        ),
      }).toEqual({
        fresh: 'open',
        stale: confirmed === undefined ? 'open' : refusal,
        unproved: proved === undefined ? 'open' : refusal,
        other: proved === undefined ? 'open' : refusal,
      });
    },
  );

  it.each(AUTHENTICATION_TYPES)('allows %s what its state allows', async (state) => {
    const token = await createStaffSession({ email: `${state.toLowerCase()}@state.test`, state });
    const callAtPath = (name: string) => callEndpoint(findEndpoint(name), token);
    const verified = state === 'AUTHORIZED' || state.startsWith('INFORMATION_CHANGED');
    expect([
      await callAtPath('GET /users/account'),
      await callAtPath('GET /wallets/customer-addresses'),
      await callAtPath('POST /exchange/buy'),
    ]).toEqual([
      'open',
      verified ? 'open' : '403 NOT_AUTHORIZED',
      state === 'AUTHORIZED' ? 'open' : '403 NOT_AUTHORIZED',
    ]);
  });
});

const findEndpoint = (name: string) =>
  endpoints.find((endpoint) => describeEndpoint(endpoint) === name) as Endpoint;
const createStaffSession = async (person: TestPerson) => createSession(await addPerson(api.db, person));

/**
 * Endpoints that approve money, users or rules, and their roles in addition to admins; written by hand, like the
 * matrix.
 */
const APPROVALS: Record<string, readonly StaffRole[]> = {
  'POST /backoffice/withdrawals/:id/approve': ['treasury'],
  'POST /backoffice/withdrawals/:id/refuse': ['treasury'],
  'POST /backoffice/company-refunds/:id': ['treasury'],
  'POST /backoffice/payouts/:id/paid': ['treasury'],
  'POST /backoffice/bank-deposits/:id': ['treasury'],
  'POST /backoffice/suspense/refunds/:id': ['treasury'],
  'POST /backoffice/gateway-settlements/:id': ['treasury'],
  'POST /backoffice/bank-statements/:id/discard': ['treasury'],
  'POST /backoffice/bank-lines/:id': ['treasury'],
  'POST /backoffice/unclaimed-deposits/:id': ['treasury'],
  'POST /backoffice/freezes/:id/lift': ['treasury'],
  'POST /backoffice/row-changes/:id/confirm': [],
  'POST /backoffice/books/violations/:id/acknowledge': [],
  'POST /backoffice/recoveries/:id/confirm': ['kyc'],
  'POST /backoffice/people/:id/decision': ['kyc'],
  'POST /backoffice/people/:id/thaw': ['kyc'],
  'POST /backoffice/company-applications/:id/decision': ['kyc'],
};

describe('a set of roles has the access of each of its roles', () => {
  const ROLE_SETS = Array.from({ length: 2 ** STAFF_ROLES.length }, (_, set) =>
    STAFF_ROLES.filter((_role, index) => (set >> index) & 1),
  );
  const sessions = new Map<string, string>();
  beforeAll(async () => {
    for (const [index, roles] of ROLE_SETS.entries())
      sessions.set(roles.join(), await createStaffSession({ email: `${index}@roles.test`, roles }));
  });

  it.each(Object.entries(APPROVALS))('%s is open to its roles in any set of them', async (name, roles) => {
    const isAllowed = (set: readonly StaffRole[]) =>
      set.some((role) => role === 'admin' || roles.includes(role));
    const answers: string[] = [];
    for (const set of ROLE_SETS)
      answers.push(`${set.join()} ${await callEndpoint(findEndpoint(name), sessions.get(set.join()))}`);
    expect(answers).toEqual(
      ROLE_SETS.map((set) => `${set.join()} ${isAllowed(set) ? 'open' : '403 FORBIDDEN'}`),
    );
  });
});

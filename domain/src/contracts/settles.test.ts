import { expect, it } from 'vitest';
import { FEATURES } from '../pauses.ts';
import { type Endpoint, isRefusedInMaintenance } from './endpoint.ts';
import * as contracts from './index.ts';

const all = Object.values(contracts).filter(
  (value): value is typeof value & Endpoint =>
    typeof value === 'object' && 'method' in value && 'path' in value && 'access' in value,
);
const listNames = (endpoints: readonly Endpoint[]) =>
  endpoints.map(({ method, path }) => `${method} ${path}`).sort();

it('endpoints that only read are executed by any process, whatever their rate class', () => {
  expect(listNames(all.filter(({ method, settles }) => method === 'GET' && settles))).toEqual([
    // Both change something although their method is GET.
    'GET /payments/:gateway/return',
    'GET /wallets/check-confirmed-transaction',
  ]);
});

it('endpoints of rate class money or order that change something are executed by the ledger writer', () => {
  const changes = all.filter(
    ({ method, rate }) => method !== 'GET' && (rate === 'money' || rate === 'order'),
  );
  expect(listNames(changes.filter(({ settles }) => !settles))).toEqual([]);
  expect(changes.length).toBeGreaterThan(10);
});

it('endpoints that change something for customers name their feature, or are never paused separately', () => {
  const changes = all.filter(isRefusedInMaintenance);
  expect(listNames(changes.filter(({ feature }) => feature === undefined))).toEqual([]);
  expect(changes.length).toBeGreaterThan(60);
  // Endpoints of staff are never paused.
  expect(listNames(all.filter(({ access, feature }) => access === 'staff' && feature !== undefined))).toEqual(
    [],
  );
});

it('every feature has an endpoint, and cancelling is never paused', () => {
  const of = (one: (typeof FEATURES)[number]) =>
    all.filter(({ feature }) => feature === one || feature?.includes(one));
  for (const one of FEATURES) expect([one, listNames(of(one))]).not.toEqual([one, []]);
  const paused = listNames(all.filter(({ feature }) => feature != null));
  expect(paused.filter((one) => one.startsWith('DELETE'))).toEqual([]);
  // If it depends on the request, the operation checks it: server/test/pauses.system.test.ts.
  expect(listNames(all.filter(({ feature }) => typeof feature === 'object' && feature !== null))).toEqual([
    'GET /wallets/customer/wallet-address',
    'POST /company/instructions/:id/approve',
    'POST /orders/batch',
    'POST /users/google-sso/complete',
    'POST /users/send-code',
    'POST /wallets/withdrawal-request',
  ]);
});

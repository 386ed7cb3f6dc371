import { expect, it } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import * as contracts from './index.ts';

const all = Object.values(contracts).filter(
  (value): value is typeof value & Endpoint =>
    typeof value === 'object' && 'method' in value && 'path' in value && 'access' in value,
);
const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map(({ method, path }) => `${method} ${path}`).sort();

it('what only reads is answered by any process, whatever rate class counts it', () => {
  expect(named(all.filter(({ method, settles }) => method === 'GET' && settles))).toEqual([
    // Both change something, though they are asked for by GET.
    'GET /payments/:gateway/return',
    'GET /wallets/check-confirmed-transaction',
  ]);
});

it('what is counted as money or as an order and changes something goes to the process that settles the books', () => {
  const changes = all.filter(
    ({ method, rate }) => method !== 'GET' && (rate === 'money' || rate === 'order'),
  );
  expect(named(changes.filter(({ settles }) => !settles))).toEqual([]);
  expect(changes.length).toBeGreaterThan(10);
});

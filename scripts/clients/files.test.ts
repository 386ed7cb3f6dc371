import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildClientFiles } from './files.ts';
import { buildClientApi } from './operations.ts';

it.each(Object.entries(buildClientFiles()))(
  '%s is up to date with the contracts (else: npm run clients)',
  (file, text) => {
    expect(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')).toBe(text);
  },
);

it('the clients contain every operation that a key permits, and no other', () => {
  const { operations } = buildClientApi();
  const names = operations.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['placeOrder', 'cancelOrder', 'fills', 'markets', 'serverTime']),
  );
  expect(names).not.toEqual(expect.arrayContaining(['addProgramKey']));
  for (const { method, permission, idempotent, name } of operations)
    if (method !== 'GET' && permission === 'TRADE') expect(idempotent, name).toBe(true);
});

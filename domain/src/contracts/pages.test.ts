import type { TObject } from 'typebox';
import { expect, it } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import * as contracts from './index.ts';

const all = Object.values(contracts).filter(
  (value): value is typeof value & Endpoint =>
    typeof value === 'object' && 'method' in value && 'path' in value && 'access' in value,
);
const byPage = all.filter(({ query }) => query !== undefined && 'page' in (query as TObject).properties);
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

it('every list by page number accepts a cursor too, and returns the next one', () => {
  expect(byPage.length).toBeGreaterThan(20);
  const without = byPage.filter(
    ({ query, reply }) =>
      !('cursor' in (query as TObject).properties) || !JSON.stringify(reply).includes('"nextCursor"'),
  );
  expect(without.map(nameOf)).toEqual([]);
});

it('every list by page number documents that rows may repeat', () => {
  const silent = byPage.filter(({ query }) => {
    const { page } = (query as TObject).properties as { page: { description?: string } };
    return !page.description?.includes('returned twice');
  });
  expect(silent.map(nameOf)).toEqual([]);
});

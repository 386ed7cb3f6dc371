import { expect, it } from 'vitest';
import { listDifferences } from './shapes.ts';

it('reports the paths where two values have different shapes', () => {
  const message = { seq: 1, data: [{ price: '1.5', at: '2026-11-26T00:45:01.135Z', by: null }] };
  const other = { seq: 9, data: [{ price: '20', at: '2027-01-01T00:00:00Z', by: 'OWNER' }] };
  expect(listDifferences(message, other)).toEqual([]);
  expect(listDifferences(message, { ...other, data: [] })).toEqual([]);
  expect(listDifferences(message, { ...other, prev: 1 })).toEqual(['$.prev']);
  expect(listDifferences(message, { ...other, prev: 1 }, ['prev'])).toEqual([]);
  expect(listDifferences(message, { ...other, seq: '9' })).toEqual(['$.seq']);
  expect(listDifferences(message, { ...other, data: {} })).toEqual(['$.data']);
  expect(listDifferences(message, { seq: 1, data: [{ price: 'dear', at: '', by: 1 }] })).toEqual([
    '$.data[0].price',
    '$.data[0].at',
  ]);
});

import { expect, it } from 'vitest';
import { differences } from './shapes.ts';

it('reports the paths where two values have different shapes', () => {
  const message = { seq: 1, data: [{ price: '1.5', at: '2026-11-26T00:45:01.135Z', by: null }] };
  const other = { seq: 9, data: [{ price: '20', at: '2027-01-01T00:00:00Z', by: 'OWNER' }] };
  expect(differences(message, other)).toEqual([]);
  expect(differences(message, { ...other, data: [] })).toEqual([]);
  expect(differences(message, { ...other, prev: 1 })).toEqual(['$.prev']);
  expect(differences(message, { ...other, prev: 1 }, ['prev'])).toEqual([]);
  expect(differences(message, { ...other, seq: '9' })).toEqual(['$.seq']);
  expect(differences(message, { ...other, data: {} })).toEqual(['$.data']);
  expect(differences(message, { seq: 1, data: [{ price: 'dear', at: '', by: 1 }] })).toEqual([
    '$.data[0].price',
    '$.data[0].at',
  ]);
});

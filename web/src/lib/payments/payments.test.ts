import { expect, it } from 'vitest';
import { comesBack, groupCard } from './payments.ts';

it('groups a masked card however the bank wrote it', () => {
  expect(groupCard('6037-70**-****-5443')).toBe('6037 70** **** 5443');
  expect(groupCard('603770******5443')).toBe('6037 70** **** 5443');
  expect(groupCard('603770xxxxxx5443')).toBe('6037 70** **** 5443');
});

it('knows when the bank has the money and gives it back', () => {
  expect(['CARD_MISMATCH', 'DAILY_LIMIT'].map(comesBack)).toEqual([true, true]);
  expect(['CANCELLED', 'EXPIRED', null].map(comesBack)).toEqual([false, false, false]);
});

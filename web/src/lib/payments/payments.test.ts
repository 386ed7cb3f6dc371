import { expect, it } from 'vitest';
import { comesBack, groupBankNumber, groupCard } from './payments.ts';

it('groups a masked card however the bank wrote it', () => {
  expect(groupCard('6037-70**-****-5443')).toBe('6037 70** **** 5443');
  expect(groupCard('603770******5443')).toBe('6037 70** **** 5443');
  expect(groupCard('603770xxxxxx5443')).toBe('6037 70** **** 5443');
});

it('shows a masked Sheba by its ends, and a card as a card', () => {
  expect(groupBankNumber('IR55********************0101')).toBe('IR55 •••• 0101');
  expect(groupBankNumber('603770******5443')).toBe('6037 70** **** 5443');
});

it('knows when the bank has the money and gives it back', () => {
  expect(['CARD_MISMATCH', 'DAILY_LIMIT'].map(comesBack)).toEqual([true, true]);
  expect(['CANCELLED', 'EXPIRED', null].map(comesBack)).toEqual([false, false, false]);
});

import { expect, it } from 'vitest';
import { groupBankNumber, groupCard, wayBack } from './payments.ts';

it('groups a masked card in every bank’s format', () => {
  expect(groupCard('6037-70**-****-5443')).toBe('6037 70** **** 5443');
  expect(groupCard('603770******5443')).toBe('6037 70** **** 5443');
  expect(groupCard('603770xxxxxx5443')).toBe('6037 70** **** 5443');
});

it('abbreviates a masked Sheba to its ends and groups a card', () => {
  expect(groupBankNumber('IR55********************0101')).toBe('IR55 •••• 0101');
  expect(groupBankNumber('603770******5443')).toBe('6037 70** **** 5443');
});

it('wayBack returns who refunds a failed payment, and the stage of the refund', () => {
  expect(wayBack('CARD_MISMATCH', 'WAITING')).toBe('refund.WAITING');
  expect(wayBack('DAILY_LIMIT', 'RELEASED')).toBe('refund.RELEASED');
  expect(wayBack('CARD_MISMATCH', 'PAID_OUT')).toBe('refund.PAID_OUT');
  expect(['AMOUNT_MISMATCH', 'CARD_MISMATCH'].map((reason) => wayBack(reason, null))).toEqual([
    'comesBack',
    'comesBack',
  ]);
  expect(['CANCELLED', 'EXPIRED', null].map((reason) => wayBack(reason, undefined))).toEqual([
    'notTaken',
    'notTaken',
    'notTaken',
  ]);
});

import { expect, it } from 'vitest';
import { refundTextKey, storeWayBack } from './payments.ts';

it('refundTextKey returns who refunds a failed payment, and the stage of the refund', () => {
  expect(refundTextKey('CARD_MISMATCH', 'WAITING')).toBe('refund.WAITING');
  expect(refundTextKey('DAILY_LIMIT', 'RELEASED')).toBe('refund.RELEASED');
  expect(refundTextKey('CARD_MISMATCH', 'PAID_OUT')).toBe('refund.PAID_OUT');
  expect(['AMOUNT_MISMATCH', 'CARD_MISMATCH'].map((reason) => refundTextKey(reason, null))).toEqual([
    'comesBack',
    'comesBack',
  ]);
  expect(['CANCELLED', 'EXPIRED', null].map((reason) => refundTextKey(reason, undefined))).toEqual([
    'notTaken',
    'notTaken',
    'notTaken',
  ]);
});

it('storeWayBack promises the payer of a store no return by the bank where staff may have to return it', () => {
  expect(['CARD_MISMATCH', 'DAILY_LIMIT', 'AMOUNT_MISMATCH', 'EXPIRED', null].map(storeWayBack)).toEqual([
    'cardText',
    'limitText',
    'failedText',
    'failedText',
    'failedText',
  ]);
});

import { expect, test } from 'vitest';
import { canBeCredited, validateRefundTarget } from './refund-form.ts';

const SHEBA = 'IR55 0570 0220 8001 3447 3701 01';

test.each([
  [null, '', '', 'shebaNeeded'],
  [null, SHEBA.replace('01', '02'), 'آن نمونه', 'shebaNeeded'],
  [null, SHEBA, ' ', 'payeeNeeded'],
  [null, SHEBA, 'آن نمونه', null],
  ['IR55********************0101', '', '', null],
])(
  'validateRefundTarget with known account %s, target %s of %s returns %s',
  (ownAccount, sheba, payee, expected) => {
    expect(validateRefundTarget({ ownAccount }, { sheba, payee })).toBe(expected);
  },
);

test('canBeCredited is true if the card is the person’s own or unknown, and never above the limit', () => {
  const card = { reason: 'CARD_MISMATCH', ownCard: false, cardNumber: '6219-86**-****-9007' } as const;
  expect(canBeCredited(card)).toBe(false);
  expect(canBeCredited({ ...card, ownCard: true })).toBe(true);
  expect(canBeCredited({ ...card, cardNumber: null })).toBe(true);
  expect(canBeCredited({ ...card, ownCard: true, reason: 'DAILY_LIMIT' })).toBe(false);
});

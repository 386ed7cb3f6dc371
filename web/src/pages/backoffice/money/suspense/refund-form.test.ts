import { expect, test } from 'vitest';
import { mayBeCredited, refundFault } from './refund-form.ts';

const SHEBA = 'IR55 0570 0220 8001 3447 3701 01';

test.each([
  [null, '', '', 'shebaNeeded'],
  [null, SHEBA.replace('01', '02'), 'آن نمونه', 'shebaNeeded'],
  [null, SHEBA, ' ', 'payeeNeeded'],
  [null, SHEBA, 'آن نمونه', null],
  ['IR55********************0101', '', '', null],
])('refundFault with known account %s, target %s of %s returns %s', (ownAccount, sheba, payee, wanted) => {
  expect(refundFault({ ownAccount }, { sheba, payee })).toBe(wanted);
});

test('mayBeCredited is true if the card is the person’s own or unknown, and never above the limit', () => {
  const card = { reason: 'CARD_MISMATCH', ownCard: false, cardNumber: '6219-86**-****-9007' } as const;
  expect(mayBeCredited(card)).toBe(false);
  expect(mayBeCredited({ ...card, ownCard: true })).toBe(true);
  expect(mayBeCredited({ ...card, cardNumber: null })).toBe(true);
  expect(mayBeCredited({ ...card, ownCard: true, reason: 'DAILY_LIMIT' })).toBe(false);
});

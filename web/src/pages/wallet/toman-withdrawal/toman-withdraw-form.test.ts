import { expect, it } from 'vitest';
import type { WithdrawBounds } from '../withdrawal/withdraw-form.ts';
import { filterPayable, validateTomanWithdrawal } from './toman-withdraw-form.ts';

const BOUNDS: WithdrawBounds = {
  balance: '700000000',
  min: '100000',
  max: '500000000',
  leftAmount: '500000000',
  fee: '4000',
  tagNeeded: false,
  heldUntil: null,
  holdReason: null,
};
const findError = (amount: string, accountId: string | null = 'account') =>
  validateTomanWithdrawal({ amount, accountId }, BOUNDS);

it('validateTomanWithdrawal returns errors in the order of the specification, the account last', () => {
  expect(findError('', null)).toEqual({ code: 'NO_AMOUNT' });
  expect(findError('700000001', null)).toEqual({ code: 'NOT_ENOUGH' });
  expect(findError('500000001', null)).toEqual({ code: 'ABOVE', limit: '500000000' });
  expect(findError('99999', null)).toEqual({ code: 'BELOW', limit: '100000' });
  expect(findError('100000', null)).toEqual({ code: 'NO_SHEBA' });
  expect(findError('100000')).toBeNull();
});

it('filterPayable returns only verified accounts', () => {
  const account = {
    id: '1',
    cardNumber: '6037-99**-****-5443',
    shebaCode: 'IR55',
    bankName: 'ملی',
    verified: true,
  };
  expect(filterPayable([account, { ...account, id: '2', verified: false }])).toEqual([account]);
});

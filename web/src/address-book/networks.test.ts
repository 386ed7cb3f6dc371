import { expect, it } from 'vitest';
import { chosenNetwork, networksOf } from './networks.ts';

const network = (tokenType: string, change = {}) => ({
  tokenType,
  txIdIsNeeded: false,
  tagIsNeeded: false,
  isDepositEnable: true,
  withdrawEnable: true,
  withdrawalFee: '1',
  minWithdraw: '2',
  maxWithdraw: '3',
  confirmations: 1,
  minDeposit: '1',
  ...change,
});

it('chosenNetwork selects a single network automatically, and none of several', () => {
  const one = networksOf({ tokenTypeDetails: [network('BITCOIN')] }, 'deposit');
  expect(chosenNetwork(one, null)?.tokenType).toBe('BITCOIN');
  const two = networksOf({ tokenTypeDetails: [network('ERC20'), network('TRC20')] }, 'deposit');
  expect(chosenNetwork(two, null)).toBeNull();
  expect(chosenNetwork(two, 'TRC20')?.tokenType).toBe('TRC20');
});

it('deposits and withdrawals have separate switches, and a closed network is never chosen', () => {
  const details = { tokenTypeDetails: [network('EOS', { isDepositEnable: false, tagIsNeeded: true })] };
  expect(chosenNetwork(networksOf(details, 'deposit'), 'EOS')).toBeNull();
  expect(chosenNetwork(networksOf(details, 'withdraw'), 'EOS')).toMatchObject({
    open: true,
    tagNeeded: true,
  });
  expect(networksOf(undefined, 'deposit')).toEqual([]);
});

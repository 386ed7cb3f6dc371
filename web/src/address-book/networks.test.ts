import { expect, it } from 'vitest';
import { findChosenNetwork, listNetworks } from './networks.ts';

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
  const one = listNetworks({ tokenTypeDetails: [network('BITCOIN')] }, 'deposit');
  expect(findChosenNetwork(one, null)?.tokenType).toBe('BITCOIN');
  const two = listNetworks({ tokenTypeDetails: [network('ERC20'), network('TRC20')] }, 'deposit');
  expect(findChosenNetwork(two, null)).toBeNull();
  expect(findChosenNetwork(two, 'TRC20')?.tokenType).toBe('TRC20');
});

it('deposits and withdrawals have separate switches, and a closed network is never chosen', () => {
  const details = { tokenTypeDetails: [network('EOS', { isDepositEnable: false, tagIsNeeded: true })] };
  expect(findChosenNetwork(listNetworks(details, 'deposit'), 'EOS')).toBeNull();
  expect(findChosenNetwork(listNetworks(details, 'withdraw'), 'EOS')).toMatchObject({
    open: true,
    tagNeeded: true,
  });
  expect(listNetworks(undefined, 'deposit')).toEqual([]);
});

import { expect, test } from 'vitest';
import { serviceSize } from './service-size.ts';

const network = (tokenType: string, isDepositEnable = true, withdrawEnable = true) => ({
  tokenType,
  isDepositEnable,
  withdrawEnable,
});

test('counts coins that lie on a network, and each network once', () => {
  const coins = [
    { tokenTypeDetails: [] },
    { tokenTypeDetails: [network('TRC20'), network('ERC20')] },
    { tokenTypeDetails: [network('ERC20')] },
  ];
  expect(serviceSize(coins)).toEqual({ coins: 2, networks: 2, moves: 'OPEN' });
});

test('deposits and withdrawals are open where all are, closed where none is, else partly open', () => {
  const moves = (...states: [boolean, boolean][]) =>
    serviceSize([{ tokenTypeDetails: states.map(([comes, goes], n) => network(`N${n}`, comes, goes)) }])
      .moves;
  expect(moves([true, true], [true, true])).toBe('OPEN');
  expect(moves([true, true], [true, false])).toBe('PARTLY');
  expect(moves([false, true], [true, false])).toBe('CLOSED');
});

import { expect, test } from 'vitest';
import { summarizeService } from './service-size.ts';

const coin = (tokenTypeDetails: ReturnType<typeof network>[], isActive = true) => ({
  isActive,
  tokenTypeDetails,
});
const network = (tokenType: string, isDepositEnable = true, withdrawEnable = true) => ({
  tokenType,
  isDepositEnable,
  withdrawEnable,
});

test('counts coins that lie on a network, and each chain once, its tokens included', () => {
  const coins = [
    coin([]),
    coin([network('TRC20'), network('ERC20')]),
    coin([network('ERC20')]),
    coin([network('TRON')]),
  ];
  expect(summarizeService(coins)).toEqual({ coins: 3, networks: 2, moves: 'OPEN' });
});

test('reports deposits and withdrawals as open if all are, closed if none is, else partly open', () => {
  const moves = (...states: [boolean, boolean][]) =>
    summarizeService([coin(states.map(([comes, goes], n) => network(`N${n}`, comes, goes)))]).moves;
  expect(moves([true, true], [true, true])).toBe('OPEN');
  expect(moves([true, true], [true, false])).toBe('PARTLY');
  expect(moves([false, true], [true, false])).toBe('CLOSED');
});

test('a coin that is not offered, as BNB on its closed first chain, neither counts nor makes the rest partly open', () => {
  const closedCoin = coin([network('BINANCE_COIN', false, false)], false);
  expect(summarizeService([coin([network('TRC20')]), closedCoin])).toEqual({
    coins: 1,
    networks: 1,
    moves: 'OPEN',
  });
});

import type { WalletEntry } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { getOrderSide, listHoldings, splitMarketType } from './holdings.ts';

const entry = (totalBalance: string, wholePriceOfCredit: string | null): WalletEntry => ({
  credit: totalBalance,
  blockedCredit: '0',
  totalBalance,
  wholePriceOfCredit,
});

test('holdings lists only coins with a balance, the most valuable first', () => {
  const { total, list } = listHoldings({
    TOMAN: entry('1000000.000000', '1000000'),
    BITCOIN: entry('0.5', '3000000'),
    TRON: entry('0.000000', '0'),
  });
  expect(total).toBe('4000000');
  expect(list.map(({ coin, percent }) => [coin, percent])).toEqual([
    ['BITCOIN', '75'],
    ['TOMAN', '25'],
  ]);
});

test('holdings lists a coin without a price last and without a share', () => {
  const { total, list } = listHoldings({ DASH: entry('3', null), TOMAN: entry('5', '5') });
  expect(total).toBe('5');
  expect(list[1]).toEqual({ coin: 'DASH', balance: '3', value: null, share: 0, percent: null });
});

test('a tiny share is visible in the chart but has no percentage', () => {
  const { list } = listHoldings({ TOMAN: entry('1', '1'), BITCOIN: entry('9', '90000000000') });
  expect(list[1]).toMatchObject({ coin: 'TOMAN', share: 1, percent: null });
});

test('holdings returns zero for an empty portfolio', () => {
  expect(listHoldings({})).toEqual({ total: '0', list: [] });
});

test('splitMarketType reads side and market of an order', () => {
  expect([getOrderSide('EXCHANGE_SELL'), getOrderSide('LIMITED_BUY')]).toEqual(['sell', 'buy']);
  expect(splitMarketType('BINANCE_COIN_BSC_TETHER')).toEqual({ coin: 'BINANCE_COIN_BSC', quote: 'TETHER' });
});

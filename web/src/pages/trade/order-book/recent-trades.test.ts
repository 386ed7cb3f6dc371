import type { PublicTrade } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { MAX_SHOWN_TRADES, mergeTrades } from './recent-trades.ts';

const trades = (...numbers: number[]): PublicTrade[] =>
  numbers.map((number) => ({
    number,
    unitPrice: '1',
    amount: '1',
    side: 'buy',
    createdAtDateTime: '2026-11-21T10:00:00.000Z',
  }));
const numbers = (list: readonly PublicTrade[]) => list.map(({ number }) => number);

test('mergeTrades puts new trades on top, each once, in any order of messages', () => {
  expect(numbers(mergeTrades(undefined, trades(2, 1)))).toEqual([2, 1]);
  expect(numbers(mergeTrades(trades(2, 1), trades(4, 3)))).toEqual([4, 3, 2, 1]);
  expect(numbers(mergeTrades(trades(3, 2, 1), trades(4, 3, 2)))).toEqual([4, 3, 2, 1]);
  expect(numbers(mergeTrades(trades(4, 3), trades(3, 2, 1)))).toEqual([4, 3, 2, 1]);
  expect(numbers(mergeTrades(trades(2, 1), []))).toEqual([2, 1]);
});

test('mergeTrades drops older trades after a gap', () => {
  expect(numbers(mergeTrades(trades(2, 1), trades(5)))).toEqual([5]);
});

test('mergeTrades keeps no more trades than are shown', () => {
  const many = trades(...Array.from({ length: 80 }, (_, i) => 80 - i));
  expect(mergeTrades(undefined, many)).toHaveLength(MAX_SHOWN_TRADES);
});

import type { Coin } from '@sarraf/domain';
import { expect, test } from 'vitest';
import type { MarketFigures } from './figures.ts';
import { nextSorting, sortCoins } from './order.ts';

const COINS: Coin[] = ['BITCOIN', 'ETHEREUM', 'TRON', 'EOS'];
const figures: Partial<Record<Coin, Partial<MarketFigures>>> = {
  BITCOIN: { price: '9000000000', change: '-1.5', value: '0' },
  ETHEREUM: { price: '10000000000', change: '+0.25', value: '5.5' },
  TRON: { price: '31000', change: '-0.5', value: '5.25' },
  EOS: { price: null, change: null, value: '0' },
};
const of = (coin: Coin) => figures[coin] as MarketFigures | undefined;

test('sortCoins keeps the default order without a sorting', () => {
  expect(sortCoins(COINS, of, null)).toEqual(COINS);
});

test('sortCoins compares numbers by value, with unknown ones last in either direction', () => {
  const by = (key: 'price' | 'change' | 'volume', down: boolean) => sortCoins(COINS, of, { key, down });
  expect(by('price', true)).toEqual(['ETHEREUM', 'BITCOIN', 'TRON', 'EOS']);
  expect(by('price', false)).toEqual(['TRON', 'BITCOIN', 'ETHEREUM', 'EOS']);
  expect(by('change', true)).toEqual(['ETHEREUM', 'TRON', 'BITCOIN', 'EOS']);
  expect(by('change', false)).toEqual(['BITCOIN', 'TRON', 'ETHEREUM', 'EOS']);
  expect(by('volume', true)).toEqual(['ETHEREUM', 'TRON', 'BITCOIN', 'EOS']);
});

test('nextSorting cycles through descending, ascending and none', () => {
  const down = nextSorting(null, 'price');
  expect(down).toEqual({ key: 'price', down: true });
  const up = nextSorting(down, 'price');
  expect(up).toEqual({ key: 'price', down: false });
  expect(nextSorting(up, 'price')).toBeNull();
  expect(nextSorting(up, 'volume')).toEqual({ key: 'volume', down: true });
});

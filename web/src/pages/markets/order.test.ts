import type { Coin } from '@sarraf/domain';
import type { MarketInfo } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { nextSorting, sortCoins } from './order.ts';

const COINS: Coin[] = ['BITCOIN', 'ETHEREUM', 'TRON', 'EOS'];
const figures: Partial<Record<Coin, Partial<MarketInfo>>> = {
  BITCOIN: { lastPrice: '9000000000', last24HoursChange: '-1.5', last24HoursValue: '0' },
  ETHEREUM: { lastPrice: '10000000000', last24HoursChange: '+0.25', last24HoursValue: '5.5' },
  TRON: { lastPrice: '31000', last24HoursChange: '-0.5', last24HoursValue: '5.25' },
  EOS: { lastPrice: null, last24HoursChange: null, last24HoursValue: '0' },
};
const of = (coin: Coin) => figures[coin] as MarketInfo | undefined;

test('without a choice the list keeps its own order', () => {
  expect(sortCoins(COINS, of, null)).toEqual(COINS);
});

test('figures are compared by value, not as texts; what is unknown comes last either way', () => {
  const by = (key: 'price' | 'change' | 'volume', down: boolean) => sortCoins(COINS, of, { key, down });
  expect(by('price', true)).toEqual(['ETHEREUM', 'BITCOIN', 'TRON', 'EOS']);
  expect(by('price', false)).toEqual(['TRON', 'BITCOIN', 'ETHEREUM', 'EOS']);
  expect(by('change', true)).toEqual(['ETHEREUM', 'TRON', 'BITCOIN', 'EOS']);
  expect(by('change', false)).toEqual(['BITCOIN', 'TRON', 'ETHEREUM', 'EOS']);
  expect(by('volume', true)).toEqual(['ETHEREUM', 'TRON', 'BITCOIN', 'EOS']);
});

test('the same head goes down, up and back', () => {
  const down = nextSorting(null, 'price');
  expect(down).toEqual({ key: 'price', down: true });
  const up = nextSorting(down, 'price');
  expect(up).toEqual({ key: 'price', down: false });
  expect(nextSorting(up, 'price')).toBeNull();
  expect(nextSorting(up, 'volume')).toEqual({ key: 'volume', down: true });
});

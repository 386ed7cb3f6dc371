import type { PublicTrade } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { chooseDisplayedPrice } from './displayed-price.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const trade = (hoursAgo: number, unitPrice = '100'): PublicTrade => ({
  number: 1,
  unitPrice,
  amount: '1',
  side: 'buy',
  createdAtDateTime: new Date(NOW - hoursAgo * 3_600_000).toISOString(),
});
const ofTrades = { lastPrice: '99', priceOf: 'TRADES' } as const;
const ofReference = { lastPrice: '120', priceOf: 'REFERENCE' } as const;

test('chooseDisplayedPrice is that of the latest trade, even before the market’s row contains it', () => {
  expect(chooseDisplayedPrice(trade(1), ofTrades, NOW)).toEqual({ price: '100', of: 'TRADES' });
  expect(chooseDisplayedPrice(trade(0), ofReference, NOW)).toEqual({ price: '100', of: 'TRADES' });
  expect(chooseDisplayedPrice(trade(1), undefined, NOW)).toEqual({ price: '100', of: 'TRADES' });
});

test('chooseDisplayedPrice is that of the row before the trades are loaded, labelled by its kind', () => {
  expect(chooseDisplayedPrice(undefined, ofTrades, NOW)).toEqual({ price: '99', of: 'TRADES' });
  expect(chooseDisplayedPrice(undefined, ofReference, NOW)).toEqual({ price: '120', of: 'REFERENCE' });
});

test('chooseDisplayedPrice is the reference price if there was no trade for a day, as in the statistics next to it', () => {
  expect(chooseDisplayedPrice(trade(30), ofReference, NOW)).toEqual({ price: '120', of: 'REFERENCE' });
});

test('chooseDisplayedPrice is null for a market without any price', () => {
  expect(chooseDisplayedPrice(undefined, undefined, NOW)).toBeNull();
  expect(chooseDisplayedPrice(undefined, { lastPrice: null, priceOf: 'REFERENCE' }, NOW)).toBeNull();
});

import type { Order, PublicTrade } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { formatTrailedPrice } from './trailing.ts';

const PLACED = '2026-11-26T10:00:00.000Z';
const LATER = '2026-11-26T10:00:01.000Z';

const order = (orderType: 'MARKET_SELL' | 'MARKET_BUY', trigger: Partial<Order['trigger'] & object> = {}) =>
  ({
    ...{ id: 'a', orderType, marketType: 'BITCOIN_TETHER', createdAtDateTime: PLACED },
    trigger: {
      ...{ kind: 'TRAILING_STOP', by: 'LAST', price: '49500.00', distance: '500.00' },
      ...{ trailsAt: '49500.00', triggeredAt: null, ...trigger },
    },
  }) as unknown as Order;
const trades = (...all: [price: string, at: string][]) =>
  all.map(([unitPrice, createdAtDateTime]) => ({ unitPrice, createdAtDateTime })) as unknown as PublicTrade[];

test('formatTrailedPrice returns the server’s price, until a better trade after the order was placed', () => {
  const sale = order('MARKET_SELL');
  expect(formatTrailedPrice(sale, [])).toBe('49500.00');
  expect(formatTrailedPrice(sale, trades(['49900.00', LATER]))).toBe('49500.00');
  expect(formatTrailedPrice(sale, trades(['50200.50', LATER], ['50100.00', LATER]))).toBe('49700.50');
  expect(formatTrailedPrice(sale, trades(['60000.00', PLACED]))).toBe('49500.00');
  expect(
    formatTrailedPrice(order('MARKET_SELL', { trailsAt: '49800.00' }), trades(['50200.50', LATER])),
  ).toBe('49800.00');
});

test('formatTrailedPrice of a purchase follows falling prices', () => {
  const purchase = order('MARKET_BUY', { price: '50500.00', trailsAt: '50500.00' });
  expect(formatTrailedPrice(purchase, trades(['49000.00', LATER], ['51000.00', LATER]))).toBe('49500.00');
});

test('formatTrailedPrice returns the server’s price for the reference price, and null for a triggered order', () => {
  const sale = order('MARKET_SELL', { by: 'REFERENCE' });
  expect(formatTrailedPrice(sale, trades(['60000.00', LATER]))).toBe('49500.00');
  expect(formatTrailedPrice(order('MARKET_SELL', { triggeredAt: LATER }), [])).toBeNull();
});

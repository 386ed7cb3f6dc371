import type { Order } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { getAveragePrice, getOrderState } from './order.ts';

const order = (change: Partial<Order>): Order => ({
  id: '0193',
  number: '7Q2M-04KD-9XTR',
  orderType: 'LIMITED_BUY',
  orderStatus: 'IS_CLOSED',
  marketType: 'BITCOIN_TOMAN',
  sourceCoin: 'TOMAN',
  destinationCoin: 'BITCOIN',
  amount: '0.003',
  unitPrice: '12850000000',
  executedAmount: '0.003',
  executedPercent: 100,
  wholePrice: '38550000',
  executedPrice: '38530000',
  blocked: '0',
  endedBy: null,
  timeInForce: 'GTC',
  validUntil: null,
  postOnly: false,
  clientOrderId: null,
  selfTradePrevention: 'NEWEST',
  replaces: null,
  displayAmount: null,
  shownAmount: null,
  trigger: null,
  group: null,
  recurring: null,
  wage: '154120',
  totalPrice: '38684120',
  createdAtDateTime: '2026-11-20T13:12:00Z',
  ...change,
});

test('stateOf returns open, partly filled, filled, and cancelled with or without fills', () => {
  const none = { executedAmount: '0.00000000' };
  expect(getOrderState(order({ orderStatus: 'IS_OPEN', ...none }))).toBe('open');
  expect(getOrderState(order({ orderStatus: 'IS_OPEN', executedAmount: '0.00000001' }))).toBe('partly');
  expect(getOrderState(order({}))).toBe('filled');
  expect(getOrderState(order({ orderStatus: 'FINISHED_WITH_TRANSACTION' }))).toBe('partEnded');
  expect(getOrderState(order({ orderStatus: 'FINISHED_WITHOUT_TRANSACTION', ...none }))).toBe('ended');
});

test('getAveragePrice divides the traded total by the amount, truncated to the market’s decimals', () => {
  // 38,530,000 / 0.003 = 12,843,333,333.33…
  expect(getAveragePrice(order({}))).toBe('12843333333');
  expect(
    getAveragePrice(order({ marketType: 'BITCOIN_TETHER', executedPrice: '200', executedAmount: '0.003' })),
  ).toBe('66666.66');
  expect(
    getAveragePrice(order({ marketType: 'BITCOIN_TETHER', executedPrice: '6', executedAmount: '2' })),
  ).toBe('3.00');
});

test('getAveragePrice returns null for an order without fills', () => {
  expect(getAveragePrice(order({ executedAmount: '0', executedPrice: '0' }))).toBeNull();
  expect(getAveragePrice(order({ marketType: 'MOON_TOMAN' }))).toBeNull();
});

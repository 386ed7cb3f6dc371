import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { batchOrders, cancelAfter } from './orders.ts';

it.each([
  [0, true],
  [1, true],
  [3_600, true],
  [-1, false],
  [3_601, false],
  [1.5, false],
])('POST /orders/cancel-after accepts %s seconds: %s', (seconds, accepted) => {
  expect(Value.Check(cancelAfter.body, { seconds })).toBe(accepted);
});

it('POST /orders/batch accepts 20 cancellations or orders, and no more', () => {
  const order = { marketType: 'BITCOIN_TOMAN', orderType: 'LIMITED_BUY', amount: '1', unitPrice: '1' };
  const isAccepted = (cancel: number, place: number) =>
    Value.Check(batchOrders.body, {
      cancel: Array.from({ length: cancel }, () => 'id'),
      place: Array.from({ length: place }, () => order),
    });
  expect([isAccepted(20, 0), isAccepted(0, 20)]).toEqual([true, true]);
  expect([isAccepted(21, 0), isAccepted(0, 21)]).toEqual([false, false]);
});

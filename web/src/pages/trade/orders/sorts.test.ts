import type { Order } from '@sarraf/domain/contracts';
import { describe, expect, test } from 'vitest';
import { getCondition, getOrderTypeKey, groupOrders, isChangeable } from './sorts.ts';

const order = (change: Partial<Order>): Order => ({
  ...{ id: 'a', number: '7Q2M-04KD-9XTR', orderType: 'LIMITED_SELL', orderStatus: 'IS_OPEN' },
  ...{ marketType: 'BITCOIN_TETHER', sourceCoin: 'BITCOIN', destinationCoin: 'TETHER' },
  ...{ amount: '1.00000000', unitPrice: '50000.00', executedAmount: '0', executedPercent: 0 },
  ...{ wholePrice: '50000', executedPrice: '0', wage: '0', totalPrice: '0', blocked: '1', endedBy: null },
  ...{ timeInForce: 'GTC', validUntil: null, postOnly: false, clientOrderId: null, replaces: null },
  ...{ displayAmount: null, shownAmount: null },
  ...{ selfTradePrevention: 'NEWEST', trigger: null, group: null, recurring: null },
  createdAtDateTime: '2026-11-21T10:00:00.000Z',
  ...change,
});
const stop = {
  kind: 'STOP',
  by: 'LAST',
  price: '49000.00',
  distance: null,
  trailsAt: null,
  triggeredAt: null,
} as const;
const entry = {
  kind: 'ENTRY',
  by: null,
  price: null,
  distance: null,
  trailsAt: null,
  triggeredAt: null,
} as const;

test('getOrderTypeKey returns the type that the owner chose', () => {
  expect(getOrderTypeKey(order({}))).toBe('limit');
  expect(getOrderTypeKey(order({ orderType: 'EXCHANGE_BUY' }))).toBe('quick');
  expect(getOrderTypeKey(order({ trigger: stop }))).toBe('stopLimit');
  expect(getOrderTypeKey(order({ orderType: 'MARKET_SELL', trigger: stop }))).toBe('stopMarket');
  expect(getOrderTypeKey(order({ trigger: { ...stop, kind: 'TAKE_PROFIT' } }))).toBe('takeLimit');
  expect(getOrderTypeKey(order({ trigger: entry }))).toBe('profit');
});

describe('getCondition', () => {
  test('returns a fall for a stop to sell and a rise for one to buy', () => {
    expect(getCondition(order({ trigger: stop }))).toEqual({ of: 'fall', price: '49000.00', by: 'LAST' });
    expect(getCondition(order({ orderType: 'LIMITED_BUY', trigger: stop }))).toMatchObject({ of: 'rise' });
    expect(getCondition(order({ trigger: { ...stop, kind: 'TAKE_PROFIT' } }))).toMatchObject({ of: 'rise' });
  });
  test('returns the distance of a trailing stop, and the fill of a bracket’s purchase', () => {
    const trails = { ...stop, kind: 'TRAILING_STOP', distance: '500.00', trailsAt: '49600.00' } as const;
    const condition = { of: 'trail', price: '49600.00', distance: '500.00', by: 'LAST' };
    expect(getCondition(order({ trigger: trails }))).toEqual(condition);
    expect(getCondition(order({ trigger: entry }))).toEqual({ of: 'entry' });
  });
  test('returns null once triggered', () => {
    expect(getCondition(order({}))).toBeNull();
    expect(getCondition(order({ trigger: { ...stop, triggeredAt: '2026-11-21T10:00:00.000Z' } }))).toBeNull();
  });
});

test('groupOrders lists a group below the order that trades first', () => {
  const limit = order({ id: 'limit', group: 'g' });
  const guard = order({ id: 'guard', group: 'g', trigger: stop });
  const buy = order({ id: 'buy', orderType: 'LIMITED_BUY', group: 'h' });
  const profit = order({ id: 'profit', group: 'h', trigger: entry });
  const loss = order({ id: 'loss', group: 'h', trigger: stop });
  const alone = order({ id: 'alone' });
  const places = groupOrders([loss, guard, alone, limit, profit, buy]);
  expect(places.map(({ order: { id }, group }) => [id, group && `${group.kind} ${group.first}`])).toEqual([
    ['buy', 'bracket true'],
    ['profit', 'bracket false'],
    ['loss', 'bracket false'],
    ['limit', 'oco true'],
    ['guard', 'oco false'],
    ['alone', null],
  ]);
});

test('isChangeable is true only for an ungrouped resting order', () => {
  expect(isChangeable(order({}))).toBe(true);
  expect(isChangeable(order({ trigger: stop }))).toBe(false);
  expect(isChangeable(order({ group: 'g' }))).toBe(false);
});

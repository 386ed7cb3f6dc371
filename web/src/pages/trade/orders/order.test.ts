import type { Order } from '@sarraf/domain/contracts';
import { describe, expect, test } from 'vitest';
import { summarizeOrder, upsertOrder } from './order.ts';

const order = (change: Partial<Order>): Order => ({
  id: 'a',
  number: '7Q2M-04KD-9XTR',
  orderType: 'LIMITED_BUY',
  orderStatus: 'IS_OPEN',
  marketType: 'ETHEREUM_TETHER',
  sourceCoin: 'TETHER',
  destinationCoin: 'ETHEREUM',
  amount: '2.0000',
  unitPrice: '3000.00',
  executedAmount: '0',
  executedPercent: 0,
  wholePrice: '6000.00',
  executedPrice: '0',
  wage: '0',
  totalPrice: '0',
  blocked: '6024.00',
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
  createdAtDateTime: '2026-11-21T10:00:00.000Z',
  ...change,
});

test('reads side, kind and market from type and market', () => {
  expect(summarizeOrder(order({ orderType: 'MARKET_SELL' }))).toEqual({
    side: 'sell',
    mode: 'MARKET',
    market: { coin: 'ETHEREUM', quote: 'TETHER' },
  });
  expect(summarizeOrder(order({ marketType: 'SOMETHING_NEW' })).market).toBeNull();
});

describe('upsertOrder', () => {
  const list = (...rows: Order[]) => ({ pages: [{ content: rows }], pageParams: [null] });
  const ids = (from: ReturnType<typeof upsertOrder>) =>
    from.pages.flatMap(({ content }) => content.map(({ id }) => id));

  test('puts a new order on top', () => {
    expect(ids(upsertOrder(list(order({})), order({ id: 'b' })))).toEqual(['b', 'a']);
  });

  test('keeps the newest state of an order, in any order of messages', () => {
    const half = order({ executedAmount: '1.0000', executedPercent: 50 });
    const updatedList = upsertOrder(list(order({})), half);
    expect(updatedList.pages[0]?.content).toEqual([half]);
    expect(upsertOrder(updatedList, order({})).pages[0]?.content).toEqual([half]);
  });

  test('removes a closed order', () => {
    expect(ids(upsertOrder(list(order({})), order({ orderStatus: 'IS_CLOSED' })))).toEqual([]);
  });
});

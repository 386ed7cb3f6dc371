import type { Order } from '@sarraf/domain/contracts';
import { describe, expect, it } from 'vitest';
import { buildExecutionReports, reportedStateOf } from './execution-reports.ts';

const order = (fields: Partial<Order>): Order => ({
  id: '019a8c3e-5b00-7abc-8def-0123456789ab',
  number: '7Q2M-04KD-9XTR',
  orderType: 'LIMITED_BUY',
  orderStatus: 'IS_OPEN',
  marketType: 'BITCOIN_TETHER',
  sourceCoin: 'TETHER',
  destinationCoin: 'BITCOIN',
  amount: '2.00000000',
  unitPrice: '90000.00',
  executedAmount: '0.00000000',
  executedPercent: 0,
  wholePrice: '180000.00',
  executedPrice: '0.00',
  wage: '0.00',
  totalPrice: '0.00',
  blocked: '180720.00',
  endedBy: null,
  timeInForce: 'GTC',
  validUntil: null,
  postOnly: false,
  clientOrderId: 'mine-1',
  selfTradePrevention: 'NEWEST',
  replaces: null,
  displayAmount: null,
  shownAmount: null,
  trigger: null,
  group: null,
  recurring: null,
  createdAtDateTime: '2026-11-25T20:00:00.000Z',
  ...fields,
});

let id = 0;
const next = () => {
  id += 1;
  return id;
};
const reports = (before: Order | null, after: Order) =>
  buildExecutionReports(before && reportedStateOf(before), after, 1_795_000_000_000, next) as Record<
    string,
    unknown
  >[];

describe('buildExecutionReports', () => {
  it('reports a new resting order as new', () => {
    const [only, ...others] = reports(null, order({}));
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      e: 'executionReport',
      s: 'BTCUSDT',
      c: 'mine-1',
      x: 'NEW',
      X: 'NEW',
      z: '0.00000000',
      w: true,
    });
  });

  it('reports an order that traded on arrival as new, then as a taker trade', () => {
    const filled = order({
      orderStatus: 'IS_CLOSED',
      executedAmount: '2',
      executedPrice: '179000',
      wage: '716',
    });
    expect(reports(null, filled)).toMatchObject([
      { x: 'NEW', X: 'NEW', z: '0.00000000' },
      {
        x: 'TRADE',
        X: 'FILLED',
        l: '2.00000000',
        L: '89500.00',
        Y: '179000.00',
        n: '716.00',
        N: 'USDT',
        m: false,
      },
    ]);
  });

  it('reports a maker trade for a resting order', () => {
    const half = order({ executedAmount: '0.5', executedPrice: '45000', wage: '180' });
    const whole = order({
      orderStatus: 'IS_CLOSED',
      executedAmount: '2',
      executedPrice: '180000',
      wage: '720',
    });
    expect(reports(order({}), half)).toMatchObject([
      { x: 'TRADE', X: 'PARTIALLY_FILLED', l: '0.50000000', z: '0.50000000', n: '180.00', m: true },
    ]);
    expect(reports(half, whole)).toMatchObject([
      { x: 'TRADE', X: 'FILLED', l: '1.50000000', z: '2.00000000', L: '90000.00', n: '540.00', m: true },
    ]);
  });

  it.each([
    ['OWNER', 'CANCELED', 'CANCELED'],
    ['REPLACED', 'CANCELED', 'CANCELED'],
    ['NO_LIQUIDITY', 'EXPIRED', 'EXPIRED'],
    ['EXPIRED', 'EXPIRED', 'EXPIRED'],
    ['SELF_TRADE', 'EXPIRED', 'EXPIRED_IN_MATCH'],
  ] as const)('reports an order ended by %s as %s', (endedBy, execution, status) => {
    const ended = order({ orderStatus: 'FINISHED_WITHOUT_TRANSACTION', endedBy });
    expect(reports(order({}), ended)).toMatchObject([{ x: execution, X: status, w: false }]);
  });

  it('reports an order that traded partly and ended immediately as new, traded and ended', () => {
    const part = order({
      timeInForce: 'IOC',
      orderStatus: 'FINISHED_WITH_TRANSACTION',
      endedBy: 'NO_LIQUIDITY',
      executedAmount: '1',
      executedPrice: '90000',
      wage: '360',
    });
    expect(reports(null, part).map(({ x }) => x)).toEqual(['NEW', 'TRADE', 'EXPIRED']);
  });

  it('reports nothing for an unchanged order', () => {
    expect(reports(order({}), order({}))).toEqual([]);
  });
});

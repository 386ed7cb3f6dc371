import type { Order } from '@sarraf/domain/contracts';
import { expect, it } from 'vitest';
import { toTrade } from './trade.ts';

const order = (change: Partial<Order>): Order => ({
  id: 'id',
  number: '7Q2M-04KD-9XTR',
  orderType: 'EXCHANGE_BUY',
  orderStatus: 'IS_CLOSED',
  marketType: 'BITCOIN_TOMAN',
  sourceCoin: 'TOMAN',
  destinationCoin: 'BITCOIN',
  amount: '0.001',
  unitPrice: '12845200000',
  executedAmount: '0.001',
  executedPercent: 100,
  wholePrice: '12845200',
  executedPrice: '12845200',
  blocked: '0',
  endedBy: null,
  timeInForce: null,
  validUntil: null,
  postOnly: false,
  clientOrderId: null,
  selfTradePrevention: null,
  replaces: null,
  displayAmount: null,
  shownAmount: null,
  trigger: null,
  group: null,
  recurring: null,
  wage: '51381',
  totalPrice: '12896581',
  createdAtDateTime: '2026-11-20T13:12:00Z',
  ...change,
});

it('toTrade reads side, mode, coin and quote', () => {
  expect(toTrade(order({}))).toEqual({ side: 'buy', mode: 'EXCHANGE', coin: 'BITCOIN', quote: 'TOMAN' });
  expect(toTrade(order({ orderType: 'LIMITED_SELL', marketType: 'BINANCE_COIN_BSC_TETHER' }))).toEqual({
    side: 'sell',
    mode: 'LIMITED',
    coin: 'BINANCE_COIN_BSC',
    quote: 'TETHER',
  });
});

it('toTrade falls back to the paid and received assets', () => {
  const sold = order({
    orderType: 'MARKET_SELL',
    marketType: 'NEW_TOMAN',
    sourceCoin: 'NEW',
    destinationCoin: 'TOMAN',
  });
  expect(toTrade(sold)).toMatchObject({ side: 'sell', coin: 'NEW', quote: 'TOMAN' });
});

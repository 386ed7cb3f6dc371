import { type OrderTerms, parseTrustedDecimal, scaleOf } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { buildMovedStop, isMovableStop } from './move-stop.ts';

const tether = (text: string) => parseTrustedDecimal(text, scaleOf('TETHER'));
const TERMS: OrderTerms = {
  ...{
    coin: 'BITCOIN',
    quote: 'TETHER',
    tick: tether('0.1'),
    lot: 1_000n,
    minNotional: 0n,
    maxAmount: 10n ** 12n,
  },
};
const STOP = {
  ...{ orderType: 'LIMITED_SELL', marketType: 'BITCOIN_TETHER', amount: '0.10000000', unitPrice: '48900.0' },
  ...{ group: null, selfTradePrevention: 'NEWEST' },
  trigger: {
    kind: 'STOP',
    by: 'REFERENCE',
    price: '49000.0',
    distance: null,
    trailsAt: null,
    triggeredAt: null,
  },
} as Order;

test('buildMovedStop changes the trigger price, and the limit by the same distance', () => {
  expect(buildMovedStop(STOP, tether('48500.04'), TERMS)).toEqual({
    ...{ marketType: 'BITCOIN_TETHER', orderType: 'LIMITED_SELL', amount: '0.10000000', unitPrice: '48400' },
    trigger: { kind: 'STOP', by: 'REFERENCE', price: '48500' },
  });
  const market = { ...STOP, orderType: 'MARKET_SELL' } as Order;
  expect(buildMovedStop(market, tether('48500'), TERMS)).not.toHaveProperty('unitPrice');
  expect(buildMovedStop(STOP, tether('50'), TERMS)).toBeNull();
});

test('isMovableStop is false for a linked, trailing or triggered order, and a market purchase', () => {
  expect(isMovableStop(STOP)).toBe(true);
  expect(isMovableStop({ ...STOP, group: 'g' })).toBe(false);
  expect(isMovableStop({ ...STOP, orderType: 'MARKET_BUY' })).toBe(false);
  const trigger = { ...STOP.trigger, triggeredAt: '2026-11-21T10:00:00.000Z' } as Order['trigger'];
  expect(isMovableStop({ ...STOP, trigger })).toBe(false);
  const trails = { ...STOP.trigger, kind: 'TRAILING_STOP' } as Order['trigger'];
  expect(isMovableStop({ ...STOP, trigger: trails })).toBe(false);
});

import { amountOf, type Coin, type Quote, type Side } from '@sarraf/domain';
import { expect, it } from 'vitest';
import { computeMissingAmount } from './missing.ts';

const TOMAN = 1_000_000n;
const deal = (side: Side, total: bigint, quote: Quote = 'TOMAN') => ({
  side,
  market: { coin: 'BITCOIN' as Coin, quote },
  amount: amountOf(5_000_000n),
  unitPrice: 1n,
  money: { total: amountOf(total), fee: amountOf(0n), notional: amountOf(total) },
});

it('computeMissingAmount returns the missing part of the balance, in whole thousands of Toman', () => {
  expect(computeMissingAmount(deal('buy', 2_000_000n * TOMAN), 'total', 500_000n * TOMAN)).toBe(
    1_500_000n * TOMAN,
  );
  expect(computeMissingAmount(deal('buy', 2_000_000n * TOMAN), 'total', 499_999n * TOMAN)).toBe(
    1_501_000n * TOMAN,
  );
});

it('computeMissingAmount adds one percent if the total depends on the price', () => {
  expect(computeMissingAmount(deal('buy', 2_000_000n * TOMAN), 'amount', 0n)).toBe(2_020_000n * TOMAN);
});

it('computeMissingAmount is exact for Tether and coins', () => {
  expect(computeMissingAmount(deal('buy', 1_234_567n, 'TETHER'), 'total', 234_560n)).toBe(1_000_007n);
  expect(computeMissingAmount(deal('sell', 9n), 'amount', 4_999_999n)).toBe(1n);
  expect(computeMissingAmount(deal('sell', 9n), 'amount', 6_000_000n)).toBe(0n);
});

import { describe, expect, it } from 'vitest';
import { HOLD_MS, holdPrice } from './held-price.ts';

const NOW = 1_000_000;
const live = (unitPrice: bigint, seenAt = NOW) => ({ unitPrice, seenAt });
const held = { unitPrice: 100_000n, until: NOW + 5_000 };

describe('holdPrice', () => {
  it('holds the latest price for its window when none is held', () => {
    expect(holdPrice(null, live(100_000n), 'buy', NOW)).toEqual({
      unitPrice: 100_000n,
      until: NOW + HOLD_MS,
    });
  });

  it('keeps the held price during its window although the market moves a little', () => {
    expect(holdPrice(held, live(100_100n), 'buy', NOW)).toBe(held);
    expect(holdPrice(held, live(90_000n), 'buy', NOW)).toBe(held);
    expect(holdPrice(held, live(110_000n), 'sell', NOW)).toBe(held);
  });

  it('replaces the held price at the end of its window', () => {
    expect(holdPrice(held, live(100_100n, held.until), 'buy', held.until)?.unitPrice).toBe(100_100n);
  });

  it('replaces the held price immediately when the server would refuse it', () => {
    expect(holdPrice(held, live(100_201n), 'buy', NOW)?.unitPrice).toBe(100_201n);
    expect(holdPrice(held, live(100_200n), 'buy', NOW)).toBe(held);
    expect(holdPrice(held, live(99_799n), 'sell', NOW)?.unitPrice).toBe(99_799n);
    expect(holdPrice(held, live(99_800n), 'sell', NOW)).toBe(held);
  });

  it('returns none while the market is halted or the latest price is too old', () => {
    expect(holdPrice(held, null, 'buy', NOW)).toBeNull();
    expect(holdPrice(null, live(100_000n, NOW - HOLD_MS), 'buy', NOW)).toBeNull();
  });
});

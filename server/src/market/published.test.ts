import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { PublishedPriceWindow } from './published.ts';

/** How long a price is valid, independent of the code. */
const WINDOW_MS = 10_000;
const LONG = Number.POSITIVE_INFINITY;

function market() {
  const clock = manualClock();
  const published = new PublishedPriceWindow();
  return {
    clock,
    show: (buy: bigint, sell: bigint, validUntil = LONG) =>
      published.setPrice('BITCOIN', 'TOMAN', { buy, sell }, validUntil, clock.now()),
    halt: () => published.setPrice('BITCOIN', 'TOMAN', null, 0, clock.now()),
    current: () => published.getPrice('BITCOIN', 'TOMAN', clock.now()),
    buy: (price: bigint) => published.checkPrice('BITCOIN', 'TOMAN', 'buy', price, clock.now()),
    sell: (price: bigint) => published.checkPrice('BITCOIN', 'TOMAN', 'sell', price, clock.now()),
  };
}

describe('PublishedPriceWindow.judge', () => {
  it('accepts a published price while it is displayed and for 10 s after a new one replaced it', () => {
    const { clock, show, buy } = market();
    show(100_000n, 99_000n);
    clock.advance(60_000);
    expect(buy(100_000n)).toEqual({ ok: true });
    show(100_100n, 99_100n);
    clock.advance(WINDOW_MS);
    expect(buy(100_000n)).toEqual({ ok: true });
    clock.advance(1);
    expect(buy(100_000n)).toEqual({ ok: false, code: 'PRICE_CHANGED', price: 100_100n });
  });

  it('refuses a price that was never shown for that side, however good for the house', () => {
    const { show, buy, sell } = market();
    show(100_000n, 99_000n);
    expect(buy(100_001n)).toMatchObject({ code: 'PRICE_CHANGED', price: 100_000n });
    expect(buy(99_000n)).toMatchObject({ code: 'PRICE_CHANGED' });
    expect(sell(98_999n)).toMatchObject({ code: 'PRICE_CHANGED', price: 99_000n });
    expect(sell(100_000n)).toMatchObject({ code: 'PRICE_CHANGED' });
  });

  it('refuses a price when the market moved more than 0.2 % against the house since', () => {
    const { clock, show, buy, sell } = market();
    show(100_000n, 99_000n);
    clock.advance(1_000);
    show(100_200n, 98_802n);
    expect(buy(100_000n)).toEqual({ ok: true });
    expect(sell(99_000n)).toEqual({ ok: true });
    clock.advance(1_000);
    show(100_201n, 98_801n);
    expect(buy(100_000n)).toMatchObject({ code: 'PRICE_CHANGED', price: 100_201n });
    expect(sell(99_000n)).toMatchObject({ code: 'PRICE_CHANGED', price: 98_801n });
  });

  it('accepts a price when the market moved in favour of the house, however far', () => {
    const { show, buy, sell } = market();
    show(100_000n, 99_000n);
    show(90_000n, 109_000n);
    expect(buy(100_000n)).toEqual({ ok: true });
    expect(sell(99_000n)).toEqual({ ok: true });
  });
});

describe('PublishedPriceWindow of a halted market', () => {
  it('refuses every price and shows none', () => {
    const { show, halt, buy, current } = market();
    expect(buy(1n)).toEqual({ ok: false, code: 'MARKET_IS_NOT_ACTIVE', price: null });
    show(100_000n, 99_000n);
    halt();
    expect(current()).toBeNull();
    expect(buy(100_000n)).toEqual({ ok: false, code: 'MARKET_IS_NOT_ACTIVE', price: null });
  });

  it('forgets the prices it showed before', () => {
    const { clock, show, halt, buy } = market();
    show(100_000n, 99_000n);
    halt();
    clock.advance(1_000);
    show(100_050n, 99_050n);
    expect(buy(100_000n)).toMatchObject({ code: 'PRICE_CHANGED' });
  });

  it('halts on its own when its price expires', () => {
    const { clock, show, buy, current } = market();
    show(100_000n, 99_000n, clock.now() + 15_000);
    clock.advance(15_000);
    expect(buy(100_000n)).toEqual({ ok: true });
    clock.advance(1);
    expect(current()).toBeNull();
    expect(buy(100_000n)).toMatchObject({ code: 'MARKET_IS_NOT_ACTIVE' });
    show(100_050n, 99_050n);
    expect(buy(100_000n)).toMatchObject({ code: 'PRICE_CHANGED' });
  });
});

it('the price check accepts exactly the prices that a plain implementation of the rule accepts', () => {
  const step = fc.record({ wait: fc.integer({ min: 200, max: 4_000 }), buy: fc.bigInt(9_980n, 10_030n) });
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.bigInt(9_980n, 10_030n),
      (steps, offered) => {
        const { clock, show, buy } = market();
        const log: { price: bigint; from: number }[] = [];
        for (const { wait, buy: price } of steps) {
          clock.advance(wait);
          show(price, price - 10n);
          log.push({ price, from: clock.now() });
        }
        const now = clock.now();
        const shownUntil = (i: number) => log[i + 1]?.from ?? now;
        const wasShown = log.some(({ price }, i) => price === offered && now - shownUntil(i) <= WINDOW_MS);
        const current = log.at(-1)?.price ?? 0n;
        expect(buy(offered).ok).toBe(wasShown && current * 1000n <= offered * 1002n);
      },
    ),
    { numRuns: 500 },
  );
});

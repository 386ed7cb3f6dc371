import { COINS, type Coin, decimal } from '@sarraf/domain';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { createSandboxPrices, priceAt } from './sandbox-prices.ts';

const SCALE = 8;
const START = Date.UTC(2026, 10, 1);
const DAY = 86_400_000;
const signal = AbortSignal.timeout(60_000);

const poll = async (prices: ReturnType<typeof createSandboxPrices>, which: 0 | 1, coin: Coin) =>
  (await prices.sources[which].poll(signal)).find((tick) => tick.coin === coin)?.price;

describe('the simulated market', () => {
  it('is the same for the same seed and second, and another for another seed', () => {
    for (const coin of COINS) {
      expect(priceAt(7, coin, START)).toBe(priceAt(7, coin, START + 999));
      expect(priceAt(7, coin, START)).not.toBe(priceAt(8, coin, START));
    }
    expect(priceAt(2026, 'BITCOIN', START)).toMatchInlineSnapshot(`10762304744440n`);
  });

  it('moves in small steps, far enough in a day, and stays near its base for a year', () => {
    for (const [coin, base] of [
      ['BITCOIN', '108400'],
      ['TETHER', '118200'],
      ['DOGE_COIN', '0.2'],
    ] as const) {
      const middle = decimal(base, SCALE);
      let day: bigint[] = [middle, middle];
      for (let at = START; at < START + 365 * DAY; at += DAY / 4) {
        const price = priceAt(1, coin, at);
        const step = priceAt(1, coin, at + 1000) - price;
        expect((step < 0n ? -step : step) * 1000n).toBeLessThan(price);
        expect(price * 100n).toBeGreaterThan(middle * 80n);
        expect(price * 100n).toBeLessThan(middle * 120n);
        day = [
          price < (day[0] ?? price) ? price : (day[0] ?? price),
          price > (day[1] ?? price) ? price : (day[1] ?? price),
        ];
      }
      expect(((day[1] ?? 0n) - (day[0] ?? 0n)) * 100n).toBeGreaterThan(middle);
    }
  });

  it('has a second source that differs, but always agrees within 1.5 %', async () => {
    const clock = manualClock(START);
    const { sources } = createSandboxPrices({ seed: 3, clock });
    let differences = 0;
    for (let i = 0; i < 200; i += 1) {
      clock.advance(7_000);
      const [first, second] = await Promise.all(sources.map((source) => source.poll(signal)));
      for (const [n, tick] of (first ?? []).entries()) {
        const [a, b] = [tick.price ?? 0n, second?.[n]?.price ?? 0n];
        const off = a > b ? a - b : b - a;
        if (off > 0n) differences += 1;
        expect(off * 1000n).toBeLessThan(b * 2n);
      }
    }
    expect(differences).toBeGreaterThan(1000);
  });

  it('does what a test asks for', async () => {
    const prices = createSandboxPrices({ seed: 3, clock: manualClock(START) });
    prices.set('BITCOIN', '100000');
    expect(await poll(prices, 0, 'BITCOIN')).toBe(decimal('100000', SCALE));
    prices.spike('BITCOIN', 10n, 'first');
    expect(await poll(prices, 0, 'BITCOIN')).toBe(decimal('1000000', SCALE));
    expect(await poll(prices, 1, 'BITCOIN')).toBe(decimal('100000', SCALE));
    prices.set('BITCOIN', null);
    expect(await poll(prices, 0, 'BITCOIN')).toBe(priceAt(3, 'BITCOIN', START));
    prices.stall('second');
    await expect(prices.sources[1].poll(signal)).rejects.toThrow('stalled');
    prices.release();
    expect(await poll(prices, 1, 'BITCOIN')).toBeDefined();
  });
});

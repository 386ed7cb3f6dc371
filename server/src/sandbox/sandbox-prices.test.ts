import { COINS, type Coin, parseTrustedDecimal } from '@sarraf/domain';
import { describe, expect, it } from 'vitest';
import { isInBand } from '../market/guard.ts';
import { manualClock } from '../platform/clock.ts';
import { createSandboxPrices, simulatePrice } from './sandbox-prices.ts';

const SCALE = 8;
const START = Date.UTC(2026, 10, 1);
const DAY = 86_400_000;
const YEAR = 365 * DAY;
const signal = AbortSignal.timeout(60_000);

const poll = async (prices: ReturnType<typeof createSandboxPrices>, which: 0 | 1, coin: Coin) =>
  (await prices.sources[which].poll(signal)).find((tick) => tick.coin === coin)?.price;

describe('the simulated market', () => {
  it('is the same for the same seed and second, and another for another seed', () => {
    for (const coin of COINS) {
      expect(simulatePrice(7, coin, START)).toBe(simulatePrice(7, coin, START + 999));
      expect(simulatePrice(7, coin, START)).not.toBe(simulatePrice(8, coin, START));
    }
    expect(simulatePrice(2026, 'BITCOIN', START)).toMatchInlineSnapshot(`10762304744440n`);
  });

  it('moves in small steps that the guard accepts, for years', () => {
    for (const coin of COINS) {
      for (let at = START - 2 * YEAR; at < START + 2 * YEAR; at += 10 * DAY) {
        const price = simulatePrice(1, coin, at);
        const step = simulatePrice(1, coin, at + 1000) - price;
        expect((step < 0n ? -step : step) * 1000n).toBeLessThan(price);
        // Larger moves would halt the coin after a day without a server, or make its past implausible.
        const nextDay = simulatePrice(1, coin, at + DAY);
        expect(nextDay * 10n).toBeGreaterThan(price * 8n);
        expect(nextDay * 10n).toBeLessThan(price * 12n);
      }
    }
  });

  it.each([1, 7, 2026])('varies within the year, and is near its base at the anchor (seed %i)', (seed) => {
    for (const coin of COINS) {
      const days = Array.from({ length: 365 }, (_, day) => simulatePrice(seed, coin, START - day * DAY));
      const [low, high] = days.reduce(
        ([low, high], one) => [one < low ? one : low, one > high ? one : high],
        [days[0] ?? 0n, days[0] ?? 0n],
      );
      expect(high * 100n).toBeGreaterThan(low * 112n);
      expect(high).toBeLessThan(low * 3n);
    }
    for (const [coin, base] of [
      ['BITCOIN', '108400'],
      ['TETHER', '118200'],
      ['DOGE_COIN', '0.2'],
    ] as const) {
      const [price, middle] = [simulatePrice(seed, coin, START), parseTrustedDecimal(base, SCALE)];
      expect(price * 100n).toBeGreaterThan(middle * 90n);
      expect(price * 100n).toBeLessThan(middle * 110n);
    }
  });

  it('raises the dollar in Toman from year to year', () => {
    const [before, then] = [
      simulatePrice(2026, 'TETHER', START - YEAR),
      simulatePrice(2026, 'TETHER', START),
    ];
    expect(then * 100n).toBeGreaterThan(before * 115n);
  });

  it('has a second source that differs by at most 1.5 %', async () => {
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
        expect(isInBand(a, b)).toBe(true);
      }
    }
    expect(differences).toBeGreaterThan(1000);
  });

  it('follows the overrides of a test', async () => {
    const prices = createSandboxPrices({ seed: 3, clock: manualClock(START) });
    prices.fixPrice('BITCOIN', '100000');
    expect(await poll(prices, 0, 'BITCOIN')).toBe(parseTrustedDecimal('100000', SCALE));
    prices.multiplyPrice('BITCOIN', 10n, 'first');
    expect(await poll(prices, 0, 'BITCOIN')).toBe(parseTrustedDecimal('1000000', SCALE));
    expect(await poll(prices, 1, 'BITCOIN')).toBe(parseTrustedDecimal('100000', SCALE));
    prices.fixPrice('BITCOIN', null);
    expect(await poll(prices, 0, 'BITCOIN')).toBe(simulatePrice(3, 'BITCOIN', START));
    prices.stallSources('second');
    await expect(prices.sources[1].poll(signal)).rejects.toThrow('stalled');
    prices.clearOverrides();
    expect(await poll(prices, 1, 'BITCOIN')).toBeDefined();
  });
});

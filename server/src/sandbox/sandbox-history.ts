/** The past of the simulated market, by the same port as the vendors'. */
import { COINS, DAY_MS, HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import { candleStart, type Interval, type PastCandle, type PriceHistory } from '../market/ports.ts';
import type { Clock } from '../platform/clock.ts';
import { simulatePrice } from './sandbox-prices.ts';

/** Length of a candle, sampling interval of the simulation, and how far back it goes. */
const SAMPLING: Record<Interval, { lengthMs: number; stepMs: number; reachMs: number }> = {
  '1m': { lengthMs: MINUTE_MS, stepMs: 15_000, reachMs: DAY_MS },
  '1h': { lengthMs: HOUR_MS, stepMs: 5 * MINUTE_MS, reachMs: 14 * DAY_MS },
  '1d': { lengthMs: DAY_MS, stepMs: 2 * HOUR_MS, reachMs: 730 * DAY_MS },
};

export function createSandboxHistory({ seed, clock }: { seed: number; clock: Clock }): PriceHistory {
  return {
    name: 'sandbox-history',
    covers: COINS,
    pauseMs: 0,
    pageMs: { '1m': 7 * DAY_MS, '1h': 90 * DAY_MS, '1d': 730 * DAY_MS },
    async candles(coin, interval, range) {
      const { lengthMs, stepMs, reachMs } = SAMPLING[interval];
      const candles: PastCandle[] = [];
      const begin = candleStart(Math.max(range.from, clock.now() - reachMs), lengthMs);
      for (let time = begin; time < range.to; time += lengthMs) {
        const prices = Array.from({ length: lengthMs / stepMs }, (_, i) =>
          simulatePrice(seed, coin, time + i * stepMs),
        );
        const [open = 0n] = prices;
        let [high, low] = [open, open];
        for (const price of prices) {
          if (price > high) high = price;
          if (price < low) low = price;
        }
        candles.push({ time, open, high, low, close: prices.at(-1) ?? open });
      }
      return { lengthMs, candles };
    },
  };
}

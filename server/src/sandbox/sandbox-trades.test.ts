import { computeNotional, DAY_MS, formatMarketType, HOUR_MS, MINUTE_MS, QUOTES } from '@sarraf/domain';
import { describe, expect, it } from 'vitest';
import { MARKETS } from '../market/index.ts';
import { generatePastTrades } from './sandbox-trades.ts';

const NOW = Date.UTC(2026, 10, 28, 15, 4, 5);
const YEAR = 365 * DAY_MS;

describe('the past trades of the simulated market', () => {
  const past = generatePastTrades(7, NOW);
  const of = (market: string, interval: '1m' | '1h') =>
    past.filter((row) => row.interval === interval && formatMarketType(row.coin, row.quote) === market);

  it('are the same for the same seed and time, and others for another seed', () => {
    const sums = (rows: typeof past) =>
      rows.slice(0, 3_000).map(({ time, close, volume }) => `${time} ${close} ${volume}`);
    expect(sums(generatePastTrades(7, NOW))).toEqual(sums(past));
    expect(sums(generatePastTrades(8, NOW))).not.toEqual(sums(past));
  });

  it('have minutes, five minutes, hours and days without a gap, each moment once and none that is not over', () => {
    const between = (interval: '1m' | '1h', from: number, to: number) => {
      const times = of('BITCOIN_TOMAN', interval)
        .map(({ time }) => time)
        .filter((time) => time >= from && time < to)
        .sort((a, b) => a - b);
      return new Set(times.slice(1).map((time, n) => time - (times[n] ?? 0)));
    };
    expect(between('1m', NOW - 2 * HOUR_MS, NOW)).toEqual(new Set([MINUTE_MS]));
    expect(between('1m', NOW - DAY_MS, NOW - 3 * HOUR_MS)).toEqual(new Set([5 * MINUTE_MS]));
    expect(between('1h', NOW - 7 * DAY_MS, NOW)).toEqual(new Set([HOUR_MS]));
    expect(between('1h', NOW - YEAR, NOW - 9 * DAY_MS)).toEqual(new Set([DAY_MS]));
    for (const { coin, quote } of MARKETS) {
      const minutes = of(formatMarketType(coin, quote), '1m').map(({ time }) => time);
      expect(Math.max(...minutes)).toBe(Math.floor(NOW / MINUTE_MS) * MINUTE_MS - MINUTE_MS);
      expect(Math.min(...minutes)).toBeLessThanOrEqual(NOW - DAY_MS);
    }
  });

  it('have candles that the database accepts, with a volume and a value in each', () => {
    const wrong = past.filter(
      ({ open, close, high, low, volume }) =>
        low <= 0n || low > open || low > close || high < open || high < close || volume <= 0n,
    );
    expect(wrong).toEqual([]);
    for (const quote of QUOTES) {
      const [minute] = of(`ETHEREUM_${quote}`, '1m');
      if (!minute) throw new Error('no minute');
      expect(minute.value).toBe(computeNotional('ETHEREUM', minute.volume, minute.open));
    }
  });

  it('build the last hours from their minutes', () => {
    const sum = (rows: typeof past) => rows.reduce((all, { volume }) => all + volume, 0n);
    const minutes = of('TETHER_TOMAN', '1m');
    const since = Math.min(...minutes.map(({ time }) => time));
    expect(sum(of('TETHER_TOMAN', '1h').filter(({ time }) => time >= since))).toBe(sum(minutes));
  });
});

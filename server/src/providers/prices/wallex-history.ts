/**
 * History of USDT/Toman from Wallex, for what Nobitex lacks: GET /v1/udf/history of its API documents, prices as
 * texts. Of the documented resolutions it actually supports minutes, hours and days, these in UTC.
 */
import { DAY_MS } from '@sarraf/domain';
import type { Interval, PriceHistory } from '../../market/ports.ts';
import type { PriceHost } from './price-http.ts';
import { fetchUdf } from './udf-history.ts';

const MINUTE = { name: '1', lengthMs: 60_000 };
const HOUR = { name: '60', lengthMs: 3_600_000 };

/** Finer than requested, to match our hours and days; where it no longer has minutes, its hours unchanged. */
const RESOLUTIONS: Record<Interval, readonly (typeof MINUTE)[]> = {
  '1m': [MINUTE],
  '1h': [MINUTE, HOUR],
  '1d': [HOUR],
};

export function createWallexHistory({ url, fetch }: PriceHost): PriceHistory {
  return {
    name: 'wallex-history',
    covers: ['TETHER'],
    pauseMs: 1_000,
    // Its limit is undocumented; larger requests fail.
    pageMs: { '1m': DAY_MS / 2, '1h': 4 * DAY_MS, '1d': 100 * DAY_MS },
    tomanDivisors: [1n, 10n],
    async candles(_coin, interval, range, signal) {
      let result = { lengthMs: MINUTE.lengthMs, candles: [] as Awaited<ReturnType<typeof fetchUdf>> };
      for (const { name: resolution, lengthMs } of RESOLUTIONS[interval]) {
        const query = { symbol: 'USDTTMN', resolution, ...range };
        result = {
          lengthMs,
          candles: await fetchUdf('wallex', { fetch, url: `${url}/v1/udf/history` }, query, signal),
        };
        if (result.candles.length > 0) break;
      }
      return result;
    },
  };
}

/**
 * History of USDT/Toman, and of coin/USDT if Binance is unreachable, from Nobitex: GET /market/udf/history
 * (apidocs.nobitex.ir, "OHLC"): at most 500 candles, the newest of the range; 60 requests a minute.
 */
import { type Coin, isCoin } from '@sarraf/domain';
import { type Interval, NotListed, type PastCandle, type PriceHistory } from '../../market/ports.ts';
import { PAIRS } from './nobitex.ts';
import type { PriceHost } from './price-http.ts';
import { fetchUdf } from './udf-history.ts';

/** Half hours, since our hours start at half past in UTC. Its days start at midnight in Tehran. */
const RESOLUTIONS: Record<Interval, { name: string; lengthMs: number }> = {
  '1m': { name: '1', lengthMs: 60_000 },
  '1h': { name: '30', lengthMs: 30 * 60_000 },
  '1d': { name: 'D', lengthMs: 86_400_000 },
};
/** Below its limit, with room for a candle that starts just before. */
const MAX_CANDLES = 450;

/** `btc-usdt` is BTCUSDT there, and the Toman market's name ends in IRT. */
const symbolOf = (pair: string): string => pair.replace('-rls', '-irt').replace('-', '').toUpperCase();

export function createNobitexHistory({ url, fetch }: PriceHost): PriceHistory {
  const pageMsOf = (interval: Interval) => MAX_CANDLES * RESOLUTIONS[interval].lengthMs;
  return {
    name: 'nobitex-history',
    covers: Object.keys(PAIRS).filter(isCoin),
    pauseMs: 1_100,
    pageMs: { '1m': pageMsOf('1m'), '1h': pageMsOf('1h'), '1d': pageMsOf('1d') },
    // Its other prices are in Rial. These are Toman in the documentation's example and in clients' code, but that
    // may change.
    tomanDivisors: [1n, 10n],
    async candles(coin: Coin, interval, range, signal) {
      const { name: resolution, lengthMs } = RESOLUTIONS[interval];
      let candles: PastCandle[] | null = null;
      for (const pair of PAIRS[coin] ?? []) {
        if (candles && candles.length > 0) break;
        const query = { symbol: symbolOf(pair), resolution, ...range };
        candles = await fetchUdf('nobitex', { fetch, url: `${url}/market/udf/history` }, query, signal).catch(
          (error) => {
            if (error instanceof NotListed) return candles;
            throw error;
          },
        );
      }
      if (candles === null) throw new NotListed('nobitex', 0, `no ${coin}`);
      return { lengthMs, candles };
    },
  };
}

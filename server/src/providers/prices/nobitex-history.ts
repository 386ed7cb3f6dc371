/**
 * The past of USDT/Toman, and of coin/USDT where Binance can't be reached, from Nobitex: GET /market/udf/history
 * (apidocs.nobitex.ir, "OHLC"): at most 500 candles, the newest of what was asked for; 60 requests a minute.
 */
import { type Coin, isCoin } from '@sarraf/domain';
import { type Interval, NotListed, type PastCandle, type PriceHistory } from '../../market/ports.ts';
import { PAIRS } from './nobitex.ts';
import type { PriceHost } from './price-http.ts';
import { getUdf } from './udf-history.ts';

/** Halves of hours, since our hours begin at half past of UTC. Its days begin at midnight in Tehran. */
const RESOLUTIONS: Record<Interval, { name: string; lengthMs: number }> = {
  '1m': { name: '1', lengthMs: 60_000 },
  '1h': { name: '30', lengthMs: 30 * 60_000 },
  '1d': { name: 'D', lengthMs: 86_400_000 },
};
/** Some room below its limit, for what begins just before. */
const MOST = 450;

/** `btc-usdt` is BTCUSDT there, and the Toman market's name ends in IRT. */
const symbolOf = (pair: string): string => pair.replace('-rls', '-irt').replace('-', '').toUpperCase();

export function createNobitexHistory({ url, fetch }: PriceHost): PriceHistory {
  const pageOf = (interval: Interval) => MOST * RESOLUTIONS[interval].lengthMs;
  return {
    name: 'nobitex-history',
    covers: Object.keys(PAIRS).filter(isCoin),
    pauseMs: 1_100,
    pageMs: { '1m': pageOf('1m'), '1h': pageOf('1h'), '1d': pageOf('1d') },
    // Prices elsewhere are Rial there. These are Toman in the example of its documents and as its clients read them,
    // and nothing promises that it stays so.
    tomanDivisors: [1n, 10n],
    async candles(coin: Coin, interval, range, signal) {
      const { name: resolution, lengthMs } = RESOLUTIONS[interval];
      let candles: PastCandle[] | null = null;
      for (const pair of PAIRS[coin] ?? []) {
        if (candles && candles.length > 0) break;
        const asked = { symbol: symbolOf(pair), resolution, ...range };
        candles = await getUdf('nobitex', { fetch, url: `${url}/market/udf/history` }, asked, signal).catch(
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

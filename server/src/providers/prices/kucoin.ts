/**
 * Coin/USDT from KuCoin: GET /api/v1/market/allTickers (KuCoin API, "Get All Tickers"; weight 15 of 2,000 in 30 s, a new
 * snapshot every 2 s). `buy` is the best bid, `sell` the best ask, `changeRate` a fraction.
 */
import { midOf, readChange, type SourceTick, VendorFailure } from '../../market/ports.ts';
import { field, type PriceHost } from './price-http.ts';
import { coinsByPair, dated, listSource, readTime } from './tickers.ts';

const COIN_OF = coinsByPair((code) => `${code}-USDT`);

/** Returns the midpoint of best bid and ask. @throws VendorFailure if the reply reports a failure. */
export function transformKucoin(answer: unknown): SourceTick[] {
  const data = field(answer, 'data');
  const rows = field(data, 'ticker');
  if (field(answer, 'code') !== '200000' || !Array.isArray(rows))
    throw new VendorFailure('kucoin', 0, 'code is not 200000');
  const at = readTime(field(data, 'time'));
  return rows.flatMap((row: unknown) => {
    const coin = COIN_OF.get(field(row, 'symbol'));
    if (!coin) return [];
    const price = midOf(field(row, 'buy'), field(row, 'sell'));
    return [dated({ coin, price, change: readChange(field(row, 'changeRate'), 'fraction') }, at)];
  });
}

export const createKucoin = ({ url, fetch }: PriceHost) =>
  listSource('kucoin', COIN_OF.values(), { fetch, url: `${url}/api/v1/market/allTickers` }, transformKucoin);

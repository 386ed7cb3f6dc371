/**
 * Coin/USDT from KuCoin: GET /api/v1/market/allTickers (KuCoin API, "Get All Tickers"; weight 15 of 2,000 in 30 s, a new
 * snapshot every 2 s). `buy` is the best bid, `sell` the best ask, `changeRate` a fraction.
 */
import { computeMid, parseChange, type SourceTick, VendorFailure } from '../../market/ports.ts';
import { getField, type PriceHost } from './price-http.ts';
import { addTime, createListSource, mapPairsToCoins, parseVendorTime } from './tickers.ts';

const COIN_OF = mapPairsToCoins((code) => `${code}-USDT`);

/** Returns the midpoint of best bid and ask. @throws VendorFailure if the reply reports a failure. */
export function transformKucoin(reply: unknown): SourceTick[] {
  const data = getField(reply, 'data');
  const rows = getField(data, 'ticker');
  if (getField(reply, 'code') !== '200000' || !Array.isArray(rows))
    throw new VendorFailure('kucoin', 0, 'code is not 200000');
  const at = parseVendorTime(getField(data, 'time'));
  return rows.flatMap((row: unknown) => {
    const coin = COIN_OF.get(getField(row, 'symbol'));
    if (!coin) return [];
    const price = computeMid(getField(row, 'buy'), getField(row, 'sell'));
    return [addTime({ coin, price, change: parseChange(getField(row, 'changeRate'), 'fraction') }, at)];
  });
}

export const createKucoin = ({ url, fetch }: PriceHost) =>
  createListSource(
    'kucoin',
    COIN_OF.values(),
    { fetch, url: `${url}/api/v1/market/allTickers` },
    transformKucoin,
  );

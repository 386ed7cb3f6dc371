/** Coin/USDT from Gate: GET /api/v4/spot/tickers (Gate API v4, "Get currency pair ticker information"; 200 requests in 10 s). */
import { computeMid, parseChange, type SourceTick, VendorFailure } from '../../market/ports.ts';
import { getField, type PriceHost } from './price-http.ts';
import { createListSource, mapPairsToCoins } from './tickers.ts';

const COIN_OF = mapPairsToCoins((code) => `${code}_USDT`);

/** Returns the midpoint of best bid and ask. @throws VendorFailure if the reply is no list. */
export function transformGate(reply: unknown): SourceTick[] {
  if (!Array.isArray(reply)) throw new VendorFailure('gate', 0, 'no list of tickers');
  return reply.flatMap((row: unknown) => {
    const coin = COIN_OF.get(getField(row, 'currency_pair'));
    if (!coin) return [];
    const price = computeMid(getField(row, 'highest_bid'), getField(row, 'lowest_ask'));
    return [{ coin, price, change: parseChange(getField(row, 'change_percentage')) }];
  });
}

export const createGate = ({ url, fetch }: PriceHost) =>
  createListSource('gate', COIN_OF.values(), { fetch, url: `${url}/api/v4/spot/tickers` }, transformGate);

/** Coin/USDT from Gate: GET /api/v4/spot/tickers (Gate API v4, "Get currency pair ticker information"; 200 requests in 10 s). */
import { midOf, readChange, type SourceTick, VendorFailure } from '../../market/ports.ts';
import { field, type PriceHost } from './price-http.ts';
import { coinsByPair, listSource } from './tickers.ts';

const COIN_OF = coinsByPair((code) => `${code}_USDT`);

/** Returns the midpoint of best bid and ask. @throws VendorFailure if the reply is no list. */
export function transformGate(answer: unknown): SourceTick[] {
  if (!Array.isArray(answer)) throw new VendorFailure('gate', 0, 'no list of tickers');
  return answer.flatMap((row: unknown) => {
    const coin = COIN_OF.get(field(row, 'currency_pair'));
    if (!coin) return [];
    const price = midOf(field(row, 'highest_bid'), field(row, 'lowest_ask'));
    return [{ coin, price, change: readChange(field(row, 'change_percentage')) }];
  });
}

export const createGate = ({ url, fetch }: PriceHost) =>
  listSource('gate', COIN_OF.values(), { fetch, url: `${url}/api/v4/spot/tickers` }, transformGate);

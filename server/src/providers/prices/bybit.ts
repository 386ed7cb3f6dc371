/**
 * Coin/USDT from Bybit: GET /v5/market/tickers (Bybit API v5, "Get Tickers", spot; 600 requests in 5 s are
 * allowed). `time` is the time of the reply, `price24hPcnt` a fraction.
 */
import { computeMid, parseChange, type SourceTick, VendorFailure } from '../../market/ports.ts';
import { getField, type PriceHost } from './price-http.ts';
import { addTime, createListSource, mapPairsToCoins, parseVendorTime } from './tickers.ts';

const COIN_OF = mapPairsToCoins((code) => `${code}USDT`);

/** Returns the midpoint of best bid and ask. @throws VendorFailure if the reply reports a failure. */
export function transformBybit(reply: unknown): SourceTick[] {
  const rows = getField(getField(reply, 'result'), 'list');
  if (getField(reply, 'retCode') !== 0 || !Array.isArray(rows))
    throw new VendorFailure('bybit', 0, 'retCode is not 0');
  const at = parseVendorTime(getField(reply, 'time'));
  return rows.flatMap((row: unknown) => {
    const coin = COIN_OF.get(getField(row, 'symbol'));
    if (!coin) return [];
    const price = computeMid(getField(row, 'bid1Price'), getField(row, 'ask1Price'));
    return [addTime({ coin, price, change: parseChange(getField(row, 'price24hPcnt'), 'fraction') }, at)];
  });
}

export const createBybit = ({ url, fetch }: PriceHost) =>
  createListSource(
    'bybit',
    COIN_OF.values(),
    { fetch, url: `${url}/v5/market/tickers?category=spot` },
    transformBybit,
  );

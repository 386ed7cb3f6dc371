/**
 * Tether in Toman and coins in Tether and Toman from Bitpin: GET /api/v1/mkt/tickers/ (docs.bitpin.ir, "Price
 * Information"). IRT is Toman; `price` is the last one, `daily_change_price` a percentage, `timestamp` in seconds.
 */
import { parseChange, parsePrice, type SourceTick, VendorFailure } from '../../market/ports.ts';
import { getField, type PriceHost } from './price-http.ts';
import { addTime, createListSource, mapPairsToMarkets, parseVendorTime } from './tickers.ts';

const MARKET_OF = mapPairsToMarkets(
  (code) => `${code}_USDT`,
  (code) => `${code}_IRT`,
);

/** @throws VendorFailure if the reply is no list. */
export function transformBitpin(reply: unknown): SourceTick[] {
  if (!Array.isArray(reply)) throw new VendorFailure('bitpin', 0, 'no list of tickers');
  return reply.flatMap((row: unknown) => {
    const market = MARKET_OF.get(getField(row, 'symbol'));
    if (!market) return [];
    const seconds = getField(row, 'timestamp');
    const at = typeof seconds === 'number' ? parseVendorTime(Math.floor(seconds * 1000)) : null;
    const price = parsePrice(getField(row, 'price'));
    return [addTime({ ...market, price, change: parseChange(getField(row, 'daily_change_price')) }, at)];
  });
}

export const createBitpin = ({ url, fetch }: PriceHost) =>
  createListSource(
    'bitpin',
    [...MARKET_OF.values()].map(({ coin }) => coin),
    { fetch, url: `${url}/api/v1/mkt/tickers/` },
    transformBitpin,
  );

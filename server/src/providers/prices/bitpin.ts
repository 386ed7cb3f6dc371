/**
 * Tether in Toman and coins in Tether and Toman from Bitpin: GET /api/v1/mkt/tickers/ (docs.bitpin.ir, "Price
 * Information"). IRT is Toman; `price` is the last one, `daily_change_price` a percentage, `timestamp` in seconds.
 */
import { readChange, readPrice, type SourceTick, VendorFailure } from '../../market/ports.ts';
import { field, type PriceHost } from './price-http.ts';
import { dated, listSource, marketsByPair, readTime } from './tickers.ts';

const MARKET_OF = marketsByPair(
  (code) => `${code}_USDT`,
  (code) => `${code}_IRT`,
);

/** @throws VendorFailure if the reply is no list. */
export function transformBitpin(answer: unknown): SourceTick[] {
  if (!Array.isArray(answer)) throw new VendorFailure('bitpin', 0, 'no list of tickers');
  return answer.flatMap((row: unknown) => {
    const market = MARKET_OF.get(field(row, 'symbol'));
    if (!market) return [];
    const seconds = field(row, 'timestamp');
    const at = typeof seconds === 'number' ? readTime(Math.floor(seconds * 1000)) : null;
    const price = readPrice(field(row, 'price'));
    return [dated({ ...market, price, change: readChange(field(row, 'daily_change_price')) }, at)];
  });
}

export const createBitpin = ({ url, fetch }: PriceHost) =>
  listSource(
    'bitpin',
    [...MARKET_OF.values()].map(({ coin }) => coin),
    { fetch, url: `${url}/api/v1/mkt/tickers/` },
    transformBitpin,
  );

/**
 * Coin/USDT from Bybit: GET /v5/market/tickers (Bybit API v5, "Get Tickers", spot; 600 requests in 5 s are
 * allowed). `time` is the time of the reply, `price24hPcnt` a fraction.
 */
import { midOf, readChange, type SourceTick, VendorFailure } from '../../market/ports.ts';
import { field, type PriceHost } from './price-http.ts';
import { coinsByPair, dated, listSource, readTime } from './tickers.ts';

const COIN_OF = coinsByPair((code) => `${code}USDT`);

/** Returns the midpoint of best bid and ask. @throws VendorFailure if the reply reports a failure. */
export function transformBybit(answer: unknown): SourceTick[] {
  const rows = field(field(answer, 'result'), 'list');
  if (field(answer, 'retCode') !== 0 || !Array.isArray(rows))
    throw new VendorFailure('bybit', 0, 'retCode is not 0');
  const at = readTime(field(answer, 'time'));
  return rows.flatMap((row: unknown) => {
    const coin = COIN_OF.get(field(row, 'symbol'));
    if (!coin) return [];
    const price = midOf(field(row, 'bid1Price'), field(row, 'ask1Price'));
    return [dated({ coin, price, change: readChange(field(row, 'price24hPcnt'), 'fraction') }, at)];
  });
}

export const createBybit = ({ url, fetch }: PriceHost) =>
  listSource(
    'bybit',
    COIN_OF.values(),
    { fetch, url: `${url}/v5/market/tickers?category=spot` },
    transformBybit,
  );

/**
 * Coin/USDT from OKX: GET /api/v5/market/tickers (OKX API v5, "Get tickers"; 20 requests in 2 s are allowed). `ts`
 * is the time of a ticker.
 */
import { midOf, readChangeSince, type SourceTick, VendorFailure } from '../../market/ports.ts';
import { field, type PriceHost } from './price-http.ts';
import { coinsByPair, dated, listSource, readTime } from './tickers.ts';

const COIN_OF = coinsByPair((code) => `${code}-USDT`);

/** Returns the midpoint of best bid and ask. @throws VendorFailure if the reply reports a failure. */
export function transformOkx(answer: unknown): SourceTick[] {
  const rows = field(answer, 'data');
  if (field(answer, 'code') !== '0' || !Array.isArray(rows))
    throw new VendorFailure('okx', 0, 'code is not 0');
  return rows.flatMap((row: unknown) => {
    const coin = COIN_OF.get(field(row, 'instId'));
    if (!coin) return [];
    const price = midOf(field(row, 'bidPx'), field(row, 'askPx'));
    const change = readChangeSince(field(row, 'open24h'), field(row, 'last'));
    return [dated({ coin, price, change }, readTime(field(row, 'ts')))];
  });
}

export const createOkx = ({ url, fetch }: PriceHost) =>
  listSource(
    'okx',
    COIN_OF.values(),
    { fetch, url: `${url}/api/v5/market/tickers?instType=SPOT` },
    transformOkx,
  );

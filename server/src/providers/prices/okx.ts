/**
 * Coin/USDT from OKX: GET /api/v5/market/tickers (OKX API v5, "Get tickers"; 20 requests in 2 s are allowed). `ts`
 * is the time of a ticker.
 */
import { computeChangeSince, computeMid, type SourceTick, VendorFailure } from '../../market/ports.ts';
import { getField, type PriceHost } from './price-http.ts';
import { addTime, createListSource, mapPairsToCoins, parseVendorTime } from './tickers.ts';

const COIN_OF = mapPairsToCoins((code) => `${code}-USDT`);

/** Returns the midpoint of best bid and ask. @throws VendorFailure if the reply reports a failure. */
export function transformOkx(reply: unknown): SourceTick[] {
  const rows = getField(reply, 'data');
  if (getField(reply, 'code') !== '0' || !Array.isArray(rows))
    throw new VendorFailure('okx', 0, 'code is not 0');
  return rows.flatMap((row: unknown) => {
    const coin = COIN_OF.get(getField(row, 'instId'));
    if (!coin) return [];
    const price = computeMid(getField(row, 'bidPx'), getField(row, 'askPx'));
    const change = computeChangeSince(getField(row, 'open24h'), getField(row, 'last'));
    return [addTime({ coin, price, change }, parseVendorTime(getField(row, 'ts')))];
  });
}

export const createOkx = ({ url, fetch }: PriceHost) =>
  createListSource(
    'okx',
    COIN_OF.values(),
    { fetch, url: `${url}/api/v5/market/tickers?instType=SPOT` },
    transformOkx,
  );

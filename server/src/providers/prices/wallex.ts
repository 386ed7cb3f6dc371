/** Tether in Toman and coins in Tether and Toman from Wallex: GET /v1/markets of its API documents. TMN is Toman. */
import {
  computeMid,
  type PriceSource,
  parseChange,
  type SourceTick,
  VendorFailure,
} from '../../market/ports.ts';
import { getField, getJson, type PriceHost } from './price-http.ts';
import { mapPairsToMarkets } from './tickers.ts';

const MARKET_OF = mapPairsToMarkets(
  (code) => `${code}USDT`,
  (code) => `${code}TMN`,
);

/** Returns the midpoint of best bid and ask. @throws VendorFailure if there are no markets. */
export function transformWallex(reply: unknown): SourceTick[] {
  const symbols = getField(getField(reply, 'result'), 'symbols');
  if (getField(reply, 'success') !== true || typeof symbols !== 'object' || symbols === null)
    throw new VendorFailure('wallex', 0, 'no markets');
  return [...MARKET_OF].flatMap(([pair, market]) => {
    const stats = getField(getField(symbols, String(pair)), 'stats');
    if (stats === undefined) return [];
    const price = computeMid(getField(stats, 'bidPrice'), getField(stats, 'askPrice'));
    return [{ ...market, price, change: parseChange(getField(stats, '24h_ch')) }];
  });
}

/** Every 4 s; the reply is one document for all markets. */
export function createWallex({ url, fetch }: PriceHost): PriceSource {
  return {
    name: 'wallex',
    covers: [...new Set([...MARKET_OF.values()].map(({ coin }) => coin))],
    everyMs: 4_000,
    poll: async (signal) =>
      transformWallex(await getJson('wallex', { fetch, url: `${url}/v1/markets` }, signal)),
  };
}

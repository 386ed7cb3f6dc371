/** Tether in Toman and coins in Tether and Toman from Wallex: GET /v1/markets of its API documents. TMN is Toman. */
import { midOf, type PriceSource, readChange, type SourceTick, VendorFailure } from '../../market/ports.ts';
import { field, getJson, type PriceHost } from './price-http.ts';
import { marketsByPair } from './tickers.ts';

const MARKET_OF = marketsByPair(
  (code) => `${code}USDT`,
  (code) => `${code}TMN`,
);

/** Returns the midpoint of best bid and ask. @throws VendorFailure if there are no markets. */
export function transformWallex(answer: unknown): SourceTick[] {
  const symbols = field(field(answer, 'result'), 'symbols');
  if (field(answer, 'success') !== true || typeof symbols !== 'object' || symbols === null)
    throw new VendorFailure('wallex', 0, 'no markets');
  return [...MARKET_OF].flatMap(([pair, market]) => {
    const stats = field(field(symbols, String(pair)), 'stats');
    if (stats === undefined) return [];
    const price = midOf(field(stats, 'bidPrice'), field(stats, 'askPrice'));
    return [{ ...market, price, change: readChange(field(stats, '24h_ch')) }];
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

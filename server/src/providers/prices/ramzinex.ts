/**
 * Tether in Rial and coins in Tether and Rial from Ramzinex: GET /exchange/api/v1.0/exchange/pairs
 * (docs.ramzinex.com, "markets"). `irr` is Rial, ten to a Toman. The documentation doesn't say which of `buy` and
 * `sell` is the bid, but the midpoint is the same.
 */
import {
  computeMid,
  parseChange,
  RIALS_PER_TOMAN,
  type SourceTick,
  VendorFailure,
} from '../../market/ports.ts';
import { getField, type PriceHost } from './price-http.ts';
import { createListSource, mapPairsToMarkets } from './tickers.ts';

const MARKET_OF = mapPairsToMarkets(
  (code) => `${code}/USDT`.toLowerCase(),
  (code) => `${code}/IRR`.toLowerCase(),
);

/** @throws VendorFailure if the reply reports a failure. */
export function transformRamzinex(reply: unknown): SourceTick[] {
  const rows = getField(reply, 'data');
  if (getField(reply, 'status') !== 0 || !Array.isArray(rows))
    throw new VendorFailure('ramzinex', 0, 'status is not 0');
  return rows.flatMap((row: unknown) => {
    const market = MARKET_OF.get(`${currencyCodeOf(row, 'base')}/${currencyCodeOf(row, 'quote')}`);
    if (!market) return [];
    const [buy, sell] = [getField(row, 'buy'), getField(row, 'sell')];
    const midPrice = computeMid(buy, sell) ?? computeMid(sell, buy);
    const inRial = market.coin === 'TETHER' || market.quote === 'TOMAN';
    const price = inRial && midPrice !== null ? midPrice / RIALS_PER_TOMAN : midPrice;
    const day = getField(getField(row, 'financial'), 'last24h');
    return [{ ...market, price, change: parseChange(getField(day, 'change_percent')) }];
  });
}

function currencyCodeOf(row: unknown, side: 'base' | 'quote'): string {
  const code = getField(getField(row, `${side}_currency_symbol`), 'en');
  return typeof code === 'string' ? code.toLowerCase() : '';
}

export const createRamzinex = ({ url, fetch }: PriceHost) =>
  createListSource(
    'ramzinex',
    [...MARKET_OF.values()].map(({ coin }) => coin),
    { fetch, url: `${url}/exchange/api/v1.0/exchange/pairs` },
    transformRamzinex,
  );

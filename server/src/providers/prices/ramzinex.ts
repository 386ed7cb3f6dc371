/**
 * Tether in Rial and coins in Tether and Rial from Ramzinex: GET /exchange/api/v1.0/exchange/pairs
 * (docs.ramzinex.com, "markets"). `irr` is Rial, ten to a Toman. The documentation doesn't say which of `buy` and
 * `sell` is the bid, but the midpoint is the same.
 */
import { midOf, RIALS, readChange, type SourceTick, VendorFailure } from '../../market/ports.ts';
import { field, type PriceHost } from './price-http.ts';
import { listSource, marketsByPair } from './tickers.ts';

const MARKET_OF = marketsByPair(
  (code) => `${code}/USDT`.toLowerCase(),
  (code) => `${code}/IRR`.toLowerCase(),
);

/** @throws VendorFailure if the reply reports a failure. */
export function transformRamzinex(answer: unknown): SourceTick[] {
  const rows = field(answer, 'data');
  if (field(answer, 'status') !== 0 || !Array.isArray(rows))
    throw new VendorFailure('ramzinex', 0, 'status is not 0');
  return rows.flatMap((row: unknown) => {
    const market = MARKET_OF.get(`${codeOf(row, 'base')}/${codeOf(row, 'quote')}`);
    if (!market) return [];
    const [buy, sell] = [field(row, 'buy'), field(row, 'sell')];
    const middle = midOf(buy, sell) ?? midOf(sell, buy);
    const inRial = market.coin === 'TETHER' || market.quote === 'TOMAN';
    const price = inRial && middle !== null ? middle / RIALS : middle;
    const day = field(field(row, 'financial'), 'last24h');
    return [{ ...market, price, change: readChange(field(day, 'change_percent')) }];
  });
}

function codeOf(row: unknown, side: 'base' | 'quote'): string {
  const code = field(field(row, `${side}_currency_symbol`), 'en');
  return typeof code === 'string' ? code.toLowerCase() : '';
}

export const createRamzinex = ({ url, fetch }: PriceHost) =>
  listSource(
    'ramzinex',
    [...MARKET_OF.values()].map(({ coin }) => coin),
    { fetch, url: `${url}/exchange/api/v1.0/exchange/pairs` },
    transformRamzinex,
  );

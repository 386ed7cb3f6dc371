/**
 * Coin/USD from Kraken, whose markets in Tether are illiquid: GET /0/public/Ticker (Kraken REST API, "Get Ticker
 * Information"; one request a second). Each price is divided by Kraken's own USDT/USD, and there are none without
 * that. Its older coins have names of their own. It has no opening price of 24 hours.
 */
import { COINS, type Coin } from '@sarraf/domain';
import { midOf, PRICE_UNIT, type SourceTick, VendorFailure } from '../../market/ports.ts';
import { field, type PriceHost } from './price-http.ts';
import { COIN_CODES, listSource } from './tickers.ts';

const TETHER_PAIR = 'USDTZUSD';
const OLD_PAIRS: Partial<Record<Coin, string>> = {
  BITCOIN: 'XXBTZUSD',
  ETHEREUM: 'XETHZUSD',
  RIPPLE: 'XXRPZUSD',
  DOGE_COIN: 'XDGUSD',
  LITE_COIN: 'XLTCZUSD',
  STELLAR: 'XXLMZUSD',
  CLASSIC_ETHEREUM: 'XETCZUSD',
};
/** Vaulta's A is omitted: the documentation doesn't give its name. */
const COVERS = COINS.filter((coin) => coin !== 'TETHER' && coin !== 'EOS');

/** Returns the midpoint of best bid (`b`) and ask (`a`). @throws VendorFailure if the reply reports a failure. */
export function transformKraken(answer: unknown): SourceTick[] {
  const errors = field(answer, 'error');
  const pairs = field(answer, 'result');
  if (!Array.isArray(errors) || errors.length > 0 || typeof pairs !== 'object')
    throw new VendorFailure('kraken', 0, 'it says there was an error');
  const middle = (pair: string) => {
    const row = field(pairs, pair);
    return midOf(field(field(row, 'b'), '0'), field(field(row, 'a'), '0'));
  };
  const tether = middle(TETHER_PAIR);
  return COVERS.flatMap((coin) => {
    const pair = OLD_PAIRS[coin] ?? `${COIN_CODES[coin as keyof typeof COIN_CODES]}USD`;
    if (field(pairs, pair) === undefined) return [];
    const dollars = middle(pair);
    const price = tether === null || dollars === null ? null : (dollars * PRICE_UNIT) / tether;
    return [{ coin, price, change: null }];
  });
}

export const createKraken = ({ url, fetch }: PriceHost) =>
  listSource('kraken', COVERS, { fetch, url: `${url}/0/public/Ticker` }, transformKraken);

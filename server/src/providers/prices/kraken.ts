/**
 * Coin/USD from Kraken, whose markets in Tether are illiquid: GET /0/public/Ticker (Kraken REST API, "Get Ticker
 * Information"; one request a second). Each price is divided by Kraken's own USDT/USD, and there are none without
 * that. Its older coins have names of their own. It has no opening price of 24 hours.
 */
import { COINS, type Coin } from '@sarraf/domain';
import { computeMid, PRICE_UNIT, type SourceTick, VendorFailure } from '../../market/ports.ts';
import { getField, type PriceHost } from './price-http.ts';
import { COIN_CODES, createListSource } from './tickers.ts';

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
const COVERED_COINS = COINS.filter((coin) => coin !== 'TETHER' && coin !== 'EOS');

/** Returns the midpoint of best bid (`b`) and ask (`a`). @throws VendorFailure if the reply reports a failure. */
export function transformKraken(reply: unknown): SourceTick[] {
  const errors = getField(reply, 'error');
  const pairs = getField(reply, 'result');
  if (!Array.isArray(errors) || errors.length > 0 || typeof pairs !== 'object')
    throw new VendorFailure('kraken', 0, 'it says there was an error');
  const midPriceOf = (pair: string) => {
    const row = getField(pairs, pair);
    return computeMid(getField(getField(row, 'b'), '0'), getField(getField(row, 'a'), '0'));
  };
  const tether = midPriceOf(TETHER_PAIR);
  return COVERED_COINS.flatMap((coin) => {
    const pair = OLD_PAIRS[coin] ?? `${COIN_CODES[coin as keyof typeof COIN_CODES]}USD`;
    if (getField(pairs, pair) === undefined) return [];
    const dollars = midPriceOf(pair);
    const price = tether === null || dollars === null ? null : (dollars * PRICE_UNIT) / tether;
    return [{ coin, price, change: null }];
  });
}

export const createKraken = ({ url, fetch }: PriceHost) =>
  createListSource('kraken', COVERED_COINS, { fetch, url: `${url}/0/public/Ticker` }, transformKraken);

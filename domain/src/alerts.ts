import { type Coin, priceDecimals, type Quote, scaleOf } from './assets.ts';
import { formatDecimal, parseDecimal, pow10 } from './money.ts';

export const ALERT_DIRECTIONS = ['ABOVE', 'BELOW'] as const;
export type AlertDirection = (typeof ALERT_DIRECTIONS)[number];

/** HOURLY, DAILY: each time the price gets there anew, but no sooner than an hour or a day after the last time. */
export const ALERT_REPEATS = ['ONCE', 'HOURLY', 'DAILY'] as const;
export type AlertRepeat = (typeof ALERT_REPEATS)[number];

/** How many a person may have. */
export const MAX_ALERTS = 20;

/** A price cut to the digits people see of it, in quote smallest units as before. */
export const cutPrice = (price: bigint, coin: Coin, quote: Quote): bigint =>
  price - (price % pow10(scaleOf(quote) - priceDecimals(coin, quote)));

/** ABOVE: it has come up to the threshold; BELOW: it has come down to it. */
export const isReached = (direction: AlertDirection, threshold: bigint, price: bigint): boolean =>
  direction === 'ABOVE' ? price >= threshold : price <= threshold;

/** A unit price with no more digits than people see of it, in quote smallest units; null: anything else, 0 included. */
export function readPrice(value: string | number, coin: Coin, quote: Quote): bigint | null {
  const digits = priceDecimals(coin, quote);
  const price = parseDecimal(value, digits);
  return price === null || price === 0n ? null : price * pow10(scaleOf(quote) - digits);
}

/** Decimal text of such a price. */
export const priceText = (price: bigint, coin: Coin, quote: Quote): string =>
  formatDecimal(price, scaleOf(quote), priceDecimals(coin, quote));

import { type Coin, priceDecimals, type Quote, scaleOf } from './assets.ts';
import { formatDecimal, parseDecimal, pow10 } from './money.ts';

export const ALERT_DIRECTIONS = ['ABOVE', 'BELOW'] as const;
export type AlertDirection = (typeof ALERT_DIRECTIONS)[number];

/** HOURLY, DAILY: each time the price crosses the threshold again, at most once an hour or a day. */
export const ALERT_REPEATS = ['ONCE', 'HOURLY', 'DAILY'] as const;
export type AlertRepeat = (typeof ALERT_REPEATS)[number];

/** Maximum per user. */
export const MAX_ALERTS = 20;

/** Truncates a price to the displayed digits, in quote smallest units. */
export const truncatePrice = (price: bigint, coin: Coin, quote: Quote): bigint =>
  price - (price % pow10(scaleOf(quote) - priceDecimals(coin, quote)));

/** ABOVE: the price is at or above the threshold; BELOW: at or below it. */
export const isReached = (direction: AlertDirection, threshold: bigint, price: bigint): boolean =>
  direction === 'ABOVE' ? price >= threshold : price <= threshold;

/** Parses a unit price with at most the displayed digits, in quote smallest units; null: anything else, including 0. */
export function parseUnitPrice(value: string | number, coin: Coin, quote: Quote): bigint | null {
  const digits = priceDecimals(coin, quote);
  const price = parseDecimal(value, digits);
  return price === null || price === 0n ? null : price * pow10(scaleOf(quote) - digits);
}

/** Returns the decimal text of such a price. */
export const formatUnitPrice = (price: bigint, coin: Coin, quote: Quote): string =>
  formatDecimal(price, scaleOf(quote), priceDecimals(coin, quote));

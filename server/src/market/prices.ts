import {
  ASSETS,
  type Asset,
  type Coin,
  formatDecimal,
  isCoin,
  mulDiv,
  type Ppm,
  pow10,
  priceDecimals,
  type Quote,
  scaleOf,
  type TradePrice,
} from '@sarraf/domain';
import { PRICE_SCALE } from './ports.ts';

const PRICE_ONE = pow10(PRICE_SCALE);
const MILLION = 1_000_000n;

/** coin/Toman = coin/USDT × USDT/Toman, all at PRICE_SCALE, truncated. */
export const convertToToman = (coinUsdt: bigint, usdtToman: bigint): bigint =>
  mulDiv(coinUsdt, usdtToman, PRICE_ONE, 'down');

/** Compounds two changes, in hundredths of a percent. */
export function compoundChange(a: bigint | null, b: bigint | null): bigint | null {
  return a === null || b === null ? null : ((10_000n + a) * (10_000n + b)) / 10_000n - 10_000n;
}

/**
 * Returns the smallest step of a published price, in the quote's smallest unit: a Toman, or the coin's precision in
 * Tether.
 */
const publishedTick = (coin: Coin, quote: Quote): bigint =>
  pow10(scaleOf(quote) - priceDecimals(coin, quote));

/**
 * Returns half the spread above the reference price rounded up, and half below rounded down, to the tick; null when
 * the coin is worth less than a tick.
 */
export function computeTradePrice(
  reference: bigint,
  spread: Ppm,
  coin: Coin,
  quote: Quote,
): TradePrice | null {
  const tick = publishedTick(coin, quote);
  const divisor = 2n * MILLION * pow10(PRICE_SCALE - scaleOf(quote)) * tick;
  const buy = mulDiv(reference, 2n * MILLION + spread, divisor, 'up') * tick;
  const sell = mulDiv(reference, 2n * MILLION - spread, divisor, 'down') * tick;
  return sell > 0n ? { buy, sell } : null;
}

/** Converts a reference price to the quote's smallest unit, truncated. */
export const toQuoteUnits = (reference: bigint, quote: Quote): bigint =>
  reference / pow10(PRICE_SCALE - scaleOf(quote));

/** Converts a price in the quote's smallest unit to the scale of reference prices. */
export const toPriceScale = (units: bigint, quote: Quote): bigint =>
  units * pow10(PRICE_SCALE - scaleOf(quote));

/** Formats a price in the quote's smallest unit, truncated to the displayed digits. */
export function formatShownPrice(units: bigint, coin: Coin, quote: Quote): string {
  const tick = publishedTick(coin, quote);
  return formatDecimal(units - (units % tick), scaleOf(quote), priceDecimals(coin, quote));
}

/** Formats a reference price in US dollars; one USDT counts as one dollar. */
export function formatDollarPrice(reference: bigint, coin: Coin): string {
  const digits = ASSETS[coin].pricePrecision;
  const tick = pow10(PRICE_SCALE - digits);
  return formatDecimal(reference - (reference % tick), PRICE_SCALE, digits);
}

/**
 * Returns the value of an amount (smallest units) in Toman's, truncated, at the sell price; null while the coin has
 * no price, and for BINANCE_COIN, which has no market.
 */
export function computeTomanValueOf(
  asset: Asset,
  amount: bigint,
  priceOf: (coin: Coin) => TradePrice | null,
): bigint | null {
  if (asset === 'TOMAN') return amount;
  const price = isCoin(asset) ? priceOf(asset) : null;
  return price && mulDiv(amount, price.sell, pow10(scaleOf(asset)), 'down');
}

/** Returns the change from `then` to `now` in hundredths of a percent, rounded to the nearest. */
export function computeChange(then: bigint, now: bigint): bigint {
  const scaled = (now - then) * 20_000n;
  return (scaled + (scaled < 0n ? -then : then)) / (2n * then);
}

/** -125n → "-1.25" percent. */
export const formatChange = (hundredths: bigint): string => formatDecimal(hundredths, 2, 2);

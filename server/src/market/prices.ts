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

const ONE = pow10(PRICE_SCALE);
const MILLION = 1_000_000n;

/** coin/Toman = coin/USDT × USDT/Toman, all at PRICE_SCALE, cut. */
export const inToman = (coinUsdt: bigint, usdtToman: bigint): bigint =>
  mulDiv(coinUsdt, usdtToman, ONE, 'down');

/** Two changes one after the other, in hundredths of a percent. */
export function compoundChange(a: bigint | null, b: bigint | null): bigint | null {
  return a === null || b === null ? null : ((10_000n + a) * (10_000n + b)) / 10_000n - 10_000n;
}

/** The smallest step of a published price, in the quote's smallest unit: a Toman, or the coin's precision in Tether. */
const tickOf = (coin: Coin, quote: Quote): bigint => pow10(scaleOf(quote) - priceDecimals(coin, quote));

/**
 * Half the spread above the reference price rounded up, and half below rounded down, to the tick.
 * null when the coin is worth less than a tick.
 */
export function tradePrice(reference: bigint, spread: Ppm, coin: Coin, quote: Quote): TradePrice | null {
  const tick = tickOf(coin, quote);
  const divisor = 2n * MILLION * pow10(PRICE_SCALE - scaleOf(quote)) * tick;
  const buy = mulDiv(reference, 2n * MILLION + spread, divisor, 'up') * tick;
  const sell = mulDiv(reference, 2n * MILLION - spread, divisor, 'down') * tick;
  return sell > 0n ? { buy, sell } : null;
}

/** A reference price in the quote's smallest unit, cut. */
export const quoteUnits = (reference: bigint, quote: Quote): bigint =>
  reference / pow10(PRICE_SCALE - scaleOf(quote));

/** A price in the quote's smallest unit as reference prices are written. */
export const atPriceScale = (units: bigint, quote: Quote): bigint =>
  units * pow10(PRICE_SCALE - scaleOf(quote));

/** Decimal text of a price in the quote's smallest unit, cut to the digits people see. */
export function shownPriceText(units: bigint, coin: Coin, quote: Quote): string {
  const tick = tickOf(coin, quote);
  return formatDecimal(units - (units % tick), scaleOf(quote), priceDecimals(coin, quote));
}

/** The same of a reference price in US dollars; one USDT is taken for one dollar. */
export function dollarText(reference: bigint, coin: Coin): string {
  const digits = ASSETS[coin].pricePrecision;
  const tick = pow10(PRICE_SCALE - digits);
  return formatDecimal(reference - (reference % tick), PRICE_SCALE, digits);
}

/**
 * Worth of an amount (smallest units) in Toman's, cut, at the sell price. null while the coin has none, and for
 * BINANCE_COIN, which has no market.
 */
export function worthInToman(
  asset: Asset,
  amount: bigint,
  priceOf: (coin: Coin) => TradePrice | null,
): bigint | null {
  if (asset === 'TOMAN') return amount;
  const price = isCoin(asset) ? priceOf(asset) : null;
  return price && mulDiv(amount, price.sell, pow10(scaleOf(asset)), 'down');
}

/** From `then` to `now` in hundredths of a percent, to the nearest. */
export function changeBetween(then: bigint, now: bigint): bigint {
  const scaled = (now - then) * 20_000n;
  return (scaled + (scaled < 0n ? -then : then)) / (2n * then);
}

/** -125n → "-1.25" percent. */
export const changeText = (hundredths: bigint): string => formatDecimal(hundredths, 2, 2);

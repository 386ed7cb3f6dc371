import {
  type Coin,
  formatAmount,
  formatDecimal,
  pow10,
  priceDecimals,
  type Quote,
  scaleOf,
} from '@sarraf/domain';
import type { Candle, PriceLevel, PublicTrade } from '@sarraf/domain/contracts';
import type { Bucket } from './buckets.ts';
import type { DepthLevel } from './depth.ts';
import type { MarketTrade } from './view.ts';

/** Formats of the API for smallest units. */

/** Formats a price of a trade or order, unrounded. */
export const formatTradedPrice = (units: bigint, coin: Coin, quote: Quote): string =>
  formatDecimal(units, scaleOf(quote), priceDecimals(coin, quote));

/** Formats a reference price, truncated to the displayed digits. */
export const formatReferencePrice = (units: bigint, coin: Coin, quote: Quote): string =>
  formatTradedPrice(units - (units % pow10(scaleOf(quote) - priceDecimals(coin, quote))), coin, quote);

export const levelText = ([price, amount]: DepthLevel, coin: Coin, quote: Quote): PriceLevel => [
  formatTradedPrice(price, coin, quote),
  formatAmount(amount, coin),
];

export const tradeDto = (trade: MarketTrade, coin: Coin, quote: Quote): PublicTrade => ({
  number: trade.number,
  unitPrice: formatTradedPrice(trade.price, coin, quote),
  amount: formatAmount(trade.amount, coin),
  side: trade.side,
  createdAtDateTime: new Date(trade.at).toISOString(),
});

/** Converts a candle of trades, or of the reference price, which has no volume. */
export function candleDto(bucket: Bucket, coin: Coin, quote: Quote): Candle {
  const formatPrice = bucket.volume > 0n ? formatTradedPrice : formatReferencePrice;
  return {
    time: bucket.time / 1000,
    open: formatPrice(bucket.open, coin, quote),
    high: formatPrice(bucket.high, coin, quote),
    low: formatPrice(bucket.low, coin, quote),
    close: formatPrice(bucket.close, coin, quote),
    volume: bucket.volume > 0n ? formatAmount(bucket.volume, coin) : '0',
  };
}

import {
  type Coin,
  decimalText,
  pow10,
  priceDecimals,
  type Quote,
  readDecimal,
  scaleOf,
} from '@sarraf/domain';
import type { CoinPrice } from '@sarraf/domain/contracts';

/** Between what a customer pays and gets, as decimal text with the price's digits; null while halted. */
export function middlePrice(row: CoinPrice | undefined, coin: Coin, quote: Quote): string | null {
  if (!row?.buyPrice || !row.sellPrice) return null;
  const scale = scaleOf(quote);
  const buy = readDecimal(row.buyPrice, scale);
  const sell = readDecimal(row.sellPrice, scale);
  if (buy === null || sell === null) return null;
  const middle = (buy + sell) / 2n;
  const decimals = priceDecimals(coin, quote);
  return decimalText(middle - (middle % pow10(scale - decimals)), scale, decimals);
}

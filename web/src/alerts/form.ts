import {
  type AlertDirection,
  type AlertRepeat,
  formatDecimal,
  isReached,
  parseDecimal,
  pow10,
  priceDecimals,
  priceText,
  readPrice,
  scaleOf,
} from '@sarraf/domain';
import type { CoinPrice } from '@sarraf/domain/contracts';
import type { Market } from '../trade-box/form.ts';

export interface AlertDraft {
  market: Market;
  /** Plain decimal text. */
  threshold: string;
  /** The direction when the threshold was typed: a price that passes it doesn't reverse the alert. */
  direction: AlertDirection | null;
  repeat: AlertRepeat;
}

export type AlertFault = 'NO_PRICE' | 'NEED_THRESHOLD' | 'REACHED' | 'FULL';

/** Percentages relative to the price. */
export const ALERT_PRESETS = [-10, -5, 5, 10] as const;

/** Returns the price that alerts compare with, in smallest units of the quote; null if there is none. */
export const alertPrice = (row: CoinPrice | undefined, { quote }: Market): bigint | null =>
  row?.referencePrice == null ? null : parseDecimal(row.referencePrice, scaleOf(quote));

/** Returns the direction of the threshold; null if it equals the price or one of them is unknown. */
export function alertDirectionOf(
  threshold: string,
  price: bigint | null,
  market: Market,
): AlertDirection | null {
  const wanted = readPrice(threshold, market.coin, market.quote);
  if (wanted === null || price === null || wanted === price) return null;
  return wanted > price ? 'ABOVE' : 'BELOW';
}

/**
 * Returns the draft's condition and why it can't be saved yet. `full`: the maximum of twenty active alerts is
 * reached.
 */
export function validateAlertDraft(
  draft: AlertDraft,
  price: bigint | null,
  full: boolean,
): { direction: AlertDirection | null; fault: AlertFault | null } {
  const { market, threshold } = draft;
  const wanted = readPrice(threshold, market.coin, market.quote);
  const direction = draft.direction ?? alertDirectionOf(threshold, price, market);
  if (full) return { direction, fault: 'FULL' };
  if (price === null) return { direction, fault: 'NO_PRICE' };
  if (wanted === null) return { direction: null, fault: 'NEED_THRESHOLD' };
  if (direction === null || isReached(direction, wanted, price)) return { direction, fault: 'REACHED' };
  return { direction, fault: null };
}

/** Significant digits of a preset price. */
const ROUND_DIGITS = 4;

/** Returns a rounded price about `percent` away, as decimal text. */
export function presetOf(price: bigint, percent: number, { coin, quote }: Market): string {
  const moved = (price * BigInt(100 + percent)) / 100n;
  const step = pow10(scaleOf(quote) - priceDecimals(coin, quote));
  const round = pow10(Math.max(0, String(moved).length - ROUND_DIGITS));
  const unit = round > step ? round : step;
  return priceText(((moved + unit / 2n) / unit) * unit, coin, quote);
}

/** Returns the distance of a threshold from the price, as percent text without a sign: "5.2". */
export function distanceText(threshold: string, price: bigint, { coin, quote }: Market): string | null {
  const wanted = readPrice(threshold, coin, quote);
  if (wanted === null) return null;
  const apart = wanted > price ? wanted - price : price - wanted;
  return formatDecimal((apart * 10_000n) / price, 2);
}

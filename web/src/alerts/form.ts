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
  /** As the price lay when the threshold was typed: a price that moves past it doesn't turn the alert round. */
  direction: AlertDirection | null;
  repeat: AlertRepeat;
}

export type AlertFault = 'NO_PRICE' | 'NEED_THRESHOLD' | 'REACHED' | 'FULL';

/** Percents off the price. */
export const ALERT_PRESETS = [-10, -5, 5, 10] as const;

/** The price that alerts go by, quote smallest units; null while there is none. */
export const alertPrice = (row: CoinPrice | undefined, { quote }: Market): bigint | null =>
  row?.referencePrice == null ? null : parseDecimal(row.referencePrice, scaleOf(quote));

/** Towards where the threshold lies; null: on the price, or one of them isn't known. */
export function alertDirectionOf(
  threshold: string,
  price: bigint | null,
  market: Market,
): AlertDirection | null {
  const wanted = readPrice(threshold, market.coin, market.quote);
  if (wanted === null || price === null || wanted === price) return null;
  return wanted > price ? 'ABOVE' : 'BELOW';
}

/** What the alert waits for and why it can't be made yet. `full`: twenty wait already. */
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

/** Digits of a price that is easily kept in mind. */
const ROUND_DIGITS = 4;

/** A round price about so many percent away, decimal text. */
export function presetOf(price: bigint, percent: number, { coin, quote }: Market): string {
  const moved = (price * BigInt(100 + percent)) / 100n;
  const step = pow10(scaleOf(quote) - priceDecimals(coin, quote));
  const round = pow10(Math.max(0, String(moved).length - ROUND_DIGITS));
  const unit = round > step ? round : step;
  return priceText(((moved + unit / 2n) / unit) * unit, coin, quote);
}

/** How far a threshold is from the price, percent text without a sign: "5.2". */
export function distanceText(threshold: string, price: bigint, { coin, quote }: Market): string | null {
  const wanted = readPrice(threshold, coin, quote);
  if (wanted === null) return null;
  const apart = wanted > price ? wanted - price : price - wanted;
  return formatDecimal((apart * 10_000n) / price, 2);
}

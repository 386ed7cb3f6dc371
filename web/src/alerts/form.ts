import {
  type AlertDirection,
  type AlertRepeat,
  formatDecimal,
  formatUnitPrice,
  isReached,
  parseDecimal,
  parseUnitPrice,
  pow10,
  priceDecimals,
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

export type AlertDraftError = 'NO_PRICE' | 'NEED_THRESHOLD' | 'REACHED' | 'FULL';

/** Percentages relative to the price. */
export const ALERT_PRESETS = [-10, -5, 5, 10] as const;

/** Returns the price that alerts compare with, in smallest units of the quote; null if there is none. */
export const getAlertPrice = (row: CoinPrice | undefined, { quote }: Market): bigint | null =>
  row?.referencePrice == null ? null : parseDecimal(row.referencePrice, scaleOf(quote));

/** Returns the direction of the threshold; null if it equals the price or one of them is unknown. */
export function getAlertDirection(
  threshold: string,
  price: bigint | null,
  market: Market,
): AlertDirection | null {
  const target = parseUnitPrice(threshold, market.coin, market.quote);
  if (target === null || price === null || target === price) return null;
  return target > price ? 'ABOVE' : 'BELOW';
}

/**
 * Returns the draft's condition and why it can't be saved yet. `full`: the maximum of twenty active alerts is
 * reached.
 */
export function validateAlertDraft(
  draft: AlertDraft,
  price: bigint | null,
  isListFull: boolean,
): { direction: AlertDirection | null; error: AlertDraftError | null } {
  const { market, threshold } = draft;
  const target = parseUnitPrice(threshold, market.coin, market.quote);
  const direction = draft.direction ?? getAlertDirection(threshold, price, market);
  if (isListFull) return { direction, error: 'FULL' };
  if (price === null) return { direction, error: 'NO_PRICE' };
  if (target === null) return { direction: null, error: 'NEED_THRESHOLD' };
  if (direction === null || isReached(direction, target, price)) return { direction, error: 'REACHED' };
  return { direction, error: null };
}

/** Significant digits of a preset price. */
const ROUND_DIGITS = 4;

/** Returns a rounded price about `percent` away, as decimal text. */
export function computePreset(price: bigint, percent: number, { coin, quote }: Market): string {
  const movedPrice = (price * BigInt(100 + percent)) / 100n;
  const step = pow10(scaleOf(quote) - priceDecimals(coin, quote));
  const roundingUnit = pow10(Math.max(0, String(movedPrice).length - ROUND_DIGITS));
  const unit = roundingUnit > step ? roundingUnit : step;
  return formatUnitPrice(((movedPrice + unit / 2n) / unit) * unit, coin, quote);
}

/** Returns the distance of a threshold from the price, as percent text without a sign: "5.2". */
export function formatDistance(threshold: string, price: bigint, { coin, quote }: Market): string | null {
  const target = parseUnitPrice(threshold, coin, quote);
  if (target === null) return null;
  const difference = target > price ? target - price : price - target;
  return formatDecimal((difference * 10_000n) / price, 2);
}

import { scaleOf } from './assets.ts';
import type { ErrorCode } from './errors.ts';
import type { Ppm } from './fees.ts';
import {
  calculateHold,
  computeFillFee,
  computeNotional,
  computePriceBand,
  MARKET_SLIPPAGE,
  maxNotionalForTotal,
  type OrderTerms,
  validateLimitOrder,
} from './limit-order.ts';
import { type Amount, amountOf, mulDiv, pow10 } from './money.ts';
import type { Side } from './quick-trade.ts';

/** Maximum factor between a trigger price and the current price, in either direction. */
export const MAX_TRIGGER_FACTOR = 10n;

type TriggeredOrderKind = 'STOP' | 'TAKE_PROFIT' | 'TRAILING_STOP' | 'ENTRY';

/** Whether it triggers at or above its price, rather than at or below. */
export const triggersOnRise = (side: Side, kind: TriggeredOrderKind): boolean =>
  (side === 'buy') === (kind !== 'TAKE_PROFIT');

/** Whether a price triggers the order. */
export const isTriggerReached = (
  side: Side,
  kind: TriggeredOrderKind,
  triggerPrice: bigint,
  price: bigint,
): boolean => (triggersOnRise(side, kind) ? price >= triggerPrice : price <= triggerPrice);

/** Whether the trigger price is too far from the current price. */
export const isTriggerTooFar = (triggerPrice: bigint, currentPrice: bigint): boolean =>
  triggerPrice <= 0n ||
  triggerPrice < currentPrice / MAX_TRIGGER_FACTOR ||
  triggerPrice > currentPrice * MAX_TRIGGER_FACTOR;

/** Returns the initial trigger price of a trailing stop. */
export const computeTrailingTrigger = (side: Side, currentPrice: bigint, distance: bigint): bigint =>
  side === 'sell' ? currentPrice - distance : currentPrice + distance;

/** A triggered order as requested. */
export interface TriggeredOrderInput {
  side: Side;
  /** With a limit; otherwise at the best available prices. */
  limited: boolean;
  /** Coin units; null: a market purchase for a total. */
  amount: bigint | null;
  /** The limit, or the worst accepted price; null: none given. */
  unitPrice: bigint | null;
  /** Quote units, including the fee; null: it is for an amount. */
  total: bigint | null;
}

/** Terms that such an order is placed with, and its hold: quote of a purchase, coin of a sale. */
export interface TriggeredOrderTerms {
  amount: bigint;
  unitPrice: bigint;
  needs: bigint;
}

/**
 * Returns the terms of an order triggered at a price, or why it is refused; a limit is checked against the band
 * around that price.
 */
export function computeTriggeredOrderTerms(
  { side, limited, amount, unitPrice, total }: TriggeredOrderInput,
  price: bigint,
  terms: OrderTerms,
  feeRate: Ppm,
): TriggeredOrderTerms | ErrorCode {
  if (!limited && total !== null) return computeTermsForTotal(total, price, terms, feeRate);
  const requestedAmount = amount ?? 0n;
  const worstPrice = limited ? (unitPrice ?? 0n) : (unitPrice ?? price);
  // A trailing stop's price may be between two ticks.
  const checkedPrice = unitPrice === null && !limited ? roundDownToTick(price, terms.tick) : worstPrice;
  const refusal = validateLimitOrder({
    ...{
      terms,
      amount: requestedAmount,
      unitPrice: checkedPrice,
      reference: price,
      balance: null,
      side,
      feeRate,
    },
  });
  return (
    refusal ?? {
      amount: requestedAmount,
      unitPrice: worstPrice,
      needs: calculateHold(side, terms.coin, requestedAmount, worstPrice, feeRate),
    }
  );
}

function computeTermsForTotal(
  total: bigint,
  price: bigint,
  { coin, lot, minNotional, maxAmount }: OrderTerms,
  feeRate: Ppm,
): TriggeredOrderTerms | ErrorCode {
  const maxNotional = maxNotionalForTotal(total, feeRate);
  if (maxNotional < minNotional) return 'AMOUNT_IS_LOW';
  const exactAmount = (maxNotional * pow10(scaleOf(coin))) / price;
  const amount = exactAmount - (exactAmount % lot);
  if (amount > maxAmount) return 'AMOUNT_IS_HIGH';
  if (amount === 0n || computeNotional(coin, amount, price) === 0n) return 'AMOUNT_IS_LOW';
  return { amount, unitPrice: price, needs: total };
}

const roundDownToTick = (price: bigint, tick: bigint): bigint =>
  price < tick ? tick : price - (price % tick);

/** Returns the common hold of an OCO's two orders: that of the more expensive one. */
export const computeOcoHold = (limit: bigint, stop: bigint): bigint => (stop > limit ? stop : limit);

/**
 * Rounds a price to the tick in favour of the order's owner: down for a limit to buy, up for one to sell.
 * At least one tick.
 */
export function roundToOwnTick(price: bigint, tick: bigint, side: Side): Amount {
  const remainder = price % tick;
  const roundedDown = price - remainder;
  if (remainder === 0n) return amountOf(price);
  return amountOf(side === 'sell' || roundedDown === 0n ? roundedDown + tick : roundedDown);
}

/** Returns the tick nearest to a price, the lower of two; at least one. */
export function roundToNearestTick(price: bigint, tick: bigint): Amount {
  const remainder = price % tick;
  const roundedDown = price - remainder;
  return amountOf(
    roundedDown === 0n || remainder * 2n > tick ? roundedDown + (remainder === 0n ? 0n : tick) : roundedDown,
  );
}

/** Returns the worst price that a market order accepts for this best price, rounded inwards to the tick. */
export function computeWorstMarketPrice(side: Side, bestPrice: bigint, tick: bigint): Amount {
  if (side === 'buy') {
    const slippedLimit = mulDiv(bestPrice, 100n + MARKET_SLIPPAGE, 100n, 'down');
    return amountOf(slippedLimit - (slippedLimit % tick));
  }
  const far = mulDiv(bestPrice, 100n - MARKET_SLIPPAGE, 100n, 'up');
  return amountOf(far + ((tick - (far % tick)) % tick));
}

/** Value, fee, and total paid or received for an amount at a price. Quote units. */
export interface OrderTotals {
  notional: Amount;
  fee: Amount;
  total: Amount;
}

export function computeOrderTotals(side: Side, notional: bigint, feeRate: Ppm): OrderTotals {
  // A buyer's fee is never limited; a seller's is, to their proceeds.
  const fee = computeFillFee({ notional: 0n, fee: 0n }, notional, feeRate);
  return {
    notional: amountOf(notional),
    fee,
    total: amountOf(side === 'sell' ? notional - fee : notional + fee),
  };
}

export interface BracketPrices {
  /** Maximum price of the purchase per coin. */
  entry: bigint;
  /** Current price, of the kind that the stop compares. */
  now: bigint;
  /** Whether the purchase has a limit. */
  limited: boolean;
  profit: bigint;
  stop: bigint;
}

/** Returns which of a bracket's prices is on the wrong side of the entry, or outside its band. */
export function validateBracket(
  { entry, now, limited, profit, stop }: BracketPrices,
  tick: bigint,
): 'PROFIT_LOW' | 'STOP_HIGH' | 'PROFIT_FAR' | 'STOP_FAR' | null {
  if (profit <= entry) return 'PROFIT_LOW';
  if (stop >= (limited ? entry : now)) return 'STOP_HIGH';
  const { low, high } = computePriceBand(entry, tick);
  if (profit > high) return 'PROFIT_FAR';
  return stop < low ? 'STOP_FAR' : null;
}

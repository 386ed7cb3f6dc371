import { scaleOf } from './assets.ts';
import type { ErrorCode } from './errors.ts';
import type { Ppm } from './fees.ts';
import {
  calculateHold,
  fillFee,
  MARKET_SLIPPAGE,
  maxNotionalForTotal,
  notionalOf,
  type OrderTerms,
  priceBand,
  validateLimitOrder,
} from './limit-order.ts';
import { type Amount, amountOf, mulDiv, pow10 } from './money.ts';
import type { Side } from './quick-trade.ts';

/** Maximum factor between a trigger price and the current price, in either direction. */
export const TRIGGER_FAR = 10n;

type Kind = 'STOP' | 'TAKE_PROFIT' | 'TRAILING_STOP' | 'ENTRY';

/** Whether it triggers at or above its price, rather than at or below. */
export const waitsForRise = (side: Side, kind: Kind): boolean =>
  (side === 'buy') === (kind !== 'TAKE_PROFIT');

/** Whether a price triggers the order. */
export const triggerReached = (side: Side, kind: Kind, trigger: bigint, price: bigint): boolean =>
  waitsForRise(side, kind) ? price >= trigger : price <= trigger;

/** Whether the trigger price is too far from the current price. */
export const triggerIsFar = (trigger: bigint, now: bigint): boolean =>
  trigger <= 0n || trigger < now / TRIGGER_FAR || trigger > now * TRIGGER_FAR;

/** Returns the initial trigger price of a trailing stop. */
export const trailedPrice = (side: Side, now: bigint, distance: bigint): bigint =>
  side === 'sell' ? now - distance : now + distance;

/** A triggered order as requested. */
export interface WaitingOrder {
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
export interface WaitingFigures {
  amount: bigint;
  unitPrice: bigint;
  needs: bigint;
}

/**
 * Returns the terms of an order triggered at a price, or why it is refused; a limit is checked against the band
 * around that price.
 */
export function waitingFigures(
  { side, limited, amount, unitPrice, total }: WaitingOrder,
  price: bigint,
  terms: OrderTerms,
  wage: Ppm,
): WaitingFigures | ErrorCode {
  if (!limited && total !== null) return totalFigures(total, price, terms, wage);
  const wanted = amount ?? 0n;
  const worst = limited ? (unitPrice ?? 0n) : (unitPrice ?? price);
  // A trailing stop's price may be between two ticks.
  const judged = unitPrice === null && !limited ? downToTick(price, terms.tick) : worst;
  const refusal = validateLimitOrder({
    ...{ terms, amount: wanted, unitPrice: judged, reference: price, balance: null, side, wage },
  });
  return (
    refusal ?? {
      amount: wanted,
      unitPrice: worst,
      needs: calculateHold(side, terms.coin, wanted, worst, wage),
    }
  );
}

function totalFigures(
  total: bigint,
  price: bigint,
  { coin, lot, minNotional, maxAmount }: OrderTerms,
  wage: Ppm,
): WaitingFigures | ErrorCode {
  const sum = maxNotionalForTotal(total, wage);
  if (sum < minNotional) return 'AMOUNT_IS_LOW';
  const about = (sum * pow10(scaleOf(coin))) / price;
  const amount = about - (about % lot);
  if (amount > maxAmount) return 'AMOUNT_IS_HIGH';
  if (amount === 0n || notionalOf(coin, amount, price) === 0n) return 'AMOUNT_IS_LOW';
  return { amount, unitPrice: price, needs: total };
}

const downToTick = (price: bigint, tick: bigint): bigint => (price < tick ? tick : price - (price % tick));

/** Returns the common hold of an OCO's two orders: that of the more expensive one. */
export const ocoNeeds = (limit: bigint, stop: bigint): bigint => (stop > limit ? stop : limit);

/**
 * Rounds a price to the tick in favour of the order's owner: down for a limit to buy, up for one to sell.
 * At least one tick.
 */
export function toTick(price: bigint, tick: bigint, side: Side): Amount {
  const over = price % tick;
  const down = price - over;
  if (over === 0n) return amountOf(price);
  return amountOf(side === 'sell' || down === 0n ? down + tick : down);
}

/** Returns the tick nearest to a price, the lower of two; at least one. */
export function nearestTick(price: bigint, tick: bigint): Amount {
  const over = price % tick;
  const down = price - over;
  return amountOf(down === 0n || over * 2n > tick ? down + (over === 0n ? 0n : tick) : down);
}

/** Returns the worst price that a market order accepts for this best price, rounded inwards to the tick. */
export function slippedPrice(side: Side, best: bigint, tick: bigint): Amount {
  if (side === 'buy') {
    const far = mulDiv(best, 100n + MARKET_SLIPPAGE, 100n, 'down');
    return amountOf(far - (far % tick));
  }
  const far = mulDiv(best, 100n - MARKET_SLIPPAGE, 100n, 'up');
  return amountOf(far + ((tick - (far % tick)) % tick));
}

/** Value, fee, and total paid or received for an amount at a price. Quote units. */
export interface OrderWorth {
  notional: Amount;
  fee: Amount;
  total: Amount;
}

export function worthOf(side: Side, notional: bigint, wage: Ppm): OrderWorth {
  // A buyer's fee is never limited; a seller's is, to their proceeds.
  const fee = fillFee({ notional: 0n, fee: 0n }, notional, wage);
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
export function bracketFault(
  { entry, now, limited, profit, stop }: BracketPrices,
  tick: bigint,
): 'PROFIT_LOW' | 'STOP_HIGH' | 'PROFIT_FAR' | 'STOP_FAR' | null {
  if (profit <= entry) return 'PROFIT_LOW';
  if (stop >= (limited ? entry : now)) return 'STOP_HIGH';
  const { low, high } = priceBand(entry, tick);
  if (profit > high) return 'PROFIT_FAR';
  return stop < low ? 'STOP_FAR' : null;
}

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

/** So many times what a price is now, up or down, lie the prices that an order may wait for. */
export const TRIGGER_FAR = 10n;

type Kind = 'STOP' | 'TAKE_PROFIT' | 'TRAILING_STOP' | 'ENTRY';

/** Whether it is to trigger at its price and above; else at its price and below. */
export const waitsForRise = (side: Side, kind: Kind): boolean =>
  (side === 'buy') === (kind !== 'TAKE_PROFIT');

/** Whether a price is what such an order waits for. */
export const triggerReached = (side: Side, kind: Kind, trigger: bigint, price: bigint): boolean =>
  waitsForRise(side, kind) ? price >= trigger : price <= trigger;

/** Whether an order may wait for this price, by the price of now. */
export const triggerIsFar = (trigger: bigint, now: bigint): boolean =>
  trigger <= 0n || trigger < now / TRIGGER_FAR || trigger > now * TRIGGER_FAR;

/** Where a trailing stop stands that begins to follow now. */
export const trailedPrice = (side: Side, now: bigint, distance: bigint): bigint =>
  side === 'sell' ? now - distance : now + distance;

/** An order that waits, as it is asked for. */
export interface WaitingOrder {
  side: Side;
  /** At a limit; else at the best prices there are. */
  limited: boolean;
  /** Coin units; null: a market purchase for a total. */
  amount: bigint | null;
  /** The limit, or the worst price that is taken; null: none was named. */
  unitPrice: bigint | null;
  /** Quote units, the fee included; null: it is for an amount. */
  total: bigint | null;
}

/** The figures that such an order is placed with, and what is blocked for it: quote of a purchase, coin of a sale. */
export interface WaitingFigures {
  amount: bigint;
  unitPrice: bigint;
  needs: bigint;
}

/** What an order needs that comes to the book at about a price, or why it may not wait for it; a limit is judged by the band around that price. */
export function waitingFigures(
  { side, limited, amount, unitPrice, total }: WaitingOrder,
  price: bigint,
  terms: OrderTerms,
  wage: Ppm,
): WaitingFigures | ErrorCode {
  if (!limited && total !== null) return totalFigures(total, price, terms, wage);
  const wanted = amount ?? 0n;
  const worst = limited ? (unitPrice ?? 0n) : (unitPrice ?? price);
  // A trailing stop's own price may lie between two ticks.
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

/** What both orders of an OCO may need is blocked once: that of the dearer. */
export const ocoNeeds = (limit: bigint, stop: bigint): bigint => (stop > limit ? stop : limit);

/**
 * The step of the market that a price is taken for, in favour of whom it is for: a limit to buy goes down, one to sell up.
 * Never below one step.
 */
export function toTick(price: bigint, tick: bigint, side: Side): Amount {
  const over = price % tick;
  const down = price - over;
  if (over === 0n) return amountOf(price);
  return amountOf(side === 'sell' || down === 0n ? down + tick : down);
}

/** The step nearest to a price, of two the lower; never below one. */
export function nearestTick(price: bigint, tick: bigint): Amount {
  const over = price % tick;
  const down = price - over;
  return amountOf(down === 0n || over * 2n > tick ? down + (over === 0n ? 0n : tick) : down);
}

/** The worst price that a market order takes where the best is this one: to the tick inside. */
export function slippedPrice(side: Side, best: bigint, tick: bigint): Amount {
  if (side === 'buy') {
    const far = mulDiv(best, 100n + MARKET_SLIPPAGE, 100n, 'down');
    return amountOf(far - (far % tick));
  }
  const far = mulDiv(best, 100n - MARKET_SLIPPAGE, 100n, 'up');
  return amountOf(far + ((tick - (far % tick)) % tick));
}

/** What an amount comes to at a price: worth, fee, and what is paid in all or received. Quote units. */
export interface OrderWorth {
  notional: Amount;
  fee: Amount;
  total: Amount;
}

export function worthOf(side: Side, notional: bigint, wage: Ppm): OrderWorth {
  // A buyer's fee is never cut; a seller's is, to what they get.
  const fee = fillFee({ notional: 0n, fee: 0n }, notional, wage);
  return {
    notional: amountOf(notional),
    fee,
    total: amountOf(side === 'sell' ? notional - fee : notional + fee),
  };
}

export interface BracketPrices {
  /** What the purchase may cost for one coin. */
  entry: bigint;
  /** Where it stands now, by the price that the stop is judged by. */
  now: bigint;
  /** The purchase is at a limit. */
  limited: boolean;
  profit: bigint;
  stop: bigint;
}

/** Which of a bracket's prices is on the wrong side of the entry, or farther from it than the band. */
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

import {
  type Coin,
  computeNotional,
  computePriceBand,
  computeWorstMarketPrice,
  mulDiv,
  type OrderTerms,
  pow10,
  type Side,
  scaleOf,
} from '@sarraf/domain';
import type { BookLevel } from '../order-book/book.ts';

/** Estimated execution of a market order against the current order book. */
export interface FillEstimate {
  /** Amounts of the coin and the quote that are exchanged. */
  amount: bigint;
  notional: bigint;
  /** The whole requested amount is available within the price. */
  complete: boolean;
}

/**
 * Returns the worst price that a market order accepts: a fixed slippage from the best price, limited by the price
 * band.
 */
export function worstPrice(side: Side, best: bigint, { tick }: OrderTerms, reference: bigint | null): bigint {
  const band = reference === null ? null : computePriceBand(reference, tick);
  const cap = computeWorstMarketPrice(side, best, tick);
  if (!band) return cap;
  if (side === 'buy') return cap > band.high ? band.high : cap;
  return cap < band.low ? band.low : cap;
}

const isWithinCap = (side: Side, price: bigint, cap: bigint): boolean =>
  side === 'buy' ? price <= cap : price >= cap;

/** Estimates the execution of an amount of the coin. */
export function estimateFillByAmount(
  side: Side,
  levels: readonly BookLevel[],
  coin: Coin,
  requested: bigint,
  cap: bigint,
): FillEstimate {
  let remaining = requested;
  let notional = 0n;
  for (const { price, amount } of levels) {
    if (remaining === 0n || !isWithinCap(side, price, cap)) break;
    const filled = amount < remaining ? amount : remaining;
    notional += computeNotional(coin, filled, price);
    remaining -= filled;
  }
  return { amount: requested - remaining, notional, complete: remaining === 0n };
}

/** Estimates the amount that a budget in the quote buys, without fees, in whole lots. */
export function estimateFillByBudget(
  levels: readonly BookLevel[],
  terms: OrderTerms,
  budget: bigint,
  cap: bigint,
): FillEstimate {
  const { coin, lot } = terms;
  let remaining = budget;
  let amount = 0n;
  for (const level of levels) {
    if (!isWithinCap('buy', level.price, cap)) break;
    const affordable = maxAmountForNotional(coin, remaining, level.price, lot);
    const filled = level.amount < affordable ? level.amount : affordable;
    amount += filled;
    remaining -= computeNotional(coin, filled, level.price);
    if (filled < level.amount) return { amount, notional: budget - remaining, complete: true };
  }
  // The remainder may be worth less than one lot.
  return {
    amount,
    notional: budget - remaining,
    complete: maxAmountForNotional(coin, remaining, cap, lot) === 0n,
  };
}

/**
 * Returns the smallest amount, in whole lots, that brings a notional in the quote, without fees; everything
 * available if it isn't enough.
 */
export function estimateAmountForNotional(
  levels: readonly BookLevel[],
  { coin, lot }: OrderTerms,
  notional: bigint,
  cap: bigint,
): bigint {
  let remaining = notional;
  let amount = 0n;
  for (const level of levels) {
    if (remaining <= 0n || !isWithinCap('sell', level.price, cap)) break;
    const needed = minAmountForNotional(coin, remaining, level.price, lot);
    const filled = level.amount < needed ? level.amount : needed;
    amount += filled;
    remaining -= computeNotional(coin, filled, level.price);
  }
  return amount;
}

/** Returns the largest amount of the coin, in whole lots, whose value at a price is at most a notional. */
export function maxAmountForNotional(coin: Coin, notional: bigint, price: bigint, lot: bigint): bigint {
  if (price <= 0n || notional < 0n) return 0n;
  const amount = ((notional + 1n) * pow10(scaleOf(coin)) - 1n) / price;
  return amount - (amount % lot);
}

/** Returns the smallest amount of the coin, in whole lots, whose value at a price reaches a notional. */
export function minAmountForNotional(coin: Coin, notional: bigint, price: bigint, lot: bigint): bigint {
  if (price <= 0n) return 0n;
  const amount = mulDiv(notional, pow10(scaleOf(coin)), price, 'up');
  return amount + ((lot - (amount % lot)) % lot);
}

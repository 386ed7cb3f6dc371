import {
  type Coin,
  mulDiv,
  notionalOf,
  type OrderTerms,
  pow10,
  priceBand,
  type Side,
  scaleOf,
  slippedPrice,
} from '@sarraf/domain';
import type { Level } from '../order-book/book.ts';

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
  const band = reference === null ? null : priceBand(reference, tick);
  const cap = slippedPrice(side, best, tick);
  if (!band) return cap;
  if (side === 'buy') return cap > band.high ? band.high : cap;
  return cap < band.low ? band.low : cap;
}

const within = (side: Side, price: bigint, cap: bigint): boolean =>
  side === 'buy' ? price <= cap : price >= cap;

/** Estimates the execution of an amount of the coin. */
export function estimateFillByAmount(
  side: Side,
  levels: readonly Level[],
  coin: Coin,
  asked: bigint,
  cap: bigint,
): FillEstimate {
  let left = asked;
  let notional = 0n;
  for (const { price, amount } of levels) {
    if (left === 0n || !within(side, price, cap)) break;
    const taken = amount < left ? amount : left;
    notional += notionalOf(coin, taken, price);
    left -= taken;
  }
  return { amount: asked - left, notional, complete: left === 0n };
}

/** Estimates the amount that a budget in the quote buys, without fees, in whole lots. */
export function estimateFillByBudget(
  levels: readonly Level[],
  terms: OrderTerms,
  budget: bigint,
  cap: bigint,
): FillEstimate {
  const { coin, lot } = terms;
  let left = budget;
  let amount = 0n;
  for (const level of levels) {
    if (!within('buy', level.price, cap)) break;
    const affordable = amountWithin(coin, left, level.price, lot);
    const taken = level.amount < affordable ? level.amount : affordable;
    amount += taken;
    left -= notionalOf(coin, taken, level.price);
    if (taken < level.amount) return { amount, notional: budget - left, complete: true };
  }
  // The remainder may be worth less than one lot.
  return { amount, notional: budget - left, complete: amountWithin(coin, left, cap, lot) === 0n };
}

/**
 * Returns the smallest amount, in whole lots, that brings a notional in the quote, without fees; everything
 * available if it isn't enough.
 */
export function walkWorth(
  levels: readonly Level[],
  { coin, lot }: OrderTerms,
  wanted: bigint,
  cap: bigint,
): bigint {
  let left = wanted;
  let amount = 0n;
  for (const level of levels) {
    if (left <= 0n || !within('sell', level.price, cap)) break;
    const needed = amountWorth(coin, left, level.price, lot);
    const taken = level.amount < needed ? level.amount : needed;
    amount += taken;
    left -= notionalOf(coin, taken, level.price);
  }
  return amount;
}

/** Returns the largest amount of the coin, in whole lots, whose value at a price is at most a notional. */
export function amountWithin(coin: Coin, notional: bigint, price: bigint, lot: bigint): bigint {
  if (price <= 0n || notional < 0n) return 0n;
  const amount = ((notional + 1n) * pow10(scaleOf(coin)) - 1n) / price;
  return amount - (amount % lot);
}

/** Returns the smallest amount of the coin, in whole lots, whose value at a price reaches a notional. */
export function amountWorth(coin: Coin, notional: bigint, price: bigint, lot: bigint): bigint {
  if (price <= 0n) return 0n;
  const amount = mulDiv(notional, pow10(scaleOf(coin)), price, 'up');
  return amount + ((lot - (amount % lot)) % lot);
}

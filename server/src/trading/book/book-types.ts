import type { Side } from '@sarraf/domain';

/**
 * The book of one market, in whole ticks and lots (safe integers; ticks × lots too). Pure and deterministic: the same
 * calls give the same book, byte for byte. Price first, then time of arrival. Owners are small integers that the caller
 * gives out; orders that rest are known by a handle, which may be used again once its order has left.
 */
export interface Book {
  /** What an order that comes now would take, best first. Changes nothing. The answer holds until the next `match`. */
  match(taker: Taker): Match;
  /** Takes what a match of this number found. Throws for any but the last, and when the book has changed since. */
  apply(matchNumber: number): void;
  /** Lets an order wait behind those of its price. Throws if the price crosses the other side. */
  add(order: Resting): number;
  /** Takes a waiting order out; answers the lots it had left. Throws for one that doesn't wait. */
  remove(handle: number): number;
  /** Lots that a waiting order has left. Throws likewise. */
  lotsOf(handle: number): number;
  /** Best price in ticks; null when nobody waits. */
  best(side: Side): number | null;
  /** Ticks, lots and number of orders, best first, at most `most` levels. */
  levels(side: Side, most: number): [tick: number, lots: number, orders: number][];
  /** How many orders wait. */
  readonly size: number;
  /** All that a book is, in one canonical order: two books that answer alike have equal bytes. */
  bytes(): Uint8Array;
}

export interface Taker {
  side: Side;
  owner: number;
  /** The worst price it takes, in ticks. */
  limit: number;
  /** The most it takes. */
  lots: number;
  /** The most it pays, in ticks × lots; Infinity: as much as it costs. */
  budget: number;
}

export interface Match {
  /** By which `apply` knows it; each match of a book has its own. */
  readonly number: number;
  /** In the order they are filled. The last may be filled in part. */
  readonly fills: readonly { readonly maker: number; readonly tick: number; readonly lots: number }[];
  /** Lots that found nobody. */
  readonly rest: number;
  /**
   * `own`: the next in line is the taker's own order, and nothing beyond it was looked at. `budget`: what is left of it
   * pays for not one lot more, at the last price or at the next.
   */
  readonly end: 'filled' | 'empty' | 'own' | 'budget';
}

export interface Resting {
  side: Side;
  owner: number;
  tick: number;
  lots: number;
}

import type { Side } from '@sarraf/domain';
import type { SelfTradePrevention } from '@sarraf/domain/contracts';

/**
 * The book of one market, in whole ticks and lots (safe integers; ticks × lots too). Pure and deterministic: the same
 * calls give the same book, byte for byte. Price first, then time of arrival. Owners are small integers that the caller
 * gives out; orders that rest are known by a handle, which may be used again once its order has left.
 */
export interface Book {
  /** What an order that comes now would take, best first. Changes nothing. The answer holds until the next `match`. */
  match(taker: IncomingOrder): Match;
  /** Takes what a match of this number found. Throws for any but the last, and when the book has changed since. */
  apply(matchNumber: number): void;
  /** Lets an order wait behind those of its price. Throws if the price crosses the other side. */
  add(order: RestingOrder): number;
  /** Takes a waiting order out; answers the lots it had left, hidden ones too. Throws for one that doesn't wait. */
  remove(handle: number): number;
  /** Takes lots, fewer than it has left and hidden ones first, from a waiting order, which keeps its place. Throws likewise. */
  reduce(handle: number, lots: number): void;
  /** Lots that a waiting order has left, hidden ones too. Throws likewise. */
  lotsOf(handle: number): number;
  /** Those of them that it shows. Throws likewise. */
  shownOf(handle: number): number;
  /** Best price in ticks; null when nobody waits. */
  best(side: Side): number | null;
  /** Ticks, lots that are shown and number of orders, best first, at most `most` levels. */
  levels(side: Side, most: number): [tick: number, lots: number, orders: number][];
  /** How many orders wait. */
  readonly size: number;
  /** All that a book is, in one canonical order: two books that answer alike have equal bytes. */
  bytes(): Uint8Array;
}

export interface IncomingOrder {
  side: Side;
  owner: number;
  /** The worst price it takes, in ticks. */
  limit: number;
  /** The most it takes. */
  lots: number;
  /** The most it pays, in ticks × lots; Infinity: as much as it costs. */
  budget: number;
  /** What gives way where it meets an order of its owner; NEWEST where nothing is said. */
  selfTrade?: SelfTradePrevention;
  /** Whether an order may not be traded any more, though it waits; null or nothing: each may. */
  gone?: ((handle: number) => boolean) | null;
}

export interface Match {
  /** By which `apply` knows it; each match of a book has its own. */
  readonly number: number;
  /**
   * In the order they are filled. The last may be filled in part. Those of no lots leave untraded: they are gone, or the
   * taker's own and give way.
   */
  readonly fills: readonly { readonly maker: number; readonly tick: number; readonly lots: number }[];
  /**
   * Of those that hide lots, whose slice was taken wholly: in their order behind all others of their price, with what each shows
   * of its next slice. What they sold of several slices is one fill.
   */
  readonly refilled: readonly { readonly maker: number; readonly shown: number }[];
  /** Lots that found nobody. */
  readonly rest: number;
  /**
   * `own`: the next in line (of BOTH the last that leaves) is the taker's own order, and nothing beyond it was looked at. `budget`: what is left of it
   * pays for not one lot more, at the last price or at the next.
   */
  readonly end: 'filled' | 'empty' | 'own' | 'budget';
}

export interface RestingOrder {
  side: Side;
  owner: number;
  tick: number;
  /** With those that it hides. */
  lots: number;
  /** How many it shows at a time: the next ones as soon as these are taken, behind those of its price. Unset: all. */
  slice?: number;
  /** How many it shows now; unset: a slice. */
  shown?: number;
}

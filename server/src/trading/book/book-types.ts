import type { Side } from '@sarraf/domain';
import type { SelfTradePrevention } from '@sarraf/domain/contracts';

/**
 * The order book of one market, in whole ticks and lots (safe integers; ticks × lots too). Pure and deterministic:
 * the same calls give the same book, byte for byte. Priority is price, then time of arrival. Owners are small
 * integers assigned by the caller; resting orders are identified by a handle, which may be reused once its order
 * has left.
 */
export interface Book {
  /**
   * Returns what an incoming order would take, best price first. Changes nothing. The result is valid until the
   * next `match`.
   */
  match(taker: IncomingOrder): Match;
  /** Executes the match with this number. Throws for any match but the last, and when the book has changed since. */
  apply(matchNumber: number): void;
  /** Adds a resting order behind those of its price. Throws if the price crosses the other side. */
  add(order: RestingOrder): number;
  /** Removes a resting order; returns its remaining lots, hidden ones included. Throws when it doesn't rest here. */
  remove(handle: number): number;
  /**
   * Reduces a resting order by fewer lots than it has left, hidden ones first; it keeps its priority. Throws
   * likewise.
   */
  reduce(handle: number, lots: number): void;
  /** Returns the remaining lots of a resting order, hidden ones included. Throws likewise. */
  getLots(handle: number): number;
  /** Returns the displayed lots among them. Throws likewise. */
  getDisplayedLots(handle: number): number;
  /** Returns the best price in ticks; null when the side is empty. */
  getBestTick(side: Side): number | null;
  /** Returns ticks, displayed lots and number of orders, best first, at most `most` levels. */
  listLevels(side: Side, most: number): [tick: number, lots: number, orders: number][];
  /** Number of resting orders. */
  readonly size: number;
  /** Serialises the book's whole state in one canonical order: two books that behave alike have equal bytes. */
  serialize(): Uint8Array;
}

export interface IncomingOrder {
  side: Side;
  owner: number;
  /** The worst acceptable price, in ticks. */
  limit: number;
  /** The maximum amount. */
  lots: number;
  /** The maximum cost, in ticks × lots; Infinity: unlimited. */
  budget: number;
  /** Which order gives way when it meets one of the same owner; NEWEST if unset. */
  selfTrade?: SelfTradePrevention;
  /** Whether a resting order may no longer be traded; null or unset: each may be. */
  gone?: ((handle: number) => boolean) | null | undefined;
}

export interface Match {
  /** Identifies the match for `apply`; unique within a book. */
  readonly number: number;
  /**
   * Fills in the order of execution. The last maker may be filled in part. Those with no lots leave untraded: they
   * are gone, or are the taker's own and give way.
   */
  readonly fills: readonly { readonly maker: number; readonly tick: number; readonly lots: number }[];
  /**
   * Makers with hidden lots whose slice was taken wholly: in order, behind all others of their price, with the
   * displayed lots of their next slice. What they sold from several slices is one fill.
   */
  readonly refilled: readonly { readonly maker: number; readonly displayedLots: number }[];
  /** Unmatched lots. */
  readonly rest: number;
  /**
   * `own`: the next order in line (for BOTH the last that leaves) is the taker's own, and nothing beyond it was
   * considered. `budget`: the remaining budget doesn't pay for one more lot, at the last price or at the next.
   */
  readonly end: 'filled' | 'empty' | 'own' | 'budget';
}

export interface RestingOrder {
  side: Side;
  owner: number;
  tick: number;
  /** Hidden lots included. */
  lots: number;
  /**
   * Lots displayed at a time: the next slice appears as soon as one is taken, behind the others of its price.
   * Unset: all.
   */
  slice?: number;
  /** Lots displayed now; unset: a whole slice. */
  displayedLots?: number;
}

import type { PriceLevel } from '@sarraf/domain/contracts';

export interface BookLevels {
  bids: readonly PriceLevel[];
  asks: readonly PriceLevel[];
}

/** The best levels of an order book, built from its channel's messages. */
export class LevelBook {
  readonly #bids = new Map<string, string>();
  readonly #asks = new Map<string, string>();

  reset(levels: BookLevels): void {
    this.#bids.clear();
    this.#asks.clear();
    this.apply(levels);
  }

  /** An amount of zero removes a level. */
  apply({ bids, asks }: BookLevels): void {
    put(this.#bids, bids);
    put(this.#asks, asks);
  }

  /** Returns the best level of each side; read after each change, so nothing is sorted for it. */
  top(): BookLevels {
    return {
      bids: first(this.#bids, (one, other) => compare(other, one)),
      asks: first(this.#asks, compare),
    };
  }

  /** Returns the best levels first. */
  best(count: number): BookLevels {
    return {
      bids: sorted(this.#bids, (one, other) => compare(other, one)).slice(0, count),
      asks: sorted(this.#asks, compare).slice(0, count),
    };
  }
}

const isNothing = (amount: string): boolean => !/[1-9]/.test(amount);

function put(side: Map<string, string>, levels: readonly PriceLevel[]): void {
  for (const [price, amount] of levels)
    if (isNothing(amount)) side.delete(price);
    else side.set(price, amount);
}

type By = (one: string, other: string) => number;

function first(side: Map<string, string>, by: By): PriceLevel[] {
  let found: PriceLevel | null = null;
  for (const level of side) if (found === null || by(level[0], found[0]) < 0) found = level;
  return found === null ? [] : [found];
}

const sorted = (side: Map<string, string>, by: By): PriceLevel[] =>
  [...side.entries()].sort(([one], [other]) => by(one, other));

/** Prices of one market have the same number of decimals. */
const compare = (one: string, other: string): number =>
  one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);

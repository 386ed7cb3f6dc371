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
    applyLevels(this.#bids, bids);
    applyLevels(this.#asks, asks);
  }

  /** Returns the best level of each side; read after each change, so nothing is sorted for it. */
  bestLevels(): BookLevels {
    return {
      bids: findFirst(this.#bids, (priceA, priceB) => compare(priceB, priceA)),
      asks: findFirst(this.#asks, compare),
    };
  }

  /** Returns the best levels first. */
  topLevels(count: number): BookLevels {
    return {
      bids: sortLevels(this.#bids, (priceA, priceB) => compare(priceB, priceA)).slice(0, count),
      asks: sortLevels(this.#asks, compare).slice(0, count),
    };
  }
}

const isZero = (amount: string): boolean => !/[1-9]/.test(amount);

function applyLevels(side: Map<string, string>, levels: readonly PriceLevel[]): void {
  for (const [price, amount] of levels)
    if (isZero(amount)) side.delete(price);
    else side.set(price, amount);
}

type PriceComparison = (one: string, other: string) => number;

function findFirst(side: Map<string, string>, comparePrices: PriceComparison): PriceLevel[] {
  let firstLevel: PriceLevel | null = null;
  for (const level of side)
    if (firstLevel === null || comparePrices(level[0], firstLevel[0]) < 0) firstLevel = level;
  return firstLevel === null ? [] : [firstLevel];
}

const sortLevels = (side: Map<string, string>, comparePrices: PriceComparison): PriceLevel[] =>
  [...side.entries()].sort(([priceA], [priceB]) => comparePrices(priceA, priceB));

/** Prices of one market have the same number of decimals. */
const compare = (priceA: string, priceB: string): number =>
  priceA.length - priceB.length || (priceA < priceB ? -1 : priceA > priceB ? 1 : 0);

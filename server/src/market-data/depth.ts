import type { Side } from '@sarraf/domain';

/** Price and open amount, smallest units. */
export type DepthLevel = readonly [price: bigint, amount: bigint];

/** Open amounts on one side of a market, by price. */
export class DepthSide {
  readonly #side: Side;
  readonly #amounts = new Map<bigint, bigint>();
  /** Best price last: most changes are near the best price, and so move few elements. */
  readonly #prices: bigint[] = [];
  /** Number of the best levels that are watched. */
  #watchedCount = 0;
  /** Prices of levels that were among the watched ones, and were changed, added or removed since. */
  readonly #changedPrices = new Set<bigint>();

  constructor(side: Side) {
    this.#side = side;
  }

  /** Changes the amount at a price; false when it would become negative: a change was missed. */
  changeAmount(price: bigint, delta: bigint): boolean {
    const before = this.#amounts.get(price);
    const after = (before ?? 0n) + delta;
    if (after < 0n) return false;
    if (before === undefined && after === 0n) return true;
    const index = this.#indexOfPrice(price);
    // Number of better levels, once it is inserted.
    const betterCount = this.#prices.length - index - (before === undefined ? 0 : 1);
    const isWatched = betterCount < this.#watchedCount;
    if (isWatched) this.#recordChange(price);
    if (after === 0n) {
      this.#amounts.delete(price);
      this.#prices.splice(index, 1);
      // The next best level has become a watched one.
      if (isWatched) this.#recordChange(this.#prices.at(-this.#watchedCount));
      return true;
    }
    if (before === undefined) {
      this.#prices.splice(index, 0, price);
      // The worst watched level has been pushed out.
      if (isWatched) this.#recordChange(this.#prices.at(-this.#watchedCount - 1));
    }
    this.#amounts.set(price, after);
    return true;
  }

  /** Starts recording changes among this many best levels; 0: none. */
  watchBest(count: number): void {
    this.#watchedCount = count;
    this.#changedPrices.clear();
  }

  /**
   * Returns the changes among the watched levels since the last call: every price that was among them at any time
   * and was added, removed or changed, with its present amount; 0n: empty, or no longer among them.
   */
  takeChanges(): DepthLevel[] {
    const last = this.#prices.at(-this.#watchedCount) ?? null;
    const levels = [...this.#changedPrices].map((price): DepthLevel => {
      const isShown = last === null || price === last || this.#isBetter(price, last);
      return [price, (isShown && this.#amounts.get(price)) || 0n];
    });
    this.#changedPrices.clear();
    return levels;
  }

  get best(): bigint | null {
    return this.#prices.at(-1) ?? null;
  }

  /** Returns the best levels first. */
  listBest(maxLevels: number): DepthLevel[] {
    const levels: DepthLevel[] = [];
    for (let i = this.#prices.length - 1; i >= 0 && levels.length < maxLevels; i -= 1) {
      const price = this.#prices[i] as bigint;
      levels.push([price, this.#amounts.get(price) as bigint]);
    }
    return levels;
  }

  /** Returns the index of a price, or where it would be inserted. */
  #indexOfPrice(price: bigint): number {
    let low = 0;
    let high = this.#prices.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const middlePrice = this.#prices[middle] as bigint;
      if (this.#isBetter(price, middlePrice)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isBetter(price: bigint, other: bigint): boolean {
    return this.#side === 'buy' ? price > other : price < other;
  }

  #recordChange(price: bigint | undefined): void {
    if (price !== undefined) this.#changedPrices.add(price);
  }
}

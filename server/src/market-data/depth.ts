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
  #watched = 0;
  /** Prices of levels that were among the watched ones, and were changed, added or removed since. */
  readonly #moved = new Set<bigint>();

  constructor(side: Side) {
    this.#side = side;
  }

  /** Changes the amount at a price; false when it would become negative: a change was missed. */
  change(price: bigint, delta: bigint): boolean {
    const before = this.#amounts.get(price);
    const after = (before ?? 0n) + delta;
    if (after < 0n) return false;
    if (before === undefined && after === 0n) return true;
    const place = this.#placeOf(price);
    // Number of better levels, once it is inserted.
    const better = this.#prices.length - place - (before === undefined ? 0 : 1);
    const watched = better < this.#watched;
    if (watched) this.#note(price);
    if (after === 0n) {
      this.#amounts.delete(price);
      this.#prices.splice(place, 1);
      // The next best level has become a watched one.
      if (watched) this.#note(this.#prices.at(-this.#watched));
      return true;
    }
    if (before === undefined) {
      this.#prices.splice(place, 0, price);
      // The worst watched level has been pushed out.
      if (watched) this.#note(this.#prices.at(-this.#watched - 1));
    }
    this.#amounts.set(price, after);
    return true;
  }

  /** Starts recording changes among this many best levels; 0: none. */
  watch(most: number): void {
    this.#watched = most;
    this.#moved.clear();
  }

  /**
   * Returns the changes among the watched levels since the last call: every price that was among them at any time
   * and was added, removed or changed, with its present amount; 0n: empty, or no longer among them.
   */
  takeMoved(): DepthLevel[] {
    const last = this.#prices.at(-this.#watched) ?? null;
    const levels = [...this.#moved].map((price): DepthLevel => {
      const shown = last === null || price === last || this.#isBetter(price, last);
      return [price, (shown && this.#amounts.get(price)) || 0n];
    });
    this.#moved.clear();
    return levels;
  }

  get best(): bigint | null {
    return this.#prices.at(-1) ?? null;
  }

  /** Returns the best levels first. */
  top(most: number): DepthLevel[] {
    const levels: DepthLevel[] = [];
    for (let i = this.#prices.length - 1; i >= 0 && levels.length < most; i -= 1) {
      const price = this.#prices[i] as bigint;
      levels.push([price, this.#amounts.get(price) as bigint]);
    }
    return levels;
  }

  /** Returns the index of a price, or where it would be inserted. */
  #placeOf(price: bigint): number {
    let low = 0;
    let high = this.#prices.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const there = this.#prices[middle] as bigint;
      if (this.#isBetter(price, there)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isBetter(price: bigint, than: bigint): boolean {
    return this.#side === 'buy' ? price > than : price < than;
  }

  #note(price: bigint | undefined): void {
    if (price !== undefined) this.#moved.add(price);
  }
}

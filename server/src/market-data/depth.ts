import type { Side } from '@sarraf/domain';

/** Price and waiting amount, smallest units. */
export type DepthLevel = readonly [price: bigint, amount: bigint];

/** What waits on one side of a market, by price. */
export class Depth {
  readonly #side: Side;
  readonly #amounts = new Map<bigint, bigint>();
  /** Best last: most changes are near the best price, and so move little. */
  readonly #prices: bigint[] = [];

  constructor(side: Side) {
    this.#side = side;
  }

  /** False when less than nothing would wait there: something was missed. */
  change(price: bigint, delta: bigint): boolean {
    const before = this.#amounts.get(price);
    const after = (before ?? 0n) + delta;
    if (after < 0n) return false;
    if (after === 0n) {
      if (before === undefined) return true;
      this.#amounts.delete(price);
      this.#prices.splice(this.#placeOf(price), 1);
      return true;
    }
    if (before === undefined) this.#prices.splice(this.#placeOf(price), 0, price);
    this.#amounts.set(price, after);
    return true;
  }

  get best(): bigint | null {
    return this.#prices.at(-1) ?? null;
  }

  /** Best first. */
  top(most: number): DepthLevel[] {
    const levels: DepthLevel[] = [];
    for (let i = this.#prices.length - 1; i >= 0 && levels.length < most; i -= 1) {
      const price = this.#prices[i] as bigint;
      levels.push([price, this.#amounts.get(price) as bigint]);
    }
    return levels;
  }

  /** Index of a price, or where it belongs. */
  #placeOf(price: bigint): number {
    let low = 0;
    let high = this.#prices.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const there = this.#prices[middle] as bigint;
      if (this.#side === 'buy' ? there < price : there > price) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

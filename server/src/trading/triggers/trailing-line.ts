import { Heap } from './heap.ts';

/** A trailing order; `distance` is how far the price falls back before it triggers. */
export interface TrailingOrder {
  readonly sequence: number;
  readonly row: { readonly trigger: { readonly distance: bigint | null } | null };
}

/** All orders that have seen the same best price: of them the one with the smallest distance triggers first. */
interface BestPriceGroup<T> {
  best: bigint;
  readonly orders: Heap<T>;
  /** The highest price at which one of them triggers, as in the heap of crowds. */
  stop: bigint;
}

const getDistance = (order: TrailingOrder): bigint => order.row.trigger?.distance ?? 0n;

/**
 * Orders that follow a rising price and trigger when it has fallen by their distance from the best that they have
 * seen; for those that follow a falling price, prices are negated. A new best price affects the orders with the
 * lowest best, whose crowds are merged: each order changes crowds a few times at most, however often the price
 * moves.
 */
export class TrailingLine<T extends TrailingOrder> {
  /** By their best price, highest first, without duplicates. */
  #groups: BestPriceGroup<T>[] = [];
  readonly #groupByOrder = new Map<T, BestPriceGroup<T>>();
  readonly #stops = new Heap<BestPriceGroup<T>>((a, b) => a.stop > b.stop);

  get size(): number {
    return this.#groupByOrder.size;
  }

  add(order: T, best: bigint): void {
    const index = this.#indexOfBest(best);
    const groupAtIndex = this.#groups[index];
    const group =
      groupAtIndex?.best === best ? groupAtIndex : { best, orders: createEmptyGroup<T>(), stop: 0n };
    if (group !== groupAtIndex) this.#groups.splice(index, 0, group);
    this.#addToGroup(group, order);
    this.#setStop(group);
  }

  /** Removes an order; false: it isn't in the line. */
  remove(order: T): boolean {
    const group = this.#groupByOrder.get(order);
    if (!group) return false;
    this.#groupByOrder.delete(order);
    group.orders.remove(order);
    if (group.orders.size > 0) this.#setStop(group);
    else {
      this.#stops.remove(group);
      this.#groups.splice(this.#indexOfBest(group.best), 1);
    }
    return true;
  }

  /** Returns the best price that an order has seen. */
  getBest(order: T): bigint | undefined {
    return this.#groupByOrder.get(order)?.best;
  }

  /** Yields the orders that trigger between two prices; changes nothing. */
  *iterateTriggered(from: bigint, to: bigint): Generator<T> {
    // Orders that first see a better price trigger on the fall from that one.
    const peak = from > to ? from : null;
    const low = from < to ? from : to;
    if (peak !== null)
      for (let i = this.#groups.length - 1; (this.#groups[i]?.best ?? peak) < peak; i -= 1)
        yield* iterateWithin(this.#groups[i] as BestPriceGroup<T>, peak - low);
    for (const group of this.#stops.iterateMatching(({ stop }) => stop >= low))
      if (peak === null || group.best >= peak) yield* iterateWithin(group, group.best - low);
  }

  /** Whether a price is better than the best that one of them has seen. */
  isBetterThanLowest(price: bigint): boolean {
    const lowest = this.#groups.at(-1);
    return lowest !== undefined && lowest.best < price;
  }

  /** Lets all orders see a price. */
  updateBest(price: bigint): void {
    if (!this.isBetterThanLowest(price)) return;
    const passedGroups = this.#groups.splice(this.#indexOfBest(price));
    let largest = passedGroups[0] as BestPriceGroup<T>;
    for (const crowd of passedGroups) {
      this.#stops.remove(crowd);
      if (crowd.orders.size > largest.orders.size) largest = crowd;
    }
    for (const crowd of passedGroups)
      if (crowd !== largest) for (const order of crowd.orders.values()) this.#addToGroup(largest, order);
    largest.best = price;
    this.#groups.push(largest);
    this.#setStop(largest);
  }

  #addToGroup(group: BestPriceGroup<T>, order: T): void {
    group.orders.push(order);
    this.#groupByOrder.set(order, group);
  }

  #setStop(group: BestPriceGroup<T>): void {
    this.#stops.remove(group);
    group.stop = group.best - getDistance(group.orders.peek() as T);
    this.#stops.push(group);
  }

  /** Returns the index of the first crowd whose best is not higher. */
  #indexOfBest(best: bigint): number {
    let [low, high] = [0, this.#groups.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#groups[middle] as BestPriceGroup<T>).best > best) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const createEmptyGroup = <T extends TrailingOrder>() =>
  new Heap<T>((a, b) => getDistance(a) < getDistance(b));

const iterateWithin = <T extends TrailingOrder>({ orders }: BestPriceGroup<T>, fall: bigint): Generator<T> =>
  orders.iterateMatching((order) => getDistance(order) <= fall);

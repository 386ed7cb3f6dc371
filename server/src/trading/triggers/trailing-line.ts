import { Heap } from './heap.ts';

/** A trailing order; `distance` is how far the price falls back before it triggers. */
export interface Trailing {
  readonly sequence: number;
  readonly row: { readonly trigger: { readonly distance: bigint | null } | null };
}

/** All orders that have seen the same best price: of them the one with the smallest distance triggers first. */
interface Crowd<T> {
  best: bigint;
  readonly orders: Heap<T>;
  /** The highest price at which one of them triggers, as in the heap of crowds. */
  stop: bigint;
}

const distanceOf = (order: Trailing): bigint => order.row.trigger?.distance ?? 0n;

/**
 * Orders that follow a rising price and trigger when it has fallen by their distance from the best that they have
 * seen; for those that follow a falling price, prices are negated. A new best price affects the orders with the
 * lowest best, whose crowds are merged: each order changes crowds a few times at most, however often the price
 * moves.
 */
export class TrailingLine<T extends Trailing> {
  /** By their best price, highest first, without duplicates. */
  #crowds: Crowd<T>[] = [];
  readonly #crowdOf = new Map<T, Crowd<T>>();
  readonly #stops = new Heap<Crowd<T>>((a, b) => a.stop > b.stop);

  get size(): number {
    return this.#crowdOf.size;
  }

  add(order: T, best: bigint): void {
    const place = this.#placeOf(best);
    const found = this.#crowds[place];
    const crowd = found?.best === best ? found : { best, orders: emptyCrowd<T>(), stop: 0n };
    if (crowd !== found) this.#crowds.splice(place, 0, crowd);
    this.#join(crowd, order);
    this.#setStop(crowd);
  }

  /** Removes an order; false: it isn't in the line. */
  remove(order: T): boolean {
    const crowd = this.#crowdOf.get(order);
    if (!crowd) return false;
    this.#crowdOf.delete(order);
    crowd.orders.remove(order);
    if (crowd.orders.size > 0) this.#setStop(crowd);
    else {
      this.#stops.remove(crowd);
      this.#crowds.splice(this.#placeOf(crowd.best), 1);
    }
    return true;
  }

  /** Returns the best price that an order has seen. */
  bestOf(order: T): bigint | undefined {
    return this.#crowdOf.get(order)?.best;
  }

  /** Yields the orders that trigger between two prices; changes nothing. */
  *due(from: bigint, to: bigint): Generator<T> {
    // Orders that first see a better price trigger on the fall from that one.
    const peak = from > to ? from : null;
    const low = from < to ? from : to;
    if (peak !== null)
      for (let i = this.#crowds.length - 1; (this.#crowds[i]?.best ?? peak) < peak; i -= 1)
        yield* within(this.#crowds[i] as Crowd<T>, peak - low);
    for (const crowd of this.#stops.whereLeast(({ stop }) => stop >= low))
      if (peak === null || crowd.best >= peak) yield* within(crowd, crowd.best - low);
  }

  /** Whether a price is better than the best that one of them has seen. */
  isMovedBy(price: bigint): boolean {
    const lowest = this.#crowds.at(-1);
    return lowest !== undefined && lowest.best < price;
  }

  /** Lets all orders see a price. */
  see(price: bigint): void {
    if (!this.isMovedBy(price)) return;
    const met = this.#crowds.splice(this.#placeOf(price));
    let largest = met[0] as Crowd<T>;
    for (const crowd of met) {
      this.#stops.remove(crowd);
      if (crowd.orders.size > largest.orders.size) largest = crowd;
    }
    for (const crowd of met)
      if (crowd !== largest) for (const order of crowd.orders.values()) this.#join(largest, order);
    largest.best = price;
    this.#crowds.push(largest);
    this.#setStop(largest);
  }

  #join(crowd: Crowd<T>, order: T): void {
    crowd.orders.push(order);
    this.#crowdOf.set(order, crowd);
  }

  #setStop(crowd: Crowd<T>): void {
    this.#stops.remove(crowd);
    crowd.stop = crowd.best - distanceOf(crowd.orders.peek() as T);
    this.#stops.push(crowd);
  }

  /** Returns the index of the first crowd whose best is not higher. */
  #placeOf(best: bigint): number {
    let [low, high] = [0, this.#crowds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#crowds[middle] as Crowd<T>).best > best) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const emptyCrowd = <T extends Trailing>() => new Heap<T>((a, b) => distanceOf(a) < distanceOf(b));

const within = <T extends Trailing>({ orders }: Crowd<T>, fall: bigint): Generator<T> =>
  orders.whereLeast((order) => distanceOf(order) <= fall);

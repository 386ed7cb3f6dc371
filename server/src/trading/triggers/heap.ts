/**
 * A binary heap that knows the position of each item, so that any can be removed. Smallest first; keys must not
 * change.
 */
export class Heap<T> {
  readonly #before: (a: T, b: T) => boolean;
  readonly #items: T[] = [];
  readonly #indexByItem = new Map<T, number>();

  constructor(before: (a: T, b: T) => boolean) {
    this.#before = before;
  }

  get size(): number {
    return this.#items.length;
  }

  peek(): T | undefined {
    return this.#items[0];
  }

  has(item: T): boolean {
    return this.#indexByItem.has(item);
  }

  push(item: T): void {
    this.#items.push(item);
    this.#siftUp(this.#items.length - 1, item);
  }

  /** Removes an item; false: it isn't in the heap. */
  remove(item: T): boolean {
    const index = this.#indexByItem.get(item);
    if (index === undefined) return false;
    this.#indexByItem.delete(item);
    const last = this.#items.pop() as T;
    if (last === item) return true;
    this.#siftUp(index, last);
    this.#siftDown(this.#indexByItem.get(last) as number, last);
    return true;
  }

  /**
   * Yields all items for which `holds`, unordered, if it never holds for an item below one for which it doesn't.
   * Visits few others.
   */
  *iterateMatching(holds: (item: T) => boolean): Generator<T> {
    const items = this.#items;
    const pending = [0];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      const item = items[at];
      if (item === undefined || !holds(item)) continue;
      yield item;
      pending.push(2 * at + 1, 2 * at + 2);
    }
  }

  /** Returns all items, unordered. */
  values(): readonly T[] {
    return this.#items;
  }

  #siftUp(from: number, item: T): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = this.#items[parent] as T;
      if (!this.#before(item, above)) break;
      this.#placeAt(at, above);
      at = parent;
    }
    this.#placeAt(at, item);
  }

  #siftDown(from: number, item: T): void {
    let at = from;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= this.#items.length) break;
      const right = left + 1;
      const smallest =
        right < this.#items.length && this.#before(this.#items[right] as T, this.#items[left] as T)
          ? right
          : left;
      const below = this.#items[smallest] as T;
      if (!this.#before(below, item)) break;
      this.#placeAt(at, below);
      at = smallest;
    }
    this.#placeAt(at, item);
  }

  #placeAt(at: number, item: T): void {
    this.#items[at] = item;
    this.#indexByItem.set(item, at);
  }
}

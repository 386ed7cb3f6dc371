/**
 * Items ordered by due time: a heap that knows the position of each item, so that one that ends early leaves
 * nothing behind. Finds the earliest in constant time; each change takes logarithmic time.
 */
export class DueTimeQueue<T> {
  readonly #heap: { thing: T; at: number }[] = [];
  readonly #indexByItem = new Map<T, number>();

  /** Infinity: nothing is scheduled. */
  get earliest(): number {
    return this.#heap[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  get size(): number {
    return this.#heap.length;
  }

  /** Returns when an item is due; undefined: it isn't scheduled. */
  dueAt(item: T): number | undefined {
    const index = this.#indexByItem.get(item);
    return index === undefined ? undefined : this.#heap[index]?.at;
  }

  set(item: T, at: number): void {
    this.delete(item);
    this.#heap.push({ thing: item, at });
    this.#siftUp(this.#heap.length - 1);
  }

  delete(item: T): void {
    const index = this.#indexByItem.get(item);
    if (index === undefined) return;
    this.#indexByItem.delete(item);
    const last = this.#heap.pop();
    if (last === undefined || index === this.#heap.length) return;
    this.#heap[index] = last;
    this.#siftUp(index);
    this.#siftDown(this.#indexByItem.get(last.thing) as number);
  }

  /** Returns at most `most` items that are due at a time, unordered; visits few others. */
  listDue(at: number, maxCount: number): T[] {
    const found: T[] = [];
    const pending = [0];
    while (pending.length > 0 && found.length < maxCount) {
      const index = pending.pop() as number;
      const entry = this.#heap[index];
      if (entry === undefined || entry.at > at) continue;
      found.push(entry.thing);
      pending.push(2 * index + 1, 2 * index + 2);
    }
    return found;
  }

  #siftUp(from: number): void {
    let index = from;
    const entry = this.#heap[index] as { thing: T; at: number };
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = this.#heap[parentIndex] as { thing: T; at: number };
      if (parent.at <= entry.at) break;
      this.#placeAt(index, parent);
      index = parentIndex;
    }
    this.#placeAt(index, entry);
  }

  #siftDown(from: number): void {
    let index = from;
    const entry = this.#heap[index] as { thing: T; at: number };
    for (;;) {
      const [left, right] = [this.#heap[2 * index + 1], this.#heap[2 * index + 2]];
      if (left === undefined) break;
      const childIndex = right !== undefined && right.at < left.at ? 2 * index + 2 : 2 * index + 1;
      const child = this.#heap[childIndex] as { thing: T; at: number };
      if (child.at >= entry.at) break;
      this.#placeAt(index, child);
      index = childIndex;
    }
    this.#placeAt(index, entry);
  }

  #placeAt(index: number, entry: { thing: T; at: number }): void {
    this.#heap[index] = entry;
    this.#indexByItem.set(entry.thing, index);
  }
}

/**
 * Items ordered by due time: a heap that knows the position of each item, so that one that ends early leaves
 * nothing behind. Finds the earliest in constant time; each change takes logarithmic time.
 */
export class TimeLine<T> {
  readonly #heap: { thing: T; at: number }[] = [];
  readonly #places = new Map<T, number>();

  /** Infinity: nothing is scheduled. */
  get earliest(): number {
    return this.#heap[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  get size(): number {
    return this.#heap.length;
  }

  /** Returns when an item is due; undefined: it isn't scheduled. */
  dueAt(thing: T): number | undefined {
    const place = this.#places.get(thing);
    return place === undefined ? undefined : this.#heap[place]?.at;
  }

  set(thing: T, at: number): void {
    this.delete(thing);
    this.#heap.push({ thing, at });
    this.#rise(this.#heap.length - 1);
  }

  delete(thing: T): void {
    const place = this.#places.get(thing);
    if (place === undefined) return;
    this.#places.delete(thing);
    const last = this.#heap.pop();
    if (last === undefined || place === this.#heap.length) return;
    this.#heap[place] = last;
    this.#rise(place);
    this.#sink(this.#places.get(last.thing) as number);
  }

  /** Returns at most `most` items that are due at a time, unordered; visits few others. */
  due(at: number, most: number): T[] {
    const found: T[] = [];
    const open = [0];
    while (open.length > 0 && found.length < most) {
      const place = open.pop() as number;
      const entry = this.#heap[place];
      if (entry === undefined || entry.at > at) continue;
      found.push(entry.thing);
      open.push(2 * place + 1, 2 * place + 2);
    }
    return found;
  }

  #rise(from: number): void {
    let place = from;
    const entry = this.#heap[place] as { thing: T; at: number };
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = this.#heap[above] as { thing: T; at: number };
      if (parent.at <= entry.at) break;
      this.#put(place, parent);
      place = above;
    }
    this.#put(place, entry);
  }

  #sink(from: number): void {
    let place = from;
    const entry = this.#heap[place] as { thing: T; at: number };
    for (;;) {
      const [left, right] = [this.#heap[2 * place + 1], this.#heap[2 * place + 2]];
      if (left === undefined) break;
      const below = right !== undefined && right.at < left.at ? 2 * place + 2 : 2 * place + 1;
      const child = this.#heap[below] as { thing: T; at: number };
      if (child.at >= entry.at) break;
      this.#put(place, child);
      place = below;
    }
    this.#put(place, entry);
  }

  #put(place: number, entry: { thing: T; at: number }): void {
    this.#heap[place] = entry;
    this.#places.set(entry.thing, place);
  }
}

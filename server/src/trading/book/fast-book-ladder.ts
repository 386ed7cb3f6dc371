/** A node has 32 children, so that one word is the bitmap of its children. */
const BITS = 5;
const WIDTH = 32;

/**
 * A count (ticks, lots) is stored in two words, its low 30 bits and the bits above them: one array of integers then
 * serves for everything, and the compiler uses small integers as long as counts are small.
 */
const HALF_BITS = 30;
const HALF = 2 ** HALF_BITS;

export const lowOf = (count: number): number => count & (HALF - 1);
export const highOf = (count: number): number => (count < HALF ? 0 : Math.floor(count / HALF));
export const wholeOf = (low: number, high: number): number => (high === 0 ? low : high * HALF + low);

/**
 * A level is identified by its index in the array. Its words: first and last order, the node that holds it, its
 * tick.
 */
export const FIRST = 0;
export const LAST = 1;
const HOME = 2;
const LOW = 3;
const HIGH = 4;
const LEVEL_WORDS = 5;

/**
 * A node's words: the bitmap of its children, its parent node, how far a tick is shifted to get the digit that
 * selects the child; then the children. A child above 0 is a node, one below 0 a level, 0 is none.
 */
const MASK = 0;
const PARENT = 1;
const SHIFT = 2;
const CHILDREN = 3;
const NODE_WORDS = CHILDREN + WIDTH;

/**
 * The price levels in the order of their ticks: a tree of bitmaps over the base-32 digits of the ticks, only as
 * high as the lowest and the highest tick need and only as deep as neighbours must be distinguished. It grows and
 * shrinks at the root as prices come and go, so it follows the market anywhere; it has at most levels × height
 * nodes. Ticks are safe integers from 0 on.
 */
export class Ladder {
  /** Nodes and levels. The first words are unused, and equal no level's tick. */
  words = new Int32Array(256).fill(-1, 0, LEVEL_WORDS);
  #used = LEVEL_WORDS;
  /** Free lists: nodes are linked by their parents, levels by their first orders. */
  #freeNode = 0;
  #freeLevel = 0;
  #root = 0;
  /** The root covers the ticks from `low` up to `end`. */
  #low = 0;
  #end = 0;
  /** The node where the last search ended. */
  #spot = 0;

  tickOf(level: number): number {
    const { words } = this;
    return wholeOf(words[level + LOW] as number, words[level + HIGH] as number);
  }

  /** Returns the level at a tick; 0: none. */
  find(tick: number): number {
    if (tick < this.#low || tick >= this.#end) this.#reach(tick);
    const { words } = this;
    const low = lowOf(tick);
    const high = highOf(tick);
    let spot = this.#root;
    let shift = words[spot + SHIFT] as number;
    let child = words[spot + CHILDREN + digitOf(low, high, shift)] as number;
    while (child > 0) {
      spot = child;
      shift -= BITS;
      child = words[spot + CHILDREN + digitOf(low, high, shift)] as number;
    }
    this.#spot = spot;
    const level = 0 - child;
    return words[level + LOW] === low && words[level + HIGH] === high ? level : 0;
  }

  /** Inserts a new level without orders where `find` has just found none. */
  insert(tick: number): number {
    const low = lowOf(tick);
    const high = highOf(tick);
    const level = this.#newLevel();
    let node = this.#spot;
    let shift = this.words[node + SHIFT] as number;
    let digit = digitOf(low, high, shift);
    const alone = 0 - (this.words[node + CHILDREN + digit] as number);
    if (alone !== 0) {
      // The child was a single level: a new node is inserted at the depth where the two differ.
      const itsLow = this.words[alone + LOW] as number;
      const itsHigh = this.words[alone + HIGH] as number;
      let itsDigit = digit;
      while (digit === itsDigit) {
        shift -= BITS;
        const below = this.#newNode(node, shift);
        this.#set(node, digit, below);
        node = below;
        digit = digitOf(low, high, shift);
        itsDigit = digitOf(itsLow, itsHigh, shift);
      }
      this.#set(node, itsDigit, 0 - alone);
      this.words[alone + HOME] = node;
    }
    this.#set(node, digit, 0 - level);
    const { words } = this;
    words[level + FIRST] = 0;
    words[level + LAST] = 0;
    words[level + HOME] = node;
    words[level + LOW] = low;
    words[level + HIGH] = high;
    return level;
  }

  remove(level: number): void {
    const { words } = this;
    const low = words[level + LOW] as number;
    const high = words[level + HIGH] as number;
    let node = words[level + HOME] as number;
    words[level + FIRST] = this.#freeLevel;
    this.#freeLevel = level;
    let mask = this.#clear(node, digitOf(low, high, words[node + SHIFT] as number));
    while (mask === 0) {
      const parent = words[node + PARENT] as number;
      this.#release(node);
      if (parent === 0) {
        this.#root = 0;
        this.#low = 0;
        this.#end = 0;
        return;
      }
      node = parent;
      mask = this.#clear(node, digitOf(low, high, words[node + SHIFT] as number));
    }
    if (node === this.#root && (mask & (mask - 1)) === 0) this.#sink();
  }

  /** Returns the next level above; 0: none. */
  above(level: number): number {
    const { words } = this;
    const low = words[level + LOW] as number;
    const high = words[level + HIGH] as number;
    let node = words[level + HOME] as number;
    while (node !== 0) {
      const digit = digitOf(low, high, words[node + SHIFT] as number);
      const mask = (words[node + MASK] as number) & (-2 << digit);
      if (mask !== 0) {
        let child = words[node + CHILDREN + lowest(mask)] as number;
        while (child > 0) child = words[child + CHILDREN + lowest(words[child + MASK] as number)] as number;
        return 0 - child;
      }
      node = words[node + PARENT] as number;
    }
    return 0;
  }

  /** Returns the next level below; 0: none. */
  below(level: number): number {
    const { words } = this;
    const low = words[level + LOW] as number;
    const high = words[level + HIGH] as number;
    let node = words[level + HOME] as number;
    while (node !== 0) {
      const digit = digitOf(low, high, words[node + SHIFT] as number);
      const mask = (words[node + MASK] as number) & ((1 << digit) - 1);
      if (mask !== 0) {
        let child = words[node + CHILDREN + highest(mask)] as number;
        while (child > 0) child = words[child + CHILDREN + highest(words[child + MASK] as number)] as number;
        return 0 - child;
      }
      node = words[node + PARENT] as number;
    }
    return 0;
  }

  /** Grows the tree until the root covers a tick. */
  #reach(tick: number): void {
    if (this.#root === 0) {
      this.#root = this.#newNode(0, 0);
      this.#low = tick - (tick % WIDTH);
      this.#end = this.#low + WIDTH;
    }
    while (tick < this.#low || tick >= this.#end) {
      const shift = (this.words[this.#root + SHIFT] as number) + BITS;
      const root = this.#newNode(0, shift);
      this.#set(root, digitOf(lowOf(this.#low), highOf(this.#low), shift), this.#root);
      this.words[this.#root + PARENT] = root;
      this.#root = root;
      const span = (this.#end - this.#low) * WIDTH;
      this.#low -= this.#low % span;
      this.#end = this.#low + span;
    }
  }

  /** Frees roots whose only child is a node. */
  #sink(): void {
    for (;;) {
      const root = this.#root;
      const mask = this.words[root + MASK] as number;
      const digit = highest(mask);
      const child = this.words[root + CHILDREN + digit] as number;
      if ((mask & (mask - 1)) !== 0 || child < 0) return;
      this.#clear(root, digit);
      this.#release(root);
      this.#root = child;
      this.words[child + PARENT] = 0;
      const span = (this.#end - this.#low) / WIDTH;
      this.#low += digit * span;
      this.#end = this.#low + span;
    }
  }

  #set(node: number, digit: number, child: number): void {
    const { words } = this;
    words[node + CHILDREN + digit] = child;
    words[node + MASK] = (words[node + MASK] as number) | (1 << digit);
  }

  /** Clears a child; returns the bitmap of the remaining ones. */
  #clear(node: number, digit: number): number {
    const { words } = this;
    const mask = (words[node + MASK] as number) & ~(1 << digit);
    words[node + CHILDREN + digit] = 0;
    words[node + MASK] = mask;
    return mask;
  }

  /** Returns a node without children; freed nodes have none left. */
  #newNode(parent: number, shift: number): number {
    let node = this.#freeNode;
    if (node === 0) node = this.#fresh(NODE_WORDS);
    else this.#freeNode = this.words[node + PARENT] as number;
    this.words[node + PARENT] = parent;
    this.words[node + SHIFT] = shift;
    return node;
  }

  #release(node: number): void {
    this.words[node + PARENT] = this.#freeNode;
    this.#freeNode = node;
  }

  #newLevel(): number {
    const level = this.#freeLevel;
    if (level === 0) return this.#fresh(LEVEL_WORDS);
    this.#freeLevel = this.words[level + FIRST] as number;
    return level;
  }

  #fresh(count: number): number {
    const place = this.#used;
    this.#used += count;
    if (this.#used > this.words.length) this.words = growArray(this.words);
    return place;
  }
}

/** Grows an array by half: unused space counts in the memory per order. */
export function growArray(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length + (array.length >> 1));
  larger.set(array);
  return larger;
}

const highest = (mask: number): number => 31 - Math.clz32(mask);
const lowest = (mask: number): number => 31 - Math.clz32(mask & -mask);

const digitOf = (low: number, high: number, shift: number): number =>
  (shift < HALF_BITS ? low >>> shift : high >>> (shift - HALF_BITS)) & (WIDTH - 1);

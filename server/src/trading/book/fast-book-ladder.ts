/** A node has 32 children, so that one word is the bitmap of its children. */
const DIGIT_BITS = 5;
const NODE_WIDTH = 32;

/**
 * A count (ticks, lots) is stored in two words, its low 30 bits and the bits above them: one array of integers then
 * serves for everything, and the compiler uses small integers as long as counts are small.
 */
const HALF_BITS = 30;
const HALF = 2 ** HALF_BITS;

export const lowWord = (count: number): number => count & (HALF - 1);
export const highWord = (count: number): number => (count < HALF ? 0 : Math.floor(count / HALF));
export const joinWords = (low: number, high: number): number => (high === 0 ? low : high * HALF + low);

/**
 * A level is identified by its index in the array. Its words: first and last order, the node that holds it, its
 * tick.
 */
export const FIRST_ORDER = 0;
export const LAST_ORDER = 1;
const LEVEL_NODE = 2;
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
const NODE_WORDS = CHILDREN + NODE_WIDTH;

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
  #lastNode = 0;

  getTick(level: number): number {
    const { words } = this;
    return joinWords(words[level + LOW] as number, words[level + HIGH] as number);
  }

  /** Returns the level at a tick; 0: none. */
  find(tick: number): number {
    if (tick < this.#low || tick >= this.#end) this.#growTo(tick);
    const { words } = this;
    const low = lowWord(tick);
    const high = highWord(tick);
    let node = this.#root;
    let shift = words[node + SHIFT] as number;
    let child = words[node + CHILDREN + extractDigit(low, high, shift)] as number;
    while (child > 0) {
      node = child;
      shift -= DIGIT_BITS;
      child = words[node + CHILDREN + extractDigit(low, high, shift)] as number;
    }
    this.#lastNode = node;
    const level = 0 - child;
    return words[level + LOW] === low && words[level + HIGH] === high ? level : 0;
  }

  /** Inserts a new level without orders where `find` has just found none. */
  insert(tick: number): number {
    const low = lowWord(tick);
    const high = highWord(tick);
    const level = this.#allocateLevel();
    let node = this.#lastNode;
    let shift = this.words[node + SHIFT] as number;
    let digit = extractDigit(low, high, shift);
    const existingLevel = 0 - (this.words[node + CHILDREN + digit] as number);
    if (existingLevel !== 0) {
      // The child was a single level: a new node is inserted at the depth where the two differ.
      const itsLow = this.words[existingLevel + LOW] as number;
      const itsHigh = this.words[existingLevel + HIGH] as number;
      let itsDigit = digit;
      while (digit === itsDigit) {
        shift -= DIGIT_BITS;
        const below = this.#allocateNode(node, shift);
        this.#setChild(node, digit, below);
        node = below;
        digit = extractDigit(low, high, shift);
        itsDigit = extractDigit(itsLow, itsHigh, shift);
      }
      this.#setChild(node, itsDigit, 0 - existingLevel);
      this.words[existingLevel + LEVEL_NODE] = node;
    }
    this.#setChild(node, digit, 0 - level);
    const { words } = this;
    words[level + FIRST_ORDER] = 0;
    words[level + LAST_ORDER] = 0;
    words[level + LEVEL_NODE] = node;
    words[level + LOW] = low;
    words[level + HIGH] = high;
    return level;
  }

  remove(level: number): void {
    const { words } = this;
    const low = words[level + LOW] as number;
    const high = words[level + HIGH] as number;
    let node = words[level + LEVEL_NODE] as number;
    words[level + FIRST_ORDER] = this.#freeLevel;
    this.#freeLevel = level;
    let mask = this.#clearChild(node, extractDigit(low, high, words[node + SHIFT] as number));
    while (mask === 0) {
      const parent = words[node + PARENT] as number;
      this.#releaseNode(node);
      if (parent === 0) {
        this.#root = 0;
        this.#low = 0;
        this.#end = 0;
        return;
      }
      node = parent;
      mask = this.#clearChild(node, extractDigit(low, high, words[node + SHIFT] as number));
    }
    if (node === this.#root && (mask & (mask - 1)) === 0) this.#shrinkRoot();
  }

  /** Returns the next level above; 0: none. */
  nextAbove(level: number): number {
    const { words } = this;
    const low = words[level + LOW] as number;
    const high = words[level + HIGH] as number;
    let node = words[level + LEVEL_NODE] as number;
    while (node !== 0) {
      const digit = extractDigit(low, high, words[node + SHIFT] as number);
      const mask = (words[node + MASK] as number) & (-2 << digit);
      if (mask !== 0) {
        let child = words[node + CHILDREN + lowestBit(mask)] as number;
        while (child > 0)
          child = words[child + CHILDREN + lowestBit(words[child + MASK] as number)] as number;
        return 0 - child;
      }
      node = words[node + PARENT] as number;
    }
    return 0;
  }

  /** Returns the next level below; 0: none. */
  nextBelow(level: number): number {
    const { words } = this;
    const low = words[level + LOW] as number;
    const high = words[level + HIGH] as number;
    let node = words[level + LEVEL_NODE] as number;
    while (node !== 0) {
      const digit = extractDigit(low, high, words[node + SHIFT] as number);
      const mask = (words[node + MASK] as number) & ((1 << digit) - 1);
      if (mask !== 0) {
        let child = words[node + CHILDREN + highestBit(mask)] as number;
        while (child > 0)
          child = words[child + CHILDREN + highestBit(words[child + MASK] as number)] as number;
        return 0 - child;
      }
      node = words[node + PARENT] as number;
    }
    return 0;
  }

  /** Grows the tree until the root covers a tick. */
  #growTo(tick: number): void {
    if (this.#root === 0) {
      this.#root = this.#allocateNode(0, 0);
      this.#low = tick - (tick % NODE_WIDTH);
      this.#end = this.#low + NODE_WIDTH;
    }
    while (tick < this.#low || tick >= this.#end) {
      const shift = (this.words[this.#root + SHIFT] as number) + DIGIT_BITS;
      const root = this.#allocateNode(0, shift);
      this.#setChild(root, extractDigit(lowWord(this.#low), highWord(this.#low), shift), this.#root);
      this.words[this.#root + PARENT] = root;
      this.#root = root;
      const span = (this.#end - this.#low) * NODE_WIDTH;
      this.#low -= this.#low % span;
      this.#end = this.#low + span;
    }
  }

  /** Frees roots whose only child is a node. */
  #shrinkRoot(): void {
    for (;;) {
      const root = this.#root;
      const mask = this.words[root + MASK] as number;
      const digit = highestBit(mask);
      const child = this.words[root + CHILDREN + digit] as number;
      if ((mask & (mask - 1)) !== 0 || child < 0) return;
      this.#clearChild(root, digit);
      this.#releaseNode(root);
      this.#root = child;
      this.words[child + PARENT] = 0;
      const span = (this.#end - this.#low) / NODE_WIDTH;
      this.#low += digit * span;
      this.#end = this.#low + span;
    }
  }

  #setChild(node: number, digit: number, child: number): void {
    const { words } = this;
    words[node + CHILDREN + digit] = child;
    words[node + MASK] = (words[node + MASK] as number) | (1 << digit);
  }

  /** Clears a child; returns the bitmap of the remaining ones. */
  #clearChild(node: number, digit: number): number {
    const { words } = this;
    const mask = (words[node + MASK] as number) & ~(1 << digit);
    words[node + CHILDREN + digit] = 0;
    words[node + MASK] = mask;
    return mask;
  }

  /** Returns a node without children; freed nodes have none left. */
  #allocateNode(parent: number, shift: number): number {
    let node = this.#freeNode;
    if (node === 0) node = this.#allocateWords(NODE_WORDS);
    else this.#freeNode = this.words[node + PARENT] as number;
    this.words[node + PARENT] = parent;
    this.words[node + SHIFT] = shift;
    return node;
  }

  #releaseNode(node: number): void {
    this.words[node + PARENT] = this.#freeNode;
    this.#freeNode = node;
  }

  #allocateLevel(): number {
    const level = this.#freeLevel;
    if (level === 0) return this.#allocateWords(LEVEL_WORDS);
    this.#freeLevel = this.words[level + FIRST_ORDER] as number;
    return level;
  }

  #allocateWords(count: number): number {
    const offset = this.#used;
    this.#used += count;
    if (this.#used > this.words.length) this.words = growArray(this.words);
    return offset;
  }
}

/** Grows an array by half: unused space counts in the memory per order. */
export function growArray(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length + (array.length >> 1));
  larger.set(array);
  return larger;
}

const highestBit = (mask: number): number => 31 - Math.clz32(mask);
const lowestBit = (mask: number): number => 31 - Math.clz32(mask & -mask);

const extractDigit = (low: number, high: number, shift: number): number =>
  (shift < HALF_BITS ? low >>> shift : high >>> (shift - HALF_BITS)) & (NODE_WIDTH - 1);

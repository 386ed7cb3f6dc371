/** A node has 32 children, so that one word says which of them are there. */
const BITS = 5;
const WIDTH = 32;
/** Digits from here on don't lie wholly in the low 32 bits of a tick. */
const HIGH = 30;

/**
 * A node is known by its place in the array: which children it has, the node above it, how far a tick is shifted to get
 * the digit that chooses the child; then the children. A child above 0 is a node, one below 0 a level, 0 is none.
 */
const MASK = 0;
const PARENT = 1;
const SHIFT = 2;
const CHILDREN = 3;
const NODE_WORDS = CHILDREN + WIDTH;

/**
 * The levels in the order of their ticks: a tree of bitmaps over the digits of the ticks, to the base of 32, only as high
 * as the lowest and the highest tick need and only as deep as neighbours must be told apart. It grows and sinks at the
 * root as prices come and go, so it follows the market wherever that goes; its nodes are never more than levels times
 * height. Levels are dense numbers from 1 on, ticks safe integers from 0 on.
 */
export class Ladder {
  /** Of each level: its tick, and the node that holds it. */
  #ticks = new Float64Array(16).fill(-1);
  #homes = new Int32Array(16);
  /** Place 0 is nobody's. */
  #nodes = new Int32Array(8 * NODE_WORDS);
  #used = NODE_WORDS;
  /** Chain of nodes given back, by their parents. */
  #free = 0;
  #root = 0;
  /** The root covers the ticks from `low` up to `end`. */
  #low = 0;
  #end = 0;
  /** The node where the last search ended. */
  #spot = 0;

  tickOf(level: number): number {
    return this.#ticks[level] as number;
  }

  /** The level at a tick; 0: none. */
  find(tick: number): number {
    if (tick < this.#low || tick >= this.#end) this.#reach(tick);
    const nodes = this.#nodes;
    let spot = this.#root;
    let shift = nodes[spot + SHIFT] as number;
    let child = nodes[spot + CHILDREN + digitOf(tick, shift)] as number;
    while (child > 0) {
      spot = child;
      shift -= BITS;
      child = nodes[spot + CHILDREN + digitOf(tick, shift)] as number;
    }
    this.#spot = spot;
    const level = 0 - child;
    return this.#ticks[level] === tick ? level : 0;
  }

  /** Puts a level where `find` has just found none. */
  insert(level: number, tick: number): void {
    this.#makeRoom(level);
    let node = this.#spot;
    let shift = this.#nodes[node + SHIFT] as number;
    let digit = digitOf(tick, shift);
    const alone = this.#nodes[node + CHILDREN + digit] as number;
    if (alone !== 0) {
      // Another level was alone here: both go down to where they differ.
      const itsTick = this.#ticks[0 - alone] as number;
      let itsDigit = digit;
      while (digit === itsDigit) {
        shift -= BITS;
        const below = this.#take(node, shift);
        this.#set(node, digit, below);
        node = below;
        digit = digitOf(tick, shift);
        itsDigit = digitOf(itsTick, shift);
      }
      this.#set(node, itsDigit, alone);
      this.#homes[0 - alone] = node;
    }
    this.#set(node, digit, 0 - level);
    this.#ticks[level] = tick;
    this.#homes[level] = node;
  }

  remove(level: number): void {
    const nodes = this.#nodes;
    const tick = this.#ticks[level] as number;
    let node = this.#homes[level] as number;
    let mask = this.#clear(node, digitOf(tick, nodes[node + SHIFT] as number));
    while (mask === 0) {
      const parent = nodes[node + PARENT] as number;
      this.#release(node);
      if (parent === 0) {
        this.#root = 0;
        this.#low = 0;
        this.#end = 0;
        return;
      }
      node = parent;
      mask = this.#clear(node, digitOf(tick, nodes[node + SHIFT] as number));
    }
    if (node === this.#root && (mask & (mask - 1)) === 0) this.#sink();
  }

  /** The next level above; 0: none. */
  above(level: number): number {
    const nodes = this.#nodes;
    const tick = this.#ticks[level] as number;
    let node = this.#homes[level] as number;
    while (node !== 0) {
      const mask = (nodes[node + MASK] as number) & (-2 << digitOf(tick, nodes[node + SHIFT] as number));
      if (mask !== 0) {
        let child = nodes[node + CHILDREN + lowest(mask)] as number;
        while (child > 0) child = nodes[child + CHILDREN + lowest(nodes[child + MASK] as number)] as number;
        return 0 - child;
      }
      node = nodes[node + PARENT] as number;
    }
    return 0;
  }

  /** The next level below; 0: none. */
  below(level: number): number {
    const nodes = this.#nodes;
    const tick = this.#ticks[level] as number;
    let node = this.#homes[level] as number;
    while (node !== 0) {
      const mask = (nodes[node + MASK] as number) & ((1 << digitOf(tick, nodes[node + SHIFT] as number)) - 1);
      if (mask !== 0) {
        let child = nodes[node + CHILDREN + highest(mask)] as number;
        while (child > 0) child = nodes[child + CHILDREN + highest(nodes[child + MASK] as number)] as number;
        return 0 - child;
      }
      node = nodes[node + PARENT] as number;
    }
    return 0;
  }

  /** Lets the root cover a tick. */
  #reach(tick: number): void {
    if (this.#root === 0) {
      this.#root = this.#take(0, 0);
      this.#low = tick - (tick % WIDTH);
      this.#end = this.#low + WIDTH;
    }
    while (tick < this.#low || tick >= this.#end) {
      const shift = (this.#nodes[this.#root + SHIFT] as number) + BITS;
      const root = this.#take(0, shift);
      this.#set(root, digitOf(this.#low, shift), this.#root);
      this.#nodes[this.#root + PARENT] = root;
      this.#root = root;
      const span = (this.#end - this.#low) * WIDTH;
      this.#low -= this.#low % span;
      this.#end = this.#low + span;
    }
  }

  /** Gives back roots whose only child is a node. */
  #sink(): void {
    for (;;) {
      const root = this.#root;
      const mask = this.#nodes[root + MASK] as number;
      const digit = highest(mask);
      const child = this.#nodes[root + CHILDREN + digit] as number;
      if ((mask & (mask - 1)) !== 0 || child < 0) return;
      this.#clear(root, digit);
      this.#release(root);
      this.#root = child;
      this.#nodes[child + PARENT] = 0;
      const span = (this.#end - this.#low) / WIDTH;
      this.#low += digit * span;
      this.#end = this.#low + span;
    }
  }

  #set(node: number, digit: number, child: number): void {
    this.#nodes[node + CHILDREN + digit] = child;
    this.#nodes[node + MASK] = (this.#nodes[node + MASK] as number) | (1 << digit);
  }

  /** Answers what children are left. */
  #clear(node: number, digit: number): number {
    const mask = (this.#nodes[node + MASK] as number) & ~(1 << digit);
    this.#nodes[node + CHILDREN + digit] = 0;
    this.#nodes[node + MASK] = mask;
    return mask;
  }

  /** A node without children: those given back have lost all of theirs. */
  #take(parent: number, shift: number): number {
    const node = this.#free === 0 ? this.#fresh() : this.#free;
    this.#free = this.#nodes[node + PARENT] as number;
    this.#nodes[node + PARENT] = parent;
    this.#nodes[node + SHIFT] = shift;
    return node;
  }

  #fresh(): number {
    const node = this.#used;
    if (node === this.#nodes.length) this.#nodes = grown(this.#nodes);
    this.#used += NODE_WORDS;
    return node;
  }

  #release(node: number): void {
    this.#nodes[node + PARENT] = this.#free;
    this.#free = node;
  }

  #makeRoom(level: number): void {
    if (level < this.#homes.length) return;
    this.#homes = grown(this.#homes);
    const ticks = new Float64Array(this.#homes.length);
    ticks.set(this.#ticks);
    this.#ticks = ticks;
  }
}

export function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const twice = new Int32Array(array.length * 2);
  twice.set(array);
  return twice;
}

const highest = (mask: number): number => 31 - Math.clz32(mask);
const lowest = (mask: number): number => 31 - Math.clz32(mask & -mask);

function digitOf(tick: number, shift: number): number {
  if (shift < HIGH) return (tick >>> shift) & (WIDTH - 1);
  return (Math.floor(tick / 2 ** HIGH) >>> (shift - HIGH)) & (WIDTH - 1);
}

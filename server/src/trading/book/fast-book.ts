import type { Side } from '@sarraf/domain';
import type { Book, Match, Resting, Taker } from './book-types.ts';
import { grown, Ladder } from './fast-book-ladder.ts';

export const createBook = (): Book => new FastBook();

type Mutable<T> = { -readonly [key in keyof T]: T[key] };
type Fill = Mutable<Match['fills'][number]>;

/**
 * Orders are records of one buffer, known by dense numbers from 1 on, so that what a cancel touches of one lies together.
 * Four words (the next and the one before at its price, its owner, its level), then its lots.
 */
const ORDER_WORDS = 6;
const NEXT = 0;
const BEFORE = 1;
const OWNER = 2;
const LEVEL = 3;
const ORDER_DOUBLES = 3;
const LEFT = 2;

/** Levels likewise: their first and last order and how many there are; then all their lots. */
const LEVEL_WORDS = 6;
const FIRST = 0;
const LAST = 1;
const COUNT = 2;
const LEVEL_DOUBLES = 3;
const LOTS = 2;

/** So many fills of one match are kept to be used again. */
const SPARE_FILLS = 64;

/**
 * Both sides stand on one ladder, as a bid is never as high as an ask. A level is there as long as orders wait at its
 * price; the best of each side is kept, and the ladder finds the next when it goes.
 */
class FastBook implements Book {
  readonly #ladder = new Ladder();
  #orders = new Int32Array(16 * ORDER_WORDS);
  #orderDoubles = new Float64Array(this.#orders.buffer);
  #ordersUsed = 1;
  /** Chain of orders that have left, by `NEXT`. */
  #freeOrder = 0;
  #levels = new Int32Array(16 * LEVEL_WORDS);
  #levelDoubles = new Float64Array(this.#levels.buffer);
  #levelsUsed = 1;
  /** Chain of levels that are no more, by `FIRST`. */
  #freeLevel = 0;
  /** Best levels; 0: nobody waits. */
  #bid = 0;
  #ask = 0;
  #size = 0;
  /** The one answer of `match`, and fills for it: what is thrown away at each order would push the book out of the cache. */
  readonly #match: Mutable<Match> & { fills: Fill[] } = { number: 0, fills: [], rest: 0, end: 'empty' };
  /** Whether the match still fits the book. */
  #matched = false;
  readonly #spareFills: Fill[] = [];

  get size(): number {
    return this.#size;
  }

  match({ side, owner, limit, lots, budget }: Taker): Match {
    const match = this.#match;
    const buys = side === 'buy';
    let level = buys ? this.#ask : this.#bid;
    let left = lots;
    let purse = budget;
    this.#forgetMatch();
    match.number += 1;
    this.#matched = true;
    match.end = lots === 0 ? 'filled' : 'empty';
    while (match.end === 'empty' && level !== 0 && this.#reaches(buys, limit, level)) {
      const tick = this.#ladder.tickOf(level);
      let maker = this.#levels[level * LEVEL_WORDS + FIRST] as number;
      do {
        const wanted = budget === Number.POSITIVE_INFINITY ? left : Math.min(left, Math.floor(purse / tick));
        if (wanted === 0) match.end = 'budget';
        else if (this.#orders[maker * ORDER_WORDS + OWNER] === owner) match.end = 'own';
        else {
          const taken = Math.min(wanted, this.#orderDoubles[maker * ORDER_DOUBLES + LEFT] as number);
          this.#addFill(maker, tick, taken);
          left -= taken;
          purse -= taken * tick;
          if (left === 0) match.end = 'filled';
          else if (taken === wanted) match.end = 'budget';
          maker = this.#orders[maker * ORDER_WORDS + NEXT] as number;
        }
      } while (match.end === 'empty' && maker !== 0);
      if (match.end === 'empty') level = this.#behind(buys, level);
    }
    match.rest = left;
    return match;
  }

  apply(matchNumber: number): void {
    if (!this.#matched || matchNumber !== this.#match.number) throw new Error('a stale match');
    const { fills } = this.#match;
    for (let n = 0; n < fills.length; n += 1) {
      const { maker, lots } = fills[n] as Fill;
      const left = this.lotsOf(maker) - lots;
      const level = this.#orders[maker * ORDER_WORDS + LEVEL] as number;
      if (left < 0 || this.#levels[level * LEVEL_WORDS + FIRST] !== maker) throw new Error('a stale match');
      if (left === 0) {
        // When a level is emptied, the next fill is of the next best.
        const next = fills[n + 1];
        this.#takeOut(maker, lots, next ? (this.#orders[next.maker * ORDER_WORDS + LEVEL] as number) : 0);
      } else {
        this.#orderDoubles[maker * ORDER_DOUBLES + LEFT] = left;
        this.#changeLots(level, -lots);
      }
    }
    this.#forgetMatch();
  }

  add({ side, owner, tick, lots }: Resting): number {
    const level = this.#levelFor(side === 'buy', tick);
    this.#forgetMatch();
    const order = this.#newOrder();
    const at = order * ORDER_WORDS;
    const levelAt = level * LEVEL_WORDS;
    const last = this.#levels[levelAt + LAST] as number;
    this.#orders[at + NEXT] = 0;
    this.#orders[at + BEFORE] = last;
    this.#orders[at + OWNER] = owner;
    this.#orders[at + LEVEL] = level;
    this.#orderDoubles[order * ORDER_DOUBLES + LEFT] = lots;
    if (last === 0) this.#levels[levelAt + FIRST] = order;
    else this.#orders[last * ORDER_WORDS + NEXT] = order;
    this.#levels[levelAt + LAST] = order;
    this.#levels[levelAt + COUNT] = (this.#levels[levelAt + COUNT] as number) + 1;
    this.#changeLots(level, lots);
    this.#size += 1;
    return order;
  }

  remove(handle: number): number {
    const lots = this.lotsOf(handle);
    this.#forgetMatch();
    this.#takeOut(handle, lots, 0);
    return lots;
  }

  lotsOf(handle: number): number {
    const lots = this.#orderDoubles[handle * ORDER_DOUBLES + LEFT];
    // Those that have left hold none, and those never given out neither.
    if (!lots) throw new Error(`no order ${handle} in the book`);
    return lots;
  }

  best(side: Side): number | null {
    const level = side === 'buy' ? this.#bid : this.#ask;
    return level === 0 ? null : this.#ladder.tickOf(level);
  }

  levels(side: Side, most: number): [tick: number, lots: number, orders: number][] {
    const found: [number, number, number][] = [];
    for (const level of this.#levelsOf(side)) {
      if (found.length >= most) break;
      const lots = this.#levelDoubles[level * LEVEL_DOUBLES + LOTS] as number;
      found.push([this.#ladder.tickOf(level), lots, this.#levels[level * LEVEL_WORDS + COUNT] as number]);
    }
    return found;
  }

  /** Doubles: per side, buyers first, the number of levels; per level its tick and orders, then owner and lots of each. */
  bytes(): Uint8Array {
    const all: number[] = [];
    for (const side of ['buy', 'sell'] as const) {
      const levels = [...this.#levelsOf(side)];
      all.push(levels.length);
      for (const level of levels) {
        all.push(this.#ladder.tickOf(level), this.#levels[level * LEVEL_WORDS + COUNT] as number);
        let order = this.#levels[level * LEVEL_WORDS + FIRST] as number;
        while (order !== 0) {
          all.push(this.#orders[order * ORDER_WORDS + OWNER] as number, this.lotsOf(order));
          order = this.#orders[order * ORDER_WORDS + NEXT] as number;
        }
      }
    }
    return new Uint8Array(Float64Array.from(all).buffer);
  }

  *#levelsOf(side: Side): Generator<number> {
    let level = side === 'buy' ? this.#bid : this.#ask;
    for (; level !== 0; level = this.#behind(side === 'sell', level)) yield level;
  }

  /** Empties it too, so that nobody who kept it reads the fills of another order. */
  #forgetMatch(): void {
    this.#matched = false;
    const { fills } = this.#match;
    while (fills.length > 0) fills.pop();
  }

  #addFill(maker: number, tick: number, lots: number): void {
    const { fills } = this.#match;
    const spare = this.#spareFills[fills.length];
    if (spare) {
      spare.maker = maker;
      spare.tick = tick;
      spare.lots = lots;
      fills.push(spare);
      return;
    }
    const fill = { maker, tick, lots };
    if (fills.length < SPARE_FILLS) this.#spareFills.push(fill);
    fills.push(fill);
  }

  /** Whether an order with this limit trades at the price of a level of the other side. */
  #reaches(buys: boolean, limit: number, level: number): boolean {
    const tick = this.#ladder.tickOf(level);
    return buys ? limit >= tick : limit <= tick;
  }

  /** The next level away from the other side; 0: none. */
  #behind(asks: boolean, level: number): number {
    return asks ? this.#ladder.above(level) : this.#ladder.below(level);
  }

  #changeLots(level: number, by: number): void {
    const at = level * LEVEL_DOUBLES + LOTS;
    this.#levelDoubles[at] = (this.#levelDoubles[at] as number) + by;
  }

  /** Takes an order from its level, and the level from the book when it was the last; `behind` as in `#dropLevel`. */
  #takeOut(order: number, lots: number, behind: number): void {
    const at = order * ORDER_WORDS;
    const next = this.#orders[at + NEXT] as number;
    const before = this.#orders[at + BEFORE] as number;
    const level = this.#orders[at + LEVEL] as number;
    this.#orderDoubles[order * ORDER_DOUBLES + LEFT] = 0;
    this.#orders[at + NEXT] = this.#freeOrder;
    this.#freeOrder = order;
    this.#size -= 1;
    if (before === 0 && next === 0) {
      this.#dropLevel(level, behind);
      return;
    }
    const levelAt = level * LEVEL_WORDS;
    if (before === 0) this.#levels[levelAt + FIRST] = next;
    else this.#orders[before * ORDER_WORDS + NEXT] = next;
    if (next === 0) this.#levels[levelAt + LAST] = before;
    else this.#orders[next * ORDER_WORDS + BEFORE] = before;
    this.#levels[levelAt + COUNT] = (this.#levels[levelAt + COUNT] as number) - 1;
    this.#changeLots(level, -lots);
  }

  #levelFor(buys: boolean, tick: number): number {
    const opposite = buys ? this.#ask : this.#bid;
    if (opposite !== 0 && this.#reaches(buys, tick, opposite))
      throw new Error(`an order at ${tick} would cross ${this.#ladder.tickOf(opposite)}`);
    const found = this.#ladder.find(tick);
    return found === 0 ? this.#newLevel(buys, tick) : found;
  }

  #newLevel(buys: boolean, tick: number): number {
    const level = this.#freeLevel === 0 ? this.#freshLevel() : this.#freeLevel;
    const at = level * LEVEL_WORDS;
    this.#freeLevel = this.#levels[at + FIRST] as number;
    this.#levels[at + FIRST] = 0;
    this.#levels[at + LAST] = 0;
    this.#levels[at + COUNT] = 0;
    this.#levelDoubles[level * LEVEL_DOUBLES + LOTS] = 0;
    this.#ladder.insert(level, tick);
    if (buys) {
      if (this.#bid === 0 || tick > this.#ladder.tickOf(this.#bid)) this.#bid = level;
    } else if (this.#ask === 0 || tick < this.#ladder.tickOf(this.#ask)) this.#ask = level;
    return level;
  }

  /** `behind`: the next level, if it is known; else 0. */
  #dropLevel(level: number, behind: number): void {
    if (level === this.#bid) this.#bid = behind || this.#ladder.below(level);
    else if (level === this.#ask) this.#ask = behind || this.#ladder.above(level);
    this.#ladder.remove(level);
    this.#levels[level * LEVEL_WORDS + FIRST] = this.#freeLevel;
    this.#freeLevel = level;
  }

  #newOrder(): number {
    const order = this.#freeOrder;
    if (order === 0) return this.#freshOrder();
    this.#freeOrder = this.#orders[order * ORDER_WORDS + NEXT] as number;
    return order;
  }

  #freshOrder(): number {
    const order = this.#ordersUsed;
    if (order * ORDER_WORDS === this.#orders.length) {
      this.#orders = grown(this.#orders);
      this.#orderDoubles = new Float64Array(this.#orders.buffer);
    }
    this.#ordersUsed += 1;
    return order;
  }

  #freshLevel(): number {
    const level = this.#levelsUsed;
    if (level * LEVEL_WORDS === this.#levels.length) {
      this.#levels = grown(this.#levels);
      this.#levelDoubles = new Float64Array(this.#levels.buffer);
    }
    this.#levelsUsed += 1;
    return level;
  }
}

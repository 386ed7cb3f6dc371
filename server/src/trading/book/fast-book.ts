import type { Side } from '@sarraf/domain';
import type { Book, Match, Resting, Taker } from './book-types.ts';
import { FIRST, grown, highOf, LAST, Ladder, lowOf, wholeOf } from './fast-book-ladder.ts';

/** `memory`: bytes that its orders and levels take, with what was reserved for more. */
export const createBook = (): Book & { readonly memory: number } => new FastBook();

type Mutable<T> = { -readonly [key in keyof T]: T[key] };
type Fill = Mutable<Match['fills'][number]>;

/**
 * Orders are records of one array, so that what a cancel touches of one lies together: the next and the one before at its
 * price, its owner, its level, its lots in two words. They are known by their places; a handle is a place in records.
 */
const NEXT = 0;
const BEFORE = 1;
const OWNER = 2;
const LEVEL = 3;
const LOW = 4;
const HIGH = 5;
const ORDER_WORDS = 6;

/** So many fills of one match are kept to be used again. */
const SPARE_FILLS = 64;

/**
 * Both sides stand on one ladder, as a bid is never as high as an ask. A level is there as long as orders wait at its
 * price; the best of each side is kept, and the ladder finds the next when it goes.
 */
class FastBook implements Book {
  readonly #ladder = new Ladder();
  #orders = new Int32Array(16 * ORDER_WORDS);
  #used = ORDER_WORDS;
  /** Chain of orders that have left, by `NEXT`. */
  #free = 0;
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

  get memory(): number {
    return this.#orders.byteLength + this.#ladder.words.byteLength;
  }

  match({ side, owner, limit, lots, budget }: Taker): Match {
    const match = this.#match;
    this.#forgetMatch();
    match.number += 1;
    this.#matched = true;
    const buys = side === 'buy';
    const level = buys ? this.#ask : this.#bid;
    if (lots === 0 || level === 0 || !this.#reaches(buys, limit, level)) {
      match.end = lots === 0 ? 'filled' : 'empty';
      match.rest = lots;
      return match;
    }
    return this.#meet(buys, level, owner, limit, lots, budget);
  }

  #meet(buys: boolean, best: number, owner: number, limit: number, lots: number, budget: number): Match {
    const orders = this.#orders;
    const { words } = this.#ladder;
    const match = this.#match;
    let level = best;
    let left = lots;
    let purse = budget;
    let end: Match['end'] = 'empty';
    do {
      const tick = this.#ladder.tickOf(level);
      let maker = words[level + FIRST] as number;
      do {
        const wanted = budget === Number.POSITIVE_INFINITY ? left : Math.min(left, Math.floor(purse / tick));
        if (wanted === 0) end = 'budget';
        else if (orders[maker + OWNER] === owner) end = 'own';
        else {
          const taken = Math.min(wanted, this.#lotsAt(maker));
          this.#addFill(maker / ORDER_WORDS, tick, taken);
          left -= taken;
          purse -= taken * tick;
          if (left === 0) end = 'filled';
          else if (taken === wanted) end = 'budget';
          maker = orders[maker + NEXT] as number;
        }
      } while (end === 'empty' && maker !== 0);
      if (end === 'empty') level = this.#behind(buys, level);
    } while (end === 'empty' && level !== 0 && this.#reaches(buys, limit, level));
    match.rest = left;
    match.end = end;
    return match;
  }

  apply(matchNumber: number): void {
    if (!this.#matched || matchNumber !== this.#match.number) throw new Error('a stale match');
    const { fills } = this.#match;
    const orders = this.#orders;
    const { words } = this.#ladder;
    let n = 0;
    while (n < fills.length) {
      let maker = (fills[n] as Fill).maker * ORDER_WORDS;
      const level = orders[maker + LEVEL] as number;
      do {
        const { lots } = fills[n] as Fill;
        const left = this.#lotsAt(maker) - lots;
        this.#setLots(maker, left);
        n += 1;
        if (left !== 0) break;
        const next = orders[maker + NEXT] as number;
        this.#release(maker);
        maker = next;
      } while (maker !== 0 && n < fills.length);
      if (maker === 0) this.#dropLevel(level);
      else {
        orders[maker + BEFORE] = 0;
        words[level + FIRST] = maker;
      }
    }
    this.#forgetMatch();
  }

  add({ side, owner, tick, lots }: Resting): number {
    const level = this.#levelFor(side === 'buy', tick);
    this.#forgetMatch();
    const order = this.#newOrder();
    const orders = this.#orders;
    const { words } = this.#ladder;
    const last = words[level + LAST] as number;
    orders[order + NEXT] = 0;
    orders[order + BEFORE] = last;
    orders[order + OWNER] = owner;
    orders[order + LEVEL] = level;
    this.#setLots(order, lots);
    words[level + LAST] = order;
    if (last === 0) words[level + FIRST] = order;
    else orders[last + NEXT] = order;
    this.#size += 1;
    return order / ORDER_WORDS;
  }

  remove(handle: number): number {
    const lots = this.lotsOf(handle);
    this.#forgetMatch();
    const orders = this.#orders;
    const order = handle * ORDER_WORDS;
    const next = orders[order + NEXT] as number;
    const before = orders[order + BEFORE] as number;
    const level = orders[order + LEVEL] as number;
    this.#setLots(order, 0);
    this.#release(order);
    const { words } = this.#ladder;
    if (before !== 0) orders[before + NEXT] = next;
    else if (next !== 0) words[level + FIRST] = next;
    else {
      this.#dropLevel(level);
      return lots;
    }
    if (next === 0) words[level + LAST] = before;
    else orders[next + BEFORE] = before;
    return lots;
  }

  lotsOf(handle: number): number {
    const order = handle * ORDER_WORDS;
    const lots = order < this.#used ? this.#lotsAt(order) : 0;
    // Those that have left hold none.
    if (lots === 0) throw new Error(`no order ${handle} in the book`);
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
      const orders = this.#ordersOf(level);
      const lots = orders.reduce((sum, order) => sum + this.#lotsAt(order), 0);
      found.push([this.#ladder.tickOf(level), lots, orders.length]);
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
        const orders = this.#ordersOf(level);
        all.push(this.#ladder.tickOf(level), orders.length);
        for (const order of orders) all.push(this.#orders[order + OWNER] as number, this.#lotsAt(order));
      }
    }
    return new Uint8Array(Float64Array.from(all).buffer);
  }

  *#levelsOf(side: Side): Generator<number> {
    let level = side === 'buy' ? this.#bid : this.#ask;
    for (; level !== 0; level = this.#behind(side === 'sell', level)) yield level;
  }

  #ordersOf(level: number): number[] {
    const orders: number[] = [];
    let order = this.#ladder.words[level + FIRST] as number;
    for (; order !== 0; order = this.#orders[order + NEXT] as number) orders.push(order);
    return orders;
  }

  #lotsAt(order: number): number {
    const orders = this.#orders;
    return wholeOf(orders[order + LOW] as number, orders[order + HIGH] as number);
  }

  #setLots(order: number, lots: number): void {
    const orders = this.#orders;
    orders[order + LOW] = lowOf(lots);
    orders[order + HIGH] = highOf(lots);
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

  #levelFor(buys: boolean, tick: number): number {
    const opposite = buys ? this.#ask : this.#bid;
    if (opposite !== 0 && this.#reaches(buys, tick, opposite))
      throw new Error(`an order at ${tick} would cross ${this.#ladder.tickOf(opposite)}`);
    const found = this.#ladder.find(tick);
    if (found !== 0) return found;
    const level = this.#ladder.insert(tick);
    if (buys) {
      if (this.#bid === 0 || tick > this.#ladder.tickOf(this.#bid)) this.#bid = level;
    } else if (this.#ask === 0 || tick < this.#ladder.tickOf(this.#ask)) this.#ask = level;
    return level;
  }

  #dropLevel(level: number): void {
    if (level === this.#bid) this.#bid = this.#ladder.below(level);
    else if (level === this.#ask) this.#ask = this.#ladder.above(level);
    this.#ladder.remove(level);
  }

  #newOrder(): number {
    const left = this.#free;
    if (left !== 0) {
      this.#free = this.#orders[left + NEXT] as number;
      return left;
    }
    const order = this.#used;
    this.#used += ORDER_WORDS;
    if (this.#used > this.#orders.length) this.#orders = grown(this.#orders);
    return order;
  }

  /** Gives back an order that has no lots left. */
  #release(order: number): void {
    this.#orders[order + NEXT] = this.#free;
    this.#free = order;
    this.#size -= 1;
  }
}

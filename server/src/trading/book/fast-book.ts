import type { Side } from '@sarraf/domain';
import type { Book, IncomingOrder, Match, RestingOrder } from './book-types.ts';
import { FIRST, growArray, highOf, LAST, Ladder, lowOf, wholeOf } from './fast-book-ladder.ts';

/** `memory`: bytes used by its orders and levels, reserved space included. */
export const createBook = (): Book & { readonly memory: number } => new FastBook();

type Mutable<T> = { -readonly [key in keyof T]: T[key] };
type Fill = Mutable<Match['fills'][number]>;

/**
 * Orders are records of one array, so that the words that a cancel touches are adjacent: the next and the previous
 * order at its price, its owner, its level, its lots in two words. They are identified by their index; a handle is
 * the index in records.
 */
const NEXT = 0;
const BEFORE = 1;
const OWNER = 2;
const LEVEL = 3;
const LOW = 4;
const HIGH = 5;
const ORDER_WORDS = 6;

/** Hidden lots of an order. */
interface Hidden {
  lots: number;
  /** Lots displayed at a time. */
  slice: number;
}

const NONE: Match['refilled'] = [];

/** Number of fill objects that are kept for reuse. */
const SPARE_FILLS = 64;

/**
 * Both sides share one ladder, as a bid is always below an ask. A level exists while orders rest at its price; the
 * best level of each side is cached, and the ladder finds the next when it is removed.
 */
class FastBook implements Book {
  readonly #ladder = new Ladder();
  #orders = new Int32Array(16 * ORDER_WORDS);
  #used = ORDER_WORDS;
  /** Free list of order records, linked by `NEXT`. */
  #free = 0;
  /** Best levels; 0: the side is empty. */
  #bid = 0;
  #ask = 0;
  #size = 0;
  /** The few orders with hidden lots, by index; their number is read by each match. */
  readonly #hidden = new Map<number, Hidden>();
  #hiding = 0;
  /**
   * The single result object of `match`, with its fills: allocating one per order would evict the book from the CPU
   * cache.
   */
  readonly #match: Mutable<Match> & { fills: Fill[] } = {
    number: 0,
    fills: [],
    refilled: NONE,
    rest: 0,
    end: 'empty',
  };
  /** Whether the match is still valid for the book. */
  #matched = false;
  readonly #spareFills: Fill[] = [];

  get size(): number {
    return this.#size;
  }

  get memory(): number {
    return this.#orders.byteLength + this.#ladder.words.byteLength;
  }

  match(taker: IncomingOrder): Match {
    const { side, limit, lots } = taker;
    const match = this.#match;
    this.#forgetMatch();
    match.number += 1;
    if (match.refilled !== NONE) match.refilled = NONE;
    this.#matched = true;
    const buys = side === 'buy';
    const level = buys ? this.#ask : this.#bid;
    if (lots === 0 || level === 0 || !this.#reaches(buys, limit, level)) {
      match.end = lots === 0 ? 'filled' : 'empty';
      match.rest = lots;
      return match;
    }
    return this.#meet(buys, level, taker);
  }

  #meet(buys: boolean, best: number, taker: IncomingOrder): Match {
    const { owner, limit, lots, budget } = taker;
    const gone = taker.gone ?? null;
    const orders = this.#orders;
    const { words } = this.#ladder;
    const match = this.#match;
    let level = best;
    let left = lots;
    let purse = budget;
    let end: Match['end'] = 'empty';
    let first = 0;
    do {
      const tick = this.#ladder.tickOf(level);
      first = match.fills.length;
      let maker = words[level + FIRST] as number;
      do {
        const wanted = budget === Number.POSITIVE_INFINITY ? left : Math.min(left, Math.floor(purse / tick));
        if (wanted === 0) end = 'budget';
        else if (gone?.(maker / ORDER_WORDS)) maker = this.#passOver(maker, level);
        else if (orders[maker + OWNER] === owner) {
          const { selfTrade } = taker;
          if (selfTrade !== 'OLDEST') end = 'own';
          if (selfTrade === 'OLDEST' || selfTrade === 'BOTH') maker = this.#passOver(maker, level);
        } else {
          const taken = Math.min(wanted, this.#lotsAt(maker));
          this.#addFill(maker / ORDER_WORDS, tick, taken);
          left -= taken;
          purse -= taken * tick;
          if (left === 0) end = 'filled';
          else if (taken === wanted) end = 'budget';
          maker = orders[maker + NEXT] as number;
        }
      } while (end === 'empty' && maker !== 0);
      if (this.#hiding !== 0) {
        const wanted = budget === Number.POSITIVE_INFINITY ? left : Math.min(left, Math.floor(purse / tick));
        const taken = this.#uncover(first, end === 'empty' ? wanted : 0);
        left -= taken;
        purse -= taken * tick;
        if (left === 0) end = 'filled';
        else if (taken === wanted && taken > 0) end = 'budget';
      }
      if (end === 'empty') level = this.#behind(buys, level);
    } while (end === 'empty' && level !== 0 && this.#reaches(buys, limit, level));
    match.rest = left;
    match.end = end;
    return match;
  }

  /**
   * Once a match leaves a level, or ends there: determines the next slices of orders with hidden lots, which also
   * trade in turn while lots are wanted. `first`: the first fill of the level. Returns the lots taken.
   */
  #uncover(first: number, wanted: number): number {
    const { fills } = this.#match;
    const turns: Fill[] = [];
    for (let n = first; n < fills.length; n += 1) {
      const fill = fills[n] as Fill;
      const order = fill.maker * ORDER_WORDS;
      if (fill.lots > 0 && this.#hidden.has(order) && fill.lots === this.#lotsAt(order)) turns.push(fill);
    }
    let left = wanted;
    let turn = 0;
    while (left > 0 && turn < turns.length) {
      const fill = turns[turn] as Fill;
      const next = this.#nextOf(fill).shown;
      const taken = Math.min(left, next);
      fill.lots += taken;
      left -= taken;
      // The remainder of a slice stays in front.
      if (taken < next) break;
      turn += 1;
      if (this.#nextOf(fill).shown > 0) turns.push(fill);
    }
    if (turn < turns.length)
      this.#match.refilled = turns
        .slice(turn)
        .map((fill) => ({ maker: fill.maker, shown: this.#nextOf(fill).shown }));
    return wanted - left;
  }

  /**
   * Returns what an order displays and hides after a fill that took all its displayed lots, and perhaps some hidden
   * ones.
   */
  #nextOf({ maker, lots }: Fill): { shown: number; hidden: number } {
    const order = maker * ORDER_WORDS;
    const hidden = this.#hidden.get(order) as Hidden;
    const taken = lots - this.#lotsAt(order);
    const part = taken % hidden.slice;
    const left = hidden.lots - (taken - part);
    const slice = Math.min(hidden.slice, left);
    return { shown: slice - part, hidden: left - slice };
  }

  /** Records an order that leaves untraded; returns the next at its price. */
  #passOver(order: number, level: number): number {
    this.#addFill(order / ORDER_WORDS, this.#ladder.tickOf(level), 0);
    return this.#orders[order + NEXT] as number;
  }

  apply(matchNumber: number): void {
    if (!this.#matched || matchNumber !== this.#match.number) throw new Error('a stale match');
    if (this.#hiding !== 0) return this.#applyHiding();
    const { fills } = this.#match;
    const orders = this.#orders;
    const { words } = this.#ladder;
    let n = 0;
    while (n < fills.length) {
      let maker = (fills[n] as Fill).maker * ORDER_WORDS;
      const level = orders[maker + LEVEL] as number;
      do {
        const { lots } = fills[n] as Fill;
        const left = lots === 0 ? 0 : this.#lotsAt(maker) - lots;
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

  /** Applies the match when some orders may have hidden lots. */
  #applyHiding(): void {
    const { fills, refilled } = this.#match;
    const refills = new Map(refilled.map(({ maker }) => [maker, 0]));
    const next = new Map(
      fills.filter(({ maker }) => refills.has(maker)).map((fill) => [fill.maker, this.#nextOf(fill)]),
    );
    for (const { maker, lots } of fills) {
      if (refills.has(maker)) continue;
      const order = maker * ORDER_WORDS;
      const shown = this.#lotsAt(order);
      // A fill of all displayed lots ends an order that isn't refilled.
      if (lots === 0 || lots >= shown) {
        this.#hide(order, 0, 0);
        this.#takeOut(order);
      } else this.#setLots(order, shown - lots);
    }
    for (const { maker } of refilled) {
      const { shown, hidden } = next.get(maker) as { shown: number; hidden: number };
      const order = maker * ORDER_WORDS;
      this.#setLots(order, shown);
      this.#hide(order, hidden, (this.#hidden.get(order) as Hidden).slice);
      this.#moveBehind(order);
    }
    this.#forgetMatch();
  }

  #cover(order: number, { lots, slice = lots, shown = Math.min(slice, lots) }: RestingOrder): void {
    if (shown === lots) return;
    this.#setLots(order, shown);
    this.#hide(order, lots - shown, slice);
  }

  #hide(order: number, lots: number, slice: number): void {
    if (lots > 0) this.#hidden.set(order, { lots, slice });
    else this.#hidden.delete(order);
    this.#hiding = this.#hidden.size;
  }

  /** Moves an order behind the others of its price. */
  #moveBehind(order: number): void {
    const orders = this.#orders;
    const { words } = this.#ladder;
    const next = orders[order + NEXT] as number;
    if (next === 0) return;
    const before = orders[order + BEFORE] as number;
    const level = orders[order + LEVEL] as number;
    if (before === 0) words[level + FIRST] = next;
    else orders[before + NEXT] = next;
    orders[next + BEFORE] = before;
    const last = words[level + LAST] as number;
    orders[last + NEXT] = order;
    orders[order + BEFORE] = last;
    orders[order + NEXT] = 0;
    words[level + LAST] = order;
  }

  add(resting: RestingOrder): number {
    const { side, owner, tick, lots } = resting;
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
    if (resting.slice !== undefined) this.#cover(order, resting);
    words[level + LAST] = order;
    if (last === 0) words[level + FIRST] = order;
    else orders[last + NEXT] = order;
    this.#size += 1;
    return order / ORDER_WORDS;
  }

  remove(handle: number): number {
    const lots = this.lotsOf(handle);
    this.#forgetMatch();
    if (this.#hiding !== 0) this.#hide(handle * ORDER_WORDS, 0, 0);
    this.#takeOut(handle * ORDER_WORDS);
    return lots;
  }

  #takeOut(order: number): void {
    const orders = this.#orders;
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
      return;
    }
    if (next === 0) words[level + LAST] = before;
    else orders[next + BEFORE] = before;
  }

  reduce(handle: number, lots: number): void {
    const left = this.lotsOf(handle) - lots;
    if (lots <= 0 || left <= 0) throw new Error(`order ${handle} can't be reduced by ${lots}`);
    this.#forgetMatch();
    const order = handle * ORDER_WORDS;
    const hidden = this.#hiding === 0 ? undefined : this.#hidden.get(order);
    const fromHidden = Math.min(hidden?.lots ?? 0, lots);
    if (hidden) this.#hide(order, hidden.lots - fromHidden, hidden.slice);
    this.#setLots(order, this.#lotsAt(order) - lots + fromHidden);
  }

  lotsOf(handle: number): number {
    const shown = this.shownOf(handle);
    return this.#hiding === 0 ? shown : shown + (this.#hidden.get(handle * ORDER_WORDS)?.lots ?? 0);
  }

  shownOf(handle: number): number {
    const order = handle * ORDER_WORDS;
    const lots = order < this.#used ? this.#lotsAt(order) : 0;
    // Records of orders that have left have no lots.
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

  /**
   * Doubles: per side, buyers first, the number of levels; per level its tick and number of orders; then owner and
   * lots of each order, its hidden lots, and its slice size.
   */
  bytes(): Uint8Array {
    const all: number[] = [];
    for (const side of ['buy', 'sell'] as const) {
      const levels = [...this.#levelsOf(side)];
      all.push(levels.length);
      for (const level of levels) {
        const orders = this.#ordersOf(level);
        all.push(this.#ladder.tickOf(level), orders.length);
        for (const order of orders) {
          const { lots, slice } = this.#hidden.get(order) ?? { lots: 0, slice: 0 };
          all.push(this.#orders[order + OWNER] as number, this.#lotsAt(order), lots, slice);
        }
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

  /** Discards the match and its fills, so that a caller that kept the match doesn't read the fills of another order. */
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

  /** Returns the next worse level of a side; 0: none. */
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
    if (this.#used > this.#orders.length) this.#orders = growArray(this.#orders);
    return order;
  }

  /** Frees the record of an order that has no lots left. */
  #release(order: number): void {
    this.#orders[order + NEXT] = this.#free;
    this.#free = order;
    this.#size -= 1;
  }
}

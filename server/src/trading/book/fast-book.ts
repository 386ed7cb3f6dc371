import type { Side } from '@sarraf/domain';
import type { Book, IncomingOrder, Match, RestingOrder } from './book-types.ts';
import {
  FIRST_ORDER,
  growArray,
  highWord,
  joinWords,
  LAST_ORDER,
  Ladder,
  lowWord,
} from './fast-book-ladder.ts';

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
const PREVIOUS = 1;
const OWNER = 2;
const LEVEL = 3;
const LOW = 4;
const HIGH = 5;
const ORDER_WORDS = 6;

/** Hidden lots of an order. */
interface HiddenLots {
  lots: number;
  /** Lots displayed at a time. */
  slice: number;
}

const NO_REFILLS: Match['refilled'] = [];

/** Number of fill objects that are kept for reuse. */
const MAX_SPARE_FILLS = 64;

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
  readonly #hidden = new Map<number, HiddenLots>();
  #hiddenCount = 0;
  /**
   * The single result object of `match`, with its fills: allocating one per order would evict the book from the CPU
   * cache.
   */
  readonly #match: Mutable<Match> & { fills: Fill[] } = {
    number: 0,
    fills: [],
    refilled: NO_REFILLS,
    rest: 0,
    end: 'empty',
  };
  /** Whether the match is still valid for the book. */
  #isMatchValid = false;
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
    this.#discardMatch();
    match.number += 1;
    if (match.refilled !== NO_REFILLS) match.refilled = NO_REFILLS;
    this.#isMatchValid = true;
    const buys = side === 'buy';
    const level = buys ? this.#ask : this.#bid;
    if (lots === 0 || level === 0 || !this.#canTradeAt(buys, limit, level)) {
      match.end = lots === 0 ? 'filled' : 'empty';
      match.rest = lots;
      return match;
    }
    return this.#matchLevels(buys, level, taker);
  }

  #matchLevels(buys: boolean, best: number, taker: IncomingOrder): Match {
    const { owner, limit, lots, budget } = taker;
    const gone = taker.gone ?? null;
    const orders = this.#orders;
    const { words } = this.#ladder;
    const match = this.#match;
    let level = best;
    let remaining = lots;
    let remainingBudget = budget;
    let end: Match['end'] = 'empty';
    let firstFill = 0;
    do {
      const tick = this.#ladder.getTick(level);
      firstFill = match.fills.length;
      let maker = words[level + FIRST_ORDER] as number;
      do {
        const affordableLots =
          budget === Number.POSITIVE_INFINITY
            ? remaining
            : Math.min(remaining, Math.floor(remainingBudget / tick));
        if (affordableLots === 0) end = 'budget';
        else if (gone?.(maker / ORDER_WORDS)) maker = this.#skipOrder(maker, level);
        else if (orders[maker + OWNER] === owner) {
          const { selfTrade } = taker;
          if (selfTrade !== 'OLDEST') end = 'own';
          if (selfTrade === 'OLDEST' || selfTrade === 'BOTH') maker = this.#skipOrder(maker, level);
        } else {
          const filledLots = Math.min(affordableLots, this.#readLots(maker));
          this.#addFill(maker / ORDER_WORDS, tick, filledLots);
          remaining -= filledLots;
          remainingBudget -= filledLots * tick;
          if (remaining === 0) end = 'filled';
          else if (filledLots === affordableLots) end = 'budget';
          maker = orders[maker + NEXT] as number;
        }
      } while (end === 'empty' && maker !== 0);
      if (this.#hiddenCount !== 0) {
        const affordableLots =
          budget === Number.POSITIVE_INFINITY
            ? remaining
            : Math.min(remaining, Math.floor(remainingBudget / tick));
        const revealedLots = this.#revealSlices(firstFill, end === 'empty' ? affordableLots : 0);
        remaining -= revealedLots;
        remainingBudget -= revealedLots * tick;
        if (remaining === 0) end = 'filled';
        else if (revealedLots === affordableLots && revealedLots > 0) end = 'budget';
      }
      if (end === 'empty') level = this.#nextWorseLevel(buys, level);
    } while (end === 'empty' && level !== 0 && this.#canTradeAt(buys, limit, level));
    match.rest = remaining;
    match.end = end;
    return match;
  }

  /**
   * Once a match leaves a level, or ends there: determines the next slices of orders with hidden lots, which also
   * trade in turn while lots are wanted. `first`: the first fill of the level. Returns the lots taken.
   */
  #revealSlices(first: number, maxLots: number): number {
    const { fills } = this.#match;
    const refillQueue: Fill[] = [];
    for (let n = first; n < fills.length; n += 1) {
      const fill = fills[n] as Fill;
      const order = fill.maker * ORDER_WORDS;
      if (fill.lots > 0 && this.#hidden.has(order) && fill.lots === this.#readLots(order))
        refillQueue.push(fill);
    }
    let remaining = maxLots;
    let turn = 0;
    while (remaining > 0 && turn < refillQueue.length) {
      const fill = refillQueue[turn] as Fill;
      const next = this.#nextSlice(fill).displayedLots;
      const filledLots = Math.min(remaining, next);
      fill.lots += filledLots;
      remaining -= filledLots;
      // The remainder of a slice stays in front.
      if (filledLots < next) break;
      turn += 1;
      if (this.#nextSlice(fill).displayedLots > 0) refillQueue.push(fill);
    }
    if (turn < refillQueue.length)
      this.#match.refilled = refillQueue
        .slice(turn)
        .map((fill) => ({ maker: fill.maker, displayedLots: this.#nextSlice(fill).displayedLots }));
    return maxLots - remaining;
  }

  /**
   * Returns what an order displays and hides after a fill that took all its displayed lots, and perhaps some hidden
   * ones.
   */
  #nextSlice({ maker, lots }: Fill): { displayedLots: number; hidden: number } {
    const order = maker * ORDER_WORDS;
    const hidden = this.#hidden.get(order) as HiddenLots;
    const filledLots = lots - this.#readLots(order);
    const sliceTaken = filledLots % hidden.slice;
    const remaining = hidden.lots - (filledLots - sliceTaken);
    const slice = Math.min(hidden.slice, remaining);
    return { displayedLots: slice - sliceTaken, hidden: remaining - slice };
  }

  /** Records an order that leaves untraded; returns the next at its price. */
  #skipOrder(order: number, level: number): number {
    this.#addFill(order / ORDER_WORDS, this.#ladder.getTick(level), 0);
    return this.#orders[order + NEXT] as number;
  }

  apply(matchNumber: number): void {
    if (!this.#isMatchValid || matchNumber !== this.#match.number) throw new Error('a stale match');
    if (this.#hiddenCount !== 0) return this.#applyWithHidden();
    const { fills } = this.#match;
    const orders = this.#orders;
    const { words } = this.#ladder;
    let n = 0;
    while (n < fills.length) {
      let maker = (fills[n] as Fill).maker * ORDER_WORDS;
      const level = orders[maker + LEVEL] as number;
      do {
        const { lots } = fills[n] as Fill;
        const remaining = lots === 0 ? 0 : this.#readLots(maker) - lots;
        this.#setLots(maker, remaining);
        n += 1;
        if (remaining !== 0) break;
        const next = orders[maker + NEXT] as number;
        this.#freeOrder(maker);
        maker = next;
      } while (maker !== 0 && n < fills.length);
      if (maker === 0) this.#removeLevel(level);
      else {
        orders[maker + PREVIOUS] = 0;
        words[level + FIRST_ORDER] = maker;
      }
    }
    this.#discardMatch();
  }

  /** Applies the match when some orders may have hidden lots. */
  #applyWithHidden(): void {
    const { fills, refilled } = this.#match;
    const refills = new Map(refilled.map(({ maker }) => [maker, 0]));
    const next = new Map(
      fills.filter(({ maker }) => refills.has(maker)).map((fill) => [fill.maker, this.#nextSlice(fill)]),
    );
    for (const { maker, lots } of fills) {
      if (refills.has(maker)) continue;
      const order = maker * ORDER_WORDS;
      const displayed = this.#readLots(order);
      // A fill of all displayed lots ends an order that isn't refilled.
      if (lots === 0 || lots >= displayed) {
        this.#setHidden(order, 0, 0);
        this.#unlinkOrder(order);
      } else this.#setLots(order, displayed - lots);
    }
    for (const { maker } of refilled) {
      const { displayedLots, hidden } = next.get(maker) as { displayedLots: number; hidden: number };
      const order = maker * ORDER_WORDS;
      this.#setLots(order, displayedLots);
      this.#setHidden(order, hidden, (this.#hidden.get(order) as HiddenLots).slice);
      this.#moveBehind(order);
    }
    this.#discardMatch();
  }

  #hideBeyondSlice(
    order: number,
    { lots, slice = lots, displayedLots = Math.min(slice, lots) }: RestingOrder,
  ): void {
    if (displayedLots === lots) return;
    this.#setLots(order, displayedLots);
    this.#setHidden(order, lots - displayedLots, slice);
  }

  #setHidden(order: number, lots: number, slice: number): void {
    if (lots > 0) this.#hidden.set(order, { lots, slice });
    else this.#hidden.delete(order);
    this.#hiddenCount = this.#hidden.size;
  }

  /** Moves an order behind the others of its price. */
  #moveBehind(order: number): void {
    const orders = this.#orders;
    const { words } = this.#ladder;
    const next = orders[order + NEXT] as number;
    if (next === 0) return;
    const before = orders[order + PREVIOUS] as number;
    const level = orders[order + LEVEL] as number;
    if (before === 0) words[level + FIRST_ORDER] = next;
    else orders[before + NEXT] = next;
    orders[next + PREVIOUS] = before;
    const last = words[level + LAST_ORDER] as number;
    orders[last + NEXT] = order;
    orders[order + PREVIOUS] = last;
    orders[order + NEXT] = 0;
    words[level + LAST_ORDER] = order;
  }

  add(resting: RestingOrder): number {
    const { side, owner, tick, lots } = resting;
    const level = this.#findOrInsertLevel(side === 'buy', tick);
    this.#discardMatch();
    const order = this.#allocateOrder();
    const orders = this.#orders;
    const { words } = this.#ladder;
    const last = words[level + LAST_ORDER] as number;
    orders[order + NEXT] = 0;
    orders[order + PREVIOUS] = last;
    orders[order + OWNER] = owner;
    orders[order + LEVEL] = level;
    this.#setLots(order, lots);
    if (resting.slice !== undefined) this.#hideBeyondSlice(order, resting);
    words[level + LAST_ORDER] = order;
    if (last === 0) words[level + FIRST_ORDER] = order;
    else orders[last + NEXT] = order;
    this.#size += 1;
    return order / ORDER_WORDS;
  }

  remove(handle: number): number {
    const lots = this.getLots(handle);
    this.#discardMatch();
    if (this.#hiddenCount !== 0) this.#setHidden(handle * ORDER_WORDS, 0, 0);
    this.#unlinkOrder(handle * ORDER_WORDS);
    return lots;
  }

  #unlinkOrder(order: number): void {
    const orders = this.#orders;
    const next = orders[order + NEXT] as number;
    const before = orders[order + PREVIOUS] as number;
    const level = orders[order + LEVEL] as number;
    this.#setLots(order, 0);
    this.#freeOrder(order);
    const { words } = this.#ladder;
    if (before !== 0) orders[before + NEXT] = next;
    else if (next !== 0) words[level + FIRST_ORDER] = next;
    else {
      this.#removeLevel(level);
      return;
    }
    if (next === 0) words[level + LAST_ORDER] = before;
    else orders[next + PREVIOUS] = before;
  }

  reduce(handle: number, lots: number): void {
    const remaining = this.getLots(handle) - lots;
    if (lots <= 0 || remaining <= 0) throw new Error(`order ${handle} can't be reduced by ${lots}`);
    this.#discardMatch();
    const order = handle * ORDER_WORDS;
    const hidden = this.#hiddenCount === 0 ? undefined : this.#hidden.get(order);
    const fromHidden = Math.min(hidden?.lots ?? 0, lots);
    if (hidden) this.#setHidden(order, hidden.lots - fromHidden, hidden.slice);
    this.#setLots(order, this.#readLots(order) - lots + fromHidden);
  }

  getLots(handle: number): number {
    const displayed = this.getDisplayedLots(handle);
    return this.#hiddenCount === 0
      ? displayed
      : displayed + (this.#hidden.get(handle * ORDER_WORDS)?.lots ?? 0);
  }

  getDisplayedLots(handle: number): number {
    const order = handle * ORDER_WORDS;
    const lots = order < this.#used ? this.#readLots(order) : 0;
    // Records of orders that have left have no lots.
    if (lots === 0) throw new Error(`no order ${handle} in the book`);
    return lots;
  }

  getBestTick(side: Side): number | null {
    const level = side === 'buy' ? this.#bid : this.#ask;
    return level === 0 ? null : this.#ladder.getTick(level);
  }

  listLevels(side: Side, maxLevels: number): [tick: number, lots: number, orders: number][] {
    const found: [number, number, number][] = [];
    for (const level of this.#iterateLevels(side)) {
      if (found.length >= maxLevels) break;
      const orders = this.#listOrdersAt(level);
      const lots = orders.reduce((sum, order) => sum + this.#readLots(order), 0);
      found.push([this.#ladder.getTick(level), lots, orders.length]);
    }
    return found;
  }

  /**
   * Doubles: per side, buyers first, the number of levels; per level its tick and number of orders; then owner and
   * lots of each order, its hidden lots, and its slice size.
   */
  serialize(): Uint8Array {
    const all: number[] = [];
    for (const side of ['buy', 'sell'] as const) {
      const levels = [...this.#iterateLevels(side)];
      all.push(levels.length);
      for (const level of levels) {
        const orders = this.#listOrdersAt(level);
        all.push(this.#ladder.getTick(level), orders.length);
        for (const order of orders) {
          const { lots, slice } = this.#hidden.get(order) ?? { lots: 0, slice: 0 };
          all.push(this.#orders[order + OWNER] as number, this.#readLots(order), lots, slice);
        }
      }
    }
    return new Uint8Array(Float64Array.from(all).buffer);
  }

  *#iterateLevels(side: Side): Generator<number> {
    let level = side === 'buy' ? this.#bid : this.#ask;
    for (; level !== 0; level = this.#nextWorseLevel(side === 'sell', level)) yield level;
  }

  #listOrdersAt(level: number): number[] {
    const orders: number[] = [];
    let order = this.#ladder.words[level + FIRST_ORDER] as number;
    for (; order !== 0; order = this.#orders[order + NEXT] as number) orders.push(order);
    return orders;
  }

  #readLots(order: number): number {
    const orders = this.#orders;
    return joinWords(orders[order + LOW] as number, orders[order + HIGH] as number);
  }

  #setLots(order: number, lots: number): void {
    const orders = this.#orders;
    orders[order + LOW] = lowWord(lots);
    orders[order + HIGH] = highWord(lots);
  }

  /** Discards the match and its fills, so that a caller that kept the match doesn't read the fills of another order. */
  #discardMatch(): void {
    this.#isMatchValid = false;
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
    if (fills.length < MAX_SPARE_FILLS) this.#spareFills.push(fill);
    fills.push(fill);
  }

  /** Whether an order with this limit trades at the price of a level of the other side. */
  #canTradeAt(buys: boolean, limit: number, level: number): boolean {
    const tick = this.#ladder.getTick(level);
    return buys ? limit >= tick : limit <= tick;
  }

  /** Returns the next worse level of a side; 0: none. */
  #nextWorseLevel(asks: boolean, level: number): number {
    return asks ? this.#ladder.nextAbove(level) : this.#ladder.nextBelow(level);
  }

  #findOrInsertLevel(buys: boolean, tick: number): number {
    const opposite = buys ? this.#ask : this.#bid;
    if (opposite !== 0 && this.#canTradeAt(buys, tick, opposite))
      throw new Error(`an order at ${tick} would cross ${this.#ladder.getTick(opposite)}`);
    const existing = this.#ladder.find(tick);
    if (existing !== 0) return existing;
    const level = this.#ladder.insert(tick);
    if (buys) {
      if (this.#bid === 0 || tick > this.#ladder.getTick(this.#bid)) this.#bid = level;
    } else if (this.#ask === 0 || tick < this.#ladder.getTick(this.#ask)) this.#ask = level;
    return level;
  }

  #removeLevel(level: number): void {
    if (level === this.#bid) this.#bid = this.#ladder.nextBelow(level);
    else if (level === this.#ask) this.#ask = this.#ladder.nextAbove(level);
    this.#ladder.remove(level);
  }

  #allocateOrder(): number {
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
  #freeOrder(order: number): void {
    this.#orders[order + NEXT] = this.#free;
    this.#free = order;
    this.#size -= 1;
  }
}

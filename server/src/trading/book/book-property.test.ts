import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { createPlainBook } from '../../../test/plain-book.ts';
import { createSeededRandom, SEED } from '../../../test/random.ts';
import type { Book, IncomingOrder, Match, RestingOrder } from './book-types.ts';
import { createBook } from './fast-book.ts';

const SEEDS = process.env.SARRAF_NIGHTLY ? 1000 : 100;
const OPERATIONS = 1000;

/** `gone`: numbers of orders that may no longer be traded. */
type Call =
  | { add: RestingOrder }
  | { remove: number }
  | { reduce: number; by: number }
  | { take: Omit<IncomingOrder, 'gone'>; gone: ReadonlySet<number> };
/** Result of a call on a book, with its handles replaced by the orders' numbers. */
type Answer =
  | number
  | {
      fills: [order: number, tick: number, lots: number][];
      refilled: [order: number, shown: number][];
      rest: number;
      end: Match['end'];
      /** Lots of the orders that left untraded. */
      untraded: number;
    };

/** Drives a book by the orders' own numbers, since handles are internal to each book. */
class Player {
  readonly book: Book;
  /** Handles of resting orders by order number, and the reverse. */
  readonly handles = new Map<number, number>();
  readonly #orders = new Map<number, number>();
  #added = 0;

  constructor(book: Book) {
    this.book = book;
  }

  play(call: Call): Answer {
    if ('add' in call) return this.#add(call.add);
    if ('take' in call) return this.#take(this.#meaning(call));
    if ('reduce' in call) {
      const handle = this.handles.get(call.reduce) as number;
      this.book.reduce(handle, call.by);
      return this.book.getLots(handle);
    }
    const lots = this.book.remove(this.handles.get(call.remove) as number);
    this.#forget(call.remove);
    return lots;
  }

  match(call: { take: Omit<IncomingOrder, 'gone'>; gone: ReadonlySet<number> }): Match {
    return this.book.match(this.#meaning(call));
  }

  #meaning({ take, gone }: { take: Omit<IncomingOrder, 'gone'>; gone: ReadonlySet<number> }): IncomingOrder {
    if (gone.size === 0) return { ...take, gone: null };
    return { ...take, gone: (handle) => gone.has(this.#orders.get(handle) as number) };
  }

  #add(resting: RestingOrder): number {
    const handle = this.book.add(resting);
    if (this.#orders.has(handle)) throw new Error(`handle ${handle} is another order's`);
    this.#added += 1;
    this.handles.set(this.#added, handle);
    this.#orders.set(handle, this.#added);
    return this.#added;
  }

  #take(taker: IncomingOrder): Answer {
    const match = this.book.match(taker);
    const fills = match.fills.map(({ maker, tick, lots }): [number, number, number] => [
      this.#orders.get(maker) as number,
      tick,
      lots,
    ]);
    const completedFills = match.fills.filter(
      ({ maker, lots }) => lots === 0 || this.book.getLots(maker) === lots,
    );
    const { number, rest, end } = match;
    const refilled = match.refilled.map(({ maker, displayedLots }): [number, number] => [
      this.#orders.get(maker) as number,
      displayedLots,
    ]);
    const leaving = completedFills.map(({ maker }) => this.#orders.get(maker) as number);
    const untraded = match.fills
      .filter(({ lots }) => lots === 0)
      .reduce((sum, { maker }) => sum + this.book.getLots(maker), 0);
    this.book.apply(number);
    for (const order of leaving) this.#forget(order);
    return { fills, refilled, rest, end, untraded };
  }

  #forget(order: number): void {
    this.#orders.delete(this.handles.get(order) as number);
    this.handles.delete(order);
  }
}

/** Kinds of random markets: how far prices are apart, and how far the mid price moves. */
const MARKETS = [
  { middle: 1000, near: 6, far: 0, leap: 0 },
  { middle: 13_000_000, near: 500, far: 2_600_000, leap: 3000 },
  { middle: 8_388_608, near: 40, far: 0, leap: 5_000_000 },
  { middle: 2 ** 40, near: 3000, far: 2 ** 39, leap: 2 ** 36 },
] as const;
const SELF_TRADES = [undefined, 'NEWEST', 'OLDEST', 'BOTH'] as const;
/** Ticks × lots stay safe integers in all of them. */
const MAX_LOTS = 400;

class Gambler {
  readonly #random: () => number;
  readonly #market: (typeof MARKETS)[number];
  #middle: number;
  readonly #hides: boolean;

  constructor(seed: number) {
    this.#hides = seed % 8 > 3;
    this.#random = createSeededRandom(seed);
    this.#market = MARKETS[seed % MARKETS.length] as (typeof MARKETS)[number];
    this.#middle = this.#market.middle;
  }

  /** Returns one or two calls: an order that trades may then rest with its remainder. */
  next(player: Player): Call[] {
    const { book, handles } = player;
    const choice = this.#random();
    if (choice < 0.3 && handles.size > 0) {
      const order = handles.keys().drop(this.#below(handles.size)).next().value as number;
      const lots = book.getLots(handles.get(order) as number);
      if (choice < 0.2 || lots === 1) return [{ remove: order }];
      return [{ reduce: order, by: 1 + this.#below(lots - 1) }];
    }
    if (choice > 0.99) this.#middle = Math.max(1000, this.#middle + this.#around(this.#market.leap));
    const side = this.#random() < 0.5 ? 'buy' : 'sell';
    const tick = this.#tick();
    const owner = 1 + this.#below(6);
    const lots = 1 + this.#below(MAX_LOTS);
    const budget = this.#budget(tick);
    const selfTrade = SELF_TRADES[this.#below(SELF_TRADES.length)];
    const take = {
      take: { side, owner, limit: tick, lots, budget, ...(selfTrade && { selfTrade }) },
      gone: this.#gone(handles),
    } as const;
    const { rest, end } = player.match(take);
    return rest > 0 && end === 'empty' && this.#random() < 0.9
      ? [take, { add: { side, owner, tick, lots: rest, ...this.#hiding(rest) } }]
      : [take];
  }

  /** Returns mostly no orders; otherwise some of the resting ones. */
  #gone(handles: ReadonlyMap<number, number>): ReadonlySet<number> {
    if (this.#random() < 0.8) return new Set();
    return new Set([...handles.keys()].filter(() => this.#random() < 0.3));
  }

  /** Hides part of a third of the orders, with every other seed. */
  #hiding(lots: number): { slice?: number } {
    if (!this.#hides || this.#random() < 0.66) return {};
    return { slice: 1 + this.#below(lots) };
  }

  #tick(): number {
    const { near, far } = this.#market;
    return Math.max(0, this.#middle + this.#around(this.#random() < 0.1 ? far || near : near));
  }

  #budget(tick: number): number {
    const choice = this.#random();
    if (choice < 0.7) return Number.POSITIVE_INFINITY;
    return Math.floor(this.#random() * (tick + 1) * (choice < 0.85 ? 3 : MAX_LOTS));
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #around(most: number): number {
    return this.#below(2 * most + 1) - most;
  }
}

const shownLots = (book: Book): number =>
  (['buy', 'sell'] as const)
    .flatMap((side) => book.listLevels(side, Number.POSITIVE_INFINITY))
    .reduce((sum, [, lots]) => sum + lots, 0);

function expectUncrossed(book: Book): void {
  const bid = book.getBestTick('buy');
  const ask = book.getBestTick('sell');
  if (bid !== null && ask !== null) expect(bid).toBeLessThan(ask);
}

const takenBy = (answer: Answer): number =>
  typeof answer === 'number' ? 0 : answer.fills.reduce((sum, [, , lots]) => sum + lots, answer.untraded);

function playSeed(seed: number): void {
  const gambler = new Gambler(seed);
  const fast = new Player(createBook());
  const plain = new Player(createPlainBook());
  const calls: Call[] = [];
  let lots = 0;
  for (let operation = 0; operation < OPERATIONS; operation += 1) {
    for (const call of gambler.next(fast)) {
      const answer = fast.play(call);
      const expected = plain.play(call);
      // Called a million times: only a difference is worth an assertion.
      if (!isDeepStrictEqual(answer, expected)) expect(answer).toEqual(expected);
      calls.push(call);
      if ('add' in call) lots += call.add.lots;
      else if ('remove' in call) lots -= answer as number;
      else if ('reduce' in call) lots -= call.by;
      else lots -= takenBy(answer);
    }
    if (operation % 20 !== 0) continue;
    expectUncrossed(fast.book);
    expect(fast.book.size).toBe(fast.handles.size);
    const handles = [...fast.handles.values()];
    expect(handles.reduce((sum, handle) => sum + fast.book.getLots(handle), 0)).toBe(lots);
    expect(shownLots(fast.book)).toBe(
      handles.reduce((sum, handle) => sum + fast.book.getDisplayedLots(handle), 0),
    );
    expectAlike(fast.book, plain.book);
  }
  expectAlike(fast.book, plain.book);
  const again = new Player(createBook());
  for (const call of calls) again.play(call);
  expectAlike(again.book, fast.book);
  expect([...again.handles]).toEqual([...fast.handles]);
}

function expectAlike(one: Book, other: Book): void {
  expect(Buffer.compare(one.serialize(), other.serialize())).toBe(0);
  expect(one.size).toBe(other.size);
  for (const side of ['buy', 'sell'] as const) {
    expect(one.getBestTick(side)).toBe(other.getBestTick(side));
    expect(one.listLevels(side, 5)).toEqual(other.listLevels(side, 5));
  }
}

it(
  `the fast order book returns the same as the plain one, in ${SEEDS} random markets`,
  () => {
    for (let seed = SEED; seed < SEED + SEEDS; seed += 1) {
      try {
        playSeed(seed);
      } catch (error) {
        throw new Error(`seed ${seed} (SARRAF_SEED=${seed} plays it first)`, { cause: error });
      }
    }
  },
  60_000 + SEEDS * 2000,
);

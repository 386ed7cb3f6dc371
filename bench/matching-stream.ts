import { createBook } from '../server/src/trading/book/fast-book.ts';

/**
 * Operations on an order book, in order, as columns. An order is identified by its handle: the same calls give the
 * same handles, so the benchmarks need no list of their own.
 */
export interface Stream {
  /** The first rows only fill the order book; the following ones are measured. */
  before: number;
  rows: number;
  cancels: Uint8Array;
  buys: Uint8Array;
  tick: Int32Array;
  lots: Int32Array;
  /** Handle of the order that is cancelled, or rests; 0: it is filled immediately. */
  handle: Int32Array;
}

/** BITCOIN_TOMAN in ticks of 1,000 Toman. */
const START_TICK = 13_000_000;
const BAND_SHARE = 0.2;
/**
 * Part of the price within which more than half of the orders come, and how they thin out beyond (Zovko, Farmer,
 * "The power of patience", 2002). Orders that rest for long are further out.
 */
const NEAR_SHARE = 0.0002;
const PATIENT_NEAR_SHARE = 0.04;
const TAIL_EXPONENT = 1.5;
/** Two of three people choose a whole million Toman. */
const ROUND_TICKS = 1000;
/** Nine of ten cancellations are of recent orders: many leave within seconds (Hasbrouck, Saar, 2009). */
const HASTY_SHARE = 0.9;
const RECENT_COUNT = 1000;
/** As many long-resting orders come as are cancelled, so that the depth of the order book stays constant. */
const PATIENT_CANCEL_SHARE = (0.2 * (1 - HASTY_SHARE)) / 0.7;
const MEAN_LOTS = 1000;

/**
 * `count` operations on an order book with `resting` orders at the beginning and at the end: 70 % resting orders,
 * 20 % cancellations, 10 % orders that cross and take some five of them, while the price wanders. No order meets
 * one of the same owner.
 */
export function createStream(count: number, resting: number, seed: number): Stream {
  const rows = resting + count;
  const stream: Stream = {
    before: resting,
    rows,
    cancels: new Uint8Array(rows),
    buys: new Uint8Array(rows),
    tick: new Int32Array(rows),
    lots: new Int32Array(rows),
    handle: new Int32Array(rows),
  };
  const random = createRandom(seed);
  const waiting = new RestingOrders(random);
  for (let row = 0; row < rows; row += 1) {
    const choice = row < resting ? 0 : random();
    const buys = random() < 0.5;
    if (choice >= 0.9) addCrossingOrder(stream, row, buys, waiting, random);
    else if (choice < 0.7 || waiting.size === 0) addRestingOrder(stream, row, buys, waiting, random);
    else {
      stream.cancels[row] = 1;
      stream.handle[row] = waiting.cancelRandom();
    }
  }
  return stream;
}

function addCrossingOrder(
  stream: Stream,
  row: number,
  buys: boolean,
  waiting: RestingOrders,
  random: () => number,
): void {
  // Takes more when more orders rest than intended, so that the order book keeps its size.
  const makers = 5 * (waiting.size / stream.before) ** 4;
  const best = waiting.best(buys);
  const tick = Math.round(best * (buys ? 1.005 : 0.995));
  writeOrder(stream, row, buys, tick, randomLots(makers, random), waiting);
}

function addRestingOrder(
  stream: Stream,
  row: number,
  buys: boolean,
  waiting: RestingOrders,
  random: () => number,
): void {
  const before = row < stream.before;
  const patient = before || random() < PATIENT_CANCEL_SHARE;
  const best = before ? START_TICK : waiting.best(buys);
  const near = best * (patient ? PATIENT_NEAR_SHARE : NEAR_SHARE);
  const far = 1 + Math.min(near * ((1 - random()) ** (-1 / TAIL_EXPONENT) - 1), best * BAND_SHARE);
  const step = random() < 2 / 3 ? ROUND_TICKS : 1;
  const tick = step * (buys ? Math.floor((best - far) / step) : Math.ceil((best + far) / step));
  writeOrder(stream, row, buys, tick, randomLots(1, random), waiting);
}

const randomLots = (makers: number, random: () => number): number =>
  1 + Math.floor(-Math.log(1 - random()) * MEAN_LOTS * makers);

function writeOrder(
  stream: Stream,
  row: number,
  buys: boolean,
  tick: number,
  lots: number,
  to: RestingOrders,
): void {
  stream.buys[row] = buys ? 1 : 0;
  stream.tick[row] = tick;
  stream.lots[row] = lots;
  stream.handle[row] = to.place(row, buys ? 'buy' : 'sell', tick, lots);
}

/** The order book resulting from the operations, and the handles of its resting orders. */
class RestingOrders {
  readonly #book = createBook();
  readonly #random: () => number;
  readonly #handles: number[] = [];
  /** By handle: its index in the list, and the row that placed it. */
  readonly #placeOf: number[] = [];
  readonly #rowOf: number[] = [];
  /** The latest resting orders, as a ring buffer. */
  readonly #recentHandles: { handle: number; row: number }[] = [];
  #arrivalOrder = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  get size(): number {
    return this.#handles.length;
  }

  /** Returns the best price that an order of this side meets. */
  best(buys: boolean): number {
    const bid = this.#book.getBestTick('buy');
    const ask = this.#book.getBestTick('sell');
    return (buys ? ask : bid) ?? (buys ? bid : ask) ?? START_TICK;
  }

  /** Returns its handle if it rests; else 0. */
  place(row: number, side: 'buy' | 'sell', tick: number, lots: number): number {
    const taker = { side, owner: row, limit: tick, lots, budget: Number.POSITIVE_INFINITY };
    const match = this.#book.match(taker);
    for (const fill of match.fills) {
      if (fill.lots === this.#book.getLots(fill.maker)) this.#removeHandle(fill.maker);
    }
    if (match.fills.length > 0) this.#book.apply(match.number);
    if (match.rest === 0) return 0;
    const handle = this.#book.add({ side, owner: row, tick, lots: match.rest });
    this.#rowOf[handle] = row;
    this.#placeOf[handle] = this.#handles.push(handle) - 1;
    this.#recentHandles[this.#arrivalOrder % RECENT_COUNT] = { handle, row };
    this.#arrivalOrder += 1;
    return handle;
  }

  cancelRandom(): number {
    const handle =
      (this.#random() < HASTY_SHARE ? this.#pickRecent() : null) ?? this.#pickRandom(this.#handles);
    this.#removeHandle(handle);
    this.#book.remove(handle);
    return handle;
  }

  #pickRecent(): number | null {
    for (let tries = 0; tries < 10; tries += 1) {
      const { handle, row } = this.#pickRandom(this.#recentHandles);
      if (this.#rowOf[handle] === row) return handle;
    }
    return null;
  }

  #pickRandom<T>(list: T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T;
  }

  #removeHandle(handle: number): void {
    const place = this.#placeOf[handle] as number;
    const last = this.#handles.pop() as number;
    if (last !== handle) {
      this.#handles[place] = last;
      this.#placeOf[last] = place;
    }
    this.#rowOf[handle] = -1;
  }
}

/** Mulberry32: the same stream for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

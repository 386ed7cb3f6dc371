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
const START = 13_000_000;
const BAND = 0.2;
/**
 * Part of the price within which more than half of the orders come, and how they thin out beyond (Zovko, Farmer,
 * "The power of patience", 2002). Orders that rest for long are further out.
 */
const NEAR = 0.0002;
const PATIENT = 0.04;
const TAIL = 1.5;
/** Two of three people choose a whole million Toman. */
const ROUND = 1000;
/** Nine of ten cancellations are of recent orders: many leave within seconds (Hasbrouck, Saar, 2009). */
const HASTY = 0.9;
const LATELY = 1000;
/** As many long-resting orders come as are cancelled, so that the depth of the order book stays constant. */
const PATIENT_PART = (0.2 * (1 - HASTY)) / 0.7;
const MEAN_LOTS = 1000;

/**
 * `count` operations on an order book with `resting` orders at the beginning and at the end: 70 % resting orders,
 * 20 % cancellations, 10 % orders that cross and take some five of them, while the price wanders. No order meets
 * one of the same owner.
 */
export function streamOf(count: number, resting: number, seed: number): Stream {
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
  const random = randomFrom(seed);
  const waiting = new Waiting(random);
  for (let row = 0; row < rows; row += 1) {
    const choice = row < resting ? 0 : random();
    const buys = random() < 0.5;
    if (choice >= 0.9) cross(stream, row, buys, waiting, random);
    else if (choice < 0.7 || waiting.size === 0) wait(stream, row, buys, waiting, random);
    else {
      stream.cancels[row] = 1;
      stream.handle[row] = waiting.cancelOne();
    }
  }
  return stream;
}

function cross(stream: Stream, row: number, buys: boolean, waiting: Waiting, random: () => number): void {
  // Takes more when more orders rest than intended, so that the order book keeps its size.
  const makers = 5 * (waiting.size / stream.before) ** 4;
  const best = waiting.best(buys);
  const tick = Math.round(best * (buys ? 1.005 : 0.995));
  place(stream, row, buys, tick, lotsOf(makers, random), waiting);
}

function wait(stream: Stream, row: number, buys: boolean, waiting: Waiting, random: () => number): void {
  const before = row < stream.before;
  const patient = before || random() < PATIENT_PART;
  const best = before ? START : waiting.best(buys);
  const near = best * (patient ? PATIENT : NEAR);
  const far = 1 + Math.min(near * ((1 - random()) ** (-1 / TAIL) - 1), best * BAND);
  const step = random() < 2 / 3 ? ROUND : 1;
  const tick = step * (buys ? Math.floor((best - far) / step) : Math.ceil((best + far) / step));
  place(stream, row, buys, tick, lotsOf(1, random), waiting);
}

const lotsOf = (makers: number, random: () => number): number =>
  1 + Math.floor(-Math.log(1 - random()) * MEAN_LOTS * makers);

function place(stream: Stream, row: number, buys: boolean, tick: number, lots: number, to: Waiting): void {
  stream.buys[row] = buys ? 1 : 0;
  stream.tick[row] = tick;
  stream.lots[row] = lots;
  stream.handle[row] = to.place(row, buys ? 'buy' : 'sell', tick, lots);
}

/** The order book resulting from the operations, and the handles of its resting orders. */
class Waiting {
  readonly #book = createBook();
  readonly #random: () => number;
  readonly #handles: number[] = [];
  /** By handle: its index in the list, and the row that placed it. */
  readonly #placeOf: number[] = [];
  readonly #rowOf: number[] = [];
  /** The latest resting orders, as a ring buffer. */
  readonly #lately: { handle: number; row: number }[] = [];
  #came = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  get size(): number {
    return this.#handles.length;
  }

  /** Returns the best price that an order of this side meets. */
  best(buys: boolean): number {
    const bid = this.#book.best('buy');
    const ask = this.#book.best('sell');
    return (buys ? ask : bid) ?? (buys ? bid : ask) ?? START;
  }

  /** Returns its handle if it rests; else 0. */
  place(row: number, side: 'buy' | 'sell', tick: number, lots: number): number {
    const taker = { side, owner: row, limit: tick, lots, budget: Number.POSITIVE_INFINITY };
    const match = this.#book.match(taker);
    for (const fill of match.fills) {
      if (fill.lots === this.#book.lotsOf(fill.maker)) this.#forget(fill.maker);
    }
    if (match.fills.length > 0) this.#book.apply(match.number);
    if (match.rest === 0) return 0;
    const handle = this.#book.add({ side, owner: row, tick, lots: match.rest });
    this.#rowOf[handle] = row;
    this.#placeOf[handle] = this.#handles.push(handle) - 1;
    this.#lately[this.#came % LATELY] = { handle, row };
    this.#came += 1;
    return handle;
  }

  cancelOne(): number {
    const handle = (this.#random() < HASTY ? this.#oneOfLate() : null) ?? this.#any(this.#handles);
    this.#forget(handle);
    this.#book.remove(handle);
    return handle;
  }

  #oneOfLate(): number | null {
    for (let tries = 0; tries < 10; tries += 1) {
      const { handle, row } = this.#any(this.#lately);
      if (this.#rowOf[handle] === row) return handle;
    }
    return null;
  }

  #any<T>(list: T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T;
  }

  #forget(handle: number): void {
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
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

import { type Coin, marketType, type Ppm, type Quote, type Side } from '@sarraf/domain';
import type { OrderRow } from '../orders/order.ts';
import { TriggerIndex } from '../triggers/trigger-index.ts';
import type { Book, IncomingOrder, RestingOrder } from './book-types.ts';
import { createBook } from './fast-book.ts';
import { toSafeNumber } from './read-book.ts';
import { comesBefore, shownOf } from './slices.ts';

export interface InviterIds {
  /** Who gets a share of their fees. */
  inviterId: string | null;
  /** Who invited them, also where nothing is shared. */
  invitedBy: string | null;
}

/** An order that waits in a book. */
export interface OpenOrder extends InviterIds {
  /** As its row is once all that was decided is durable. */
  row: OrderRow;
  readonly side: Side;
  /** Its place in its market's line. */
  readonly sequence: number;
  readonly wage: Ppm;
  /** Of its owner, in every book; 0 before it is in one. */
  owner: number;
  /** In the book of its market; 0 before it is there. */
  handle: number;
}

/** How far a market has come. */
export interface BookHead {
  sequence: number;
  /** Number of the last fill. */
  fill: number;
  lastPrice: bigint | null;
}

/** The steps that prices and amounts of a book are counted in. */
export interface BookIncrements {
  tick: bigint;
  lot: bigint;
}

const NOBODY = 0;

/** One market: the engine's book in ticks and lots, and whose its orders are. */
export class MarketBook {
  readonly coin: Coin;
  readonly quote: Quote;
  /** `BITCOIN_TOMAN`. */
  readonly name: string;
  readonly head: BookHead;
  /** What waits for a price of this market, and isn't in its book. */
  readonly triggers = new TriggerIndex<OpenOrder>();
  #tick: bigint;
  #lot: bigint;
  #book: Book = createBook();
  #orders: (OpenOrder | undefined)[] = [];

  /** `open`: in the order of their sequence. */
  constructor(
    coin: Coin,
    quote: Quote,
    head: BookHead,
    steps: BookIncrements,
    open: readonly OpenOrder[] = [],
  ) {
    this.coin = coin;
    this.quote = quote;
    this.name = marketType(coin, quote);
    this.head = head;
    this.#tick = steps.tick;
    this.#lot = steps.lot;
    this.#fill(open);
  }

  get book(): Book {
    return this.#book;
  }

  order(handle: number): OpenOrder {
    const order = this.#orders[handle];
    if (!order) throw new Error(`no order ${handle} in ${this.name}`);
    return order;
  }

  /** Every order that waits, in the order of their sequence. */
  open(): OpenOrder[] {
    return this.#orders.filter((order) => order !== undefined).sort(comesBefore);
  }

  amountOf(lots: number): bigint {
    return BigInt(lots) * this.#lot;
  }

  /** Of an amount that is whole in lots. */
  lotsOf(amount: bigint): number {
    return toSafeNumber(amount / this.#lot);
  }

  /** The last tick that is not beyond a price, as the side sees it. */
  tickWithin(side: Side, price: bigint): number {
    const below = price / this.#tick;
    return toSafeNumber(side === 'sell' && below * this.#tick !== price ? below + 1n : below);
  }

  /** Of those that may be traded; see `Taker`. Forgets the last match where some may not. */
  best(side: Side, gone: IncomingOrder['gone'] = null): bigint | null {
    const tick = gone === null ? this.#book.best(side) : this.#bestOf(side, gone);
    return tick === null ? null : BigInt(tick) * this.#tick;
  }

  #bestOf(side: Side, gone: IncomingOrder['gone']): number | null {
    const sells = side === 'buy';
    const { fills } = this.#book.match({
      side: sells ? 'sell' : 'buy',
      owner: NOBODY,
      limit: sells ? 0 : Number.MAX_SAFE_INTEGER,
      lots: 1,
      budget: Number.POSITIVE_INFINITY,
      gone,
    });
    return fills.find(({ lots }) => lots > 0)?.tick ?? null;
  }

  /** Ticks × lots that a sum pays for, cut; null: more than can be counted. `unit`: a whole coin in its smallest unit. */
  budgetOf(sum: bigint, unit: bigint): number | null {
    const budget = (sum * unit) / (this.#tick * this.#lot);
    return budget > MOST ? null : toSafeNumber(budget);
  }

  add(order: OpenOrder): void {
    const { row, side, owner } = order;
    const resting: RestingOrder = {
      side,
      owner,
      tick: toSafeNumber(row.unitPrice / this.#tick),
      lots: this.lotsOf(row.amount - row.executedAmount),
    };
    const { slices } = row.manner;
    if (slices !== null) {
      resting.slice = this.lotsOf(slices.display);
      resting.shown = this.lotsOf(shownOf(row));
    }
    order.handle = this.#book.add(resting);
    this.#orders[order.handle] = order;
  }

  /** Of a waiting order whose row asks for less now; it keeps its place. */
  reduce(order: OpenOrder, by: bigint): void {
    this.#book.reduce(order.handle, this.lotsOf(by));
  }

  /** Takes a waiting order out; one that was filled has left the book already. */
  drop(order: OpenOrder, inBook: boolean): void {
    if (inBook) this.#book.remove(order.handle);
    this.#orders[order.handle] = undefined;
  }

  /**
   * Counts in steps that these fit, too. A market's steps may be made finer while orders wait; the book stays what it
   * is, so this may happen at any time.
   */
  fit(steps: BookIncrements): void {
    const [tick, lot] = [gcd(this.#tick, steps.tick), gcd(this.#lot, steps.lot)];
    if (tick === this.#tick && lot === this.#lot) return;
    const open = this.open();
    this.#tick = tick;
    this.#lot = lot;
    this.#book = createBook();
    this.#orders = [];
    this.#fill(open);
  }

  #fill(open: readonly OpenOrder[]): void {
    for (const order of open) this.add(order);
  }
}

const MOST = BigInt(Number.MAX_SAFE_INTEGER);

export function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y > 0n) {
    const rest = x % y;
    x = y;
    y = rest;
  }
  return x;
}

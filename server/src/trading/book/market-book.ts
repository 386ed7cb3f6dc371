import { type Coin, formatMarketType, type Ppm, type Quote, type Side } from '@sarraf/domain';
import type { OrderRow } from '../orders/order.ts';
import { TriggerIndex } from '../triggers/trigger-index.ts';
import type { Book, IncomingOrder, RestingOrder } from './book-types.ts';
import { createBook } from './fast-book.ts';
import { toSafeNumber } from './read-book.ts';
import { comparePriority, getDisplayedAmount } from './slices.ts';

export interface InviterIds {
  /** User who gets a share of the owner's fees. */
  inviterId: string | null;
  /** User who invited the owner, even if no fees are shared. */
  invitedBy: string | null;
}

/** An order on an order book, or one that waits for its trigger. */
export interface OpenOrder extends InviterIds {
  /** The order's row once everything decided so far is durable. */
  row: OrderRow;
  readonly side: Side;
  /** Its sequence number in its market. */
  readonly sequence: number;
  readonly feeRate: Ppm;
  /** See `comparePriority`. */
  readonly plain?: boolean;
  /** Number of the owner in all order books; 0 before the order is on one. */
  owner: number;
  /** Handle in the market's order book; 0 before the order is on it. */
  handle: number;
}

/** Last sequence and fill numbers of a market. */
export interface BookHead {
  sequence: number;
  /** Number of the last fill. */
  fill: number;
  lastPrice: bigint | null;
}

/** The increments (tick and lot) in which an order book counts prices and amounts. */
export interface BookIncrements {
  tick: bigint;
  lot: bigint;
}

const NO_OWNER = 0;

/** One market: its order book in ticks and lots, and the owners of its orders. */
export class MarketBook {
  readonly coin: Coin;
  readonly quote: Quote;
  /** For example `BITCOIN_TOMAN`. */
  readonly name: string;
  readonly head: BookHead;
  /** Orders that wait for a price of this market, and aren't on its order book. */
  readonly triggers = new TriggerIndex<OpenOrder>();
  #tick: bigint;
  #lot: bigint;
  #book: Book = createBook();
  #orders: (OpenOrder | undefined)[] = [];

  /** `open`: ordered by sequence. */
  constructor(
    coin: Coin,
    quote: Quote,
    head: BookHead,
    steps: BookIncrements,
    initialOrders: readonly OpenOrder[] = [],
  ) {
    this.coin = coin;
    this.quote = quote;
    this.name = formatMarketType(coin, quote);
    this.head = head;
    this.#tick = steps.tick;
    this.#lot = steps.lot;
    this.#addAll(initialOrders);
  }

  get book(): Book {
    return this.#book;
  }

  getOrder(handle: number): OpenOrder {
    const order = this.#orders[handle];
    if (!order) throw new Error(`no order ${handle} in ${this.name}`);
    return order;
  }

  /** Returns every waiting order, ordered by sequence. */
  listOpenOrders(): OpenOrder[] {
    return this.#orders.filter((order) => order !== undefined).sort(comparePriority);
  }

  lotsToAmount(lots: number): bigint {
    return BigInt(lots) * this.#lot;
  }

  /** Converts an amount that is a whole number of lots. */
  amountToLots(amount: bigint): number {
    return toSafeNumber(amount / this.#lot);
  }

  /** Returns the last tick that is not worse than a price, from the view of the side. */
  priceToTick(side: Side, price: bigint): number {
    const below = price / this.#tick;
    return toSafeNumber(side === 'sell' && below * this.#tick !== price ? below + 1n : below);
  }

  /** Returns the best price among orders that may be traded; see `Taker`. Discards the last match if some may not. */
  getBestPrice(side: Side, isUntradable: IncomingOrder['gone'] = null): bigint | null {
    const tick =
      isUntradable === null ? this.#book.getBestTick(side) : this.#findBestTradableTick(side, isUntradable);
    return tick === null ? null : BigInt(tick) * this.#tick;
  }

  #findBestTradableTick(side: Side, isUntradable: IncomingOrder['gone']): number | null {
    const sells = side === 'buy';
    const { fills } = this.#book.match({
      side: sells ? 'sell' : 'buy',
      owner: NO_OWNER,
      limit: sells ? 0 : Number.MAX_SAFE_INTEGER,
      lots: 1,
      budget: Number.POSITIVE_INFINITY,
      gone: isUntradable,
    });
    return fills.find(({ lots }) => lots > 0)?.tick ?? null;
  }

  /**
   * Returns the ticks × lots that a sum pays for, truncated; null: more than a safe integer. `unit`: smallest units
   * per coin.
   */
  computeBudget(sum: bigint, unit: bigint): number | null {
    const budget = (sum * unit) / (this.#tick * this.#lot);
    return budget > MAX_BUDGET ? null : toSafeNumber(budget);
  }

  add(order: OpenOrder): void {
    const { row, side, owner } = order;
    const resting: RestingOrder = {
      side,
      owner,
      tick: toSafeNumber(row.unitPrice / this.#tick),
      lots: this.amountToLots(row.amount - row.executedAmount),
    };
    const { slices } = row.manner;
    if (slices !== null) {
      resting.slice = this.amountToLots(slices.display);
      resting.displayedLots = this.amountToLots(getDisplayedAmount(row));
    }
    this.#register(order, resting);
  }

  /** The same of an order whose ticks and lots are known: nothing of its row is read. */
  addWithTicks(order: OpenOrder, tick: number, lots: number): void {
    this.#register(order, { side: order.side, owner: order.owner, tick, lots });
  }

  #register(order: OpenOrder, resting: RestingOrder): void {
    order.handle = this.#book.add(resting);
    this.#orders[order.handle] = order;
  }

  /** Reduces a resting order whose row was reduced; it keeps its priority. */
  reduce(order: OpenOrder, by: bigint): void {
    this.#book.reduce(order.handle, this.amountToLots(by));
  }

  /** Removes a waiting order; a filled one has left the order book already. */
  removeOrder(order: OpenOrder, inBook: boolean): void {
    if (inBook) this.#book.remove(order.handle);
    this.#orders[order.handle] = undefined;
  }

  /**
   * Switches to increments that also fit these. A market's increments may become finer while orders rest; the order
   * book's content stays the same, so this may happen at any time.
   */
  refineIncrements(steps: BookIncrements): void {
    const [tick, lot] = [gcd(this.#tick, steps.tick), gcd(this.#lot, steps.lot)];
    if (tick === this.#tick && lot === this.#lot) return;
    const openOrders = this.listOpenOrders();
    this.#tick = tick;
    this.#lot = lot;
    this.#book = createBook();
    this.#orders = [];
    this.#addAll(openOrders);
  }

  #addAll(orders: readonly OpenOrder[]): void {
    for (const order of orders) this.add(order);
  }
}

const MAX_BUDGET = BigInt(Number.MAX_SAFE_INTEGER);

export function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y > 0n) {
    const remainder = x % y;
    x = y;
    y = remainder;
  }
  return x;
}

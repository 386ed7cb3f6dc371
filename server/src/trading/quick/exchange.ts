import { type Coin, formatMarketType, isCoin, isQuote, type OrderTerms, type Quote } from '@sarraf/domain';
import { LRUCache } from 'lru-cache';
import { assertEpoch, type Projection } from '../../ledger/index.ts';
import { packUuid } from '../../platform/database/copy-rows.ts';
import { type Db, type Tx, withLongStatementTimeout } from '../../platform/database/database.ts';
import {
  type BookHead,
  type BookIncrements,
  gcd,
  type InviterIds,
  MarketBook,
  type OpenOrder,
} from '../book/market-book.ts';
import { comparePriority } from '../book/slices.ts';
import { type Deadline, readDeadlines } from '../deadlines/deadline-store.ts';
import { DueTimeQueue } from '../deadlines/time-line.ts';
import { isMannerExpired } from '../orders/manner.ts';
import type { OrderRow } from '../orders/order.ts';
import { type LoadedMarket, readBookHeads, readOpenOrders } from '../orders/read-open-orders.ts';
import { restoreTriggers } from '../triggers/restore-triggers.ts';
import { waitsForTrigger } from '../triggers/trigger.ts';
import { readExtremes } from '../triggers/trigger-store.ts';

export interface ExchangeDeps {
  db: Db;
  market: { orderTerms(coin: Coin, quote: Quote): OrderTerms | null };
  /** Returns the inviters of the owners of open orders. */
  findTraders(ids: readonly string[]): Promise<Map<string, InviterIds>>;
}

/** A user with open orders. */
class OrderOwner {
  readonly owner: number;
  readonly perMarket = new Map<string, number>();
  /** Orders by client order id; null while no order has one. */
  byClientId: Map<string, OpenOrder> | null = null;
  /** Orders loaded at startup, until they are requested: creating a set per user takes long. */
  #found: OpenOrder[] = [];
  #orders: Set<OpenOrder> | null = null;

  constructor(owner: number) {
    this.owner = owner;
  }

  /** Oldest first in each market. */
  get orders(): Set<OpenOrder> {
    if (this.#orders === null) {
      this.#orders = new Set(this.#found);
      this.#found = [];
    }
    return this.#orders;
  }

  /** Adds an order that is loaded at startup; only before the orders are requested. */
  addFound(order: OpenOrder): void {
    this.#found.push(order);
  }
}

interface OrderBooksState {
  markets: Map<string, MarketBook>;
  /** Orders placed since startup, by id. */
  orders: Map<string, OpenOrder>;
  /** Orders loaded at startup, by `packUuid` of their ids: creating a million texts takes long. */
  loaded: Map<string, OpenOrder>;
  people: Map<string, OrderOwner>;
  /** Freed owner numbers, and the highest one assigned. */
  owners: { free: number[]; last: number };
  /** Orders with an expiry time. */
  expiring: DueTimeQueue<OpenOrder>;
  /** Time at which all open orders are cancelled, by account and market. */
  deadlines: DueTimeQueue<string>;
  /** Open orders that cancel each other, by the id of their group. */
  groups: Map<string, Set<OpenOrder>>;
}

const createEmptyState = (): OrderBooksState => ({
  markets: new Map(),
  orders: new Map(),
  loaded: new Map(),
  people: new Map(),
  owners: { free: [], last: 0 },
  expiring: new DueTimeQueue(),
  deadlines: new DueTimeQueue(),
  groups: new Map(),
});

const TRADERS_PER_QUERY = 5_000;
const MAX_RECENTLY_ENDED = 50_000;
const DEADLINES_PER_ROUND = 500;

const deadlineKey = ({ userId, market }: Deadline): string => `${userId} ${market ?? ''}`;

/**
 * The order books of all markets, in the ledger writer's memory. They change only when a decision of the ledger is
 * applied, and are rebuilt from the open orders when the ledger says so.
 */
export class OrderBooks implements Projection {
  readonly #deps: ExchangeDeps;
  #state = createEmptyState();
  /** Owners of the orders that ended last, by order id. */
  readonly #recentOwnerByOrder = new LRUCache<string, string>({ max: MAX_RECENTLY_ENDED });
  /** Called for each market that may have triggered orders, once that is durable. */
  onDue: (market: MarketBook) => void = () => {};

  constructor(deps: ExchangeDeps) {
    this.#deps = deps;
  }

  async reload(epoch: bigint): Promise<void> {
    const { db } = this.#deps;
    const memory = createEmptyState();
    const heads = new Map<string, MarketHead>();
    const read = async (tx: Tx) => {
      await assertEpoch(tx, epoch);
      for (const deadline of await readDeadlines(tx))
        memory.deadlines.set(deadlineKey(deadline), deadline.dueAt.getTime());
      for (const { coin, quote, ...head } of await readBookHeads(tx))
        if (isCoin(coin) && isQuote(quote))
          heads.set(formatMarketType(coin, quote), {
            ...head,
            coin,
            quote,
            steps: this.#readIncrements(coin, quote),
          });
      return { extremes: await readExtremes(tx), loaded: await readOpenOrders(tx, heads.values()) };
    };
    const { extremes, loaded } = await withLongStatementTimeout(() =>
      db.transaction().setIsolationLevel('repeatable read').execute(read),
    );
    memory.loaded = loaded.byId;
    const inviters = await this.#readInviters(loaded.traders);
    const people = loaded.traders.map((userId) => ({
      person: createOwner(memory, userId),
      invited: inviters.get(userId),
    }));
    const waitingOrders: OpenOrder[] = [];
    for (const [name, head] of heads)
      buildMarketBook(memory, head, loaded.markets.get(name), people, waitingOrders);
    restoreTriggers(waitingOrders, memory.markets, extremes);
    this.#state = memory;
    for (const market of memory.markets.values()) this.onDue(market);
  }

  countRestingOrders(): { market: string; orders: number }[] {
    return [...this.#state.markets].map(([market, { book }]) => ({ market, orders: book.size }));
  }

  findMarket(coin: Coin, quote: Quote): MarketBook | undefined {
    return this.#state.markets.get(formatMarketType(coin, quote));
  }

  /** Sets the increments of a market's order book to the current ones, which staff may have changed. */
  refineIncrements(coin: Coin, quote: Quote): void {
    const terms = this.#deps.market.orderTerms(coin, quote);
    if (terms !== null) this.findMarket(coin, quote)?.refineIncrements(terms);
  }

  findOrder(id: string): OpenOrder | undefined {
    return findOrder(this.#state, id);
  }

  /** Returns the owner of an order that ended recently; undefined: it did not end, or longer ago. */
  findRecentOwner(id: string): string | undefined {
    return this.#recentOwnerByOrder.get(id);
  }

  /** Returns a person's open orders, oldest first. */
  listOpenOrders(userId: string): Iterable<OpenOrder> {
    return this.#state.people.get(userId)?.orders ?? [];
  }

  countOpenOrders(userId: string, market: MarketBook): { here: number; inAll: number } {
    const person = this.#state.people.get(userId);
    return { here: person?.perMarket.get(market.name) ?? 0, inAll: person?.orders.size ?? 0 };
  }

  /** Returns the number of a person in the order books; 0, which is never assigned, if no order is open. */
  getOwnerNumber(userId: string): number {
    return this.#state.people.get(userId)?.owner ?? 0;
  }

  listMarkets(): Iterable<MarketBook> {
    return this.#state.markets.values();
  }

  /** Returns the open orders of a group. */
  listGroup(id: string): Iterable<OpenOrder> {
    return this.#state.groups.get(id) ?? [];
  }

  /** Returns a user's open order with this client order id. */
  findByClientId(userId: string, clientOrderId: string): OpenOrder | undefined {
    return this.#state.people.get(userId)?.byClientId?.get(clientOrderId);
  }

  /**
   * Returns a test for orders of a market that have expired at a time, milliseconds since 1970; null: none has.
   * Unless expired orders are waiting to be ended, this is one comparison.
   */
  createExpiryTest(market: MarketBook, at: number): ((handle: number) => boolean) | null {
    if (this.#state.expiring.earliest > at) return null;
    return (handle) => isMannerExpired(market.getOrder(handle).row.manner, at);
  }

  /** Returns expired orders, at most `most`. */
  listExpired(at: number, maxCount: number): OpenOrder[] {
    return this.#state.expiring.listDue(at, maxCount);
  }

  /** Sets when open orders are cancelled, milliseconds since 1970; null: not at all. */
  setDeadline(deadline: Deadline, dueAt: number | null): void {
    const { deadlines } = this.#state;
    if (dueAt === null) deadlines.delete(deadlineKey(deadline));
    else deadlines.set(deadlineKey(deadline), dueAt);
  }

  isDeadlineDue(deadline: Deadline, at: number): boolean {
    const due = this.#state.deadlines.dueAt(deadlineKey(deadline));
    return due !== undefined && due <= at;
  }

  /** Returns due deadlines, at most some hundreds. */
  listDueDeadlines(at: number): Deadline[] {
    return this.#state.deadlines.listDue(at, DEADLINES_PER_ROUND).map((name) => {
      const [userId, market] = name.split(' ') as [string, string];
      return { userId, market: market || null };
    });
  }

  /** Replaces an open order's row, possibly with another client order id. */
  replaceRow(order: OpenOrder, row: OrderRow): void {
    const from = order.row.manner.clientOrderId;
    const to = row.manner.clientOrderId;
    order.row = row;
    const person = this.#state.people.get(row.userId);
    if (from === to || person === undefined) return;
    if (from !== null) person.byClientId?.delete(from);
    if (to === null) return;
    person.byClientId ??= new Map();
    person.byClientId.set(to, order);
  }

  /** Adds a resting order to its order book. */
  addResting(market: MarketBook, order: Omit<OpenOrder, 'owner' | 'handle'>): void {
    const openOrder = { ...order, owner: 0, handle: 0 };
    addOrder(this.#state, market.name, openOrder);
    market.add(openOrder);
  }

  /** Adds an order that waits for its trigger. */
  addWaiting(market: MarketBook, order: Omit<OpenOrder, 'owner' | 'handle'>): void {
    const openOrder = { ...order, owner: 0, handle: 0 };
    addOrder(this.#state, market.name, openOrder);
    market.triggers.add(openOrder);
  }

  /** Removes an order that has ended; `inBook`: it is still on the order book. */
  removeEnded(market: MarketBook, order: OpenOrder, inBook: boolean): void {
    if (waitsForTrigger(order.row)) market.triggers.remove(order);
    else market.removeOrder(order, inBook);
    this.#recentOwnerByOrder.set(order.row.id, order.row.userId);
    removeOrder(this.#state, market.name, order);
  }

  async #readInviters(ids: readonly string[]): Promise<Map<string, InviterIds>> {
    const inviters = new Map<string, InviterIds>();
    for (let at = 0; at < ids.length; at += TRADERS_PER_QUERY) {
      const traders = await this.#deps.findTraders(ids.slice(at, at + TRADERS_PER_QUERY));
      for (const [id, { inviterId, invitedBy }] of traders) inviters.set(id, { inviterId, invitedBy });
    }
    return inviters;
  }

  #readIncrements(coin: Coin, quote: Quote): BookIncrements {
    const terms = this.#deps.market.orderTerms(coin, quote);
    return { tick: terms?.tick ?? 0n, lot: terms?.lot ?? 0n };
  }
}

interface MarketHead extends BookHead {
  coin: Coin;
  quote: Quote;
  steps: BookIncrements;
}

const NO_ORDERS: LoadedMarket = { orders: [], traders: [], ticks: [], lots: [] };

interface OwnerWithInviter {
  person: OrderOwner;
  invited: InviterIds | undefined;
}

/** Builds a market's order book from its orders; those that are not on it yet are added to `waiting`. */
function buildMarketBook(
  memory: OrderBooksState,
  { coin, quote, sequence, fill, lastPrice, steps }: MarketHead,
  loaded: LoadedMarket = NO_ORDERS,
  people: readonly OwnerWithInviter[],
  waitingOrders: OpenOrder[],
): void {
  const { traders, ticks, lots } = loaded;
  const hasTicksAndLots = (index: number) => (ticks[index] as number) >= 0 && (lots[index] as number) >= 0;
  const counts = new Int32Array(people.length);
  const inBook: OpenOrder[] = [];
  let increments = steps;
  for (const order of sortByPriority(loaded)) {
    const trader = traders[order.handle] as number;
    const { person, invited } = people[trader] as OwnerWithInviter;
    counts[trader] = (counts[trader] as number) + 1;
    if (invited) {
      order.inviterId = invited.inviterId;
      order.invitedBy = invited.invitedBy;
    }
    order.owner = person.owner;
    person.addFound(order);
    // A plain order has none of the parts that few orders have.
    if (!order.plain) indexSpecialOrder(memory, person, order);
    if (!order.plain && waitsForTrigger(order.row)) {
      order.handle = 0;
      waitingOrders.push(order);
      continue;
    }
    inBook.push(order);
    if (!hasTicksAndLots(order.handle)) increments = refineForOrder(increments, order.row);
  }
  const market = new MarketBook(coin, quote, { sequence, fill, lastPrice }, increments);
  const isUnchanged = increments.tick === steps.tick && increments.lot === steps.lot;
  for (const order of inBook) {
    const index = order.handle;
    if (isUnchanged && hasTicksAndLots(index))
      market.addWithTicks(order, ticks[index] as number, lots[index] as number);
    else market.add(order);
  }
  for (const [trader, { person }] of people.entries()) {
    const count = counts[trader] as number;
    if (count > 0) person.perMarket.set(market.name, count);
  }
  memory.markets.set(market.name, market);
}

/**
 * Returns the orders sorted as by `comparePriority`. If none has hidden lots, their numbers are sorted, which is many
 * times faster than sorting objects.
 */
function sortByPriority({ orders }: LoadedMarket): OpenOrder[] {
  const sortKeys = new Float64Array(orders.length);
  for (const [index, order] of orders.entries()) {
    const hasHidden = !order.plain && order.row.manner.slices !== null;
    if (hasHidden || index >= MAX_SORTED || order.sequence > MAX_SORTED_SEQUENCE)
      return orders.toSorted(comparePriority);
    sortKeys[index] = order.sequence * MAX_SORTED + index;
  }
  return Array.from(sortKeys.sort(), (number) => orders[number % MAX_SORTED] as OpenOrder);
}

/** Up to this many orders, a sequence number and an index fit into one exact number. */
const MAX_SORTED = 2 ** 21;
const MAX_SORTED_SEQUENCE = 2 ** 31;

/** Returns the largest increments of which the order's price and amounts are multiples too. */
function refineForOrder({ tick, lot }: BookIncrements, row: OrderRow): BookIncrements {
  const { slices } = row.manner;
  const commonLot = gcd(row.amount - row.executedAmount, lot);
  return {
    tick: gcd(row.unitPrice, tick),
    lot: slices === null ? commonLot : gcd(gcd(slices.display, slices.displayedAmount), commonLot),
  };
}

const findOrder = ({ orders, loaded }: OrderBooksState, id: string): OpenOrder | undefined =>
  orders.get(id) ?? (loaded.size > 0 ? loaded.get(packUuid(id) ?? '') : undefined);

function addOrder(memory: OrderBooksState, market: string, order: OpenOrder): void {
  const { userId, id } = order.row;
  const person = memory.people.get(userId) ?? createOwner(memory, userId);
  order.owner = person.owner;
  person.orders.add(order);
  person.perMarket.set(market, (person.perMarket.get(market) ?? 0) + 1);
  memory.orders.set(id, order);
  indexSpecialOrder(memory, person, order);
}

/** Indexes an order by the parts that few orders have. */
function indexSpecialOrder(memory: OrderBooksState, person: OrderOwner, order: OpenOrder): void {
  const { validUntil, clientOrderId } = order.row.manner;
  if (validUntil !== null) memory.expiring.set(order, validUntil.getTime());
  if (clientOrderId !== null) {
    person.byClientId ??= new Map();
    person.byClientId.set(clientOrderId, order);
  }
  const { group } = order.row;
  if (group === null) return;
  const members = memory.groups.get(group) ?? new Set();
  memory.groups.set(group, members.add(order));
}

function removeOrder(memory: OrderBooksState, market: string, order: OpenOrder): void {
  const { userId, id, group } = order.row;
  if (!memory.orders.delete(id)) memory.loaded.delete(packUuid(id) ?? '');
  if (group !== null) leaveGroup(memory, group, order);
  const { validUntil, clientOrderId } = order.row.manner;
  if (validUntil !== null) memory.expiring.delete(order);
  const person = memory.people.get(userId);
  if (!person) return;
  if (clientOrderId !== null) person.byClientId?.delete(clientOrderId);
  person.orders.delete(order);
  person.perMarket.set(market, (person.perMarket.get(market) ?? 1) - 1);
  if (person.orders.size > 0) return;
  memory.people.delete(userId);
  memory.owners.free.push(person.owner);
}

function leaveGroup({ groups }: OrderBooksState, group: string, order: OpenOrder): void {
  const members = groups.get(group);
  members?.delete(order);
  if (members?.size === 0) groups.delete(group);
}

function createOwner({ people, owners }: OrderBooksState, userId: string): OrderOwner {
  const free = owners.free.pop();
  if (free === undefined) owners.last += 1;
  const person = new OrderOwner(free ?? owners.last);
  people.set(userId, person);
  return person;
}

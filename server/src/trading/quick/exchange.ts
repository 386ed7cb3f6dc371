import { type Coin, isCoin, isQuote, marketType, type OrderTerms, type Quote } from '@sarraf/domain';
import { LRUCache } from 'lru-cache';
import type { Projection } from '../../ledger/index.ts';
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
import { comesBefore } from '../book/slices.ts';
import { type Deadline, readDeadlines } from '../deadlines/deadline-store.ts';
import { TimeLine } from '../deadlines/time-line.ts';
import { isOver } from '../orders/manner.ts';
import type { OrderRow } from '../orders/order.ts';
import { type LoadedMarket, readBookHeads, readOpenOrders } from '../orders/read-open-orders.ts';
import { addWaiting } from '../triggers/restore-triggers.ts';
import { waitsForTrigger } from '../triggers/trigger.ts';
import { readExtremes } from '../triggers/trigger-store.ts';

export interface ExchangeDeps {
  db: Db;
  market: { orderTerms(coin: Coin, quote: Quote): OrderTerms | null };
  /** Returns the inviters of the owners of open orders. */
  findTraders(ids: readonly string[]): Promise<Map<string, InviterIds>>;
}

/** A user with open orders. */
class Person {
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

interface Memory {
  markets: Map<string, MarketBook>;
  /** Orders placed since startup, by id. */
  orders: Map<string, OpenOrder>;
  /** Orders loaded at startup, by `packUuid` of their ids: creating a million texts takes long. */
  loaded: Map<string, OpenOrder>;
  people: Map<string, Person>;
  /** Freed owner numbers, and the highest one assigned. */
  owners: { free: number[]; last: number };
  /** Orders with an expiry time. */
  expiring: TimeLine<OpenOrder>;
  /** Time at which all open orders are cancelled, by account and market. */
  deadlines: TimeLine<string>;
  /** Open orders that cancel each other, by the id of their group. */
  groups: Map<string, Set<OpenOrder>>;
}

const empty = (): Memory => ({
  markets: new Map(),
  orders: new Map(),
  loaded: new Map(),
  people: new Map(),
  owners: { free: [], last: 0 },
  expiring: new TimeLine(),
  deadlines: new TimeLine(),
  groups: new Map(),
});

const TRADERS_PER_QUERY = 5_000;
const REMEMBERED = 50_000;
const DEADLINES_PER_ROUND = 500;

const nameOf = ({ userId, market }: Deadline): string => `${userId} ${market ?? ''}`;

/**
 * The order books of all markets, in the ledger writer's memory. They change only when a decision of the ledger is
 * applied, and are rebuilt from the open orders when the ledger says so.
 */
export class OrderBooks implements Projection {
  readonly #deps: ExchangeDeps;
  #memory = empty();
  /** Owners of the orders that ended last, by order id. */
  readonly #ended = new LRUCache<string, string>({ max: REMEMBERED });
  /** Called for each market that may have triggered orders, once that is durable. */
  onDue: (market: MarketBook) => void = () => {};

  constructor(deps: ExchangeDeps) {
    this.#deps = deps;
  }

  async reload(): Promise<void> {
    const { db } = this.#deps;
    const memory = empty();
    const heads = new Map<string, MarketHead>();
    const read = async (tx: Tx) => {
      for (const deadline of await readDeadlines(tx))
        memory.deadlines.set(nameOf(deadline), deadline.dueAt.getTime());
      for (const { coin, quote, ...head } of await readBookHeads(tx))
        if (isCoin(coin) && isQuote(quote))
          heads.set(marketType(coin, quote), { ...head, coin, quote, steps: this.#stepsOf(coin, quote) });
      return { extremes: await readExtremes(tx), loaded: await readOpenOrders(tx, heads.values()) };
    };
    const { extremes, loaded } = await withLongStatementTimeout(() =>
      db.transaction().setIsolationLevel('repeatable read').execute(read),
    );
    memory.loaded = loaded.byId;
    const inviters = await this.#invitersOf(loaded.traders);
    const people = loaded.traders.map((userId) => ({
      person: newPerson(memory, userId),
      invited: inviters.get(userId),
    }));
    const waiting: OpenOrder[] = [];
    for (const [name, head] of heads) open(memory, head, loaded.markets.get(name), people, waiting);
    addWaiting(waiting, memory.markets, extremes);
    this.#memory = memory;
    for (const market of memory.markets.values()) this.onDue(market);
  }

  depths(): { market: string; orders: number }[] {
    return [...this.#memory.markets].map(([market, { book }]) => ({ market, orders: book.size }));
  }

  market(coin: Coin, quote: Quote): MarketBook | undefined {
    return this.#memory.markets.get(marketType(coin, quote));
  }

  /** Sets the increments of a market's order book to the current ones, which staff may have changed. */
  fit(coin: Coin, quote: Quote): void {
    const terms = this.#deps.market.orderTerms(coin, quote);
    if (terms !== null) this.market(coin, quote)?.fit(terms);
  }

  order(id: string): OpenOrder | undefined {
    return findOrder(this.#memory, id);
  }

  /** Returns the owner of an order that ended recently; undefined: it did not end, or longer ago. */
  lateOwnerOf(id: string): string | undefined {
    return this.#ended.get(id);
  }

  /** Returns a person's open orders, oldest first. */
  ordersOf(userId: string): Iterable<OpenOrder> {
    return this.#memory.people.get(userId)?.orders ?? [];
  }

  countOf(userId: string, market: MarketBook): { here: number; inAll: number } {
    const person = this.#memory.people.get(userId);
    return { here: person?.perMarket.get(market.name) ?? 0, inAll: person?.orders.size ?? 0 };
  }

  /** Returns the number of a person in the order books; 0, which is never assigned, if no order is open. */
  ownerOf(userId: string): number {
    return this.#memory.people.get(userId)?.owner ?? 0;
  }

  markets(): Iterable<MarketBook> {
    return this.#memory.markets.values();
  }

  /** Returns the open orders of a group. */
  groupOf(id: string): Iterable<OpenOrder> {
    return this.#memory.groups.get(id) ?? [];
  }

  /** Returns a user's open order with this client order id. */
  byClientId(userId: string, clientOrderId: string): OpenOrder | undefined {
    return this.#memory.people.get(userId)?.byClientId?.get(clientOrderId);
  }

  /**
   * Returns a test for orders of a market that have expired at a time, milliseconds since 1970; null: none has.
   * Unless expired orders are waiting to be ended, this is one comparison.
   */
  goneAt(market: MarketBook, at: number): ((handle: number) => boolean) | null {
    if (this.#memory.expiring.earliest > at) return null;
    return (handle) => isOver(market.order(handle).row.manner, at);
  }

  /** Returns expired orders, at most `most`. */
  overAt(at: number, most: number): OpenOrder[] {
    return this.#memory.expiring.due(at, most);
  }

  /** Sets when open orders are cancelled, milliseconds since 1970; null: not at all. */
  setDeadline(deadline: Deadline, dueAt: number | null): void {
    const { deadlines } = this.#memory;
    if (dueAt === null) deadlines.delete(nameOf(deadline));
    else deadlines.set(nameOf(deadline), dueAt);
  }

  isDeadlineDue(deadline: Deadline, at: number): boolean {
    const due = this.#memory.deadlines.dueAt(nameOf(deadline));
    return due !== undefined && due <= at;
  }

  /** Returns due deadlines, at most some hundreds. */
  deadlinesAt(at: number): Deadline[] {
    return this.#memory.deadlines.due(at, DEADLINES_PER_ROUND).map((name) => {
      const [userId, market] = name.split(' ') as [string, string];
      return { userId, market: market || null };
    });
  }

  /** Replaces an open order's row, possibly with another client order id. */
  rename(order: OpenOrder, row: OrderRow): void {
    const from = order.row.manner.clientOrderId;
    const to = row.manner.clientOrderId;
    order.row = row;
    const person = this.#memory.people.get(row.userId);
    if (from === to || person === undefined) return;
    if (from !== null) person.byClientId?.delete(from);
    if (to === null) return;
    person.byClientId ??= new Map();
    person.byClientId.set(to, order);
  }

  /** Adds a resting order to its order book. */
  rest(market: MarketBook, order: Omit<OpenOrder, 'owner' | 'handle'>): void {
    const made = { ...order, owner: 0, handle: 0 };
    remember(this.#memory, market.name, made);
    market.add(made);
  }

  /** Adds an order that waits for its trigger. */
  wait(market: MarketBook, order: Omit<OpenOrder, 'owner' | 'handle'>): void {
    const made = { ...order, owner: 0, handle: 0 };
    remember(this.#memory, market.name, made);
    market.triggers.add(made);
  }

  /** Removes an order that has ended; `inBook`: it is still on the order book. */
  end(market: MarketBook, order: OpenOrder, inBook: boolean): void {
    if (waitsForTrigger(order.row)) market.triggers.remove(order);
    else market.drop(order, inBook);
    this.#ended.set(order.row.id, order.row.userId);
    forget(this.#memory, market.name, order);
  }

  async #invitersOf(ids: readonly string[]): Promise<Map<string, InviterIds>> {
    const inviters = new Map<string, InviterIds>();
    for (let at = 0; at < ids.length; at += TRADERS_PER_QUERY) {
      const traders = await this.#deps.findTraders(ids.slice(at, at + TRADERS_PER_QUERY));
      for (const [id, { inviterId, invitedBy }] of traders) inviters.set(id, { inviterId, invitedBy });
    }
    return inviters;
  }

  #stepsOf(coin: Coin, quote: Quote): BookIncrements {
    const terms = this.#deps.market.orderTerms(coin, quote);
    return { tick: terms?.tick ?? 0n, lot: terms?.lot ?? 0n };
  }
}

interface MarketHead extends BookHead {
  coin: Coin;
  quote: Quote;
  steps: BookIncrements;
}

const NONE: LoadedMarket = { orders: [], traders: [], ticks: [], lots: [] };

interface FoundPerson {
  person: Person;
  invited: InviterIds | undefined;
}

/** Builds a market's order book from its orders; those that are not on it yet are added to `waiting`. */
function open(
  memory: Memory,
  { coin, quote, sequence, fill, lastPrice, steps }: MarketHead,
  found: LoadedMarket = NONE,
  people: readonly FoundPerson[],
  waiting: OpenOrder[],
): void {
  const { traders, ticks, lots } = found;
  const isCounted = (index: number) => (ticks[index] as number) >= 0 && (lots[index] as number) >= 0;
  const counts = new Int32Array(people.length);
  const inBook: OpenOrder[] = [];
  let fitting = steps;
  for (const order of inLine(found)) {
    const trader = traders[order.handle] as number;
    const { person, invited } = people[trader] as FoundPerson;
    counts[trader] = (counts[trader] as number) + 1;
    if (invited) {
      order.inviterId = invited.inviterId;
      order.invitedBy = invited.invitedBy;
    }
    order.owner = person.owner;
    person.addFound(order);
    // A plain order has none of the parts that few orders have.
    if (!order.plain) rememberSpecial(memory, person, order);
    if (!order.plain && waitsForTrigger(order.row)) {
      order.handle = 0;
      waiting.push(order);
      continue;
    }
    inBook.push(order);
    if (!isCounted(order.handle)) fitting = fit(fitting, order.row);
  }
  const market = new MarketBook(coin, quote, { sequence, fill, lastPrice }, fitting);
  const fits = fitting.tick === steps.tick && fitting.lot === steps.lot;
  for (const order of inBook) {
    const index = order.handle;
    if (fits && isCounted(index)) market.addCounted(order, ticks[index] as number, lots[index] as number);
    else market.add(order);
  }
  for (const [trader, { person }] of people.entries()) {
    const count = counts[trader] as number;
    if (count > 0) person.perMarket.set(market.name, count);
  }
  memory.markets.set(market.name, market);
}

/**
 * Returns the orders sorted as by `comesBefore`. If none has hidden lots, their numbers are sorted, which is many
 * times faster than sorting objects.
 */
function inLine({ orders }: LoadedMarket): OpenOrder[] {
  const numbers = new Float64Array(orders.length);
  for (const [index, order] of orders.entries()) {
    const hides = !order.plain && order.row.manner.slices !== null;
    if (hides || index >= MAX_SORTED || order.sequence > MAX_SORTED_SEQUENCE)
      return orders.toSorted(comesBefore);
    numbers[index] = order.sequence * MAX_SORTED + index;
  }
  return Array.from(numbers.sort(), (number) => orders[number % MAX_SORTED] as OpenOrder);
}

/** Up to this many orders, a sequence number and an index fit into one exact number. */
const MAX_SORTED = 2 ** 21;
const MAX_SORTED_SEQUENCE = 2 ** 31;

/** Returns the largest increments of which the order's price and amounts are multiples too. */
function fit({ tick, lot }: BookIncrements, row: OrderRow): BookIncrements {
  const { slices } = row.manner;
  const left = gcd(row.amount - row.executedAmount, lot);
  return {
    tick: gcd(row.unitPrice, tick),
    lot: slices === null ? left : gcd(gcd(slices.display, slices.shown), left),
  };
}

const findOrder = ({ orders, loaded }: Memory, id: string): OpenOrder | undefined =>
  orders.get(id) ?? (loaded.size > 0 ? loaded.get(packUuid(id) ?? '') : undefined);

function remember(memory: Memory, market: string, order: OpenOrder): void {
  const { userId, id } = order.row;
  const person = memory.people.get(userId) ?? newPerson(memory, userId);
  order.owner = person.owner;
  person.orders.add(order);
  person.perMarket.set(market, (person.perMarket.get(market) ?? 0) + 1);
  memory.orders.set(id, order);
  rememberSpecial(memory, person, order);
}

/** Indexes an order by the parts that few orders have. */
function rememberSpecial(memory: Memory, person: Person, order: OpenOrder): void {
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

function forget(memory: Memory, market: string, order: OpenOrder): void {
  const { userId, id, group } = order.row;
  if (!memory.orders.delete(id)) memory.loaded.delete(packUuid(id) ?? '');
  if (group !== null) leave(memory, group, order);
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

function leave({ groups }: Memory, group: string, order: OpenOrder): void {
  const members = groups.get(group);
  members?.delete(order);
  if (members?.size === 0) groups.delete(group);
}

function newPerson({ people, owners }: Memory, userId: string): Person {
  const free = owners.free.pop();
  if (free === undefined) owners.last += 1;
  const person = new Person(free ?? owners.last);
  people.set(userId, person);
  return person;
}

import { type Coin, isCoin, isQuote, marketType, type OrderTerms, type Quote } from '@sarraf/domain';
import { LRUCache } from 'lru-cache';
import type { Projection } from '../../ledger/index.ts';
import { type Db, withLongStatementTimeout } from '../../platform/database/database.ts';
import { type BookHead, gcd, type InviterIds, MarketBook, type OpenOrder } from '../book/market-book.ts';
import { comesBefore } from '../book/slices.ts';
import { type Deadline, readDeadlines } from '../deadlines/deadline-store.ts';
import { TimeLine } from '../deadlines/time-line.ts';
import { isOver } from '../orders/manner.ts';
import type { OrderRow } from '../orders/order.ts';
import { readBookHeads, readOpenOrders } from '../orders/read-open-orders.ts';
import { addWaiting } from '../triggers/restore-triggers.ts';
import { waitsForTrigger } from '../triggers/trigger.ts';
import { type MarketExtreme, readExtremes } from '../triggers/trigger-store.ts';

export interface ExchangeDeps {
  db: Db;
  market: { orderTerms(coin: Coin, quote: Quote): OrderTerms | null };
  /** Who invited the owners of open orders. */
  findTraders(ids: readonly string[]): Promise<Map<string, InviterIds>>;
}

/** One who has open orders. */
interface Person {
  readonly owner: number;
  readonly orders: Set<OpenOrder>;
  readonly perMarket: Map<string, number>;
  /** Orders by the ids that their owner gave them; null as long as none has one. */
  byClientId: Map<string, OpenOrder> | null;
}

interface Memory {
  markets: Map<string, MarketBook>;
  orders: Map<string, OpenOrder>;
  people: Map<string, Person>;
  /** Owner numbers that are free again, and the highest ever given. */
  owners: { free: number[]; last: number };
  /** Those that end by themselves. */
  expiring: TimeLine<OpenOrder>;
  /** By account and market: when all that is open there is cancelled. */
  deadlines: TimeLine<string>;
  /** Open orders that end each other, by the id of their group. */
  groups: Map<string, Set<OpenOrder>>;
}

const empty = (): Memory => ({
  markets: new Map(),
  orders: new Map(),
  people: new Map(),
  owners: { free: [], last: 0 },
  expiring: new TimeLine(),
  deadlines: new TimeLine(),
  groups: new Map(),
});

const TRADERS_AT_ONCE = 5_000;
const REMEMBERED = 50_000;
const DEADLINES_AT_ONCE = 500;

const nameOf = ({ userId, market }: Deadline): string => `${userId} ${market ?? ''}`;

/**
 * The books of all markets, in the ledger writer's memory. They only change where a decision of the ledger is applied,
 * and are built anew from the open orders whenever the ledger says so.
 */
export class OrderBooks implements Projection {
  readonly #deps: ExchangeDeps;
  #memory = empty();
  /** Whose the orders were that ended last, by their ids. */
  readonly #ended = new LRUCache<string, string>({ max: REMEMBERED });
  /** Told of each market that may have orders whose price was reached, once that is durable. */
  onDue: (market: MarketBook) => void = () => {};

  constructor(deps: ExchangeDeps) {
    this.#deps = deps;
  }

  async reload(): Promise<void> {
    const { db } = this.#deps;
    const memory = empty();
    const heads = new Map<string, BookHead & { coin: string; quote: string }>();
    const orders = new Map<string, OpenOrder[]>();
    const people = new Set<string>();
    let extremes: MarketExtreme[] = [];
    await withLongStatementTimeout(() =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          for (const deadline of await readDeadlines(tx))
            memory.deadlines.set(nameOf(deadline), deadline.dueAt.getTime());
          for (const head of await readBookHeads(tx)) heads.set(`${head.coin}_${head.quote}`, head);
          extremes = await readExtremes(tx);
          for await (const part of readOpenOrders(tx))
            for (const order of part) {
              const { coin, quote, userId } = order.row;
              const name = marketType(coin, quote);
              const known = orders.get(name);
              if (known) known.push(order);
              else orders.set(name, [order]);
              people.add(userId);
            }
        }),
    );
    const inviters = await this.#invitersOf([...people]);
    for (const [name, head] of heads) {
      if (!isCoin(head.coin) || !isQuote(head.quote)) continue;
      this.#open(
        memory,
        name,
        { ...head, coin: head.coin, quote: head.quote },
        orders.get(name) ?? [],
        inviters,
      );
    }
    addWaiting(memory.orders.values(), memory.markets, extremes);
    this.#memory = memory;
    for (const market of memory.markets.values()) this.onDue(market);
  }

  depths(): { market: string; orders: number }[] {
    return [...this.#memory.markets].map(([market, { book }]) => ({ market, orders: book.size }));
  }

  market(coin: Coin, quote: Quote): MarketBook | undefined {
    return this.#memory.markets.get(marketType(coin, quote));
  }

  /** Has a market's book count in the steps that its orders must keep to now; staff may have changed them. */
  fit(coin: Coin, quote: Quote): void {
    const terms = this.#deps.market.orderTerms(coin, quote);
    if (terms !== null) this.market(coin, quote)?.fit(terms);
  }

  order(id: string): OpenOrder | undefined {
    return this.#memory.orders.get(id);
  }

  /** Whose order ended a short while ago; undefined: it did not, or longer ago. */
  lateOwnerOf(id: string): string | undefined {
    return this.#ended.get(id);
  }

  /** Oldest first. */
  ordersOf(userId: string): Iterable<OpenOrder> {
    return this.#memory.people.get(userId)?.orders ?? [];
  }

  countOf(userId: string, market: MarketBook): { here: number; inAll: number } {
    const person = this.#memory.people.get(userId);
    return { here: person?.perMarket.get(market.name) ?? 0, inAll: person?.orders.size ?? 0 };
  }

  /** By which the books know a person's orders; 0, which is nobody's, where none is open. */
  ownerOf(userId: string): number {
    return this.#memory.people.get(userId)?.owner ?? 0;
  }

  markets(): Iterable<MarketBook> {
    return this.#memory.markets.values();
  }

  /** The open orders of a group. */
  groupOf(id: string): Iterable<OpenOrder> {
    return this.#memory.groups.get(id) ?? [];
  }

  /** The open order to which a person gave an id of their own. */
  byClientId(userId: string, clientOrderId: string): OpenOrder | undefined {
    return this.#memory.people.get(userId)?.byClientId?.get(clientOrderId);
  }

  /**
   * Which orders of a market may not be traded at a time, milliseconds since 1970, as their own is over; null: each may.
   * For all but the moments until those are ended, this is one look.
   */
  goneAt(market: MarketBook, at: number): ((handle: number) => boolean) | null {
    if (this.#memory.expiring.earliest > at) return null;
    return (handle) => isOver(market.order(handle).row.manner, at);
  }

  /** Orders whose time is over, at most so many. */
  overAt(at: number, most: number): OpenOrder[] {
    return this.#memory.expiring.due(at, most);
  }

  /** When what is open is cancelled, milliseconds since 1970; null: not at all. */
  setDeadline(deadline: Deadline, dueAt: number | null): void {
    const { deadlines } = this.#memory;
    if (dueAt === null) deadlines.delete(nameOf(deadline));
    else deadlines.set(nameOf(deadline), dueAt);
  }

  isDeadlineDue(deadline: Deadline, at: number): boolean {
    const due = this.#memory.deadlines.dueAt(nameOf(deadline));
    return due !== undefined && due <= at;
  }

  /** Those that are due, at most some hundreds. */
  deadlinesAt(at: number): Deadline[] {
    return this.#memory.deadlines.due(at, DEADLINES_AT_ONCE).map((name) => {
      const [userId, market] = name.split(' ') as [string, string];
      return { userId, market: market || null };
    });
  }

  /** Has an open order's row be another, with another id of its owner's perhaps. */
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

  /** Lets an order wait in its book. */
  rest(market: MarketBook, order: Omit<OpenOrder, 'owner' | 'handle'>): void {
    const made = { ...order, owner: 0, handle: 0 };
    remember(this.#memory, market.name, made);
    market.add(made);
  }

  /** Lets an order wait for what it is to wait for before it comes to the book. */
  wait(market: MarketBook, order: Omit<OpenOrder, 'owner' | 'handle'>): void {
    const made = { ...order, owner: 0, handle: 0 };
    remember(this.#memory, market.name, made);
    market.triggers.add(made);
  }

  /** Forgets an order that has ended; `inBook`: the book still has it. */
  end(market: MarketBook, order: OpenOrder, inBook: boolean): void {
    if (waitsForTrigger(order.row)) market.triggers.remove(order);
    else market.drop(order, inBook);
    this.#ended.set(order.row.id, order.row.userId);
    forget(this.#memory, market.name, order);
  }

  async #invitersOf(ids: readonly string[]): Promise<Map<string, InviterIds>> {
    const inviters = new Map<string, InviterIds>();
    for (let at = 0; at < ids.length; at += TRADERS_AT_ONCE) {
      const traders = await this.#deps.findTraders(ids.slice(at, at + TRADERS_AT_ONCE));
      for (const [id, { inviterId, invitedBy }] of traders) inviters.set(id, { inviterId, invitedBy });
    }
    return inviters;
  }

  #open(
    memory: Memory,
    name: string,
    head: BookHead & { coin: Coin; quote: Quote },
    orders: OpenOrder[],
    inviters: Map<string, InviterIds>,
  ): void {
    const { coin, quote, sequence, fill, lastPrice } = head;
    const terms = this.#deps.market.orderTerms(coin, quote);
    const steps = { tick: terms?.tick ?? 0n, lot: terms?.lot ?? 0n };
    orders.sort(comesBefore);
    for (const order of orders) {
      const invited = inviters.get(order.row.userId);
      if (invited) Object.assign(order, invited);
      remember(memory, name, order);
    }
    const inBook = orders.filter(({ row }) => !waitsForTrigger(row));
    for (const { row } of inBook) {
      steps.tick = gcd(row.unitPrice, steps.tick);
      steps.lot = gcd(row.amount - row.executedAmount, steps.lot);
      const { slices } = row.manner;
      if (slices !== null) steps.lot = gcd(gcd(slices.display, slices.shown), steps.lot);
    }
    memory.markets.set(name, new MarketBook(coin, quote, { sequence, fill, lastPrice }, steps, inBook));
  }
}

function remember(memory: Memory, market: string, order: OpenOrder): void {
  const { userId, id } = order.row;
  const person = memory.people.get(userId) ?? newPerson(memory, userId);
  order.owner = person.owner;
  person.orders.add(order);
  person.perMarket.set(market, (person.perMarket.get(market) ?? 0) + 1);
  memory.orders.set(id, order);
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
  memory.orders.delete(id);
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
  const person: Person = {
    owner: free ?? owners.last,
    orders: new Set(),
    perMarket: new Map(),
    byClientId: null,
  };
  people.set(userId, person);
  return person;
}

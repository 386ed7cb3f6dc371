import { type Coin, isCoin, isQuote, marketType, type OrderTerms, type Quote } from '@sarraf/domain';
import { LRUCache } from 'lru-cache';
import type { Projection } from '../../ledger/index.ts';
import { type Db, patiently } from '../../platform/database/database.ts';
import { type BookHead, gcd, type Invited, MarketBook, type OpenOrder } from '../book/market-book.ts';
import { readBookHeads, readOpenOrders } from '../orders/open-order-store.ts';

export interface ExchangeDeps {
  db: Db;
  market: { orderTerms(coin: Coin, quote: Quote): OrderTerms | null };
  /** Who invited the owners of open orders. */
  findTraders(ids: readonly string[]): Promise<Map<string, Invited>>;
}

/** One who has open orders. */
interface Person {
  readonly owner: number;
  readonly orders: Set<OpenOrder>;
  readonly perMarket: Map<string, number>;
}

interface Memory {
  markets: Map<string, MarketBook>;
  orders: Map<string, OpenOrder>;
  people: Map<string, Person>;
  /** Owner numbers that are free again, and the highest ever given. */
  owners: { free: number[]; last: number };
}

const empty = (): Memory => ({
  markets: new Map(),
  orders: new Map(),
  people: new Map(),
  owners: { free: [], last: 0 },
});

const TRADERS_AT_ONCE = 5_000;
const REMEMBERED = 50_000;

/**
 * The books of all markets, in the ledger writer's memory. They only change where a decision of the ledger is applied,
 * and are built anew from the open orders whenever the ledger says so.
 */
export class Exchange implements Projection {
  readonly #deps: ExchangeDeps;
  #memory = empty();
  /** Whose the orders were that ended last, by their ids. */
  readonly #ended = new LRUCache<string, string>({ max: REMEMBERED });

  constructor(deps: ExchangeDeps) {
    this.#deps = deps;
  }

  async reload(): Promise<void> {
    const { db } = this.#deps;
    const memory = empty();
    const heads = new Map<string, BookHead & { coin: string; quote: string }>();
    const orders = new Map<string, OpenOrder[]>();
    const people = new Set<string>();
    await patiently(() =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          for (const head of await readBookHeads(tx)) heads.set(`${head.coin}_${head.quote}`, head);
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
    this.#memory = memory;
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

  /** Lets an order wait in its book. */
  rest(market: MarketBook, order: Omit<OpenOrder, 'owner' | 'handle'>): void {
    const made = { ...order, owner: 0, handle: 0 };
    remember(this.#memory, market.name, made);
    market.add(made);
  }

  /** Forgets an order that has ended; `inBook`: the book still has it. */
  end(market: MarketBook, order: OpenOrder, inBook: boolean): void {
    market.drop(order, inBook);
    this.#ended.set(order.row.id, order.row.userId);
    forget(this.#memory, market.name, order);
  }

  async #invitersOf(ids: readonly string[]): Promise<Map<string, Invited>> {
    const inviters = new Map<string, Invited>();
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
    inviters: Map<string, Invited>,
  ): void {
    const { coin, quote, sequence, fill, lastPrice } = head;
    const terms = this.#deps.market.orderTerms(coin, quote);
    const steps = { tick: terms?.tick ?? 0n, lot: terms?.lot ?? 0n };
    orders.sort((a, b) => a.sequence - b.sequence);
    for (const order of orders) {
      const { row } = order;
      steps.tick = gcd(row.unitPrice, steps.tick);
      steps.lot = gcd(row.amount - row.executedAmount, steps.lot);
      const invited = inviters.get(row.userId);
      if (invited) Object.assign(order, invited);
      remember(memory, name, order);
    }
    memory.markets.set(name, new MarketBook(coin, quote, { sequence, fill, lastPrice }, steps, orders));
  }
}

function remember(memory: Memory, market: string, order: OpenOrder): void {
  const { userId, id } = order.row;
  const person = memory.people.get(userId) ?? newPerson(memory, userId);
  order.owner = person.owner;
  person.orders.add(order);
  person.perMarket.set(market, (person.perMarket.get(market) ?? 0) + 1);
  memory.orders.set(id, order);
}

function forget(memory: Memory, market: string, order: OpenOrder): void {
  const { userId, id } = order.row;
  memory.orders.delete(id);
  const person = memory.people.get(userId);
  if (!person) return;
  person.orders.delete(order);
  person.perMarket.set(market, (person.perMarket.get(market) ?? 1) - 1);
  if (person.orders.size > 0) return;
  memory.people.delete(userId);
  memory.owners.free.push(person.owner);
}

function newPerson({ people, owners }: Memory, userId: string): Person {
  const free = owners.free.pop();
  if (free === undefined) owners.last += 1;
  const person = { owner: free ?? owners.last, orders: new Set<OpenOrder>(), perMarket: new Map() };
  people.set(userId, person);
  return person;
}

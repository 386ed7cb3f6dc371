/**
 * The model's orders that wait for a price, alone or in a group: amounts blocked for them, which of them a price
 * triggers, in which sequence they come to the order book, and the effects of one on others of its group.
 */
import { calculateHold, maxNotionalForTotal, type Side } from '@sarraf/domain';
import {
  FEE_RATE,
  isWishExpired,
  MARKETS,
  type Market,
  type ModelOrder,
  type ModelTrigger,
  matchWish,
  minBigint,
  type OrderWish,
  unitsPerCoin,
  worstMarketPrice,
} from './settlement-meeting.ts';
import { type ChangedModelOrder, type ModelPricePath, SettlementModel } from './settlement-model.ts';

/** An order that waits for a price; its other fields are in its wish. */
export interface TriggerWish extends OrderWish {
  kind: ModelTrigger['kind'];
  by: ModelTrigger['by'];
  /** Null: a trailing stop. */
  trigger: bigint | null;
  distance: bigint | null;
}

/** A purchase, and the two orders that sell the result. */
export interface BracketWish {
  entry: OrderWish;
  profit: { name: number; price: bigint };
  stop: { name: number; by: ModelTrigger['by']; trigger: bigint; limit: bigint | null };
}

const wishSide = ({ type }: OrderWish): Side => (type.endsWith('BUY') ? 'buy' : 'sell');
const paidAsset = (side: Side, { coin, quote }: Market) => (side === 'buy' ? quote : coin);
const insufficientBalanceCode = (side: Side, { quote }: Market) =>
  side === 'buy' && quote === 'TOMAN' ? 'NOT_ENOUGH_BALANCE_TOMAN' : 'Not Enough Balance';
const maxBigint = (a: bigint, b: bigint): bigint => (a > b ? a : b);

export class TriggerModel extends SettlementModel {
  /** The published price of each market. */
  readonly references = new Map<Market, bigint>(MARKETS.map((market) => [market, market.price * 1_000_000n]));
  /** Counts of events, so that a run that triggered nothing doesn't pass as a proof. */
  readonly met = new Map<string, number>();
  /** Orders are numbered as they are placed. */
  #placed = 0;
  /** Batches of the ledger, as far as they matter for triggers: orders due in an earlier one come first. */
  #batch = 0;

  /** Starts a batch, for one command or the first of many that settle together. */
  nextBatch(): void {
    this.#batch += 1;
  }

  /** The price that decides whether it would trigger immediately. */
  watchedPrice(market: Market, by: ModelTrigger['by']): bigint {
    const reference = this.references.get(market) ?? 0n;
    return by === 'LAST' ? (this.last.get(market) ?? reference) : reference;
  }

  /** The best price of a side, of orders that haven't expired. */
  bestPrice(market: Market, side: Side, now: number): bigint | null {
    return this.listSide(market, side).find((order) => !isWishExpired(order, now))?.price ?? null;
  }

  placeStop(person: number, wish: TriggerWish): string {
    const { market } = wish;
    const side = wishSide(wish);
    const order = this.#createTrigger(person, wish);
    if (order === null) return 'TRIGGER_ALREADY_REACHED';
    const needs = maxNeed(order);
    const asset = paidAsset(side, market);
    if (needs > (this.spendable[person]?.[asset] ?? 0n))
      return this.#countRefusal(insufficientBalanceCode(side, market));
    if (wish.clientId !== null && this.findByClientId(person, wish.clientId)) return 'CLIENT_ORDER_ID_IN_USE';
    this.#block(order, needs);
    this.parked.push(order);
    return '0 IS_OPEN';
  }

  placeOco(person: number, limit: OrderWish, stop: TriggerWish, now: number): string {
    const { market } = limit;
    const side = wishSide(limit);
    const [price, amount] = [limit.price ?? 0n, limit.amount ?? 0n];
    const spendable = this.spendable[person]?.[paidAsset(side, market)] ?? 0n;
    const refuseBalance = () => this.#countRefusal(insufficientBalanceCode(side, market));
    const limitNeeds = calculateHold(side, market.coin, amount, price, FEE_RATE);
    if (limitNeeds > spendable) return refuseBalance();
    const line = this.listSide(market, side === 'buy' ? 'sell' : 'buy');
    const { fills, own, leaving } = matchWish({ ...limit, postOnly: true }, person, side, price, line, now);
    if (fills.length > 0 || own) return 'POST_ONLY_WOULD_TAKE';
    const first = {
      ...{ ...limit, person, side, amount, price, left: amount, displayed: amount, reserved: 0n },
      ...{ executed: { notional: 0n, fee: 0n }, state: 'BOOK' as const, trigger: null },
      ...{ role: 'limit' as const, group: [], sequence: this.#nextSequence() },
    };
    const second = this.#createTrigger(person, stop);
    if (second === null) return 'TRIGGER_ALREADY_REACHED';
    // The larger requirement of the two is blocked, once.
    const needs = maxBigint(limitNeeds, maxNeed(second));
    if (needs > spendable) return refuseBalance();
    const expired = leaving.map(({ order }) => order);
    this.endAll(expired, 'EXPIRED');
    this.#block(first, needs);
    linkGroup([first, { ...second, role: 'stop' }], (order) =>
      (order.role === 'limit' ? this.books.get(market) : this.parked)?.push(order),
    );
    return '0 IS_OPEN,0 IS_OPEN';
  }

  placeBracket(person: number, { entry, profit, stop }: BracketWish, now: number): string {
    const answer = this.placeInBatch(person, entry, now);
    if ('refusal' in answer) return answer.refusal;
    const { rest, executed, summary } = answer;
    const amount = rest?.amount ?? executed;
    const state = rest ? ('DORMANT' as const) : ('DUE' as const);
    const child = (name: number, role: 'limit' | 'stop', more: Partial<ModelOrder>): ModelOrder => ({
      ...{ ...entry, name, person, side: 'sell', total: null, role, state, sequence: this.#nextSequence() },
      ...{
        type: 'LIMITED_SELL',
        timeInForce: 'GTC',
        price: 0n,
        left: amount,
        displayed: amount,
        reserved: 0n,
      },
      ...{ amount, executed: { notional: 0n, fee: 0n }, trigger: null, group: [], ...more },
    });
    const waits = { distance: null, best: 0n, limit: null, since: this.#batch };
    const sale = child(profit.name, 'limit', {
      price: profit.price,
      trigger: { ...waits, kind: 'ENTRY', by: 'LAST', price: 0n },
    });
    const guard = child(stop.name, 'stop', {
      type: stop.limit === null ? 'MARKET_SELL' : 'LIMITED_SELL',
      price: stop.limit ?? stop.trigger,
      trigger: { ...waits, kind: 'STOP', by: stop.by, price: stop.trigger },
    });
    this.#block(sale, executed);
    if (rest) rest.role = 'entry';
    else this.#activateGuard(guard, executed);
    linkGroup([...(rest ? [rest] : []), sale, guard], (order) => {
      if (order !== rest) this.parked.push(order);
    });
    return `${summary},0 IS_OPEN,0 IS_OPEN`;
  }

  /** Checks a published price, like the exchange does once a second. */
  applyReference(market: Market): void {
    const price = this.references.get(market) ?? 0n;
    this.nextBatch();
    this.#markReached(market, new Set(), this.#listWaiting(market), { from: price, to: price }, 'REFERENCE');
  }

  /** Brings due orders to the order book until none is due: all orders due together form one batch. */
  fireDueOrders(now: number): void {
    for (const market of MARKETS)
      for (let due = this.#listDue(market).length; due > 0; due = this.#listDue(market).length) {
        this.nextBatch();
        for (let n = 0; n < due; n += 1) {
          const [order] = this.#listDue(market);
          if (order) this.#fireOrder(order, now);
        }
      }
  }

  /** Returns the orders that are due, the first one first. */
  #listDue(market: Market): ModelOrder[] {
    return this.parked
      .filter((order) => order.state === 'DUE' && order.market === market)
      .sort((a, b) => (a.trigger?.since ?? 0) - (b.trigger?.since ?? 0) || a.sequence - b.sequence);
  }

  #fireOrder(order: ModelOrder, now: number): void {
    const { person, side, market, total, trigger } = order;
    const limited = order.type.startsWith('LIMITED');
    const line = this.listSide(market, side === 'buy' ? 'sell' : 'buy');
    const best = line.find((other) => !isWishExpired(other, now))?.price ?? null;
    const worst = limited
      ? order.price
      : (trigger?.limit ?? (best === null ? order.price : worstMarketPrice(side, best)));
    const met = matchWish(
      { ...order, amount: total === null ? order.amount : null, postOnly: false },
      ...([person, side, worst, line, now] as const),
    );
    this.blockAmount(person, paidAsset(side, market), -order.reserved);
    order.reserved = 0n;
    this.parked.splice(this.parked.indexOf(order), 1);
    const executed = { notional: 0n, fee: 0n };
    const { amount, changed, path } = this.settleFills(market, person, side, met, executed);
    const left = total === null ? order.amount - amount : 0n;
    const early = total === null ? left > 0n : !met.poor || amount === 0n;
    Object.assign(order, { left, displayed: left, executed });
    this.#countEvent(`fired ${trigger?.kind}`);
    if (limited && left > 0n && !met.own) {
      order.state = 'BOOK';
      this.#block(order, calculateHold(side, market.coin, left, order.price, FEE_RATE, executed));
      this.books.get(market)?.push(order);
    } else {
      order.state = 'ENDED';
      if (met.own) this.ends.set(order.name, 'SELF_TRADE');
      else if (early) this.ends.set(order.name, 'NO_LIQUIDITY');
    }
    this.applyTriggers(market, [{ order, gained: amount, fired: true }, ...changed], path);
  }

  protected override applyTriggers(
    market: Market,
    changed: readonly ChangedModelOrder[],
    path: ModelPricePath | null,
  ): void {
    const waited = this.#listWaiting(market);
    const touched = new Set(changed.map(({ order }) => order));
    for (const one of changed) {
      const others = one.order.group.filter((other) => other.state !== 'ENDED' && !touched.has(other));
      if (one.order.role === 'entry') this.#applyToEntry(one, others);
      else this.#applyToOco(one, others);
    }
    if (path) this.#markReached(market, touched, waited, path, 'LAST');
  }

  /** For a bracket's purchase: the result is blocked for the selling orders, and its end activates them. */
  #applyToEntry({ order, gained }: ChangedModelOrder, others: readonly ModelOrder[]): void {
    const sale = others.find(({ role }) => role === 'limit');
    const guard = others.find(({ role }) => role === 'stop');
    if (!sale || !guard) return;
    this.#block(sale, gained);
    if (order.state !== 'ENDED') return;
    const bought = order.amount - order.left;
    if (bought === 0n) for (const other of [sale, guard]) this.#endLinked(other);
    else {
      Object.assign(sale, { amount: bought, left: bought, state: 'DUE' });
      if (sale.trigger) sale.trigger.since = this.#batch;
      this.#activateGuard(guard, bought);
    }
  }

  /** For two OCO orders: one that is traded, triggers or ends cancels the other. */
  #applyToOco({ order, gained, fired }: ChangedModelOrder, others: readonly ModelOrder[]): void {
    const ends = order.state === 'ENDED';
    if (!ends && gained === 0n && !(fired && order.role === 'stop')) return;
    for (const other of others) if (other.role !== 'entry') this.#endLinked(other);
    const { side, market, left, price, executed } = order;
    if (ends || order.role !== 'limit' || side === 'sell') return;
    // The amount that was blocked for the other stop.
    const surplus = order.reserved - calculateHold(side, market.coin, left, price, FEE_RATE, executed);
    if (surplus <= 0n) return;
    this.#countEvent('surplus given back');
    this.#block(order, -surplus);
  }

  #endLinked(order: ModelOrder): void {
    if (order.state === 'ENDED') return;
    this.#countEvent(`linked ${order.role}`);
    this.end(order, 'LINKED');
  }

  #activateGuard(guard: ModelOrder, amount: bigint): void {
    Object.assign(guard, { amount, left: amount, state: 'WAITING' });
    const { trigger, market } = guard;
    const last = this.last.get(market);
    if (trigger?.by === 'LAST' && last !== undefined && last <= trigger.price) this.#markDue(guard);
  }

  /** Returns the orders of a market that wait for a price before a change. */
  #listWaiting(market: Market): ModelOrder[] {
    return this.parked.filter((order) => order.state === 'WAITING' && order.market === market);
  }

  #markReached(
    market: Market,
    touched: ReadonlySet<ModelOrder>,
    waited: readonly ModelOrder[],
    { from, to }: ModelPricePath,
    by: ModelTrigger['by'],
  ): void {
    for (const order of waited) {
      const { trigger, side, state } = order;
      if (trigger?.by !== by || state !== 'WAITING' || touched.has(order) || order.market !== market)
        continue;
      for (const price of [from, to]) if (isReached(trigger, side, price)) this.#markDue(order);
    }
  }

  #markDue(order: ModelOrder): void {
    order.state = 'DUE';
    if (order.trigger) order.trigger.since = this.#batch;
  }

  /** Null: its price is reached. */
  #createTrigger(person: number, wish: TriggerWish): ModelOrder | null {
    const { market, kind, by, distance, price, total } = wish;
    const side = wishSide(wish);
    const now = this.watchedPrice(market, by);
    const at = wish.trigger ?? (side === 'sell' ? now - (distance ?? 0n) : now + (distance ?? 0n));
    const limited = wish.type.startsWith('LIMITED');
    const trigger: ModelTrigger = {
      kind,
      by,
      price: at,
      distance,
      best: now,
      limit: limited ? null : price,
      since: 0,
    };
    if (distance === null && isReached(trigger, side, now)) return null;
    const amount = wish.amount ?? amountForTotalAt(market, total ?? 0n, at);
    return {
      ...{ ...wish, person, side, amount, price: price ?? at, left: amount, displayed: amount, reserved: 0n },
      ...{ executed: { notional: 0n, fee: 0n }, state: 'WAITING', trigger, role: 'alone', group: [] },
      sequence: this.#nextSequence(),
    };
  }

  #nextSequence(): number {
    this.#placed += 1;
    return this.#placed;
  }

  #block(order: ModelOrder, amount: bigint): void {
    this.blockAmount(order.person, paidAsset(order.side, order.market), amount);
    order.reserved += amount;
  }

  #countEvent(what: string): void {
    this.met.set(what, (this.met.get(what) ?? 0) + 1);
  }

  #countRefusal(why: string): string {
    this.#countEvent('waits for want of money');
    return why;
  }

  override cancel(order: ModelOrder): string {
    if (order.state === 'DUE') this.#countEvent('cancelled as it was due');
    else if (order.state !== 'ENDED' && order.role !== 'alone') this.#countEvent(`cancelled ${order.role}`);
    return super.cancel(order);
  }
}

/** Maximum that it may ever need. */
const maxNeed = ({ side, market, amount, price, total }: ModelOrder): bigint =>
  total ?? calculateHold(side, market.coin, amount, price, FEE_RATE);

/** Returns what a total buys at a price, in whole lots. */
function amountForTotalAt({ coin, lot }: Market, total: bigint, price: bigint): bigint {
  const about = (maxNotionalForTotal(total, FEE_RATE) * unitsPerCoin(coin)) / price;
  return about - (about % lot);
}

/** Checks one price; a trailing stop remembers the best of them. */
function isReached(trigger: ModelTrigger, side: Side, price: bigint): boolean {
  const { kind, distance } = trigger;
  if (distance !== null) {
    trigger.best = side === 'sell' ? maxBigint(trigger.best, price) : minBigint(trigger.best, price);
    return side === 'sell' ? trigger.best - price >= distance : price - trigger.best >= distance;
  }
  const rises = kind === 'TAKE_PROFIT' ? side === 'sell' : side === 'buy';
  return rises ? price >= trigger.price : price <= trigger.price;
}

function linkGroup(orders: ModelOrder[], add: (order: ModelOrder) => void): void {
  for (const order of orders) {
    order.group = orders;
    add(order);
  }
}

/**
 * A naive model of orders: a list of waiting orders and each user's balances. It has no order books, batches or
 * transfers. Settlement is compared with it. Consequences of a change, triggers and groups, are in
 * `settlement-waiting.ts`.
 */
import {
  calculateHold,
  computeFillFee,
  computeNotional,
  computeReferralShare,
  type Quote,
  type Side,
} from '@sarraf/domain';
import {
  FEE_RATE,
  isWishExpired,
  MARKETS,
  type Market,
  type MatchResult,
  type ModelOrder,
  matchWish,
  minBigint,
  type OrderWish,
  worstMarketPrice,
} from './settlement-meeting.ts';

/** An order that one command filled, ended or brought to the order book. */
export interface ChangedModelOrder {
  order: ModelOrder;
  /** Amount that was traded. */
  gained: bigint;
  fired?: boolean;
}

/** The path of a market's price within one command. */
export interface ModelPricePath {
  from: bigint;
  to: bigint;
}

export type PlaceOutcome =
  | { refusal: string }
  | { summary: string; executed: bigint; rest: ModelOrder | null };

export abstract class SettlementModel {
  readonly spendable: Record<string, bigint>[];
  readonly blocked: Record<string, bigint>[];
  readonly books = new Map<Market, ModelOrder[]>(MARKETS.map((market) => [market, []]));
  /** Open orders outside of the order books, which wait for a condition. */
  readonly parked: ModelOrder[] = [];
  readonly last = new Map<Market, bigint>();
  /** Reasons why waiting orders ended, by their number. */
  readonly ends = new Map<number, string>();
  /** Time at which all orders of a user, or those of a market, are cancelled; keyed by both. */
  readonly deadlines = new Map<string, { person: number; market: Market | null; at: number }>();
  readonly #inviters: (number | null)[];

  constructor(start: Record<string, bigint>[], inviters: (number | null)[]) {
    this.spendable = start.map((row) => ({ ...row }));
    this.blocked = start.map(() => ({}));
    this.#inviters = inviters;
  }

  /** Additional effects of a command: on groups, and on orders that wait for a price. */
  protected abstract applyTriggers(
    market: Market,
    changed: readonly ChangedModelOrder[],
    path: ModelPricePath | null,
  ): void;

  /** Returns the immediately traded amount with the order's state, or the refusal. */
  place(person: number, wish: OrderWish, now: number): string {
    const answer = this.placeInBatch(person, wish, now);
    return 'refusal' in answer ? answer.refusal : answer.summary;
  }

  protected placeInBatch(person: number, wish: OrderWish, now: number): PlaceOutcome {
    const refusal = this.#validateWish(person, wish, now);
    if (typeof refusal === 'string') return { refusal };
    return this.#settleMatch(person, wish, refusal);
  }

  #validateWish(person: number, wish: OrderWish, now: number): string | MatchResult {
    const { market, type, price, timeInForce } = wish;
    const { coin, quote } = market;
    const side: Side = type.endsWith('BUY') ? 'buy' : 'sell';
    const limited = type.startsWith('LIMITED');
    const waits = timeInForce === 'GTC' || timeInForce === 'GTD';
    const spendableOf = (asset: string) => this.spendable[person]?.[asset] ?? 0n;
    const short = side === 'buy' && quote === 'TOMAN' ? 'NOT_ENOUGH_BALANCE_TOMAN' : 'Not Enough Balance';
    if (wish.clientId !== null && this.findByClientId(person, wish.clientId)) return 'CLIENT_ORDER_ID_IN_USE';
    const line = this.listSide(market, side === 'buy' ? 'sell' : 'buy');
    const best = line.find((order) => !isWishExpired(order, now))?.price ?? null;
    if (limited) {
      // Only the small remainder of an order that gets another price.
      if (computeNotional(coin, wish.amount ?? 0n, price ?? 0n) < market.minNotional) return 'AMOUNT_IS_LOW';
      const needs = calculateHold(side, coin, wish.amount ?? 0n, price ?? 0n, FEE_RATE);
      if (needs > spendableOf(side === 'buy' ? quote : coin)) return short;
      if (wish.display !== null && wish.display * 100n < (wish.amount ?? 0n)) return 'DISPLAY_IS_LOW';
    } else {
      if (side === 'sell' && (wish.amount ?? 0n) > spendableOf(coin)) return short;
      if (best === null) return 'NO_LIQUIDITY';
    }
    const met = matchWish(
      wish,
      person,
      side,
      limited ? (price ?? 0n) : worstMarketPrice(side, best ?? 0n),
      line,
      now,
    );
    const { fills, own, poor } = met;
    const traded = fills.length > 0;
    const whole = wish.amount === null ? poor : met.left === 0n;
    if (wish.postOnly && (traded || own)) return 'POST_ONLY_WOULD_TAKE';
    if (own && !traded && wish.selfTrade === 'NEWEST') return 'SELF_TRADE';
    if (timeInForce === 'FOK' && !whole) return 'FOK_NOT_FILLED';
    if (!traded && !own && !waits) return poor ? 'AMOUNT_IS_LOW' : 'NO_LIQUIDITY';
    if (side === 'buy' && this.#computeCost(market, fills) > spendableOf(quote)) return short;
    return met;
  }

  #settleMatch(person: number, wish: OrderWish, met: MatchResult): PlaceOutcome {
    const { market, type, price, timeInForce } = wish;
    const side: Side = type.endsWith('BUY') ? 'buy' : 'sell';
    const waits = timeInForce === 'GTC' || timeInForce === 'GTD';
    const { own, poor } = met;
    const executed = { notional: 0n, fee: 0n };
    const { amount, changed, path } = this.settleFills(market, person, side, met, executed);
    const left = (wish.amount ?? amount) - amount;
    const rests = waits && left > 0n && !own;
    let rest: ModelOrder | null = null;
    if (rests) {
      const reserved = calculateHold(side, market.coin, left, price ?? 0n, FEE_RATE, executed);
      this.blockAmount(person, side === 'buy' ? market.quote : market.coin, reserved);
      const whatIs = {
        person,
        side,
        left,
        displayed: minBigint(wish.display ?? left, left),
        reserved,
        executed,
        price: price ?? 0n,
        amount: wish.amount ?? 0n,
      };
      rest = { ...wish, ...whatIs, state: 'BOOK', trigger: null, role: 'alone', sequence: 0, group: [] };
      this.books.get(market)?.push(rest);
    }
    this.applyTriggers(market, changed, path);
    // A purchase by total ends early if the order book did not use it up.
    const early = wish.amount === null ? !poor : left > 0n;
    const ending = rests ? 'IS_OPEN' : own ? 'SELF_TRADE' : early ? 'NO_LIQUIDITY' : null;
    return { summary: `${amount} ${ending}`, executed: amount, rest };
  }

  /** Fills all matches, and removes the orders that leave. */
  protected settleFills(
    market: Market,
    person: number,
    side: Side,
    met: MatchResult,
    executed: ModelOrder['executed'],
  ): { amount: bigint; changed: ChangedModelOrder[]; path: ModelPricePath | null } {
    const { fills, leaving } = met;
    let amount = 0n;
    let shared = 0n;
    for (const { order: maker, amount: part } of fills) {
      shared += this.#settleFill(market, maker, person, side, part, executed);
      amount += part;
    }
    this.#payReferralShare(person, shared, market.quote);
    for (const { order, why } of leaving) this.end(order, why);
    this.#updateDisplayed(market, met);
    const [first, last] = [fills[0]?.order.price, fills.at(-1)?.order.price];
    const path = first === undefined || last === undefined ? null : { from: first, to: last };
    if (path) this.last.set(market, path.to);
    const changed = [
      ...fills.map(({ order, amount: gained }) => ({ order, gained })),
      ...leaving.map(({ order }) => ({ order, gained: 0n })),
    ];
    return { amount, changed, path };
  }

  /**
   * Does the same for a change of a waiting order: returns its remainder, or the refusal. `name`: of the
   * replacement order.
   */
  replace(order: ModelOrder, name: number, change: { amount?: bigint; price?: bigint }, now: number): string {
    const book = this.books.get(order.market) ?? [];
    const place = book.indexOf(order);
    if (order.state === 'ENDED' || isWishExpired(order, now)) return 'ORDER_IS_CLOSED';
    if (order.state !== 'BOOK' || order.group.length > 0) return 'ORDER_WAITS';
    const done = order.amount - order.left;
    const amount = change.amount ?? order.amount;
    const price = change.price ?? order.price;
    if (amount <= done) return 'AMOUNT_IS_EXECUTED';
    const { person, side, market } = order;
    const asset = side === 'buy' ? market.quote : market.coin;
    if (price === order.price && amount <= order.amount) {
      const reserved = calculateHold(side, market.coin, amount - done, price, FEE_RATE, order.executed);
      this.blockAmount(person, asset, reserved - order.reserved);
      const left = amount - done;
      Object.assign(order, { amount, left, reserved, displayed: minBigint(order.displayed, left) });
      return 'kept';
    }
    book.splice(place, 1);
    this.blockAmount(person, asset, -order.reserved);
    const display = order.display !== null && amount - done > order.display ? order.display : null;
    const answer = this.place(person, { ...order, display, name, amount: amount - done, price }, now);
    if (/^\d/.test(answer)) {
      this.ends.set(order.name, 'REPLACED');
      order.state = 'ENDED';
      return answer;
    }
    this.blockAmount(person, asset, order.reserved);
    book.splice(place, 0, order);
    return answer;
  }

  /** Returns the waiting order with a user's client id. */
  findByClientId(person: number, clientId: string): ModelOrder | undefined {
    return this.#listOrders().find((order) => order.person === person && order.clientId === clientId);
  }

  cancel(order: ModelOrder): string {
    if (order.state === 'ENDED') return 'ORDER_IS_CLOSED';
    this.endAll([order], 'OWNER');
    return 'OWNER';
  }

  cancelAll(person: number, market: Market | null, side: Side | null, why = 'OWNER'): number {
    const mine = this.#listOrders().filter(
      (order) =>
        order.person === person &&
        (market === null || order.market === market) &&
        (side === null || order.side === side),
    );
    this.endAll(mine, why);
    return mine.length;
  }

  /** All in one command. */
  protected endAll(orders: readonly ModelOrder[], why: string): void {
    for (const order of orders) this.end(order, why);
    for (const market of MARKETS) {
      const changed = orders.filter((order) => order.market === market);
      this.applyTriggers(
        market,
        changed.map((order) => ({ order, gained: 0n })),
        null,
      );
    }
  }

  endExpired(now: number): void {
    this.endAll(
      this.#listOrders().filter((order) => isWishExpired(order, now)),
      'EXPIRED',
    );
    for (const [key, { person, market, at }] of this.deadlines)
      if (at <= now) {
        this.cancelAll(person, market, null, 'CANCEL_AFTER');
        this.deadlines.delete(key);
      }
  }

  #listOrders(): ModelOrder[] {
    return [...[...this.books.values()].flat(), ...this.parked];
  }

  #updateDisplayed(market: Market, { displayed, refilled }: MatchResult): void {
    for (const [order, part] of displayed) order.displayed = part;
    const book = this.books.get(market) ?? [];
    for (const order of refilled) book.push(...book.splice(book.indexOf(order), 1));
  }

  protected end(order: ModelOrder, why: string): void {
    const { person, side, market, reserved } = order;
    this.blockAmount(person, side === 'buy' ? market.quote : market.coin, -reserved);
    order.reserved = 0n;
    const where = order.state === 'BOOK' ? (this.books.get(market) ?? []) : this.parked;
    where.splice(where.indexOf(order), 1);
    order.state = 'ENDED';
    this.ends.set(order.name, why);
  }

  /** Best price first, then order of arrival. */
  protected listSide(market: Market, side: Side): ModelOrder[] {
    const line = (this.books.get(market) ?? []).filter((order) => order.side === side);
    return line
      .map((order, at) => ({ order, at }))
      .sort((a, b) => {
        if (a.order.price === b.order.price) return a.at - b.at;
        return a.order.price < b.order.price === (side === 'sell') ? -1 : 1;
      })
      .map(({ order }) => order);
  }

  #computeCost({ coin }: Market, fills: { order: ModelOrder; amount: bigint }[]): bigint {
    const executed = { notional: 0n, fee: 0n };
    for (const { order, amount } of fills) {
      const notional = computeNotional(coin, amount, order.price);
      executed.fee += computeFillFee(executed, notional, FEE_RATE);
      executed.notional += notional;
    }
    return executed.notional + executed.fee;
  }

  #settleFill(
    market: Market,
    maker: ModelOrder,
    person: number,
    side: Side,
    amount: bigint,
    executed: ModelOrder['executed'],
  ): bigint {
    const { coin, quote } = market;
    const notional = computeNotional(coin, amount, maker.price);
    const fees = {
      taker: computeFillFee(executed, notional, FEE_RATE),
      maker: computeFillFee(maker.executed, notional, FEE_RATE),
    };
    executed.notional += notional;
    executed.fee += fees.taker;
    maker.executed = { notional: maker.executed.notional + notional, fee: maker.executed.fee + fees.maker };
    const sign = side === 'buy' ? 1n : -1n;
    this.#changeSpendable(person, coin, sign * amount);
    this.#changeSpendable(person, quote, -sign * notional - fees.taker);
    if (side === 'buy') {
      this.#changeBlocked(maker.person, coin, -amount);
      this.#changeSpendable(maker.person, quote, notional - fees.maker);
      maker.reserved -= amount;
    } else {
      this.#changeBlocked(maker.person, quote, -notional - fees.maker);
      this.#changeSpendable(maker.person, coin, amount);
      maker.reserved -= notional + fees.maker;
    }
    const related = this.#areRelated(maker.person, person);
    if (!related) this.#payReferralShare(maker.person, fees.maker, quote);
    maker.left -= amount;
    const shared = related ? 0n : fees.taker;
    if (maker.left > 0n) return shared;
    this.blockAmount(maker.person, side === 'buy' ? coin : quote, -maker.reserved);
    const book = this.books.get(market) ?? [];
    book.splice(book.indexOf(maker), 1);
    maker.state = 'ENDED';
    return shared;
  }

  /** One invited the other, or a third user invited both: trades between them earn no share. */
  #areRelated(a: number, b: number): boolean {
    const [one, other] = [this.#inviters[a] ?? null, this.#inviters[b] ?? null];
    return one === b || other === a || (one !== null && one === other);
  }

  #payReferralShare(person: number, fee: bigint, quote: Quote): void {
    const inviter = this.#inviters[person];
    if (typeof inviter === 'number') this.#changeSpendable(inviter, quote, computeReferralShare(fee));
  }

  protected blockAmount(person: number, asset: string, amount: bigint): void {
    this.#changeSpendable(person, asset, -amount);
    this.#changeBlocked(person, asset, amount);
  }

  #changeSpendable(person: number, asset: string, amount: bigint): void {
    const row = this.spendable[person] as Record<string, bigint>;
    row[asset] = (row[asset] ?? 0n) + amount;
  }

  #changeBlocked(person: number, asset: string, amount: bigint): void {
    const row = this.blocked[person] as Record<string, bigint>;
    row[asset] = (row[asset] ?? 0n) + amount;
  }
}

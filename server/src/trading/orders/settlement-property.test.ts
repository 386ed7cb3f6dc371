/**
 * Random orders of a few people against a plain model that knows nothing of books, batches or transfers: it keeps a
 * list of waiting orders and what each person has. Every answer and every balance must be the same.
 */
import {
  type Coin,
  fillFee,
  formatAmount,
  notionalOf,
  notionalWithin,
  type Quote,
  referralShareOf,
  reserveOf,
  type Side,
} from '@sarraf/domain';
import type { OrderType } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type OrdersFixture, ordersFixture } from '../../../test/orders.ts';
import type { BookChange } from '../../platform/bus/bus.ts';
import type { Caller } from '../../platform/http/http.ts';

const SEEDS = process.env.SARRAF_NIGHTLY ? 100 : 3;
const FIRST_SEED = Number.parseInt(process.env.SARRAF_SEED ?? '2026', 10);
const CHUNKS = 8;
const AT_ONCE = 50;
const WAGE = 4_000n;
const MARKETS = [
  { coin: 'BITCOIN', quote: 'TOMAN', price: 10_000_000_000n, lot: 1_000n },
  { coin: 'BITCOIN', quote: 'TETHER', price: 100_000n, lot: 1_000n },
  { coin: 'TETHER', quote: 'TOMAN', price: 100_000n, lot: 10_000n },
] as const;
type Market = (typeof MARKETS)[number];
const ASSETS = ['TOMAN', 'TETHER', 'BITCOIN'] as const;

interface Waiting {
  person: number;
  side: Side;
  price: bigint;
  left: bigint;
  reserved: bigint;
  executed: { notional: bigint; fee: bigint };
}

interface Order {
  market: Market;
  type: OrderType;
  /** Coin units; of a purchase by its total: null. */
  amount: bigint | null;
  total: bigint | null;
  price: bigint | null;
}

class Model {
  readonly spendable: Record<string, bigint>[];
  readonly blocked: Record<string, bigint>[];
  readonly books = new Map<Market, Waiting[]>(MARKETS.map((market) => [market, []]));
  readonly #inviters: (number | null)[];

  constructor(start: Record<string, bigint>[], inviters: (number | null)[]) {
    this.spendable = start.map((row) => ({ ...row }));
    this.blocked = start.map(() => ({}));
    this.#inviters = inviters;
  }

  /** The amount that is traded at once, or the refusal. */
  place(person: number, order: Order): bigint | string {
    const { market, type, price } = order;
    const { coin, quote } = market;
    const side = type.endsWith('BUY') ? 'buy' : 'sell';
    const limited = type.startsWith('LIMITED');
    const waits = this.#line(market, side === 'buy' ? 'sell' : 'buy');
    const mine = this.spendable[person] as Record<string, bigint>;
    const have = (asset: string) => mine[asset] ?? 0n;
    const short = side === 'buy' && quote === 'TOMAN' ? 'NOT_ENOUGH_BALANCE_TOMAN' : 'Not Enough Balance';
    if (limited) {
      const needs = reserveOf(side, coin, order.amount ?? 0n, price ?? 0n, WAGE);
      if (needs > have(side === 'buy' ? quote : coin)) return short;
    } else {
      if (side === 'sell' && (order.amount ?? 0n) > have(coin)) return short;
      if (waits.length === 0) return 'NO_LIQUIDITY';
    }
    const best = waits[0]?.price ?? 0n;
    const worst = limited ? (price ?? 0n) : side === 'buy' ? (best * 105n) / 100n : (best * 95n + 99n) / 100n;
    const taken = this.#match(market, person, side, worst, order, waits);
    if (taken.length === 0 && taken.own) return 'SELF_TRADE';
    if (taken.length === 0 && !limited) return taken.poor ? 'AMOUNT_IS_LOW' : 'NO_LIQUIDITY';
    const cost = this.#costOf(market, taken);
    if (side === 'buy' && cost > have(quote)) return short;
    const executed = { notional: 0n, fee: 0n };
    let amount = 0n;
    let shared = 0n;
    for (const { order: maker, amount: part } of taken) {
      shared += this.#fill(market, maker, person, side, part, executed);
      amount += part;
    }
    this.#share(person, shared, quote);
    const left = (order.amount ?? amount) - amount;
    if (limited && left > 0n && !taken.own) {
      const reserved = reserveOf(side, coin, left, price ?? 0n, WAGE, executed);
      this.#move(person, side === 'buy' ? quote : coin, reserved);
      this.books.get(market)?.push({ person, side, price: price ?? 0n, left, reserved, executed });
    }
    return amount;
  }

  cancelAll(person: number, market: Market): number {
    const book = this.books.get(market) ?? [];
    const mine = book.filter((order) => order.person === person);
    for (const { side, reserved } of mine)
      this.#move(person, side === 'buy' ? market.quote : market.coin, -reserved);
    this.books.set(
      market,
      book.filter((order) => order.person !== person),
    );
    return mine.length;
  }

  /** Best price first, then who came first. */
  #line(market: Market, side: Side): Waiting[] {
    const line = (this.books.get(market) ?? []).filter((order) => order.side === side);
    return line
      .map((order, at) => ({ order, at }))
      .sort((a, b) => {
        if (a.order.price === b.order.price) return a.at - b.at;
        return a.order.price < b.order.price === (side === 'sell') ? -1 : 1;
      })
      .map(({ order }) => order);
  }

  #match(market: Market, person: number, side: Side, worst: bigint, order: Order, line: readonly Waiting[]) {
    const taken: { order: Waiting; amount: bigint }[] & { own?: boolean; poor?: boolean } = [];
    let left = order.amount;
    let purse = order.total === null ? null : notionalWithin(order.total, WAGE) * unitOf(market.coin);
    for (const maker of line) {
      if (side === 'buy' ? maker.price > worst : maker.price < worst) break;
      if (left === 0n) break;
      const fits = purse === null ? null : (purse / maker.price / market.lot) * market.lot;
      if (fits === 0n) {
        taken.poor = true;
        break;
      }
      if (maker.person === person) {
        taken.own = true;
        break;
      }
      const amount = least(maker.left, least(left ?? maker.left, fits ?? maker.left));
      taken.push({ order: maker, amount });
      if (left !== null) left -= amount;
      if (purse !== null) purse -= amount * maker.price;
      if (amount < maker.left) break;
    }
    return taken;
  }

  #costOf({ coin }: Market, taken: { order: Waiting; amount: bigint }[]): bigint {
    const executed = { notional: 0n, fee: 0n };
    for (const { order, amount } of taken) {
      const notional = notionalOf(coin, amount, order.price);
      executed.fee += fillFee(executed, notional, WAGE);
      executed.notional += notional;
    }
    return executed.notional + executed.fee;
  }

  #fill(
    market: Market,
    maker: Waiting,
    person: number,
    side: Side,
    amount: bigint,
    executed: Waiting['executed'],
  ): bigint {
    const { coin, quote } = market;
    const notional = notionalOf(coin, amount, maker.price);
    const fees = { taker: fillFee(executed, notional, WAGE), maker: fillFee(maker.executed, notional, WAGE) };
    executed.notional += notional;
    executed.fee += fees.taker;
    maker.executed = { notional: maker.executed.notional + notional, fee: maker.executed.fee + fees.maker };
    const sign = side === 'buy' ? 1n : -1n;
    this.#add(person, coin, sign * amount);
    this.#add(person, quote, -sign * notional - fees.taker);
    if (side === 'buy') {
      this.#block(maker.person, coin, -amount);
      this.#add(maker.person, quote, notional - fees.maker);
      maker.reserved -= amount;
    } else {
      this.#block(maker.person, quote, -notional - fees.maker);
      this.#add(maker.person, coin, amount);
      maker.reserved -= notional + fees.maker;
    }
    const related = this.#related(maker.person, person);
    if (!related) this.#share(maker.person, fees.maker, quote);
    maker.left -= amount;
    const shared = related ? 0n : fees.taker;
    if (maker.left > 0n) return shared;
    this.#move(maker.person, side === 'buy' ? coin : quote, -maker.reserved);
    const book = this.books.get(market) ?? [];
    book.splice(book.indexOf(maker), 1);
    return shared;
  }

  /** One invited the other, or somebody both: nobody earns by what they trade with each other. */
  #related(a: number, b: number): boolean {
    const [one, other] = [this.#inviters[a] ?? null, this.#inviters[b] ?? null];
    return one === b || other === a || (one !== null && one === other);
  }

  #share(person: number, fee: bigint, quote: Quote): void {
    const inviter = this.#inviters[person];
    if (typeof inviter === 'number') this.#add(inviter, quote, referralShareOf(fee));
  }

  #move(person: number, asset: string, amount: bigint): void {
    this.#add(person, asset, -amount);
    this.#block(person, asset, amount);
  }

  #add(person: number, asset: string, amount: bigint): void {
    const row = this.spendable[person] as Record<string, bigint>;
    row[asset] = (row[asset] ?? 0n) + amount;
  }

  #block(person: number, asset: string, amount: bigint): void {
    const row = this.blocked[person] as Record<string, bigint>;
    row[asset] = (row[asset] ?? 0n) + amount;
  }
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const unitOf = (coin: Coin): bigint => (coin === 'BITCOIN' ? 100_000_000n : 1_000_000n);

/** Mulberry32: the same numbers on every machine. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const TYPES = [
  'LIMITED_BUY',
  'LIMITED_SELL',
  'LIMITED_BUY',
  'LIMITED_SELL',
  'MARKET_BUY',
  'MARKET_SELL',
] as const;

function orderOf(random: (below: number) => number): Order {
  const market = MARKETS[random(MARKETS.length)] as Market;
  const type = TYPES[random(TYPES.length)] as OrderType;
  const limited = type.startsWith('LIMITED');
  const byTotal = type === 'MARKET_BUY' && random(2) === 0;
  const steps = BigInt(random(41) - 20);
  // A few big ones, most small; never below the least.
  const lots = BigInt(200 + random(random(8) === 0 ? 40_000 : 4_000)) * (market.coin === 'TETHER' ? 10n : 1n);
  return {
    market,
    type,
    amount: byTotal ? null : lots * market.lot,
    total: byTotal ? notionalOf(market.coin, lots * market.lot, market.price * 1_000_000n) : null,
    price: limited ? (market.price + steps * (market.price / 1_000n)) * 1_000_000n : null,
  };
}

const send = (context: OrdersFixture, caller: Caller, { market, type, amount, total, price }: Order) =>
  context
    .place(caller, {
      marketType: `${market.coin}_${market.quote}`,
      orderType: type as 'LIMITED_BUY',
      ...(amount !== null && { amount: formatAmount(amount, market.coin) }),
      ...(total !== null && { totalPrice: formatAmount(total, market.quote) }),
      ...(price !== null && { unitPrice: formatAmount(price, market.quote) }),
    })
    .then(
      (order) => order.executedAmount,
      (error: Error) => error.message,
    );

async function play(seed: number): Promise<void> {
  const random = randomOf(seed);
  const context = await ordersFixture({ wage: WAGE });
  context.given.terms.set('TETHER_TOMAN', { maxAmount: 10n ** 12n });
  const start = Array.from({ length: 6 }, () => ({
    TOMAN: BigInt(random(2_000)) * 10n ** 12n,
    TETHER: BigInt(random(20_000)) * 10n ** 6n,
    BITCOIN: BigInt(random(200)) * 10n ** 6n,
  }));
  const inviters = [null, 0, 0, 2, null, 4];
  const people: Caller[] = [];
  for (const [n] of start.entries())
    people.push(context.person({ inviterId: people[inviters[n] ?? -1]?.userId ?? null }));
  for (const [n, row] of start.entries())
    for (const asset of ASSETS)
      if (row[asset] > 0n) await context.give(people[n] as Caller, asset, formatAmount(row[asset], asset));
  const model = new Model(start, inviters);
  for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
    // Whose accounts are not loaded is decided a little later: the model knows of no such thing.
    for (const caller of people) for (const market of MARKETS) await warm(context, caller, market);
    const expected: unknown[] = [];
    const answers: Promise<unknown>[] = [];
    for (let n = 0; n < AT_ONCE; n += 1) {
      const person = random(people.length);
      const caller = people[person] as Caller;
      if (random(12) === 0) {
        const market = MARKETS[random(MARKETS.length)] as Market;
        answers.push(context.cancelAll(caller, `${market.coin}_${market.quote}`));
        expected.push(model.cancelAll(person, market));
        continue;
      }
      const order = orderOf(random);
      answers.push(send(context, caller, order));
      const traded = model.place(person, order);
      expected.push(typeof traded === 'bigint' ? formatAmount(traded, order.market.coin) : traded);
    }
    expect(await Promise.all(answers)).toEqual(expected);
    await expectBalances(context, people, model);
    if (chunk % 3 === 2) await context.restart();
  }
  await context.expectSound();
  for (const { coin, quote } of MARKETS) await expectPublished(context, coin, quote);
  await context.close();
}

/** Has the ledger load the accounts that an order of this person names; nothing is placed. */
const warm = (context: OrdersFixture, caller: Caller, { coin, quote, price }: Market) =>
  context
    .place(caller, {
      marketType: `${coin}_${quote}`,
      orderType: 'LIMITED_SELL',
      amount: '900',
      // Beyond the band.
      unitPrice: (2n * price).toString(),
    })
    .catch(() => {});

async function expectBalances(context: OrdersFixture, people: Caller[], model: Model): Promise<void> {
  const { rows } = await sql<{ owner: string; asset: string; kind: string; balance: bigint }>`
    select owner, asset, kind, balance from accounts where kind in ('spendable', 'blocked')`.execute(
    context.db,
  );
  const found = new Map(
    rows.map(({ owner, asset, kind, balance }) => [`${owner} ${asset} ${kind}`, balance]),
  );
  const pick = (of: (userId: string, n: number, asset: string) => bigint) =>
    people.map(({ userId }, n) => ASSETS.map((asset) => of(userId, n, asset)));
  for (const kind of ['spendable', 'blocked'] as const)
    expect(pick((userId, _, asset) => found.get(`${userId} ${asset} ${kind}`) ?? 0n)).toEqual(
      pick((_, n, asset) => model[kind][n]?.[asset] ?? 0n),
    );
}

/** The levels that changes lead to, and no number left out. */
function replayed(changes: readonly BookChange[]): Map<string, bigint> {
  const levels = new Map<string, bigint>();
  const [fills, sequences] = [[] as number[], [] as number[]];
  for (const change of changes) {
    sequences.push(change.sequence);
    for (const { number } of change.fills) fills.push(number);
    for (const { side, price, delta } of change.levels) {
      const amount = (levels.get(`${side} ${price}`) ?? 0n) + delta;
      if (amount === 0n) levels.delete(`${side} ${price}`);
      else levels.set(`${side} ${price}`, amount);
    }
  }
  expect(sequences).toEqual(sequences.map((_, n) => n + 1));
  expect(fills).toEqual(fills.map((_, n) => n + 1));
  return levels;
}

/** What was told of a book, change by change, makes the book that the database has. */
async function expectPublished(context: OrdersFixture, coin: Coin, quote: Quote): Promise<void> {
  const told = replayed(context.changes.filter(({ market }) => market === `${coin}_${quote}`));
  const { rows } = await sql<{ side: string; price: bigint; amount: bigint }>`
    select case when order_type like '%BUY' then 'buy' else 'sell' end as side, unit_price as price,
      sum(amount - executed_amount) as amount from orders
    where order_status = 'IS_OPEN' and coin = ${coin} and quote = ${quote} group by 1, 2`.execute(context.db);
  expect(told).toEqual(new Map(rows.map(({ side, price, amount }) => [`${side} ${price}`, amount])));
}

it(
  `settles as a plain model does, in ${SEEDS} random histories`,
  async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) await play(seed);
  },
  60_000 + SEEDS * 60_000,
);

/**
 * Limit orders on their own database: ledger, order books and settlement are real; prices and limits are set by the
 * test.
 */

import {
  AppError,
  ASSETS,
  amountOf,
  type Coin,
  formatMarketType,
  getTetherTick,
  type OrderTerms,
  parseTrustedDecimal,
  pow10,
  type Quote,
  scaleOf,
} from '@sarraf/domain';
import type {
  BodyOf,
  batchOrders as batchEndpoint,
  placeOrder as endpoint,
  Order,
  placeBracket as placeBracketEndpoint,
  placeOco as placeOcoEndpoint,
  replaceOrder as replaceEndpoint,
} from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Account, houseAccount, insertInto, type Ledger, userAccount } from '../src/ledger/index.ts';
import { type BookChange, createBus } from '../src/platform/bus/bus.ts';
import { manualClock } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/database.ts';
import type { Caller } from '../src/platform/http/http.ts';
import { newId } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';
import type { Rules } from '../src/rules/index.ts';
import { readBookState, toSafeNumber } from '../src/trading/book/read-book.ts';
import { cancelAfter } from '../src/trading/deadlines/cancel-after.ts';
import { endDueOrders } from '../src/trading/deadlines/end-in-time.ts';
import { batchOrders } from '../src/trading/orders/batch-orders.ts';
import { cancelOrder, cancelOrderByClientId } from '../src/trading/orders/cancel-order.ts';
import { cancelOrders } from '../src/trading/orders/cancel-orders.ts';
import type { OrderRow } from '../src/trading/orders/order.ts';

import type { OrderDeps } from '../src/trading/orders/place-order.ts';
import { replaceOrder } from '../src/trading/orders/replace-order.ts';
import { createOrderRateLimiter } from '../src/trading/pace.ts';
import { OrderBooks } from '../src/trading/quick/exchange.ts';
import { placeQuickTrade, type QuickTradeDeps } from '../src/trading/quick/place-quick-trade.ts';
import { findOrder } from '../src/trading/store.ts';
import { readPendingTether, readStablecoinPurchases } from '../src/trading/totals-store.ts';
import { placeAnyOrder } from '../src/trading/triggers/place-any-order.ts';
import { placeBracket } from '../src/trading/triggers/place-bracket.ts';
import { placeOco } from '../src/trading/triggers/place-oco.ts';
import { type TriggerDeps, TriggerRunner } from '../src/trading/triggers/run-triggers.ts';
import { createTestCaller } from './caller.ts';
import { createTestDatabase } from './database.ts';
import { checkInvariants } from './invariants.ts';
import { openTestDatabase } from './open-database.ts';
import { fundAccount } from './seed.ts';
import { startTestLedger } from './test-ledger.ts';
import { pollUntil } from './waiting.ts';

export const UNLIMITED: Rules = {
  tomanDepositPerDay: 0n,
  identifiedDepositPerDay: 0n,
  depositHoldHours: 0,
  stablecoinPerYear: null,
  stablecoinHolding: null,
  tradingHours: null,
};
const WIDE_PACE = 1_000_000;
const SETTLED_MS = 60_000;

export type OrderBody = BodyOf<typeof endpoint>;
export type OrdersFixture = Awaited<ReturnType<typeof createOrdersFixture>>;

/** Settings of a test: prices by market (decimal text; null: none), rules, terms. */
export interface TestSettings {
  references: Map<string, string | null>;
  terms: Map<string, Partial<OrderTerms> | null>;
  rules: Rules;
  opensAt: Date | null;
  /** `COIN BITCOIN`. */
  paused: Set<string>;
  inviters: Map<string, string>;
}

interface FixtureOptions {
  pace?: number;
  feeRate?: bigint;
  /** A migrated database used by this test only; unset: a copy of the run's template. */
  own?: { url: string; drop(): Promise<void> };
}

export async function createOrdersFixture({ pace = WIDE_PACE, feeRate = 4_000n, own }: FixtureOptions = {}) {
  const database = own ?? (await createTestDatabase());
  const { db, close } = openTestDatabase(database.url, 6);
  const clock = manualClock(Date.now());
  const bus = createBus();
  const settings: TestSettings = {
    references: new Map([
      ['BITCOIN_TOMAN', '10000000000'],
      ['TETHER_TOMAN', '100000'],
      ['BITCOIN_TETHER', '100000'],
      ['DOGE_COIN_TOMAN', '20000'],
    ]),
    terms: new Map(),
    rules: { ...UNLIMITED },
    opensAt: null,
    paused: new Set(),
    inviters: new Map(),
  };
  const market = createTestMarket(settings);
  const log = createLog('silent');
  const startExchange = async () => {
    const ledger = await startTestLedger(database.url, { clock, log });
    const exchange = new OrderBooks({
      db,
      market,
      findTraders: async (ids) =>
        new Map(
          ids.map((id) => {
            const inviterId = settings.inviters.get(id) ?? null;
            return [id, { inviterId, invitedBy: inviterId }];
          }),
        ),
    });
    await ledger.addProjection(exchange);
    return { ledger, exchange };
  };
  await sql`update account_levels set wage_ppm = ${feeRate}, wage_tether_ppm = ${feeRate}
    where level = 'BRONZE'`.execute(db);
  const first = await startExchange();
  await fundAccount(first.ledger, houseAccount('TOMAN', 'inventory'), 10n ** 20n);
  const deps: TriggerDeps & { db: Db } = {
    db,
    log,
    ...first,
    market,
    rules: { current: () => settings.rules, tradingOpensAt: () => settings.opensAt },
    refusePaused(needs) {
      for (const { scope, name } of needs)
        if (settings.paused.has(`${scope} ${name}`)) throw new AppError('PAUSED', { data: { scope, name } });
    },
    stablecoinsBought: (userId) => readStablecoinPurchases(db, userId),
    tetherComing: (userId) => readPendingTether(db, userId),
    getFeeRate: () => feeRate,
    pace: createOrderRateLimiter(pace, clock),
    bus,
    clock,
  };
  const runners = { now: new TriggerRunner(deps) };
  const people: Caller[] = [];
  const changes: BookChange[] = [];
  bus.subscribe('book', (change) => changes.push(change));
  const idempotency = (key: string | undefined, body: object) =>
    key === undefined ? null : { key, digest: JSON.stringify(body) };

  const context = {
    db,
    url: database.url,
    deps,
    settings,
    clock,
    bus,
    /** All published changes of the order books. */
    changes,
    person: (more: Partial<Caller> = {}): Caller => {
      const caller = createTestCaller(more);
      people.push(caller);
      if (caller.inviterId !== null) settings.inviters.set(caller.userId, caller.inviterId);
      return caller;
    },
    /** Credits a decimal amount of a coin without a source. */
    give: ({ userId }: { userId: string }, asset: Coin | Quote, amount: string) =>
      fundAccount(deps.ledger, userAccount(userId, asset), parseTrustedDecimal(amount, scaleOf(asset))),
    async place(caller: Caller, body: OrderBody, key?: string): Promise<Order> {
      return JSON.parse(await placeAnyOrder(deps, caller, body, idempotency(key, body))).baseDTO;
    },
    /** A limit order of BITCOIN_TOMAN by default. */
    limit: (
      caller: Caller,
      side: 'buy' | 'sell',
      amount: string,
      unitPrice: string,
      marketName = 'BITCOIN_TOMAN',
    ) =>
      context.place(caller, {
        marketType: marketName,
        orderType: side === 'buy' ? 'LIMITED_BUY' : 'LIMITED_SELL',
        amount,
        unitPrice,
      }),
    /** Returns its row. */
    async read(id: string): Promise<OrderRow> {
      const { rows } = await sql<{ userId: string }>`
        select user_id as "userId" from orders where id = ${id}`.execute(db);
      const row = rows[0] ? await findOrder(db, rows[0].userId, id) : null;
      if (row === null) throw new Error(`no order ${id}`);
      return row;
    },
    async cancel(caller: Caller, id: string, key?: string): Promise<Order> {
      return JSON.parse(await cancelOrder(deps, caller, id, idempotency(key, { id }))).baseDTO;
    },
    async replace(
      caller: Caller,
      id: string,
      body: BodyOf<typeof replaceEndpoint>,
      key?: string,
    ): Promise<Order> {
      return JSON.parse(await replaceOrder(deps, caller, id, body, idempotency(key, body))).baseDTO;
    },
    async cancelOrderByClientId(caller: Caller, clientOrderId: string, key?: string): Promise<Order> {
      const reply = await cancelOrderByClientId(deps, caller, clientOrderId, idempotency(key, {}));
      return JSON.parse(reply).baseDTO;
    },
    batch: (caller: Caller, body: BodyOf<typeof batchEndpoint>, key?: string) =>
      batchOrders(deps, caller, body, idempotency(key, body)),
    async cancelAfter(caller: Caller, seconds: number, marketName?: string, key?: string) {
      const body = { seconds, ...(marketName !== undefined && { marketType: marketName }) };
      return JSON.parse(await cancelAfter(deps, caller, body, idempotency(key, body))).baseDTO;
    },
    /** Runs what the ledger writer does four times a second. */
    endInTime: () => endDueOrders(deps),
    cancelAll: (caller: Caller, marketName?: string, key?: string) =>
      cancelOrders(deps, caller, { marketType: marketName }, idempotency(key, {})),
    /** Sells to the house, at the reference price. */
    quickSell: (caller: Caller, amount: string) => quickSell(deps, caller, amount),
    /** Blocks coins for another purpose, like a withdrawal does. */
    hold: (caller: Caller, asset: Coin, amount: bigint) => blockAmount(deps.ledger, caller, asset, amount),
    /** Submits a command that the database refuses, together with its batch. */
    breakBatch: () =>
      deps.ledger.submit({
        accounts: [],
        decide: () => ({
          transfers: [],
          rows: [INSERT_BROKEN_FREEZES.row({ id: '00000000-0000-0000-0000-000000000000', amount: -1n })],
          reply: '',
        }),
      }),
    balance: (
      { userId }: { userId: string },
      asset: Coin | Quote,
      kind: 'spendable' | 'blocked' = 'spendable',
    ) => createTestBalanceReader(db, userAccount(userId, asset, kind)),
    /** Empties all order books, and resets the test's settings. */
    async clear(): Promise<void> {
      for (const caller of people.splice(0)) await cancelOrders(deps, caller, {}, null);
      settings.terms.clear();
      settings.rules = { ...UNLIMITED };
      settings.opensAt = null;
      settings.paused.clear();
      changes.length = 0;
    },
    /** Lets another process take over: immediately, or when the lease of a killed one has ended. */
    async restart(): Promise<void> {
      await deps.ledger.stop();
      // Refused once, it would ask again after a third of its own lease, which is longer than a test.
      const isFree = async () =>
        (await sql`select 1 from ledger_head where lease_until < clock_timestamp()`.execute(db)).rows.length >
        0;
      await pollUntil(isFree, SETTLED_MS);
      const next = await startExchange();
      await pollUntil(async () => next.ledger.isWriter(), SETTLED_MS);
      Object.assign(deps, next);
      runners.now = new TriggerRunner(deps);
      runners.now.runChecks();
    },
    /** Runs what the ledger writer does once a second. */
    beat: () => runners.now.runChecks(),
    /** Waits until nothing is due and nothing is in progress. */
    async waitUntilSettled(): Promise<void> {
      const isIdle = async () => {
        await deps.ledger.submit({ accounts: [], decide: () => ({ transfers: [], reply: '' }) });
        return [...deps.exchange.listMarkets()].every(({ triggers }) => triggers.dueCount === 0);
      };
      await pollUntil(isIdle, SETTLED_MS);
      // The last one in the order book may be decided and not yet durable.
      await deps.ledger.submit({ accounts: [], decide: () => ({ transfers: [], reply: '' }) });
    },
    /** A stop order of BITCOIN_TOMAN by default; a market order if no limit is given. */
    stop: (
      caller: Caller,
      side: 'buy' | 'sell',
      amount: string,
      price: string,
      more: Partial<OrderBody> = {},
    ) =>
      context.place(caller, {
        marketType: 'BITCOIN_TOMAN',
        orderType: `${more.unitPrice === undefined ? 'MARKET' : 'LIMITED'}_${side === 'buy' ? 'BUY' : 'SELL'}`,
        amount,
        trigger: { kind: 'STOP', price },
        ...more,
      }),
    async oco(caller: Caller, body: BodyOf<typeof placeOcoEndpoint>, key?: string): Promise<Order[]> {
      return JSON.parse(await placeOco(deps, caller, body, idempotency(key, body))).content;
    },
    async bracket(caller: Caller, body: BodyOf<typeof placeBracketEndpoint>, key?: string): Promise<Order[]> {
      return JSON.parse(await placeBracket(deps, caller, body, idempotency(key, body))).content;
    },
    /** Everything durable that an order could change, for comparisons. */
    snapshot: () => readSnapshot(db),
    /** Checks that the laws hold, and the order books in memory equal those of the database. */
    async expectSound(): Promise<void> {
      await addInviters(db, settings.inviters);
      expect(await checkInvariants(db)).toBeNull();
      await expectSameOrderBooks(db, deps.exchange);
      await deps.exchange.reload(deps.ledger.epoch() ?? 0n);
      await expectSameOrderBooks(db, deps.exchange);
    },
    async close(): Promise<void> {
      await deps.ledger.stop();
      await close();
      await database.drop();
    },
  };
  return context;
}

/** A freeze of a negative amount. */
const INSERT_BROKEN_FREEZES = insertInto('freezes', { id: 'uuid', amount: 'numeric' }, 'broken_freezes');
const FREEZES = insertInto(
  'freezes',
  {
    id: 'uuid',
    user_id: 'uuid',
    asset: 'text',
    amount: 'numeric',
    court_order: 'text',
    created_by: 'uuid',
    created_at: 'timestamptz',
  },
  'test_freezes',
);

/** Adds the inviter links that the audit reads: users of these tests have no rows otherwise. */
async function addInviters(db: Db, inviters: ReadonlyMap<string, string>): Promise<void> {
  for (const id of new Set([...inviters.values(), ...inviters.keys()]))
    await sql`insert into users (id, email, referral_code, inviter_id, email_verified_at, created_at)
      values (${id}, ${`${id}@orders.test`}, ${id}, ${inviters.get(id) ?? null}, now(), now())
      on conflict (id) do update set inviter_id = excluded.inviter_id
      where users.inviter_id is distinct from excluded.inviter_id`.execute(db);
}

async function quickSell(deps: OrderDeps, caller: Caller, amount: string): Promise<string> {
  const market: QuickTradeDeps['market'] = {
    coin: () =>
      ({ minExchange: 1n, maxExchange: 10n ** 12n, maxInventory: 10n ** 15n }) as ReturnType<
        QuickTradeDeps['market']['coin']
      >,
    judge: () => ({ ok: true }),
    tomanValue: deps.market.tomanValue,
  };
  const request = { marketType: 'BITCOIN_TOMAN', amount, unitPrice: '10000000000' };
  return placeQuickTrade({ ...deps, market }, caller, 'sell', request, null);
}

function blockAmount(ledger: Ledger, { userId }: Caller, asset: Coin, amount: bigint): Promise<string> {
  const [debit, credit] = [userAccount(userId, asset), userAccount(userId, asset, 'blocked')];
  const id = newId();
  return ledger.submit({
    accounts: [debit, credit],
    decide(balanceOf) {
      if (balanceOf(debit) < amount) throw new AppError('Not Enough Balance');
      return {
        transfers: [{ debit, credit, amount: amountOf(amount), kind: 'hold', reference: id }],
        rows: [
          FREEZES.row({
            id,
            user_id: userId,
            asset,
            amount,
            court_order: 'a test',
            created_by: newId(),
            created_at: new Date(),
          }),
        ],
        reply: '',
      };
    },
  });
}

export function createTestMarket(settings: TestSettings): OrderDeps['market'] {
  return {
    orderTerms: (coin, quote) => {
      const own = settings.terms.get(formatMarketType(coin, quote));
      if (own === null) return null;
      return {
        coin,
        quote,
        tick: quote === 'TOMAN' ? parseTrustedDecimal('1', 6) : getTetherTick(coin),
        lot: coin === 'BITCOIN' ? 1_000n : pow10(ASSETS[coin].scale - ASSETS[coin].decimals),
        minNotional: quote === 'TOMAN' ? parseTrustedDecimal('100000', 6) : parseTrustedDecimal('1', 6),
        maxAmount: parseTrustedDecimal('1000', scaleOf(coin)),
        ...own,
      };
    },
    summary: (coin, quote) => {
      const text = settings.references.get(formatMarketType(coin, quote)) ?? null;
      return {
        reference: text === null ? null : parseTrustedDecimal(text, scaleOf(quote)),
        change: null,
        lastWeek: [],
      };
    },
    tomanValue: (asset, amount) => (asset === 'TOMAN' ? amount : amount * 100_000n),
  };
}

export async function createTestBalanceReader(db: Db, { owner, asset, kind }: Account): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`select balance from accounts
    where owner = ${owner} and asset = ${asset} and kind = ${kind}`.execute(db);
  return rows[0]?.balance ?? 0n;
}

async function readSnapshot(db: Db): Promise<unknown> {
  const read = async (text: string) => (await sql.raw(text).execute(db)).rows;
  return {
    accounts: await read('select * from accounts order by id'),
    orders: await read('select * from orders order by id'),
    fills: await read('select * from fills order by coin, quote, number'),
    heads: await read('select * from market_heads where sequence > 0 order by coin, quote'),
    transfers: await read('select count(*) from transfers'),
  };
}

/**
 * Checks that a running exchange's order books and heads equal the database's open orders and heads, in the same
 * time priority.
 */
export async function expectSameOrderBooks(db: Db, exchange: OrderBooks): Promise<void> {
  const { rows: heads } = await sql<{
    coin: Coin;
    quote: Quote;
    sequence: bigint;
    fill: bigint;
    lastPrice: bigint | null;
  }>`select coin, quote, sequence, fill, last_price as "lastPrice" from market_heads`.execute(db);
  const { rows: orders } = await sql<{
    market: string;
    id: string;
    left: bigint;
    shown: bigint;
    reserved: bigint;
    executed: bigint;
  }>`
    select coin || '_' || quote as market, id, amount - executed_amount as left,
      coalesce(shown_amount, amount - executed_amount) as shown, reserved, executed_amount as executed from orders
    where order_status = 'IS_OPEN' and coalesce(trigger_state, 'FIRED') = 'FIRED'
    order by coalesce(slice_at, sequence), coalesce(slice_turn, 0)`.execute(db);
  const ordersByMarket = Map.groupBy(orders, ({ market }) => market);
  for (const { coin, quote, sequence, fill, lastPrice } of heads) {
    const market = exchange.findMarket(coin, quote);
    if (!market) throw new Error(`no book of ${coin}_${quote}`);
    expect({ market: market.name, ...market.head }).toMatchObject({
      market: market.name,
      sequence: toSafeNumber(sequence),
      fill: toSafeNumber(fill),
      lastPrice,
    });
    const open = ordersByMarket.get(market.name) ?? [];
    const inMemory = market.listOpenOrders().map(({ row, handle }) => ({
      market: market.name,
      id: row.id,
      left: market.lotsToAmount(market.book.getLots(handle)),
      shown: market.lotsToAmount(market.book.getDisplayedLots(handle)),
      reserved: row.reserved,
      executed: row.executedAmount,
    }));
    expect(inMemory).toEqual(open);
    // Nearly all markets of a test are empty, and their queries took most of its time.
    const state = open.length > 0 ? await readBookState(db, coin, quote) : { levels: [] };
    const levels = (side: 'buy' | 'sell') =>
      state.levels
        .filter((level) => level.side === side)
        .sort((a, b) => (a.price < b.price ? -1 : 1) * (side === 'buy' ? -1 : 1))
        .map(({ price, amount }) => [market.priceToTick('buy', price), amount]);
    for (const side of ['buy', 'sell'] as const)
      expect(
        market.book.listLevels(side, 1_000_000).map(([tick, lots]) => [tick, market.lotsToAmount(lots)]),
      ).toEqual(levels(side));
  }
}

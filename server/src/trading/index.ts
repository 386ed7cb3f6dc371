import { formatAmount, type UserLevel } from '@sarraf/domain';
import type { fills, Order, QueryOf, ReplyOf, Stats } from '@sarraf/domain/contracts';
import type { RowTable } from '../platform/business-rows/business-rows.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db, Queryable, Tx } from '../platform/database/database.ts';
import type { Page } from '../platform/database/rows.ts';
import type { Http } from '../platform/http/http.ts';
import type { Stream } from '../platform/http/stream/stream.ts';
import type { Follower } from '../platform/jobs/follow.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import { takeOrdersBackJob } from './book/cancel-all-orders-job.ts';

export { MAX_OPEN_ORDERS } from './orders/decide-order.ts';

import { createInTime } from './deadlines/end-in-time.ts';
import { ownFillsFollower } from './fills/fold-own-fills.ts';
import { readOwnFills } from './fills/read-own-fills.ts';
import { orderDto } from './orders/order.ts';
import type { OrderDeps } from './orders/place-order.ts';
import { createPace } from './pace.ts';
import type { PurchaseWithdrawal } from './quick/buy-and-send.ts';
import {
  buyForCompany,
  type CompanyBuyDeps,
  type CompanyPurchase,
  type CompanyQuote,
  quoteForCompany,
} from './quick/buy-for-company.ts';
import { type ExchangeDeps, OrderBooks } from './quick/exchange.ts';
import { addRoutes } from './routes.ts';
import { findOrders, listOpenOrders, listOrders, type OrderFilter } from './store.ts';
import {
  foldTrades,
  readPendingTether,
  readStablecoinPurchases,
  readStatisticsLimits,
  readTradeTotals,
  readVolume,
  readVolumes,
  tradesWaitingSince,
} from './totals-store.ts';
import { type TriggerDeps, TriggerRunner } from './triggers/run-triggers.ts';

export { enqueueCancelAllOrders } from './book/cancel-all-orders-job.ts';
export { readBookState, readFills } from './book/read-book.ts';
export { ownFillsAt, ownFillsSince } from './fills/read-own-fills.ts';
export { createFillNotifier } from './orders/notify-filled.ts';
export { placeQuickTrade, type QuickTradeDeps } from './quick/place-quick-trade.ts';
export { createRecurringPurchases } from './recurring/index.ts';
export { createTriggeredTeller } from './triggers/notify-triggered.ts';

/** Toman volume of a person's last three months, in smallest units. */
export type VolumeOf = (userId: string, db?: Queryable) => Promise<bigint>;
/** The same for several people, see `readVolumes`; people without any volume are left out. */
export type VolumesOf = (userIds: readonly string[], tx: Tx) => Promise<Map<string, bigint>>;
/** Needs nothing of trading but its tables, so that capabilities created earlier can use it. */
export const createVolumeOf =
  ({ db, clock }: { db: Db; clock: Clock }): VolumeOf =>
  (userId, on = db) =>
    readVolume(on, userId, new Date(clock.now()));
export const createVolumesOf =
  ({ clock }: { clock: Clock }): VolumesOf =>
  (userIds, tx) =>
    readVolumes(tx, userIds, new Date(clock.now()));

export interface Trading {
  /** Starts following the ledger with the order books; resolves when they are loaded, if this process is its writer. */
  start(): Promise<void>;
  /** Stops ending orders by their time. */
  stop(): Promise<void>;
  routes(http: Http, stream: Stream): void;
  /** Number of resting orders per market, in the process that has the order books. */
  depths(): { market: string; orders: number }[];
  jobs: Job[];
  followers: Follower<'trades' | 'own-fills'>[];
  /** Returns a person's trades, newest first, page.limit rows. */
  tradesOf(userId: string, page: Page, db?: Queryable): Promise<Order[]>;
  /** Returns a page of a person's fills, newest first; see `readOwnFills`. */
  fillsOf(userId: string, query: QueryOf<typeof fills>, db?: Db): Promise<ReplyOf<typeof fills>>;
  /** Returns a person's newest orders of all kinds, at most `limit`. */
  lastOrders(userId: string, limit: number): Promise<Order[]>;
  /** Returns orders of a person by id, in the order of `ids`; orders of others are left out. */
  ordersById(userId: string, ids: readonly string[]): Promise<Order[]>;
  /** Returns what a company's receipts buy now; see `quoteForCompany`. */
  quoteForCompany(
    level: UserLevel,
    wish: Pick<CompanyPurchase, 'coin' | 'budget' | 'least' | 'most'>,
  ): CompanyQuote;
  /** Buys it, once per settlement; see `buyForCompany`. */
  buyForCompany(purchase: CompanyPurchase): Promise<void>;
}

const TRADED: OrderFilter = { types: null, statuses: null, coin: null, quote: null, onlyExecuted: true };

const STATS_MS = 5_000;

/** Thresholds from which on the public statistics are shown. */
export const STATISTICS_ROWS: RowTable = { kind: 'statistics', table: 'public_statistics', keys: [] };

type Own = Pick<CompanyBuyDeps & OrderDeps, 'stablecoinsBought' | 'tetherComing' | 'exchange' | 'pace'>;

interface TradingOptions
  extends Omit<CompanyBuyDeps & TriggerDeps, keyof Own>,
    Pick<ExchangeDeps, 'findTraders'> {
  db: Db;
  log: Log;
  config: Pick<Config, 'RATE_ORDERS_OF_ONE'>;
  sending: PurchaseWithdrawal;
  userCount(): Promise<number>;
}

/** Creates the capability for quick trades, limit and market orders, their history and totals. */
export function createTrading(options: TradingOptions): Trading {
  const exchange = new OrderBooks(options);
  const deps = {
    ...options,
    exchange,
    pace: createPace(options.config.RATE_ORDERS_OF_ONE, options.clock),
    stablecoinsBought: (userId: string) => readStablecoinPurchases(options.db, userId),
    tetherComing: (userId: string) => readPendingTether(options.db, userId),
  };
  const inTime = createInTime(deps, options.log);
  const triggers = new TriggerRunner(deps);
  // Published once a second by the ledger writer's process, which receives it, too.
  deps.bus.subscribe('price_sheet', () => triggers.beat());
  const stats = remembered(STATS_MS, deps.clock.now, async (): Promise<Stats> => {
    const [userCount, totals, limits] = await Promise.all([
      deps.userCount(),
      readTradeTotals(deps.db),
      readStatisticsLimits(deps.db),
    ]);
    if (userCount < limits.minUsers || totals.trades < BigInt(limits.minTrades))
      return { userCount: null, tradesValue: null, tradesAmount: null };
    return {
      userCount,
      tradesValue: formatAmount(totals.tomanValue, 'TOMAN'),
      tradesAmount: Number.parseInt(totals.trades.toString(), 10),
    };
  });
  return {
    async start() {
      await options.ledger.keep(exchange);
      inTime.start();
    },
    stop: () => inTime.stop(),
    routes(http, stream) {
      addRoutes(http, { ...deps, stats });
      stream.openPrivateChannel('orders');
      deps.bus.subscribe('orders', ({ userId, order }) => stream.publishTo(userId, 'orders', order));
    },
    depths: () => exchange.depths(),
    jobs: [takeOrdersBackJob(deps)],
    followers: [
      {
        name: 'trades',
        byBatches: true,
        step: () => foldTrades(deps.db).then(() => false),
        waitingSince: () => tradesWaitingSince(deps.db),
      },
      ownFillsFollower(deps.db),
    ],
    async lastOrders(userId, limit) {
      const page = { limit, size: limit, offset: 0, before: null };
      return (await listOrders(deps.db, userId, { ...TRADED, onlyExecuted: false }, page)).rows.map(orderDto);
    },
    async ordersById(userId, ids) {
      const found = new Map((await findOrders(options.db, userId, ids)).map((row) => [row.id, row]));
      return ids.flatMap((id) => found.get(id) ?? []).map(orderDto);
    },
    quoteForCompany: (level, wish) => quoteForCompany(deps, level, wish),
    buyForCompany: (purchase) => buyForCompany(deps, purchase),
    fillsOf: (userId, query, db = options.db) => readOwnFills(db, userId, query),
    async tradesOf(userId, page, db = options.db) {
      const found: Order[] = [];
      for (let before = page.before; found.length < page.limit; ) {
        const left = page.limit - found.length;
        const next = { limit: left + 1, size: left, offset: 0, before };
        const { rows, nextCursor } = await listOrders(db, userId, TRADED, next);
        found.push(...rows.map(orderDto));
        if (nextCursor === null) break;
        before = nextCursor;
      }
      return found;
    },
  };
}

const MAX_OPEN = 1_000;

/** Returns a person's newest open orders. */
export async function openOrdersOf(tx: Queryable, userId: string): Promise<Order[]> {
  const page = { limit: MAX_OPEN, size: MAX_OPEN, offset: 0, before: null };
  return (await listOpenOrders(tx, userId, null, page)).map(orderDto);
}

/** Returns those of a person's orders that have these ids, in their present state. */
export const ordersByIds = async (tx: Queryable, userId: string, ids: readonly string[]): Promise<Order[]> =>
  (await findOrders(tx, userId, ids)).map(orderDto);

/** Caches a result for this long, for all callers. */
function remembered<T>(ms: number, now: () => number, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | null = null;
  return () => {
    if (last === null || now() - last.at >= ms) {
      const value = read();
      last = { at: now(), value };
      value.catch(() => {
        last = null;
      });
    }
    return last.value;
  };
}

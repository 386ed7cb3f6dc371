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
import { createCancelAllOrdersJob } from './book/cancel-all-orders-job.ts';

export { MAX_OPEN_ORDERS } from './orders/decide-order.ts';

import { createDeadlineRunner } from './deadlines/end-in-time.ts';
import { createOwnFillsFollower } from './fills/fold-own-fills.ts';
import { readOwnFills } from './fills/read-own-fills.ts';
import { orderDto } from './orders/order.ts';
import type { OrderDeps } from './orders/place-order.ts';
import { createOrderRateLimiter } from './pace.ts';
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
  readTradesWaitingSince,
  readTradeTotals,
  readVolume,
  readVolumes,
} from './totals-store.ts';
import { type TriggerDeps, TriggerRunner } from './triggers/run-triggers.ts';

export { enqueueCancelAllOrders } from './book/cancel-all-orders-job.ts';
export { readBookState, readFills } from './book/read-book.ts';
export { listOwnFillsByKeys, listOwnFillsSince } from './fills/read-own-fills.ts';
export { createFillNotifier } from './orders/notify-filled.ts';
export { placeQuickTrade, type QuickTradeDeps } from './quick/place-quick-trade.ts';
export { createRecurringPurchases } from './recurring/index.ts';
export { createTriggerNotifier } from './triggers/notify-triggered.ts';

/** Toman volume of a person's last three months, in smallest units. */
export type VolumeReader = (userId: string, db?: Queryable) => Promise<bigint>;
/** The same for several people, see `readVolumes`; people without any volume are left out. */
export type VolumesReader = (userIds: readonly string[], tx: Tx) => Promise<Map<string, bigint>>;
/** Needs nothing of trading but its tables, so that capabilities created earlier can use it. */
export const createVolumeReader =
  ({ db, clock }: { db: Db; clock: Clock }): VolumeReader =>
  (userId, queryable = db) =>
    readVolume(queryable, userId, new Date(clock.now()));
export const createVolumesReader =
  ({ clock }: { clock: Clock }): VolumesReader =>
  (userIds, tx) =>
    readVolumes(tx, userIds, new Date(clock.now()));

export interface Trading {
  /** Starts following the ledger with the order books; resolves when they are loaded, if this process is its writer. */
  start(): Promise<void>;
  /** Stops ending orders by their time. */
  stop(): Promise<void>;
  routes(http: Http, stream: Stream): void;
  /** Number of resting orders per market, in the process that has the order books. */
  countRestingOrders(): { market: string; orders: number }[];
  jobs: Job[];
  followers: Follower<'trades' | 'own-fills'>[];
  /** Returns a person's trades, newest first, page.limit rows. */
  tradesOf(userId: string, page: Page, db?: Queryable): Promise<Order[]>;
  /** Returns a page of a person's fills, newest first; see `readOwnFills`. */
  fillsOf(userId: string, query: QueryOf<typeof fills>, db?: Db): Promise<ReplyOf<typeof fills>>;
  /** Returns a person's newest orders of all kinds, at most `limit`. */
  listLastOrders(userId: string, limit: number): Promise<Order[]>;
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

const TRADED_FILTER: OrderFilter = {
  types: null,
  statuses: null,
  coin: null,
  quote: null,
  onlyExecuted: true,
};

const STATS_CACHE_MS = 5_000;

/** Thresholds from which on the public statistics are shown. */
export const STATISTICS_ROWS: RowTable = { kind: 'statistics', table: 'public_statistics', keys: [] };

type InternalDeps = Pick<
  CompanyBuyDeps & OrderDeps,
  'stablecoinsBought' | 'tetherComing' | 'exchange' | 'pace'
>;

interface TradingOptions
  extends Omit<CompanyBuyDeps & TriggerDeps, keyof InternalDeps>,
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
    pace: createOrderRateLimiter(options.config.RATE_ORDERS_OF_ONE, options.clock),
    stablecoinsBought: (userId: string) => readStablecoinPurchases(options.db, userId),
    tetherComing: (userId: string) => readPendingTether(options.db, userId),
  };
  const deadlineRunner = createDeadlineRunner(deps, options.log);
  const triggers = new TriggerRunner(deps);
  // Published once a second by the ledger writer's process, which receives it, too.
  deps.bus.subscribe('price_sheet', () => triggers.runChecks());
  const stats = cacheFor(STATS_CACHE_MS, deps.clock.now, async (): Promise<Stats> => {
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
      await options.ledger.addProjection(exchange);
      deadlineRunner.start();
    },
    stop: () => deadlineRunner.stop(),
    routes(http, stream) {
      addRoutes(http, { ...deps, stats });
      stream.openPrivateChannel('orders');
      deps.bus.subscribe('orders', ({ userId, order }) => stream.publishTo(userId, 'orders', order));
    },
    countRestingOrders: () => exchange.countRestingOrders(),
    jobs: [createCancelAllOrdersJob(deps)],
    followers: [
      {
        name: 'trades',
        byBatches: true,
        step: () => foldTrades(deps.db),
        waitingSince: () => readTradesWaitingSince(deps.db),
      },
      createOwnFillsFollower(deps.db),
    ],
    async listLastOrders(userId, limit) {
      const page = { limit, size: limit, offset: 0, before: null };
      return (await listOrders(deps.db, userId, { ...TRADED_FILTER, onlyExecuted: false }, page)).rows.map(
        orderDto,
      );
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
        const remaining = page.limit - found.length;
        const next = { limit: remaining + 1, size: remaining, offset: 0, before };
        const { rows, nextCursor } = await listOrders(db, userId, TRADED_FILTER, next);
        found.push(...rows.map(orderDto));
        if (nextCursor === null) break;
        before = nextCursor;
      }
      return found;
    },
  };
}

const MAX_OPEN_LISTED = 1_000;

/** Returns a person's newest open orders. */
export async function listNewestOpenOrders(tx: Queryable, userId: string): Promise<Order[]> {
  const page = { limit: MAX_OPEN_LISTED, size: MAX_OPEN_LISTED, offset: 0, before: null };
  return (await listOpenOrders(tx, userId, null, page)).map(orderDto);
}

/** Returns those of a person's orders that have these ids, in their present state. */
export const listOrdersByIds = async (
  tx: Queryable,
  userId: string,
  ids: readonly string[],
): Promise<Order[]> => (await findOrders(tx, userId, ids)).map(orderDto);

/** Caches a result for this long, for all callers. */
function cacheFor<T>(ms: number, now: () => number, read: () => Promise<T>): () => Promise<T> {
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

import { formatAmount } from '@sarraf/domain';
import type { Order, Stats } from '@sarraf/domain/contracts';
import type { Db } from '../platform/database.ts';
import type { Http } from '../platform/http.ts';
import type { Job } from '../platform/jobs.ts';
import type { Page } from '../platform/rows.ts';
import type { Stream } from '../platform/stream.ts';
import type { Sending } from './buy-and-send.ts';
import { orderDto } from './order.ts';
import type { QuickTradeDeps } from './place-quick-trade.ts';
import { addRoutes } from './routes.ts';
import { foldTrades, listOrders, readStablecoinPurchases, readTotals, readVolume } from './store.ts';

export { placeQuickTrade, type QuickTradeDeps } from './place-quick-trade.ts';

export interface Trading {
  routes(http: Http, stream: Stream): void;
  jobs: Job[];
  /** Toman volume of a person's last three months. */
  volumeOf(userId: string): Promise<bigint>;
  /** A person's trades, newest first, page.limit rows. */
  tradesOf(userId: string, page: Page): Promise<Order[]>;
}

const STATS_MS = 5_000;

/** Quick trades, their history and totals. */
export function createTrading(
  options: Omit<QuickTradeDeps, 'stablecoinsBought'> & {
    db: Db;
    sending: Sending;
    userCount(): Promise<number>;
  },
): Trading {
  const deps = {
    ...options,
    stablecoinsBought: (userId: string) => readStablecoinPurchases(options.db, userId),
  };
  const stats = remembered(STATS_MS, deps.clock.now, async (): Promise<Stats> => {
    const [userCount, totals] = await Promise.all([deps.userCount(), readTotals(deps.db)]);
    return {
      userCount,
      tradesValue: formatAmount(totals.tomanValue, 'TOMAN'),
      tradesAmount: Number.parseInt(totals.trades.toString(), 10),
    };
  });
  return {
    routes(http, stream) {
      addRoutes(http, { ...deps, stats });
      stream.openPrivateChannel('orders');
      deps.bus.subscribe('orders', ({ userId, order }) => stream.publishTo(userId, 'orders', order));
    },
    jobs: [{ name: 'fold-trades', cron: '* * * * *', run: () => foldTrades(deps.db) }],
    volumeOf: (userId) => readVolume(deps.db, userId),
    tradesOf: async (userId, page) => {
      const filter = { types: null, statuses: null, coin: null, onlyExecuted: true };
      return (await listOrders(deps.db, userId, filter, page)).map(orderDto);
    },
  };
}

/** One reading serves everybody for a while. */
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

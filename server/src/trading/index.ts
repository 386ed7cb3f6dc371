import { formatAmount } from '@sarraf/domain';
import type { Stats } from '@sarraf/domain/contracts';
import type { Db } from '../platform/database.ts';
import type { Http } from '../platform/http.ts';
import type { Job } from '../platform/jobs.ts';
import type { Stream } from '../platform/stream.ts';
import type { QuickTradeDeps } from './place-quick-trade.ts';
import { addRoutes } from './routes.ts';
import { foldTrades, readTotals, readVolume } from './store.ts';

export { placeQuickTrade, type QuickTradeDeps } from './place-quick-trade.ts';

export interface Trading {
  routes(http: Http, stream: Stream): void;
  jobs: Job[];
  /** Toman volume of a person's last three months. */
  volumeOf(userId: string): Promise<bigint>;
}

const STATS_MS = 5_000;

/** Quick trades, their history and totals. */
export function createTrading(deps: QuickTradeDeps & { db: Db; userCount(): Promise<number> }): Trading {
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

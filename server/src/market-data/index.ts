/** Public market data: order books, trades, candles, 24-hour statistics. */
import type { Market } from '../market/index.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Http } from '../platform/http/http.ts';
import type { Stream } from '../platform/http/stream/stream.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import type { TradingState } from './describe-markets.ts';
import { addCoinGeckoRoutes } from './feeds/coingecko.ts';
import { addCoinMarketCapRoutes } from './feeds/coinmarketcap.ts';
import { addUdfRoutes } from './feeds/udf.ts';
import { MarketTickers } from './figures-sheet.ts';
import { createCandleJobs } from './fold-candles.ts';
import { MarketViews } from './follow-markets.ts';
import { LongCandlePublisher } from './long-candles.ts';
import { MarketsTable } from './markets-table.ts';
import { ChangePublisher } from './publish-changes.ts';
import { CandleReader } from './read-candles.ts';
import { ReferenceMinutes } from './reference-minutes.ts';
import { addRoutes } from './routes.ts';
import { Tickers } from './tickers.ts';

export type { TradingState } from './describe-markets.ts';
export { isUntraded, savePastTrades } from './store.ts';

export interface MarketData {
  routes(http: Http, stream: Stream): void;
  /** Loads every market; must be called after `routes`, when prices are available. */
  start(): Promise<void>;
  stop(): Promise<void>;
  jobs: Job[];
  /** Does immediately what else happens within a second: publishes changes and rebuilds the markets' rows. */
  refresh(): void;
}

export function createMarketData(deps: {
  db: Db;
  clock: Clock;
  bus: Bus;
  log: Log;
  market: Pick<Market, 'summary' | 'orderTerms' | 'termsOf' | 'coin' | 'candles' | 'past'>;
  /** Current name of the exchange. */
  exchangeName(): string;
  trading: TradingState;
  /** Whether this process is the ledger writer, if there are several. */
  leads?: () => boolean;
}): MarketData {
  const { db, clock, bus, leads, market, trading } = deps;
  const log = deps.log.child({ area: 'market-data' });
  let publisher: ChangePublisher | null = null;
  const view = (name: string) => marketViews.findView(name);
  const open = (name: string) => marketViews.open(name);
  const statistics = new MarketTickers({ bus, clock, leads, view });
  const marketViews = new MarketViews({
    ...deps,
    log,
    onChange: (name) => publisher?.markChanged(name),
    canUnload: (name) => statistics.isReceiving() && !publisher?.hasReaders(name),
  });
  const reference = new ReferenceMinutes((coin, quote) => market.summary(coin, quote).reference);
  const table = new MarketsTable({ market, figures: (name) => statistics.of(name) });
  const tickers = new Tickers({ clock, market, figures: (name) => statistics.of(name) });
  const candles = new CandleReader({ db, clock, market, reference });
  return {
    routes(http, stream) {
      const longCandles = new LongCandlePublisher({ stream, clock, log, candles, open });
      publisher = new ChangePublisher({
        stream,
        clock,
        log,
        view,
        open,
        figures: statistics,
        table,
        reference,
        onBeat: () => longCandles.publishAll(),
      });
      addRoutes(http, { db, clock, market, trading, open, table, tickers, candles });
      const { exchangeName } = deps;
      const feeds = { db, clock, market, trading, open, tickers, candles, exchangeName };
      for (const add of [addUdfRoutes, addCoinGeckoRoutes, addCoinMarketCapRoutes]) add(http, feeds);
    },
    async start() {
      await marketViews.start();
      publisher?.start();
    },
    async stop() {
      publisher?.stop();
      statistics.stop();
      await marketViews.stop();
    },
    jobs: createCandleJobs(db, clock),
    refresh: () => publisher?.publishSecond(),
  };
}

/** Reference prices, quick trade quotes, coins and their limits. */
import {
  type Asset,
  COINS,
  type Coin,
  formatMarketType,
  MINUTE_MS,
  type OrderTerms,
  type Quote,
  type Side,
  type TradePrice,
} from '@sarraf/domain';
import type { Bus } from '../platform/bus/bus.ts';
import type { RowTable } from '../platform/business-rows/business-rows.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import { type Db, withLongStatementTimeout } from '../platform/database/database.ts';
import type { Http } from '../platform/http/http.ts';
import type { Stream } from '../platform/http/stream/stream.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import { createMarketRowTables } from './business-rows.ts';
import { isBackfilling } from './candle-backfill-store.ts';
import {
  CandleAggregator,
  type CandleClock,
  candleStart,
  HALF_HOUR,
  type Interval,
  MARKETS,
  type ReferenceCandle,
} from './candles.ts';
import { buildOrderTerms, type CoinRow } from './coins.ts';
import { PriceFeed } from './feed.ts';
import { CandleBackfiller } from './fill-candles.ts';
import { ReferenceHistory } from './history.ts';
import { MarketRows } from './market-rows.ts';
import type { PriceHistory, PriceSource } from './ports.ts';
import { createPriceAnnouncer, type PriceAnnouncer } from './price-announcer.ts';
import { computeTomanValueOf } from './prices.ts';
import { type MarketSummary, PricePublisher } from './publish-prices.ts';
import type { PriceCheck } from './published.ts';
import { addRoutes } from './routes.ts';
import {
  findOldestPriceCandle,
  readCloses,
  readPriceCandles,
  saveCandles,
  storedIntervalsOf,
} from './store.ts';
import { describeSources } from './view-sources.ts';
import { createRollUpJob, writeMinutes } from './write-minutes.ts';

export {
  type CandleClock,
  candleStart,
  HALF_HOUR,
  MARKETS,
  ORIGIN_BY_CLOCK,
  type ReferenceCandle,
} from './candles.ts';
export type { CoinNetwork, CoinRow } from './coins.ts';
export type { PriceHistory, PriceSource } from './ports.ts';
export { computeChange, formatChange } from './prices.ts';
export type { MarketSummary } from './publish-prices.ts';
export { ADVERSE_MOVE, PRICE_WINDOW_MS, type PriceCheck } from './published.ts';

export interface MarketOptions {
  db: Db;
  config: Pick<Config, 'sandbox'>;
  clock: Clock;
  bus: Bus;
  log: Log;
  /** Unordered: the price of a coin is the median of those that cover it. */
  sources: readonly PriceSource[];
  /** Sources of candles from times at which this server wasn't running, in order of precedence. */
  histories?: readonly PriceHistory[];
  /**
   * Whether this process's feed sets the prices; else those of the leading process count. Unset: it is the only
   * process.
   */
  leads?: () => boolean;
}

/** `now`, where a method takes it: the moment to evaluate at, milliseconds since 1970; unset: the clock's. */
export interface Market {
  /** Returns limits, networks and whether it is open; every asset has a row. */
  coin(asset: Asset): CoinRow;
  /** Returns the terms for limit orders; null while the market is closed. */
  orderTerms(coin: Coin, quote: Quote): OrderTerms | null;
  /** Returns the terms whether it is open or not; null: there is no such coin. */
  termsOf(coin: Coin, quote: Quote): OrderTerms | null;
  /** Returns the published price, quote smallest units for one coin; null while halted. Does no I/O. */
  price(coin: Coin, quote: Quote, now?: number): TradePrice | null;
  /** Checks whether a quick trade at this unit price is accepted; see `Published`. */
  judge(coin: Coin, quote: Quote, side: Side, unitPrice: bigint, now?: number): PriceCheck;
  /**
   * Returns the value in Toman (smallest units, truncated) at the published sell price, which its owner would get;
   * null while halted.
   */
  tomanValue(asset: Asset, amount: bigint, now?: number): bigint | null;
  summary(coin: Coin, quote: Quote, now?: number): MarketSummary;
  /**
   * Returns candles of the reference price that start within [from, to), oldest first: the newest `limit` of them.
   * Minutes are stored for a week; hours and days reach back to what the vendors had when this server started.
   */
  candles(
    coin: Coin,
    quote: Quote,
    stepMs: number,
    range: { from: Date; to: Date; limit: number; bounds?: CandleClock },
  ): Promise<ReferenceCandle[]>;
  /**
   * Returns where candles of a length start, milliseconds since 1970 (null: there are none), and whether candles
   * before, or in between, are still being fetched.
   */
  past(
    coin: Coin,
    quote: Quote,
    stepMs: number,
    bounds?: CandleClock,
  ): Promise<{ from: number | null; filling: boolean }>;
  /**
   * Returns the reference price in Toman of each coin at moments (milliseconds): the close of its last candle of
   * that length that had ended, unless that is older than `reach`, an interval. Coins without one are left out.
   */
  closes(
    interval: Interval,
    moments: readonly number[],
    reach: string,
  ): Promise<{ coin: Coin; at: number; close: bigint }[]>;
  /** Polls the sources once, publishes, and continues periodically. */
  start(): Promise<void>;
  stop(): Promise<void>;
  routes(http: Http, stream: Stream): void;
  jobs: Job[];
  /** Coins, networks and markets as set by staff. */
  businessRows: RowTable[];
  /** Does immediately what else happens periodically: reads the rows, polls the sources, publishes, writes candles. */
  refresh(): Promise<void>;
}

const TOMAN_MARKETS = MARKETS.filter(({ quote }) => quote === 'TOMAN');
/** Minimum time between automatic publications of prices. */
const PUBLISH_INTERVAL_MS = 1_000;
const ROW_RELOAD_MS = 30_000;
/** In the sandbox a button makes each block, too often for the 20,000 of CLASSIC_ETHEREUM. */
const SANDBOX_CONFIRMATIONS = 6;

export async function createMarket(options: MarketOptions): Promise<Market> {
  const { db, config, clock, bus, log, sources, histories = [], leads = () => true } = options;
  const rows = await MarketRows.load(db, config.sandbox ? SANDBOX_CONFIRMATIONS : Infinity);
  const feed = new PriceFeed({
    sources,
    clock,
    log,
    mayStandAlone: config.sandbox,
    weightOf: (source, coin) => rows.weightOf(source, coin),
  });
  const history = new ReferenceHistory();
  const minutes = new CandleAggregator(MINUTE_MS);
  const publisher = new PricePublisher({ feed, history, minutes, book: () => rows.book });
  const announcer = createPriceAnnouncer({ publisher, clock, bus, leads });
  const backfiller = createFiller(options, histories, publisher);
  const timers: NodeJS.Timeout[] = [];
  let minute = candleStart(clock.now(), MINUTE_MS);
  let writing: Promise<void> = Promise.resolve();

  /** Runs once a minute: writes ended candles, and rereads the prices for comparison. */
  function writeAndReload(): Promise<void> {
    writing = writing.then(async () => {
      const now = clock.now();
      await writeMinutes(db, minutes, log, now);
      await history.load(db, now).catch((err) => log.warn({ err }, 'price history not read'));
    });
    return writing;
  }

  function runSecond(): void {
    announcer.publish();
    const now = candleStart(clock.now(), MINUTE_MS);
    if (now === minute) return;
    minute = now;
    void writeAndReload();
  }

  const { businessRows, unsubscribe } = followMarketRows(options, rows, announcer);
  return {
    ...createPriceReads({ db, clock, rows, publisher, fills: histories.length > 0 }),
    async start() {
      await feed.pollAll();
      announcer.publish();
      // The simulation's past is there from the start; vendors take time.
      if (histories.length > 0)
        await (config.sandbox
          ? withLongStatementTimeout(() => backfiller.fillFor(Number.POSITIVE_INFINITY))
          : backfiller.enqueue());
      await history.load(db, clock.now());
      announcer.publish();
      feed.start();
      timers.push(setInterval(runSecond, PUBLISH_INTERVAL_MS).unref());
      const reloadSafely = () => void rows.reload().catch((err) => log.warn({ err }, 'coins not read'));
      timers.push(setInterval(reloadSafely, ROW_RELOAD_MS).unref());
    },
    async stop() {
      for (const timer of timers.splice(0)) clearInterval(timer);
      for (const stop of unsubscribe) stop();
      await feed.stop();
      await writing;
      await saveCandles(db, '1m', minutes.takeAll()).catch((err) =>
        log.warn({ err }, 'last reference candles not written'),
      );
    },
    routes(http, stream) {
      announcer.openChannels(stream);
      addRoutes(http, {
        publication: announcer.publication,
        book: () => rows.book,
        sources: () => COINS.map((coin) => describeSources(feed, coin, clock.now())),
      });
    },
    jobs: [createRollUpJob(db, clock), ...(histories.length > 0 ? [backfiller.createJob()] : [])],
    businessRows,
    async refresh() {
      await Promise.all([rows.reload(), feed.pollAll()]);
      await writeAndReload();
      announcer.publish();
    },
  };
}

const createFiller = (
  { db, clock, log }: MarketOptions,
  sources: readonly PriceHistory[],
  publisher: PricePublisher,
): CandleBackfiller =>
  new CandleBackfiller({
    db,
    clock,
    log,
    sources,
    priceNow: (coin) =>
      publisher.summarize(coin, coin === 'TETHER' ? 'TOMAN' : 'TETHER', clock.now()).reference,
  });

/** Applies rows that staff or another process changed, and publishes them to every page. */
function followMarketRows(
  { bus, log, sources }: MarketOptions,
  rows: MarketRows,
  announcer: PriceAnnouncer,
): { businessRows: RowTable[]; unsubscribe: (() => void)[] } {
  async function followRows(): Promise<void> {
    await rows.reload();
    announcer.publish();
    announcer.tellCoins();
  }
  const onRows = () => void followRows().catch((err) => log.warn({ err }, 'coins not read'));
  const businessRows = createMarketRowTables(
    followRows,
    sources.map(({ name }) => name),
  );
  const unsubscribe = [
    bus.subscribe('rows', ({ kind }) => {
      if (businessRows.some((table) => table.kind === kind)) onRows();
    }),
    bus.subscribe('missed', onRows),
  ];
  return { businessRows, unsubscribe };
}

interface ReadDeps extends Pick<MarketOptions, 'db' | 'clock'> {
  rows: MarketRows;
  publisher: PricePublisher;
  /** Whether candles of earlier times are fetched from vendors. */
  fills: boolean;
}

type PriceReads = Omit<Market, 'start' | 'stop' | 'routes' | 'jobs' | 'businessRows' | 'refresh'>;

/** Returns what other capabilities ask about coins and prices. */
function createPriceReads({ db, clock, rows, publisher, fills }: ReadDeps): PriceReads {
  const price = (coin: Coin, quote: Quote, now = clock.now()) =>
    rows.book.coins.get(coin)?.active ? publisher.published.getPrice(coin, quote, now) : null;
  return {
    coin(asset) {
      const row = rows.book.coins.get(asset);
      if (!row) throw new Error(`no coin ${asset}`);
      return row;
    },
    orderTerms: (coin, quote) =>
      rows.book.open.has(formatMarketType(coin, quote)) ? buildOrderTerms(rows.book, coin, quote) : null,
    termsOf: (coin, quote) => buildOrderTerms(rows.book, coin, quote),
    price,
    judge(coin, quote, side, unitPrice, now = clock.now()) {
      if (!rows.book.coins.get(coin)?.active) return { ok: false, code: 'MARKET_IS_NOT_ACTIVE', price: null };
      return publisher.published.checkPrice(coin, quote, side, unitPrice, now);
    },
    tomanValue: (asset, amount, now) =>
      computeTomanValueOf(asset, amount, (coin) => price(coin, 'TOMAN', now)),
    summary: (coin, quote, now = clock.now()) => publisher.summarize(coin, quote, now),
    candles: (coin, quote, stepMs, range) => readPriceCandles(db, { coin, quote }, stepMs, range),
    closes: async (interval, moments, reach) =>
      moments.length === 0 ? [] : readCloses(db, TOMAN_MARKETS, interval, moments, reach),
    async past(coin, quote, stepMs, bounds) {
      const parts = storedIntervalsOf(stepMs, bounds);
      const storedParts = parts.filter((part) => part !== HALF_HOUR.interval);
      const [from, filling] = await Promise.all([
        findOldestPriceCandle(db, { coin, quote }, parts),
        fills && storedParts.length > 0 && isBackfilling(db, coin, quote, storedParts),
      ]);
      return { from, filling };
    },
  };
}

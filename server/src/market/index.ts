/** Reference prices, quick trade quotes, coins and their limits. */
import {
  type Asset,
  COINS,
  type Coin,
  MINUTE_MS,
  marketType,
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
import { marketRows } from './business-rows.ts';
import { isBackfilling } from './candle-backfill-store.ts';
import {
  type Bounds,
  CandleMaker,
  candleStart,
  HALF_HOUR,
  type Interval,
  MARKETS,
  type ReferenceCandle,
} from './candles.ts';
import { type CoinRow, orderTerms } from './coins.ts';
import { Feed } from './feed.ts';
import { CandleBackfiller } from './fill-candles.ts';
import { FULL_WEIGHT } from './guard.ts';
import { ReferenceHistory } from './history.ts';
import { rollUpJob, writeMinutes } from './keep-candles.ts';
import type { PriceHistory, PriceSource } from './ports.ts';
import type { Publication } from './price-lists.ts';
import { worthInToman } from './prices.ts';
import { type MarketSummary, Publisher } from './publish-prices.ts';
import type { PriceCheck } from './published.ts';
import { addRoutes } from './routes.ts';
import {
  closesAt,
  loadCoins,
  loadSourceWeights,
  oldestPriceCandle,
  partsOf,
  readPriceCandles,
  saveCandles,
} from './store.ts';
import { viewSources } from './view-sources.ts';

export { type Bounds, candleStart, HALF_HOUR, MARKETS, ORIGINS, type ReferenceCandle } from './candles.ts';
export type { CoinNetwork, CoinRow } from './coins.ts';
export type { PriceHistory, PriceSource } from './ports.ts';
export { changeBetween, changeText } from './prices.ts';
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
    range: { from: Date; to: Date; limit: number; bounds?: Bounds },
  ): Promise<ReferenceCandle[]>;
  /**
   * Returns where candles of a length start, milliseconds since 1970 (null: there are none), and whether candles
   * before, or in between, are still being fetched.
   */
  past(
    coin: Coin,
    quote: Quote,
    stepMs: number,
    bounds?: Bounds,
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

const IN_TOMAN = MARKETS.filter(({ quote }) => quote === 'TOMAN');
/** Minimum time between automatic publications of prices. */
const INTERVAL_MS = 1_000;
const ROWS_MS = 30_000;
/** In the sandbox a button makes each block, too often for the 20,000 of CLASSIC_ETHEREUM. */
const SANDBOX_CONFIRMATIONS = 6;

export async function createMarket(options: MarketOptions): Promise<Market> {
  const { db, config, clock, bus, log, sources, histories = [], leads = () => true } = options;
  const maxConfirmations = config.sandbox ? SANDBOX_CONFIRMATIONS : Infinity;
  let book = await loadCoins(db, maxConfirmations);
  let weights = await loadSourceWeights(db);
  const feed = new Feed({
    sources,
    clock,
    log,
    mayStandAlone: config.sandbox,
    weightOf: (source, coin) => weights.get(`${coin}.${source}`) ?? FULL_WEIGHT,
  });
  const history = new ReferenceHistory();
  const minutes = new CandleMaker(MINUTE_MS);
  const publisher = new Publisher({ feed, history, minutes, book: () => book });
  const filler = new CandleBackfiller({
    db,
    clock,
    log,
    sources: histories,
    priceNow: (coin) =>
      publisher.summary(coin, coin === 'TETHER' ? 'TOMAN' : 'TETHER', clock.now()).reference,
  });
  const timers: NodeJS.Timeout[] = [];
  let stream: Stream | null = null;
  let minute = candleStart(clock.now(), MINUTE_MS);
  let keeping: Promise<void> = Promise.resolve();

  function publish(): void {
    const at = clock.now();
    if (!leads()) return tell(publisher.lapse(at), at);
    tell(publisher.publish(at), at);
    // Also when nothing has changed: other processes trust the sheet no longer than its references.
    bus.publish('price_sheet', publisher.sheet(at));
  }

  function tell(changed: boolean, at: number): void {
    if (!changed) return;
    bus.publish('prices', { at });
    const { TOMAN, TETHER } = publisher.publication.lists;
    stream?.publish('prices', { TOMAN, TETHER });
  }

  /** Runs once a minute: writes ended candles, and rereads the prices for comparison. */
  function keep(): Promise<void> {
    keeping = keeping.then(async () => {
      const now = clock.now();
      await writeMinutes(db, minutes, log, now);
      await history.load(db, now).catch((err) => log.warn({ err }, 'price history not read'));
    });
    return keeping;
  }

  function beat(): void {
    publish();
    const now = candleStart(clock.now(), MINUTE_MS);
    if (now === minute) return;
    minute = now;
    void keep();
  }

  /** Rebuilds a list whose prices have expired, even if the timer failed. */
  function publication(): Publication {
    if (clock.now() > publisher.publication.validUntil) publish();
    return publisher.publication;
  }

  bus.subscribe('price_sheet', (sheet) => {
    const at = clock.now();
    if (!leads()) tell(publisher.adopt(sheet, at), at);
  });

  let reading: Promise<void> = Promise.resolve();
  // Sequential, so that the last read wins.
  function reloadRows(): Promise<void> {
    reading = reading
      .catch(() => {})
      .then(async () => {
        [book, weights] = await Promise.all([loadCoins(db, maxConfirmations), loadSourceWeights(db)]);
      });
    return reading;
  }

  /** Applies changed rows, and publishes them to every page. */
  async function followRows(): Promise<void> {
    await reloadRows();
    publish();
    stream?.publish('coins', { at: clock.now() });
  }
  const onRows = () => void followRows().catch((err) => log.warn({ err }, 'coins not read'));
  const unsubscribe = [
    bus.subscribe('rows', ({ kind }) => {
      if (businessRows.some((table) => table.kind === kind)) onRows();
    }),
    bus.subscribe('missed', onRows),
  ];
  const businessRows = marketRows(
    followRows,
    sources.map(({ name }) => name),
  );

  const price = (coin: Coin, quote: Quote, now = clock.now()) =>
    book.coins.get(coin)?.active ? publisher.published.current(coin, quote, now) : null;

  return {
    coin(asset) {
      const row = book.coins.get(asset);
      if (!row) throw new Error(`no coin ${asset}`);
      return row;
    },
    orderTerms: (coin, quote) =>
      book.open.has(marketType(coin, quote)) ? orderTerms(book, coin, quote) : null,
    termsOf: (coin, quote) => orderTerms(book, coin, quote),
    price,
    judge(coin, quote, side, unitPrice, now = clock.now()) {
      if (!book.coins.get(coin)?.active) return { ok: false, code: 'MARKET_IS_NOT_ACTIVE', price: null };
      return publisher.published.judge(coin, quote, side, unitPrice, now);
    },
    tomanValue: (asset, amount, now) => worthInToman(asset, amount, (coin) => price(coin, 'TOMAN', now)),
    summary: (coin, quote, now = clock.now()) => publisher.summary(coin, quote, now),
    candles: (coin, quote, stepMs, range) => readPriceCandles(db, { coin, quote }, stepMs, range),
    closes: async (interval, moments, reach) =>
      moments.length === 0 ? [] : closesAt(db, IN_TOMAN, interval, moments, reach),
    async past(coin, quote, stepMs, bounds) {
      const parts = partsOf(stepMs, bounds);
      const asked = parts.filter((part) => part !== HALF_HOUR.interval);
      const [from, filling] = await Promise.all([
        oldestPriceCandle(db, { coin, quote }, parts),
        histories.length > 0 && asked.length > 0 && isBackfilling(db, coin, quote, asked),
      ]);
      return { from, filling };
    },
    async start() {
      await feed.pollAll();
      publish();
      // The simulation's past is there from the start; vendors take time.
      if (histories.length > 0)
        await (config.sandbox
          ? withLongStatementTimeout(() => filler.fill(Number.POSITIVE_INFINITY))
          : filler.enqueue());
      await history.load(db, clock.now());
      publish();
      feed.start();
      timers.push(setInterval(beat, INTERVAL_MS).unref());
      const reload = () => void reloadRows().catch((err) => log.warn({ err }, 'coins not read'));
      timers.push(setInterval(reload, ROWS_MS).unref());
    },
    async stop() {
      for (const timer of timers.splice(0)) clearInterval(timer);
      for (const stop of unsubscribe) stop();
      await feed.stop();
      await keeping;
      await saveCandles(db, '1m', minutes.takeAll()).catch((err) =>
        log.warn({ err }, 'last reference candles not written'),
      );
    },
    routes(http, opened) {
      stream = opened;
      opened.openChannel('prices', () => {
        const { TOMAN, TETHER } = publication().lists;
        return { TOMAN, TETHER };
      });
      opened.openChannel('coins', () => ({ at: clock.now() }));
      addRoutes(http, {
        publication,
        book: () => book,
        sources: () => COINS.map((coin) => viewSources(feed, coin, clock.now())),
      });
    },
    jobs: [rollUpJob(db, clock), ...(histories.length > 0 ? [filler.job()] : [])],
    businessRows,
    async refresh() {
      await Promise.all([reloadRows(), feed.pollAll()]);
      await keep();
      publish();
    },
  };
}

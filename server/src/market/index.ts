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
  /** In any order: the price of a coin is the median of those that cover it. */
  sources: readonly PriceSource[];
  /** Where the candles come from that this server wasn't there for, in order of precedence. */
  histories?: readonly PriceHistory[];
  /** Whether the feed's prices of this process count; else those of the process where they do. Unset: there is but one. */
  leads?: () => boolean;
}

/** `now`, where a method takes it: the moment that it judges by, milliseconds since 1970; unset: the clock's. */
export interface Market {
  /** Limits, networks and whether it is open; every asset has a row. */
  coin(asset: Asset): CoinRow;
  /** What a limit order must keep to; null while the market is closed. */
  orderTerms(coin: Coin, quote: Quote): OrderTerms | null;
  /** The same whether it is open or not; null: there is no such coin. */
  termsOf(coin: Coin, quote: Quote): OrderTerms | null;
  /** What is published now, quote smallest units for one coin; null while halted. No input or output is done. */
  price(coin: Coin, quote: Quote, now?: number): TradePrice | null;
  /** Whether a quick trade at this unit price is accepted; see `Published`. */
  judge(coin: Coin, quote: Quote, side: Side, unitPrice: bigint, now?: number): PriceCheck;
  /** Worth in Toman (smallest units, cut) at the published sell price, what its owner would get; null while halted. */
  tomanValue(asset: Asset, amount: bigint, now?: number): bigint | null;
  summary(coin: Coin, quote: Quote, now?: number): MarketSummary;
  /**
   * Candles of the reference price that begin within [from, to), oldest first: the newest `limit` of them. Minutes are
   * kept for a week; hours and days reach back to what the vendors had when this server began.
   */
  candles(
    coin: Coin,
    quote: Quote,
    stepMs: number,
    range: { from: Date; to: Date; limit: number; bounds?: Bounds },
  ): Promise<ReferenceCandle[]>;
  /**
   * Where candles of a length begin, milliseconds since 1970 (null: there are none), and whether what lies before, or
   * in between, is still being fetched.
   */
  past(
    coin: Coin,
    quote: Quote,
    stepMs: number,
    bounds?: Bounds,
  ): Promise<{ from: number | null; filling: boolean }>;
  /**
   * The reference price in Toman of each coin at moments (milliseconds): the close of its last candle of that length that
   * had ended, unless that is older than `reach`, an interval. What has none is left out.
   */
  closes(
    interval: Interval,
    moments: readonly number[],
    reach: string,
  ): Promise<{ coin: Coin; at: number; close: bigint }[]>;
  /** Looks at the sources once, publishes, and goes on doing so. */
  start(): Promise<void>;
  stop(): Promise<void>;
  routes(http: Http, stream: Stream): void;
  jobs: Job[];
  /** What staff sets of coins, networks, markets. */
  businessRows: RowTable[];
  /** At once what else happens by and by: reads the rows, asks the sources, publishes, writes candles. */
  refresh(): Promise<void>;
}

const IN_TOMAN = MARKETS.filter(({ quote }) => quote === 'TOMAN');
/** Prices are published at most this often by themselves. */
const BEAT_MS = 1_000;
const ROWS_MS = 30_000;
/** Blocks of the sandbox come by a button: nobody presses it 20,000 times for CLASSIC_ETHEREUM. */
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
    // Also when nothing has changed: the others trust it no longer than its references.
    bus.publish('price_sheet', publisher.sheet(at));
  }

  function tell(changed: boolean, at: number): void {
    if (!changed) return;
    bus.publish('prices', { at });
    const { TOMAN, TETHER } = publisher.publication.lists;
    stream?.publish('prices', { TOMAN, TETHER });
  }

  /** Once a minute: what has ended is written, and what is compared with is read again. */
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

  /** A list whose prices have run out is made anew, whatever became of the timer. */
  function publication(): Publication {
    if (clock.now() > publisher.publication.validUntil) publish();
    return publisher.publication;
  }

  bus.subscribe('price_sheet', (sheet) => {
    const at = clock.now();
    if (!leads()) tell(publisher.adopt(sheet, at), at);
  });

  let reading: Promise<void> = Promise.resolve();
  // One after another, so that what was read last is what counts.
  function reloadRows(): Promise<void> {
    reading = reading
      .catch(() => {})
      .then(async () => {
        [book, weights] = await Promise.all([loadCoins(db, maxConfirmations), loadSourceWeights(db)]);
      });
    return reading;
  }

  /** Goes by rows that were changed, and says so to every page. */
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
      // The simulation's past is there before anybody looks; vendors take their time.
      if (histories.length > 0)
        await (config.sandbox
          ? withLongStatementTimeout(() => filler.fill(Number.POSITIVE_INFINITY))
          : filler.enqueue());
      await history.load(db, clock.now());
      publish();
      feed.start();
      timers.push(setInterval(beat, BEAT_MS).unref());
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

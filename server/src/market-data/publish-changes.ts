import { formatMarketType, QUOTES } from '@sarraf/domain';
import { MARKETS } from '../market/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Stream } from '../platform/http/stream/stream.ts';
import type { Log } from '../platform/log.ts';
import { BookChannel, CandleChannel, TradesChannel } from './channels.ts';
import type { MarketTickers } from './figures-sheet.ts';
import type { MarketsTable } from './markets-table.ts';
import type { ReferenceMinutes } from './reference-minutes.ts';
import type { MarketView } from './view.ts';

interface Deps {
  stream: Stream;
  clock: Clock;
  log: Log;
  view(market: string): MarketView | null;
  /** Resolves when the view of a market is loaded, or can't be at the moment. */
  open(market: string): Promise<unknown>;
  figures: Pick<MarketTickers, 'tell'>;
  table: MarketsTable;
  reference: ReferenceMinutes;
  /** Called once a second, after everything is published. */
  onBeat?(): void;
}

interface MarketChannels {
  book: BookChannel;
  trades: TradesChannel;
  candle: CandleChannel;
}

/** Minimum time between two messages: changes within this time after one go out in the next. */
const CONFLATION_MS = 25;
/** Changes of the same moment are sent together. */
const BATCH_DELAY_MS = 1;
const INTERVAL_MS = 1_000;

/** Publishes changes to the stream's readers: markets' order books and trades immediately, their rows once a second. */
export class ChangePublisher {
  readonly #deps: Deps;
  readonly #channels = new Map<string, MarketChannels>();
  readonly #changedMarkets = new Set<string>();
  #flushTimer: NodeJS.Timeout | null = null;
  /** When the next message may go out, on the process's monotonic clock. */
  #nextFlushAt = 0;
  #interval: NodeJS.Timeout | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { stream, table, reference } = deps;
    for (const { coin, quote } of MARKETS) {
      const name = formatMarketType(coin, quote);
      const view = () => deps.view(name);
      const book = new BookChannel(view);
      const trades = new TradesChannel(view);
      const candle = new CandleChannel(view, () => reference.findLast(name));
      this.#channels.set(name, { book, trades, candle });
      const prepare = () => deps.open(name);
      stream.openChannel(
        `book:${name}`,
        () => book.getSnapshot(),
        () => book.getSequence(),
        prepare,
      );
      stream.openChecksumChannel(
        `book:${name}`,
        () => ({ ...book.getSnapshot(), checksum: book.computeChecksum() }),
        () => book.getSequence(),
      );
      stream.openChannel(
        `trades:${name}`,
        () => trades.getSnapshot(),
        () => trades.getSequence(),
        prepare,
      );
      stream.openChannel(`candles:${name}`, () => candle.getSnapshot(), null, prepare);
    }
    for (const quote of QUOTES) stream.openChannel(`markets:${quote}`, () => table.listRows(quote));
  }

  start(): void {
    this.publishSecond();
    this.#interval = setInterval(() => {
      try {
        this.publishSecond();
      } catch (err) {
        this.#deps.log.error({ err }, 'markets not published');
      }
    }, INTERVAL_MS).unref();
  }

  stop(): void {
    if (this.#interval) clearInterval(this.#interval);
    if (this.#flushTimer) clearTimeout(this.#flushTimer);
  }

  /** Called when the market's view was advanced or replaced. Publishes immediately after a quiet time. */
  markChanged(market: string): void {
    this.#changedMarkets.add(market);
    const delayMs = Math.max(BATCH_DELAY_MS, this.#nextFlushAt - performance.now());
    this.#flushTimer ??= setTimeout(() => this.flush(), delayMs).unref();
  }

  /** Whether this process has a reader of one of its channels. */
  hasReaders(market: string): boolean {
    const { stream } = this.#deps;
    return (
      stream.hasChecksumReaders(`book:${market}`) ||
      ['book', 'trades', 'candles'].some((kind) => stream.hasReaders(`${kind}:${market}`))
    );
  }

  /** Publishes the changes since the last time, market by market. */
  flush(): void {
    if (this.#flushTimer) clearTimeout(this.#flushTimer);
    this.#flushTimer = null;
    this.#nextFlushAt = performance.now() + CONFLATION_MS;
    for (const market of this.#changedMarkets) {
      const channels = this.#channels.get(market);
      if (!channels) continue;
      this.#publishBook(`book:${market}`, channels.book);
      this.#publishChannel(`trades:${market}`, channels.trades);
      this.#publishCandle(market);
    }
    this.#changedMarkets.clear();
  }

  /** Runs once a second: also publishes what changes over time. */
  publishSecond(): void {
    const { clock, figures, onBeat, reference, stream, table } = this.#deps;
    // First, or the last trades of a minute would come after the next minute's first price.
    this.flush();
    reference.samplePrices(clock.now());
    for (const market of this.#channels.keys()) this.#publishCandle(market);
    figures.tell();
    const rows = table.rebuildRows();
    for (const quote of QUOTES) {
      const quoteRows = rows.filter((row) => row.marketType.endsWith(`_${quote}`));
      if (quoteRows.length > 0) stream.publish(`markets:${quote}`, quoteRows);
    }
    onBeat?.();
  }

  #publishBook(name: string, book: BookChannel): void {
    const { stream } = this.#deps;
    const hasChecksumReaders = stream.hasChecksumReaders(name);
    if (!hasChecksumReaders) return this.#publishChannel(name, book);
    const update = book.nextUpdate();
    if (!update) return;
    stream.publish(name, update.data, update.number);
    stream.publishToChecksumReaders(
      name,
      { ...update.data, checksum: book.computeChecksum() },
      update.number,
    );
  }

  #publishChannel(name: string, channel: BookChannel | TradesChannel): void {
    const { stream } = this.#deps;
    if (!stream.hasReaders(name)) {
      channel.reset();
      return;
    }
    const update = channel.nextUpdate();
    if (update) stream.publish(name, update.data, update.number);
  }

  #publishCandle(market: string): void {
    const candle = this.#channels.get(market)?.candle.nextCandle();
    if (candle) this.#deps.stream.publish(`candles:${market}`, candle);
  }
}

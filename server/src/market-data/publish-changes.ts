import { marketType, QUOTES } from '@sarraf/domain';
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

interface Channels {
  book: BookChannel;
  trades: TradesChannel;
  candle: CandleChannel;
}

/** Minimum time between two messages: changes within this time after one go out in the next. */
const CONFLATE_MS = 25;
/** Changes of the same moment are sent together. */
const MOMENT_MS = 1;
const INTERVAL_MS = 1_000;

/** Publishes changes to the stream's readers: markets' order books and trades immediately, their rows once a second. */
export class ChangePublisher {
  readonly #deps: Deps;
  readonly #channels = new Map<string, Channels>();
  readonly #changed = new Set<string>();
  #waiting: NodeJS.Timeout | null = null;
  /** When the next message may go out, on the process's monotonic clock. */
  #next = 0;
  #beat: NodeJS.Timeout | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { stream, table, reference } = deps;
    for (const { coin, quote } of MARKETS) {
      const name = marketType(coin, quote);
      const view = () => deps.view(name);
      const book = new BookChannel(view);
      const trades = new TradesChannel(view);
      const candle = new CandleChannel(view, () => reference.last(name));
      this.#channels.set(name, { book, trades, candle });
      const prepare = () => deps.open(name);
      stream.openChannel(
        `book:${name}`,
        () => book.snapshot(),
        () => book.number(),
        prepare,
      );
      stream.openChecked(
        `book:${name}`,
        () => ({ ...book.snapshot(), checksum: book.checksum() }),
        () => book.number(),
      );
      stream.openChannel(
        `trades:${name}`,
        () => trades.snapshot(),
        () => trades.number(),
        prepare,
      );
      stream.openChannel(`candles:${name}`, () => candle.snapshot(), null, prepare);
    }
    for (const quote of QUOTES) stream.openChannel(`markets:${quote}`, () => table.rows(quote));
  }

  start(): void {
    this.beat();
    this.#beat = setInterval(() => {
      try {
        this.beat();
      } catch (err) {
        this.#deps.log.error({ err }, 'markets not published');
      }
    }, INTERVAL_MS).unref();
  }

  stop(): void {
    if (this.#beat) clearInterval(this.#beat);
    if (this.#waiting) clearTimeout(this.#waiting);
  }

  /** Called when the market's view was advanced or replaced. Publishes immediately after a quiet time. */
  changed(market: string): void {
    this.#changed.add(market);
    const wait = Math.max(MOMENT_MS, this.#next - performance.now());
    this.#waiting ??= setTimeout(() => this.flush(), wait).unref();
  }

  /** Whether this process has a reader of one of its channels. */
  isRead(market: string): boolean {
    const { stream } = this.#deps;
    return (
      stream.hasCheckedReaders(`book:${market}`) ||
      ['book', 'trades', 'candles'].some((kind) => stream.hasReaders(`${kind}:${market}`))
    );
  }

  /** Publishes the changes since the last time, market by market. */
  flush(): void {
    if (this.#waiting) clearTimeout(this.#waiting);
    this.#waiting = null;
    this.#next = performance.now() + CONFLATE_MS;
    for (const market of this.#changed) {
      const channels = this.#channels.get(market);
      if (!channels) continue;
      this.#tellBook(`book:${market}`, channels.book);
      this.#tell(`trades:${market}`, channels.trades);
      this.#tellCandle(market);
    }
    this.#changed.clear();
  }

  /** Runs once a second: also publishes what changes over time. */
  beat(): void {
    const { clock, figures, onBeat, reference, stream, table } = this.#deps;
    // First, or the last trades of a minute would come after the next minute's first price.
    this.flush();
    reference.sample(clock.now());
    for (const market of this.#channels.keys()) this.#tellCandle(market);
    figures.tell();
    const rows = table.refresh();
    for (const quote of QUOTES) {
      const own = rows.filter((row) => row.marketType.endsWith(`_${quote}`));
      if (own.length > 0) stream.publish(`markets:${quote}`, own);
    }
    onBeat?.();
  }

  #tellBook(name: string, book: BookChannel): void {
    const { stream } = this.#deps;
    const checked = stream.hasCheckedReaders(name);
    if (!checked) return this.#tell(name, book);
    const update = book.next();
    if (!update) return;
    stream.publish(name, update.data, update.number);
    stream.publishChecked(name, { ...update.data, checksum: book.checksum() }, update.number);
  }

  #tell(name: string, channel: BookChannel | TradesChannel): void {
    const { stream } = this.#deps;
    if (!stream.hasReaders(name)) {
      channel.forget();
      return;
    }
    const update = channel.next();
    if (update) stream.publish(name, update.data, update.number);
  }

  #tellCandle(market: string): void {
    const candle = this.#channels.get(market)?.candle.next();
    if (candle) this.#deps.stream.publish(`candles:${market}`, candle);
  }
}

import { crc32 } from 'node:zlib';
import type { Candle, PriceLevel, PublicTrade } from '@sarraf/domain/contracts';
import type { UpdateSequence } from '../platform/http/stream/channel.ts';
import type { Bucket } from './buckets.ts';
import type { DepthLevel } from './depth.ts';
import { candleDto, levelText, tradeDto } from './texts.ts';
import type { MarketView } from './view.ts';

/** Published levels per side. */
export const MAX_LEVELS_PER_SIDE = 200;
/** Trades in a snapshot. */
const SNAPSHOT_TRADES = 50;

type FindView = () => MarketView | null;
interface ChannelUpdate<D> {
  data: D;
  number: UpdateSequence;
}
interface BookSides {
  bids: PriceLevel[];
  asks: PriceLevel[];
}

interface BookSnapshot {
  view: MarketView;
  seq: number;
  bids: DepthLevel[];
  asks: DepthLevel[];
}

/**
 * State that the readers of a market's order book have: the best levels of both sides at one sequence number.
 * Nothing is stored without readers. An update names every level that was added, removed or changed among the best
 * since the last one, even for a moment, with its present amount ("0": empty, or no longer among the best): so it
 * also fits an order book that was fetched between the two.
 */
export class BookChannel {
  readonly #view: FindView;
  #lastBook: BookSnapshot | null = null;

  constructor(view: FindView) {
    this.#view = view;
  }

  getSequence(): number {
    this.#startIfNeeded();
    return this.#lastBook?.seq ?? 0;
  }

  getSnapshot(): BookSides {
    this.#startIfNeeded();
    return this.#lastBook
      ? formatSides(this.#lastBook.view, this.#lastBook.bids, this.#lastBook.asks)
      : { bids: [], asks: [] };
  }

  /** Returns the CRC32 of the best levels that its readers have now; see BookMessage. */
  computeChecksum(): number {
    this.#startIfNeeded();
    const { asks, bids } = this.#lastBook
      ? formatSides(
          this.#lastBook.view,
          this.#lastBook.bids.slice(0, CHECKSUM_LEVELS),
          this.#lastBook.asks.slice(0, CHECKSUM_LEVELS),
        )
      : { asks: [], bids: [] };
    return computeBookChecksum(asks, bids);
  }

  reset(): void {
    this.#lastBook?.view.watchBest(0);
    this.#lastBook = null;
  }

  /** Returns the next update; null when nothing published has changed. */
  nextUpdate(): ChannelUpdate<BookSides> | null {
    const before = this.#lastBook;
    const view = this.#view();
    if (!view || view.sequence === before?.seq) return null;
    if (before?.view !== view) return this.#diffReplacedView(view, before);
    const [bids, asks] = [view.takeChanges('buy'), view.takeChanges('sell')];
    if (bids.length + asks.length === 0) return null;
    this.#lastBook = captureBook(view);
    return { data: formatSides(view, bids, asks), number: { seq: view.sequence, prev: before.seq } };
  }

  /** The view was replaced, and the changes between the two are unknown. */
  #diffReplacedView(view: MarketView, before: BookSnapshot | null): ChannelUpdate<BookSides> | null {
    view.watchBest(MAX_LEVELS_PER_SIDE);
    const now = captureBook(view);
    this.#lastBook = now;
    const bids = diffLevels(before?.bids ?? [], now.bids);
    const asks = diffLevels(before?.asks ?? [], now.asks);
    // Readers with an order book from in between have to fetch it again.
    return { data: formatSides(view, bids, asks), number: { seq: now.seq, prev: before ? now.seq - 1 : 0 } };
  }

  #startIfNeeded(): void {
    const view = this.#lastBook ? null : this.#view();
    if (!view) return;
    view.watchBest(MAX_LEVELS_PER_SIDE);
    this.#lastBook = captureBook(view);
  }
}

/** Levels per side that the checksum covers. */
const CHECKSUM_LEVELS = 25;

/**
 * As described in the stream's documentation: prices and amounts without their points and leading zeros,
 * concatenated.
 */
export const computeBookChecksum = (asks: readonly PriceLevel[], bids: readonly PriceLevel[]): number =>
  crc32(
    [...asks.slice(0, CHECKSUM_LEVELS), ...bids.slice(0, CHECKSUM_LEVELS)]
      .flat()
      .map(significantDigits)
      .join(''),
  );
const significantDigits = (text: string): string => text.replace('.', '').replace(/^0+/, '');

const captureBook = (view: MarketView): BookSnapshot => ({
  view,
  seq: view.sequence,
  bids: view.listBest('buy', MAX_LEVELS_PER_SIDE),
  asks: view.listBest('sell', MAX_LEVELS_PER_SIDE),
});

function formatSides({ coin, quote }: MarketView, bids: DepthLevel[], asks: DepthLevel[]): BookSides {
  const formatLevel = (level: DepthLevel) => levelText(level, coin, quote);
  return { bids: bids.map(formatLevel), asks: asks.map(formatLevel) };
}

/** Returns the levels that turn one side of an order book into another. */
function diffLevels(before: readonly DepthLevel[], now: readonly DepthLevel[]): DepthLevel[] {
  const remaining = new Map(before);
  const levels = now.filter(([price, amount]) => remaining.get(price) !== amount);
  for (const [price] of now) remaining.delete(price);
  return [...levels, ...[...remaining.keys()].map((price): DepthLevel => [price, 0n])];
}

/** Tracks the last trade that the readers of a market have. */
export class TradesChannel {
  readonly #view: FindView;
  #lastFill: number | null = null;

  constructor(view: FindView) {
    this.#view = view;
  }

  getSequence(): number {
    this.#lastFill ??= this.#view()?.fill ?? null;
    return this.#lastFill ?? 0;
  }

  getSnapshot(): PublicTrade[] {
    const through = this.getSequence();
    const view = this.#view();
    if (!view) return [];
    const trades = view.trades.filter((trade) => trade.number <= through).slice(0, SNAPSHOT_TRADES);
    return trades.map((trade) => tradeDto(trade, view.coin, view.quote));
  }

  reset(): void {
    this.#lastFill = null;
  }

  nextUpdate(): ChannelUpdate<PublicTrade[]> | null {
    const view = this.#view();
    const before = this.getSequence();
    if (!view || view.fill <= before) return null;
    const trades = view.trades.filter((trade) => trade.number > before);
    this.#lastFill = view.fill;
    return {
      data: trades.map((trade) => tradeDto(trade, view.coin, view.quote)),
      // More trades were made than are stored: the readers lack some, and start again.
      number: { seq: view.fill, prev: (trades.at(-1)?.number ?? 0) - 1 },
    };
  }
}

/** Candle of the current minute: of the trades, or of the reference price until there is a trade. */
export class CandleChannel {
  readonly #view: FindView;
  readonly #reference: () => Bucket | null;
  #lastTraded: Bucket | null = null;
  #lastPublished: Candle | null = null;

  constructor(view: FindView, reference: () => Bucket | null) {
    this.#view = view;
    this.#reference = reference;
  }

  getSnapshot(): Candle | null {
    const view = this.#view();
    const traded = view?.minutes.last ?? null;
    const reference = this.#reference();
    const bucket = !traded || (reference && reference.time > traded.time) ? reference : traded;
    return view && bucket && candleDto(bucket, view.coin, view.quote);
  }

  /**
   * Returns the candle; null when unchanged. The last trades of a minute are published even when the minute is
   * over.
   */
  nextCandle(): Candle | null {
    const view = this.#view();
    const traded = view?.minutes.last ?? null;
    let candle = this.getSnapshot();
    if (
      view &&
      traded &&
      traded !== this.#lastTraded &&
      this.#lastPublished &&
      traded.time / 1000 >= this.#lastPublished.time
    )
      candle = candleDto(traded, view.coin, view.quote);
    this.#lastTraded = traded;
    if (!candle || (this.#lastPublished && candle.time < this.#lastPublished.time)) return null;
    if (JSON.stringify(candle) === JSON.stringify(this.#lastPublished)) return null;
    this.#lastPublished = candle;
    return candle;
  }
}

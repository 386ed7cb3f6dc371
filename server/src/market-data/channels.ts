import { crc32 } from 'node:zlib';
import type { Candle, PriceLevel, PublicTrade } from '@sarraf/domain/contracts';
import type { UpdateSequence } from '../platform/http/stream/channel.ts';
import type { Bucket } from './buckets.ts';
import type { DepthLevel } from './depth.ts';
import { candleDto, levelText, tradeDto } from './texts.ts';
import type { MarketView } from './view.ts';

/** Published levels per side. */
export const SHOWN_LEVELS = 200;
/** Trades in a snapshot. */
const FIRST_TRADES = 50;

type View = () => MarketView | null;
interface Update<D> {
  data: D;
  number: UpdateSequence;
}
interface Sides {
  bids: PriceLevel[];
  asks: PriceLevel[];
}

interface Shown {
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
  readonly #view: View;
  #shown: Shown | null = null;

  constructor(view: View) {
    this.#view = view;
  }

  number(): number {
    this.#begin();
    return this.#shown?.seq ?? 0;
  }

  snapshot(): Sides {
    this.#begin();
    return this.#shown ? texts(this.#shown.view, this.#shown.bids, this.#shown.asks) : { bids: [], asks: [] };
  }

  /** Returns the CRC32 of the best levels that its readers have now; see BookMessage. */
  checksum(): number {
    this.#begin();
    const { asks, bids } = this.#shown
      ? texts(this.#shown.view, this.#shown.bids.slice(0, CHECKED), this.#shown.asks.slice(0, CHECKED))
      : { asks: [], bids: [] };
    return checksumOf(asks, bids);
  }

  forget(): void {
    this.#shown?.view.watch(0);
    this.#shown = null;
  }

  /** Returns the next update; null when nothing published has changed. */
  next(): Update<Sides> | null {
    const before = this.#shown;
    const view = this.#view();
    if (!view || view.sequence === before?.seq) return null;
    if (before?.view !== view) return this.#nextOf(view, before);
    const [bids, asks] = [view.takeMoved('buy'), view.takeMoved('sell')];
    if (bids.length + asks.length === 0) return null;
    this.#shown = shownOf(view);
    return { data: texts(view, bids, asks), number: { seq: view.sequence, prev: before.seq } };
  }

  /** The view was replaced, and the changes between the two are unknown. */
  #nextOf(view: MarketView, before: Shown | null): Update<Sides> | null {
    view.watch(SHOWN_LEVELS);
    const now = shownOf(view);
    this.#shown = now;
    const bids = difference(before?.bids ?? [], now.bids);
    const asks = difference(before?.asks ?? [], now.asks);
    // Readers with an order book from in between have to fetch it again.
    return { data: texts(view, bids, asks), number: { seq: now.seq, prev: before ? now.seq - 1 : 0 } };
  }

  #begin(): void {
    const view = this.#shown ? null : this.#view();
    if (!view) return;
    view.watch(SHOWN_LEVELS);
    this.#shown = shownOf(view);
  }
}

/** Levels per side that the checksum covers. */
const CHECKED = 25;

/**
 * As described in the stream's documentation: prices and amounts without their points and leading zeros,
 * concatenated.
 */
export const checksumOf = (asks: readonly PriceLevel[], bids: readonly PriceLevel[]): number =>
  crc32([...asks.slice(0, CHECKED), ...bids.slice(0, CHECKED)].flat().map(digitsOf).join(''));
const digitsOf = (text: string): string => text.replace('.', '').replace(/^0+/, '');

const shownOf = (view: MarketView): Shown => ({
  view,
  seq: view.sequence,
  bids: view.depth('buy', SHOWN_LEVELS),
  asks: view.depth('sell', SHOWN_LEVELS),
});

function texts({ coin, quote }: MarketView, bids: DepthLevel[], asks: DepthLevel[]): Sides {
  const text = (level: DepthLevel) => levelText(level, coin, quote);
  return { bids: bids.map(text), asks: asks.map(text) };
}

/** Returns the levels that turn one side of an order book into another. */
function difference(before: readonly DepthLevel[], now: readonly DepthLevel[]): DepthLevel[] {
  const left = new Map(before);
  const levels = now.filter(([price, amount]) => left.get(price) !== amount);
  for (const [price] of now) left.delete(price);
  return [...levels, ...[...left.keys()].map((price): DepthLevel => [price, 0n])];
}

/** Tracks the last trade that the readers of a market have. */
export class TradesChannel {
  readonly #view: View;
  #shown: number | null = null;

  constructor(view: View) {
    this.#view = view;
  }

  number(): number {
    this.#shown ??= this.#view()?.fill ?? null;
    return this.#shown ?? 0;
  }

  snapshot(): PublicTrade[] {
    const through = this.number();
    const view = this.#view();
    if (!view) return [];
    const trades = view.trades.filter((trade) => trade.number <= through).slice(0, FIRST_TRADES);
    return trades.map((trade) => tradeDto(trade, view.coin, view.quote));
  }

  forget(): void {
    this.#shown = null;
  }

  next(): Update<PublicTrade[]> | null {
    const view = this.#view();
    const before = this.number();
    if (!view || view.fill <= before) return null;
    const trades = view.trades.filter((trade) => trade.number > before);
    this.#shown = view.fill;
    return {
      data: trades.map((trade) => tradeDto(trade, view.coin, view.quote)),
      // More trades were made than are stored: the readers lack some, and start again.
      number: { seq: view.fill, prev: (trades.at(-1)?.number ?? 0) - 1 },
    };
  }
}

/** Candle of the current minute: of the trades, or of the reference price until there is a trade. */
export class CandleChannel {
  readonly #view: View;
  readonly #reference: () => Bucket | null;
  #traded: Bucket | null = null;
  #told: Candle | null = null;

  constructor(view: View, reference: () => Bucket | null) {
    this.#view = view;
    this.#reference = reference;
  }

  snapshot(): Candle | null {
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
  next(): Candle | null {
    const view = this.#view();
    const traded = view?.minutes.last ?? null;
    let candle = this.snapshot();
    if (view && traded && traded !== this.#traded && this.#told && traded.time / 1000 >= this.#told.time)
      candle = candleDto(traded, view.coin, view.quote);
    this.#traded = traded;
    if (!candle || (this.#told && candle.time < this.#told.time)) return null;
    if (JSON.stringify(candle) === JSON.stringify(this.#told)) return null;
    this.#told = candle;
    return candle;
  }
}

import type { Side } from '@sarraf/domain';
import type { Candle, PriceLevel, PublicTrade } from '@sarraf/domain/contracts';
import type { BookChange } from '../platform/bus/bus.ts';
import type { Numbered } from '../platform/http/stream.ts';
import type { Bucket } from './buckets.ts';
import type { DepthLevel } from './depth.ts';
import { candleDto, levelText, tradeDto } from './texts.ts';
import type { MarketView } from './view.ts';

/** Levels a side that everybody is shown. */
export const SHOWN_LEVELS = 200;
/** Trades in a snapshot. */
const FIRST_TRADES = 50;

type View = () => MarketView | null;
interface Update<D> {
  data: D;
  number: Numbered;
}
interface Sides {
  bids: PriceLevel[];
  asks: PriceLevel[];
}

/**
 * What the readers of a market's book know: the best levels of both sides at one sequence. Nothing is kept while nobody
 * reads. An update names every level that was touched since the last one, with all that waits there now ("0": nothing,
 * or no longer among the best): so it also fits on a book that was fetched between the two.
 */
export class BookChannel {
  readonly #view: View;
  #shown: { seq: number; bids: DepthLevel[]; asks: DepthLevel[] } | null = null;
  #touched: Record<Side, Set<bigint>> = { buy: new Set(), sell: new Set() };
  /** The view is another one, and what was touched is not known. */
  #anew = false;

  constructor(view: View) {
    this.#view = view;
  }

  number(): number {
    this.#shown ??= this.#look();
    return this.#shown?.seq ?? 0;
  }

  snapshot(): Sides {
    this.number();
    return this.#texts(this.#shown?.bids ?? [], this.#shown?.asks ?? []);
  }

  touch(change: BookChange | null): void {
    if (!this.#shown) return;
    this.#anew ||= change === null;
    for (const { side, price } of change?.levels ?? []) this.#touched[side].add(price);
  }

  forget(): void {
    this.#shown = null;
    this.#settle();
  }

  /** Null when nothing has changed. */
  next(): Update<Sides> | null {
    const before = this.#shown;
    const now = this.#look();
    if (!now) return null;
    const bids = changed(before?.bids ?? [], now.bids, this.#touched.buy);
    const asks = changed(before?.asks ?? [], now.asks, this.#touched.sell);
    // Whoever has a book of between is to fetch again.
    const prev = this.#anew ? now.seq - 1 : (before?.seq ?? 0);
    this.#settle();
    if (bids.length + asks.length === 0) return null;
    this.#shown = now;
    return { data: this.#texts(bids, asks), number: { seq: now.seq, prev } };
  }

  #settle(): void {
    this.#anew = false;
    this.#touched.buy.clear();
    this.#touched.sell.clear();
  }

  #look() {
    const view = this.#view();
    if (!view) return null;
    const top = (side: Side) => view.depth(side, SHOWN_LEVELS);
    return { seq: view.sequence, bids: top('buy'), asks: top('sell') };
  }

  #texts(bids: DepthLevel[], asks: DepthLevel[]): Sides {
    const view = this.#view();
    if (!view) return { bids: [], asks: [] };
    const text = (level: DepthLevel) => levelText(level, view.coin, view.quote);
    return { bids: bids.map(text), asks: asks.map(text) };
  }
}

function changed(
  before: readonly DepthLevel[],
  now: readonly DepthLevel[],
  touched: ReadonlySet<bigint>,
): DepthLevel[] {
  const old = new Map(before);
  const gone = new Set([...old.keys(), ...touched]);
  const levels: DepthLevel[] = [];
  for (const level of now) {
    const [price, amount] = level;
    if (touched.has(price) || old.get(price) !== amount) levels.push(level);
    gone.delete(price);
  }
  for (const price of gone) levels.push([price, 0n]);
  return levels;
}

/** Trades up to which the readers of a market know them. */
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
      // After more of them than are kept this is not what the readers had, and they begin anew.
      number: { seq: view.fill, prev: (trades.at(-1)?.number ?? 0) - 1 },
    };
  }
}

/** The running minute: of the trades, or of the reference price as long as nobody traded in it. */
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

  /** Null when it is as it was. The last trades of a minute are told even when the minute is over. */
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

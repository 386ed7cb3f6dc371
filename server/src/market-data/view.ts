import type { Coin, Quote, Side } from '@sarraf/domain';
import type { BookChange } from '../platform/bus/bus.ts';
import type { Bucket } from './buckets.ts';
import { type DepthLevel, DepthSide } from './depth.ts';
import { RecentMinutes } from './recent-minutes.ts';

/** Prices in quote units for one coin, amounts in coin units, notional in quote units. */
export interface MarketTrade {
  /** Increases by one within its market. */
  number: number;
  price: bigint;
  amount: bigint;
  notional: bigint;
  /** Side of the taker. */
  side: Side;
  /** Milliseconds since 1970. */
  at: number;
}

/** A market in the database at one moment. */
export interface MarketState {
  sequence: number;
  /** Number of the last fill. */
  fill: number;
  lastPrice: bigint | null;
  levels: readonly { side: Side; price: bigint; amount: bigint }[];
  /** Newest first. */
  trades: MarketTrade[];
  /** Minutes of the last 24 hours, oldest first, and the price before them. */
  minutes: Bucket[];
  before: { time: number; close: bigint } | null;
}

export const MAX_TRADES = 200;

/** The public view of one market: built from the database, then advanced by each change. */
export class MarketView {
  readonly coin: Coin;
  readonly quote: Quote;
  sequence: number;
  /** Number of the last fill. */
  fill: number;
  lastPrice: bigint | null;
  /** Newest first, at most MAX_TRADES. */
  readonly trades: MarketTrade[];
  readonly minutes: RecentMinutes;
  readonly #sides: Record<Side, DepthSide> = { buy: new DepthSide('buy'), sell: new DepthSide('sell') };

  constructor(coin: Coin, quote: Quote, state: MarketState) {
    this.coin = coin;
    this.quote = quote;
    this.sequence = state.sequence;
    this.fill = state.fill;
    this.lastPrice = state.lastPrice;
    this.trades = state.trades;
    this.minutes = new RecentMinutes(state.minutes, state.before);
    for (const { side, price, amount } of state.levels) this.#sides[side].changeAmount(price, amount);
  }

  /** `known`: the view contains it already. `missed`: changes in between are unknown, and the view is useless. */
  applyChange(change: BookChange): 'done' | 'known' | 'missed' {
    if (change.sequence <= this.sequence) return 'known';
    if (change.sequence !== this.sequence + 1) return 'missed';
    const [first] = change.fills;
    if (first && first.number !== this.fill + 1) return 'missed';
    for (const side of ['buy', 'sell'] as const)
      for (const [price, delta] of sumLevels(change.levels, side))
        if (!this.#sides[side].changeAmount(price, delta)) return 'missed';
    for (const fill of change.fills) {
      this.trades.unshift({ ...fill, at: change.at });
      this.minutes.add(fill, change.at);
      this.fill = fill.number;
      this.lastPrice = fill.price;
    }
    this.trades.length = Math.min(this.trades.length, MAX_TRADES);
    this.sequence = change.sequence;
    return 'done';
  }

  getBest(side: Side): bigint | null {
    return this.#sides[side].best;
  }

  /** Starts recording changes among this many best levels of both sides; 0: none. */
  watchBest(count: number): void {
    for (const depth of Object.values(this.#sides)) depth.watchBest(count);
  }

  /** See Depth. */
  takeChanges(side: Side): DepthLevel[] {
    return this.#sides[side].takeChanges();
  }

  /** Best first. */
  listBest(side: Side, maxLevels: number): DepthLevel[] {
    return this.#sides[side].listBest(maxLevels);
  }
}

/** Sums up the levels: a change may name a price several times. */
function sumLevels(levels: BookChange['levels'], wantedSide: Side): Map<bigint, bigint> {
  const sums = new Map<bigint, bigint>();
  for (const { side, price, delta } of levels)
    if (side === wantedSide) sums.set(price, (sums.get(price) ?? 0n) + delta);
  return sums;
}

import { formatMarketType } from '@sarraf/domain';
import { MARKETS } from '../market/index.ts';
import type { Bus, MarketTicker } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { MarketView } from './view.ts';

interface Deps {
  bus: Bus;
  clock: Clock;
  view(market: string): MarketView | null;
  /** Whether this process publishes to the others; unset: it is the only one. */
  leads?: (() => boolean) | undefined;
}

/** After this time without a message the publisher counts as down. */
const SILENCE_TIMEOUT_MS = 5_000;

/**
 * Statistics of each market for lists: for an order book that is followed here its own, for the others those
 * published by the writer.
 */
export class MarketTickers {
  readonly #deps: Deps;
  readonly #receivedByMarket = new Map<string, MarketTicker>();
  #lastReceivedAt = -Infinity;
  readonly #unsubscribe: () => void;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#unsubscribe = deps.bus.subscribe('market_figures', ({ markets }) => {
      if (deps.leads?.()) return;
      this.#lastReceivedAt = performance.now();
      for (const figures of markets) this.#receivedByMarket.set(figures.market, figures);
    });
  }

  /** Whether the writer publishes, so that order books without readers here need not be followed. */
  isReceiving(): boolean {
    const { leads } = this.#deps;
    return leads !== undefined && !leads() && performance.now() - this.#lastReceivedAt < SILENCE_TIMEOUT_MS;
  }

  /** Returns the statistics of a market; null: nothing is known of it yet. */
  of(market: string): MarketTicker | null {
    const view = this.#deps.view(market);
    if (view === null) return this.#receivedByMarket.get(market) ?? null;
    const [bid, ask] = [view.listBest('buy', 1)[0], view.listBest('sell', 1)[0]];
    return {
      market,
      lastPrice: view.lastPrice,
      bestBid: bid?.[0] ?? null,
      bestAsk: ask?.[0] ?? null,
      bidAmount: bid?.[1] ?? null,
      askAmount: ask?.[1] ?? null,
      day: view.minutes.computeStatistics(this.#deps.clock.now()),
    };
  }

  /** Publishes to the other processes if this process leads. */
  tell(): void {
    const { bus, leads, view } = this.#deps;
    if (!leads?.()) return;
    const followed = MARKETS.map(({ coin, quote }) => formatMarketType(coin, quote)).filter(
      (name) => view(name) !== null,
    );
    bus.publish('market_figures', { markets: followed.map((name) => this.of(name) as MarketTicker) });
  }

  stop(): void {
    this.#unsubscribe();
  }
}

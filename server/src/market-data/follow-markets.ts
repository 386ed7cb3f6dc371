import { type Coin, formatMarketType, type Quote } from '@sarraf/domain';
import { MARKETS } from '../market/index.ts';
import type { BookChange, Bus, RemoteSubscription } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { loadView } from './load-view.ts';
import { readMarketHeads } from './store.ts';
import type { MarketView } from './view.ts';

interface MarketSlot {
  readonly coin: Coin;
  readonly quote: Quote;
  /** Null: its order book is not followed here. */
  following: RemoteSubscription | null;
  /** Set until the first load after it is followed. */
  opening: Promise<void> | null;
  /** When it was last requested, as `performance.now()`. */
  askedAt: number;
  view: MarketView | null;
  /** Changes received while the view is loaded; null: it isn't being loaded. */
  waiting: BookChange[] | null;
  /** The database's sequence at the last check. */
  seen: bigint;
}

interface Deps {
  db: Db;
  bus: Bus;
  clock: Clock;
  log: Log;
  /** Called when the view was advanced by this change, or was replaced (null). */
  onChange(market: string, change: BookChange | null): void;
  /** Whether this process can unload the market. */
  canUnload?(market: string): boolean;
  /** How long a market is followed after a request; unset: a minute. */
  lingerMs?: number;
}

/** With more changes than this while a view is loaded, it is loaded again. */
const MAX_QUEUED_CHANGES = 10_000;
const MAX_CONCURRENT_LOADS = 4;
/** Interval between checks for changes that were lost without notice. */
const CHECK_MS = 5_000;
const RETRY_MS = 1_000;
/** A market that was requested once is likely to be requested again soon. */
const UNLOAD_AFTER_MS = 60_000;

/**
 * Maintains a view of every market that is needed here: loaded at one sequence after subscribing to its changes,
 * and advanced by the changes that follow without a gap.
 */
export class MarketViews {
  readonly #deps: Deps;
  readonly #markets = new Map<string, MarketSlot>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #loads = new Set<Promise<void>>();
  #unsubscribe: (() => void)[] = [];
  #stopped = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    for (const { coin, quote } of MARKETS)
      this.#markets.set(formatMarketType(coin, quote), {
        coin,
        quote,
        following: null,
        opening: null,
        askedAt: 0,
        view: null,
        waiting: null,
        seen: 0n,
      });
  }

  /**
   * Returns the view of a market; null: an unknown market, one that is not needed here, or one that could not be
   * read yet.
   */
  findView(market: string): MarketView | null {
    return this.#markets.get(market)?.view ?? null;
  }

  /** Returns the view and follows it for a while. Null: an unknown market, or one that can't be read at the moment. */
  async open(market: string): Promise<MarketView | null> {
    const slot = this.#markets.get(market);
    if (!slot) return null;
    slot.askedAt = performance.now();
    await this.#startFollowing(market, slot);
    return slot.view;
  }

  /** Resolves when all are loaded; markets that aren't needed are unloaded later. */
  async start(): Promise<void> {
    const { bus } = this.#deps;
    this.#unsubscribe = [
      bus.subscribe('book', (change) => this.#handleChange(change)),
      bus.subscribe('missed', () => this.#trackWork(this.reloadLagging(true))),
    ];
    await this.#loadNeeded();
    this.#timers.add(setInterval(() => this.#trackWork(this.reloadLagging()), CHECK_MS).unref());
  }

  /** Follows all markets that are needed. */
  async #loadNeeded(): Promise<void> {
    const remaining = [...this.#markets].filter(([name]) => !this.#canUnload(name));
    await Promise.all(
      Array.from({ length: MAX_CONCURRENT_LOADS }, async () => {
        for (let next = remaining.shift(); next; next = remaining.shift())
          await this.#startFollowing(...next);
      }),
    );
  }

  #startFollowing(name: string, slot: MarketSlot): Promise<void> {
    if (slot.following) return slot.opening ?? Promise.resolve();
    const subscription = this.#deps.bus.follow(`market.${name}`);
    slot.following = subscription;
    slot.askedAt = performance.now();
    // No change received before it is loaded counts as missed.
    slot.waiting = [];
    slot.opening = subscription.ready
      .then(() => this.#loadMarket(name, slot))
      .finally(() => {
        slot.opening = null;
      });
    this.#trackWork(slot.opening);
    return slot.opening;
  }

  /** Unloads a market; the next reader loads it again. */
  #unload(name: string, slot: MarketSlot): void {
    slot.following?.stop();
    slot.following = null;
    slot.view = null;
    this.#deps.onChange(name, null);
  }

  #canUnload(name: string): boolean {
    return this.#deps.canUnload?.(name) ?? false;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const stop of this.#unsubscribe) stop();
    for (const { following } of this.#markets.values()) following?.stop();
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.allSettled(this.#loads);
  }

  /** Reloads the markets that are behind what the database had at the last check; `atOnce`: behind what it has now. */
  async reloadLagging(atOnce = false): Promise<void> {
    try {
      const unusedSince = performance.now() - (this.#deps.lingerMs ?? UNLOAD_AFTER_MS);
      for (const [name, followed] of this.#markets)
        if (followed.view && !followed.waiting && followed.askedAt <= unusedSince && this.#canUnload(name))
          this.#unload(name, followed);
      await this.#loadNeeded();
      for (const { coin, quote, sequence } of await readMarketHeads(this.#deps.db)) {
        const name = formatMarketType(coin, quote);
        const followed = this.#markets.get(name);
        if (!followed?.following || followed.opening || followed.waiting) continue;
        const isBehind =
          followed.view === null || BigInt(followed.view.sequence) < (atOnce ? sequence : followed.seen);
        followed.seen = sequence;
        if (isBehind) await this.#loadMarket(name, followed);
      }
    } catch (err) {
      this.#deps.log.warn({ err }, 'markets not compared');
    }
  }

  #handleChange(change: BookChange): void {
    const slot = this.#markets.get(change.market);
    if (!slot?.following) return;
    if (slot.waiting) {
      if (slot.waiting.length <= MAX_QUEUED_CHANGES) slot.waiting.push(change);
      return;
    }
    const outcome = slot.view?.applyChange(change) ?? 'missed';
    if (outcome === 'done') this.#deps.onChange(change.market, change);
    if (outcome === 'missed') this.#trackWork(this.#loadMarket(change.market, slot));
  }

  /** The old view is served until the new one is loaded. */
  async #loadMarket(name: string, slot: MarketSlot): Promise<void> {
    slot.waiting = [];
    try {
      const { db, clock } = this.#deps;
      const view = await loadView(db, slot.coin, slot.quote, clock.now());
      const queuedChanges = slot.waiting;
      const isComplete =
        queuedChanges.length <= MAX_QUEUED_CHANGES &&
        queuedChanges.every((change) => view.applyChange(change) !== 'missed');
      if (!isComplete) throw new Error('changes were missed');
      slot.view = view;
      slot.waiting = null;
      this.#deps.onChange(name, null);
    } catch (err) {
      this.#deps.log.warn({ err, market: name }, 'market not loaded');
      this.#retryLoad(name, slot);
    }
  }

  #retryLoad(name: string, slot: MarketSlot): void {
    if (this.#stopped) return;
    // Changes until then are in the database by then.
    slot.waiting = [];
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#trackWork(this.#loadMarket(name, slot));
    }, RETRY_MS).unref();
    this.#timers.add(timer);
  }

  #trackWork(work: Promise<void>): void {
    this.#loads.add(work);
    void work.finally(() => this.#loads.delete(work));
  }
}

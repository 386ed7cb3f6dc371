import { type Coin, marketType, type Quote } from '@sarraf/domain';
import { MARKETS } from '../market/index.ts';
import type { BookChange, Bus, RemoteSubscription } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { loadView } from './load-view.ts';
import { readMarketHeads } from './store.ts';
import type { MarketView } from './view.ts';

interface Followed {
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
  mayRest?(market: string): boolean;
  /** How long a market is followed after a request; unset: a minute. */
  lingerMs?: number;
}

/** With more changes than this while a view is loaded, it is loaded again. */
const MAX_WAITING = 10_000;
const MAX_CONCURRENT_LOADS = 4;
/** Interval between checks for changes that were lost without notice. */
const CHECK_MS = 5_000;
const RETRY_MS = 1_000;
/** A market that was requested once is likely to be requested again soon. */
const LINGER_MS = 60_000;

/**
 * Maintains a view of every market that is needed here: loaded at one sequence after subscribing to its changes,
 * and advanced by the changes that follow without a gap.
 */
export class MarketViews {
  readonly #deps: Deps;
  readonly #markets = new Map<string, Followed>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #loads = new Set<Promise<void>>();
  #unsubscribe: (() => void)[] = [];
  #stopped = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    for (const { coin, quote } of MARKETS)
      this.#markets.set(marketType(coin, quote), {
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
  view(market: string): MarketView | null {
    return this.#markets.get(market)?.view ?? null;
  }

  /** Returns the view and follows it for a while. Null: an unknown market, or one that can't be read at the moment. */
  async open(market: string): Promise<MarketView | null> {
    const followed = this.#markets.get(market);
    if (!followed) return null;
    followed.askedAt = performance.now();
    await this.#begin(market, followed);
    return followed.view;
  }

  /** Resolves when all are loaded; markets that aren't needed are unloaded later. */
  async start(): Promise<void> {
    const { bus } = this.#deps;
    this.#unsubscribe = [
      bus.subscribe('book', (change) => this.#follow(change)),
      bus.subscribe('missed', () => this.#track(this.check(true))),
    ];
    await this.#beginAll();
    this.#timers.add(setInterval(() => this.#track(this.check()), CHECK_MS).unref());
  }

  /** Follows all markets that are needed. */
  async #beginAll(): Promise<void> {
    const left = [...this.#markets].filter(([name]) => !this.#mayRest(name));
    await Promise.all(
      Array.from({ length: MAX_CONCURRENT_LOADS }, async () => {
        for (let next = left.shift(); next; next = left.shift()) await this.#begin(...next);
      }),
    );
  }

  #begin(name: string, followed: Followed): Promise<void> {
    if (followed.following) return followed.opening ?? Promise.resolve();
    const following = this.#deps.bus.follow(`market.${name}`);
    followed.following = following;
    followed.askedAt = performance.now();
    // No change received before it is loaded counts as missed.
    followed.waiting = [];
    followed.opening = following.ready
      .then(() => this.#load(name, followed))
      .finally(() => {
        followed.opening = null;
      });
    this.#track(followed.opening);
    return followed.opening;
  }

  /** Unloads a market; the next reader loads it again. */
  #rest(name: string, followed: Followed): void {
    followed.following?.stop();
    followed.following = null;
    followed.view = null;
    this.#deps.onChange(name, null);
  }

  #mayRest(name: string): boolean {
    return this.#deps.mayRest?.(name) ?? false;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const stop of this.#unsubscribe) stop();
    for (const { following } of this.#markets.values()) following?.stop();
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.allSettled(this.#loads);
  }

  /** Reloads the markets that are behind what the database had at the last check; `atOnce`: behind what it has now. */
  async check(atOnce = false): Promise<void> {
    try {
      const unused = performance.now() - (this.#deps.lingerMs ?? LINGER_MS);
      for (const [name, followed] of this.#markets)
        if (followed.view && !followed.waiting && followed.askedAt <= unused && this.#mayRest(name))
          this.#rest(name, followed);
      await this.#beginAll();
      for (const { coin, quote, sequence } of await readMarketHeads(this.#deps.db)) {
        const name = marketType(coin, quote);
        const followed = this.#markets.get(name);
        if (!followed?.following || followed.opening || followed.waiting) continue;
        const behind =
          followed.view === null || BigInt(followed.view.sequence) < (atOnce ? sequence : followed.seen);
        followed.seen = sequence;
        if (behind) await this.#load(name, followed);
      }
    } catch (err) {
      this.#deps.log.warn({ err }, 'markets not compared');
    }
  }

  #follow(change: BookChange): void {
    const followed = this.#markets.get(change.market);
    if (!followed?.following) return;
    if (followed.waiting) {
      if (followed.waiting.length <= MAX_WAITING) followed.waiting.push(change);
      return;
    }
    const outcome = followed.view?.follow(change) ?? 'missed';
    if (outcome === 'done') this.#deps.onChange(change.market, change);
    if (outcome === 'missed') this.#track(this.#load(change.market, followed));
  }

  /** The old view is served until the new one is loaded. */
  async #load(name: string, followed: Followed): Promise<void> {
    followed.waiting = [];
    try {
      const { db, clock } = this.#deps;
      const view = await loadView(db, followed.coin, followed.quote, clock.now());
      const waiting = followed.waiting;
      const whole =
        waiting.length <= MAX_WAITING && waiting.every((change) => view.follow(change) !== 'missed');
      if (!whole) throw new Error('changes were missed');
      followed.view = view;
      followed.waiting = null;
      this.#deps.onChange(name, null);
    } catch (err) {
      this.#deps.log.warn({ err, market: name }, 'market not loaded');
      this.#retry(name, followed);
    }
  }

  #retry(name: string, followed: Followed): void {
    if (this.#stopped) return;
    // Changes until then are in the database by then.
    followed.waiting = [];
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#track(this.#load(name, followed));
    }, RETRY_MS).unref();
    this.#timers.add(timer);
  }

  #track(work: Promise<void>): void {
    this.#loads.add(work);
    void work.finally(() => this.#loads.delete(work));
  }
}

import { randomUUID } from 'node:crypto';
import type { Bus, RateUse } from '../bus/bus.ts';
import { CALL_WIDTHS, listCountedNetworks, type NetworkWidths } from './network-address.ts';

/** Usage of one key at one endpoint. */
interface UsageWindow {
  count: number;
  /** Part of the count that was not yet published to the other processes. */
  unpublished: number;
  /** Start of its window. */
  beganAt: number;
}

type RateCallback = (error: Error | null, uses: { current: number; ttl: number }) => void;

interface CountedUse {
  current: number;
  /** Milliseconds until its window ends. */
  ttl: number;
  /** Uncounts a use that turned out not to be limited. */
  uncount(): void;
}

interface RouteOptions {
  routeInfo: { method: string | string[]; url: string };
  timeWindow: number;
}

/** Maximum delay before a use is published. */
const PUBLISH_INTERVAL_MS = 200;
/** Usage below this share of a limit is not published yet: most addresses never reach it, and cost no message. */
const PUBLISH_THRESHOLD = 0.05;
/** Maximum keys per endpoint: a client with more addresses than this can't be held by a limit per address anyway. */
const MAX_STORED = 20_000;
const MAX_REPORTED = 2_000;

/**
 * Counts for @fastify/rate-limit, each endpoint separately. Uses counted in one process count in all of the
 * installation, after at most PUBLISH_INTERVAL_MS and up to PUBLISH_THRESHOLD of a limit per other process; a process that can't
 * reach the others counts alone. No request waits for this.
 */
export class SharedRates {
  readonly #bus: Bus;
  readonly #process = randomUUID();
  readonly #routes = new Map<string, RouteRates>();
  readonly #unpublishedRoutes = new Set<RouteRates>();
  readonly #now: () => number;
  #publishTimer: NodeJS.Timeout | null = null;

  /** `now`: milliseconds of a monotonic clock. */
  constructor(bus: Bus, now: () => number = () => performance.now()) {
    this.#bus = bus;
    this.#now = now;
    bus.subscribe('rates', ({ from, uses }) => {
      if (from === this.#process) return;
      for (const use of uses) this.#routes.get(use.route)?.add(use);
    });
  }

  child({ routeInfo: { method, url }, timeWindow }: RouteOptions): RouteRates {
    const name = `${method} ${url}`;
    const rates = new RouteRates(name, timeWindow, this.#now, () => {
      this.#unpublishedRoutes.add(rates);
      this.#publishTimer ??= setTimeout(() => this.publishUses(), PUBLISH_INTERVAL_MS).unref();
    });
    this.#routes.set(name, rates);
    return rates;
  }

  publishUses(): void {
    if (this.#publishTimer) clearTimeout(this.#publishTimer);
    this.#publishTimer = null;
    const uses = [...this.#unpublishedRoutes].flatMap((rates) => rates.takeUnpublished());
    this.#unpublishedRoutes.clear();
    while (uses.length > 0)
      this.#bus.publish('rates', { from: this.#process, uses: uses.splice(0, MAX_REPORTED) });
  }
}

class RouteRates {
  readonly #name: string;
  readonly #windowMs: number;
  readonly #now: () => number;
  readonly #onUnpublished: () => void;
  readonly #windowByKey = new Map<string, UsageWindow>();
  readonly #unpublishedKeys = new Set<string>();

  constructor(name: string, windowMs: number, now: () => number, hasDue: () => void) {
    this.#name = name;
    this.#windowMs = windowMs;
    this.#now = now;
    this.#onUnpublished = hasDue;
  }

  /** Called by @fastify/rate-limit, which counts by network address. */
  incr(address: string, callback: RateCallback, _windowMs: number, max: number): void {
    callback(null, this.countAddress(address, max, CALL_WIDTHS));
  }

  /**
   * Counts one use of an address for each of its networks. `current` is that of the fullest one, in proportion to
   * the budget of the narrowest.
   */
  countAddress(address: string, max: number, widths: NetworkWidths): CountedUse {
    const counted: CountedUse[] = [];
    for (const { name, times } of listCountedNetworks(address, widths)) {
      const counts = this.count(name, max * times);
      const current = Math.ceil(counts.current / times);
      if (current <= max) {
        counted.push({ ...counts, current });
        continue;
      }
      // A use that exceeds one network's budget is not counted for the wider or narrower ones: their counts would
      // evict it from memory.
      for (const countedUse of counted) countedUse.uncount();
      return { ...counts, current };
    }
    const fullest = counted.reduce((a, b) => (b.current > a.current ? b : a));
    return {
      ...fullest,
      uncount() {
        for (const one of counted) one.uncount();
      },
    };
  }

  count(key: string, max: number): CountedUse {
    const now = this.#now();
    const uses = this.#currentWindow(key, now);
    const markUnpublished = () => {
      if (this.#unpublishedKeys.has(key)) return;
      this.#unpublishedKeys.add(key);
      this.#onUnpublished();
    };
    uses.count += 1;
    uses.unpublished += 1;
    // A client over the limit is refused by each process once it knows of the last allowed use, so further uses
    // need no message.
    if (uses.unpublished >= max * PUBLISH_THRESHOLD && uses.count <= max + 1) markUnpublished();
    return {
      current: uses.count,
      ttl: uses.beganAt + this.#windowMs - now,
      uncount() {
        uses.count -= 1;
        uses.unpublished -= 1;
        if (uses.unpublished <= -max * PUBLISH_THRESHOLD) markUnpublished();
      },
    };
  }

  /** Returns the count in the current window, and how long that lasts. */
  readCount(key: string): { count: number; ttl: number } {
    const window = this.#windowByKey.get(key);
    const ttl = window ? window.beganAt + this.#windowMs - this.#now() : 0;
    return window && ttl > 0 ? { count: window.count, ttl } : { count: 0, ttl: 0 };
  }

  add({ key, count, ageMs }: RateUse): void {
    this.#currentWindow(key, this.#now(), Math.min(ageMs, this.#windowMs)).count += count;
  }

  takeUnpublished(): RateUse[] {
    const now = this.#now();
    const unpublishedUses: RateUse[] = [];
    for (const key of this.#unpublishedKeys) {
      const uses = this.#windowByKey.get(key);
      if (!uses || uses.unpublished === 0) continue;
      unpublishedUses.push({
        route: this.#name,
        key,
        count: uses.unpublished,
        ageMs: Math.round(now - uses.beganAt),
      });
      uses.unpublished = 0;
    }
    this.#unpublishedKeys.clear();
    return unpublishedUses;
  }

  /** Returns the current window, or starts one `ageMs` ago. */
  #currentWindow(key: string, now: number, ageMs = 0): UsageWindow {
    const existing = this.#windowByKey.get(key);
    if (existing && existing.beganAt + this.#windowMs > now) return existing;
    const newWindow = { count: 0, unpublished: 0, beganAt: now - ageMs };
    // Keeps the map ordered by start: the first is the oldest.
    this.#windowByKey.delete(key);
    this.#windowByKey.set(key, newWindow);
    if (this.#windowByKey.size > MAX_STORED)
      this.#windowByKey.delete(this.#windowByKey.keys().next().value as string);
    return newWindow;
  }
}

import { randomUUID } from 'node:crypto';
import type { Bus, RateUse } from '../bus/bus.ts';
import { CALL_WIDTHS, type NetworkWidths, networksOf } from './network-address.ts';

/** Usage of one key at one endpoint. */
interface Uses {
  count: number;
  /** Part of the count that was not yet published to the other processes. */
  untold: number;
  /** Start of its window. */
  beganAt: number;
}

type Answer = (error: Error | null, uses: { current: number; ttl: number }) => void;

interface Counted {
  current: number;
  /** Milliseconds until its window ends. */
  ttl: number;
  /** Uncounts a use that turned out not to be limited. */
  giveBack(): void;
}

interface RouteOptions {
  routeInfo: { method: string | string[]; url: string };
  timeWindow: number;
}

/** Maximum delay before a use is published. */
const TELL_EVERY_MS = 200;
/** Usage below this share of a limit is not published yet: most addresses never reach it, and cost no message. */
const TOLD_SHARE = 0.05;
/** Maximum keys per endpoint: a client with more addresses than this can't be held by a limit per address anyway. */
const MAX_STORED = 20_000;
const MAX_REPORTED = 2_000;

/**
 * Counts for @fastify/rate-limit, each endpoint separately. Uses counted in one process count in all of the
 * installation, after at most TELL_EVERY_MS and up to TOLD_SHARE of a limit per other process; a process that can't
 * reach the others counts alone. No request waits for this.
 */
export class SharedRates {
  readonly #bus: Bus;
  readonly #process = randomUUID();
  readonly #routes = new Map<string, RouteRates>();
  readonly #due = new Set<RouteRates>();
  readonly #now: () => number;
  #telling: NodeJS.Timeout | null = null;

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
      this.#due.add(rates);
      this.#telling ??= setTimeout(() => this.tell(), TELL_EVERY_MS).unref();
    });
    this.#routes.set(name, rates);
    return rates;
  }

  tell(): void {
    if (this.#telling) clearTimeout(this.#telling);
    this.#telling = null;
    const uses = [...this.#due].flatMap((rates) => rates.takeDue());
    this.#due.clear();
    while (uses.length > 0)
      this.#bus.publish('rates', { from: this.#process, uses: uses.splice(0, MAX_REPORTED) });
  }
}

class RouteRates {
  readonly #name: string;
  readonly #windowMs: number;
  readonly #now: () => number;
  readonly #hasDue: () => void;
  readonly #uses = new Map<string, Uses>();
  readonly #due = new Set<string>();

  constructor(name: string, windowMs: number, now: () => number, hasDue: () => void) {
    this.#name = name;
    this.#windowMs = windowMs;
    this.#now = now;
    this.#hasDue = hasDue;
  }

  /** Called by @fastify/rate-limit, which counts by network address. */
  incr(address: string, answer: Answer, _windowMs: number, max: number): void {
    answer(null, this.countAddress(address, max, CALL_WIDTHS));
  }

  /**
   * Counts one use of an address for each of its networks. `current` is that of the fullest one, in proportion to
   * the budget of the narrowest.
   */
  countAddress(address: string, max: number, widths: NetworkWidths): Counted {
    const counted: Counted[] = [];
    for (const { name, times } of networksOf(address, widths)) {
      const one = this.count(name, max * times);
      const current = Math.ceil(one.current / times);
      if (current <= max) {
        counted.push({ ...one, current });
        continue;
      }
      // A use that exceeds one network's budget is not counted for the wider or narrower ones: their counts would
      // evict it from memory.
      for (const wider of counted) wider.giveBack();
      return { ...one, current };
    }
    const fullest = counted.reduce((a, b) => (b.current > a.current ? b : a));
    return {
      ...fullest,
      giveBack() {
        for (const one of counted) one.giveBack();
      },
    };
  }

  count(key: string, max: number): Counted {
    const now = this.#now();
    const uses = this.#current(key, now);
    const tell = () => {
      if (this.#due.has(key)) return;
      this.#due.add(key);
      this.#hasDue();
    };
    uses.count += 1;
    uses.untold += 1;
    // A client over the limit is refused by each process once it knows of the last allowed use, so further uses
    // need no message.
    if (uses.untold >= max * TOLD_SHARE && uses.count <= max + 1) tell();
    return {
      current: uses.count,
      ttl: uses.beganAt + this.#windowMs - now,
      giveBack() {
        uses.count -= 1;
        uses.untold -= 1;
        if (uses.untold <= -max * TOLD_SHARE) tell();
      },
    };
  }

  /** Returns the count in the current window, and how long that lasts. */
  look(key: string): { count: number; ttl: number } {
    const known = this.#uses.get(key);
    const ttl = known ? known.beganAt + this.#windowMs - this.#now() : 0;
    return known && ttl > 0 ? { count: known.count, ttl } : { count: 0, ttl: 0 };
  }

  add({ key, count, ageMs }: RateUse): void {
    this.#current(key, this.#now(), Math.min(ageMs, this.#windowMs)).count += count;
  }

  takeDue(): RateUse[] {
    const now = this.#now();
    const taken: RateUse[] = [];
    for (const key of this.#due) {
      const uses = this.#uses.get(key);
      if (!uses || uses.untold === 0) continue;
      taken.push({ route: this.#name, key, count: uses.untold, ageMs: Math.round(now - uses.beganAt) });
      uses.untold = 0;
    }
    this.#due.clear();
    return taken;
  }

  /** Returns the current window, or starts one `ageMs` ago. */
  #current(key: string, now: number, ageMs = 0): Uses {
    const known = this.#uses.get(key);
    if (known && known.beganAt + this.#windowMs > now) return known;
    const begun = { count: 0, untold: 0, beganAt: now - ageMs };
    // Keeps the map ordered by start: the first is the oldest.
    this.#uses.delete(key);
    this.#uses.set(key, begun);
    if (this.#uses.size > MAX_STORED) this.#uses.delete(this.#uses.keys().next().value as string);
    return begun;
  }
}

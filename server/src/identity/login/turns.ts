import { AppError } from '@sarraf/domain';
import { siteOf } from '../../platform/http/network-address.ts';

/** More concurrent work would starve everything else that uses threads. */
const MAX_RUNNING = 2;
/** Maximum waiting per household, or user. */
const MAX_OF_ONE = 20;
/** Longer waits are refused with a retry time. */
const MAX_WAIT_MS = 5_000;
/** Duration assumed before the first measurement. */
const FIRST_GUESS_MS = 40;

/** A queue in which all requests of one network share one turn, whatever addresses they have within it. */
class Line {
  readonly #sites = new Map<string, Map<string, (() => void)[]>>();

  get isEmpty(): boolean {
    return this.#sites.size === 0;
  }

  /** Returns the number of turns before that of another request from there. */
  turnsBefore(from: string): number {
    const households = this.#sites.get(siteOf(from));
    let waiting = 0;
    for (const queue of households?.values() ?? []) waiting += queue.length;
    return (waiting + 1) * this.#sites.size;
  }

  waitingOf = (from: string): number => this.#sites.get(siteOf(from))?.get(from)?.length ?? 0;

  join(from: string, begin: () => void): void {
    const site = siteOf(from);
    const households = this.#sites.get(site) ?? new Map<string, (() => void)[]>();
    households.set(from, [...(households.get(from) ?? []), begin]);
    this.#sites.set(site, households);
  }

  next(): (() => void) | undefined {
    const [first] = this.#sites;
    if (first === undefined) return undefined;
    const [site, households] = first;
    const [[household, queue]] = households as unknown as [[string, (() => void)[]]];
    const begin = queue.shift();
    // After its turn it is queued last, in its network and among networks.
    households.delete(household);
    if (queue.length > 0) households.set(household, queue);
    this.#sites.delete(site);
    if (households.size > 0) this.#sites.set(site, households);
    return begin;
  }
}

/** Limits expensive work to two at a time: first for known browsers and users, then alternating between networks. */
export class Turns {
  readonly #known = new Line();
  readonly #others = new Line();
  readonly #now: () => number;
  #running = 0;
  #meanMs = FIRST_GUESS_MS;

  /** `now`: milliseconds since any moment. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** SERVICE_UNAVAILABLE (`retryAfter`): it would wait for too long. */
  async take<T>({ from, known }: { from: string; known: boolean }, work: () => Promise<T>): Promise<T> {
    if (this.#running >= MAX_RUNNING) {
      const line = known ? this.#known : this.#others;
      const waitMs = (line.turnsBefore(from) * this.#meanMs) / MAX_RUNNING;
      if (waitMs > MAX_WAIT_MS || line.waitingOf(from) >= MAX_OF_ONE)
        throw new AppError('SERVICE_UNAVAILABLE', {
          data: { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) },
        });
      await new Promise<void>((begin) => line.join(from, begin));
    } else {
      this.#running += 1;
    }
    const beganAt = this.#now();
    try {
      return await work();
    } finally {
      this.#meanMs += (this.#now() - beganAt - this.#meanMs) / 10;
      const next = this.#known.next() ?? this.#others.next();
      // The slot is handed over directly.
      if (next) next();
      else this.#running -= 1;
    }
  }
}

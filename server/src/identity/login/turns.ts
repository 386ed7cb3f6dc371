import { AppError } from '@sarraf/domain';
import { siteOf } from '../../platform/http/network-address.ts';

/** More at once would starve everything else that uses threads. */
const MAX_RUNNING = 2;
/** Of one household, or one person. */
const MAX_OF_ONE = 20;
/** Nobody is kept waiting for longer: they are told when to come again. */
const MAX_WAIT_MS = 5_000;
/** Until anything was measured. */
const FIRST_GUESS_MS = 40;

/** Who waits: everybody of one network takes one turn, whatever addresses they have within it. */
class Line {
  readonly #sites = new Map<string, Map<string, (() => void)[]>>();

  get isEmpty(): boolean {
    return this.#sites.size === 0;
  }

  /** How many turns are taken before that of one more from there. */
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
    // Whoever had a turn stands last, in the network and among networks.
    households.delete(household);
    if (queue.length > 0) households.set(household, queue);
    this.#sites.delete(site);
    if (households.size > 0) this.#sites.set(site, households);
    return begin;
  }
}

/** Costly work, two at a time: first for browsers and people that are known, then for one network after another. */
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
      // The turn passes on without being given back.
      if (next) next();
      else this.#running -= 1;
    }
  }
}

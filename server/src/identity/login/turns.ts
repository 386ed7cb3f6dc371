import { AppError } from '@sarraf/domain';
import { siteNetworkKey } from '../../platform/http/network-address.ts';

/** More concurrent work would starve everything else that uses threads. */
const MAX_RUNNING = 2;
/** Maximum waiting per household, or user. */
const MAX_OF_ONE = 20;
/** Longer waits are refused with a retry time. */
const MAX_WAIT_MS = 5_000;
/** Duration assumed before the first measurement. */
const FIRST_GUESS_MS = 40;

/** A queue in which all requests of one network share one turn, whatever addresses they have within it. */
class TurnQueue {
  readonly #sites = new Map<string, Map<string, (() => void)[]>>();

  get isEmpty(): boolean {
    return this.#sites.size === 0;
  }

  /** Returns the number of turns before that of another request from there. */
  countTurnsBefore(network: string): number {
    const households = this.#sites.get(siteNetworkKey(network));
    let waitingCount = 0;
    for (const queue of households?.values() ?? []) waitingCount += queue.length;
    return (waitingCount + 1) * this.#sites.size;
  }

  countWaiting = (network: string): number =>
    this.#sites.get(siteNetworkKey(network))?.get(network)?.length ?? 0;

  join(network: string, start: () => void): void {
    const site = siteNetworkKey(network);
    const households = this.#sites.get(site) ?? new Map<string, (() => void)[]>();
    households.set(network, [...(households.get(network) ?? []), start]);
    this.#sites.set(site, households);
  }

  takeNext(): (() => void) | undefined {
    const [firstSite] = this.#sites;
    if (firstSite === undefined) return undefined;
    const [site, households] = firstSite;
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
export class ExpensiveWorkQueue {
  readonly #knownClientQueue = new TurnQueue();
  readonly #otherQueue = new TurnQueue();
  readonly #now: () => number;
  #running = 0;
  #meanMs = FIRST_GUESS_MS;

  /** `now`: milliseconds since any moment. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** SERVICE_UNAVAILABLE (`retryAfter`): it would wait for too long. */
  async runInTurn<T>(
    { from, isKnownClient }: { from: string; isKnownClient: boolean },
    work: () => Promise<T>,
  ): Promise<T> {
    if (this.#running >= MAX_RUNNING) {
      const queue = isKnownClient ? this.#knownClientQueue : this.#otherQueue;
      const waitMs = (queue.countTurnsBefore(from) * this.#meanMs) / MAX_RUNNING;
      if (waitMs > MAX_WAIT_MS || queue.countWaiting(from) >= MAX_OF_ONE)
        throw new AppError('SERVICE_UNAVAILABLE', {
          data: { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) },
        });
      await new Promise<void>((start) => queue.join(from, start));
    } else {
      this.#running += 1;
    }
    const beganAt = this.#now();
    try {
      return await work();
    } finally {
      this.#meanMs += (this.#now() - beganAt - this.#meanMs) / 10;
      const startNext = this.#knownClientQueue.takeNext() ?? this.#otherQueue.takeNext();
      // The slot is handed over directly.
      if (startNext) startNext();
      else this.#running -= 1;
    }
  }
}

/** Maximum difference of a signed time from the server’s. */
const WINDOW_MS = 5_000;

/**
 * Times for signing requests. The server accepts a signed text once, and within five seconds of its own clock: so
 * no time is returned twice, and when the server says that ours is wrong, its own is used.
 */
export class Clock {
  readonly #now: () => number;
  /** How far the server's clock is ahead of ours, milliseconds. */
  #offsetMs = 0;
  #lastTime = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Returns milliseconds since 1970, later than any returned before. */
  next(): number {
    this.#lastTime = Math.max(this.#now() + this.#offsetMs, this.#lastTime + 1);
    return this.#lastTime;
  }

  follow(serverTime: number): void {
    this.#offsetMs = serverTime - this.#now();
    // Times returned while our clock was ahead would push the next ones out of the window.
    if (this.#lastTime > serverTime + WINDOW_MS) this.#lastTime = 0;
  }
}

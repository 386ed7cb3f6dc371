/** How far a signed time may be from the server’s. */
const WINDOW_MS = 5_000;

/**
 * The times that requests are signed at. The server takes a signed text once and within five seconds of its own clock: so no
 * time is given twice, and where the server says that ours is wrong, its own is followed.
 */
export class Clock {
  readonly #now: () => number;
  /** How far the server's clock is ahead of ours, milliseconds. */
  #ahead = 0;
  #last = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Milliseconds since 1970, later than any that was answered before. */
  next(): number {
    this.#last = Math.max(this.#now() + this.#ahead, this.#last + 1);
    return this.#last;
  }

  follow(serverTime: number): void {
    this.#ahead = serverTime - this.#now();
    // Those given while our clock was ahead would drag the next ones along, out of the window.
    if (this.#last > serverTime + WINDOW_MS) this.#last = 0;
  }
}

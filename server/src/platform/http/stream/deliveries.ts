import type { StreamClient } from './client.ts';

/** A client for whom more bytes wait is behind for good: it is dropped and comes back for a snapshot. */
const MAX_WAITING = 1_000_000;
/** So many are written to at a time, some four milliseconds; then everything else has its turn. */
const WRITTEN_AT_ONCE = 400;

/**
 * Writes to many, one after another in the order in which something came for them. A write costs the same whatever is in
 * it, so each client gets all that has come until its turn at once: with few clients that is right after, with thousands of
 * a busy channel each waits as long as one round takes, and what comes more often than that only makes the writes larger.
 */
export class Deliveries {
  readonly #onSlow: (client: StreamClient) => void;
  /** For whom something waits, in the order in which it came. */
  readonly #due: StreamClient[] = [];

  /** `onSlow` is told who reads too slowly. */
  constructor(onSlow: (client: StreamClient) => void) {
    this.#onSlow = onSlow;
  }

  /** Whether anything has not been written yet to who reads it. */
  get underWay(): boolean {
    return this.#due.length > 0;
  }

  send(client: StreamClient, frame: Buffer): void {
    if (!client.isOpen) return;
    client.outbox.add(frame);
    if (client.outbox.bytes > MAX_WAITING) client.outbox.write();
    if (client.outbox.bytes > MAX_WAITING) return this.#onSlow(client);
    if (client.due) return;
    client.due = true;
    this.#due.push(client);
    if (this.#due.length === 1) setImmediate(() => this.#writeSome());
  }

  #writeSome(): void {
    for (const client of this.#due.splice(0, WRITTEN_AT_ONCE)) {
      client.due = false;
      client.write();
    }
    if (this.underWay) setImmediate(() => this.#writeSome());
  }
}

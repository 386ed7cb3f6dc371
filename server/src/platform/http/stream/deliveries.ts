import type { StreamClient } from './client.ts';

/** A client with more pending bytes can't catch up: it is disconnected and reconnects for a snapshot. */
const MAX_PENDING_BYTES = 1_000_000;
/** Clients written to per turn of the event loop, some four milliseconds. */
const WRITE_BATCH_SIZE = 400;

/**
 * Writes to many clients, in the order in which they got something to send. A write costs the same whatever its
 * size, so each client gets all that was queued until its turn in one write: with few clients that is immediately,
 * with thousands of a busy channel each waits for one round, and more frequent messages only make the writes
 * larger.
 */
export class Deliveries {
  readonly #onSlow: (client: StreamClient) => void;
  /** Clients with pending messages, in order. */
  readonly #pendingClients: StreamClient[] = [];

  /** `onSlow` is called for clients that read too slowly. */
  constructor(onSlow: (client: StreamClient) => void) {
    this.#onSlow = onSlow;
  }

  /** Whether any message has not been written yet. */
  get underWay(): boolean {
    return this.#pendingClients.length > 0;
  }

  send(client: StreamClient, frame: Buffer): void {
    if (!client.isOpen) return;
    client.outbox.add(frame);
    if (client.outbox.bytes > MAX_PENDING_BYTES) client.outbox.write();
    if (client.outbox.bytes > MAX_PENDING_BYTES) return this.#onSlow(client);
    if (client.due) return;
    client.due = true;
    this.#pendingClients.push(client);
    if (this.#pendingClients.length === 1) setImmediate(() => this.#writeNextBatch());
  }

  #writeNextBatch(): void {
    for (const client of this.#pendingClients.splice(0, WRITE_BATCH_SIZE)) {
      client.due = false;
      client.write();
    }
    if (this.underWay) setImmediate(() => this.#writeNextBatch());
  }
}

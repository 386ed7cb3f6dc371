import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import { lastMigrationNumber } from '../platform/database/migrate.ts';
import type { IdCursor } from './batch.ts';
import { openChain } from './chain.ts';
import {
  acquireLease,
  connectWriterClient,
  type Lease,
  reacquireLease,
  releaseLease,
  renewLease,
} from './lease.ts';

/** How long to wait for an unreachable database before giving up the lease. */
const RECONNECT_TIMEOUT_MS = 5_000;
const RETRY_MS = 50;

interface LeaseOptions {
  url: string;
  leaseMs: number;
  /** Batches that may overlap. */
  flights: number;
  clock: Clock;
  chainKey: Buffer;
  /** See `LedgerOptions`. */
  mayOpenChain?: () => boolean;
  /** See `LedgerOptions`. */
  version?: number | undefined;
}

export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
  constructor() {
    super('ledger: lease lost');
  }
}

/** The writer's connections, and the lease that it holds through them; null while another process is the writer. */
export class LeaseKeeper {
  readonly #options: LeaseOptions;
  readonly #onBroken: () => void;
  /** The database reads the version at its end to decide whether this process may have the lease: decision 107. */
  readonly #holder: string;
  #clients: pg.Client[] = [];
  #clientIndex = 0;
  #isClosed = false;
  lease: Lease | null = null;

  /** `onBroken`: called when a connection ends unexpectedly. */
  constructor(options: LeaseOptions, onBroken: () => void) {
    this.#options = options;
    this.#onBroken = onBroken;
    const version = String(options.version ?? lastMigrationNumber()).padStart(4, '0');
    this.#holder = `${process.pid}-${randomUUID()} v${version}`;
  }

  get client(): pg.Client {
    const client = this.#clients[0];
    if (!client) throw new Error('ledger: no connection');
    return client;
  }

  /** Returns the connections in rotation, so that batches overlap. */
  nextClient(): pg.Client {
    this.#clientIndex = (this.#clientIndex + 1) % this.#options.flights;
    return this.#clients[this.#clientIndex] as pg.Client;
  }

  /** Queries on a connection that carries no batches, so that it waits for none. */
  async withQueryClient<T>(query: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = this.#clients[this.#options.flights];
    if (!client) throw new Error('ledger: no connection');
    return query(client);
  }

  /** Advances the lease after a batch decided on `from` was sent, so that the next one follows it. */
  advance(currentLease: Lease, { cursor, at }: { cursor: IdCursor; at: Date }, mac: Buffer): void {
    this.lease = { ...currentLease, ...cursor, batch: currentLease.batch + 1n, at, mac };
  }

  /** Tries to acquire the lease; true when this process now holds it. */
  async acquire(): Promise<boolean> {
    if (this.#clients.length === 0) await this.#reconnect();
    const lease = await acquireLease(this.client, this.#holder, this.#options.leaseMs);
    this.lease = lease;
    if (lease !== null && lease.mac === null) this.lease = { ...lease, mac: await this.#openChain(lease) };
    return lease !== null;
  }

  #openChain(lease: Lease): Promise<Buffer> {
    const { chainKey, mayOpenChain, clock } = this.#options;
    if (lease.batch > 0n || mayOpenChain?.() === false)
      throw new Error('ledger: the chain of batches is gone');
    return openChain(this.client, chainKey, lease, new Date(clock.now()), () => this.renew());
  }

  /** Throws LeaseLostError when another process has taken the lease. */
  async renew(): Promise<void> {
    if (this.lease && !(await renewLease(this.client, this.lease.epoch, this.#options.leaseMs)))
      throw new LeaseLostError();
  }

  /**
   * Reacquires the lease on fresh connections under a new epoch (see `retake`); waits for a database that is
   * restarting.
   * Throws LeaseLostError, or the last database error.
   */
  async retake(): Promise<Lease> {
    const epoch = this.lease?.epoch;
    if (epoch === undefined) throw new LeaseLostError();
    const deadline = performance.now() + RECONNECT_TIMEOUT_MS;
    for (;;) {
      try {
        await this.#reconnect();
        const lease = await reacquireLease(this.client, epoch, this.#options.leaseMs);
        if (lease === null) throw new LeaseLostError();
        this.lease = lease;
        return lease;
      } catch (error) {
        if (error instanceof LeaseLostError || this.#isClosed || performance.now() > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.releaseLease();
  }

  /** Releases the lease, so that the next writer need not wait for it to expire. */
  async releaseLease(): Promise<void> {
    const { lease } = this;
    this.lease = null;
    if (lease && this.#clients.length > 0) await releaseLease(this.client, lease.epoch).catch(() => {});
    await this.#disconnect();
  }

  async #disconnect(): Promise<void> {
    const clients = this.#clients.splice(0);
    for (const client of clients) client.removeAllListeners('error').on('error', () => {});
    // A connection that broke in the middle of a query may never finish closing.
    await Promise.race([
      Promise.allSettled(clients.map((client) => client.end())),
      new Promise((resolve) => setTimeout(resolve, 500).unref()),
    ]);
  }

  /** Opens all connections or none: one opened while another failed would stay open without an owner. */
  async #reconnect(): Promise<void> {
    await this.#disconnect();
    const connectOne = () => connectWriterClient(this.#options.url, this.#options.leaseMs, this.#onBroken);
    const attempts = await Promise.allSettled(Array.from({ length: this.#options.flights + 1 }, connectOne));
    this.#clients = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    const failed = attempts.find((attempt) => attempt.status === 'rejected');
    if (!failed) return;
    await this.#disconnect();
    throw failed.reason;
  }
}

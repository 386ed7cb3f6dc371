import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import { lastMigration } from '../platform/database/migrate.ts';
import type { Cursor } from './batch.ts';
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
const TIMEOUT_MS = 5_000;
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

export class LeaseLost extends Error {
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
  #turn = 0;
  #closed = false;
  lease: Lease | null = null;

  /** `onBroken`: called when a connection ends unexpectedly. */
  constructor(options: LeaseOptions, onBroken: () => void) {
    this.#options = options;
    this.#onBroken = onBroken;
    const version = String(options.version ?? lastMigration()).padStart(4, '0');
    this.#holder = `${process.pid}-${randomUUID()} v${version}`;
  }

  get client(): pg.Client {
    const client = this.#clients[0];
    if (!client) throw new Error('ledger: no connection');
    return client;
  }

  /** Returns the connections in rotation, so that batches overlap. */
  nextClient(): pg.Client {
    this.#turn = (this.#turn + 1) % this.#options.flights;
    return this.#clients[this.#turn] as pg.Client;
  }

  /** Queries on a connection that carries no batches, so that it waits for none. */
  async ask<T>(question: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = this.#clients[this.#options.flights];
    if (!client) throw new Error('ledger: no connection');
    return question(client);
  }

  /** Advances the lease after a batch decided on `from` was sent, so that the next one follows it. */
  advance(from: Lease, { cursor, at }: { cursor: Cursor; at: Date }, mac: Buffer): void {
    this.lease = { ...from, ...cursor, batch: from.batch + 1n, at, mac };
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

  /** Throws LeaseLost when another process has taken the lease. */
  async renew(): Promise<void> {
    if (this.lease && !(await renewLease(this.client, this.lease.epoch, this.#options.leaseMs)))
      throw new LeaseLost();
  }

  /**
   * Reacquires the lease on fresh connections under a new epoch (see `retake`); waits for a database that is
   * restarting.
   * Throws LeaseLost, or the last database error.
   */
  async retake(): Promise<Lease> {
    const epoch = this.lease?.epoch;
    if (epoch === undefined) throw new LeaseLost();
    const until = performance.now() + TIMEOUT_MS;
    for (;;) {
      try {
        await this.#reconnect();
        const lease = await reacquireLease(this.client, epoch, this.#options.leaseMs);
        if (lease === null) throw new LeaseLost();
        this.lease = lease;
        return lease;
      } catch (error) {
        if (error instanceof LeaseLost || this.#closed || performance.now() > until) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.giveUp();
  }

  /** Releases the lease, so that the next writer need not wait for it to expire. */
  async giveUp(): Promise<void> {
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
    const one = () => connectWriterClient(this.#options.url, this.#options.leaseMs, this.#onBroken);
    const tried = await Promise.allSettled(Array.from({ length: this.#options.flights + 1 }, one));
    this.#clients = tried.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    const failed = tried.find((attempt) => attempt.status === 'rejected');
    if (!failed) return;
    await this.#disconnect();
    throw failed.reason;
  }
}

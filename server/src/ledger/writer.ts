import { randomUUID } from 'node:crypto';
import { Refusal } from '@sarraf/domain';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Log } from '../platform/log.ts';
import { type AccountState, type Plan, planBatch } from './batch.ts';
import { acquire, connect, type Lease, release, renew, retake } from './lease.ts';
import { loadBalances, storedReplies } from './store.ts';
import type { Account, Command, Ledger } from './types.ts';
import { writeBatch } from './write-batch.ts';

export interface LedgerOptions {
  url: string;
  leaseMs: number;
  log: Log;
  /** Told when this process becomes the writer or stops being it. */
  onRole?: (writer: boolean) => void;
}

interface Entry {
  command: Command;
  resolve(reply: string): void;
  reject(error: Error): void;
}

/** A batch on its way to the database. */
interface Flight {
  entries: Entry[];
  plan: Plan;
  /** The head's number it was decided on; committed when the head is beyond. */
  number: bigint;
  state: 'flying' | 'done' | 'failed';
  error?: unknown;
}

const MAX_QUEUE = 20_000;
const MAX_BATCH = 1_000;
/** While one batch commits, the next is decided and its rows are inserted. */
const MAX_FLIGHTS = 2;
const MAX_CACHED_ACCOUNTS = 500_000;
const REMEMBERED_KEYS = 20_000;
/** How long commands wait for a database that went away before they are refused. */
const RECOVERY_MS = 5_000;

/** The one writer of the books: see ARCHITECTURE.md. */
export class Writer implements Ledger {
  readonly #options: LedgerOptions;
  readonly #holder = `${process.pid}-${randomUUID()}`;
  readonly #cache = new Map<string, AccountState>();
  readonly #recent = new LRUCache<string, { digest: string; reply: Promise<string> }>({
    max: REMEMBERED_KEYS,
  });
  #queue: Entry[] = [];
  #flights: Flight[] = [];
  #lease: Lease | null = null;
  #clients: pg.Client[] = [];
  #turn = 0;
  #scheduled = false;
  #pumping = false;
  #recovering = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;
  #tending: Promise<void> = Promise.resolve();

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /** Tries for the lease at once, and goes on trying and renewing until `stop`. */
  async start(): Promise<void> {
    await this.#tend();
    this.#timer = setInterval(() => {
      this.#tending = this.#tending.then(() => this.#tend());
    }, this.#options.leaseMs / 3);
    this.#timer.unref();
  }

  isWriter(): boolean {
    return this.#lease !== null;
  }

  submit(command: Command): Promise<string> {
    const own = command.idempotency;
    if (!own) return this.#enqueue(command);
    const key = `${own.owner}\n${own.key}`;
    const known = this.#recent.get(key);
    if (known) {
      if (known.digest !== own.digest) return Promise.reject(new Refusal('IDEMPOTENCY_KEY_REUSED'));
      return known.reply;
    }
    const reply = this.#enqueue(command).catch((error: unknown) => this.#storedOr(own, error));
    this.#recent.set(key, { digest: own.digest, reply });
    // What was refused changed nothing and may be tried again under the same key.
    reply.catch(() => this.#recent.delete(key));
    return reply;
  }

  /** A refusal may only mean that the world moved on since the first try: what is stored comes first. */
  async #storedOr(own: NonNullable<Command['idempotency']>, refusal: unknown): Promise<string> {
    const client = this.#clients[0];
    if (!client) throw refusal;
    const known = await storedReplies(client, [own]).catch(() => {
      throw unavailable();
    });
    const stored = known.get(`${own.owner}\n${own.key}`);
    if (!stored) throw refusal;
    if (stored.digest !== own.digest) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
    return stored.reply;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#tending;
    while (this.#lease && (this.#queue.length > 0 || this.#flights.length > 0 || this.#recovering)) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const client = this.#clients[0];
    if (this.#lease && client) await release(client, this.#lease.epoch).catch(() => {});
    this.#becomeReader();
    await this.#disconnect();
  }

  #enqueue(command: Command): Promise<string> {
    if (this.#stopped || this.#lease === null || this.#queue.length >= MAX_QUEUE) {
      return Promise.reject(new Refusal('SERVICE_UNAVAILABLE'));
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ command, resolve, reject });
      this.#schedule();
    });
  }

  /** At the end of this turn of the event loop, so that what arrives together is settled together. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#pump();
    });
  }

  async #pump(): Promise<void> {
    if (this.#pumping) return;
    this.#pumping = true;
    try {
      while (this.#mayLaunch()) {
        // What is loaded here stays true until the launch: other batches in flight know their accounts already.
        if (this.#misses(this.#queue)) await this.#load(this.#queue.slice(0, MAX_BATCH));
        else this.#launch(this.#queue.splice(0, MAX_BATCH));
      }
    } catch (error) {
      await this.#recover(error);
    } finally {
      this.#pumping = false;
    }
    if (this.#lease === null) this.#refuseQueue();
  }

  #mayLaunch(): boolean {
    if (this.#cache.size > MAX_CACHED_ACCOUNTS && this.#flights.length === 0) this.#cache.clear();
    return (
      this.#lease !== null &&
      !this.#recovering &&
      this.#queue.length > 0 &&
      this.#flights.length < MAX_FLIGHTS &&
      this.#flights.every((flight) => flight.state !== 'failed')
    );
  }

  #launch(entries: Entry[]): void {
    const lease = this.#lease as Lease;
    const plan = planBatch(
      entries.map((entry) => entry.command),
      this.#cache,
      lease,
    );
    const flight: Flight = { entries, plan, number: lease.batch, state: 'flying' };
    this.#flights.push(flight);
    if (plan.empty) {
      flight.state = 'done';
      this.#land();
      return;
    }
    this.#turn = (this.#turn + 1) % this.#clients.length;
    const written = writeBatch(this.#clients[this.#turn] as pg.Client, plan, lease, this.#options.leaseMs);
    this.#lease = { ...lease, ...plan.cursor, batch: lease.batch + 1n };
    written.then(
      () => {
        flight.state = 'done';
        this.#land();
      },
      (error: unknown) => {
        flight.state = 'failed';
        flight.error = error;
        this.#land();
      },
    );
  }

  /** Answers what is durable, in order: a decision may rest on the batch before it. */
  #land(): void {
    while (this.#flights[0]?.state === 'done') deliver(this.#flights.shift() as Flight);
    const failed = this.#flights.find((flight) => flight.state === 'failed');
    if (failed && this.#flights.every((flight) => flight.state !== 'flying'))
      void this.#recover(failed.error);
    else if (this.#queue.length > 0) this.#schedule();
  }

  #misses(queue: Entry[]): boolean {
    for (let i = 0; i < queue.length && i < MAX_BATCH; i += 1) {
      for (const account of (queue[i] as Entry).command.accounts)
        if (!this.#cache.has(account.key)) return true;
    }
    return false;
  }

  async #load(entries: Entry[]): Promise<void> {
    const missing = new Map<string, Account>();
    for (const { command } of entries) {
      for (const account of command.accounts) {
        const key = account.key;
        if (!this.#cache.has(key)) missing.set(key, account);
      }
    }
    if (missing.size === 0) return;
    const states = await loadBalances(this.#client(), [...missing.values()]);
    for (const state of states) this.#cache.set(state.account.key, state);
  }

  /**
   * After a batch failed or the database went away. Takes the own lease again, which settles what has committed;
   * the rest is decided anew on fresh balances. When the lease is lost or the database stays away, everything is
   * refused: a repeat with its key tells what came of it.
   */
  async #recover(error: unknown): Promise<void> {
    if (this.#recovering) return;
    this.#recovering = true;
    this.#options.log.warn({ area: 'ledger', err: error }, 'settlement batch failed; recovering');
    const flights = this.#flights;
    this.#flights = [];
    try {
      const again = await this.#retakeLease();
      for (const flight of flights) if (hasCommitted(flight, again)) deliver(flight);
      const open = flights.filter((flight) => !hasCommitted(flight, again));
      await this.#redo(open.flatMap((flight) => flight.entries));
    } catch (failure) {
      this.#options.log.error({ area: 'ledger', err: failure }, 'no longer the writer');
      for (const flight of flights) for (const entry of flight.entries) entry.reject(unavailable());
      this.#becomeReader();
    } finally {
      this.#recovering = false;
    }
    this.#schedule();
  }

  /** Settles what a failed batch left: known keys first, then in halves until the command at fault stands alone. */
  async #redo(all: Entry[]): Promise<void> {
    if (all.length === 0) return;
    const entries = await this.#answerKnown(all);
    if (entries.length === 0) return;
    await this.#load(entries);
    const lease = this.#lease as Lease;
    const plan = planBatch(
      entries.map((entry) => entry.command),
      this.#cache,
      lease,
    );
    const flight: Flight = { entries, plan, number: lease.batch, state: 'flying' };
    if (plan.empty) return deliver(flight);
    try {
      await writeBatch(this.#client(), plan, lease, this.#options.leaseMs);
      this.#lease = { ...lease, ...plan.cursor, batch: lease.batch + 1n };
      deliver(flight);
    } catch (error) {
      await this.#split(flight, error);
    }
  }

  async #split(flight: Flight, error: unknown): Promise<void> {
    const { entries } = flight;
    const again = await this.#retakeLease().catch((failure: unknown) => {
      for (const entry of entries) entry.reject(unavailable());
      throw failure;
    });
    if (hasCommitted(flight, again)) return deliver(flight);
    if (entries.length === 1) {
      this.#options.log.error({ area: 'ledger', err: error }, 'a command can not be written');
      return (entries[0] as Entry).reject(new Refusal('INTERNAL_SERVER_ERROR'));
    }
    const half = entries.length >> 1;
    await this.#redo(entries.slice(0, half));
    await this.#redo(entries.slice(half));
  }

  async #answerKnown(entries: Entry[]): Promise<Entry[]> {
    const known = await storedReplies(
      this.#client(),
      entries.flatMap(({ command }) => command.idempotency ?? []),
    );
    return entries.filter(({ command, resolve, reject }) => {
      const own = command.idempotency;
      const stored = own && known.get(`${own.owner}\n${own.key}`);
      if (!stored) return true;
      if (stored.digest === own.digest) resolve(stored.reply);
      else reject(new Refusal('IDEMPOTENCY_KEY_REUSED'));
      return false;
    });
  }

  async #retakeLease(): Promise<Lease> {
    this.#cache.clear();
    const epoch = (this.#lease as Lease | null)?.epoch;
    if (epoch === undefined) throw new Error('ledger: the lease is lost');
    const until = performance.now() + RECOVERY_MS;
    for (;;) {
      try {
        await this.#reconnect();
        const lease = await retake(this.#client(), epoch, this.#options.leaseMs);
        if (lease === null) throw new LeaseLost();
        this.#lease = lease;
        return lease;
      } catch (error) {
        if (error instanceof LeaseLost || this.#stopped || performance.now() > until) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  /** Called a few times per lease: holds it, or tries for it. */
  async #tend(): Promise<void> {
    if (this.#recovering || this.#stopped) return;
    try {
      if (this.#clients.length === 0) await this.#reconnect();
      if (this.#lease === null) {
        const lease = await acquire(this.#client(), this.#holder, this.#options.leaseMs);
        if (lease) this.#becomeWriter(lease);
      } else if (
        !(await renew(this.#client(), this.#lease.epoch, this.#options.leaseMs)) &&
        !this.#recovering
      ) {
        await this.#recover(new LeaseLost());
      }
    } catch (error) {
      if (this.#lease !== null) await this.#recover(error);
      else await this.#disconnect();
    }
  }

  #becomeWriter(lease: Lease): void {
    this.#cache.clear();
    this.#lease = lease;
    this.#options.onRole?.(true);
  }

  #becomeReader(): void {
    const was = this.#lease !== null;
    this.#lease = null;
    this.#cache.clear();
    this.#refuseQueue();
    if (was) this.#options.onRole?.(false);
  }

  #refuseQueue(): void {
    for (const entry of this.#queue.splice(0)) entry.reject(unavailable());
  }

  #client(): pg.Client {
    const client = this.#clients[0];
    if (!client) throw new Error('ledger: no connection');
    return client;
  }

  async #reconnect(): Promise<void> {
    await this.#disconnect();
    const lost = () => {
      if (this.#lease && !this.#recovering && this.#flights.length === 0)
        void this.#recover(new Error('connection lost'));
    };
    const { url, leaseMs } = this.#options;
    this.#clients = await Promise.all(Array.from({ length: MAX_FLIGHTS }, () => connect(url, leaseMs, lost)));
  }

  async #disconnect(): Promise<void> {
    const clients = this.#clients.splice(0);
    for (const client of clients) client.removeAllListeners('error').on('error', () => {});
    // A connection that broke in the middle of a query may never say good-bye.
    await Promise.race([
      Promise.allSettled(clients.map((client) => client.end())),
      new Promise((resolve) => setTimeout(resolve, 500).unref()),
    ]);
  }
}

class LeaseLost extends Error {
  constructor() {
    super('ledger: lease lost');
  }
}

const unavailable = () => new Refusal('SERVICE_UNAVAILABLE');

const hasCommitted = (flight: Flight, head: Lease): boolean =>
  !flight.plan.empty && flight.number < head.batch;

function deliver({ entries, plan }: Flight): void {
  entries.forEach((entry, i) => {
    const outcome = plan.outcomes[i];
    if (typeof outcome === 'string') entry.resolve(outcome);
    else entry.reject(outcome ?? new Refusal('INTERNAL_SERVER_ERROR'));
  });
}

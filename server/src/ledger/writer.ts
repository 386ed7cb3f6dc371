import { Refusal } from '@sarraf/domain';
import { LRUCache } from 'lru-cache';
import type { Log } from '../platform/log.ts';
import { type AccountState, planBatch } from './batch.ts';
import { deliver, type Entry, type Flight, hasCommitted } from './flight.ts';
import type { Lease } from './lease.ts';
import { LeaseKeeper } from './lease-keeper.ts';
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

const MAX_QUEUE = 20_000;
const MAX_BATCH = 1_000;
/** While one batch commits, the next is decided and its rows are inserted. */
const MAX_FLIGHTS = 2;
const MAX_CACHED_ACCOUNTS = 500_000;
const REMEMBERED_KEYS = 20_000;

/** The one writer of the books: see ARCHITECTURE.md. */
export class Writer implements Ledger {
  readonly #options: LedgerOptions;
  readonly #keeper: LeaseKeeper;
  readonly #cache = new Map<string, AccountState>();
  readonly #recent = new LRUCache<string, { digest: string; reply: Promise<string> }>({
    max: REMEMBERED_KEYS,
  });
  #queue: Entry[] = [];
  #flights: Flight[] = [];
  #scheduled = false;
  #pumping = false;
  #recovering = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;
  #tending: Promise<void> = Promise.resolve();

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#keeper = new LeaseKeeper(options.url, options.leaseMs, MAX_FLIGHTS, () => {
      // With a batch in flight, its own failure tells more.
      if (this.isWriter() && this.#flights.length === 0) void this.#recover(new Error('connection lost'));
    });
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
    return this.#keeper.lease !== null;
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
    const known = await this.#stored([own]).catch(() => {
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
    while (this.isWriter() && (this.#queue.length > 0 || this.#flights.length > 0 || this.#recovering)) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const wasWriter = this.isWriter();
    await this.#keeper.close();
    this.#refuseQueue();
    if (wasWriter) this.#options.onRole?.(false);
  }

  #enqueue(command: Command): Promise<string> {
    if (this.#stopped || !this.isWriter() || this.#queue.length >= MAX_QUEUE) {
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
    if (!this.isWriter()) this.#refuseQueue();
  }

  #mayLaunch(): boolean {
    if (this.#cache.size > MAX_CACHED_ACCOUNTS && this.#flights.length === 0) this.#cache.clear();
    return (
      this.isWriter() &&
      !this.#recovering &&
      this.#queue.length > 0 &&
      this.#flights.length < MAX_FLIGHTS &&
      this.#flights.every((flight) => flight.state !== 'failed')
    );
  }

  #launch(entries: Entry[]): void {
    const { flight, lease } = this.#plan(entries);
    this.#flights.push(flight);
    if (flight.plan.empty) {
      flight.state = 'done';
      this.#land();
      return;
    }
    const written = writeBatch(this.#keeper.nextClient(), flight.plan, lease, this.#options.leaseMs);
    this.#keeper.advance(lease, flight.plan.cursor);
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

  #plan(entries: Entry[]): { flight: Flight; lease: Lease } {
    const lease = this.#keeper.lease as Lease;
    const commands = entries.map((entry) => entry.command);
    const plan = planBatch(commands, this.#cache, lease);
    return { flight: { entries, plan, number: lease.batch, state: 'flying' }, lease };
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
    const states = await loadBalances(this.#keeper.client, [...missing.values()]);
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
    const { flight, lease } = this.#plan(entries);
    if (flight.plan.empty) return deliver(flight);
    try {
      await writeBatch(this.#keeper.client, flight.plan, lease, this.#options.leaseMs);
      this.#keeper.advance(lease, flight.plan.cursor);
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
    const known = await this.#stored(entries.flatMap(({ command }) => command.idempotency ?? []));
    return entries.filter(({ command, resolve, reject }) => {
      const own = command.idempotency;
      const stored = own && known.get(`${own.owner}\n${own.key}`);
      if (!stored) return true;
      if (stored.digest === own.digest) resolve(stored.reply);
      else reject(new Refusal('IDEMPOTENCY_KEY_REUSED'));
      return false;
    });
  }

  /** What the database has for these keys, by `owner\nkey`. */
  async #stored(keys: NonNullable<Command['idempotency']>[]) {
    return storedReplies(this.#keeper.client, keys);
  }

  #retakeLease(): Promise<Lease> {
    this.#cache.clear();
    return this.#keeper.retake();
  }

  /** Called a few times per lease: holds it, or tries for it. */
  async #tend(): Promise<void> {
    if (this.#recovering || this.#stopped) return;
    if (this.isWriter()) {
      await this.#keeper.renew().catch((error: unknown) => this.#recover(error));
      return;
    }
    const acquired = await this.#keeper.acquire().catch(async () => {
      await this.#keeper.disconnect();
      return false;
    });
    if (!acquired) return;
    this.#cache.clear();
    this.#options.onRole?.(true);
  }

  #becomeReader(): void {
    this.#keeper.lease = null;
    this.#cache.clear();
    this.#refuseQueue();
    this.#options.onRole?.(false);
  }

  #refuseQueue(): void {
    for (const entry of this.#queue.splice(0)) entry.reject(unavailable());
  }
}

const unavailable = () => new Refusal('SERVICE_UNAVAILABLE');

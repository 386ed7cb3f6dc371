import { createSecretKey, type KeyObject } from 'node:crypto';
import { AppError } from '@sarraf/domain';
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import { isOutage, wasBrokenOff } from '../platform/database/database.ts';
import { assertMaySettle } from '../platform/http/request-scope.ts';
import type { Log } from '../platform/log.ts';
import { type AccountState, planBatch } from './batch.ts';
import { macOf, NO_MAC } from './chain.ts';
import {
  committedOf,
  deliver,
  type InFlightBatch,
  type QueuedCommand,
  reportTo,
  splitByOutcome,
} from './flight.ts';
import { answerRepeatedKeys, CommandQueue, missingAccounts } from './intake.ts';
import { isOfEarlierVersion, type Lease } from './lease.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { Probe } from './probe.ts';
import { Projections } from './projections.ts';
import { CommitMonitor } from './pulse.ts';
import { keyText, loadBalances, loadStoredReplies } from './store.ts';
import type { Account, Command, CommandTraces, Ledger, Projection } from './types.ts';
import { writeBatch } from './write-batch.ts';

export interface LedgerOptions {
  url: string;
  leaseMs: number;
  clock: Clock;
  log: Log;
  /** Key of the chain of batch MACs; 32 bytes. */
  chainKey: Buffer;
  /** Whether a chain may be opened when the database has none. Unset: it may. */
  mayOpenChain?: () => boolean;
  /**
   * The last migration that this version knows: a feature in use may need a later one. Unset: that of this
   * version's own folder.
   */
  version?: number | undefined;
  /** Called when this process becomes the writer or stops being it. */
  onRole?: (writer: boolean) => void;
  /** Called for each batch that committed, with its number of commands and the seconds that the database took. */
  onBatch?: ((commands: number, seconds: number) => void) | undefined;
  /** Called when a batch failed and its commands are about to be settled again. */
  onRecovery?: (() => void) | undefined;
  /** Traces commands; unset: no tracing. */
  traces?: CommandTraces | undefined;
  /** Maximum number of cached accounts, beyond which the cache is emptied; unset: 500,000. */
  maxCachedAccounts?: number;
}

const MAX_QUEUE = 20_000;
/** While one batch commits, the next is decided and its rows are inserted. */
const MAX_FLIGHTS = 2;
/**
 * With fewer commands, wait for the batch in flight, after which alone they can commit: a batch costs as much as a
 * dozen trades.
 */
const WORTH_A_FLIGHT = 24;
const MAX_CACHED_ACCOUNTS = 500_000;
const REMEMBERED_KEYS = 20_000;
const DELETION_BATCH_SIZE = 500;
/** Healthy if a batch committed within this time; unhealthy if one has been pending for longer. */
const WELL_MS = 5_000;
/** Maximum step back of the system clock that is compensated. */
const MAX_PAUSE_MS = 5_000;
const NOTHING: readonly Account[] = [];

/** A reply that is pending or was returned. */
interface PendingReply {
  digest: string;
  reply: Promise<string>;
  given: boolean;
}

/** The single writer of the ledger: see ARCHITECTURE.md. */
export class Writer implements Ledger {
  readonly #options: LedgerOptions;
  /** Parsed once: parsing the key takes longer than the MAC of a small batch. */
  readonly #chainKey: KeyObject;
  readonly #keeper: LeaseKeeper;
  readonly #cache = new Map<string, AccountState>();
  readonly #intake: CommandQueue;
  readonly #projections: Projections;
  readonly #pulse = new CommitMonitor();
  readonly #probe: Probe;
  /** Pending replies and the last returned ones, by key; oldest first. */
  readonly #promised = new Map<string, PendingReply>();
  #flights: InFlightBatch[] = [];
  #writer = false;
  #scheduled = false;
  #recovering = false;
  #settled = 0;
  #stopped = false;
  /** The lease was refused to this version, and that was logged. */
  #refused = false;
  #timer: NodeJS.Timeout | undefined;
  #tending: Promise<void> = Promise.resolve();

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#chainKey = createSecretKey(options.chainKey);
    this.#keeper = new LeaseKeeper({ ...options, flights: MAX_FLIGHTS }, () => {
      // With a batch in flight, its own failure says more.
      if (this.isWriter() && this.#flights.length === 0) void this.#recover(new Error('connection lost'));
    });
    this.#probe = new Probe(options.url);
    this.#projections = new Projections(options.leaseMs, () => this.#keeper.renew());
    this.#intake = new CommandQueue({
      cache: this.#cache,
      maxCached: options.maxCachedAccounts ?? MAX_CACHED_ACCOUNTS,
      ask: (question) => this.#keeper.ask(question),
      onReady: () => this.#pump(),
      onFailed: (error) => void this.#recover(error),
    });
  }

  /** Tries for the lease immediately, and keeps trying and renewing until `stop`. */
  async start(): Promise<void> {
    await this.#tend();
    this.#timer = setInterval(() => {
      this.#tending = this.#tending.then(() => this.#tend());
    }, this.#options.leaseMs / 3);
    this.#timer.unref();
  }

  isWriter(): boolean {
    return this.#writer;
  }

  epoch(): bigint | null {
    return this.#writer ? (this.#keeper.lease?.epoch ?? null) : null;
  }

  /** Returns the number of commands that wait for a batch. */
  queued(): number {
    return this.#intake.size;
  }

  settled(): number {
    return this.#settled;
  }

  async isWell(): Promise<boolean> {
    const [settles, opens] = await Promise.all([this.#settles(), this.#probe.opens()]);
    return settles && opens;
  }

  async #settles(): Promise<boolean> {
    const epoch = this.epoch();
    if (epoch === null) return this.#probe.reads();
    if (this.#pulse.hangsFor(WELL_MS)) return false;
    return this.#pulse.beatsWithin(WELL_MS) || this.#probe.settles(epoch);
  }

  async keep(projection: Projection): Promise<void> {
    this.#projections.add(projection);
    // The next writer loads it when it takes the lease.
    if (!this.#writer) return;
    while (this.#flights.length > 0 || this.#recovering) await soon();
    if (!this.#writer) return;
    this.#recovering = true;
    const failure = await this.#projections.reload().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    this.#recovering = false;
    if (failure) await this.#recover(failure.error);
    this.#pump();
  }

  submit(command: Command): Promise<string> {
    assertMaySettle();
    const own = command.idempotency;
    if (!own) return this.#enqueue(command, null);
    const key = keyText(own);
    const known = this.#promised.get(key);
    if (known) {
      if (known.digest !== own.digest) return Promise.reject(new AppError('IDEMPOTENCY_KEY_REUSED'));
      return known.reply;
    }
    const reply = this.#enqueue(command, key).catch((error: unknown) => this.#storedOr(own, error));
    const promised: PendingReply = { digest: own.digest, reply, given: false };
    this.#promised.set(key, promised);
    this.#forgetOldest();
    reply.then(
      () => {
        promised.given = true;
      },
      // A refused command changed nothing and may be tried again under the same key.
      () => this.#promised.delete(key),
    );
    return reply;
  }

  /** Deletes some hundred together: finding the first entry of a map after many deletions at its beginning is slow. */
  #forgetOldest(): void {
    if (this.#promised.size < REMEMBERED_KEYS + DELETION_BATCH_SIZE) return;
    for (const [key, { given }] of this.#promised) {
      if (this.#promised.size <= REMEMBERED_KEYS || !given) return;
      this.#promised.delete(key);
    }
  }

  /** Returns the stored reply of a command that could not be decided here but may have been settled before. */
  async #storedOr(own: NonNullable<Command['idempotency']>, refusal: unknown): Promise<string> {
    if (!(refusal instanceof AppError) || refusal.code !== 'SERVICE_UNAVAILABLE' || this.#isFull())
      throw refusal;
    const known = await this.#keeper.ask((client) => loadStoredReplies(client, [own])).catch(() => null);
    const stored = known?.get(keyText(own));
    if (!stored) throw refusal;
    if (stored.digest !== own.digest) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    return stored.reply;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#tending;
    while (this.#writer && (this.#intake.size > 0 || this.#flights.length > 0 || this.#recovering))
      await soon();
    const wasWriter = this.#writer;
    this.#writer = false;
    await this.#keeper.close();
    this.#probe.close();
    this.#intake.refuseAll();
    if (wasWriter) this.#options.onRole?.(false);
  }

  #isFull(): boolean {
    return this.#intake.size >= MAX_QUEUE;
  }

  #enqueue(command: Command, key: string | null): Promise<string> {
    if (this.#stopped || !this.#writer || this.#isFull()) return Promise.reject(unavailable());
    const mark = this.#options.traces?.mark();
    return new Promise((resolve, reject) => {
      this.#intake.add({ command, key, resolve, reject, wants: NOTHING, keyIsNew: false, tries: 0, mark });
      this.#schedule();
    });
  }

  /**
   * Schedules a launch at the end of this turn of the event loop, so that commands that arrive together share a
   * batch.
   */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    if (!this.#writer) return this.#intake.refuseAll();
    if (this.#recovering || !this.#projections.loaded) return;
    do this.#intake.prepare(this.#flights.length === 0);
    while (this.#launchNext());
  }

  /** Launches the next batch; false when none may or need be launched now. */
  #launchNext(): boolean {
    if (this.#intake.ready === 0 || this.#flights.length >= MAX_FLIGHTS) return false;
    if (this.#flights.length > 0 && this.#intake.ready < WORTH_A_FLIGHT) return false;
    if (this.#recovering || this.#flights.some((flight) => flight.state === 'failed')) return false;
    this.#launch(this.#intake.take());
    return true;
  }

  #launch(entries: QueuedCommand[]): void {
    const { flight, lease, again } = this.#plan(entries);
    this.#intake.giveBack(again);
    this.#flights.push(flight);
    if (flight.plan.fault !== undefined) {
      flight.state = 'failed';
      flight.error = flight.plan.fault;
      return this.#land();
    }
    if (flight.plan.empty) {
      flight.state = 'done';
      if (this.#options.traces) reportTo(this.#options.traces, flight, null);
      return this.#land();
    }
    const written = this.#write(this.#keeper.nextClient(), flight, lease);
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

  /** Sends a batch and advances the lease, so that the next one follows it. */
  #write(client: pg.Client, flight: InFlightBatch, lease: Lease): Promise<void> {
    const { plan } = flight;
    const { leaseMs } = this.#options;
    const number = lease.batch + 1n;
    const mac = macOf(this.#chainKey, lease.mac ?? NO_MAC, {
      ...plan.content,
      ...plan.cursor,
      number,
      at: plan.at,
    });
    flight.mac = mac;
    const written = this.#pulse.follow(writeBatch(client, plan, lease, mac, leaseMs));
    this.#keeper.advance(lease, plan, mac);
    return this.#timed(flight, number, written);
  }

  async #timed(flight: InFlightBatch, number: bigint, written: Promise<void>): Promise<void> {
    const { onBatch, traces } = this.#options;
    const sentAt = performance.now();
    let durable = false;
    try {
      await written;
      durable = true;
      onBatch?.(flight.entries.length, (performance.now() - sentAt) / 1000);
    } finally {
      // A batch that failed may have committed all the same.
      this.#settled += 1;
      if (traces) reportTo(traces, flight, { number, sentAt, endedAt: performance.now(), durable });
    }
  }

  #plan(all: readonly QueuedCommand[]): { flight: InFlightBatch; lease: Lease; again: QueuedCommand[] } {
    const lease = this.#keeper.lease as Lease;
    const commands = all.map((entry) => entry.command);
    const takenAt = this.#options.traces ? performance.now() : 0;
    const at = this.#timeAfter(lease.at);
    const plan = planBatch(commands, this.#cache, lease, at);
    const { answered, again } = splitByOutcome(all, plan);
    return { flight: { ...answered, plan, takenAt, state: 'flying' }, lease, again };
  }

  /**
   * Returns the time of the next batch. No two batches have the same time, and it doesn't go back with the clock,
   * so that readers that follow the ledger by time miss nothing; unless the clock went back so far that trades
   * would use outdated prices.
   */
  #timeAfter(last: Date | null): Date {
    const now = this.#options.clock.now();
    const next = last === null ? now : last.getTime() + 1;
    if (next <= now) return new Date(now);
    if (next - now <= MAX_PAUSE_MS) return new Date(next);
    this.#options.log.error(
      { area: 'ledger', event: 'clock went back', ms: next - now },
      'ledger time went backwards',
    );
    return new Date(now);
  }

  /** Resolves the commands of durable batches, in order: a decision may depend on the previous batch. */
  #land(): void {
    while (this.#flights[0]?.state === 'done') this.#deliver(this.#flights.shift() as InFlightBatch);
    const failed = this.#flights.find((flight) => flight.state === 'failed');
    if (failed && this.#flights.every((flight) => flight.state !== 'flying'))
      void this.#recover(failed.error);
    else if (this.#intake.size > 0) this.#schedule();
  }

  #deliver(flight: InFlightBatch): void {
    deliver(flight, this.#options.log);
  }

  /**
   * Recovers after a batch failed or the database became unreachable. Reacquires its own lease, which determines
   * what committed; the rest is decided again on fresh balances. When the lease is lost or the database stays
   * unreachable, all commands are refused: repeating one with its key returns its outcome.
   */
  async #recover(error: unknown): Promise<void> {
    if (this.#recovering || !this.#writer) return;
    this.#recovering = true;
    this.#options.onRecovery?.();
    this.#options.log.warn({ area: 'ledger', err: error }, 'settlement batch failed; recovering');
    const flights = this.#flights;
    this.#flights = [];
    try {
      const again = await this.#retakeLease();
      // Every batch sent so far has committed by now or never will.
      this.#settled += 1;
      const committed = committedOf(flights, again);
      for (const flight of committed) this.#deliver(flight);
      const open = flights.filter((flight) => !committed.includes(flight));
      await this.#redo(open.flatMap((flight) => flight.entries));
      await this.#projections.reload();
    } catch (failure) {
      this.#options.log.error({ area: 'ledger', err: failure }, 'no longer the writer');
      for (const flight of flights) for (const entry of flight.entries) entry.reject(unavailable());
      this.#becomeReader();
    } finally {
      this.#recovering = false;
    }
    this.#schedule();
  }

  /** Settles the commands of a failed batch: repeated keys first, then in halves until the faulty command is alone. */
  async #redo(all: readonly QueuedCommand[]): Promise<void> {
    if (all.length === 0) return;
    await this.#projections.reload();
    for (const entry of all) entry.keyIsNew = false;
    const entries = await answerRepeatedKeys(this.#keeper.client, all);
    if (entries.length === 0) return;
    await this.#load(entries);
    const { flight, lease, again } = this.#plan(entries);
    try {
      if (flight.plan.fault !== undefined) throw flight.plan.fault;
      if (!flight.plan.empty) await this.#write(this.#keeper.client, flight, lease);
      this.#deliver(flight);
    } catch (error) {
      await this.#split(flight, error);
    }
    await this.#redo(again);
  }

  async #split(flight: InFlightBatch, error: unknown): Promise<void> {
    const { entries } = flight;
    const again = await this.#retakeLease().catch((failure: unknown) => {
      for (const entry of entries) entry.reject(unavailable());
      throw failure;
    });
    if (committedOf([flight], again).length > 0) return this.#deliver(flight);
    // The next half would only wait for the same outage.
    if (isOutage(error)) {
      for (const entry of entries) entry.reject(unavailable());
      return;
    }
    if (entries.length === 1) {
      // It conflicted with another transaction, twice; the command is valid, and nothing was written.
      if (wasBrokenOff(error)) return (entries[0] as QueuedCommand).reject(unavailable());
      this.#options.log.error({ area: 'ledger', err: error }, 'a command can not be written');
      return (entries[0] as QueuedCommand).reject(new AppError('INTERNAL_SERVER_ERROR'));
    }
    const half = entries.length >> 1;
    await this.#redo(entries.slice(0, half));
    await this.#redo(entries.slice(half));
  }

  async #load(entries: readonly QueuedCommand[]): Promise<void> {
    const missing = missingAccounts(entries, this.#cache);
    if (missing.length === 0) return;
    for (const state of await loadBalances(this.#keeper.client, missing))
      this.#cache.set(state.account.key, state);
  }

  #retakeLease(): Promise<Lease> {
    this.#dropMemory();
    return this.#keeper.retake();
  }

  #dropMemory(): void {
    this.#cache.clear();
    this.#intake.forget();
    this.#projections.drop();
  }

  /** Runs a few times per lease: renews it, or tries to acquire it. */
  async #tend(): Promise<void> {
    if (this.#recovering || this.#stopped) return;
    if (this.#writer) {
      await this.#keeper.renew().catch((error: unknown) => this.#recover(error));
      return;
    }
    try {
      const taken = await this.#keeper.acquire();
      if (!taken) return;
      this.#refused = false;
      this.#dropMemory();
      await this.#projections.reload();
    } catch (err) {
      if (this.#keeper.lease) this.#options.log.warn({ area: 'ledger', err }, 'the ledger can not be read');
      if (isOfEarlierVersion(err)) this.#sayRefused(err as Error);
      await this.#keeper.giveUp();
      return;
    }
    this.#writer = true;
    this.#settled += 1;
    this.#options.onRole?.(true);
  }

  /** Logs the refusal once: the lease is requested again and again. */
  #sayRefused({ message }: Error): void {
    if (!this.#refused) this.#options.log.error({ area: 'ledger', event: 'version refused' }, message);
    this.#refused = true;
  }

  #becomeReader(): void {
    this.#writer = false;
    this.#keeper.lease = null;
    this.#dropMemory();
    this.#intake.refuseAll();
    this.#options.onRole?.(false);
  }
}

const unavailable = () => new AppError('SERVICE_UNAVAILABLE');
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

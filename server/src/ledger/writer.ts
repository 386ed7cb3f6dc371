import { createSecretKey, type KeyObject } from 'node:crypto';
import { AppError } from '@sarraf/domain';
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import { isOutage, isTransactionConflict } from '../platform/database/database.ts';
import { assertMaySettle } from '../platform/http/request-scope.ts';
import type { Log } from '../platform/log.ts';
import { type AccountState, planBatch } from './batch.ts';
import { computeBatchMac, NO_MAC } from './chain.ts';
import { CommitMonitor } from './commit-monitor.ts';
import {
  deliverOutcomes,
  type InFlightBatch,
  listCommitted,
  type QueuedCommand,
  reportBatch,
  splitByOutcome,
} from './flight.ts';
import { CommandQueue, listMissingAccounts, resolveRepeatedKeys } from './intake.ts';
import { isOfEarlierVersion, type Lease } from './lease.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { Probe } from './probe.ts';
import { Projections } from './projections.ts';
import { formatKey, loadBalances, loadStoredReplies } from './store.ts';
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
const MAX_IN_FLIGHT = 2;
/**
 * With fewer commands, wait for the batch in flight, after which alone they can commit: a batch costs as much as a
 * dozen trades.
 */
const MIN_OVERLAPPING_COMMANDS = 24;
const MAX_CACHED_ACCOUNTS = 500_000;
const MAX_REMEMBERED_KEYS = 20_000;
const DELETION_BATCH_SIZE = 500;
/** Healthy if a batch committed within this time; unhealthy if one has been pending for longer. */
const HEALTH_WINDOW_MS = 5_000;
/** Maximum step back of the system clock that is compensated. */
const MAX_CLOCK_STEP_MS = 5_000;
const NO_ACCOUNTS: readonly Account[] = [];

/** A reply that is pending or was returned. */
interface PendingReply {
  digest: string;
  reply: Promise<string>;
  isDelivered: boolean;
}

/** The single writer of the ledger: see ARCHITECTURE.md. */
export class LedgerWriter implements Ledger {
  readonly #options: LedgerOptions;
  /** Parsed once: parsing the key takes longer than the MAC of a small batch. */
  readonly #chainKey: KeyObject;
  readonly #keeper: LeaseKeeper;
  readonly #cache = new Map<string, AccountState>();
  readonly #commandQueue: CommandQueue;
  readonly #projections: Projections;
  readonly #commitMonitor = new CommitMonitor();
  readonly #probe: Probe;
  /** Pending replies and the last returned ones, by key; oldest first. */
  readonly #pendingByKey = new Map<string, PendingReply>();
  #inFlight: InFlightBatch[] = [];
  #isCurrentWriter = false;
  #isPumpScheduled = false;
  #isRecovering = false;
  #batchCount = 0;
  #isStopped = false;
  /** The lease was refused to this version, and that was logged. */
  #isRefusalLogged = false;
  #timer: NodeJS.Timeout | undefined;
  #tendPromise: Promise<void> = Promise.resolve();

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#chainKey = createSecretKey(options.chainKey);
    this.#keeper = new LeaseKeeper({ ...options, flights: MAX_IN_FLIGHT }, () => {
      // With a batch in flight, its own failure says more.
      if (this.isWriter() && this.#inFlight.length === 0) void this.#recover(new Error('connection lost'));
    });
    this.#probe = new Probe(options.url);
    this.#projections = new Projections(options.leaseMs, this.#keeper);
    this.#commandQueue = new CommandQueue({
      cache: this.#cache,
      maxCached: options.maxCachedAccounts ?? MAX_CACHED_ACCOUNTS,
      withClient: (question) => this.#keeper.withQueryClient(question),
      onReady: () => this.#pump(),
      onFailed: (error) => void this.#recover(error),
    });
  }

  /** Tries for the lease immediately, and keeps trying and renewing until `stop`. */
  async start(): Promise<void> {
    await this.#renewOrAcquire();
    this.#timer = setInterval(() => {
      this.#tendPromise = this.#tendPromise.then(() => this.#renewOrAcquire());
    }, this.#options.leaseMs / 3);
    this.#timer.unref();
  }

  isWriter(): boolean {
    return this.#isCurrentWriter;
  }

  epoch(): bigint | null {
    return this.#isCurrentWriter ? (this.#keeper.lease?.epoch ?? null) : null;
  }

  /** Returns the number of commands that wait for a batch. */
  queued(): number {
    return this.#commandQueue.size;
  }

  settled(): number {
    return this.#batchCount;
  }

  async isHealthy(): Promise<boolean> {
    const [settles, opens] = await Promise.all([this.#canSettle(), this.#probe.canConnect()]);
    return settles && opens;
  }

  async #canSettle(): Promise<boolean> {
    const epoch = this.epoch();
    if (epoch === null) return this.#probe.canRead();
    if (this.#commitMonitor.hasPendingFor(HEALTH_WINDOW_MS)) return false;
    return this.#commitMonitor.hasCommittedWithin(HEALTH_WINDOW_MS) || this.#probe.canCommit(epoch);
  }

  async addProjection(projection: Projection): Promise<void> {
    this.#projections.add(projection);
    // The next writer loads it when it takes the lease.
    if (!this.#isCurrentWriter) return;
    while (this.#inFlight.length > 0 || this.#isRecovering) await pauseBriefly();
    if (!this.#isCurrentWriter) return;
    this.#isRecovering = true;
    const failure = await this.#projections.reload().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    this.#isRecovering = false;
    if (failure) await this.#recover(failure.error);
    this.#pump();
  }

  submit(command: Command): Promise<string> {
    assertMaySettle();
    const idempotency = command.idempotency;
    if (!idempotency) return this.#enqueue(command, null);
    const key = formatKey(idempotency);
    const pending = this.#pendingByKey.get(key);
    if (pending) {
      if (pending.digest !== idempotency.digest)
        return Promise.reject(new AppError('IDEMPOTENCY_KEY_REUSED'));
      return pending.reply;
    }
    const reply = this.#enqueue(command, key).catch((error: unknown) =>
      this.#findStoredOrThrow(idempotency, error),
    );
    const newPending: PendingReply = { digest: idempotency.digest, reply, isDelivered: false };
    this.#pendingByKey.set(key, newPending);
    this.#pruneReturned();
    reply.then(
      () => {
        newPending.isDelivered = true;
      },
      // A refused command changed nothing and may be tried again under the same key.
      () => this.#pendingByKey.delete(key),
    );
    return reply;
  }

  /** Deletes some hundred together: finding the first entry of a map after many deletions at its beginning is slow. */
  #pruneReturned(): void {
    if (this.#pendingByKey.size < MAX_REMEMBERED_KEYS + DELETION_BATCH_SIZE) return;
    for (const [key, { isDelivered }] of this.#pendingByKey) {
      if (this.#pendingByKey.size <= MAX_REMEMBERED_KEYS || !isDelivered) return;
      this.#pendingByKey.delete(key);
    }
  }

  /** Returns the stored reply of a command that could not be decided here but may have been settled before. */
  async #findStoredOrThrow(
    idempotency: NonNullable<Command['idempotency']>,
    refusal: unknown,
  ): Promise<string> {
    if (!(refusal instanceof AppError) || refusal.code !== 'SERVICE_UNAVAILABLE' || this.#isFull())
      throw refusal;
    const storedByKey = await this.#keeper
      .withQueryClient((client) => loadStoredReplies(client, [idempotency]))
      .catch(() => null);
    const stored = storedByKey?.get(formatKey(idempotency));
    if (!stored) throw refusal;
    if (stored.digest !== idempotency.digest) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    return stored.reply;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#tendPromise;
    while (
      this.#isCurrentWriter &&
      (this.#commandQueue.size > 0 || this.#inFlight.length > 0 || this.#isRecovering)
    )
      await pauseBriefly();
    const wasWriter = this.#isCurrentWriter;
    this.#isCurrentWriter = false;
    await this.#keeper.close();
    this.#probe.close();
    this.#commandQueue.refuseAll();
    if (wasWriter) this.#options.onRole?.(false);
  }

  #isFull(): boolean {
    return this.#commandQueue.size >= MAX_QUEUE;
  }

  #enqueue(command: Command, key: string | null): Promise<string> {
    if (this.#isStopped || !this.#isCurrentWriter || this.#isFull())
      return Promise.reject(createUnavailableError());
    const mark = this.#options.traces?.createMark();
    return new Promise((resolve, reject) => {
      this.#commandQueue.add({
        command,
        key,
        resolve,
        reject,
        wants: NO_ACCOUNTS,
        keyIsNew: false,
        tries: 0,
        mark,
      });
      this.#schedulePump();
    });
  }

  /**
   * Schedules a launch at the end of this turn of the event loop, so that commands that arrive together share a
   * batch.
   */
  #schedulePump(): void {
    if (this.#isPumpScheduled) return;
    this.#isPumpScheduled = true;
    setImmediate(() => {
      this.#isPumpScheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    if (!this.#isCurrentWriter) return this.#commandQueue.refuseAll();
    if (this.#isRecovering || !this.#projections.loaded) return;
    do this.#commandQueue.prepare(this.#inFlight.length === 0);
    while (this.#launchNext());
  }

  /** Launches the next batch; false when none may or need be launched now. */
  #launchNext(): boolean {
    if (this.#commandQueue.ready === 0 || this.#inFlight.length >= MAX_IN_FLIGHT) return false;
    if (this.#inFlight.length > 0 && this.#commandQueue.ready < MIN_OVERLAPPING_COMMANDS) return false;
    if (this.#isRecovering || this.#inFlight.some((flight) => flight.state === 'failed')) return false;
    this.#launchBatch(this.#commandQueue.takeBatch());
    return true;
  }

  #launchBatch(entries: QueuedCommand[]): void {
    const { flight, lease, again } = this.#planEntries(entries);
    this.#commandQueue.requeue(again);
    this.#inFlight.push(flight);
    if (flight.plan.projectionError !== undefined) {
      flight.state = 'failed';
      flight.error = flight.plan.projectionError;
      return this.#settleFinished();
    }
    if (flight.plan.empty) {
      flight.state = 'done';
      if (this.#options.traces) reportBatch(this.#options.traces, flight, null);
      return this.#settleFinished();
    }
    const written = this.#sendBatch(this.#keeper.nextClient(), flight, lease);
    written.then(
      () => {
        flight.state = 'done';
        this.#settleFinished();
      },
      (error: unknown) => {
        flight.state = 'failed';
        flight.error = error;
        this.#settleFinished();
      },
    );
  }

  /** Sends a batch and advances the lease, so that the next one follows it. */
  #sendBatch(client: pg.Client, flight: InFlightBatch, lease: Lease): Promise<void> {
    const { plan } = flight;
    const { leaseMs } = this.#options;
    const number = lease.batch + 1n;
    const mac = computeBatchMac(this.#chainKey, lease.mac ?? NO_MAC, {
      ...plan.content,
      ...plan.cursor,
      number,
      at: plan.at,
    });
    flight.mac = mac;
    const written = this.#commitMonitor.watchBatch(writeBatch(client, plan, lease, mac, leaseMs));
    this.#keeper.advance(lease, plan, mac);
    return this.#reportTimed(flight, number, written);
  }

  async #reportTimed(flight: InFlightBatch, number: bigint, written: Promise<void>): Promise<void> {
    const { onBatch, traces } = this.#options;
    const sentAt = performance.now();
    let durable = false;
    try {
      await written;
      durable = true;
      onBatch?.(flight.entries.length, (performance.now() - sentAt) / 1000);
    } finally {
      // A batch that failed may have committed all the same.
      this.#batchCount += 1;
      if (traces) reportBatch(traces, flight, { number, sentAt, endedAt: performance.now(), durable });
    }
  }

  #planEntries(entries: readonly QueuedCommand[]): {
    flight: InFlightBatch;
    lease: Lease;
    again: QueuedCommand[];
  } {
    const lease = this.#keeper.lease as Lease;
    const commands = entries.map((entry) => entry.command);
    const takenAt = this.#options.traces ? performance.now() : 0;
    const at = this.#nextBatchTime(lease.at);
    const plan = planBatch(commands, this.#cache, lease, at);
    const { answered, again } = splitByOutcome(entries, plan);
    return { flight: { ...answered, plan, takenAt, state: 'flying' }, lease, again };
  }

  /**
   * Returns the time of the next batch. No two batches have the same time, and it doesn't go back with the clock,
   * so that readers that follow the ledger by time miss nothing; unless the clock went back so far that trades
   * would use outdated prices.
   */
  #nextBatchTime(last: Date | null): Date {
    const now = this.#options.clock.now();
    const next = last === null ? now : last.getTime() + 1;
    if (next <= now) return new Date(now);
    if (next - now <= MAX_CLOCK_STEP_MS) return new Date(next);
    this.#options.log.error(
      { area: 'ledger', event: 'clock went back', ms: next - now },
      'ledger time went backwards',
    );
    return new Date(now);
  }

  /** Resolves the commands of durable batches, in order: a decision may depend on the previous batch. */
  #settleFinished(): void {
    while (this.#inFlight[0]?.state === 'done') this.#deliverBatch(this.#inFlight.shift() as InFlightBatch);
    const failed = this.#inFlight.find((flight) => flight.state === 'failed');
    if (failed && this.#inFlight.every((flight) => flight.state !== 'flying'))
      void this.#recover(failed.error);
    else if (this.#commandQueue.size > 0) this.#schedulePump();
  }

  #deliverBatch(flight: InFlightBatch): void {
    deliverOutcomes(flight, this.#options.log);
  }

  /**
   * Recovers after a batch failed or the database became unreachable. Reacquires its own lease, which determines
   * what committed; the rest is decided again on fresh balances. When the lease is lost or the database stays
   * unreachable, all commands are refused: repeating one with its key returns its outcome.
   */
  async #recover(error: unknown): Promise<void> {
    if (this.#isRecovering || !this.#isCurrentWriter) return;
    this.#isRecovering = true;
    this.#options.onRecovery?.();
    this.#options.log.warn({ area: 'ledger', err: error }, 'settlement batch failed; recovering');
    const flights = this.#inFlight;
    this.#inFlight = [];
    try {
      const newLease = await this.#retakeLease();
      // Every batch sent so far has committed by now or never will.
      this.#batchCount += 1;
      const committed = listCommitted(flights, newLease);
      for (const flight of committed) this.#deliverBatch(flight);
      const uncommitted = flights.filter((flight) => !committed.includes(flight));
      await this.#settleAgain(uncommitted.flatMap((flight) => flight.entries));
      await this.#projections.reload();
    } catch (failure) {
      this.#options.log.error({ area: 'ledger', err: failure }, 'no longer the writer');
      for (const flight of flights)
        for (const entry of flight.entries) entry.reject(createUnavailableError());
      this.#becomeReader();
    } finally {
      this.#isRecovering = false;
    }
    this.#schedulePump();
  }

  /** Settles the commands of a failed batch: repeated keys first, then in halves until the faulty command is alone. */
  async #settleAgain(failedEntries: readonly QueuedCommand[]): Promise<void> {
    if (failedEntries.length === 0) return;
    await this.#projections.reload();
    for (const entry of failedEntries) entry.keyIsNew = false;
    const entries = await resolveRepeatedKeys(this.#keeper.client, failedEntries);
    if (entries.length === 0) return;
    await this.#loadMissingAccounts(entries);
    const { flight, lease, again } = this.#planEntries(entries);
    try {
      if (flight.plan.projectionError !== undefined) throw flight.plan.projectionError;
      if (!flight.plan.empty) await this.#sendBatch(this.#keeper.client, flight, lease);
      this.#deliverBatch(flight);
    } catch (error) {
      await this.#splitFailed(flight, error);
    }
    await this.#settleAgain(again);
  }

  async #splitFailed(flight: InFlightBatch, error: unknown): Promise<void> {
    const { entries } = flight;
    const newLease = await this.#retakeLease().catch((failure: unknown) => {
      for (const entry of entries) entry.reject(createUnavailableError());
      throw failure;
    });
    if (listCommitted([flight], newLease).length > 0) return this.#deliverBatch(flight);
    // The next half would only wait for the same outage.
    if (isOutage(error)) {
      for (const entry of entries) entry.reject(createUnavailableError());
      return;
    }
    if (entries.length === 1) {
      // It conflicted with another transaction, twice; the command is valid, and nothing was written.
      if (isTransactionConflict(error)) return (entries[0] as QueuedCommand).reject(createUnavailableError());
      this.#options.log.error({ area: 'ledger', err: error }, 'a command can not be written');
      return (entries[0] as QueuedCommand).reject(new AppError('INTERNAL_SERVER_ERROR'));
    }
    const half = entries.length >> 1;
    await this.#settleAgain(entries.slice(0, half));
    await this.#settleAgain(entries.slice(half));
  }

  async #loadMissingAccounts(entries: readonly QueuedCommand[]): Promise<void> {
    const missing = listMissingAccounts(entries, this.#cache);
    if (missing.length === 0) return;
    for (const state of await loadBalances(this.#keeper.client, missing))
      this.#cache.set(state.account.key, state);
  }

  #retakeLease(): Promise<Lease> {
    this.#discardMemory();
    return this.#keeper.retake();
  }

  #discardMemory(): void {
    this.#cache.clear();
    this.#commandQueue.discardLoads();
    this.#projections.invalidate();
  }

  /** Runs a few times per lease: renews it, or tries to acquire it. */
  async #renewOrAcquire(): Promise<void> {
    if (this.#isRecovering || this.#isStopped) return;
    if (this.#isCurrentWriter) {
      await this.#keeper.renew().catch((error: unknown) => this.#recover(error));
      return;
    }
    try {
      const isAcquired = await this.#keeper.acquire();
      if (!isAcquired) return;
      this.#isRefusalLogged = false;
      this.#discardMemory();
      await this.#projections.reload();
    } catch (err) {
      if (this.#keeper.lease) this.#options.log.warn({ area: 'ledger', err }, 'the ledger can not be read');
      if (isOfEarlierVersion(err)) this.#logRefusal(err as Error);
      await this.#keeper.releaseLease();
      return;
    }
    this.#isCurrentWriter = true;
    this.#batchCount += 1;
    this.#options.onRole?.(true);
  }

  /** Logs the refusal once: the lease is requested again and again. */
  #logRefusal({ message }: Error): void {
    if (!this.#isRefusalLogged)
      this.#options.log.error({ area: 'ledger', event: 'version refused' }, message);
    this.#isRefusalLogged = true;
  }

  #becomeReader(): void {
    this.#isCurrentWriter = false;
    this.#keeper.lease = null;
    this.#discardMemory();
    this.#commandQueue.refuseAll();
    this.#options.onRole?.(false);
  }
}

const createUnavailableError = () => new AppError('SERVICE_UNAVAILABLE');
const pauseBriefly = () => new Promise((resolve) => setTimeout(resolve, 5));

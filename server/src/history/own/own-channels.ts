import type { Bus } from '../../platform/bus/bus.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { InitialState, PrivateChannelSource } from '../../platform/http/stream/channel.ts';
import type { Stream } from '../../platform/http/stream/stream.ts';
import type { Log } from '../../platform/log.ts';
import { createOwnDataReader, type OwnDataReader } from './own-parts.ts';
import {
  findChangedBalances,
  findFills,
  type LedgerPosition,
  readInSnapshot,
  readLedgerPosition,
} from './own-store.ts';

export type OwnName = 'balances' | 'fills' | 'open-orders';
const NAMES: readonly OwnName[] = ['balances', 'fills', 'open-orders'];

interface PendingSubscription {
  userId: string;
  name: OwnName;
  since: number | null;
  join(first: InitialState): void;
  resolve(): void;
  reject(error: unknown): void;
}

interface Deps {
  db: Db;
  bus: Bus;
  log: Log;
  stream: Pick<Stream, 'openOwnChannel' | 'publishOwn' | 'hasReader'>;
}

/** Polling interval while there are changes; and without any announcement. */
const ACTIVE_INTERVAL_MS = 25;
const IDLE_INTERVAL_MS = 1_000;
/** Maximum number of a person's orders per round: the others come with the next. */
const MAX_ORDERS = 1_000;

/**
 * Channels of a person's own balances, fills and orders. While there are readers, this process polls the end of the
 * ledger: in one snapshot it reads whose money has moved since its last round, their present balances and the new
 * fills. So each message is the state at one batch of the ledger, whichever server publishes it, and trading isn't
 * slowed down. Messages of the bus only trigger a round; for orders they say which.
 */
export class OwnChannels {
  readonly #deps: Deps;
  /** Numbers of the last messages, by channel and person. */
  readonly #lastSequences: Record<OwnName, Map<string, number>> = {
    balances: new Map(),
    fills: new Map(),
    'open-orders': new Map(),
  };
  /** Changed orders of people that weren't published yet. */
  readonly #pendingOrders = new Map<string, Set<string>>();
  /** Orders that the current round will publish. */
  #ordersInRound = new Map<string, Set<string>>();
  /** People whose open orders are being read for the first time: changes in the meantime are published afterwards. */
  readonly #initialReads = new Set<string>();
  #pendingSubscriptions: PendingSubscription[] = [];
  /** Position up to which the ledger was read; null: there are no readers. */
  #head: LedgerPosition | null = null;
  #timer: NodeJS.Timeout | null = null;
  #nextRoundAt = Number.POSITIVE_INFINITY;
  #running: Promise<void> | null = null;
  #stopped = false;
  readonly #unsubscribe: (() => void)[];

  constructor(deps: Deps) {
    this.#deps = deps;
    const { bus, stream } = deps;
    for (const name of NAMES) stream.openOwnChannel(name, this.#createSource(name));
    this.#unsubscribe = [
      bus.subscribe('wallets', ({ userId }) => {
        if (this.#lastSequences.balances.has(userId)) this.#scheduleRound(ACTIVE_INTERVAL_MS);
      }),
      bus.subscribe('orders', ({ userId, order }) =>
        this.#handleOrderChange(userId, (order as { id: string }).id),
      ),
    ];
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  #createSource(name: OwnName): PrivateChannelSource {
    return {
      begin: (userId, since, join) =>
        new Promise((resolve, reject) => {
          if (name === 'open-orders') this.#initialReads.add(userId);
          this.#pendingSubscriptions.push({ userId, name, since, join, resolve, reject });
          this.#scheduleRound(0);
        }),
    };
  }

  #handleOrderChange(userId: string, orderId: string): void {
    if (this.#lastSequences.fills.has(userId)) this.#scheduleRound(ACTIVE_INTERVAL_MS);
    if (!this.#initialReads.has(userId) && !this.#lastSequences['open-orders'].has(userId)) return;
    const ids = this.#pendingOrders.get(userId) ?? new Set();
    this.#pendingOrders.set(userId, ids.add(orderId));
    this.#scheduleRound(ACTIVE_INTERVAL_MS);
  }

  /** Schedules a round within this many milliseconds. */
  #scheduleRound(ms: number): void {
    const roundAt = performance.now() + ms;
    if (this.#stopped || roundAt >= this.#nextRoundAt) return;
    this.#nextRoundAt = roundAt;
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#running) return;
    this.#timer = setTimeout(() => this.#startRound(), ms).unref();
  }

  #startRound(): void {
    this.#nextRoundAt = Number.POSITIVE_INFINITY;
    this.#timer = null;
    const subscriptions = this.#pendingSubscriptions;
    this.#pendingSubscriptions = [];
    this.#running = this.#runRound(subscriptions)
      .catch((err: unknown) => {
        this.#deps.log.warn({ area: 'own channels', err }, 'the end of the ledger was not read');
        for (const [userId, ids] of this.#ordersInRound)
          this.#pendingOrders.set(userId, new Set([...ids, ...(this.#pendingOrders.get(userId) ?? [])]));
        for (const { userId, reject } of subscriptions) {
          this.#initialReads.delete(userId);
          reject(err);
        }
      })
      .finally(() => {
        this.#running = null;
        this.#ordersInRound = new Map();
        const delayMs = Math.max(0, Math.min(this.#nextRoundAt - performance.now(), IDLE_INTERVAL_MS));
        this.#nextRoundAt = Number.POSITIVE_INFINITY;
        if (this.#head || this.#pendingSubscriptions.length > 0)
          this.#scheduleRound(this.#pendingSubscriptions.length > 0 ? 0 : delayMs);
      });
  }

  /** Publishes new changes to existing readers first; then new readers start from there. */
  async #runRound(subscriptions: readonly PendingSubscription[]): Promise<void> {
    this.#removeFormerReaders();
    const readers = this.#listReaders();
    if (subscriptions.length === 0 && NAMES.every((name) => readers[name].length === 0)) {
      this.#head = null;
      return;
    }
    const orders = this.#takePendingOrders(readers['open-orders']);
    this.#ordersInRound = orders;
    const { db } = this.#deps;
    const publishRound = await readInSnapshot(db, async (tx) => {
      const head = await readLedgerPosition(tx);
      const reader = createOwnDataReader(tx, head);
      const updates = this.#head
        ? await this.#readUpdates(tx, this.#head, head, readers, reader, orders)
        : [];
      const initialData: {
        opening: PendingSubscription;
        first: Awaited<ReturnType<OwnDataReader['readInitial']>>;
      }[] = [];
      for (const opening of subscriptions)
        initialData.push({ opening, first: await reader.readInitial(opening) });
      return () => {
        this.#head = head;
        for (const { name, userId, data } of updates) this.#publish(name, userId, data, head.batch);
        for (const { opening, first } of initialData) this.#completeSubscription(opening, first, head.batch);
      };
    });
    publishRound();
  }

  async #readUpdates(
    tx: Tx,
    before: LedgerPosition,
    head: LedgerPosition,
    readers: Record<OwnName, string[]>,
    reader: OwnDataReader,
    orders: ReadonlyMap<string, ReadonlySet<string>>,
  ): Promise<{ name: OwnName; userId: string; data: unknown[] }[]> {
    const changedBalances = await findChangedBalances(tx, readers.balances, before.transfer, head.transfer);
    const keys = [];
    for (const [market, { coin, quote, fill }] of head.fills) {
      const after = before.fills.get(market)?.fill ?? 0n;
      keys.push(...(await findFills(tx, readers.fills, { coin, quote, after, through: fill })));
    }
    return [
      ...(await reader.readBalances(changedBalances)).map((balanceUpdate) => ({
        name: 'balances' as const,
        ...balanceUpdate,
      })),
      ...(await reader.readFills(keys)).map((fillUpdate) => ({ name: 'fills' as const, ...fillUpdate })),
      ...(await reader.readOrders(orders)).map((orderUpdate) => ({
        name: 'open-orders' as const,
        ...orderUpdate,
      })),
    ];
  }

  #publish(name: OwnName, userId: string, data: unknown[], batch: number): void {
    const prev = this.#lastSequences[name].get(userId);
    if (prev === undefined || data.length === 0) return;
    // An order may be announced after its batch was processed: its message gets a later number all the same.
    const seq = Math.max(batch, prev + 1);
    this.#lastSequences[name].set(userId, seq);
    this.#deps.stream.publishOwn(userId, name, data, { seq, prev });
  }

  #completeSubscription(
    { name, userId, join, resolve }: PendingSubscription,
    { data, since }: { data: unknown; since: number | null },
    batch: number,
  ): void {
    const lastSequence = this.#lastSequences[name].get(userId);
    const seq = Math.max(batch, lastSequence ?? 0);
    if (lastSequence === undefined) this.#lastSequences[name].set(userId, seq);
    this.#initialReads.delete(userId);
    join({ seq, ...(since !== null && { prev: since }), data });
    resolve();
  }

  #listReaders(): Record<OwnName, string[]> {
    const readersOf = (name: OwnName) => [...this.#lastSequences[name].keys()];
    return {
      balances: readersOf('balances'),
      fills: readersOf('fills'),
      'open-orders': readersOf('open-orders'),
    };
  }

  #takePendingOrders(readers: readonly string[]): Map<string, Set<string>> {
    const takenOrders = new Map<string, Set<string>>();
    for (const userId of readers) {
      const ids = [...(this.#pendingOrders.get(userId) ?? [])];
      if (ids.length === 0) continue;
      takenOrders.set(userId, new Set(ids.slice(0, MAX_ORDERS)));
      const remaining = ids.slice(MAX_ORDERS);
      if (remaining.length > 0) this.#scheduleRound(ACTIVE_INTERVAL_MS);
      if (remaining.length > 0) this.#pendingOrders.set(userId, new Set(remaining));
      else this.#pendingOrders.delete(userId);
    }
    return takenOrders;
  }

  #removeFormerReaders(): void {
    for (const name of NAMES)
      for (const userId of this.#lastSequences[name].keys())
        if (!this.#deps.stream.hasReader(userId, name)) {
          this.#lastSequences[name].delete(userId);
          if (name === 'open-orders') this.#pendingOrders.delete(userId);
        }
  }
}

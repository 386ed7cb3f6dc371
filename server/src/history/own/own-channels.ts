import type { Bus } from '../../platform/bus/bus.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Beginning, OwnSource } from '../../platform/http/stream/channel.ts';
import type { Stream } from '../../platform/http/stream/stream.ts';
import type { Log } from '../../platform/log.ts';
import { type OwnParts, openParts } from './own-parts.ts';
import { atOnce, fillsBetween, type Head, movedBetween, readHead } from './own-store.ts';

export type OwnName = 'balances' | 'fills' | 'open-orders';
const NAMES: readonly OwnName[] = ['balances', 'fills', 'open-orders'];

interface Opening {
  userId: string;
  name: OwnName;
  since: number | null;
  join(first: Beginning): void;
  done(): void;
  failed(error: unknown): void;
}

interface Deps {
  db: Db;
  bus: Bus;
  log: Log;
  stream: Pick<Stream, 'openOwnChannel' | 'publishOwn' | 'isReadBy'>;
}

/** Polling interval while there are changes; and without any announcement. */
const ROUND_MS = 25;
const LOOK_MS = 1_000;
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
  readonly #told: Record<OwnName, Map<string, number>> = {
    balances: new Map(),
    fills: new Map(),
    'open-orders': new Map(),
  };
  /** Changed orders of people that weren't published yet. */
  readonly #orders = new Map<string, Set<string>>();
  /** Orders that the current round will publish. */
  #taken = new Map<string, Set<string>>();
  /** People whose open orders are being read for the first time: changes in the meantime are published afterwards. */
  readonly #beginning = new Set<string>();
  #openings: Opening[] = [];
  /** Position up to which the ledger was read; null: there are no readers. */
  #head: Head | null = null;
  #timer: NodeJS.Timeout | null = null;
  #due = Number.POSITIVE_INFINITY;
  #running: Promise<void> | null = null;
  #stopped = false;
  readonly #unsubscribe: (() => void)[];

  constructor(deps: Deps) {
    this.#deps = deps;
    const { bus, stream } = deps;
    for (const name of NAMES) stream.openOwnChannel(name, this.#source(name));
    this.#unsubscribe = [
      bus.subscribe('wallets', ({ userId }) => {
        if (this.#told.balances.has(userId)) this.#lookIn(ROUND_MS);
      }),
      bus.subscribe('orders', ({ userId, order }) => this.#hear(userId, (order as { id: string }).id)),
    ];
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const stop of this.#unsubscribe) stop();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  #source(name: OwnName): OwnSource {
    return {
      begin: (userId, since, join) =>
        new Promise((done, failed) => {
          if (name === 'open-orders') this.#beginning.add(userId);
          this.#openings.push({ userId, name, since, join, done, failed });
          this.#lookIn(0);
        }),
    };
  }

  #hear(userId: string, orderId: string): void {
    if (this.#told.fills.has(userId)) this.#lookIn(ROUND_MS);
    if (!this.#beginning.has(userId) && !this.#told['open-orders'].has(userId)) return;
    const ids = this.#orders.get(userId) ?? new Set();
    this.#orders.set(userId, ids.add(orderId));
    this.#lookIn(ROUND_MS);
  }

  /** Schedules a round within this many milliseconds. */
  #lookIn(ms: number): void {
    const due = performance.now() + ms;
    if (this.#stopped || due >= this.#due) return;
    this.#due = due;
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#running) return;
    this.#timer = setTimeout(() => this.#look(), ms).unref();
  }

  #look(): void {
    this.#due = Number.POSITIVE_INFINITY;
    this.#timer = null;
    const openings = this.#openings;
    this.#openings = [];
    this.#running = this.#round(openings)
      .catch((err: unknown) => {
        this.#deps.log.warn({ area: 'own channels', err }, 'the end of the ledger was not read');
        for (const [userId, ids] of this.#taken)
          this.#orders.set(userId, new Set([...ids, ...(this.#orders.get(userId) ?? [])]));
        for (const { userId, failed } of openings) {
          this.#beginning.delete(userId);
          failed(err);
        }
      })
      .finally(() => {
        this.#running = null;
        this.#taken = new Map();
        const waits = Math.max(0, Math.min(this.#due - performance.now(), LOOK_MS));
        this.#due = Number.POSITIVE_INFINITY;
        if (this.#head || this.#openings.length > 0) this.#lookIn(this.#openings.length > 0 ? 0 : waits);
      });
  }

  /** Publishes new changes to existing readers first; then new readers start from there. */
  async #round(openings: readonly Opening[]): Promise<void> {
    this.#forgetWhoLeft();
    const readers = this.#readers();
    if (openings.length === 0 && NAMES.every((name) => readers[name].length === 0)) {
      this.#head = null;
      return;
    }
    const orders = this.#takeOrders(readers['open-orders']);
    this.#taken = orders;
    const { db } = this.#deps;
    const tell = await atOnce(db, async (tx) => {
      const head = await readHead(tx);
      const parts = openParts(tx, head);
      const updates = this.#head ? await this.#updates(tx, this.#head, head, readers, parts, orders) : [];
      const begins: { opening: Opening; first: Awaited<ReturnType<OwnParts['begin']>> }[] = [];
      for (const opening of openings) begins.push({ opening, first: await parts.begin(opening) });
      return () => {
        this.#head = head;
        for (const { name, userId, data } of updates) this.#publish(name, userId, data, head.batch);
        for (const { opening, first } of begins) this.#join(opening, first, head.batch);
      };
    });
    tell();
  }

  async #updates(
    tx: Tx,
    before: Head,
    head: Head,
    readers: Record<OwnName, string[]>,
    parts: OwnParts,
    orders: ReadonlyMap<string, ReadonlySet<string>>,
  ): Promise<{ name: OwnName; userId: string; data: unknown[] }[]> {
    const moved = await movedBetween(tx, readers.balances, before.transfer, head.transfer);
    const keys = [];
    for (const [market, { coin, quote, fill }] of head.fills) {
      const after = before.fills.get(market)?.fill ?? 0n;
      keys.push(...(await fillsBetween(tx, readers.fills, { coin, quote, after, through: fill })));
    }
    return [
      ...(await parts.balances(moved)).map((of) => ({ name: 'balances' as const, ...of })),
      ...(await parts.fills(keys)).map((of) => ({ name: 'fills' as const, ...of })),
      ...(await parts.orders(orders)).map((of) => ({ name: 'open-orders' as const, ...of })),
    ];
  }

  #publish(name: OwnName, userId: string, data: unknown[], batch: number): void {
    const prev = this.#told[name].get(userId);
    if (prev === undefined || data.length === 0) return;
    // An order may be announced after its batch was processed: its message gets a later number all the same.
    const seq = Math.max(batch, prev + 1);
    this.#told[name].set(userId, seq);
    this.#deps.stream.publishOwn(userId, name, data, { seq, prev });
  }

  #join(
    { name, userId, join, done }: Opening,
    { data, since }: { data: unknown; since: number | null },
    batch: number,
  ): void {
    const told = this.#told[name].get(userId);
    const seq = Math.max(batch, told ?? 0);
    if (told === undefined) this.#told[name].set(userId, seq);
    this.#beginning.delete(userId);
    join({ seq, ...(since !== null && { prev: since }), data });
    done();
  }

  #readers(): Record<OwnName, string[]> {
    const of = (name: OwnName) => [...this.#told[name].keys()];
    return { balances: of('balances'), fills: of('fills'), 'open-orders': of('open-orders') };
  }

  #takeOrders(readers: readonly string[]): Map<string, Set<string>> {
    const taken = new Map<string, Set<string>>();
    for (const userId of readers) {
      const ids = [...(this.#orders.get(userId) ?? [])];
      if (ids.length === 0) continue;
      taken.set(userId, new Set(ids.slice(0, MAX_ORDERS)));
      const rest = ids.slice(MAX_ORDERS);
      if (rest.length > 0) this.#lookIn(ROUND_MS);
      if (rest.length > 0) this.#orders.set(userId, new Set(rest));
      else this.#orders.delete(userId);
    }
    return taken;
  }

  #forgetWhoLeft(): void {
    for (const name of NAMES)
      for (const userId of this.#told[name].keys())
        if (!this.#deps.stream.isReadBy(userId, name)) {
          this.#told[name].delete(userId);
          if (name === 'open-orders') this.#orders.delete(userId);
        }
  }
}

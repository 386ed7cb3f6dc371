import type { Order } from '@sarraf/domain/contracts';
import type { WebSocket } from 'ws';
import type { Bus, RemoteSubscription } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { KeyCaller } from '../platform/http/keys/key-gate.ts';
import { AddressShares } from '../platform/http/sockets.ts';
import { watchBeat } from './beat.ts';
import { type Reported, reportedOf, reportsOf } from './execution-reports.ts';
import { BinanceFailure } from './failures.ts';
import { isDone, listEvent, type OrderList } from './order-lists/list-shape.ts';

/** Maximum number of connections, in total and of one person. */
const MOST = 2_000;
const MAX_PER_USER = 20;
/** A connection that has not subscribed by then is closed. */
const SIGN_IN_MS = 10_000;
/** Maximum size of a connection's unsent messages. */
const MAX_WAITING = 1_000_000;
const LONGEST = 10_000;
/** Ended orders are dropped; no one has more open ones. */
const MAX_ORDERS = 20_000;

interface Deps {
  bus: Bus;
  clock: Clock;
  /** Returns the caller that signed these parameters. BinanceFailure: none, or without READ. */
  signIn(params: Readonly<Record<string, unknown>>, ip: string): Promise<KeyCaller>;
  /** Returns the caller as of now; null: the key is no longer valid. */
  recheck(caller: KeyCaller): Promise<unknown>;
  openOrders(caller: KeyCaller, ip: string): Promise<Order[]>;
  /** Returns a person's list by the id of its group, as it is now; null: there is none. */
  listOf(userId: string, group: string): Promise<OrderList | null>;
}

interface Reader {
  socket: WebSocket;
  caller: KeyCaller;
  following: RemoteSubscription;
  told: Map<string, Reported>;
  /** Groups that had an open order when they were last reported. */
  lists: Set<string>;
}

/**
 * Binance's WebSocket API as far as needed to follow one's own orders: `userDataStream.subscribe.signature`, `ping`
 * and `time`. A subscription starts with the orders then open, which aren't reported; everything afterwards is.
 */
export class UserStreams {
  readonly #deps: Deps;
  readonly #readers = new Map<string, Set<Reader>>();
  readonly #shares: AddressShares;
  #connections = 0;
  #reports = 0;

  constructor(deps: Deps & { mostPerAddress: number }) {
    this.#deps = deps;
    this.#shares = new AddressShares(deps.mostPerAddress);
    deps.bus.subscribe('orders', ({ userId, order }) => this.#tell(userId, order as Order));
    deps.bus.subscribe('user', ({ userId }) => void this.#judge(userId));
    // Events may have been lost: clients reconnect and start again.
    deps.bus.subscribe('missed', () => {
      for (const readers of this.#readers.values()) for (const reader of readers) this.#end(reader);
    });
  }

  connect(socket: WebSocket, ip: string): void {
    const giveBack = this.#connections < MOST ? this.#shares.take(ip) : null;
    if (!giveBack) return socket.close(1013, 'FULL');
    this.#connections += 1;
    let reader: Reader | null = null;
    const late = setTimeout(() => reader ?? socket.close(1008, 'NOT_SUBSCRIBED'), SIGN_IN_MS).unref();
    const stopBeat = watchBeat(socket);
    // One message after another, so that a connection doesn't subscribe twice.
    let before: Promise<unknown> = Promise.resolve();
    socket.on('error', () => socket.terminate());
    socket.on('message', (data) => {
      const text = String(data);
      before = before.then(async () => {
        reader = await this.#answer(socket, ip, reader, text);
      });
    });
    socket.on('close', () => {
      clearTimeout(late);
      stopBeat();
      giveBack();
      this.#connections -= 1;
      void before.then(() => reader && this.#leave(reader));
    });
  }

  async #answer(socket: WebSocket, ip: string, reader: Reader | null, text: string): Promise<Reader | null> {
    const message = readRequest(text);
    if (message === null) {
      socket.close(1003, 'BAD_REQUEST');
      return reader;
    }
    const { id, method, params } = message;
    const say = (answer: object) => socket.send(JSON.stringify({ id, ...answer, rateLimits: [] }));
    try {
      if (method === 'ping') say({ status: 200, result: {} });
      else if (method === 'time') say({ status: 200, result: { serverTime: this.#deps.clock.now() } });
      else if (method === 'userDataStream.subscribe.signature') {
        if (reader) throw new BinanceFailure(-2035, 'User Data Stream subscription already active.');
        const joined = await this.#join(socket, ip, params);
        say({ status: 200, result: { subscriptionId: 0 } });
        return joined;
      } else if (method === 'userDataStream.unsubscribe') {
        if (!reader) throw new BinanceFailure(-2036, 'User Data Stream subscription not active.');
        this.#leave(reader);
        say({ status: 200, result: {} });
        return null;
      } else throw new BinanceFailure(-1020, 'This operation is not supported.');
    } catch (error) {
      const failure =
        error instanceof BinanceFailure
          ? error
          : new BinanceFailure(-1000, 'An unknown error occurred while processing the request.', {
              status: 500,
            });
      say({ status: failure.status, error: failure.body });
    }
    return reader;
  }

  async #join(socket: WebSocket, ip: string, params: Readonly<Record<string, unknown>>): Promise<Reader> {
    const caller = await this.#deps.signIn(params, ip);
    const { userId } = caller;
    const all = this.#readers.get(userId) ?? new Set();
    if (all.size >= MAX_PER_USER) throw new BinanceFailure(-1191, 'Too many subscriptions.');
    const following = this.#deps.bus.follow(`person.${userId}`);
    const reader: Reader = { socket, caller, following, told: new Map(), lists: new Set() };
    this.#readers.set(userId, all.add(reader));
    try {
      await following.ready;
      const open = await this.#deps.openOrders(caller, ip);
      // What was reported in the meantime is newer than what was read.
      for (const order of open) {
        if (!reader.told.has(order.id)) reader.told.set(order.id, reportedOf(order));
        if (order.group !== null) reader.lists.add(order.group);
      }
    } catch (error) {
      this.#leave(reader);
      throw error;
    }
    return reader;
  }

  #leave(reader: Reader): void {
    const { userId } = reader.caller;
    const all = this.#readers.get(userId);
    if (!all?.delete(reader)) return;
    reader.following.stop();
    if (all.size === 0) this.#readers.delete(userId);
  }

  #tell(userId: string, order: Order): void {
    const readers = this.#readers.get(userId);
    // Quick trades are no order book orders.
    if (!readers || order.orderType.startsWith('EXCHANGE')) return;
    const now = this.#deps.clock.now();
    for (const reader of readers) {
      const events = reportsOf(reader.told.get(order.id) ?? null, order, now, () => this.#next());
      if (order.orderStatus === 'IS_OPEN' && reader.told.size < MAX_ORDERS)
        reader.told.set(order.id, reportedOf(order));
      else reader.told.delete(order.id);
      for (const event of events) this.#send(reader, event);
    }
    if (order.group !== null) void this.#tellList(userId, order.group, order.orderStatus === 'IS_OPEN');
  }

  /** A list is reported when it is placed, and when none of its orders is open. */
  async #tellList(userId: string, group: string, isOpen: boolean): Promise<void> {
    const meant = [...(this.#readers.get(userId) ?? [])].filter(({ lists }) => lists.has(group) !== isOpen);
    if (meant.length === 0) return;
    if (isOpen) for (const { lists } of meant) lists.add(group);
    try {
      const list = await this.#deps.listOf(userId, group);
      if (list === null || isDone(list) === isOpen) return;
      const event = listEvent(list, this.#deps.clock.now());
      for (const reader of meant) if (isOpen || reader.lists.delete(group)) this.#send(reader, event);
    } catch {
      for (const reader of meant) this.#end(reader);
    }
  }

  #next(): number {
    this.#reports += 1;
    return this.#reports;
  }

  #send(reader: Reader, event: object): void {
    if (reader.socket.bufferedAmount > MAX_WAITING) return this.#end(reader);
    reader.socket.send(JSON.stringify({ subscriptionId: 0, event }));
  }

  /** The person has changed: their key may have been revoked. */
  async #judge(userId: string): Promise<void> {
    for (const reader of [...(this.#readers.get(userId) ?? [])]) {
      const still = await this.#deps.recheck(reader.caller).catch(() => null);
      if (still === null) this.#end(reader);
    }
  }

  #end(reader: Reader): void {
    this.#leave(reader);
    const event = { e: 'eventStreamTerminated', E: this.#deps.clock.now() };
    if (reader.socket.bufferedAmount <= MAX_WAITING)
      reader.socket.send(JSON.stringify({ subscriptionId: 0, event }));
    reader.socket.close(1008, 'SESSION_ENDED');
  }
}

function readRequest(
  text: string,
): { id: string | number | null; method: string; params: Record<string, unknown> } | null {
  if (text.length > LONGEST) return null;
  try {
    const { id = null, method, params = {} } = JSON.parse(text) as Record<string, unknown>;
    const isId = id === null || typeof id === 'string' || typeof id === 'number';
    if (!isId || typeof method !== 'string' || typeof params !== 'object' || params === null) return null;
    return { id, method, params: params as Record<string, unknown> };
  } catch {
    return null;
  }
}

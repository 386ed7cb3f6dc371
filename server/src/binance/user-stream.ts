import type { Order } from '@sarraf/domain/contracts';
import type { WebSocket } from 'ws';
import type { Bus, RemoteSubscription } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { KeyCaller } from '../platform/http/keys/key-gate.ts';
import { AddressShares } from '../platform/http/sockets.ts';
import { buildExecutionReports, type ReportedState, reportedStateOf } from './execution-reports.ts';
import { BinanceFailure } from './failures.ts';
import { watchHeartbeat } from './heartbeat.ts';
import { isDone, listEvent, type OrderList } from './order-lists/list-shape.ts';

/** Maximum number of connections, in total and of one person. */
const MAX_CONNECTIONS = 2_000;
const MAX_PER_USER = 20;
/** A connection that has not subscribed by then is closed. */
const SIGN_IN_MS = 10_000;
/** Maximum size of a connection's unsent messages. */
const MAX_UNSENT_BYTES = 1_000_000;
const MAX_MESSAGE_LENGTH = 10_000;
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
  findList(userId: string, group: string): Promise<OrderList | null>;
}

interface StreamClient {
  socket: WebSocket;
  caller: KeyCaller;
  following: RemoteSubscription;
  reportedStates: Map<string, ReportedState>;
  /** Groups that had an open order when they were last reported. */
  lists: Set<string>;
}

/**
 * Binance's WebSocket API as far as needed to follow one's own orders: `userDataStream.subscribe.signature`, `ping`
 * and `time`. A subscription starts with the orders then open, which aren't reported; everything afterwards is.
 */
export class UserStreams {
  readonly #deps: Deps;
  readonly #clients = new Map<string, Set<StreamClient>>();
  readonly #shares: AddressShares;
  #connections = 0;
  #lastReportId = 0;

  constructor(deps: Deps & { mostPerAddress: number }) {
    this.#deps = deps;
    this.#shares = new AddressShares(deps.mostPerAddress);
    deps.bus.subscribe('orders', ({ userId, order }) => this.#reportOrder(userId, order as Order));
    deps.bus.subscribe('user', ({ userId }) => void this.#recheckClients(userId));
    // Events may have been lost: clients reconnect and start again.
    deps.bus.subscribe('missed', () => {
      for (const clients of this.#clients.values()) for (const client of clients) this.#endStream(client);
    });
  }

  connect(socket: WebSocket, ip: string): void {
    const releaseShare = this.#connections < MAX_CONNECTIONS ? this.#shares.reserve(ip) : null;
    if (!releaseShare) return socket.close(1013, 'FULL');
    this.#connections += 1;
    let client: StreamClient | null = null;
    const signInTimer = setTimeout(() => client ?? socket.close(1008, 'NOT_SUBSCRIBED'), SIGN_IN_MS).unref();
    const stopHeartbeat = watchHeartbeat(socket);
    // One message after another, so that a connection doesn't subscribe twice.
    let previousMessage: Promise<unknown> = Promise.resolve();
    socket.on('error', () => socket.terminate());
    socket.on('message', (data) => {
      const text = String(data);
      previousMessage = previousMessage.then(async () => {
        client = await this.#handleMessage(socket, ip, client, text);
      });
    });
    socket.on('close', () => {
      clearTimeout(signInTimer);
      stopHeartbeat();
      releaseShare();
      this.#connections -= 1;
      void previousMessage.then(() => client && this.#removeClient(client));
    });
  }

  async #handleMessage(
    socket: WebSocket,
    ip: string,
    client: StreamClient | null,
    text: string,
  ): Promise<StreamClient | null> {
    const message = readRequest(text);
    if (message === null) {
      socket.close(1003, 'BAD_REQUEST');
      return client;
    }
    const { id, method, params } = message;
    const respond = (response: object) => socket.send(JSON.stringify({ id, ...response, rateLimits: [] }));
    try {
      if (method === 'ping') respond({ status: 200, result: {} });
      else if (method === 'time') respond({ status: 200, result: { serverTime: this.#deps.clock.now() } });
      else if (method === 'userDataStream.subscribe.signature') {
        if (client) throw new BinanceFailure(-2035, 'User Data Stream subscription already active.');
        const joinedClient = await this.#join(socket, ip, params);
        respond({ status: 200, result: { subscriptionId: 0 } });
        return joinedClient;
      } else if (method === 'userDataStream.unsubscribe') {
        if (!client) throw new BinanceFailure(-2036, 'User Data Stream subscription not active.');
        this.#removeClient(client);
        respond({ status: 200, result: {} });
        return null;
      } else throw new BinanceFailure(-1020, 'This operation is not supported.');
    } catch (error) {
      const failure =
        error instanceof BinanceFailure
          ? error
          : new BinanceFailure(-1000, 'An unknown error occurred while processing the request.', {
              status: 500,
            });
      respond({ status: failure.status, error: failure.body });
    }
    return client;
  }

  async #join(
    socket: WebSocket,
    ip: string,
    params: Readonly<Record<string, unknown>>,
  ): Promise<StreamClient> {
    const caller = await this.#deps.signIn(params, ip);
    const { userId } = caller;
    const userClients = this.#clients.get(userId) ?? new Set();
    if (userClients.size >= MAX_PER_USER) throw new BinanceFailure(-1191, 'Too many subscriptions.');
    const subscription = this.#deps.bus.follow(`person.${userId}`);
    const client: StreamClient = {
      socket,
      caller,
      following: subscription,
      reportedStates: new Map(),
      lists: new Set(),
    };
    this.#clients.set(userId, userClients.add(client));
    try {
      await subscription.ready;
      const openOrders = await this.#deps.openOrders(caller, ip);
      // What was reported in the meantime is newer than what was read.
      for (const order of openOrders) {
        if (!client.reportedStates.has(order.id)) client.reportedStates.set(order.id, reportedStateOf(order));
        if (order.group !== null) client.lists.add(order.group);
      }
    } catch (error) {
      this.#removeClient(client);
      throw error;
    }
    return client;
  }

  #removeClient(client: StreamClient): void {
    const { userId } = client.caller;
    const userClients = this.#clients.get(userId);
    if (!userClients?.delete(client)) return;
    client.following.stop();
    if (userClients.size === 0) this.#clients.delete(userId);
  }

  #reportOrder(userId: string, order: Order): void {
    const clients = this.#clients.get(userId);
    // Quick trades are no order book orders.
    if (!clients || order.orderType.startsWith('EXCHANGE')) return;
    const now = this.#deps.clock.now();
    for (const client of clients) {
      const events = buildExecutionReports(client.reportedStates.get(order.id) ?? null, order, now, () =>
        this.#nextReportId(),
      );
      if (order.orderStatus === 'IS_OPEN' && client.reportedStates.size < MAX_ORDERS)
        client.reportedStates.set(order.id, reportedStateOf(order));
      else client.reportedStates.delete(order.id);
      for (const event of events) this.#send(client, event);
    }
    if (order.group !== null) void this.#reportList(userId, order.group, order.orderStatus === 'IS_OPEN');
  }

  /** A list is reported when it is placed, and when none of its orders is open. */
  async #reportList(userId: string, group: string, isOpen: boolean): Promise<void> {
    const affectedClients = [...(this.#clients.get(userId) ?? [])].filter(
      ({ lists }) => lists.has(group) !== isOpen,
    );
    if (affectedClients.length === 0) return;
    if (isOpen) for (const { lists } of affectedClients) lists.add(group);
    try {
      const list = await this.#deps.findList(userId, group);
      if (list === null || isDone(list) === isOpen) return;
      const event = listEvent(list, this.#deps.clock.now());
      for (const client of affectedClients)
        if (isOpen || client.lists.delete(group)) this.#send(client, event);
    } catch {
      for (const failedClient of affectedClients) this.#endStream(failedClient);
    }
  }

  #nextReportId(): number {
    this.#lastReportId += 1;
    return this.#lastReportId;
  }

  #send(client: StreamClient, event: object): void {
    if (client.socket.bufferedAmount > MAX_UNSENT_BYTES) return this.#endStream(client);
    client.socket.send(JSON.stringify({ subscriptionId: 0, event }));
  }

  /** The person has changed: their key may have been revoked. */
  async #recheckClients(userId: string): Promise<void> {
    for (const client of [...(this.#clients.get(userId) ?? [])]) {
      const currentCaller = await this.#deps.recheck(client.caller).catch(() => null);
      if (currentCaller === null) this.#endStream(client);
    }
  }

  #endStream(client: StreamClient): void {
    this.#removeClient(client);
    const event = { e: 'eventStreamTerminated', E: this.#deps.clock.now() };
    if (client.socket.bufferedAmount <= MAX_UNSENT_BYTES)
      client.socket.send(JSON.stringify({ subscriptionId: 0, event }));
    client.socket.close(1008, 'SESSION_ENDED');
  }
}

function readRequest(
  text: string,
): { id: string | number | null; method: string; params: Record<string, unknown> } | null {
  if (text.length > MAX_MESSAGE_LENGTH) return null;
  try {
    const { id = null, method, params = {} } = JSON.parse(text) as Record<string, unknown>;
    const isId = id === null || typeof id === 'string' || typeof id === 'number';
    if (!isId || typeof method !== 'string' || typeof params !== 'object' || params === null) return null;
    return { id, method, params: params as Record<string, unknown> };
  } catch {
    return null;
  }
}

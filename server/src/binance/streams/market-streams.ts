import type { WebSocket } from 'ws';
import { AddressShares } from '../../platform/http/sockets.ts';
import { watchHeartbeat } from '../heartbeat.ts';
import { type EncodedEvent, type MarketFeedDeps, MarketFeeds } from './market-feeds.ts';
import { parseStream } from './stream-names.ts';

/** Maximum number of connections. */
const MAX_CONNECTIONS = 2_000;
/** Fewer than Binance's 1,024: enough for so few markets, and each candle's is read once a second. */
const MAX_STREAMS = 200;
/** Binance's limit. */
const MAX_MESSAGES_A_SECOND = 5;
/** A connection without subscriptions is closed after this time. */
const IDLE_MS = 60_000;
/** Maximum size of a connection's unsent messages. */
const MAX_UNSENT_BYTES = 1_000_000;
const MAX_MESSAGE_LENGTH = 64_000;

interface InitialStreams {
  /** Streams of the address, subscribed from the beginning. */
  names: readonly string[];
  /** Whether each event has the name of its stream. */
  combined: boolean;
}

interface StreamClient {
  readonly socket: WebSocket;
  readonly streams: Map<string, () => void>;
  combined: boolean;
  /** Number of messages in the current second. */
  messages: { second: number; count: number };
  idle: NodeJS.Timeout | undefined;
}

interface Message {
  id: string | number | null;
  method: string;
  params: unknown;
}

class MessageError extends Error {
  override readonly name = 'MessageError';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Binance's market streams (`web-socket-streams.md`), built from our own channels: by the address (`/ws/<stream>`,
 * `/stream?streams=<stream>/<stream>`) or by SUBSCRIBE, which refuses unknown streams.
 */
export class MarketStreams {
  readonly #feeds: MarketFeeds;
  readonly #shares: AddressShares;
  readonly #clock: MarketFeedDeps['clock'];
  readonly #log: MarketFeedDeps['log'];
  #connections = 0;

  constructor(deps: MarketFeedDeps & { mostPerAddress: number }) {
    this.#feeds = new MarketFeeds(deps);
    this.#shares = new AddressShares(deps.mostPerAddress);
    this.#clock = deps.clock;
    this.#log = deps.log;
  }

  connect(socket: WebSocket, ip: string, { names, combined }: InitialStreams): void {
    const releaseShare = this.#connections < MAX_CONNECTIONS ? this.#shares.reserve(ip) : null;
    if (!releaseShare) return socket.close(1013, 'FULL');
    this.#connections += 1;
    const client: StreamClient = {
      socket,
      combined,
      streams: new Map(),
      messages: { second: 0, count: 0 },
      idle: undefined,
    };
    const stopHeartbeat = watchHeartbeat(socket);
    socket.on('error', () => socket.terminate());
    socket.on('message', (data) => this.#receive(client, String(data)));
    socket.on('close', () => {
      releaseShare();
      stopHeartbeat();
      clearTimeout(client.idle);
      this.#connections -= 1;
      for (const stop of client.streams.values()) stop();
      client.streams.clear();
    });
    // Tools number their connections here, as Binance allows: `/ws/1` is no stream and isn't refused.
    const validNames = names.filter((name) => parseStream(name) !== null);
    this.#subscribe(client, validNames.slice(0, MAX_STREAMS));
    this.#watchIdle(client);
  }

  #receive(client: StreamClient, text: string): void {
    const { socket, messages } = client;
    const second = Math.floor(this.#clock.now() / 1000);
    messages.count = second === messages.second ? messages.count + 1 : 1;
    messages.second = second;
    if (messages.count > MAX_MESSAGES_A_SECOND) return socket.close(1008, 'TOO_MANY_REQUESTS');
    const message = readMessage(text);
    if (message === null) {
      socket.send(JSON.stringify({ error: { code: 3, msg: 'Invalid JSON: a request is expected' } }));
      return;
    }
    const { id } = message;
    try {
      socket.send(JSON.stringify({ result: this.#handleMessage(client, message), id }));
    } catch (error) {
      if (!(error instanceof MessageError)) {
        this.#log.error({ area: 'binance', err: error }, 'a subscription failed');
        return socket.terminate();
      }
      socket.send(JSON.stringify({ error: { code: error.code, msg: error.message }, id }));
    }
    this.#watchIdle(client);
  }

  #handleMessage(client: StreamClient, { method, params }: Message): unknown {
    switch (method) {
      case 'SUBSCRIBE':
        this.#subscribe(client, parseNames(params));
        return null;
      case 'UNSUBSCRIBE':
        for (const name of parseNames(params)) {
          client.streams.get(name)?.();
          client.streams.delete(name);
        }
        return null;
      case 'LIST_SUBSCRIPTIONS':
        return [...client.streams.keys()];
      case 'GET_PROPERTY':
        parseProperty(params);
        return client.combined;
      case 'SET_PROPERTY':
        client.combined = parseProperty(params);
        return null;
      default:
        throw new MessageError(2, 'Invalid request: unknown variant of method');
    }
  }

  /** Subscribes to all of them or none. */
  #subscribe(client: StreamClient, names: readonly string[]): void {
    const newStreams = new Map(
      names.map((name) => {
        const stream = parseStream(name);
        if (!stream) throw new MessageError(2, `Invalid request: no stream is called ${name.slice(0, 60)}`);
        return [name, stream];
      }),
    );
    for (const name of client.streams.keys()) newStreams.delete(name);
    if (client.streams.size + newStreams.size > MAX_STREAMS)
      throw new MessageError(2, `Invalid request: at most ${MAX_STREAMS} streams a connection`);
    for (const [name, stream] of newStreams)
      client.streams.set(
        name,
        this.#feeds.subscribe(name, stream, (event) => send(client, event)),
      );
  }

  #watchIdle(client: StreamClient): void {
    clearTimeout(client.idle);
    client.idle =
      client.streams.size > 0
        ? undefined
        : setTimeout(() => client.socket.close(1008, 'IDLE'), IDLE_MS).unref();
  }
}

function send({ socket, combined }: StreamClient, { raw, named }: EncodedEvent): void {
  if (socket.bufferedAmount > MAX_UNSENT_BYTES) return socket.terminate();
  socket.send(combined ? named : raw, { binary: false });
}

function readMessage(text: string): Message | null {
  if (text.length > MAX_MESSAGE_LENGTH) return null;
  try {
    const { id = null, method, params } = JSON.parse(text) as Record<string, unknown>;
    const isId = id === null || typeof id === 'string' || typeof id === 'number';
    return isId && typeof method === 'string' ? { id, method, params } : null;
  } catch {
    return null;
  }
}

function parseNames(params: unknown): string[] {
  const isNames = Array.isArray(params) && params.every((name) => typeof name === 'string');
  if (!isNames || params.length > MAX_STREAMS)
    throw new MessageError(2, 'Invalid request: params is to name streams');
  return params;
}

/** `["combined"]` for reading, `["combined", true]` for setting. */
function parseProperty(params: unknown): boolean {
  const [name, value = false] = Array.isArray(params) ? params : [];
  if (name !== 'combined' || typeof value !== 'boolean') throw new MessageError(0, 'Unknown property');
  return value;
}

import type { Socket } from 'node:net';
import { STREAM_CLOSES, type StreamClose } from '@sarraf/domain';
import type { ServerMessage } from '@sarraf/domain/contracts';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { type Bus, createBus } from '../../bus/bus.ts';
import type { Authenticate, Http } from '../http.ts';
import { assertOwnOrigin } from '../refuse-foreign-page.ts';
import { AddressShares } from '../sockets.ts';
import { forbidUnknownFields } from '../strict-contracts.ts';
import {
  type Channel,
  createChannel,
  encodeSnapshot,
  hasSubscribers,
  type Listener,
  type PrivateChannelSource,
  type Snapshot,
  type UpdateSequence,
} from './channel.ts';
import { StreamClient } from './client.ts';
import { Deliveries } from './deliveries.ts';
import { encodeFrame } from './frame.ts';
import { parseClientMessage } from './message.ts';
import { STREAM_PATH, StreamUsers } from './people.ts';

export const MAX_CHANNELS = 50;
/** Beyond this many, a new client replaces the one that has been connected longest without signing in. */
const MAX_CLIENTS = 10_000;
const PING_MS = 20_000;
/**
 * Clients are checked in this many parts, one after another: thousands of simultaneous pings would block everything
 * else.
 */
export const CHECK_PARTS = 20;
const CLOSE_TIMEOUT_MS = 2_000;
const SLOW_TIMEOUT_MS = 5_000;

interface Options {
  /** Maximum streams in total. */
  most?: number;
  /** Maximum streams of one client, whichever proxy carries them. */
  mostPerAddress?: number;
  pingMs?: number;
  /** How long a slow client may take to read what it was sent before, and why it was disconnected. */
  slowPatienceMs?: number;
  now?: () => number;
  /** Origin of our own pages, in addition to the requested host. */
  ownOrigin?: string;
  /** Called with the reason why each connection ended; GONE: closed by the client or its network. */
  onClose?: ((why: StreamClose | 'GONE') => void) | undefined;
  /** Set if there are other processes. */
  bus?: Pick<Bus, 'follow'>;
}

/**
 * WebSocket `/api/stream`: numbered channels; public messages are serialised once for all clients. Messages are
 * sent right after publication, in order, and all messages of one moment for a connection are written together.
 */
export class Stream {
  readonly #pingMs: number;
  readonly #channels = new Map<string, Channel>();
  readonly #users: StreamUsers;
  readonly #clients = new Set<StreamClient>();
  readonly #deliveries = new Deliveries((client) => this.#disconnectSlow(client));
  readonly #log: FastifyBaseLogger;
  /** Slow clients disconnected since the last log entry. */
  #slowCount = 0;
  #joinedCount = 0;
  #part = 0;
  readonly #shares: AddressShares;
  readonly #maxClients: number;
  readonly #slowPatienceMs: number;
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  readonly #onClose: (why: StreamClose | 'GONE') => void;

  constructor(http: Http, authenticate: Authenticate, options: Options = {}) {
    const { most = MAX_CLIENTS, mostPerAddress = most, pingMs = PING_MS, now = Date.now } = options;
    const { bus = createBus() } = options;
    this.#slowPatienceMs = options.slowPatienceMs ?? SLOW_TIMEOUT_MS;
    this.#users = new StreamUsers({ authenticate, gate: http.gate, bus });
    this.#pingMs = pingMs;
    this.#maxClients = most;
    this.#onClose = options.onClose ?? (() => {});
    this.#now = now;
    this.#shares = new AddressShares(mostPerAddress);
    this.#log = http.app.log;
    this.#timer = setInterval(() => this.checkClients(), pingMs / CHECK_PARTS).unref();
    http.app.register(async (scope) => {
      const schema = { querystring: forbidUnknownFields({ type: 'object' }) };
      const onRequest = async (request: FastifyRequest) => assertOwnOrigin(request, options.ownOrigin);
      scope.get(STREAM_PATH, { websocket: true, schema, onRequest }, (socket, request) =>
        this.#connect(socket, request.raw.socket, request.ip),
      );
    });
  }

  /**
   * Opens a public channel. If it numbers its own messages, `number` returns that of the current snapshot; the
   * snapshot is the state after the last update, and constant while its number is. `prepare` is awaited first.
   */
  openChannel(
    name: string,
    snapshot: Snapshot,
    number: (() => number) | null = null,
    prepare: (() => Promise<unknown>) | null = null,
  ): void {
    this.#channels.set(name, createChannel({ snapshot, number, prepare }));
  }

  /** Opens a private channel of each signed-in user. */
  openPrivateChannel(name: string): void {
    this.#channels.set(name, createChannel({}));
  }

  /** Opens a private channel with an initial state of its own, which numbers its messages: see PrivateChannelSource. */
  openOwnChannel(name: string, source: PrivateChannelSource): void {
    this.#channels.set(name, createChannel({ own: source }));
  }

  /** Opens a variant of a public channel for subscriptions with `checksum`; its messages have the same name. */
  openChecksumChannel(channelName: string, snapshot: Snapshot, number: () => number): void {
    const { prepare } = this.#getChannel(channelName);
    this.#channels.set(
      checksumName(channelName),
      createChannel({ snapshot, number, prepare, shownAs: channelName }),
    );
  }

  /**
   * Subscribes to a public channel within this process: a snapshot first, then the updates. Returns a function that
   * unsubscribes. `hear` must not fail, and must be quick: publishing waits for it.
   */
  listen(name: string, listener: Listener): () => void {
    const channel = this.#getChannel(name);
    let isEnded = false;
    const start = async () => {
      await channel.prepare?.();
      if (isEnded) return;
      const data = channel.snapshot?.();
      const seq = channel.number?.() ?? channel.seq;
      channel.listeners.add(listener);
      listener({ type: 'snapshot', seq, data });
    };
    start().catch((err: unknown) => this.#log.warn({ err, channel: name }, 'failed to start a channel'));
    return () => {
      isEnded = true;
      channel.listeners.delete(listener);
    };
  }

  /** Number of open connections. */
  get readers(): number {
    return this.#clients.size;
  }

  hasReaders(name: string): boolean {
    return hasSubscribers(this.#getChannel(name));
  }

  /** Whether the variant with checksums has readers. */
  hasChecksumReaders(channelName: string): boolean {
    return this.hasReaders(checksumName(channelName));
  }

  /** Whether any published message has not been written yet. */
  get writing(): boolean {
    return this.#deliveries.underWay;
  }

  publish(name: string, data: unknown, numbered?: UpdateSequence): void {
    const channel = this.#getChannel(name);
    channel.seq = numbered?.seq ?? channel.seq + 1;
    const number = numbered ?? { seq: channel.seq };
    for (const listener of channel.listeners) listener({ type: 'update', ...number, data });
    if (channel.readers.size === 0) return;
    const frame = encodeUpdate(channel.shownAs ?? name, number, data);
    for (const client of channel.readers) this.#deliveries.send(client, frame);
  }

  publishToChecksumReaders(channelName: string, data: unknown, numbered: UpdateSequence): void {
    this.publish(checksumName(channelName), data, numbered);
  }

  publishTo(userId: string, name: string, data: unknown): void {
    const seq = this.#users.nextSeq(userId, name);
    if (seq === null) return;
    const frame = encodeUpdate(name, { seq }, data);
    for (const client of this.#users.iterateReaders(userId, name)) this.#deliveries.send(client, frame);
  }

  /**
   * Sends an update of a private channel that numbers its own messages, to the user's readers that have their
   * initial state.
   */
  publishOwn(userId: string, name: string, data: unknown, numbered: UpdateSequence): void {
    const frame = encodeUpdate(name, numbered, data);
    for (const client of this.#users.iterateReaders(userId, name)) this.#deliveries.send(client, frame);
  }

  /** Whether the user reads the channel in this process. */
  hasReader(userId: string, name: string): boolean {
    for (const _ of this.#users.iterateReaders(userId, name)) return true;
    return false;
  }

  /** Ends the user's streams, because their rights may have changed; clients with a valid token reconnect. */
  disconnectUser(userId: string): void {
    this.#users.disconnectUser(userId);
  }

  /** Ends all streams, because messages may have been missed. */
  disconnectAll(): void {
    this.#users.disconnectAll();
  }

  close(): void {
    clearInterval(this.#timer);
    for (const client of this.#clients) client.closeAfterSending('SERVER_STOPS');
    // A sleeping phone doesn't complete the close, and the server waits for each connection.
    setTimeout(() => {
      for (const client of this.#clients) client.socket.terminate();
    }, CLOSE_TIMEOUT_MS).unref();
  }

  /** Checks the next of PARTS parts of the clients; called automatically that many times within `pingMs`. */
  checkClients(): void {
    this.#part = (this.#part + 1) % CHECK_PARTS;
    for (const client of this.#clients) {
      if (client.part !== this.#part) continue;
      client.check(this.#now());
      client.scheduleSessionEnd(this.#now(), this.#pingMs);
    }
    if (this.#slowCount > 0) this.#log.warn({ readers: this.#slowCount }, 'slow clients disconnected');
    this.#slowCount = 0;
  }

  #getChannel(name: string): Channel {
    const channel = this.#channels.get(name);
    if (!channel) throw new Error(`no channel ${name}`);
    return channel;
  }

  #connect(socket: WebSocket, wire: Socket, ip: string): void {
    // The address's share is checked first, so that no client is evicted for a stream that is then refused.
    const releaseShare = this.#shares.reserve(ip);
    if (!releaseShare || !this.#makeRoom()) {
      releaseShare?.();
      this.#onClose('FULL');
      return socket.close(STREAM_CLOSES.FULL, 'FULL');
    }
    const client = new StreamClient(socket, wire, { part: this.#joinedCount % CHECK_PARTS, ip });
    this.#joinedCount += 1;
    this.#clients.add(client);
    // Handled one after another, so that a subscribe sent right after an auth finds it completed.
    let queue = Promise.resolve();
    socket.on('message', (raw) => {
      queue = queue.then(() => this.#receive(client, raw.toString())).catch(() => socket.terminate());
    });
    socket.on('pong', () => {
      client.alive = true;
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      releaseShare();
      this.#onClose(client.ended ?? 'GONE');
      this.#clients.delete(client);
      this.#removeClient(client);
    });
  }

  /** Removes the client, so that nothing more is stored for it or sent to it. */
  #removeClient(client: StreamClient): void {
    client.outbox.clear();
    this.#users.signOut(client);
    for (const name of client.channels) this.#channels.get(name)?.readers.delete(client);
    client.channels.clear();
  }

  /** Drops what is queued for it; its connection holds what it has accepted, and the reason, for a few seconds. */
  #disconnectSlow(client: StreamClient): void {
    this.#slowCount += 1;
    this.#removeClient(client);
    client.closeNow('SLOW_READER', this.#slowPatienceMs);
  }

  /** Signed-in clients keep their slots, and get one, however many anonymous clients came before them. */
  #makeRoom(): boolean {
    if (this.#clients.size < this.#maxClients) return true;
    for (const client of this.#clients) {
      if (client.userId !== null) continue;
      this.#clients.delete(client);
      client.closeAfterSending('FULL');
      return true;
    }
    return false;
  }

  async #receive(client: StreamClient, text: string): Promise<void> {
    if (!client.isOpen) return;
    const message = parseClientMessage(text, MAX_CHANNELS);
    switch (message.op) {
      case 'ping':
        return this.#sendMessage(client, { op: 'pong' });
      case 'auth':
        return this.#handleSignInResult(client, await this.#users.authenticate(client, message));
      case 'subscribe':
        for (const requested of message.channels) {
          const name = requested.split('\n')[0] ?? '';
          const variantName =
            message.checksum && this.#channels.has(checksumName(name)) ? checksumName(name) : name;
          await this.#channels.get(variantName)?.prepare?.();
          await this.#subscribe(client, variantName, message.since?.[name] ?? null);
        }
        return;
      case 'unsubscribe':
        for (const name of message.channels) {
          if (client.channels.has(checksumName(name))) this.#leave(client, checksumName(name));
          else this.#unsubscribe(client, name);
        }
        return;
      default:
        this.#sendMessage(client, message);
    }
  }

  #unsubscribe(client: StreamClient, name: string): void {
    const channel = this.#channels.get(name);
    if (!channel) return this.#sendMessage(client, { op: 'error', message: unknownChannelMessage(name) });
    this.#leave(client, name);
  }

  #leave(client: StreamClient, name: string): void {
    client.channels.delete(name);
    this.#channels.get(name)?.readers.delete(client);
  }

  /** A repeated subscription gets a new snapshot, for a client that missed something. */
  async #subscribe(client: StreamClient, name: string, since: number | null): Promise<void> {
    const channel = this.#channels.get(name);
    const refusal = !channel
      ? unknownChannelMessage(name)
      : client.channels.size >= MAX_CHANNELS && !client.channels.has(name)
        ? 'too many channels'
        : channel.snapshot === null && client.userId === null
          ? 'Invalid Token'
          : null;
    if (refusal !== null || !channel) {
      this.#sendMessage(client, { op: 'error', message: refusal ?? 'NOT_FOUND' });
      return;
    }
    if (channel.own) return this.#startOwnChannel(client, name, channel.own, since);
    // Subscribing to one variant of a channel unsubscribes from the other.
    for (const other of [checksumName(name), channel.shownAs ?? name])
      if (other !== name && client.channels.has(other)) this.#leave(client, other);
    // Taken before the client is added to the readers, since the snapshot may cause an update.
    const firstFrame =
      channel.snapshot === null ? this.#encodeEmptySnapshot(client, name) : encodeSnapshot(name, channel);
    if (!client.isOpen) return;
    client.channels.add(name);
    channel.readers.add(client);
    this.#deliveries.send(client, firstFrame);
  }

  async #startOwnChannel(
    client: StreamClient,
    name: string,
    source: PrivateChannelSource,
    since: number | null,
  ): Promise<void> {
    const { userId } = client;
    if (userId === null) return;
    try {
      await source.begin(userId, since, ({ seq, prev, data }) => {
        if (!client.isOpen || client.userId !== userId) return;
        client.channels.add(name);
        this.#getChannel(name).readers.add(client);
        const type = prev === undefined ? 'snapshot' : 'update';
        this.#deliveries.send(
          client,
          encodeFrame({ channel: name, seq, ...(prev !== undefined && { prev }), type, data }),
        );
      });
    } catch (err) {
      this.#log.warn({ err, channel: name }, 'failed to start a channel');
      this.#sendMessage(client, { op: 'error', message: 'SERVICE_UNAVAILABLE' });
    }
  }

  #encodeEmptySnapshot(client: StreamClient, name: string): Buffer {
    const seq = this.#users.getSeq(client.userId ?? '', name);
    return encodeFrame({ channel: name, seq, type: 'snapshot', data: null });
  }

  #handleSignInResult(client: StreamClient, message: ServerMessage | null): void {
    if (message === null) return;
    client.scheduleSessionEnd(this.#now(), this.#pingMs);
    this.#sendMessage(client, message);
  }

  #sendMessage(client: StreamClient, message: ServerMessage): void {
    this.#deliveries.send(client, encodeFrame(message));
  }
}

/** A name that no client can send. */
const checksumName = (name: string): string => `${name}\nchecksum`;

const encodeUpdate = (channel: string, numbered: { seq: number; prev?: number }, data: unknown): Buffer =>
  encodeFrame({ channel, ...numbered, type: 'update', data });

const unknownChannelMessage = (name: string): string => `unknown channel ${name.slice(0, 60)}`;

import type { Socket } from 'node:net';
import { STREAM_CLOSES, type StreamClose } from '@sarraf/domain';
import type { ServerMessage } from '@sarraf/domain/contracts';
import type { FastifyBaseLogger } from 'fastify';
import type { WebSocket } from 'ws';
import { type Bus, createBus, type Following } from '../bus/bus.ts';
import type { Caller } from './admit.ts';
import { API_PREFIX, type Authenticate, type Http } from './http.ts';
import { AddressShares } from './sockets.ts';
import { type Channel, type Numbered, type Snapshot, snapshotOf } from './stream-channel.ts';
import { StreamClient } from './stream-client.ts';
import { Deliveries } from './stream-deliveries.ts';
import { frameOf } from './stream-frame.ts';
import { readMessage } from './stream-message.ts';
import { closed } from './strict-contracts.ts';

/** A signed-in person's connections and the numbering of their own channels. */
interface Person {
  readonly clients: Set<StreamClient>;
  readonly seqs: Map<string, number>;
  /** What other processes publish for them is heard here as long as they are. */
  readonly following: Following;
}

const MAX_CHANNELS = 50;
/** Beyond so many, whoever comes takes the place of the one that reads longest without having signed in. */
const MAX_CLIENTS = 10_000;
/** Streams of one person: windows and programs, but not all that there is room for. */
const MAX_OF_PERSON = 100;
const PING_MS = 20_000;
/** Clients are looked at in so many parts, one after another: thousands of pings at once would hold up everybody. */
const PARTS = 20;
const CLOSE_PATIENCE_MS = 2_000;
const SLOW_PATIENCE_MS = 5_000;

interface Options {
  /** Streams of all. */
  most?: number;
  /** Streams of one client, whichever proxy brings them. */
  mostPerAddress?: number;
  pingMs?: number;
  /** How long a client that reads too slowly may take to read what it was sent before, and why it was dropped. */
  slowPatienceMs?: number;
  now?: () => number;
  /** Told why each connection ended; GONE: the client's own doing, or its network's. */
  onClose?: ((why: StreamClose | 'GONE') => void) | undefined;
  /** Where there are other processes. */
  bus?: Pick<Bus, 'follow'>;
}

/**
 * WebSocket `/api/stream`: numbered channels; what all may read is serialised once for all. What is published leaves right
 * after, in the order in which it was, with all that one connection gets in the same moment written at once.
 */
export class Stream {
  readonly #authenticate: Authenticate;
  readonly #channels = new Map<string, Channel>();
  readonly #people = new Map<string, Person>();
  readonly #clients = new Set<StreamClient>();
  readonly #deliveries = new Deliveries((client) => this.#dropSlow(client));
  readonly #log: FastifyBaseLogger;
  /** Clients dropped for reading too slowly since it was last logged. */
  #slow = 0;
  #joined = 0;
  #part = 0;
  readonly #shares: AddressShares;
  /** Counts those whose streams were ended. */
  #drops = 0;
  readonly #most: number;
  readonly #slowPatienceMs: number;
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  readonly #bus: Pick<Bus, 'follow'>;
  readonly #onClose: (why: StreamClose | 'GONE') => void;

  constructor(http: Http, authenticate: Authenticate, options: Options = {}) {
    const { most = MAX_CLIENTS, mostPerAddress = most, pingMs = PING_MS, now = Date.now } = options;
    const { bus = createBus() } = options;
    this.#slowPatienceMs = options.slowPatienceMs ?? SLOW_PATIENCE_MS;
    this.#authenticate = authenticate;
    this.#bus = bus;
    this.#most = most;
    this.#onClose = options.onClose ?? (() => {});
    this.#now = now;
    this.#shares = new AddressShares(mostPerAddress);
    this.#log = http.app.log;
    this.#timer = setInterval(() => this.#checkClients(), pingMs / PARTS).unref();
    http.app.register(async (scope) => {
      const schema = { querystring: closed({ type: 'object' }) };
      scope.get(`${API_PREFIX}/stream`, { websocket: true, schema }, (socket, request) =>
        this.#connect(socket, request.raw.socket, request.ip),
      );
    });
  }

  /**
   * A channel everybody may read. Where it numbers its own messages, `number` tells what the snapshot of now has; the
   * snapshot is the state after the last update, and the same as long as its number is. `prepare` is waited for first.
   */
  openChannel(
    name: string,
    snapshot: Snapshot,
    number: (() => number) | null = null,
    prepare: (() => Promise<unknown>) | null = null,
  ): void {
    this.#channels.set(name, { snapshot, number, prepare, readers: new Set(), seq: 0, ready: null });
  }

  /** A channel each signed-in person has of their own. */
  openPrivateChannel(name: string): void {
    this.#channels.set(name, {
      snapshot: null,
      number: null,
      prepare: null,
      readers: new Set(),
      seq: 0,
      ready: null,
    });
  }

  /** Connections that are open. */
  get readers(): number {
    return this.#clients.size;
  }

  hasReaders(name: string): boolean {
    return this.#channelOf(name).readers.size > 0;
  }

  /** Whether anything that was published has not been written yet to who reads it. */
  get writing(): boolean {
    return this.#deliveries.underWay;
  }

  publish(name: string, data: unknown, numbered?: Numbered): void {
    const channel = this.#channelOf(name);
    channel.seq = numbered?.seq ?? channel.seq + 1;
    if (channel.readers.size === 0) return;
    const frame = update(name, numbered ?? { seq: channel.seq }, data);
    for (const client of channel.readers) this.#deliveries.send(client, frame);
  }

  publishTo(userId: string, name: string, data: unknown): void {
    const person = this.#people.get(userId);
    if (!person) return;
    const seq = (person.seqs.get(name) ?? 0) + 1;
    person.seqs.set(name, seq);
    const frame = update(name, { seq }, data);
    for (const client of person.clients) if (client.channels.has(name)) this.#deliveries.send(client, frame);
  }

  /** Ends the person's streams, for their rights may have changed; whoever still has a good token comes back. */
  drop(userId: string): void {
    this.#drops += 1;
    for (const client of this.#people.get(userId)?.clients ?? []) client.end('SESSION_ENDED');
  }

  /** The same of everybody: what they were told may lack something. */
  dropAll(): void {
    for (const userId of [...this.#people.keys()]) this.drop(userId);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const client of this.#clients) client.end('SERVER_STOPS');
    // A telephone that sleeps doesn't answer, and the server waits for each connection.
    setTimeout(() => {
      for (const client of this.#clients) client.socket.terminate();
    }, CLOSE_PATIENCE_MS).unref();
  }

  #channelOf(name: string): Channel {
    const channel = this.#channels.get(name);
    if (!channel) throw new Error(`no channel ${name}`);
    return channel;
  }

  #connect(socket: WebSocket, wire: Socket, ip: string): void {
    const giveBack = this.#hasRoom() ? this.#shares.take(ip) : null;
    if (!giveBack) {
      this.#onClose('FULL');
      return socket.close(STREAM_CLOSES.FULL, 'FULL');
    }
    const client = new StreamClient(socket, wire, this.#joined % PARTS);
    this.#joined += 1;
    this.#clients.add(client);
    // One after another, so that a subscribe sent right after an auth finds it done.
    let turn = Promise.resolve();
    socket.on('message', (raw) => {
      turn = turn.then(() => this.#receive(client, raw.toString())).catch(() => socket.terminate());
    });
    socket.on('pong', () => {
      client.alive = true;
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      giveBack();
      this.#onClose(client.ended ?? 'GONE');
      this.#clients.delete(client);
      this.#forget(client);
    });
  }

  /** Nothing is kept for it any more, nor sent to it. */
  #forget(client: StreamClient): void {
    client.outbox.clear();
    this.#signOut(client);
    for (const name of client.channels) this.#channels.get(name)?.readers.delete(client);
    client.channels.clear();
  }

  /** What waits for it is let go of at once; its connection holds what it has taken, and why, for a few seconds. */
  #dropSlow(client: StreamClient): void {
    this.#slow += 1;
    this.#forget(client);
    client.cut('SLOW_READER', this.#slowPatienceMs);
  }

  /** Customers keep their places, and find one, however many strangers came before them. */
  #hasRoom(): boolean {
    if (this.#clients.size < this.#most) return true;
    for (const client of this.#clients) {
      if (client.userId !== null) continue;
      this.#clients.delete(client);
      client.end('FULL');
      return true;
    }
    return false;
  }

  async #receive(client: StreamClient, text: string): Promise<void> {
    if (!client.isOpen) return;
    const message = readMessage(text, MAX_CHANNELS);
    switch (message.op) {
      case 'ping':
        return this.#answer(client, { op: 'pong' });
      case 'auth':
        return this.#signIn(client, message.token);
      case 'subscribe':
        for (const name of message.channels) {
          await this.#channels.get(name)?.prepare?.();
          this.#subscribe(client, name);
        }
        return;
      case 'unsubscribe':
        for (const name of message.channels) this.#unsubscribe(client, name);
        return;
      default:
        this.#answer(client, message);
    }
  }

  #unsubscribe(client: StreamClient, name: string): void {
    const channel = this.#channels.get(name);
    if (!channel) return this.#answer(client, { op: 'error', message: unknownChannel(name) });
    client.channels.delete(name);
    channel.readers.delete(client);
  }

  /** Once more of a channel that is read already: a new snapshot, for whoever missed something. */
  #subscribe(client: StreamClient, name: string): void {
    const channel = this.#channels.get(name);
    const refusal = !channel
      ? unknownChannel(name)
      : client.channels.size >= MAX_CHANNELS && !client.channels.has(name)
        ? 'too many channels'
        : channel.snapshot === null && client.userId === null
          ? 'Invalid Token'
          : null;
    if (refusal !== null || !channel) {
      this.#answer(client, { op: 'error', message: refusal ?? 'NOT_FOUND' });
      return;
    }
    // Made before the client is among the readers: it may itself bring an update about.
    const first = channel.snapshot === null ? this.#ownBeginning(client, name) : snapshotOf(name, channel);
    if (!client.isOpen) return;
    client.channels.add(name);
    channel.readers.add(client);
    this.#deliveries.send(client, first);
  }

  #ownBeginning(client: StreamClient, name: string): Buffer {
    const seq = this.#people.get(client.userId ?? '')?.seqs.get(name) ?? 0;
    return frameOf({ channel: name, seq, type: 'snapshot', data: null });
  }

  async #signIn(client: StreamClient, token: string): Promise<void> {
    const caller = await this.#callerOf(token);
    if (!client.isOpen) return;
    if (caller === null) {
      this.#answer(client, { op: 'error', message: 'Invalid Token' });
      return;
    }
    const known = this.#people.get(caller.userId);
    if (known && known.clients.size >= MAX_OF_PERSON && !known.clients.has(client)) {
      this.#answer(client, { op: 'error', message: 'TOO_MANY_REQUESTS' });
      return;
    }
    if (client.userId !== caller.userId) this.#signOut(client);
    const person = known ?? this.#newPerson(caller.userId);
    client.userId = caller.userId;
    client.endsAt = caller.endsAt;
    this.#people.set(caller.userId, person);
    person.clients.add(client);
    // Whoever reads their state from now on misses nothing after it.
    await person.following.ready;
    this.#answer(client, { op: 'authenticated' });
  }

  #newPerson(userId: string): Person {
    return { clients: new Set(), seqs: new Map(), following: this.#bus.follow(`person.${userId}`) };
  }

  /** Asked again where streams were ended meanwhile: the answer may be of before the end of this very session. */
  async #callerOf(token: string): Promise<Caller | null> {
    for (;;) {
      const drops = this.#drops;
      const caller = await this.#authenticate(token);
      if (caller === null || drops === this.#drops) return caller;
    }
  }

  #signOut(client: StreamClient): void {
    if (client.userId === null) return;
    const person = this.#people.get(client.userId);
    person?.clients.delete(client);
    if (person?.clients.size === 0) {
      this.#people.delete(client.userId);
      person.following.stop();
    }
    client.userId = null;
  }

  #answer(client: StreamClient, message: ServerMessage): void {
    this.#deliveries.send(client, frameOf(message));
  }

  /** Looks at the next part of the clients. */
  #checkClients(): void {
    this.#part = (this.#part + 1) % PARTS;
    for (const client of this.#clients) if (client.part === this.#part) client.check(this.#now());
    if (this.#slow > 0) this.#log.warn({ readers: this.#slow }, 'slow readers dropped');
    this.#slow = 0;
  }
}

const update = (channel: string, numbered: { seq: number; prev?: number }, data: unknown): Buffer =>
  frameOf({ channel, ...numbered, type: 'update', data });

const unknownChannel = (name: string): string => `unknown channel ${name.slice(0, 60)}`;

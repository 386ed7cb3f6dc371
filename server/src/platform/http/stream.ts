import type { Socket } from 'node:net';
import type { ServerMessage } from '@sarraf/domain/contracts';
import type { WebSocket } from 'ws';
import type { Caller } from './admit.ts';
import { API_PREFIX, type Authenticate, type Http } from './http.ts';
import { AddressShares } from './sockets.ts';
import { readMessage } from './stream-message.ts';
import { closed } from './strict-contracts.ts';

/** What a channel starts with when somebody subscribes. */
type Snapshot = () => unknown;

/** Of an update whose channel numbers its own messages: its number, and that of the message before it. */
export interface Numbered {
  seq: number;
  prev: number;
}

interface Client {
  readonly socket: WebSocket;
  /** What it stands on: frames that many get are made once and written there. */
  readonly wire: Socket;
  readonly channels: Set<string>;
  userId: string | null;
  alive: boolean;
  /** How often it was found to read nothing, one time after another. */
  idle: number;
}

interface Channel {
  /** null: a channel each signed-in person has of their own. */
  readonly snapshot: Snapshot | null;
  /** The number of what a snapshot shows now; null: the stream counts the updates. */
  readonly number: (() => number) | null;
  readonly readers: Set<Client>;
  seq: number;
  /** The last snapshot as it was sent: good as long as its number is. */
  ready: { seq: number; frame: Buffer } | null;
}

/** A signed-in person's connections and the numbering of their own channels. */
interface Person {
  readonly clients: Set<Client>;
  readonly seqs: Map<string, number>;
}

const MAX_CHANNELS = 50;
const MAX_CLIENTS = 10_000;
/** Streams of one person: windows and programs, but not all that there is room for. */
const MAX_OF_PERSON = 100;
/** A client that reads slower than this is behind for good: it is dropped and comes back for a snapshot. */
const MAX_BUFFERED = 1_000_000;
const PING_MS = 20_000;
/** Who reads no channel at so many looks holds a connection for nothing. */
const IDLE_LOOKS = 3;
/** The web's own code comes back when it has something to read. */
const IDLE_CODE = 4002;
const FULL_CODE = 1013;
const CLOSE_PATIENCE_MS = 2_000;

/** WebSocket `/api/stream`: numbered channels; what all may read is serialised once for all. */
export class Stream {
  readonly #authenticate: Authenticate;
  readonly #channels = new Map<string, Channel>();
  readonly #people = new Map<string, Person>();
  readonly #clients = new Set<Client>();
  readonly #shares: AddressShares;
  /** Counts those whose streams were ended. */
  #drops = 0;
  readonly #timer: NodeJS.Timeout;

  /** `mostPerAddress`: streams of one client, whichever proxy brings them. */
  constructor(
    http: Http,
    authenticate: Authenticate,
    { mostPerAddress = MAX_CLIENTS, pingMs = PING_MS }: { mostPerAddress?: number; pingMs?: number } = {},
  ) {
    this.#authenticate = authenticate;
    this.#shares = new AddressShares(mostPerAddress);
    this.#timer = setInterval(() => this.#checkClients(), pingMs).unref();
    http.app.register(async (scope) => {
      const schema = { querystring: closed({ type: 'object' }) };
      scope.get(`${API_PREFIX}/stream`, { websocket: true, schema }, (socket, request) =>
        this.#connect(socket, request.raw.socket, request.ip),
      );
    });
  }

  /**
   * A channel everybody may read. Where it numbers its own messages, `number` tells what the snapshot of now has; the
   * snapshot is the state after the last update, and the same as long as its number is.
   */
  openChannel(name: string, snapshot: Snapshot, number: (() => number) | null = null): void {
    this.#channels.set(name, { snapshot, number, readers: new Set(), seq: 0, ready: null });
  }

  /** A channel each signed-in person has of their own. */
  openPrivateChannel(name: string): void {
    this.#channels.set(name, { snapshot: null, number: null, readers: new Set(), seq: 0, ready: null });
  }

  hasReaders(name: string): boolean {
    return this.#channelOf(name).readers.size > 0;
  }

  publish(name: string, data: unknown, numbered?: Numbered): void {
    const channel = this.#channelOf(name);
    channel.seq = numbered?.seq ?? channel.seq + 1;
    if (channel.readers.size === 0) return;
    const frame = update(name, numbered ?? { seq: channel.seq }, data);
    for (const client of channel.readers) send(client, frame);
  }

  publishTo(userId: string, name: string, data: unknown): void {
    const person = this.#people.get(userId);
    if (!person) return;
    const seq = (person.seqs.get(name) ?? 0) + 1;
    person.seqs.set(name, seq);
    const frame = update(name, { seq }, data);
    for (const client of person.clients) if (client.channels.has(name)) send(client, frame);
  }

  /** Ends the person's streams, for their rights may have changed; whoever still has a good token comes back. */
  drop(userId: string): void {
    this.#drops += 1;
    for (const client of this.#people.get(userId)?.clients ?? []) client.socket.close(4001);
  }

  /** The same of everybody: what they were told may lack something. */
  dropAll(): void {
    for (const userId of [...this.#people.keys()]) this.drop(userId);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const client of this.#clients) client.socket.close(1001);
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
    const giveBack = this.#clients.size < MAX_CLIENTS ? this.#shares.take(ip) : null;
    if (!giveBack) return socket.close(FULL_CODE);
    const client: Client = { socket, wire, channels: new Set(), userId: null, alive: true, idle: 0 };
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
      this.#clients.delete(client);
      this.#signOut(client);
      for (const name of client.channels) this.#channels.get(name)?.readers.delete(client);
    });
  }

  async #receive(client: Client, text: string): Promise<void> {
    const message = readMessage(text, MAX_CHANNELS);
    switch (message.op) {
      case 'ping':
        return answer(client, { op: 'pong' });
      case 'auth':
        return this.#signIn(client, message.token);
      case 'subscribe':
        for (const name of message.channels) this.#subscribe(client, name);
        return;
      case 'unsubscribe':
        for (const name of message.channels) this.#unsubscribe(client, name);
        return;
      default:
        answer(client, message);
    }
  }

  #unsubscribe(client: Client, name: string): void {
    const channel = this.#channels.get(name);
    if (!channel) return answer(client, { op: 'error', message: unknownChannel(name) });
    client.channels.delete(name);
    channel.readers.delete(client);
  }

  /** Once more of a channel that is read already: a new snapshot, for whoever missed something. */
  #subscribe(client: Client, name: string): void {
    const channel = this.#channels.get(name);
    const refusal = !channel
      ? unknownChannel(name)
      : client.channels.size >= MAX_CHANNELS && !client.channels.has(name)
        ? 'too many channels'
        : channel.snapshot === null && client.userId === null
          ? 'Invalid Token'
          : null;
    if (refusal !== null || !channel) {
      answer(client, { op: 'error', message: refusal ?? 'NOT_FOUND' });
      return;
    }
    // Made before the client is among the readers: it may itself bring an update about.
    const first = channel.snapshot === null ? this.#ownBeginning(client, name) : snapshotOf(name, channel);
    if (client.socket.readyState !== client.socket.OPEN) return;
    client.channels.add(name);
    channel.readers.add(client);
    send(client, first);
  }

  #ownBeginning(client: Client, name: string): Buffer {
    const seq = this.#people.get(client.userId ?? '')?.seqs.get(name) ?? 0;
    return frameOf({ channel: name, seq, type: 'snapshot', data: null });
  }

  async #signIn(client: Client, token: string): Promise<void> {
    const caller = await this.#callerOf(token);
    if (caller === null) {
      answer(client, { op: 'error', message: 'Invalid Token' });
      return;
    }
    const person = this.#people.get(caller.userId) ?? { clients: new Set(), seqs: new Map() };
    if (person.clients.size >= MAX_OF_PERSON && !person.clients.has(client)) {
      answer(client, { op: 'error', message: 'TOO_MANY_REQUESTS' });
      return;
    }
    this.#signOut(client);
    client.userId = caller.userId;
    this.#people.set(caller.userId, person);
    person.clients.add(client);
    answer(client, { op: 'authenticated' });
  }

  /** Asked again where streams were ended meanwhile: the answer may be of before the end of this very session. */
  async #callerOf(token: string): Promise<Caller | null> {
    for (;;) {
      const drops = this.#drops;
      const caller = await this.#authenticate(token);
      if (caller === null || drops === this.#drops) return caller;
    }
  }

  #signOut(client: Client): void {
    if (client.userId === null) return;
    const person = this.#people.get(client.userId);
    person?.clients.delete(client);
    if (person?.clients.size === 0) this.#people.delete(client.userId);
    client.userId = null;
  }

  /** A connection that did not answer the last ping is gone; one that reads nothing for long is ended. */
  #checkClients(): void {
    for (const client of this.#clients) {
      client.idle = client.channels.size === 0 ? client.idle + 1 : 0;
      if (!client.alive) client.socket.terminate();
      else if (client.idle >= IDLE_LOOKS) client.socket.close(IDLE_CODE);
      else client.socket.ping();
      client.alive = false;
    }
  }
}

function snapshotOf(name: string, channel: Channel): Buffer {
  if (channel.number) {
    const seq = channel.number();
    if (channel.ready?.seq !== seq)
      channel.ready = {
        seq,
        frame: frameOf({ channel: name, seq, type: 'snapshot', data: channel.snapshot?.() }),
      };
    return channel.ready.frame;
  }
  // First, for to look may be to publish.
  const data = channel.snapshot?.();
  if (channel.ready?.seq !== channel.seq)
    channel.ready = {
      seq: channel.seq,
      frame: frameOf({ channel: name, seq: channel.seq, type: 'snapshot', data }),
    };
  return channel.ready.frame;
}

const update = (channel: string, numbered: { seq: number; prev?: number }, data: unknown): Buffer =>
  frameOf({ channel, ...numbered, type: 'update', data });

/**
 * A text frame as RFC 6455 §5.2 has it, for any number of sockets: to frame it for each anew costs a fifth more.
 * Without compression, which we don't offer, it is the same for all.
 */
function frameOf(message: ServerMessage): Buffer {
  const text = JSON.stringify(message);
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = 0x81;
  frame[1] = head === 2 ? length : head === 4 ? 126 : 127;
  if (head === 4) frame.writeUInt16BE(length, 2);
  if (head === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(text, head);
  return frame;
}

const answer = (client: Client, message: ServerMessage): void => send(client, frameOf(message));

function send({ socket, wire }: Client, frame: Buffer): void {
  if (socket.readyState !== socket.OPEN) return;
  if (wire.writableLength > MAX_BUFFERED) socket.terminate();
  else wire.write(frame);
}

const unknownChannel = (name: string): string => `unknown channel ${name.slice(0, 60)}`;

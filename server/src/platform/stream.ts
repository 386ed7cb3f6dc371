import type { ServerMessage } from '@sarraf/domain/contracts';
import type { WebSocket } from 'ws';
import { API_PREFIX, type Authenticate, type Http } from './http.ts';

/** What a channel starts with when somebody subscribes. */
type Snapshot = () => unknown;

interface Client {
  readonly socket: WebSocket;
  readonly channels: Set<string>;
  userId: string | null;
  alive: boolean;
}

interface Channel {
  /** null: a channel each signed-in person has of their own. */
  readonly snapshot: Snapshot | null;
  readonly readers: Set<Client>;
  seq: number;
}

/** A signed-in person's connections and the numbering of their own channels. */
interface Person {
  readonly clients: Set<Client>;
  readonly seqs: Map<string, number>;
}

const MAX_CHANNELS = 50;
const MAX_CLIENTS = 10_000;
/** A client that reads slower than this is behind for good: it is dropped and comes back for a snapshot. */
const MAX_BUFFERED = 1_000_000;
const PING_MS = 20_000;

/** WebSocket `/api/stream`: numbered channels; each update is serialised once for all who read it. */
export class Stream {
  readonly #authenticate: Authenticate;
  readonly #channels = new Map<string, Channel>();
  readonly #people = new Map<string, Person>();
  readonly #clients = new Set<Client>();
  readonly #timer: NodeJS.Timeout;

  constructor(http: Http, authenticate: Authenticate) {
    this.#authenticate = authenticate;
    this.#timer = setInterval(() => this.#lookAfter(), PING_MS).unref();
    http.app.register(async (scope) => {
      scope.get(`${API_PREFIX}/stream`, { websocket: true, schema: { hide: true } }, (socket) =>
        this.#connect(socket),
      );
    });
  }

  /** A channel everybody may read. */
  openChannel(name: string, snapshot: Snapshot): void {
    this.#channels.set(name, { snapshot, readers: new Set(), seq: 0 });
  }

  /** A channel each signed-in person has of their own. */
  openPrivateChannel(name: string): void {
    this.#channels.set(name, { snapshot: null, readers: new Set(), seq: 0 });
  }

  publish(name: string, data: unknown): void {
    const channel = this.#channels.get(name);
    if (!channel) throw new Error(`no channel ${name}`);
    channel.seq += 1;
    if (channel.readers.size === 0) return;
    const text = update(name, channel.seq, data);
    for (const client of channel.readers) send(client, text);
  }

  publishTo(userId: string, name: string, data: unknown): void {
    const person = this.#people.get(userId);
    if (!person) return;
    const seq = (person.seqs.get(name) ?? 0) + 1;
    person.seqs.set(name, seq);
    const text = update(name, seq, data);
    for (const client of person.clients) if (client.channels.has(name)) send(client, text);
  }

  /** Ends the person's streams, for their rights may have changed; whoever still has a good token comes back. */
  drop(userId: string): void {
    for (const client of this.#people.get(userId)?.clients ?? []) client.socket.close(4001);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const client of this.#clients) client.socket.close(1001);
  }

  #connect(socket: WebSocket): void {
    if (this.#clients.size >= MAX_CLIENTS) {
      socket.close(1013);
      return;
    }
    const client: Client = { socket, channels: new Set(), userId: null, alive: true };
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
      this.#clients.delete(client);
      this.#signOut(client);
      for (const name of client.channels) this.#channels.get(name)?.readers.delete(client);
    });
  }

  async #receive(client: Client, text: string): Promise<void> {
    const message = parse(text);
    switch (message?.op) {
      case 'ping':
        answer(client, { op: 'pong' });
        return;
      case 'auth':
        await this.#signIn(client, String(message.token ?? ''));
        return;
      case 'subscribe':
        for (const name of names(message.channels)) this.#subscribe(client, name);
        return;
      case 'unsubscribe':
        for (const name of names(message.channels)) {
          client.channels.delete(name);
          this.#channels.get(name)?.readers.delete(client);
        }
        return;
      default:
        answer(client, { op: 'error', message: 'BAD_REQUEST' });
    }
  }

  #subscribe(client: Client, name: string): void {
    const channel = this.#channels.get(name);
    const refusal = !channel
      ? `unknown channel ${name.slice(0, 60)}`
      : client.channels.size >= MAX_CHANNELS
        ? 'too many channels'
        : channel.snapshot === null && client.userId === null
          ? 'Invalid Token'
          : null;
    if (refusal !== null || !channel) {
      answer(client, { op: 'error', message: refusal ?? 'NOT_FOUND' });
      return;
    }
    client.channels.add(name);
    channel.readers.add(client);
    const own = this.#people.get(client.userId ?? '');
    const [seq, data] =
      channel.snapshot === null ? [own?.seqs.get(name) ?? 0, null] : [channel.seq, channel.snapshot()];
    answer(client, { channel: name, seq, type: 'snapshot', data });
  }

  async #signIn(client: Client, token: string): Promise<void> {
    const caller = await this.#authenticate(token);
    if (caller === null) {
      answer(client, { op: 'error', message: 'Invalid Token' });
      return;
    }
    this.#signOut(client);
    client.userId = caller.userId;
    const person = this.#people.get(caller.userId) ?? { clients: new Set(), seqs: new Map() };
    this.#people.set(caller.userId, person);
    person.clients.add(client);
    answer(client, { op: 'authenticated' });
  }

  #signOut(client: Client): void {
    if (client.userId === null) return;
    const person = this.#people.get(client.userId);
    person?.clients.delete(client);
    if (person?.clients.size === 0) this.#people.delete(client.userId);
    client.userId = null;
  }

  /** A connection that did not answer the last ping is gone. */
  #lookAfter(): void {
    for (const client of this.#clients) {
      if (!client.alive) client.socket.terminate();
      else client.socket.ping();
      client.alive = false;
    }
  }
}

const update = (channel: string, seq: number, data: unknown): string =>
  JSON.stringify({ channel, seq, type: 'update', data } satisfies ServerMessage);

const answer = (client: Client, message: ServerMessage): void => send(client, JSON.stringify(message));

function send({ socket }: Client, text: string): void {
  if (socket.bufferedAmount > MAX_BUFFERED) socket.terminate();
  else socket.send(text);
}

const names = (channels: unknown): string[] =>
  Array.isArray(channels) ? channels.filter((name) => typeof name === 'string').slice(0, MAX_CHANNELS) : [];

function parse(text: string): { op?: unknown; channels?: unknown; token?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

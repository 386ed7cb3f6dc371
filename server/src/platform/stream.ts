import type { ServerMessage } from '@sarraf/domain/contracts';
import type { WebSocket } from 'ws';
import { API_PREFIX, type Authenticate, type Http } from './http.ts';

/** What a channel starts with when somebody subscribes; null: nothing to show yet. */
type Snapshot = () => unknown;

export interface Stream {
  /** A channel everybody may read. */
  openChannel(name: string, snapshot: Snapshot): void;
  /** A channel each signed-in person has of their own. */
  openPrivateChannel(name: string): void;
  publish(name: string, data: unknown): void;
  publishTo(userId: string, name: string, data: unknown): void;
  /** Ends the person's private streams: their token was revoked. */
  drop(userId: string): void;
  close(): void;
}

interface Client {
  socket: WebSocket;
  userId: string | null;
  token: string | null;
  channels: Set<string>;
  alive: boolean;
}

const MAX_CHANNELS = 50;
const MAX_CLIENTS = 10_000;
/** A client that reads slower than this is behind for good: it is dropped and comes back for a snapshot. */
const MAX_BUFFERED = 1_000_000;
const PING_MS = 20_000;

/** WebSocket `/api/stream`: numbered channels; each update is serialised once for all who read it. */
export function createStream(http: Http, authenticate: Authenticate): Stream {
  const channels = new Map<string, { snapshot: Snapshot | null; seq: number; readers: Set<Client> }>();
  const privateSeq = new Map<string, number>();
  const people = new Map<string, Set<Client>>();
  const clients = new Set<Client>();

  const send = (client: Client, text: string) => {
    if (client.socket.bufferedAmount > MAX_BUFFERED) client.socket.terminate();
    else client.socket.send(text);
  };
  const answer = (client: Client, message: ServerMessage) => send(client, JSON.stringify(message));

  function subscribe(client: Client, name: string): void {
    const channel = channels.get(name);
    if (!channel) return answer(client, { op: 'error', message: `unknown channel ${name.slice(0, 60)}` });
    if (client.channels.size >= MAX_CHANNELS) return answer(client, { op: 'error', message: 'too many channels' });
    if (channel.snapshot === null && client.userId === null) return answer(client, { op: 'error', message: 'Invalid Token' });
    client.channels.add(name);
    channel.readers.add(client);
    if (channel.snapshot === null) {
      const seq = privateSeq.get(`${client.userId}:${name}`) ?? 0;
      return answer(client, { channel: name, seq, type: 'snapshot', data: null });
    }
    answer(client, { channel: name, seq: channel.seq, type: 'snapshot', data: channel.snapshot() });
  }

  async function signIn(client: Client, token: string): Promise<void> {
    const caller = await authenticate(token);
    if (caller === null) return answer(client, { op: 'error', message: 'Invalid Token' });
    forget(client);
    client.userId = caller.userId;
    client.token = token;
    const own = people.get(caller.userId) ?? new Set();
    people.set(caller.userId, own.add(client));
    answer(client, { op: 'authenticated' });
  }

  function forget(client: Client): void {
    if (client.userId === null) return;
    const own = people.get(client.userId);
    own?.delete(client);
    if (own?.size === 0) people.delete(client.userId);
    client.userId = null;
    client.token = null;
  }

  async function receive(client: Client, text: string): Promise<void> {
    const message = parse(text);
    if (message === null) return answer(client, { op: 'error', message: 'BAD_REQUEST' });
    if (message.op === 'ping') return answer(client, { op: 'pong' });
    if (message.op === 'auth') return signIn(client, String(message.token ?? ''));
    const names = Array.isArray(message.channels) ? message.channels.filter((c) => typeof c === 'string') : [];
    if (message.op === 'subscribe') for (const name of names.slice(0, MAX_CHANNELS)) subscribe(client, name);
    else if (message.op === 'unsubscribe') {
      for (const name of names) {
        client.channels.delete(name);
        channels.get(name)?.readers.delete(client);
      }
    } else answer(client, { op: 'error', message: 'BAD_REQUEST' });
  }

  function connect(socket: WebSocket): void {
    if (clients.size >= MAX_CLIENTS) return socket.close(1013);
    const client: Client = { socket, userId: null, token: null, channels: new Set(), alive: true };
    clients.add(client);
    // One after another, so that a subscribe sent right after an auth finds it done.
    let turn = Promise.resolve();
    socket.on('message', (raw) => {
      turn = turn.then(() => receive(client, raw.toString())).catch(() => socket.terminate());
    });
    socket.on('pong', () => {
      client.alive = true;
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clients.delete(client);
      forget(client);
      for (const name of client.channels) channels.get(name)?.readers.delete(client);
    });
  }

  const timer = setInterval(() => {
    for (const client of clients) {
      if (!client.alive) client.socket.terminate();
      else client.socket.ping();
      client.alive = false;
    }
  }, PING_MS);
  timer.unref();

  http.app.register(async (scope) => {
    scope.get(`${API_PREFIX}/stream`, { websocket: true, schema: { hide: true } }, (socket) => connect(socket));
  });

  const numbered = (name: string, seq: number, data: unknown) =>
    JSON.stringify({ channel: name, seq, type: 'update', data } satisfies ServerMessage);

  return {
    openChannel: (name, snapshot) => channels.set(name, { snapshot, seq: 0, readers: new Set() }),
    openPrivateChannel: (name) => channels.set(name, { snapshot: null, seq: 0, readers: new Set() }),
    publish(name, data) {
      const channel = channels.get(name);
      if (!channel) throw new Error(`no channel ${name}`);
      channel.seq += 1;
      if (channel.readers.size === 0) return;
      const text = numbered(name, channel.seq, data);
      for (const client of channel.readers) send(client, text);
    },
    publishTo(userId, name, data) {
      const own = people.get(userId);
      if (!own) return;
      const key = `${userId}:${name}`;
      const seq = (privateSeq.get(key) ?? 0) + 1;
      privateSeq.set(key, seq);
      const text = numbered(name, seq, data);
      for (const client of own) if (client.channels.has(name)) send(client, text);
    },
    drop(userId) {
      for (const client of people.get(userId) ?? []) client.socket.close(4001);
    },
    close() {
      clearInterval(timer);
      for (const client of clients) client.socket.close(1001);
    },
  };
}

function parse(text: string): { op?: unknown; channels?: unknown; token?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

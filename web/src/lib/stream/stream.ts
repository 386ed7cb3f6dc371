import { STREAM_CLOSES } from '@sarraf/domain';
import type { ClientMessage, ServerMessage, StreamMessage } from '@sarraf/domain/contracts';
import { useSyncExternalStore } from 'react';
import { pendingHydration } from '../loading/hydration.ts';
import { getToken, subscribeToToken } from '../session/token.ts';

/** One connection to `/api/stream` for the whole page: opened by the first listener, closed after the last one. */
interface Listener {
  onMessage: (message: StreamMessage) => void;
  onGap: () => void;
}
interface Channel {
  listeners: Set<Listener>;
  /** Sequence number of the last message; null: none yet. */
  seq: number | null;
  /** A message was missed and a snapshot is requested: updates are ignored until it arrives. */
  broken: boolean;
}

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;
const PING_MS = 25_000;
const SILENCE_MS = 60_000;
const LINGER_MS = 10_000;
/** Close codes after which an immediate reconnect would soon be closed again. */
const TOO_MUCH: readonly number[] = [STREAM_CLOSES.SLOW_READER, STREAM_CLOSES.FULL];
const PRIVATE = new Set(['orders', 'wallets', 'notices']);

const channels = new Map<string, Channel>();
const watchers = new Set<() => void>();
let socket: WebSocket | null = null;
let alive = false;
let tries = 0;
let heardAt = 0;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let lingerTimer: ReturnType<typeof setTimeout> | undefined;
let pingTimer: ReturnType<typeof setInterval> | undefined;

/** False while disconnected: then poll every 5,000 ms. */
export const useStreamAlive = (): boolean =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => alive,
    () => false,
  );

/**
 * Subscribes to a channel until the returned function is called: a snapshot first, then updates without gaps. After
 * a gap a new snapshot is requested automatically (private channels have none). `onGap`: messages were missed;
 * refetch what the channel does not include.
 */
export function listen<M extends StreamMessage>(
  name: M['channel'],
  onMessage: (message: M) => void,
  onGap: () => void,
): () => void {
  const listener: Listener = { onMessage: (message) => onMessage(message as M), onGap };
  const channel = channels.get(name) ?? { listeners: new Set(), seq: null, broken: false };
  channel.listeners.add(listener);
  channels.set(name, channel);
  // Even if there are other listeners: a later listener needs a snapshot too.
  if (alive) subscribe([name]);
  clearTimeout(lingerTimer);
  if (!socket) connect();
  return () => {
    channel.listeners.delete(listener);
    if (channel.listeners.size > 0 || channels.get(name) !== channel) return;
    channels.delete(name);
    if (alive) send({ op: 'unsubscribe', channels: [name] });
    if (channels.size === 0) lingerTimer = setTimeout(disconnect, LINGER_MS);
  };
}

function connect(): void {
  clearTimeout(retryTimer);
  if (socket || channels.size === 0) return;
  const taking = pendingHydration();
  if (taking) return void taking.then(connect);
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const opened = new WebSocket(`${scheme}://${location.host}/api/stream`);
  socket = opened;
  let openedAt: number | null = null;
  opened.onopen = () => {
    openedAt = Date.now();
    heardAt = openedAt;
    setAlive(true);
    const names = [...channels.keys()];
    for (const channel of channels.values()) {
      channel.seq = null;
      channel.broken = false;
    }
    subscribe(names.filter((name) => !PRIVATE.has(name)));
    authenticate();
    pingTimer = setInterval(keepAlive, PING_MS);
  };
  opened.onmessage = (event) => {
    heardAt = Date.now();
    const message = read(event.data);
    if (message) receive(message);
  };
  opened.onclose = ({ code }) => {
    if (socket !== opened) return;
    socket = null;
    if (openedAt !== null && (!TOO_MUCH.includes(code) || Date.now() - openedAt > MAX_WAIT_MS)) tries = 0;
    clearInterval(pingTimer);
    setAlive(false);
    if (channels.size > 0) retryTimer = setTimeout(connect, nextWait());
  };
}

function receive(message: ServerMessage): void {
  if (!('channel' in message)) {
    if (message.op === 'authenticated') subscribe([...channels.keys()].filter((name) => PRIVATE.has(name)));
    return;
  }
  const channel = channels.get(message.channel);
  if (!channel) return;
  const missed = message.type === 'update' && !channel.broken && isMissing(channel.seq, message);
  if (message.type === 'snapshot') channel.broken = false;
  else if (missed && !PRIVATE.has(message.channel)) {
    channel.broken = true;
    subscribe([message.channel]);
  }
  if (!channel.broken) channel.seq = message.seq;
  for (const listener of [...channel.listeners]) {
    if (missed) listener.onGap();
    if (!channel.broken) listener.onMessage(message);
  }
}

/** Whether an update builds on a message other than the last one. */
const isMissing = (last: number | null, { seq, prev = seq - 1 }: StreamMessage): boolean =>
  last !== null && prev !== last;

/** Subscribes to public channels immediately; to private ones once the server has replied to `auth`. */
function subscribe(names: string[]): void {
  if (names.length > 0) send({ op: 'subscribe', channels: names });
}

function authenticate(): void {
  const token = getToken();
  if (token) send({ op: 'auth', token: token.replace(/^Bearer /, '') });
}

function keepAlive(): void {
  if (Date.now() - heardAt > SILENCE_MS) socket?.close();
  else send({ op: 'ping' });
}

function disconnect(): void {
  clearTimeout(retryTimer);
  const old = socket;
  socket = null;
  clearInterval(pingTimer);
  setAlive(false);
  old?.close();
}

function send(message: ClientMessage): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function nextWait(): number {
  tries += 1;
  const longest = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
  return longest / 2 + Math.random() * (longest / 2);
}

function setAlive(now: boolean): void {
  if (alive === now) return;
  alive = now;
  // Messages in the meantime are lost, so everything is refetched after a reconnect.
  if (now)
    for (const channel of channels.values()) for (const listener of channel.listeners) listener.onGap();
  for (const watcher of watchers) watcher();
}

function read(data: unknown): ServerMessage | null {
  try {
    return JSON.parse(String(data)) as ServerMessage;
  } catch {
    return null;
  }
}

/** Another person's messages must never arrive on this connection: a new token opens a new connection. */
subscribeToToken(() => {
  if (!socket) return;
  disconnect();
  connect();
});
if (typeof window !== 'undefined') {
  window.addEventListener('online', () => {
    tries = 0;
    connect();
  });
}

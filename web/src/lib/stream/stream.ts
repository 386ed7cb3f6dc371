import { computeBackoff, STREAM_CLOSES } from '@sarraf/domain';
import type { ClientMessage, ServerMessage, StreamMessage } from '@sarraf/domain/contracts';
import { useSyncExternalStore } from 'react';
import { pendingHydration } from '../../framework/hydration/hydration.ts';
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

const BACKOFF = { firstMs: 1_000, maxMs: 30_000 };
const PING_MS = 25_000;
const MAX_SILENCE_MS = 60_000;
const DISCONNECT_DELAY_MS = 10_000;
/** Close codes after which an immediate reconnect would soon be closed again. */
const OVERLOAD_CODES: readonly number[] = [STREAM_CLOSES.SLOW_READER, STREAM_CLOSES.FULL];
const PRIVATE_CHANNELS = new Set(['orders', 'wallets', 'notices']);

const channels = new Map<string, Channel>();
const aliveListeners = new Set<() => void>();
let socket: WebSocket | null = null;
let isAlive = false;
let retryCount = 0;
let lastMessageAt = 0;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let lingerTimer: ReturnType<typeof setTimeout> | undefined;
let pingTimer: ReturnType<typeof setInterval> | undefined;

/** False while disconnected: then poll every 5,000 ms. */
export const useStreamAlive = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      aliveListeners.add(listener);
      return () => aliveListeners.delete(listener);
    },
    () => isAlive,
    () => false,
  );

/**
 * Subscribes to a channel until the returned function is called: a snapshot first, then updates without gaps. After
 * a gap a new snapshot is requested automatically (private channels have none). `onGap`: messages were missed;
 * refetch what the channel does not include.
 */
export function subscribeToChannel<M extends StreamMessage>(
  name: M['channel'],
  onMessage: (message: M) => void,
  onGap: () => void,
): () => void {
  const listener: Listener = { onMessage: (message) => onMessage(message as M), onGap };
  const channel = channels.get(name) ?? { listeners: new Set(), seq: null, broken: false };
  channel.listeners.add(listener);
  channels.set(name, channel);
  // Even if there are other listeners: a later listener needs a snapshot too.
  if (isAlive) sendSubscribe([name]);
  clearTimeout(lingerTimer);
  if (!socket) connect();
  return () => {
    channel.listeners.delete(listener);
    if (channel.listeners.size > 0 || channels.get(name) !== channel) return;
    channels.delete(name);
    if (isAlive) send({ op: 'unsubscribe', channels: [name] });
    if (channels.size === 0) lingerTimer = setTimeout(disconnect, DISCONNECT_DELAY_MS);
  };
}

function connect(): void {
  clearTimeout(retryTimer);
  if (socket || channels.size === 0) return;
  const hydration = pendingHydration();
  if (hydration) return void hydration.then(connect);
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const newSocket = new WebSocket(`${scheme}://${location.host}/api/stream`);
  socket = newSocket;
  let openedAt: number | null = null;
  newSocket.onopen = () => {
    openedAt = Date.now();
    lastMessageAt = openedAt;
    setAlive(true);
    const names = [...channels.keys()];
    for (const channel of channels.values()) {
      channel.seq = null;
      channel.broken = false;
    }
    sendSubscribe(names.filter((name) => !PRIVATE_CHANNELS.has(name)));
    authenticate();
    pingTimer = setInterval(keepAlive, PING_MS);
  };
  newSocket.onmessage = (event) => {
    lastMessageAt = Date.now();
    const message = parseServerMessage(event.data);
    if (message) handleServerMessage(message);
  };
  newSocket.onclose = ({ code }) => {
    if (socket !== newSocket) return;
    socket = null;
    if (openedAt !== null && (!OVERLOAD_CODES.includes(code) || Date.now() - openedAt > BACKOFF.maxMs))
      retryCount = 0;
    clearInterval(pingTimer);
    setAlive(false);
    if (channels.size > 0) retryTimer = setTimeout(connect, nextRetryDelayMs());
  };
}

function handleServerMessage(message: ServerMessage): void {
  if (!('channel' in message)) {
    if (message.op === 'authenticated')
      sendSubscribe([...channels.keys()].filter((name) => PRIVATE_CHANNELS.has(name)));
    return;
  }
  const channel = channels.get(message.channel);
  if (!channel) return;
  const hasMissed = message.type === 'update' && !channel.broken && isGap(channel.seq, message);
  if (message.type === 'snapshot') channel.broken = false;
  else if (hasMissed && !PRIVATE_CHANNELS.has(message.channel)) {
    channel.broken = true;
    sendSubscribe([message.channel]);
  }
  if (!channel.broken) channel.seq = message.seq;
  for (const listener of [...channel.listeners]) {
    if (hasMissed) listener.onGap();
    if (!channel.broken) listener.onMessage(message);
  }
}

/** Whether an update builds on a message other than the last one. */
const isGap = (last: number | null, { seq, prev = seq - 1 }: StreamMessage): boolean =>
  last !== null && prev !== last;

/** Subscribes to public channels immediately; to private ones once the server has replied to `auth`. */
function sendSubscribe(names: string[]): void {
  if (names.length > 0) send({ op: 'subscribe', channels: names });
}

function authenticate(): void {
  const token = getToken();
  if (token) send({ op: 'auth', token: token.replace(/^Bearer /, '') });
}

function keepAlive(): void {
  if (Date.now() - lastMessageAt > MAX_SILENCE_MS) socket?.close();
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

function nextRetryDelayMs(): number {
  const maxDelayMs = computeBackoff(BACKOFF, retryCount);
  retryCount += 1;
  return maxDelayMs / 2 + Math.random() * (maxDelayMs / 2);
}

function setAlive(next: boolean): void {
  if (isAlive === next) return;
  isAlive = next;
  // Messages in the meantime are lost, so everything is refetched after a reconnect.
  if (next)
    for (const channel of channels.values()) for (const listener of channel.listeners) listener.onGap();
  for (const aliveListener of aliveListeners) aliveListener();
}

function parseServerMessage(data: unknown): ServerMessage | null {
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
    retryCount = 0;
    connect();
  });
}

import type { Channels } from './api.ts';
import type { Clock } from './clock.ts';
import { type Signer, textToSign } from './sign.ts';

export type ChannelName = keyof Channels;

export interface StreamSettings {
  /** Address of the exchange, without `/api`. */
  url: string;
  /** Null: only public channels. */
  signer: Signer | null;
  clock: Clock;
  WebSocket: typeof WebSocket;
  /** Reads the exchange's time and adjusts `clock`. */
  correctClock(): Promise<unknown>;
  /**
   * Called with refusals of the exchange, including why the key was refused. Unset: they are logged as warnings on
   * the console.
   */
  onError(error: Error): void;
}

export interface Subscription {
  /** Requests a new snapshot, for a reader that has lost track. Messages in transit are dropped. */
  resync(): void;
  end(): void;
}

interface ChannelReader {
  channel: string;
  checksum: boolean;
  /** Number of the last message; null: none was read. */
  last: number | null;
  /** Messages before the requested snapshot are outdated, and dropped. */
  awaitsBeginning: boolean;
  onMessage(message: StreamMessage): void;
}

interface StreamMessage {
  channel: string;
  seq: number;
  prev?: number;
  type: 'snapshot' | 'update';
}
type ServerReply = { op: 'authenticated' | 'pong' } | { op: 'error'; message: string; errors?: string[] };

/** They are numbered by the batches of the ledger, and can be resumed from any of them. */
const RESUMABLE_CHANNELS = new Set(['balances', 'fills']);
const NUMBERED_BY_BATCH = new Set([...RESUMABLE_CHANNELS, 'open-orders']);
const OWN_CHANNELS = new Set([...NUMBERED_BY_BATCH, 'wallets', 'notices', 'orders']);
const MAX_CHANNELS_PER_MESSAGE = 50;
const STREAM_PATH = '/api/stream';
/** After this time without a message a ping is sent, and after as long again the connection counts as dead. */
const QUIET_MS = 15_000;
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 30_000;
/** Close codes of the server: it has no capacity, or we read too slowly. */
const LONG_BACKOFF_CODES: ReadonlySet<number> = new Set([1013, 4003]);

/**
 * One connection to the stream, while any channel is read. It reconnects whenever it breaks, logs in again, resumes
 * if the channel allows it and otherwise starts with a snapshot, and does the same when a number is missing: so a
 * reader of a channel gets everything in order, or a snapshot that replaces what was missed.
 */
export class Stream {
  readonly #settings: StreamSettings;
  readonly #readers = new Map<string, ChannelReader>();
  #socket: WebSocket | null = null;
  #ready = false;
  #failures = 0;
  #lastMessageAt = 0;
  #idleTimer: ReturnType<typeof setInterval> | null = null;
  #retryTimer: ReturnType<typeof setTimeout> | null = null;
  #closed = false;
  #clockCorrected = false;

  constructor(settings: StreamSettings) {
    this.#settings = settings;
  }

  /**
   * Reads a channel: first its snapshot, then each message. A channel can be read once; `checksum` is for order
   * books.
   */
  subscribe<C extends ChannelName>(
    channel: C,
    onMessage: (message: Channels[C]) => void,
    { checksum = false }: { checksum?: boolean } = {},
  ): Subscription {
    if (this.#closed) throw new Error('the stream was closed');
    if (this.#readers.has(channel)) throw new Error(`${channel} is read already`);
    if (OWN_CHANNELS.has(channel) && !this.#settings.signer)
      throw new TypeError(`${channel} needs an API key`);
    const reader: ChannelReader = {
      channel,
      checksum,
      last: null,
      awaitsBeginning: true,
      onMessage: (message) => onMessage(message as Channels[C]),
    };
    this.#readers.set(channel, reader);
    if (this.#ready) this.#sendSubscriptions([reader]);
    else this.#connect();
    return {
      resync: () => this.#resync(reader),
      end: () => this.#end(reader),
    };
  }

  /** Closes it for good. */
  close(): void {
    this.#closed = true;
    this.#readers.clear();
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    this.#closeSocket();
  }

  #end(reader: ChannelReader): void {
    if (this.#readers.get(reader.channel) !== reader) return;
    this.#readers.delete(reader.channel);
    if (this.#readers.size === 0) this.#closeSocket();
    else if (this.#ready) this.#send({ op: 'unsubscribe', channels: [reader.channel] });
  }

  #resync(reader: ChannelReader): void {
    if (this.#readers.get(reader.channel) !== reader) return;
    reader.last = null;
    reader.awaitsBeginning = true;
    if (this.#ready) this.#sendSubscriptions([reader]);
  }

  #connect(): void {
    if (this.#socket || this.#retryTimer || this.#closed) return;
    const { WebSocket: Socket, url } = this.#settings;
    const socket = new Socket(new URL(STREAM_PATH, url.replace(/^http/, 'ws')));
    this.#socket = socket;
    this.#lastMessageAt = Date.now();
    this.#idleTimer = setInterval(() => this.#checkIdle(socket), QUIET_MS);
    socket.onopen = () =>
      void this.#authenticate(socket).catch((error: Error) => this.#handleFailure(socket, error));
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#handleMessage(socket, JSON.parse(String(data)));
    };
    // An error is followed by the close event.
    socket.onclose = ({ code }) => this.#handleDisconnect(socket, code);
  }

  async #authenticate(socket: WebSocket): Promise<void> {
    const { signer, clock } = this.#settings;
    if (!signer) return this.#handleReady();
    const time = String(clock.next());
    const text = await textToSign({ time, method: 'GET', path: STREAM_PATH, body: '' });
    const signature = await signer.sign(text);
    if (socket === this.#socket) this.#send({ op: 'auth', key: signer.key, time, signature });
  }

  #handleReady(): void {
    this.#ready = true;
    this.#clockCorrected = false;
    this.#sendSubscriptions([...this.#readers.values()]);
  }

  /** Subscribes in messages with the maximum number of channels, those with a checksum separately. */
  #sendSubscriptions(readers: ChannelReader[]): void {
    for (const checksum of [false, true]) {
      const selected = readers.filter((reader) => reader.checksum === checksum);
      for (let from = 0; from < selected.length; from += MAX_CHANNELS_PER_MESSAGE) {
        const batch = selected.slice(from, from + MAX_CHANNELS_PER_MESSAGE);
        const since = Object.fromEntries(
          batch.flatMap(({ channel, last }) =>
            last !== null && RESUMABLE_CHANNELS.has(channel) ? [[channel, last]] : [],
          ),
        );
        this.#send({
          op: 'subscribe',
          channels: batch.map(({ channel }) => channel),
          ...(checksum && { checksum }),
          ...(Object.keys(since).length > 0 && { since }),
        });
      }
    }
  }

  #handleMessage(socket: WebSocket, message: StreamMessage | ServerReply): void {
    this.#lastMessageAt = Date.now();
    if ('channel' in message) return this.#deliverMessage(message);
    if (message.op === 'authenticated') return this.#handleReady();
    if (message.op !== 'error') return;
    const error = new Error([message.message, ...(message.errors ?? [])].join(' '));
    if (this.#ready) return this.#settings.onError(error);
    // It is the reply to the login.
    if (message.message === 'TIMESTAMP_OUT_OF_WINDOW' && !this.#clockCorrected) {
      this.#clockCorrected = true;
      void this.#settings
        .correctClock()
        .then(() => this.#authenticate(socket))
        .catch((failed: Error) => this.#handleFailure(socket, failed));
    } else this.#handleFailure(socket, error);
  }

  #deliverMessage(message: StreamMessage): void {
    const reader = this.#readers.get(message.channel);
    if (!reader) return;
    const { last } = reader;
    const resumes = last !== null && RESUMABLE_CHANNELS.has(message.channel) && message.prev === last;
    if (reader.awaitsBeginning) {
      if (message.type !== 'snapshot' && !resumes) return;
      reader.awaitsBeginning = false;
      this.#failures = 0;
    } else if (message.type === 'update' && this.#isGap(message, last ?? 0)) return this.#resync(reader);
    reader.last =
      message.type === 'update' && NUMBERED_BY_BATCH.has(message.channel)
        ? Math.max(last ?? 0, message.seq)
        : message.seq;
    reader.onMessage(message);
  }

  #isGap({ channel, seq, prev = seq - 1 }: StreamMessage, last: number): boolean {
    return NUMBERED_BY_BATCH.has(channel) ? prev > last : prev !== last;
  }

  #checkIdle(socket: WebSocket): void {
    const quietMs = Date.now() - this.#lastMessageAt;
    if (quietMs >= 2 * QUIET_MS) this.#handleDisconnect(socket, null);
    else if (quietMs >= QUIET_MS - 1_000 && socket.readyState === socket.OPEN) this.#send({ op: 'ping' });
  }

  #handleFailure(socket: WebSocket, error: Error): void {
    this.#settings.onError(error);
    this.#failures = Math.max(this.#failures, 3);
    this.#handleDisconnect(socket, null);
  }

  #handleDisconnect(socket: WebSocket, code: number | null): void {
    if (socket !== this.#socket) return;
    this.#closeSocket();
    for (const reader of this.#readers.values()) reader.awaitsBeginning = true;
    if (this.#readers.size === 0 || this.#closed) return;
    if (code !== null && LONG_BACKOFF_CODES.has(code)) this.#failures = Math.max(this.#failures, 3);
    const waitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures) * (0.75 + Math.random() / 2);
    this.#failures += 1;
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = null;
      if (this.#readers.size > 0) this.#connect();
    }, waitMs);
  }

  #closeSocket(): void {
    if (this.#idleTimer) clearInterval(this.#idleTimer);
    const socket = this.#socket;
    this.#socket = null;
    this.#ready = false;
    socket?.close();
  }

  #send(message: unknown): void {
    if (this.#socket?.readyState === this.#socket?.OPEN) this.#socket?.send(JSON.stringify(message));
  }
}

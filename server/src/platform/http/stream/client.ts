import type { Socket } from 'node:net';
import { STREAM_CLOSES, type StreamClose } from '@sarraf/domain';
import type { WebSocket } from 'ws';
import { ClientOutbox } from './outbox.ts';

/** A client that reads no channel at this many consecutive checks is disconnected. */
const IDLE_LOOKS = 3;

/** One connection to the stream, and its user. */
export class StreamClient {
  readonly socket: WebSocket;
  /** The part of a round in which it is checked. */
  readonly part: number;
  /** Address of the client, whichever proxy carries it. */
  readonly ip: string;
  readonly outbox: ClientOutbox;
  /** Whether it is queued for writing. */
  due = false;
  readonly channels = new Set<string>();
  userId: string | null = null;
  /** When its session expires unless it is used before, in milliseconds. */
  endsAt = 0;
  alive = true;
  /** Why we closed it; null: we didn't. */
  ended: StreamClose | null = null;
  #ending: NodeJS.Timeout | undefined;
  /** Number of consecutive checks that found it without channels. */
  #idle = 0;

  /** `wire`: the socket below; frames for many clients are encoded once and written there. */
  constructor(socket: WebSocket, wire: Socket, { part, ip }: { part: number; ip: string }) {
    this.socket = socket;
    this.part = part;
    this.ip = ip;
    this.outbox = new ClientOutbox(wire);
    wire.on('drain', () => this.write());
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  write(): void {
    if (this.isOpen) this.outbox.write();
  }

  /** Closes the connection after data sent before, as far as the connection accepts it; the rest is dropped. */
  end(why: StreamClose): void {
    this.ended ??= why;
    this.write();
    this.outbox.clear();
    this.socket.close(STREAM_CLOSES[why], why);
  }

  /** Closes the connection without sending pending data; if the client never reads, it is cut. */
  cut(why: StreamClose, patienceMs: number): void {
    this.outbox.clear();
    this.end(why);
    const patience = setTimeout(() => this.socket.terminate(), patienceMs).unref();
    this.socket.once('close', () => clearTimeout(patience));
  }

  /** Ends it exactly when its session does, if that is before the next check. */
  watchEnd(now: number, nextLookMs: number): void {
    clearTimeout(this.#ending);
    const left = this.endsAt - now;
    if (this.userId === null || left > nextLookMs) return;
    this.#ending = setTimeout(
      () => {
        // A client whose session was extended in the meantime reconnects with it.
        if (this.userId !== null) this.end('SESSION_ENDED');
      },
      Math.max(0, left),
    ).unref();
  }

  /** Disconnects a client that did not reply to the last ping, or that reads no channel for long. */
  check(now: number): void {
    // A client whose session was extended in the meantime reconnects with it.
    if (this.userId !== null && this.endsAt <= now) this.end('SESSION_ENDED');
    this.#idle = this.channels.size === 0 ? this.#idle + 1 : 0;
    if (!this.alive) this.socket.terminate();
    else if (this.#idle >= IDLE_LOOKS) this.end('IDLE');
    else this.socket.ping();
    this.alive = false;
  }
}

import type { Socket } from 'node:net';
import { STREAM_CLOSES, type StreamClose } from '@sarraf/domain';
import type { WebSocket } from 'ws';
import { ClientOutbox } from './outbox.ts';

/** A client that reads no channel at this many consecutive checks is disconnected. */
const MAX_IDLE_CHECKS = 3;

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
  #sessionEndTimer: NodeJS.Timeout | undefined;
  /** Number of consecutive checks that found it without channels. */
  #idleChecks = 0;

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
  closeAfterSending(why: StreamClose): void {
    this.ended ??= why;
    this.write();
    this.outbox.clear();
    this.socket.close(STREAM_CLOSES[why], why);
  }

  /** Closes the connection without sending pending data; if the client never reads, it is cut. */
  closeNow(why: StreamClose, timeoutMs: number): void {
    this.outbox.clear();
    this.closeAfterSending(why);
    const terminateTimer = setTimeout(() => this.socket.terminate(), timeoutMs).unref();
    this.socket.once('close', () => clearTimeout(terminateTimer));
  }

  /** Ends it exactly when its session does, if that is before the next check. */
  scheduleSessionEnd(now: number, nextCheckMs: number): void {
    clearTimeout(this.#sessionEndTimer);
    const remainingMs = this.endsAt - now;
    if (this.userId === null || remainingMs > nextCheckMs) return;
    this.#sessionEndTimer = setTimeout(
      () => {
        // A client whose session was extended in the meantime reconnects with it.
        if (this.userId !== null) this.closeAfterSending('SESSION_ENDED');
      },
      Math.max(0, remainingMs),
    ).unref();
  }

  /** Disconnects a client that did not reply to the last ping, or that reads no channel for long. */
  check(now: number): void {
    // A client whose session was extended in the meantime reconnects with it.
    if (this.userId !== null && this.endsAt <= now) this.closeAfterSending('SESSION_ENDED');
    this.#idleChecks = this.channels.size === 0 ? this.#idleChecks + 1 : 0;
    if (!this.alive) this.socket.terminate();
    else if (this.#idleChecks >= MAX_IDLE_CHECKS) this.closeAfterSending('IDLE');
    else this.socket.ping();
    this.alive = false;
  }
}

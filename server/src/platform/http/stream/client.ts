import type { Socket } from 'node:net';
import { STREAM_CLOSES, type StreamClose } from '@sarraf/domain';
import type { WebSocket } from 'ws';
import { ClientOutbox } from './outbox.ts';

/** Who reads no channel at so many looks holds a connection for nothing. */
const IDLE_LOOKS = 3;

/** One connection to the stream, and whose it is. */
export class StreamClient {
  readonly socket: WebSocket;
  /** In which part of a round it is looked at. */
  readonly part: number;
  /** Where it comes from, whichever proxy brings it. */
  readonly ip: string;
  readonly outbox: ClientOutbox;
  /** It is among those who are written to next. */
  due = false;
  readonly channels = new Set<string>();
  userId: string | null = null;
  /** When the session that it stands on ends unless it is used before, in milliseconds. */
  endsAt = 0;
  alive = true;
  /** Why we ended it; null: we didn't. */
  ended: StreamClose | null = null;
  #ending: NodeJS.Timeout | undefined;
  /** How often it was found to read nothing, one time after another. */
  #idle = 0;

  /** `wire`: what the socket stands on; frames that many get are made once and written there. */
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

  /** What was sent before comes first, as far as the connection takes it; the rest is let go of. */
  end(why: StreamClose): void {
    this.ended ??= why;
    this.write();
    this.outbox.clear();
    this.socket.close(STREAM_CLOSES[why], why);
  }

  /** The same with nothing sent before, also where the other side never reads so far: then the connection is cut. */
  cut(why: StreamClose, patienceMs: number): void {
    this.outbox.clear();
    this.end(why);
    const patience = setTimeout(() => this.socket.terminate(), patienceMs).unref();
    this.socket.once('close', () => clearTimeout(patience));
  }

  /** Ends it to the moment where that comes before it is looked at again. */
  watchEnd(now: number, nextLookMs: number): void {
    clearTimeout(this.#ending);
    const left = this.endsAt - now;
    if (this.userId === null || left > nextLookMs) return;
    this.#ending = setTimeout(
      () => {
        // Whoever used the session since, or signed in as another, comes back with it.
        if (this.userId !== null) this.end('SESSION_ENDED');
      },
      Math.max(0, left),
    ).unref();
  }

  /** One that did not answer the last ping is gone; one that reads nothing for long is ended. */
  check(now: number): void {
    // Whoever used the session since comes back with it.
    if (this.userId !== null && this.endsAt <= now) this.end('SESSION_ENDED');
    this.#idle = this.channels.size === 0 ? this.#idle + 1 : 0;
    if (!this.alive) this.socket.terminate();
    else if (this.#idle >= IDLE_LOOKS) this.end('IDLE');
    else this.socket.ping();
    this.alive = false;
  }
}

import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { Log } from '../log.ts';
import type { BusSeal } from './bus-seal.ts';
import { decodeFrame, type Entry, FrameQueue, MAX_ENTRY_BYTES, MAX_IDS } from './frames.ts';
import type { NatsSession } from './nats-link.ts';

/** The request was not delivered, so it may safely be sent to another process. */
export class NoResponderError extends Error {
  override readonly name = 'NoResponderError';
  constructor() {
    super('bus: no process listens there');
  }
}

/** The request was processed, but its response exceeds the maximum message size. */
export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError';
  constructor() {
    super('bus: the answer is too long');
  }
}

/**
 * Requests from this process to another one. Requests, and responses, of one turn of the event loop are sent in one
 * frame.
 */
export interface ProcessRpc {
  /** Name of this process. */
  readonly self: string;
  connected(): boolean;
  /**
   * Sends a request and resolves with the response.
   * @throws NoResponderError if it was certainly not delivered; ResponseTooLargeError if it was processed, but the
   * response can't be
   * sent; after any other error the outcome is unknown.
   */
  ask(process: string, question: string, timeoutMs: number): Promise<string>;
  /** Sets the handler of incoming requests; if it fails, no response is sent. */
  answer(handler: (question: string) => Promise<string>): void;
  close(): Promise<void>;
}

/** NATS subjects, and the names messages are sealed for. */
export interface RpcSubjects {
  to(process: string): string;
  back(process: string): string;
}

const SUCCEEDED = 0;
const TOO_LONG = 1;
const FAILED = 2;
const NO_RESPONDERS = 503;

interface PendingRequest {
  process: string;
  resolve(answer: string): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** Requests to other processes that have no response yet, by their ids. */
class PendingRequests {
  readonly #requests = new Map<number, PendingRequest>();
  #count = 0;

  add(process: string, timeoutMs: number): { id: number; answer: Promise<string> } {
    this.#count = (this.#count + 1) % MAX_IDS;
    const id = this.#count;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const timer = setTimeout(
      () => this.take(id, process)?.reject(new Error('bus: request timed out')),
      timeoutMs,
    );
    this.#requests.set(id, { process, resolve, reject, timer });
    return { id, answer: promise };
  }

  /** Removes and returns the request; null: that process was not asked, or the request has ended. */
  take(id: number, by: string): PendingRequest | null {
    const one = this.#requests.get(id);
    if (one?.process !== by) return null;
    this.#requests.delete(id);
    clearTimeout(one.timer);
    return one;
  }

  fail(process: string, { first, last }: { first: number; last: number }, error: Error): void {
    for (const id of [...this.#requests.keys()])
      if (id >= first && id <= last) this.take(id, process)?.reject(error);
  }

  close(): void {
    for (const [id, { process }] of this.#requests) this.take(id, process)?.reject(new Error('bus: closed'));
  }
}

export interface RpcEndpoint extends Pick<ProcessRpc, 'self' | 'ask' | 'answer'> {
  open(connection: NatsConnection): void;
  /** Sends pending entries; requests without a response so far stay unanswered. */
  end(): void;
}

export function createRpcEndpoint(
  session: NatsSession,
  seal: BusSeal,
  subjects: RpcSubjects,
  log: Log,
): RpcEndpoint {
  const { self } = seal;
  const pending = new PendingRequests();
  let handler: ((question: string) => Promise<string>) | null = null;

  const requestQueue = new FrameQueue((process, frame, ids) => {
    const connection = session.connection();
    if (connection === null) return pending.fail(process, ids, new NoResponderError());
    // If there is no subscriber, NATS itself replies on this subject.
    const reply = `${subjects.back(self)}.${process}.${ids.first}.${ids.last}`;
    publish(subjects.to(process), frame, { reply });
  });
  const responseQueue = new FrameQueue((process, frame) => publish(subjects.back(process), frame));

  function publish(subject: string, frame: Buffer, options?: { reply: string }): void {
    try {
      session.connection()?.publish(subject, seal.seal(subject, frame), options);
    } catch (err) {
      // The connection has just closed: it is unknown whether the frame was sent, so the requests are not kept
      // waiting.
      log.warn({ area: 'bus', err }, 'failed to send a frame');
    }
  }

  async function respond(from: string, { id, text }: Entry): Promise<void> {
    if (handler === null) return;
    try {
      const response = await handler(text);
      if (Buffer.byteLength(response) <= MAX_ENTRY_BYTES)
        return responseQueue.add(from, { id, kind: SUCCEEDED, text: response });
      log.error({ area: 'bus', length: response.length }, 'response too large');
      responseQueue.add(from, { id, kind: TOO_LONG, text: '' });
    } catch (err) {
      log.error({ area: 'bus', err }, 'a request from another process failed');
      responseQueue.add(from, { id, kind: FAILED, text: '' });
    }
  }

  function handleRequests(msg: Msg): void {
    const opened = seal.open(subjects.to(self), msg.data);
    if (opened) for (const entry of decodeFrame(opened.content)) void respond(opened.from, entry);
  }

  function handleResponses(msg: Msg): void {
    const opened = seal.open(subjects.back(self), msg.data);
    if (opened === null) return;
    for (const { id, kind, text } of decodeFrame(opened.content)) {
      const one = pending.take(id, opened.from);
      if (kind === SUCCEEDED) one?.resolve(text);
      else
        one?.reject(
          kind === TOO_LONG ? new ResponseTooLargeError() : new Error('bus: the question was not answered'),
        );
    }
  }

  /** Handles the "no responders" reply of NATS: the requests of that frame were not delivered. */
  function handleNoResponders({ subject, headers }: Msg): void {
    if (headers?.code !== NO_RESPONDERS) return;
    const [process = '', first = '', last = ''] = subject.slice(subjects.back(self).length + 1).split('.');
    pending.fail(
      process,
      { first: Number.parseInt(first, 10), last: Number.parseInt(last, 10) },
      new NoResponderError(),
    );
  }

  return {
    self,
    open(connection) {
      const catchErrors = (handle: (msg: Msg) => void) => (error: Error | null, msg: Msg) => {
        try {
          if (error === null) handle(msg);
        } catch (err) {
          log.error({ area: 'bus', err }, 'a message of another process was not understood');
        }
      };
      connection.subscribe(subjects.to(self), { callback: catchErrors(handleRequests) });
      connection.subscribe(subjects.back(self), { callback: catchErrors(handleResponses) });
      connection.subscribe(`${subjects.back(self)}.>`, { callback: catchErrors(handleNoResponders) });
    },
    ask(process, text, timeoutMs) {
      if (session.connection() === null) return Promise.reject(new NoResponderError());
      if (Buffer.byteLength(text) > MAX_ENTRY_BYTES) return Promise.reject(new Error('request too large'));
      const { id, answer } = pending.add(process, timeoutMs);
      requestQueue.add(process, { id, kind: 0, text: text });
      return answer;
    },
    answer(newHandler) {
      handler = newHandler;
    },
    end() {
      requestQueue.flush();
      responseQueue.flush();
      pending.close();
    },
  };
}

import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { Log } from '../log.ts';
import type { BusSeal } from './bus-seal.ts';
import { type Entry, entriesOf, FrameQueue, MAX_ENTRY, MOST_IDS } from './frames.ts';
import type { NatsSession } from './nats-link.ts';

/** Nobody has heard the question: it may be asked again elsewhere. */
export class NoResponderError extends Error {
  constructor() {
    super('bus: nobody listens there');
  }
}

/** The question was heard and answered, but the answer is longer than one message may be. */
export class ResponseTooLargeError extends Error {
  constructor() {
    super('bus: the answer is too long');
  }
}

/** The way from one process to one other. What is asked, and what is answered, in one turn of the event loop goes together. */
export interface ProcessRpc {
  /** What this process is called. */
  readonly self: string;
  connected(): boolean;
  /**
   * What another process answers to this.
   * @throws NoResponderError when it certainly did not arrive; ResponseTooLargeError when it was answered, but the answer can't be
   *   sent; anything else leaves open what came of it.
   */
  ask(process: string, question: string, timeoutMs: number): Promise<string>;
  /** How questions are answered here from now on; an answer that fails is none. */
  answer(handler: (question: string) => Promise<string>): void;
  close(): Promise<void>;
}

/** Subjects, and what they are sealed for. */
export interface RpcSubjects {
  to(process: string): string;
  back(process: string): string;
}

const ANSWERED = 0;
const TOO_LONG = 1;
const FAILED = 2;
const NO_RESPONDERS = 503;

interface PendingRequest {
  process: string;
  resolve(answer: string): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

export interface LineEnds extends Pick<ProcessRpc, 'self' | 'ask' | 'answer'> {
  open(connection: NatsConnection): void;
  /** Sends what waits; what nobody has answered yet never will be. */
  end(): void;
}

export function createLine(link: NatsSession, seal: BusSeal, places: RpcSubjects, log: Log): LineEnds {
  const { self } = seal;
  const asked = new Map<number, PendingRequest>();
  let count = 0;
  let handler: ((question: string) => Promise<string>) | null = null;

  const questions = new FrameQueue((process, frame, ids) => {
    const connection = link.connection();
    if (connection === null) return fail(process, ids, new NoResponderError());
    // Where nobody listens NATS itself says so, there.
    const reply = `${places.back(self)}.${process}.${ids.first}.${ids.last}`;
    publish(places.to(process), frame, { reply });
  });
  const answers = new FrameQueue((process, frame) => publish(places.back(process), frame));

  function publish(place: string, frame: Buffer, options?: { reply: string }): void {
    try {
      link.connection()?.publish(place, seal.seal(place, frame), options);
    } catch (err) {
      // The connection has just ended: whether the frame went out is open, and who asked waits for nothing.
      log.warn({ area: 'bus', err }, 'a frame was not sent');
    }
  }

  function settle(id: number, by: string): PendingRequest | null {
    const one = asked.get(id);
    if (one?.process !== by) return null;
    asked.delete(id);
    clearTimeout(one.timer);
    return one;
  }
  function fail(process: string, { first, last }: { first: number; last: number }, error: Error): void {
    for (const id of [...asked.keys()]) if (id >= first && id <= last) settle(id, process)?.reject(error);
  }

  async function respond(from: string, { id, text }: Entry): Promise<void> {
    if (handler === null) return;
    try {
      const answer = await handler(text);
      if (Buffer.byteLength(answer) <= MAX_ENTRY)
        return answers.add(from, { id, kind: ANSWERED, text: answer });
      log.error({ area: 'bus', length: answer.length }, 'an answer is too long');
      answers.add(from, { id, kind: TOO_LONG, text: '' });
    } catch (err) {
      log.error({ area: 'bus', err }, 'a question of another process is not answered');
      answers.add(from, { id, kind: FAILED, text: '' });
    }
  }

  function hearQuestions(msg: Msg): void {
    const opened = seal.open(places.to(self), msg.data);
    if (opened) for (const entry of entriesOf(opened.content)) void respond(opened.from, entry);
  }

  function hearAnswers(msg: Msg): void {
    const opened = seal.open(places.back(self), msg.data);
    if (opened === null) return;
    for (const { id, kind, text } of entriesOf(opened.content)) {
      const one = settle(id, opened.from);
      if (kind === ANSWERED) one?.resolve(text);
      else
        one?.reject(
          kind === TOO_LONG ? new ResponseTooLargeError() : new Error('bus: the question was not answered'),
        );
    }
  }

  /** Of NATS itself: what was sent there has reached nobody. */
  function hearNobody({ subject, headers }: Msg): void {
    if (headers?.code !== NO_RESPONDERS) return;
    const [process = '', first = '', last = ''] = subject.slice(places.back(self).length + 1).split('.');
    fail(
      process,
      { first: Number.parseInt(first, 10), last: Number.parseInt(last, 10) },
      new NoResponderError(),
    );
  }

  return {
    self,
    open(connection) {
      const guarded = (hear: (msg: Msg) => void) => (error: Error | null, msg: Msg) => {
        try {
          if (error === null) hear(msg);
        } catch (err) {
          log.error({ area: 'bus', err }, 'a message of another process was not understood');
        }
      };
      connection.subscribe(places.to(self), { callback: guarded(hearQuestions) });
      connection.subscribe(places.back(self), { callback: guarded(hearAnswers) });
      connection.subscribe(`${places.back(self)}.>`, { callback: guarded(hearNobody) });
    },
    ask(process, question, timeoutMs) {
      if (link.connection() === null) return Promise.reject(new NoResponderError());
      if (Buffer.byteLength(question) > MAX_ENTRY) return Promise.reject(new Error('a question is too long'));
      count = (count + 1) % MOST_IDS;
      const id = count;
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const timer = setTimeout(
        () => settle(id, process)?.reject(new Error('bus: no answer in time')),
        timeoutMs,
      );
      asked.set(id, { process, resolve, reject, timer });
      questions.add(process, { id, kind: 0, text: question });
      return promise;
    },
    answer(given) {
      handler = given;
    },
    end() {
      questions.flush();
      answers.flush();
      for (const [id, { process }] of asked) settle(id, process)?.reject(new Error('bus: closed'));
    },
  };
}

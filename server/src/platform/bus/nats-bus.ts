import { setTimeout as sleep } from 'node:timers/promises';
import { connect, errors, type Msg, type NatsConnection } from '@nats-io/transport-node';
import type { Log } from '../log.ts';
import type { SecretKeys } from '../secrets/secrets.ts';
import { fromWire, toWire } from '../wire.ts';
import { type Bus, createBus, LOCAL_TOPICS, type Topics } from './bus.ts';
import { type BusSeal, createBusSeal } from './bus-seal.ts';

/** Nobody has heard the question: it may be asked again elsewhere. */
export class NotHeard extends Error {
  constructor() {
    super('bus: nobody listens there');
  }
}

/** The question was heard and answered, but the answer is longer than one message may be. */
export class AnswerTooLong extends Error {
  constructor() {
    super('bus: the answer is too long');
  }
}

/** The way from one process to one other. */
export interface Line {
  /** What this process is called. */
  readonly self: string;
  connected(): boolean;
  /**
   * What another process answers to this.
   * @throws NotHeard when it certainly did not arrive; AnswerTooLong when it was answered, but the answer can't be
   *   sent; anything else leaves open what came of it.
   */
  ask(process: string, question: unknown, timeoutMs: number): Promise<unknown>;
  /** How questions are answered here from now on; an answer that fails is none. */
  answer(handler: (question: unknown) => Promise<unknown>): void;
  close(): Promise<void>;
}

export interface NatsBusOptions {
  /** nats://user:password@host:4222, tls:// for TLS; several with commas between them. */
  url: string;
  /** What several installations on one NATS are told apart by. */
  installation: string;
  masterKeys: SecretKeys;
  log: Log;
}

/** What one message may hold; NATS itself takes a megabyte. */
const MAX_FRAME = 900_000;
/** Messages of one moment go together, up to so many characters. */
const FULL_FRAME = 200_000;
const RECONNECT_MS = 500;
const PING_MS = 2_000;
const FLUSH_MS = 1_000;

/**
 * The bus of several processes. What is published is heard here at once and elsewhere soon, in the order of its sender;
 * while NATS is away, what others should have heard is lost (`missed` tells when it is back). NATS belongs into the
 * private network; what passes it is sealed all the same.
 */
export function createNatsBus(options: NatsBusOptions): { bus: Bus; line: Line } {
  const { log } = options;
  const local = createBus();
  const seal = createBusSeal(options.masterKeys);
  const places = placesOf(options.installation);
  let handler: ((question: unknown) => Promise<unknown>) | null = null;
  const link = keepConnected(options, {
    onOpen(connection) {
      const hear = (msg: Msg) => receive(seal.open(places.topics, msg.data)?.text ?? null);
      const question = (msg: Msg) => void respond(msg);
      connection.subscribe(places.topics, { callback: (_error, msg) => guarded(log, () => hear(msg)) });
      connection.subscribe(places.to(seal.self), {
        callback: (_error, msg) => guarded(log, () => question(msg)),
      });
    },
    onAgain: () => local.publish('missed', { at: Date.now() }),
  });
  const outbox = createOutbox((text) => send(link, seal, places.topics, text, log));

  let warned = false;
  function receive(text: string | null): void {
    if (text === null) {
      // Once: whoever sends such things could fill the log with them.
      if (!warned)
        log.warn({ area: 'bus' }, 'somebody without our SECRET_KEY, or with old messages, is on NATS');
      warned = true;
      return;
    }
    for (const [topic, message] of fromWire(text) as [keyof Topics, never][])
      if (!LOCAL_TOPICS.has(topic)) guarded(log, () => local.publish(topic, message));
  }

  async function respond(msg: Msg): Promise<void> {
    const opened = seal.open(places.to(seal.self), msg.data);
    if (opened === null || handler === null) return;
    const { id, body } = fromWire(opened.text) as Envelope;
    try {
      const sealed = (answer: Answer) => seal.seal(places.back(opened.from), toWire(answer));
      const answer = sealed({ id, body: await handler(body) });
      if (answer.length <= MAX_FRAME) return void msg.respond(answer);
      log.error({ area: 'bus', length: answer.length }, 'an answer is too long');
      msg.respond(sealed({ id, body: null, tooLong: true }));
    } catch (err) {
      log.error({ area: 'bus', err }, 'a question of another process is not answered');
    }
  }

  return {
    bus: {
      subscribe: local.subscribe,
      publish(topic, message) {
        local.publish(topic, message);
        if (!LOCAL_TOPICS.has(topic)) outbox.add(toWire([topic, message]));
      },
    },
    line: {
      self: seal.self,
      connected: () => link.connection() !== null,
      ask: createAsker(link, seal, places),
      answer(given) {
        handler = given;
      },
      close: async () => {
        outbox.flush();
        await link.close();
      },
    },
  };
}

interface Envelope {
  id: number;
  body: unknown;
}
interface Answer extends Envelope {
  /** Unset: `body` is the answer. */
  tooLong?: true;
}

/** Subjects, and what they are sealed for. */
const placesOf = (installation: string) => ({
  topics: `sarraf.${installation}.topics`,
  to: (process: string) => `sarraf.${installation}.to.${process}`,
  back: (process: string) => `sarraf.${installation}.back.${process}`,
});
type Places = ReturnType<typeof placesOf>;

function guarded(log: Log, work: () => void): void {
  try {
    work();
  } catch (err) {
    log.error({ area: 'bus', err }, 'a message of another process was not understood');
  }
}

function send(link: Link, seal: BusSeal, place: string, text: string, log: Log): void {
  const connection = link.connection();
  if (connection === null) return;
  const frame = seal.seal(place, text);
  // Whoever follows a book sees by its sequence that something is missing.
  if (frame.length > MAX_FRAME) log.error({ area: 'bus', length: frame.length }, 'a message is too long');
  else connection.publish(place, frame);
}

/** What is published in one go goes out in one frame. */
function createOutbox(deliver: (text: string) => void) {
  let waiting: string[] = [];
  let length = 0;
  function flush(): void {
    if (waiting.length === 0) return;
    const text = `[${waiting.join(',')}]`;
    waiting = [];
    length = 0;
    deliver(text);
  }
  return {
    add(text: string): void {
      if (waiting.length === 0) queueMicrotask(flush);
      else if (length + text.length > FULL_FRAME) {
        flush();
        queueMicrotask(flush);
      }
      waiting.push(text);
      length += text.length;
    },
    flush,
  };
}

function createAsker(link: Link, seal: BusSeal, places: Places): Line['ask'] {
  let count = 0;
  return async (process, question, timeoutMs) => {
    const connection = link.connection();
    if (connection === null) throw new NotHeard();
    count += 1;
    const id = count;
    const place = places.to(process);
    const frame = seal.seal(place, toWire({ id, body: question } satisfies Envelope));
    if (frame.length > MAX_FRAME) throw new Error('a question is too long');
    const reply = await connection.request(place, frame, { timeout: timeoutMs }).catch((error: unknown) => {
      throw error instanceof errors.RequestError && error.isNoResponders() ? new NotHeard() : error;
    });
    const opened = seal.open(places.back(seal.self), reply.data);
    const answer = opened && (fromWire(opened.text) as Answer);
    if (opened?.from !== process || answer?.id !== id) throw new Error('an answer that is none of ours');
    if (answer.tooLong) throw new AnswerTooLong();
    return answer.body;
  };
}

interface Link {
  /** Null while it is away. */
  connection(): NatsConnection | null;
  close(): Promise<void>;
}

/** Connects, again and again until it is closed. `onOpen` once, since subscriptions outlive a lost connection. */
function keepConnected(
  { url, log }: NatsBusOptions,
  on: { onOpen(connection: NatsConnection): void; onAgain(): void },
): Link {
  let connection: NatsConnection | null = null;
  let up = false;
  const closing = new AbortController();

  async function follow(opened: NatsConnection): Promise<void> {
    for await (const { type } of opened.status()) {
      if (type === 'disconnect') {
        up = false;
        log.warn({ area: 'bus' }, 'NATS is away; this process hears nothing of the others');
      } else if (type === 'reconnect') {
        up = true;
        log.info({ area: 'bus' }, 'NATS is back');
        on.onAgain();
      }
    }
  }

  async function begin(): Promise<void> {
    let quiet = false;
    while (connection === null && !closing.signal.aborted) {
      connection = await open(url).catch((err: unknown) => {
        if (!quiet)
          log.warn({ area: 'bus', err }, 'NATS is not there yet; this process hears nothing of the others');
        quiet = true;
        return null;
      });
      if (connection === null) await pause(RECONNECT_MS, closing.signal);
    }
    if (connection === null) return;
    if (closing.signal.aborted) return connection.close();
    on.onOpen(connection);
    up = true;
    on.onAgain();
    await follow(connection);
  }

  const running = begin().catch((err: unknown) => log.error({ area: 'bus', err }, 'the bus has ended'));
  return {
    connection: () => (up ? connection : null),
    async close() {
      closing.abort();
      // What was published is still to go out.
      if (up) await Promise.race([connection?.flush().catch(() => {}), pause(FLUSH_MS)]);
      up = false;
      await connection?.close();
      await running;
    },
  };
}

function open(url: string): Promise<NatsConnection> {
  const servers = url.split(',').map((one) => new URL(one.trim()));
  const [first] = servers;
  const text = (part: string | undefined) => (part ? decodeURIComponent(part) : undefined);
  const user = text(first?.username);
  const pass = text(first?.password);
  return connect({
    servers: servers.map(({ host }) => host),
    ...(user !== undefined && (pass === undefined ? { token: user } : { user, pass })),
    ...(first?.protocol === 'tls:' && { tls: {} }),
    name: 'sarraf',
    noEcho: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    ignoreAuthErrorAbort: true,
    pingInterval: PING_MS,
    timeout: 5_000,
    noAsyncTraces: true,
  });
}

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { ref: false, ...(signal && { signal }) }).catch(() => {});

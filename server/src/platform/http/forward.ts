import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { Refusal } from '@sarraf/domain';
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import type { Bus } from '../bus/bus.ts';
import { AnswerTooLong, type Line, NotHeard } from '../bus/nats-bus.ts';
import type { Log } from '../log.ts';
import { WriterChanged, watchWriter } from './writer-watch.ts';

/** A whole request, as it came in. */
export interface PassedRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: Record<string, string>;
  /** Base64; null: it has no body. */
  body: string | null;
  /** The client's. */
  ip: string;
}

export interface PassedReply {
  status: number;
  headers: Record<string, string>;
  /** Base64. */
  body: string;
}

/** What settles money is done by the process that settles the books, whichever the client has come to. */
export interface Forwarding {
  /** Whether this is that process. */
  isHere(): boolean;
  /** Whether that process is heard. */
  isReachable(): boolean;
  /**
   * Has the writer do a request and answers what it says.
   * SERVICE_UNAVAILABLE: there is none, or nobody knows what came of it: a repeat with its key tells.
   * ANSWER_TOO_LARGE: the writer has done it, and its answer is too large to be sent here.
   */
  pass(request: PassedRequest): Promise<PassedReply>;
  /** Whether another process has sent this, so that it goes no further. */
  hasCome(request: FastifyRequest): boolean;
  /** Answers what others send, and says so to them. */
  serve(app: FastifyInstance): void;
  /** To be called whenever this process becomes the writer or is it no more. */
  announce(): void;
  /** Takes nothing new from others and finishes what runs of theirs. */
  stop(): Promise<void>;
}

export interface ForwardingOptions {
  bus: Bus;
  line: Line;
  log: Log;
  leaseMs: number;
  /** Of the lease this process holds; null: it is not the writer, or can't settle now. */
  epoch(): bigint | null;
}

const MARK = 'x-sarraf-passed';
/** What the writer's handlers look at, and what a client is to see of their answers. */
const ASKED = ['authorization', 'idempotency-key', 'accept-language', 'content-type', 'user-agent'];
const ANSWERED = [
  'content-type',
  'content-disposition',
  'location',
  'retry-after',
  'cache-control',
  'x-request-id',
];
const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE']);
const MAX_URL = 8_000;
/** Of one direction at once. */
const MOST_RUNNING = 5_000;
/** A payment is verified with its bank meanwhile. */
const ANSWER_MS = 25_000;
const STOP_MS = 10_000;

type Answer = PassedReply | 'ELSEWHERE';

export function createForwarding({ bus, line, log, leaseMs, epoch }: ForwardingOptions): Forwarding {
  const mark = randomUUID();
  const watch = watchWriter(bus, 2 * leaseMs);
  let app: FastifyInstance | null = null;
  let running = 0;
  let asking = 0;
  let lastEpoch: bigint | null = null;
  let beat: NodeJS.Timeout | undefined;

  function announce(): void {
    const own = epoch();
    if (own !== null) lastEpoch = own;
    if (lastEpoch === null) return;
    const serving = own !== null && app !== null;
    bus.publish('writer', { process: line.self, epoch: lastEpoch, serving });
    if (!serving) lastEpoch = null;
  }

  async function answer(request: PassedRequest): Promise<Answer> {
    if (app === null || epoch() === null || running >= MOST_RUNNING) return 'ELSEWHERE';
    running += 1;
    try {
      return await inject(app, request, mark);
    } finally {
      running -= 1;
    }
  }

  const ask = (writer: string, request: PassedRequest): Promise<Answer> =>
    writer === line.self
      ? answer(request)
      : watch.whileWriter(writer, line.ask(writer, request, ANSWER_MS) as Promise<Answer>);

  /** From one to the next as long as nobody has touched it; whoever may have done so was the last. */
  async function find(request: PassedRequest, until: number): Promise<PassedReply> {
    for (;;) {
      const left = until - performance.now();
      const writer = left > 0 ? await watch.next(left) : null;
      if (writer === null) throw new Refusal('SERVICE_UNAVAILABLE');
      const said = await ask(writer, request).catch((err: unknown): Answer => {
        if (err instanceof NotHeard) return 'ELSEWHERE';
        if (err instanceof AnswerTooLong) {
          log.error({ area: 'bus', method: request.method, url: pathOf(request) }, 'the answer is too large');
          throw new Refusal('ANSWER_TOO_LARGE');
        }
        if (!(err instanceof WriterChanged)) log.warn({ area: 'bus', err }, 'the writer has not answered');
        throw new Refusal('SERVICE_UNAVAILABLE');
      });
      if (said !== 'ELSEWHERE') return said;
      watch.forget(writer);
    }
  }

  line.answer((question) =>
    isPassed(question) ? answer(question) : Promise.reject(new Error('no request')),
  );
  return {
    isHere: () => epoch() !== null,
    isReachable: () => line.connected() && watch.current() !== null,
    hasCome: ({ headers }) => headers[MARK] === mark,
    async pass(request) {
      if (asking >= MOST_RUNNING) throw new Refusal('SERVICE_UNAVAILABLE');
      asking += 1;
      // A change of lease takes about a lease.
      return find(request, performance.now() + 2 * leaseMs).finally(() => {
        asking -= 1;
      });
    },
    serve(given) {
      app = given;
      beat = setInterval(announce, leaseMs / 3).unref();
      announce();
    },
    announce,
    async stop() {
      clearInterval(beat);
      app = null;
      announce();
      const until = performance.now() + STOP_MS;
      while (running > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}

/** What goes along of a request that came in here. */
export function passedRequest(request: FastifyRequest, body: Buffer | null): PassedRequest {
  const headers: Record<string, string> = {};
  for (const name of ASKED) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  const { method, url, ip } = request;
  return { method, url, headers, body: body?.toString('base64') ?? null, ip };
}

/** A query may hold what is nobody's business. */
const pathOf = ({ url }: PassedRequest): string => url.split('?', 1)[0] ?? '';

async function inject(app: FastifyInstance, request: PassedRequest, mark: string): Promise<PassedReply> {
  const reply = await app.inject({
    method: request.method as NonNullable<InjectOptions['method']>,
    url: request.url,
    headers: { ...request.headers, [MARK]: mark },
    remoteAddress: request.ip,
    ...(request.body !== null && { payload: Buffer.from(request.body, 'base64') }),
  });
  const headers: Record<string, string> = {};
  for (const name of ANSWERED) {
    const value = reply.headers[name];
    if (value !== undefined) headers[name] = String(value);
  }
  return { status: reply.statusCode, headers, body: reply.rawPayload.toString('base64') };
}

function isPassed(question: unknown): question is PassedRequest {
  if (typeof question !== 'object' || question === null) return false;
  const { method, url, headers, body, ip } = question as Partial<Record<keyof PassedRequest, unknown>>;
  return (
    typeof method === 'string' &&
    METHODS.has(method) &&
    typeof url === 'string' &&
    url.startsWith('/api/') &&
    url.length <= MAX_URL &&
    typeof ip === 'string' &&
    isIP(ip) > 0 &&
    (body === null || typeof body === 'string') &&
    typeof headers === 'object' &&
    headers !== null &&
    Object.entries(headers).every(([name, value]) => ASKED.includes(name) && typeof value === 'string')
  );
}

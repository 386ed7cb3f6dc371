/**
 * A collector of traces, as OpenTelemetry's protocol describes it: https://opentelemetry.io/docs/specs/otlp/ (1.x),
 * "OTLP/HTTP" and "JSON Protobuf Encoding"; messages as in opentelemetry-proto's trace/v1/trace.proto. A request
 * that violates it gets 400, as from a real one, and is recorded.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { findFreePort } from './running-server.ts';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** Empty: the first span of its trace. */
  parentSpanId: string;
  name: string;
  kind: (typeof KINDS)[number];
  /** Nanoseconds since 1970. */
  from: bigint;
  to: bigint;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  failed: boolean;
  /** `service.name` of the process. */
  service: string;
}

export interface Collector {
  url: string;
  spans: ReceivedSpan[];
  /** All bodies, as received. */
  bodies: string[];
  /** Errors of the requests. */
  errors: string[];
  /** The collector's behaviour; REFUSE: 503, HANG: no reply. */
  answer: 'TAKE' | 'REFUSE' | 'HANG';
  /** With a refusal: in how many seconds to try again; null: not said. */
  retryAfter: number | null;
  stop(): Promise<void>;
}

const KINDS = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'] as const;
const FAILED = 2;

export async function startCollector(): Promise<Collector> {
  const port = await findFreePort();
  const server = createServer((request, response) => {
    void handleRequest(request).then((status) => {
      if (status === null) return;
      const { retryAfter } = collector;
      if (status === 503 && retryAfter !== null) response.setHeader('retry-after', retryAfter);
      response.writeHead(status, { 'content-type': 'application/json' }).end(status === 200 ? '{}' : '');
    });
  });
  const collector: Collector = {
    url: `http://127.0.0.1:${port}`,
    spans: [],
    bodies: [],
    errors: [],
    answer: 'TAKE',
    retryAfter: null,
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };

  /** Returns the status; null: no reply. */
  async function handleRequest(request: IncomingMessage): Promise<number | null> {
    const body = await text(request);
    if (collector.answer !== 'TAKE') return collector.answer === 'HANG' ? null : 503;
    collector.bodies.push(`${JSON.stringify(request.rawHeaders)}\n${body}`);
    try {
      if (request.method !== 'POST' || request.url !== '/v1/traces') throw new Error(`${request.url}`);
      if (request.headers['content-type'] !== 'application/json') throw new Error('not JSON');
      collector.spans.push(...parseSpans(JSON.parse(body)));
      return 200;
    } catch (error) {
      collector.errors.push(`${error}`);
      return 400;
    }
  }

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return collector;
}

type Message = Readonly<Record<string, unknown>>;

/** Parses an ExportTraceServiceRequest. */
function parseSpans(request: Message): ReceivedSpan[] {
  return readList(request, 'resourceSpans').flatMap((ofResource) => {
    const { 'service.name': service } = parseAttributes(ofResource.resource as Message);
    if (typeof service !== 'string') throw new Error('a resource without service.name');
    return readList(ofResource, 'scopeSpans')
      .flatMap((ofScope) => readList(ofScope, 'spans'))
      .map((span) => ({
        traceId: parseHex(span.traceId, 16),
        spanId: parseHex(span.spanId, 8),
        parentSpanId: span.parentSpanId === undefined ? '' : parseHex(span.parentSpanId, 8),
        name: `${span.name}`,
        kind: parseSpanKind(span.kind),
        from: parseNanos(span.startTimeUnixNano),
        to: parseNanos(span.endTimeUnixNano),
        attributes: parseAttributes(span),
        links: readList(span, 'links').map((link) => ({
          traceId: parseHex(link.traceId, 16),
          spanId: parseHex(link.spanId, 8),
        })),
        failed: (span.status as Message | undefined)?.code === FAILED,
        service,
      }));
  });
}

function readList(message: Message, field: string): Message[] {
  const value = message[field] ?? [];
  if (!Array.isArray(value)) throw new Error(`${field} is no list`);
  return value;
}

/** "The traceId and spanId byte arrays are represented as case-insensitive hex-encoded strings." */
function parseHex(value: unknown, bytes: number): string {
  if (
    typeof value !== 'string' ||
    !new RegExp(`^[0-9a-fA-F]{${2 * bytes}}$`).test(value) ||
    /^0+$/.test(value)
  )
    throw new Error(`${JSON.stringify(value)} is no id of ${bytes} bytes`);
  return value.toLowerCase();
}

/** "Values of enum fields MUST be encoded as integer values." */
function parseSpanKind(value: unknown): ReceivedSpan['kind'] {
  const kind = typeof value === 'number' ? KINDS[value] : undefined;
  if (kind === undefined) throw new Error(`${JSON.stringify(value)} is no kind of span`);
  return kind;
}

/** 64-bit integers are decimal strings in Protobuf's JSON; numbers are accepted. */
function parseNanos(value: unknown): bigint {
  if (typeof value !== 'string' || !/^[1-9]\d{18}$/.test(value)) throw new Error(`${value} is no time`);
  return BigInt(value);
}

function parseAttributes(message: Message): Record<string, unknown> {
  return Object.fromEntries(
    readList(message, 'attributes').map(({ key, value }) => {
      const [[kind, content] = ['none', null], ...others] = Object.entries(value as Message);
      if (!/^(string|bool|int|double)Value$/.test(kind) || others.length > 0)
        throw new Error(`${key} is ${JSON.stringify(value)}`);
      return [key, content];
    }),
  );
}

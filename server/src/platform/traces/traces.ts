import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Attributes,
  type Context,
  createContextKey,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Log } from '../log.ts';
import { BoundedSpans, type OnSpans } from './bounded-spans.ts';

export interface TracesOptions {
  /** URL of the collector; `/v1/traces` is added. */
  endpoint: string;
  /** Sampling ratio of traces that start here; 0 to 1. */
  ratio: number;
  /** Name of this process, and its version. */
  service: string;
  version: string;
  log: Log;
  onSpans?: OnSpans | undefined;
  /** Set if the collector is reached by a proxy. */
  agent?: Agent | undefined;
}

interface SpanOptions {
  /** SERVER: incoming call; CLIENT: outgoing call. Unset: neither. */
  kind?: 'SERVER' | 'CLIENT';
  /** Parent: a span, or the `traceparent` of another process. Unset: a new trace. */
  parent?: Span | string | undefined;
  links?: readonly Span[];
  attributes?: Attributes;
  /** Milliseconds of `performance.now()`; unset: now. */
  at?: number;
  /** Sampled regardless of the ratio, because it belongs to sampled spans. */
  always?: boolean;
}

const CLOCK_SYNC_INTERVAL_MS = 60_000;
/** Timeout for the collector when stopping. */
const STOP_TIMEOUT_MS = 2_000;
const ALWAYS_SAMPLE = createContextKey('sarraf: always');
/** https://www.w3.org/TR/trace-context/#traceparent-header, version 00. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * The spans of one process, exported to a collector by OTLP over HTTP. Without sampling there is no span: null.
 * Nothing is registered globally. The module is loaded only if an endpoint is set.
 */
export class Traces {
  readonly #tracer: Tracer;
  readonly #provider: TracerProvider;
  readonly #spanStorage = new AsyncLocalStorage<Span>();
  #clockAhead = 0;
  #clockReadAt = Number.NEGATIVE_INFINITY;

  constructor({ endpoint, ratio, service, version, log, onSpans, agent }: TracesOptions) {
    const exporter = new OTLPTraceExporter({
      url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
      ...(agent && { httpAgentOptions: () => agent }),
    });
    this.#provider = new TracerProvider({
      sampler: new ParentBasedSampler({ root: new RootSampler(ratio) }),
      spanProcessors: [new BoundedSpans(exporter, { log, onSpans })],
      resource: resourceFromAttributes({
        'service.name': service,
        'service.version': version,
        'service.instance.id': randomUUID(),
      }),
    });
    this.#tracer = this.#provider.getTracer('sarraf');
  }

  begin(name: string, { kind, parent, links = [], attributes, at, always }: SpanOptions = {}): Span | null {
    const context = toParentContext(parent);
    const span = this.#tracer.startSpan(
      name,
      {
        kind: kind === undefined ? SpanKind.INTERNAL : SpanKind[kind],
        startTime: this.#wallTime(at ?? performance.now()),
        links: links.map((link) => ({ context: link.spanContext() })),
        ...(attributes && { attributes }),
      },
      always ? context.setValue(ALWAYS_SAMPLE, true) : context,
    );
    return span.isRecording() ? span : null;
  }

  /** `at`: `performance.now()`; unset: now. */
  end(span: Span, { failed = false, at = performance.now() }: { failed?: boolean; at?: number } = {}): void {
    // Without a message: the details belong in the log, where secrets are redacted.
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(this.#wallTime(at));
  }

  /** Runs work in the context of this span. */
  within<T>(span: Span, work: () => T): T {
    return this.#spanStorage.run(span, work);
  }

  /** The current span. */
  get running(): Span | undefined {
    return this.#spanStorage.getStore();
  }

  /** Returns the `traceparent` by which another process continues it. */
  formatTraceparent(span: Span): string {
    const { traceId, spanId, traceFlags } = span.spanContext();
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  /** Exports queued spans, for at most two seconds. */
  async stop(): Promise<void> {
    await Promise.race([
      this.#provider.shutdown().catch(() => {}),
      sleep(STOP_TIMEOUT_MS, undefined, { ref: false }),
    ]);
  }

  /** One clock for all spans: with millisecond clocks of their own, children would extend beyond their parent. */
  #wallTime(at: number): number {
    const now = performance.now();
    if (now - this.#clockReadAt > CLOCK_SYNC_INTERVAL_MS) {
      this.#clockReadAt = now;
      this.#clockAhead = Date.now() - now;
    }
    return at + this.#clockAhead;
  }
}

function toParentContext(parent: Span | string | undefined): Context {
  if (parent === undefined) return ROOT_CONTEXT;
  if (typeof parent !== 'string') return trace.setSpan(ROOT_CONTEXT, parent);
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(parent) ?? [];
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  const spanContext = { traceId, spanId, traceFlags, isRemote: true };
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT;
}

/** Spans with a parent inherit its sampling; this decides for the others. */
class RootSampler implements Sampler {
  readonly #byRatio: TraceIdRatioBasedSampler;

  constructor(ratio: number) {
    this.#byRatio = new TraceIdRatioBasedSampler(ratio);
  }

  shouldSample(context: Context, traceId: string) {
    if (context.getValue(ALWAYS_SAMPLE)) return { decision: SamplingDecision.RECORD_AND_SAMPLED };
    return this.#byRatio.shouldSample(context, traceId);
  }
}

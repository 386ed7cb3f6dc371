import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';
import type { Log } from '../log.ts';

/** Called with the outcome of spans: `failed`: the collector didn't accept them; `dropped`: the queue was full. */
export type OnSpans = (result: 'sent' | 'failed' | 'dropped', count: number) => void;

/** Maximum spans queued or in flight; about a kilobyte each. */
const MAX_PENDING_SPANS = 4_096;
const MAX_BATCH_SIZE = 512;
const SEND_INTERVAL_MS = 2_000;
/** Minimum interval between log entries while the collector is unavailable. */
const LOG_INTERVAL_MS = 600_000;

/** Exports spans in batches, one after another. A slow or unavailable collector costs spans, never memory or time. */
export class BoundedSpans implements SpanProcessor {
  readonly #processor: BatchSpanProcessor;
  readonly #log: Log;
  readonly #onSpans: OnSpans | undefined;
  #pendingCount = 0;
  #lastLoggedAt = Number.NEGATIVE_INFINITY;

  constructor(exporter: SpanExporter, { log, onSpans }: { log: Log; onSpans?: OnSpans | undefined }) {
    this.#log = log;
    this.#onSpans = onSpans;
    this.#processor = new BatchSpanProcessor({
      exporter: {
        export: (spans, done) =>
          exporter.export(spans, (result) => {
            this.#pendingCount -= spans.length;
            if (result.error) this.#reportLost('failed', spans.length, result.error.message);
            else onSpans?.('sent', spans.length);
            done(result);
          }),
        shutdown: () => exporter.shutdown(),
      },
      maxQueueSize: MAX_PENDING_SPANS,
      maxExportBatchSize: MAX_BATCH_SIZE,
      scheduledDelayMillis: SEND_INTERVAL_MS,
    });
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if (this.#pendingCount >= MAX_PENDING_SPANS) return this.#reportLost('dropped', 1, 'too many wait');
    this.#pendingCount += 1;
    this.#processor.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.#processor.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#processor.shutdown();
  }

  #reportLost(result: 'failed' | 'dropped', count: number, reason: string): void {
    this.#onSpans?.(result, count);
    if (performance.now() - this.#lastLoggedAt < LOG_INTERVAL_MS) return;
    this.#lastLoggedAt = performance.now();
    this.#log.warn({ area: 'traces', reason: reason.slice(0, 200) }, 'traces are not sent');
  }
}

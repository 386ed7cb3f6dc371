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
const MAX_WAITING = 4_096;
const MAX_BATCH_SIZE = 512;
const SEND_EVERY_MS = 2_000;
/** Minimum interval between log entries while the collector is unavailable. */
const SAY_EVERY_MS = 600_000;

/** Exports spans in batches, one after another. A slow or unavailable collector costs spans, never memory or time. */
export class BoundedSpans implements SpanProcessor {
  readonly #sending: BatchSpanProcessor;
  readonly #log: Log;
  readonly #onSpans: OnSpans | undefined;
  #waiting = 0;
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(exporter: SpanExporter, { log, onSpans }: { log: Log; onSpans?: OnSpans | undefined }) {
    this.#log = log;
    this.#onSpans = onSpans;
    this.#sending = new BatchSpanProcessor({
      exporter: {
        export: (spans, answer) =>
          exporter.export(spans, (result) => {
            this.#waiting -= spans.length;
            if (result.error) this.#lose('failed', spans.length, result.error.message);
            else onSpans?.('sent', spans.length);
            answer(result);
          }),
        shutdown: () => exporter.shutdown(),
      },
      maxQueueSize: MAX_WAITING,
      maxExportBatchSize: MAX_BATCH_SIZE,
      scheduledDelayMillis: SEND_EVERY_MS,
    });
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if (this.#waiting >= MAX_WAITING) return this.#lose('dropped', 1, 'too many wait');
    this.#waiting += 1;
    this.#sending.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.#sending.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#sending.shutdown();
  }

  #lose(result: 'failed' | 'dropped', count: number, reason: string): void {
    this.#onSpans?.(result, count);
    if (performance.now() - this.#saidAt < SAY_EVERY_MS) return;
    this.#saidAt = performance.now();
    this.#log.warn({ area: 'traces', reason: reason.slice(0, 200) }, 'traces are not sent');
  }
}

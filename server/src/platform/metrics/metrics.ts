import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Log } from '../log.ts';

/** Name, help and labels; a label has few known values, and never one whose number grows with users. */
interface MetricDescription<L extends string> {
  name: string;
  help: string;
  labels?: readonly L[];
}

/** A function that sets gauges. */
interface GaugeReading {
  what: string;
  everyMs: number;
  /** Cleared if they couldn't be read: a stale value looks like a good one. */
  gauges: readonly Gauge[];
  read(): Promise<void> | void;
  readAt: number;
  running: Promise<void> | null;
}

/** Minimum interval between readings; monitoring scrapes about every fifteen seconds, possibly from two servers. */
const MIN_READ_INTERVAL_MS = 5_000;
/** Timeout of a reading, whose values are then included in the next scrape. */
const READ_TIMEOUT_MS = 2_000;

/**
 * The metrics of one process. Frequent events are counted as they happen; the rest is read at each scrape. A scrape
 * never fails: metrics that couldn't be read are missing, and `sarraf_reading_failed` reports that.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #log: Log;
  readonly #readings: GaugeReading[] = [];
  readonly #failed: Gauge;

  constructor(log: Log) {
    this.#log = log;
    collectDefaultMetrics({ register: this.#registry });
    this.#failed = this.createGauge({
      name: 'sarraf_reading_failed',
      help: '1 if these metrics could not be read at the last scrape and are therefore missing, else 0.',
      labels: ['reading'],
    });
  }

  createCounter<L extends string = never>({ name, help, labels = [] }: MetricDescription<L>): Counter<L> {
    assertNotReserved(labels);
    return new Counter({ name, help, labelNames: labels, registers: [this.#registry] });
  }

  createGauge<L extends string = never>({ name, help, labels = [] }: MetricDescription<L>): Gauge<L> {
    assertNotReserved(labels);
    return new Gauge({ name, help, labelNames: labels, registers: [this.#registry] });
  }

  createHistogram<L extends string = never>(
    { name, help, labels = [] }: MetricDescription<L>,
    buckets: number[],
  ): Histogram<L> {
    assertNotReserved(labels);
    return new Histogram({ name, help, labelNames: labels, buckets, registers: [this.#registry] });
  }

  /** Registers `read`, which sets these gauges at a scrape, rate-limited and one reading at a time. */
  registerReading(
    name: string,
    gauges: readonly Gauge[],
    read: () => Promise<void> | void,
    everyMs: number = MIN_READ_INTERVAL_MS,
  ): void {
    for (const gauge of gauges) clearGauge(gauge);
    this.#readings.push({
      what: name,
      everyMs,
      gauges,
      read,
      readAt: Number.NEGATIVE_INFINITY,
      running: null,
    });
  }

  /** Returns names and types of all metrics, also of those without a value. */
  async listNames(): Promise<{ name: string; type: string }[]> {
    const all = await this.#registry.getMetricsAsJSON();
    return all.map(({ name, type }) => ({ name, type: `${type}` }));
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Returns the metrics in Prometheus' text format. */
  async renderText(): Promise<string> {
    const reading = Promise.all(this.#readings.map((one) => this.#refreshReading(one)));
    await Promise.race([reading, sleep(READ_TIMEOUT_MS, undefined, { ref: false })]);
    return this.#registry.metrics();
  }

  #refreshReading(reading: GaugeReading): Promise<void> {
    if (reading.running) return reading.running;
    if (performance.now() - reading.readAt < reading.everyMs) return Promise.resolve();
    reading.running = this.#runReading(reading).finally(() => {
      reading.readAt = performance.now();
      reading.running = null;
    });
    return reading.running;
  }

  async #runReading({ what, gauges, read }: GaugeReading): Promise<void> {
    try {
      await read();
      this.#failed.set({ reading: what }, 0);
    } catch (err) {
      for (const gauge of gauges) clearGauge(gauge);
      this.#failed.set({ reading: what }, 1);
      this.#log.warn({ area: 'metrics', what, err }, 'failed to read metrics');
    }
  }
}

/**
 * Prometheus sets these labels on each series and renames ours, so rules and dashboards would group by the wrong
 * ones.
 */
const RESERVED_LABELS = ['job', 'instance'];
function assertNotReserved(labels: readonly string[]): void {
  const reserved = labels.find((label) => RESERVED_LABELS.includes(label));
  if (reserved) throw new Error(`the label ${reserved} is Prometheus' own`);
}

/** Removes all values, as opposed to setting 0. */
function clearGauge(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}

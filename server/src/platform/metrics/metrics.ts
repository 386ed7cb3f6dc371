import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Log } from '../log.ts';

/** Name, help and labels; a label has few known values, and never one whose number grows with users. */
interface Described<L extends string> {
  name: string;
  help: string;
  labels?: readonly L[];
}

/** A function that sets gauges. */
interface Reading {
  what: string;
  everyMs: number;
  /** Cleared if they couldn't be read: a stale value looks like a good one. */
  gauges: readonly Gauge[];
  read(): Promise<void> | void;
  readAt: number;
  running: Promise<void> | null;
}

/** Minimum interval between readings; monitoring scrapes about every fifteen seconds, possibly from two servers. */
const EVERY_MS = 5_000;
/** Timeout of a reading, whose values are then included in the next scrape. */
const TIMEOUT_MS = 2_000;

/**
 * The metrics of one process. Frequent events are counted as they happen; the rest is read at each scrape. A scrape
 * never fails: metrics that couldn't be read are missing, and `sarraf_reading_failed` reports that.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #log: Log;
  readonly #readings: Reading[] = [];
  readonly #failed: Gauge;

  constructor(log: Log) {
    this.#log = log;
    collectDefaultMetrics({ register: this.#registry });
    this.#failed = this.gauge({
      name: 'sarraf_reading_failed',
      help: '1 if these metrics could not be read at the last scrape and are therefore missing, else 0.',
      labels: ['reading'],
    });
  }

  counter<L extends string = never>({ name, help, labels = [] }: Described<L>): Counter<L> {
    refuseItsOwn(labels);
    return new Counter({ name, help, labelNames: labels, registers: [this.#registry] });
  }

  gauge<L extends string = never>({ name, help, labels = [] }: Described<L>): Gauge<L> {
    refuseItsOwn(labels);
    return new Gauge({ name, help, labelNames: labels, registers: [this.#registry] });
  }

  histogram<L extends string = never>(
    { name, help, labels = [] }: Described<L>,
    buckets: number[],
  ): Histogram<L> {
    refuseItsOwn(labels);
    return new Histogram({ name, help, labelNames: labels, buckets, registers: [this.#registry] });
  }

  /** Registers `read`, which sets these gauges at a scrape, rate-limited and one reading at a time. */
  read(
    what: string,
    gauges: readonly Gauge[],
    read: () => Promise<void> | void,
    everyMs: number = EVERY_MS,
  ): void {
    for (const gauge of gauges) clear(gauge);
    this.#readings.push({
      what,
      everyMs,
      gauges,
      read,
      readAt: Number.NEGATIVE_INFINITY,
      running: null,
    });
  }

  /** Returns names and types of all metrics, also of those without a value. */
  async names(): Promise<{ name: string; type: string }[]> {
    const all = await this.#registry.getMetricsAsJSON();
    return all.map(({ name, type }) => ({ name, type: `${type}` }));
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Returns the metrics in Prometheus' text format. */
  async text(): Promise<string> {
    const reading = Promise.all(this.#readings.map((one) => this.#refresh(one)));
    await Promise.race([reading, sleep(TIMEOUT_MS, undefined, { ref: false })]);
    return this.#registry.metrics();
  }

  #refresh(one: Reading): Promise<void> {
    if (one.running) return one.running;
    if (performance.now() - one.readAt < one.everyMs) return Promise.resolve();
    one.running = this.#readOne(one).finally(() => {
      one.readAt = performance.now();
      one.running = null;
    });
    return one.running;
  }

  async #readOne({ what, gauges, read }: Reading): Promise<void> {
    try {
      await read();
      this.#failed.set({ reading: what }, 0);
    } catch (err) {
      for (const gauge of gauges) clear(gauge);
      this.#failed.set({ reading: what }, 1);
      this.#log.warn({ area: 'metrics', what, err }, 'failed to read metrics');
    }
  }
}

/**
 * Prometheus sets these labels on each series and renames ours, so rules and dashboards would group by the wrong
 * ones.
 */
const ITS_OWN = ['job', 'instance'];
function refuseItsOwn(labels: readonly string[]): void {
  const taken = labels.find((label) => ITS_OWN.includes(label));
  if (taken) throw new Error(`the label ${taken} is Prometheus' own`);
}

/** Removes all values, as opposed to setting 0. */
function clear(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}

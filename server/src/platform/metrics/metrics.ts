import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Log } from '../log.ts';

/** Name, help and labels; the values of a label are few and known: whatever grows with users is none. */
interface Described<L extends string> {
  name: string;
  help: string;
  labels?: readonly L[];
}

/** Sets what it reads. */
interface Reading {
  what: string;
  everyMs: number;
  /** Empty again where they couldn't be read: an old figure looks like a good one. */
  gauges: readonly Gauge[];
  read(): Promise<void> | void;
  readAt: number;
  running: Promise<void> | null;
}

/** Monitoring asks every fifteen seconds or so, and there may be two that ask. */
const EVERY_MS = 5_000;
/** What isn't read by then is shown the next time. */
const PATIENCE_MS = 2_000;

/**
 * The figures of one process, for whoever watches over it. What happens often is counted as it happens; the rest is read
 * when it is asked for. Asking never fails: what couldn't be read is missing, and `sarraf_reading_failed` says so.
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
      help: 'Whether these figures could not be read the last time: 1, and they are missing here.',
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

  /** Has `read` set these gauges whenever they are asked for, at most so often, one reading at a time. */
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

  /** Names and types of all there are, also of those that have no value yet. */
  async names(): Promise<{ name: string; type: string }[]> {
    const all = await this.#registry.getMetricsAsJSON();
    return all.map(({ name, type }) => ({ name, type: `${type}` }));
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** In Prometheus' text format. */
  async text(): Promise<string> {
    const reading = Promise.all(this.#readings.map((one) => this.#refresh(one)));
    await Promise.race([reading, sleep(PATIENCE_MS, undefined, { ref: false })]);
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
      this.#log.warn({ area: 'metrics', what, err }, 'figures could not be read');
    }
  }
}

/** Prometheus gives each series these of its own, and renames ours: what rules and dashboards group by would be its. */
const ITS_OWN = ['job', 'instance'];
function refuseItsOwn(labels: readonly string[]): void {
  const taken = labels.find((label) => ITS_OWN.includes(label));
  if (taken) throw new Error(`the label ${taken} is Prometheus' own`);
}

/** No value is left, which is something else than 0. */
function clear(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}

import { DAY_MS, MINUTE_MS } from '@sarraf/domain';
import { type Bucket, mergeBuckets } from './buckets.ts';

export interface DayStatistics {
  /** Whether there was a trade. */
  traded: boolean;
  volume: bigint;
  value: bigint;
  /** 0 without trades. */
  high: bigint;
  low: bigint;
  /** The last price a day ago, unless that trade was a day old even then; if there is none, the first price since. */
  before: bigint | null;
}

interface Fill {
  price: bigint;
  amount: bigint;
  notional: bigint;
}

/** Returns the start of the day of whole minutes that ends with the current one. */
export const dayStart = (now: number): number => now - (now % MINUTE_MS) - DAY_MS;

/** A market's one-minute candles of the last 24 hours. Minutes without trades have none. */
export class RecentMinutes {
  /** Oldest first. */
  readonly #minutes: Bucket[];
  /** The last price before the oldest minute. */
  #priceBefore: { time: number; close: bigint } | null;

  constructor(minutes: Bucket[] = [], before: { time: number; close: bigint } | null = null) {
    this.#minutes = minutes;
    this.#priceBefore = before;
  }

  /** Returns the minute after the addition. */
  add({ price, amount, notional }: Fill, at: number): Bucket {
    const time = at - (at % MINUTE_MS);
    const addition = {
      time,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: amount,
      value: notional,
    };
    let index = this.#minutes.length;
    // A new writer's clock may be slightly behind that of the previous one.
    while (index > 0 && (this.#minutes[index - 1] as Bucket).time > time) index -= 1;
    const last = this.#minutes[index - 1];
    if (last?.time !== time) {
      this.#minutes.splice(index, 0, addition);
      return addition;
    }
    const merged = mergeBuckets(last, addition);
    this.#minutes[index - 1] = merged;
    return merged;
  }

  get last(): Bucket | null {
    return this.#minutes.at(-1) ?? null;
  }

  /** Returns the minutes that start at `from` or later. */
  listSince(from: number): Bucket[] {
    let index = this.#minutes.length;
    while (index > 0 && (this.#minutes[index - 1] as Bucket).time >= from) index -= 1;
    return this.#minutes.slice(index);
  }

  computeStatistics(now: number): DayStatistics {
    this.#removeOld(now);
    const [first] = this.#minutes;
    const before =
      this.#priceBefore && this.#priceBefore.time >= dayStart(now) - DAY_MS ? this.#priceBefore.close : null;
    if (!first) return { traded: false, volume: 0n, value: 0n, high: 0n, low: 0n, before };
    let all = first;
    for (let i = 1; i < this.#minutes.length; i += 1) all = mergeBuckets(all, this.#minutes[i] as Bucket);
    return {
      traded: true,
      volume: all.volume,
      value: all.value,
      high: all.high,
      low: all.low,
      before: before ?? first.open,
    };
  }

  #removeOld(now: number): void {
    const from = dayStart(now);
    let removedCount = 0;
    while ((this.#minutes[removedCount]?.time ?? from) < from) removedCount += 1;
    const last = this.#minutes[removedCount - 1];
    if (!last) return;
    this.#priceBefore = { time: last.time, close: last.close };
    this.#minutes.splice(0, removedCount);
  }
}

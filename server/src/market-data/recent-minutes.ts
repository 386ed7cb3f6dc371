import { DAY_MS, MINUTE_MS } from '@sarraf/domain';
import { type Bucket, mergeBuckets } from './buckets.ts';

export interface DayFigures {
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
export const dayBefore = (now: number): number => now - (now % MINUTE_MS) - DAY_MS;

/** A market's one-minute candles of the last 24 hours. Minutes without trades have none. */
export class RecentMinutes {
  /** Oldest first. */
  readonly #minutes: Bucket[];
  /** The last price before the oldest minute. */
  #before: { time: number; close: bigint } | null;

  constructor(minutes: Bucket[] = [], before: { time: number; close: bigint } | null = null) {
    this.#minutes = minutes;
    this.#before = before;
  }

  /** Returns the minute after the addition. */
  add({ price, amount, notional }: Fill, at: number): Bucket {
    const time = at - (at % MINUTE_MS);
    const more = {
      time,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: amount,
      value: notional,
    };
    let place = this.#minutes.length;
    // A new writer's clock may be slightly behind that of the previous one.
    while (place > 0 && (this.#minutes[place - 1] as Bucket).time > time) place -= 1;
    const last = this.#minutes[place - 1];
    if (last?.time !== time) {
      this.#minutes.splice(place, 0, more);
      return more;
    }
    const grown = mergeBuckets(last, more);
    this.#minutes[place - 1] = grown;
    return grown;
  }

  get last(): Bucket | null {
    return this.#minutes.at(-1) ?? null;
  }

  /** Returns the minutes that start at `from` or later. */
  since(from: number): Bucket[] {
    let place = this.#minutes.length;
    while (place > 0 && (this.#minutes[place - 1] as Bucket).time >= from) place -= 1;
    return this.#minutes.slice(place);
  }

  figures(now: number): DayFigures {
    this.#forget(now);
    const [first] = this.#minutes;
    const before = this.#before && this.#before.time >= dayBefore(now) - DAY_MS ? this.#before.close : null;
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

  #forget(now: number): void {
    const from = dayBefore(now);
    let gone = 0;
    while ((this.#minutes[gone]?.time ?? from) < from) gone += 1;
    const last = this.#minutes[gone - 1];
    if (!last) return;
    this.#before = { time: last.time, close: last.close };
    this.#minutes.splice(0, gone);
  }
}

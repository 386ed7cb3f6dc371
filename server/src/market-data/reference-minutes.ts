import { type Coin, MINUTE_MS, marketType, type Quote } from '@sarraf/domain';
import { MARKETS } from '../market/index.ts';
import { type Bucket, mergeBuckets } from './buckets.ts';

/** Minutes of the reference price that the database may not have yet: the current and the previous one. */
export class ReferenceMinutes {
  readonly #reference: (coin: Coin, quote: Quote) => bigint | null;
  readonly #minutes = new Map<string, Bucket[]>();
  #begun: number | null = null;

  constructor(reference: (coin: Coin, quote: Quote) => bigint | null) {
    this.#reference = reference;
  }

  /** Samples every market's price; must be called once a second. */
  sample(now: number): void {
    const time = now - (now % MINUTE_MS);
    this.#begun ??= time;
    for (const { coin, quote } of MARKETS) {
      const price = this.#reference(coin, quote);
      const kept = (this.#minutes.get(marketType(coin, quote)) ?? []).filter(
        (minute) => minute.time >= time - MINUTE_MS,
      );
      if (price !== null && price > 0n) {
        const seen: Bucket = {
          time,
          open: price,
          high: price,
          low: price,
          close: price,
          volume: 0n,
          value: 0n,
        };
        const last = kept.at(-1);
        if (last?.time !== time) kept.push(seen);
        // Keeps the same object while nothing has changed, so that results derived from it stay valid.
        else if (last.close !== price) kept[kept.length - 1] = mergeBuckets(last, seen);
      }
      this.#minutes.set(marketType(coin, quote), kept);
    }
  }

  /** Returns the moment from which memory has the minutes; the database has those before. */
  from(now: number): number {
    const minute = now - (now % MINUTE_MS);
    return Math.max(this.#begun ?? minute, minute - MINUTE_MS);
  }

  /** Returns the minutes that start at `from` or later, oldest first. */
  since(market: string, from: number): Bucket[] {
    return (this.#minutes.get(market) ?? []).filter((minute) => minute.time >= from);
  }

  last(market: string): Bucket | null {
    return this.#minutes.get(market)?.at(-1) ?? null;
  }
}

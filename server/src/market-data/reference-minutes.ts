import { type Coin, formatMarketType, MINUTE_MS, type Quote } from '@sarraf/domain';
import { MARKETS } from '../market/index.ts';
import { type Bucket, mergeBuckets } from './buckets.ts';

/** Minutes of the reference price that the database may not have yet: the current and the previous one. */
export class ReferenceMinutes {
  readonly #reference: (coin: Coin, quote: Quote) => bigint | null;
  readonly #minutes = new Map<string, Bucket[]>();
  #startedAt: number | null = null;

  constructor(reference: (coin: Coin, quote: Quote) => bigint | null) {
    this.#reference = reference;
  }

  /** Samples every market's price; must be called once a second. */
  samplePrices(now: number): void {
    const time = now - (now % MINUTE_MS);
    this.#startedAt ??= time;
    for (const { coin, quote } of MARKETS) {
      const price = this.#reference(coin, quote);
      const recent = (this.#minutes.get(formatMarketType(coin, quote)) ?? []).filter(
        (minute) => minute.time >= time - MINUTE_MS,
      );
      if (price !== null && price > 0n) {
        const sampled: Bucket = {
          time,
          open: price,
          high: price,
          low: price,
          close: price,
          volume: 0n,
          value: 0n,
        };
        const last = recent.at(-1);
        if (last?.time !== time) recent.push(sampled);
        // Keeps the same object while nothing has changed, so that results derived from it stay valid.
        else if (last.close !== price) recent[recent.length - 1] = mergeBuckets(last, sampled);
      }
      this.#minutes.set(formatMarketType(coin, quote), recent);
    }
  }

  /** Returns the moment from which memory has the minutes; the database has those before. */
  coveredFrom(now: number): number {
    const minute = now - (now % MINUTE_MS);
    return Math.max(this.#startedAt ?? minute, minute - MINUTE_MS);
  }

  /** Returns the minutes that start at `from` or later, oldest first. */
  listSince(market: string, from: number): Bucket[] {
    return (this.#minutes.get(market) ?? []).filter((minute) => minute.time >= from);
  }

  findLast(market: string): Bucket | null {
    return this.#minutes.get(market)?.at(-1) ?? null;
  }
}

/** Backfills the chart's past from the vendors, page by page, from now backwards, and again wherever there is a gap. */

import { setTimeout as sleep } from 'node:timers/promises';
import { type Coin, computeBackoff, DAY_MS, HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import { enqueue, type Job } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import {
  type CandleBackfill,
  findPriceAfter,
  listOpenBackfills,
  planBackfills,
  readSourceBackoffs,
  type SourceBackoff,
  saveBackfillPage,
  saveSourceBackoff,
} from './candle-backfill-store.ts';
import { candleStart, INTERVAL_MS, type Interval, type ReferenceCandle } from './candles.ts';
import { filterPlausibleCandles, ImplausibleCandlesError } from './filter-candles.ts';
import { NotListed, type PriceHistory, VendorFailure } from './ports.ts';
import { toPriceScale, toQuoteUnits } from './prices.ts';
import { rollUpCandles } from './store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  log: Log;
  sources: readonly PriceHistory[];
  /** Returns a coin's current price in the vendors' quote, in its smallest unit; null while it is halted. */
  priceNow(coin: Coin): bigint | null;
}

const HISTORY_LENGTH_MS: Record<Interval, number> = {
  '1d': 730 * DAY_MS,
  '1h': 90 * DAY_MS,
  '1m': 7 * DAY_MS,
};
/** The last minutes of an hour of this server's own prices are written by then. */
const WRITE_DELAY_MS = 5 * MINUTE_MS;
const TIMEOUT_MS = 5_000;
/** Duration of one run of the job, so that other jobs get their turn. */
const RUN_DURATION_MS = 3_000;
const NEXT_RUN_DELAY_MS = 1_000;
/** Delay until a coin whose pages have nothing to be compared with may have a price. */
const PRICE_WAIT_MS = 10_000;
const BACKOFF = { firstMs: 5_000, maxMs: HOUR_MS };
/** After this many failures, or with a backoff of this length, another source is queried in the meantime. */
const MAX_FAILURES = 3;
const LONG_BACKOFF_MS = 5 * MINUTE_MS;

const JOB_NAME = 'fill-candles';

export class CandleBackfiller {
  readonly #deps: Deps;
  #running: Promise<number | null> | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The job for the process that runs jobs: at its start, then every hour, and as long as something is missing. */
  createJob(): Job {
    return { name: JOB_NAME, cron: '7 * * * *', run: () => this.#runJob() };
  }

  async enqueue(afterMs = 0): Promise<void> {
    await enqueue(this.#deps.db, JOB_NAME, {}, { key: JOB_NAME, after: afterMs / 1000, patient: true });
  }

  async #runJob(): Promise<void> {
    this.#running ??= this.fillFor(RUN_DURATION_MS).finally(() => {
      this.#running = null;
    });
    const delayMs = await this.#running;
    if (delayMs !== null) await this.enqueue(delayMs);
  }

  /** Works for `forMs` at most; returns in how many milliseconds to continue, null when nothing is missing. */
  async fillFor(forMs: number): Promise<number | null> {
    const deadline = performance.now() + forMs;
    for (;;) {
      let delayMs = await this.#fillNextPage();
      if (delayMs === null) {
        await this.#planMissing();
        delayMs = await this.#fillNextPage();
      }
      if (delayMs !== 0) return delayMs;
      if (performance.now() >= deadline) return NEXT_RUN_DELAY_MS;
    }
  }

  async #planMissing(): Promise<void> {
    const { db, clock, sources } = this.#deps;
    const now = clock.now();
    const coins = [...new Set(sources.flatMap(({ covers }) => covers))];
    const toRange = (interval: Interval, until: number) => ({
      since: candleStart(now - HISTORY_LENGTH_MS[interval], INTERVAL_MS[interval]),
      until: candleStart(until, INTERVAL_MS[interval]),
    });
    await planBackfills(db, coins, '1d', toRange('1d', now - WRITE_DELAY_MS));
    await planBackfills(db, coins, '1m', toRange('1m', now));
    // Own minutes of an hour are rolled up to that hour, before a vendor's could be inserted.
    await rollUpCandles(db, new Date(candleStart(now - WRITE_DELAY_MS, HOUR_MS)));
    await planBackfills(db, coins, '1h', toRange('1h', now - WRITE_DELAY_MS));
  }

  /** Handles one page: returns 0 when there is more, null when nothing is open, else the delay. */
  async #fillNextPage(): Promise<number | null> {
    const [fills, backoffs] = await Promise.all([
      listOpenBackfills(this.#deps.db),
      readSourceBackoffs(this.#deps.db),
    ]);
    let minDelayMs: number | null = null;
    for (const fill of fills) {
      const delayMs = await this.#fillPage(fill, backoffs);
      if (delayMs === 0) return 0;
      minDelayMs = Math.min(minDelayMs ?? Number.POSITIVE_INFINITY, delayMs);
    }
    return minDelayMs;
  }

  /** Handles the newest missing page: returns 0 when done, else the delay. */
  async #fillPage(fill: CandleBackfill, backoffs: ReadonlyMap<string, SourceBackoff>): Promise<number> {
    const { db, priceNow } = this.#deps;
    const { coin, nextAt } = fill;
    const anchor = (await findPriceAfter(db, coin, nextAt)) ?? priceNow(coin);
    if (anchor === null) return PRICE_WAIT_MS;
    const page = await this.#fetchFromSources(fill, anchor, backoffs);
    if (typeof page === 'number') return page;
    await saveBackfillPage(db, fill, page);
    return 0;
  }

  /** Returns the plausible candles of the first available source: none, if no source has any; or a delay as above. */
  async #fetchFromSources(
    fill: CandleBackfill,
    anchor: bigint,
    backoffs: ReadonlyMap<string, SourceBackoff>,
  ): Promise<{ from: number; candles: ReferenceCandle[] } | number> {
    const { clock, log, sources } = this.#deps;
    const { coin, interval, beginAt, nextAt } = fill;
    let minDelayMs = Number.POSITIVE_INFINITY;
    let from = beginAt;
    for (const source of sources.filter(({ covers }) => covers.includes(coin))) {
      const { failures, restUntil } = backoffs.get(source.name) ?? { failures: 0, restUntil: 0 };
      const backoffMs = restUntil - clock.now();
      if (backoffMs > 0) {
        minDelayMs = Math.min(minDelayMs, backoffMs);
        if (failures >= MAX_FAILURES || backoffMs > LONG_BACKOFF_MS) continue;
        return minDelayMs;
      }
      from = Math.max(from, nextAt - source.pageMs[interval]);
      try {
        return { from, candles: await this.#fetchPlausible(source, fill, from, anchor, failures > 0) };
      } catch (error) {
        if (!(error instanceof NotListed || error instanceof ImplausibleCandlesError)) {
          await this.#backOff(source.name, error, failures);
          return 0;
        }
        log.warn({ err: error, source: source.name, coin, interval }, 'no price history from this source');
      } finally {
        await sleep(source.pauseMs);
      }
    }
    return Number.isFinite(minDelayMs) ? minDelayMs : { from, candles: [] };
  }

  async #fetchPlausible(
    source: PriceHistory,
    { coin, interval, nextAt: to }: CandleBackfill,
    from: number,
    anchor: bigint,
    failedBefore: boolean,
  ): Promise<ReferenceCandle[]> {
    const found = await source.candles(coin, interval, { from, to }, AbortSignal.timeout(TIMEOUT_MS));
    if (failedBefore) await saveSourceBackoff(this.#deps.db, source.name, { failures: 0, restUntil: 0 });
    const quote = coin === 'TETHER' ? 'TOMAN' : 'TETHER';
    const divisors = coin === 'TETHER' ? source.tomanDivisors : undefined;
    return filterPlausibleCandles(found, {
      interval,
      from,
      to,
      anchor: toPriceScale(anchor, quote),
      divisors,
    }).map(({ time, open, high, low, close }) => ({
      coin,
      quote,
      time,
      open: toQuoteUnits(open, quote),
      high: toQuoteUnits(high, quote),
      low: toQuoteUnits(low, quote),
      close: toQuoteUnits(close, quote),
    }));
  }

  /** Backs off longer after each failure, and at least as long as the vendor requested. */
  async #backOff(name: string, error: unknown, failures: number): Promise<void> {
    const { db, clock, log } = this.#deps;
    const requestedMs = error instanceof VendorFailure ? error.retryAfterMs : null;
    const backoffMs = Math.max(requestedMs ?? 0, computeBackoff(BACKOFF, failures));
    log.warn({ err: error, source: name, rest: backoffMs }, 'price history fails');
    await saveSourceBackoff(db, name, { failures: failures + 1, restUntil: clock.now() + backoffMs });
  }
}

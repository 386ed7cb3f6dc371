/** Backfills the chart's past from the vendors, page by page, from now backwards, and again wherever there is a gap. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Coin } from '@sarraf/domain';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import { enqueue, type Job } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import {
  type CandleBackfill,
  listOpenBackfills,
  planBackfills,
  priceAfter,
  readPatience,
  type SourceBackoff,
  saveBackfillPage,
  savePatience,
} from './candle-backfill-store.ts';
import { candleStart, INTERVAL_MS, type Interval, type ReferenceCandle } from './candles.ts';
import { filterPlausibleCandles, ImplausibleCandlesError } from './judge-candles.ts';
import { NotListed, type PriceHistory, VendorFailure } from './ports.ts';
import { atPriceScale, quoteUnits } from './prices.ts';
import { rollUpCandles } from './store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  log: Log;
  sources: readonly PriceHistory[];
  /** Returns a coin's current price in the vendors' quote, in its smallest unit; null while it is halted. */
  priceNow(coin: Coin): bigint | null;
}

const REACH_MS: Record<Interval, number> = { '1d': 730 * DAY_MS, '1h': 90 * DAY_MS, '1m': 7 * DAY_MS };
/** The last minutes of an hour of this server's own prices are written by then. */
const SETTLED_MS = 5 * MINUTE_MS;
const TIMEOUT_MS = 5_000;
/** Duration of one run of the job, so that other jobs get their turn. */
const TURN_MS = 3_000;
const COME_AGAIN_MS = 1_000;
/** Delay until a coin whose pages have nothing to be compared with may have a price. */
const PRICE_WAIT_MS = 10_000;
const FIRST_REST_MS = 5_000;
const MAX_PAUSE_MS = HOUR_MS;
/** After this many failures, or with a backoff of this length, another source is queried in the meantime. */
const MAX_FAILURES = 3;
const LONG_REST_MS = 5 * MINUTE_MS;

const NAME = 'fill-candles';

export class CandleBackfiller {
  readonly #deps: Deps;
  #running: Promise<number | null> | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The job for the process that runs jobs: at its start, then every hour, and as long as something is missing. */
  job(): Job {
    return { name: NAME, cron: '7 * * * *', run: () => this.#turn() };
  }

  async enqueue(afterMs = 0): Promise<void> {
    await enqueue(this.#deps.db, NAME, {}, { key: NAME, after: afterMs / 1000, patient: true });
  }

  async #turn(): Promise<void> {
    this.#running ??= this.fill(TURN_MS).finally(() => {
      this.#running = null;
    });
    const wait = await this.#running;
    if (wait !== null) await this.enqueue(wait);
  }

  /** Works for `forMs` at most; returns in how many milliseconds to continue, null when nothing is missing. */
  async fill(forMs: number): Promise<number | null> {
    const until = performance.now() + forMs;
    for (;;) {
      let wait = await this.#step();
      if (wait === null) {
        await this.#plan();
        wait = await this.#step();
      }
      if (wait !== 0) return wait;
      if (performance.now() >= until) return COME_AGAIN_MS;
    }
  }

  async #plan(): Promise<void> {
    const { db, clock, sources } = this.#deps;
    const now = clock.now();
    const coins = [...new Set(sources.flatMap(({ covers }) => covers))];
    const span = (interval: Interval, until: number) => ({
      since: candleStart(now - REACH_MS[interval], INTERVAL_MS[interval]),
      until: candleStart(until, INTERVAL_MS[interval]),
    });
    await planBackfills(db, coins, '1d', span('1d', now - SETTLED_MS));
    await planBackfills(db, coins, '1m', span('1m', now));
    // Own minutes of an hour are rolled up to that hour, before a vendor's could be inserted.
    await rollUpCandles(db, new Date(candleStart(now - SETTLED_MS, HOUR_MS)));
    await planBackfills(db, coins, '1h', span('1h', now - SETTLED_MS));
  }

  /** Handles one page: returns 0 when there is more, null when nothing is open, else the delay. */
  async #step(): Promise<number | null> {
    const [fills, patience] = await Promise.all([
      listOpenBackfills(this.#deps.db),
      readPatience(this.#deps.db),
    ]);
    let wait: number | null = null;
    for (const fill of fills) {
      const paused = await this.#page(fill, patience);
      if (paused === 0) return 0;
      wait = Math.min(wait ?? Number.POSITIVE_INFINITY, paused);
    }
    return wait;
  }

  /** Handles the newest missing page: returns 0 when done, else the delay. */
  async #page(fill: CandleBackfill, patience: ReadonlyMap<string, SourceBackoff>): Promise<number> {
    const { db, priceNow } = this.#deps;
    const { coin, nextAt } = fill;
    const anchor = (await priceAfter(db, coin, nextAt)) ?? priceNow(coin);
    if (anchor === null) return PRICE_WAIT_MS;
    const answer = await this.#answer(fill, anchor, patience);
    if (typeof answer === 'number') return answer;
    await saveBackfillPage(db, fill, answer);
    return 0;
  }

  /** Returns the plausible candles of the first available source: none, if no source has any; or a delay as above. */
  async #answer(
    fill: CandleBackfill,
    anchor: bigint,
    patience: ReadonlyMap<string, SourceBackoff>,
  ): Promise<{ from: number; candles: ReferenceCandle[] } | number> {
    const { clock, log, sources } = this.#deps;
    const { coin, interval, beginAt, nextAt } = fill;
    let wait = Number.POSITIVE_INFINITY;
    let from = beginAt;
    for (const source of sources.filter(({ covers }) => covers.includes(coin))) {
      const { failures, restUntil } = patience.get(source.name) ?? { failures: 0, restUntil: 0 };
      const rest = restUntil - clock.now();
      if (rest > 0) {
        wait = Math.min(wait, rest);
        if (failures >= MAX_FAILURES || rest > LONG_REST_MS) continue;
        return wait;
      }
      from = Math.max(from, nextAt - source.pageMs[interval]);
      try {
        return { from, candles: await this.#ask(source, fill, from, anchor, failures > 0) };
      } catch (error) {
        if (!(error instanceof NotListed || error instanceof ImplausibleCandlesError)) {
          await this.#rest(source.name, error, failures);
          return 0;
        }
        log.warn({ err: error, source: source.name, coin, interval }, 'no price history from this source');
      } finally {
        await sleep(source.pauseMs);
      }
    }
    return Number.isFinite(wait) ? wait : { from, candles: [] };
  }

  async #ask(
    source: PriceHistory,
    { coin, interval, nextAt: to }: CandleBackfill,
    from: number,
    anchor: bigint,
    failedBefore: boolean,
  ): Promise<ReferenceCandle[]> {
    const found = await source.candles(coin, interval, { from, to }, AbortSignal.timeout(TIMEOUT_MS));
    if (failedBefore) await savePatience(this.#deps.db, source.name, { failures: 0, restUntil: 0 });
    const quote = coin === 'TETHER' ? 'TOMAN' : 'TETHER';
    const divisors = coin === 'TETHER' ? source.tomanDivisors : undefined;
    return filterPlausibleCandles(found, {
      interval,
      from,
      to,
      anchor: atPriceScale(anchor, quote),
      divisors,
    }).map(({ time, open, high, low, close }) => ({
      coin,
      quote,
      time,
      open: quoteUnits(open, quote),
      high: quoteUnits(high, quote),
      low: quoteUnits(low, quote),
      close: quoteUnits(close, quote),
    }));
  }

  /** Backs off longer after each failure, and at least as long as the vendor requested. */
  async #rest(name: string, error: unknown, failures: number): Promise<void> {
    const { db, clock, log } = this.#deps;
    const asked = error instanceof VendorFailure ? error.retryAfterMs : null;
    const rest = Math.max(asked ?? 0, Math.min(FIRST_REST_MS * 2 ** failures, MAX_PAUSE_MS));
    log.warn({ err: error, source: name, rest }, 'price history fails');
    await savePatience(db, name, { failures: failures + 1, restUntil: clock.now() + rest });
  }
}

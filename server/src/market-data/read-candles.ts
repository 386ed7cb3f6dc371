import { formatMarketType, HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import type { CandleInterval } from '@sarraf/domain/contracts';
import { LRUCache } from 'lru-cache';
import { type CandleClock, candleStart, HALF_HOUR, type Market } from '../market/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import { readStale } from '../platform/reads/reads.ts';
import { addToBuckets, BUCKET_MS, type Bucket } from './buckets.ts';
import type { ReferenceMinutes } from './reference-minutes.ts';
import { type CandleBase, findNewestCandle, findOldestTradeCandle, readTradeCandles } from './store.ts';
import { candleDto } from './texts.ts';
import type { MarketView } from './view.ts';

interface Deps {
  db: Db;
  clock: Clock;
  market: Pick<Market, 'candles' | 'past'>;
  reference: ReferenceMinutes;
}

export interface CandleQuery {
  interval: CandleInterval;
  /** Milliseconds since 1970: only candles that start at `from` or later, and before `to`. */
  from: number | undefined;
  to: number | undefined;
  /** Maximum number of candles, the newest ones; unset: MOST. */
  limit?: number | undefined;
  bounds?: CandleClock | undefined;
}

/** Range of a database query. */
interface CandleSpan {
  step: number;
  from: number;
  to: number;
  most: number;
  bounds: CandleClock;
}

/** One read of the database, valid for a minute, and the additions from memory. */
interface CandleReading {
  minute: number;
  /** When it was read. */
  at: number;
  /** Where candles of this length start, seconds since 1970; and whether more of the past is being fetched. */
  historyFrom: number | null;
  filling: boolean;
  /** JSON of the candles that can no longer change, oldest first, separated by commas. */
  ended: string;
  /** Candles that memory may add to: of trades and of the reference price, by start. */
  traded: Map<number, Bucket>;
  reference: Map<number, Bucket>;
  /** The database has everything before these moments; memory has the rest. */
  tradedFrom: number;
  referenceFrom: number;
  /** Candles that start before `begin`, or at `end` or later, are not returned. */
  begin: number;
  end: number;
  /** The response until something changes. */
  ready: { last: Bucket | null; reference: Bucket | null; bytes: Buffer } | null;
}

const MAX_CANDLES = 1_000;
/** How long a read is valid while the past is being fetched. */
const FILLING_CACHE_MS = 5_000;
const MAX_CACHE_BYTES = 48_000_000;

/** Serves candles to everyone: reads once a minute, serialises once per change. */
export class CandleReader {
  readonly #deps: Deps;
  readonly #readings = new LRUCache<string, CandleReading>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ ended }) => 2_000 + 4 * ended.length,
  });
  readonly #running = new Map<string, Promise<CandleReading>>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async read(view: MarketView, query: CandleQuery): Promise<Buffer> {
    const { coin, quote } = view;
    const name = formatMarketType(coin, quote);
    const step = BUCKET_MS[query.interval];
    // Up to half an hour both clocks have the same bounds.
    const bounds = step > HALF_HOUR.ms ? (query.bounds ?? 'TEHRAN') : 'TEHRAN';
    const maxCandles = Math.min(query.limit ?? MAX_CANDLES, MAX_CANDLES);
    const now = this.#deps.clock.now();
    const minute = candleStart(now, MINUTE_MS);
    const end = ceilToCandleStart(
      Math.min(query.to ?? Number.POSITIVE_INFINITY, minute + MINUTE_MS),
      step,
      bounds,
    );
    const from = Math.max(0, ceilToCandleStart(query.from ?? 0, step, bounds));
    const key = `${name} ${query.interval} ${bounds} ${maxCandles} ${from} ${query.to === undefined ? '' : end}`;
    const span = { step, from, to: end, most: maxCandles, bounds };
    const cached = this.#readings.get(key);
    const reading =
      cached?.minute === minute && !(cached.filling && now - cached.at >= FILLING_CACHE_MS)
        ? cached
        : await this.#readOnce(key, () =>
            readStale(this.#deps.db, (db) => this.#readDatabase(db, view, span)),
          );
    return this.#buildResponse(view, reading, span);
  }

  /** Concurrent callers share one read. */
  async #readOnce(key: string, read: () => Promise<CandleReading>): Promise<CandleReading> {
    const running = this.#running.get(key);
    if (running) return running;
    const reading = read().finally(() => this.#running.delete(key));
    this.#running.set(key, reading);
    this.#readings.set(key, await reading);
    return reading;
  }

  /** Reads candles an hour old and older: the rest is in memory. */
  async #readDatabase(db: Db, { coin, quote }: MarketView, span: CandleSpan): Promise<CandleReading> {
    const { step, from, to, most, bounds } = span;
    const { clock, market, reference } = this.#deps;
    const now = clock.now();
    const base: CandleBase = step < HOUR_MS ? '1m' : bounds === 'UTC' ? '30m' : '1h';
    const referenceFrom = reference.coveredFrom(now);
    // On a full hour, so that candles of hours need not be split; memory reaches back a day.
    const tradedFrom = candleStart(now, HOUR_MS) - HOUR_MS;
    const readRange = async (begin: number, stop: number) => {
      const [traded, priced] = await Promise.all([
        readTradeCandles(db, coin, quote, base, {
          stepMs: step,
          bounds,
          from: new Date(begin),
          to: new Date(Math.min(stop, tradedFrom)),
        }),
        market.candles(coin, quote, step, {
          from: new Date(begin),
          to: new Date(Math.min(stop, referenceFrom)),
          limit: most + 1,
          bounds,
        }),
      ]);
      return { traded, priced };
    };
    let end = to;
    let begin = Math.max(from, end - most * step);
    let found = await readRange(begin, end);
    if (found.traded.length + found.priced.length === 0 && from < begin) {
      // There was no trade for a long time, and the reference doesn't reach back: continue where there is data.
      const [traded, [priced]] = await Promise.all([
        findNewestCandle(db, coin, quote, base, new Date(begin)),
        market.candles(coin, quote, step, { from: new Date(from), to: new Date(begin), limit: 1, bounds }),
      ]);
      const newest = Math.max(traded ?? 0, priced?.time ?? 0);
      if (newest >= from && newest > 0) {
        end = candleStart(newest, step, bounds) + step;
        begin = Math.max(from, end - most * step);
        found = await readRange(begin, end);
      }
    }
    const [past, oldestTrade] = await Promise.all([
      market.past(coin, quote, step, bounds),
      findOldestTradeCandle(db, coin, quote, base),
    ]);
    const oldest = [past.from, oldestTrade].filter((time) => time !== null);
    const openFrom = Math.min(
      candleStart(tradedFrom, step, bounds),
      candleStart(referenceFrom, step, bounds),
    );
    const traded = mapByTime(found.traded);
    const priced = mapByTime(found.priced.map((candle) => ({ ...candle, volume: 0n, value: 0n })));
    const ended = mergeByTime(traded, priced).filter(({ time }) => time < openFrom);
    for (const { time } of ended) {
      traded.delete(time);
      priced.delete(time);
    }
    return {
      minute: candleStart(now, MINUTE_MS),
      at: now,
      historyFrom: oldest.length === 0 ? null : candleStart(Math.min(...oldest), step, bounds) / 1000,
      filling: past.filling,
      ended: ended.map((bucket) => JSON.stringify(candleDto(bucket, coin, quote))).join(','),
      traded,
      reference: priced,
      tradedFrom,
      referenceFrom,
      begin,
      end,
      ready: null,
    };
  }

  #buildResponse(view: MarketView, reading: CandleReading, { step, bounds }: CandleSpan): Buffer {
    const { coin, quote } = view;
    const last = view.minutes.last;
    const reference = this.#deps.reference.findLast(formatMarketType(coin, quote));
    if (reading.ready?.last === last && reading.ready.reference === reference) return reading.ready.bytes;
    const traded = new Map(reading.traded);
    addToBuckets(traded, view.minutes.listSince(reading.tradedFrom), step, bounds);
    const priced = new Map(reading.reference);
    const since = this.#deps.reference.listSince(formatMarketType(coin, quote), reading.referenceFrom);
    addToBuckets(priced, since, step, bounds);
    const openCandles = mergeByTime(traded, priced)
      .filter(({ time }) => time >= reading.begin && time < reading.end)
      .map((bucket) => JSON.stringify(candleDto(bucket, coin, quote)));
    const content = [...(reading.ended === '' ? [] : [reading.ended]), ...openCandles].join(',');
    const { historyFrom, filling } = reading;
    const bytes = Buffer.from(
      `{"status":"OK","message":"candles","content":[${content}],"historyFrom":${historyFrom},"filling":${filling}}`,
    );
    reading.ready = { last, reference, bytes };
    return bytes;
  }
}

/** Returns the first start of a candle at this moment or later. */
const ceilToCandleStart = (at: number, step: number, bounds: CandleClock): number => {
  const begin = candleStart(at, step, bounds);
  return begin === at ? at : begin + step;
};

const mapByTime = (buckets: readonly Bucket[]): Map<number, Bucket> =>
  new Map(buckets.map((bucket) => [bucket.time, bucket]));

/** Merges candles of trades with those of the reference price for times without trades; oldest first. */
const mergeByTime = (traded: Map<number, Bucket>, priced: Map<number, Bucket>): Bucket[] =>
  [...new Map([...priced, ...traded]).values()].sort((a, b) => a.time - b.time);

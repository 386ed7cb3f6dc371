import type { Candle, CandleInterval } from '@sarraf/domain/contracts';
import { CANDLE_INTERVALS } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { countBlocks } from '../../test/many-rows.ts';
import { createMarketWriter } from '../../test/market-writer.ts';
import { openTestDatabase } from '../../test/open-database.ts';
import { asOwner } from '../../test/owner.ts';
import { type CandleClock, candleStart, createMarket, type Market } from '../market/index.ts';
import { rollUpCandles } from '../market/store.ts';
import { type Bus, createBus } from '../platform/bus/bus.ts';
import { manualClock } from '../platform/clock.ts';
import type { Database, Db, Queryable } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import { createSandboxPrices } from '../sandbox/sandbox-prices.ts';
import { BUCKET_MS, type Bucket } from './buckets.ts';
import { createCandleJobs, foldCandles } from './fold-candles.ts';
import { loadView } from './load-view.ts';
import { type CandleQuery, CandleReader } from './read-candles.ts';
import { ReferenceMinutes } from './reference-minutes.ts';
import { foldFills, foldHalfHours } from './store.ts';
import { candleDto } from './texts.ts';
import type { MarketView } from './view.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Saturday 13:00:20 in Tehran. */
const NOW = Date.UTC(2026, 10, 21, 9, 30, 20);
/** One Toman, in smallest units. */
const TOMAN = 1_000_000n;
const log = createLog('silent');
let clock: ReturnType<typeof manualClock>;
let test: TestDatabase;
let database: Database;
let db: Db;
let bus: Bus;
let market: Market;
let writer: ReturnType<typeof createMarketWriter>;
let reference: bigint | null;

beforeAll(async () => {
  test = await createTestDatabase();
  database = openTestDatabase(test.url, 6);
  db = database.db;
});

afterAll(async () => {
  await database.close();
  await test.drop();
});

beforeEach(async () => {
  await asOwner(
    db,
    sql`set session_replication_role = replica; truncate fills, orders, trade_candles, trade_candle_cursors,
    reference_candles; update market_heads set sequence = 0, fill = 0, last_price = null;
    set session_replication_role = origin`,
  );
  clock = manualClock(NOW);
  bus = createBus();
  reference = null;
  const { sources } = createSandboxPrices({ seed: 2026, clock });
  market = await createMarket({ db, config: { sandbox: true }, clock, bus, log, sources });
  writer = createMarketWriter(db, bus, 'BITCOIN', 'TOMAN');
});

type Traded = [at: number, price: bigint, amount?: bigint];
const trade = async (...trades: Traded[]) => {
  for (const [at, price, amount = 100_000_000n] of trades)
    await writer.move({ fills: [['buy', price * TOMAN, amount]], at });
};

/** Computes all candles of a length directly from the fills. */
async function plainly(stepMs: number, bounds?: CandleClock): Promise<Bucket[]> {
  const { rows } = await sql<{
    at: Date;
    price: bigint;
    amount: bigint;
    notional: bigint;
  }>`select created_at as at,
    unit_price as price, amount, notional from fills where coin = 'BITCOIN' order by number`.execute(db);
  const candles = new Map<number, Bucket>();
  for (const { at, price, amount, notional } of rows) {
    const time = candleStart(at.getTime(), stepMs, bounds);
    const candle = candles.get(time);
    if (!candle) {
      candles.set(time, {
        time,
        open: price,
        high: price,
        low: price,
        close: price,
        volume: amount,
        value: notional,
      });
      continue;
    }
    if (price > candle.high) candle.high = price;
    if (price < candle.low) candle.low = price;
    candle.close = price;
    candle.volume += amount;
    candle.value += notional;
  }
  return [...candles.values()].sort((a, b) => a.time - b.time);
}

async function readStoredBuckets(interval: '1m' | '30m' | '1h'): Promise<Bucket[]> {
  const { rows } = await sql<
    Omit<Bucket, 'time'> & { time: Date }
  >`select time, open, high, low, close, volume, value
    from trade_candles where coin = 'BITCOIN' and quote = 'TOMAN' and interval = ${interval} order by time`.execute(
    db,
  );
  return rows.map(({ time, ...row }) => ({ time: time.getTime(), ...row }));
}

/** Different trades, up to three days before the last one of all. */
const manyTrades = (count: number): Traded[] =>
  Array.from({ length: count }, (_, i) => [
    NOW - 3 * DAY + Math.floor((i * 3 * DAY) / count),
    12_000_000_000n + BigInt((i * 7919) % 1000) * 1000n,
    BigInt(1 + (i % 5)) * 1_000n,
  ]);

describe('foldCandles', () => {
  it('counts each fill once, however many processes run it concurrently and in how many chunks', async () => {
    await trade(...manyTrades(200));
    await Promise.all(Array.from({ length: 4 }, () => foldFills(db, 'BITCOIN', 'TOMAN', 13n)));
    await trade(...manyTrades(20).map(([, price]): Traded => [NOW, price]));
    while ((await foldFills(db, 'BITCOIN', 'TOMAN', 7n)) > 0n);
    expect(await foldFills(db, 'BITCOIN', 'TOMAN', 7n)).toBe(0n);
    expect(await readStoredBuckets('1m')).toEqual(await plainly(MINUTE));
    expect(await readStoredBuckets('1h')).toEqual(await plainly(HOUR));
    expect((await readStoredBuckets('1m')).reduce((sum, { volume }) => sum + volume, 0n)).toBe(
      (await plainly(7 * DAY)).reduce((sum, { volume }) => sum + volume, 0n),
    );
  });

  it('leaves complete candles after a crash in the middle of counting', async () => {
    await trade(...manyTrades(30));
    await foldFills(db, 'BITCOIN', 'TOMAN', 10n);
    await asOwner(db, sql`alter table trade_candle_cursors add constraint crash check (fill <= 10)`);
    await expect(foldCandles(db)).rejects.toThrow('crash');
    await asOwner(db, sql`alter table trade_candle_cursors drop constraint crash`);
    await foldCandles(db);
    expect(await readStoredBuckets('1m')).toEqual(await plainly(MINUTE));
    expect(await readStoredBuckets('1h')).toEqual(await plainly(HOUR));
    expect(await readStoredBuckets('30m')).toEqual(await plainly(HOUR / 2));
  });

  it('deletes candles of a minute after 90 days, and keeps those of an hour', async () => {
    await trade([NOW - 91 * DAY, 5n], [NOW - 89 * DAY, 6n]);
    for (const job of createCandleJobs(db, clock)) await job.run({});
    expect((await readStoredBuckets('1m')).map(({ open }) => open)).toEqual([6n * TOMAN]);
    expect((await readStoredBuckets('1h')).map(({ open }) => open)).toEqual([5n * TOMAN, 6n * TOMAN]);
  });
});

/** Reads what GET /candles would return now: from a process that has just started, or from a running one. */
function reading() {
  const minutes = new ReferenceMinutes((coin, quote) =>
    `${coin}_${quote}` === 'BITCOIN_TOMAN' ? reference : null,
  );
  const reader = new CandleReader({ db, clock, market, reference: minutes });
  let view: MarketView;
  bus.subscribe('book', (change) => view?.applyChange(change));
  const bytes = async (interval: CandleInterval, range: Partial<CandleQuery> = {}) => {
    view ??= await loadView(db, 'BITCOIN', 'TOMAN', clock.now());
    return reader.read(view, { interval, from: undefined, to: undefined, ...range });
  };
  const candles = async (interval: CandleInterval, range: Partial<CandleQuery> = {}): Promise<Candle[]> =>
    JSON.parse((await bytes(interval, range)).toString()).content;
  return { bytes, candles, sample: () => minutes.samplePrices(clock.now()) };
}

/** A reference candle with a constant price. */
const quiet = (interval: '1m' | '30m' | '1h', at: number, price: bigint) =>
  sql`insert into reference_candles (coin, quote, interval, time, open, high, low, close)
    values ('BITCOIN', 'TOMAN', ${interval}, ${new Date(at)}, ${price}, ${price}, ${price}, ${price})`.execute(
    db,
  );

const toDtos = (buckets: Bucket[]) => buckets.map((bucket) => candleDto(bucket, 'BITCOIN', 'TOMAN'));

describe('GET /candles with UTC bounds', () => {
  it.each([
    ['nothing is counted', 0n],
    ['some are counted', 70n],
    ['all are counted', 1_000n],
  ])('is exact at every length, when %s yet', async (_, most) => {
    await trade(...manyTrades(140));
    if (most > 0n) await foldFills(db, 'BITCOIN', 'TOMAN', most);
    if (most > 0n) await foldHalfHours(db, 'BITCOIN', 'TOMAN', most / 2n);
    const { candles } = reading();
    await trade([NOW, 11_000_000_000n]);
    for (const interval of CANDLE_INTERVALS) {
      const all = toDtos(await plainly(BUCKET_MS[interval], 'UTC'));
      const content = await candles(interval, { bounds: 'UTC', from: NOW - 15 * DAY, limit: 1_000 });
      const from = content[0]?.time ?? 0;
      expect([interval, content]).toEqual([interval, all.filter(({ time }) => time >= from)]);
      expect(content.length).toBeGreaterThan(0);
      if (interval === '1d') expect(content.every(({ time }) => time % 86_400 === 0)).toBe(true);
    }
  });

  it('returns the reference price for times without trades, from half hours and from minutes not yet rolled up', async () => {
    const midnight = candleStart(NOW, DAY, 'UTC');
    await quiet('30m', midnight - 30 * MINUTE, 4n * TOMAN);
    await quiet('30m', midnight, 5n * TOMAN);
    await quiet('1m', midnight + 31 * MINUTE, 6n * TOMAN);
    const { candles } = reading();
    expect(
      (await candles('1h', { bounds: 'UTC' })).map(({ time, open, close }) => [time * 1000, open, close]),
    ).toEqual([
      [midnight - HOUR, '4', '4'],
      [midnight, '5', '6'],
    ]);
    expect((await candles('1d', { bounds: 'UTC', limit: 1 })).map(({ open }) => open)).toEqual(['5']);
  });

  it('the rollup reads the minutes of a week once to make hours of them, without table statistics', async () => {
    await sql`insert into reference_candles (coin, quote, interval, time, open, high, low, close)
      select 'BITCOIN', 'TOMAN', '1m', to_timestamp(${candleStart(NOW, HOUR) / 1000}) - n * interval '1 minute', 1, 1, 1, 1
      from generate_series(1, 10080) n`.execute(db);
    const rollUp = (on: Queryable) => rollUpCandles(on, new Date(candleStart(NOW, HOUR)));
    await rollUp(db);
    // It read 30,346 blocks when it searched for the newest hour at each minute.
    expect((await countBlocks(db, rollUp)).blocks).toBeLessThan(1_000);
  });

  it('the rollup makes half hours of minutes', async () => {
    const begin = candleStart(NOW, HOUR / 2) - HOUR;
    for (const [at, price] of [
      [begin, 1n],
      [begin + 29 * MINUTE, 3n],
      [begin + 30 * MINUTE, 2n],
    ] as const)
      await quiet('1m', at, price * TOMAN);
    for (const job of market.jobs) if (job.name === 'market-roll-up') await job.run({});
    const { rows } = await sql<{ open: bigint; high: bigint; close: bigint }>`select open, high, close
      from reference_candles where interval = '30m' order by time`.execute(db);
    expect(rows.map(({ open, high, close }) => [open / TOMAN, high / TOMAN, close / TOMAN])).toEqual([
      [1n, 3n, 3n],
      [2n, 2n, 2n],
    ]);
  });
});

describe('GET /candles with Tehran bounds', () => {
  it.each([
    ['nothing is counted', 0n],
    ['some are counted', 70n],
    ['all are counted', 1_000n],
  ])('is exact at every length, when %s yet', async (_, most) => {
    // With the newest trades both hours ago and just now.
    await trade(...manyTrades(140));
    if (most > 0n) await foldFills(db, 'BITCOIN', 'TOMAN', most);
    const { candles } = reading();
    await candles('1m');
    await trade([NOW - 1, 13_000_000_000n], [NOW, 11_000_000_000n]);
    for (const interval of CANDLE_INTERVALS) {
      const step = BUCKET_MS[interval];
      const end = candleStart(NOW, MINUTE) + MINUTE;
      const begin = candleStart(end - 1, step) + step - 1_000 * step;
      const all = toDtos(await plainly(step)).filter(({ time }) => time * 1000 >= begin);
      expect(all.length).toBeGreaterThan(0);
      expect(await candles(interval)).toEqual(all);
    }
  });

  it('starts days at midnight in Tehran and weeks on Saturday', async () => {
    // Friday the 20th ends at 20:30 UTC.
    const midnight = Date.UTC(2026, 10, 20, 20, 30);
    await trade(
      [midnight - 7 * DAY, 10n],
      [midnight - 1, 20n],
      [midnight, 30n],
      [midnight + 59 * MINUTE, 35n],
      [midnight + 61 * MINUTE, 40n],
    );
    await foldCandles(db);
    const { candles } = reading();
    const opens = async (interval: CandleInterval) =>
      (await candles(interval)).map(({ time, open, close }) => [time * 1000, open, close]);
    expect(await opens('1w')).toEqual([
      [midnight - 7 * DAY, '10', '20'],
      [midnight, '30', '40'],
    ]);
    expect(await opens('1d')).toEqual([
      [midnight - 7 * DAY, '10', '10'],
      [midnight - DAY, '20', '20'],
      [midnight, '30', '40'],
    ]);
    expect((await opens('4h')).slice(1)).toEqual([
      [midnight - 4 * HOUR, '20', '20'],
      [midnight, '30', '40'],
    ]);
    expect((await opens('1h')).slice(1)).toEqual([
      [midnight - HOUR, '20', '20'],
      [midnight, '30', '35'],
      [midnight + HOUR, '40', '40'],
    ]);
  });

  it('returns the reference price for times without trades, without a volume, truncated to whole Toman', async () => {
    await quiet('1h', candleStart(NOW, HOUR) - 2 * HOUR, 7n * TOMAN);
    await quiet('1h', candleStart(NOW, HOUR) - HOUR, 8n * TOMAN);
    for (let n = 30; n >= 1; n -= 1)
      await quiet('1m', candleStart(NOW, MINUTE) - n * MINUTE, 9n * TOMAN + 999_999n);
    await trade([NOW - 5 * MINUTE, 15n, 1_000n]);
    reference = 11n * TOMAN + 500_000n;
    const { candles, sample } = reading();
    sample();
    const flat = (at: number, price: string, volume = '0') => ({
      time: at / 1000,
      open: price,
      high: price,
      low: price,
      close: price,
      volume,
    });
    const minute = candleStart(NOW, MINUTE);
    expect((await candles('1m')).slice(-7)).toEqual([
      flat(minute - 6 * MINUTE, '9'),
      flat(minute - 5 * MINUTE, '15', '0.00001000'),
      ...[4, 3, 2, 1].map((n) => flat(minute - n * MINUTE, '9')),
      flat(minute, '11'),
    ]);
    // 13:00 in Tehran: the hour has just started, and the previous one consists of minutes and of a trade.
    expect(await candles('1h')).toEqual([
      flat(candleStart(NOW, HOUR) - 2 * HOUR, '7'),
      flat(candleStart(NOW, HOUR) - HOUR, '15', '0.00001000'),
      flat(candleStart(NOW, HOUR), '11'),
    ]);
    expect(await candles('1d')).toEqual([flat(candleStart(NOW, DAY), '15', '0.00001000')]);
  });

  it('includes a trade immediately, and the reference price of the current minute', async () => {
    reference = 20n * TOMAN;
    const { bytes, candles, sample } = reading();
    sample();
    expect((await candles('5m')).at(-1)).toMatchObject({ open: '20', close: '20', volume: '0' });
    reference = 22n * TOMAN;
    sample();
    expect((await candles('5m')).at(-1)).toMatchObject({ open: '20', high: '22', close: '22' });
    const before = await bytes('5m');
    sample();
    expect(await bytes('5m')).toBe(before);
    await trade([NOW, 25n]);
    expect((await candles('5m')).at(-1)).toMatchObject({ open: '25', close: '25', volume: '1.00000000' });
    clock.advance(MINUTE);
    await trade([clock.now(), 26n]);
    expect((await candles('1m')).slice(-2)).toMatchObject([{ close: '25' }, { open: '26' }]);
  });

  it('keeps a minute that is not in the database yet', async () => {
    reference = 20n * TOMAN;
    const { candles, sample } = reading();
    sample();
    clock.advance(MINUTE);
    reference = 21n * TOMAN;
    sample();
    expect((await candles('1m')).map(({ open }) => open)).toEqual(['20', '21']);
  });

  it('reads the database once a minute for all callers, and returns the same bytes until something changes', async () => {
    await trade(...manyTrades(50));
    await foldCandles(db);
    const { bytes } = reading();
    await bytes('1m');
    const [first, ...others] = await Promise.all([bytes('1h'), bytes('1h'), bytes('1h')]);
    for (const other of others) expect(other).toBe(first);
    // Changed behind the market's back: the cached read must not see it before the minute is over.
    await sql`delete from trade_candles`.execute(db);
    expect(await bytes('1h')).toBe(first);
    clock.advance(MINUTE);
    expect((await bytes('1h')).length).toBeLessThan(first?.length ?? 0);
  });

  it('pages back: at most 1,000 candles, before `to`, not before `from`, and over times without data', async () => {
    const minute = candleStart(NOW, MINUTE);
    await sql`insert into trade_candles (coin, quote, interval, time, open, high, low, close, volume, value)
      select 'BITCOIN', 'TOMAN', '1m', to_timestamp(${minute / 1000}) - n * interval '1 minute', n, n, n, n, 1, 1
      from generate_series(${3 * 60}::int, ${3 * 60 + 1_499}::int) n`.execute(db);
    await trade([NOW - 30 * DAY, 5n]);
    await sql`update trade_candle_cursors set fill = 0`.execute(db);
    await foldCandles(db);
    const { candles } = reading();
    // The window of the newest thousand minutes ends now, and three hours of it are empty.
    const newest = await candles('1m');
    expect(newest).toHaveLength(1_000 - 180);
    expect(newest.at(-1)?.time).toBe(minute / 1000 - 180 * 60);
    const older = await candles('1m', { to: (newest[0]?.time ?? 0) * 1000 });
    expect(older).toHaveLength(1_500 - newest.length);
    expect(older.at(-1)?.time).toBe((newest[0]?.time ?? 0) - 60);
    const oldest = await candles('1m', { to: (older[0]?.time ?? 0) * 1000 });
    expect(oldest.map(({ time, open }) => [time, open])).toEqual([
      [candleStart(NOW - 30 * DAY, MINUTE) / 1000, '5'],
    ]);
    expect(await candles('1m', { to: (oldest[0]?.time ?? 0) * 1000 })).toEqual([]);
    const some = await candles('1m', { from: minute - 182 * MINUTE - 1, to: minute - 180 * MINUTE });
    expect(some.map(({ time }) => time)).toEqual([minute / 1000 - 182 * 60, minute / 1000 - 181 * 60]);
    expect(await candles('1m', { from: NOW + DAY })).toEqual([]);
    expect(await candles('1m', { from: NOW, to: NOW - DAY })).toEqual([]);
    expect(await candles('1w', { to: 9_007_199_254_740_991_000 })).toHaveLength(1);
  });

  it('returns the same after a restart', async () => {
    await trade(...manyTrades(60));
    await foldFills(db, 'BITCOIN', 'TOMAN', 41n);
    const old = reading();
    await old.candles('1m');
    await trade([NOW, 77n]);
    for (const interval of CANDLE_INTERVALS)
      expect(await reading().candles(interval)).toEqual(await old.candles(interval));
  });
});

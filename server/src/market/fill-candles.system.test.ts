import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Coin, DAY_MS, HOUR_MS, MINUTE_MS, pow10, type Quote } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestBackfiller, priceUnitsAt } from '../../test/filler.ts';
import { TEST_AUDIT_KEY } from '../../test/keys.ts';
import { type CandleRequest, type PriceVendors, startPriceVendors } from '../../test/price-vendors.ts';
import { manualClock } from '../platform/clock.ts';
import { type Database, type Db, openDatabase } from '../platform/database/database.ts';
import { isBackfilling } from './candle-backfill-store.ts';
import { candleStart, INTERVAL_MS, type Interval, type ReferenceCandle } from './candles.ts';
import type { CandleBackfiller } from './fill-candles.ts';
import { findOldestPriceCandle, readPriceCandles, saveCandles } from './store.ts';

/** Saturday 13:20:10 in Tehran. */
const NOW = Date.UTC(2026, 10, 21, 9, 50, 10);
const COUNTS = { '1d': 730, '1h': 90 * 24, '1m': 7 * 24 * 60 };
const MARKETS = [
  ['TETHER', 'TOMAN'],
  ['BITCOIN', 'TETHER'],
  ['BITCOIN', 'TOMAN'],
] as const;

// Each test writes tens of thousands of candles.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let test: TestDatabase;
let database: Database;
let db: Db;
let clock: ReturnType<typeof manualClock>;
let vendors: PriceVendors;
let filler: CandleBackfiller;

beforeEach(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.url, 3, TEST_AUDIT_KEY);
  db = database.db;
  clock = manualClock(NOW);
  vendors = await startPriceVendors();
  filler = createTestBackfiller(db, clock, vendors.url);
});

afterEach(async () => {
  await vendors.stop();
  await database.close();
  await test.drop();
});

const whole = () => filler.fillFor(Number.POSITIVE_INFINITY);

const stored = async (coin: Coin, quote: Quote, interval: Interval) =>
  (
    await sql<
      Omit<ReferenceCandle, 'time'> & { time: Date }
    >`select time, open, high, low, close from reference_candles
      where coin = ${coin} and quote = ${quote} and interval = ${interval} order by time`.execute(db)
  ).rows.map(({ time, ...row }) => ({ ...row, time: time.getTime() }));

/**
 * Expects every candle of its range, consecutive, at the vendors' price, aligned to midnight, hours and minutes of
 * Tehran.
 */
async function expectWhole(interval: Interval): Promise<void> {
  const length = INTERVAL_MS[interval];
  for (const [coin, quote] of MARKETS) {
    const candles = await stored(coin, quote, interval);
    expect(candles).toHaveLength(COUNTS[interval]);
    const first = candleStart(candles[0]?.time ?? 0, length);
    expect(candles.map(({ time }) => time)).toEqual(candles.map((_, i) => first + i * length));
    expect(first + candles.length * length).toBe(candleStart(NOW, length));
    for (const { time, open, close } of [candles[0], candles.at(-1)] as typeof candles) {
      expect(open).toBe(worth(coin, quote, time));
      expect(close).toBe(worth(coin, quote, time + length));
    }
  }
}

/** coin/Toman = coin/USDT × USDT/Toman, truncated. */
const worth = (coin: Coin, quote: Quote, at: number): bigint =>
  coin === 'BITCOIN' && quote === 'TOMAN'
    ? (priceUnitsAt('BITCOIN', at) * priceUnitsAt('TETHER', at)) / pow10(6)
    : priceUnitsAt(coin, at);

const own = (coin: Coin, quote: Quote, time: number, price: bigint): ReferenceCandle => ({
  coin,
  quote,
  time,
  open: price,
  high: price,
  low: price,
  close: price,
});

it('the backfill fetches two years of days, 90 days of hours and a week of minutes, page by page and within rate limits', async () => {
  expect(await isBackfilling(db, 'BITCOIN', 'TOMAN', ['1m'])).toBe(true);
  expect(await whole()).toBeNull();
  for (const interval of ['1d', '1h', '1m'] as const) {
    await expectWhole(interval);
    expect(await isBackfilling(db, 'BITCOIN', 'TOMAN', [interval])).toBe(false);
  }
  for (const { vendor, from, to, resolution } of vendors.requests) {
    const length = { D: 86_400, '1d': 86_400, '1h': 3_600, '30': 1_800 }[resolution] ?? 60;
    expect((to - from) / length).toBeLessThanOrEqual(vendor === 'binance' ? 1_000 : 500);
  }
  // Days reach back two years, and continue into the existing hours and minutes.
  const day = await readPriceCandles(db, { coin: 'BITCOIN', quote: 'TOMAN' }, DAY_MS, {
    from: new Date(0),
    to: new Date(NOW),
    limit: 1_000,
  });
  expect(day).toHaveLength(731);
  expect(day.at(-1)?.open).toBe(worth('BITCOIN', 'TOMAN', candleStart(NOW, DAY_MS)));
  expect(await findOldestPriceCandle(db, { coin: 'BITCOIN', quote: 'TOMAN' }, ['1d', '1h'])).toBe(
    day[0]?.time,
  );
  vendors.requests.length = 0;
  await whole();
  expect(vendors.requests).toEqual([]);
});

it('the backfill fills the gap of a server that was down, requests nothing else, and leaves its own candles unchanged', async () => {
  const before = candleStart(NOW - 2 * HOUR_MS, HOUR_MS);
  const mine = (priceUnitsAt('BITCOIN', NOW) * 11n) / 10n;
  await saveCandles(db, '1m', [own('BITCOIN', 'TETHER', before, mine), own('BITCOIN', 'TOMAN', before, 7n)]);
  await saveCandles(db, '1h', [own('BITCOIN', 'TETHER', before - HOUR_MS, mine)]);
  await whole();
  const find = async (interval: Interval, quote: Quote, time: number) =>
    (await stored('BITCOIN', quote, interval)).find((candle) => candle.time === time);
  expect(await find('1m', 'TETHER', before)).toMatchObject({
    open: mine,
    high: mine,
    low: mine,
    close: mine,
  });
  expect(await find('1m', 'TOMAN', before)).toMatchObject({ close: 7n });
  expect(await find('1h', 'TETHER', before - HOUR_MS)).toMatchObject({ close: mine });

  const away = candleStart(NOW, MINUTE_MS);
  clock.advance(100 * MINUTE_MS);
  const back = candleStart(clock.now(), MINUTE_MS);
  for (const [coin, quote] of MARKETS)
    await saveCandles(db, '1m', [own(coin, quote, back - MINUTE_MS, worth(coin, quote, back))]);
  vendors.requests.length = 0;
  await whole();
  const minutes = await stored('BITCOIN', 'TOMAN', '1m');
  expect(minutes.map(({ time }) => time)).toEqual(
    minutes.map((_, i) => (minutes[0]?.time ?? 0) + i * MINUTE_MS),
  );
  expect(minutes.at(-1)?.time).toBe(back - MINUTE_MS);
  const minuteRequests = vendors.requests.filter(({ resolution }) => ['1', '1m'].includes(resolution));
  expect(minuteRequests.map(({ vendor, from }) => [vendor, from * 1000])).toEqual([
    ['nobitex', away],
    ['binance', away],
  ]);
});

it('the backfill does not query a vendor before the end of its Retry-After, and then continues where it was', async () => {
  let banned = false;
  vendors.fault = ({ vendor, resolution }) => {
    if (vendor !== 'binance' || resolution !== '1m' || banned) return undefined;
    banned = true;
    return { status: 429, retryAfter: 90 };
  };
  const binance = () => vendors.requests.filter(({ vendor }) => vendor === 'binance').length;
  expect(await whole()).toBe(90_000);
  const requestCount = binance();
  clock.advance(89_999);
  expect(await whole()).toBe(1);
  expect(binance()).toBe(requestCount);
  expect(await isBackfilling(db, 'BITCOIN', 'TETHER', ['1m'])).toBe(true);
  clock.advance(1);
  expect(await whole()).toBeNull();
  expect(await stored('BITCOIN', 'TETHER', '1m')).not.toHaveLength(0);
  expect(
    vendors.requests.filter(({ vendor, symbol }) => vendor === 'nobitex' && symbol === 'BTCUSDT'),
  ).toEqual([]);
});

it('the backfill queries another vendor while the first one is banned for long or fails again and again', async () => {
  vendors.fault = ({ vendor }) => (vendor === 'binance' ? { status: 418, retryAfter: 3_600 } : undefined);
  expect(await whole()).toBeNull();
  await expectWhole('1h');
  expect(vendors.requests.filter(({ vendor }) => vendor === 'binance')).toHaveLength(1);
});

it('the backfill retries a connection that was cut, with a growing delay', async () => {
  let cuts = 0;
  vendors.fault = ({ vendor, resolution }) => {
    if (vendor !== 'binance' || resolution !== '1d' || cuts === 2) return undefined;
    cuts += 1;
    return 'cut';
  };
  const waits: (number | null)[] = [];
  for (let wait = await whole(); wait !== null; wait = await whole()) {
    waits.push(wait);
    clock.advance(wait);
  }
  expect(waits).toEqual([5_000, 10_000]);
  await expectWhole('1d');
});

it.each([
  [
    'Nobitex quotes in Rial',
    (request: CandleRequest) =>
      request.vendor === 'nobitex' && request.symbol === 'USDTIRT' ? { factor: 10 } : undefined,
    'nobitex',
  ],
  [
    'Nobitex quotes in another unit',
    ({ vendor }: CandleRequest) => (vendor === 'nobitex' ? { factor: 100 } : undefined),
    'wallex',
  ],
  [
    'Nobitex no longer lists the market',
    ({ vendor }: CandleRequest) =>
      vendor === 'nobitex' ? { body: '{"s":"error","errmsg":"Invalid symbol!"}' } : undefined,
    'wallex',
  ],
] as const)('the backfill gets the same Toman prices when %s', async (_, fault, vendor) => {
  vendors.fault = fault;
  expect(await whole()).toBeNull();
  await expectWhole('1m');
  await expectWhole('1h');
  expect(
    vendors.requests.filter((request) => request.resolution === '1' && request.vendor === vendor),
  ).not.toEqual([]);
});

it('the backfill leaves the past empty when no vendor is plausible, and stops requesting', async () => {
  vendors.fault = () => ({ factor: 1_000 });
  expect(await whole()).toBeNull();
  expect(await stored('BITCOIN', 'TETHER', '1d')).toEqual([]);
  const requestCount = vendors.requests.length;
  expect(await whole()).toBeNull();
  expect(vendors.requests).toHaveLength(requestCount);
});

it('the backfill waits for a price of its own to compare with', async () => {
  const halted = createTestBackfiller(db, clock, vendors.url, () => null);
  expect(await halted.fillFor(Number.POSITIVE_INFINITY)).toBe(10_000);
  expect(vendors.requests).toEqual([]);
});

it('the backfill continues after a crash with the page that was not saved', async () => {
  const script = join(import.meta.dirname, '../../test/fill-process.ts');
  const child: ChildProcess = spawn(process.execPath, [script, test.url, vendors.url, String(NOW)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = once(child, 'exit');
  // In the middle of the minutes: the response never arrives.
  vendors.fault = ({ resolution }) => {
    if (resolution !== '1m' || !child.kill('SIGKILL')) return undefined;
    return 'cut';
  };
  await exit;
  const [last] = vendors.requests.slice(-1);
  expect(last?.resolution).toBe('1m');
  const key = (request: CandleRequest) => JSON.stringify(request);
  const before = new Set(vendors.requests.slice(0, -1).map(key));
  expect(before.size).toBeGreaterThan(10);
  vendors.requests.length = 0;
  vendors.fault = () => undefined;
  expect(await whole()).toBeNull();
  expect(vendors.requests[0]).toEqual(last);
  expect(vendors.requests.filter((request) => before.has(key(request)))).toEqual([]);
  for (const interval of ['1d', '1h', '1m'] as const) await expectWhole(interval);
});

import { ALL_ASSETS, ASSETS, COINS, pow10, scaleOf } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { TEST_AUDIT_KEY } from '../../test/keys.ts';
import { createBus } from '../platform/bus/bus.ts';
import { manualClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import { createSandboxHistory } from '../sandbox/sandbox-history.ts';
import { createSandboxPrices } from '../sandbox/sandbox-prices.ts';
import { createMarket, type Market } from './index.ts';
import type { PriceSource } from './ports.ts';

const log = createLog('silent');
const START = Date.UTC(2026, 10, 21, 9, 30, 20);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let test: TestDatabase;
let database: Database;
let clock: ReturnType<typeof manualClock>;
let prices: ReturnType<typeof createSandboxPrices>;
let market: Market;
let beats: number[];

async function open(sources: readonly PriceSource[] = prices.sources, sandbox = true): Promise<Market> {
  const bus = createBus();
  bus.subscribe('prices', ({ at }) => beats.push(at));
  const histories = [createSandboxHistory({ seed: 2026, clock })];
  return createMarket({ db: database.db, config: { sandbox }, clock, bus, log, sources, histories });
}

beforeEach(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.url, 4, TEST_AUDIT_KEY);
  clock = manualClock(START);
  prices = createSandboxPrices({ seed: 2026, clock });
  beats = [];
  market = await open();
});

afterEach(async () => {
  await market.stop();
  await database.close();
  await test.drop();
});

const candleRows = async () =>
  (
    await sql<{
      coin: string;
      quote: string;
      interval: string;
      time: Date;
      open: bigint;
      high: bigint;
      low: bigint;
      close: bigint;
    }>`
      select * from reference_candles order by interval, coin, quote, time`.execute(database.db)
  ).rows;

describe('the seeded business rows', () => {
  it('are complete and plausible for every asset', () => {
    for (const asset of ALL_ASSETS) {
      const row = market.coin(asset);
      const step = pow10(ASSETS[asset].scale - ASSETS[asset].decimals);
      expect(row.active).toBe(asset !== 'BINANCE_COIN');
      expect(row.lot % step).toBe(0n);
      expect(row.tomanTick % pow10(scaleOf('TOMAN'))).toBe(0n);
      expect(row.minExchange % step).toBe(0n);
      expect(row.networks.map((n) => n.tokenType)).toEqual(ASSETS[asset].networks.map((n) => n.tokenType));
      expect(row.networks.map((n) => n.tagNeeded)).toEqual(ASSETS[asset].networks.map((n) => n.tagNeeded));
      for (const network of row.networks) {
        expect([network.depositEnabled, network.withdrawEnabled]).toEqual([row.active, row.active]);
        if (row.active) expect(network.minWithdraw).toBeGreaterThan(network.withdrawalFee);
      }
    }
    expect(market.coin('BITCOIN')).toMatchObject({
      minExchange: 10_000n,
      spread: 3_500n,
      tomanTick: 1_000_000_000n,
    });
    expect(market.coin('TOMAN')).toMatchObject({
      minDeposit: 50_000_000_000n,
      withdrawalFee: 4_000_000_000n,
    });
    expect(market.coin('BITCOIN').minDeposit).toBeUndefined();
    expect(market.orderTerms('BITCOIN', 'TOMAN')?.minNotional).toBe(100_000_000_000n);
  });

  it('may be changed while the server runs', async () => {
    await market.refresh();
    const before = market.price('BITCOIN', 'TOMAN');
    await sql`update coins set spread_ppm = 100000 where asset = 'BITCOIN'`.execute(database.db);
    await sql`update coins set active = false where asset = 'ETHEREUM'`.execute(database.db);
    await market.refresh();
    expect(market.price('BITCOIN', 'TOMAN')?.buy).toBeGreaterThan(before?.buy ?? 0n);
    expect(market.price('ETHEREUM', 'TOMAN')).toBeNull();
    expect(market.judge('ETHEREUM', 'TETHER', 'buy', 1n)).toMatchObject({ code: 'MARKET_IS_NOT_ACTIVE' });
  });
});

describe('published prices', () => {
  it("are absent before the feed's first poll, and then present for every market", async () => {
    expect(market.price('BITCOIN', 'TOMAN')).toBeNull();
    await market.refresh();
    for (const coin of COINS) {
      const toman = market.price(coin, 'TOMAN');
      expect(toman?.buy).toBeGreaterThan(toman?.sell ?? 0n);
      expect(market.price(coin, 'TETHER') === null).toBe(coin === 'TETHER');
    }
    expect(beats).toEqual([START]);
  });

  it('are sent to the stream only when they change', async () => {
    await market.refresh();
    await market.refresh();
    expect(beats).toHaveLength(1);
    prices.fixPrice('BITCOIN', '100000');
    await market.refresh();
    expect(beats).toHaveLength(2);
    expect(market.price('BITCOIN', 'TETHER')).toEqual({ buy: 100_175_000_000n, sell: 99_825_000_000n });
    expect(market.summary('BITCOIN', 'TETHER').reference).toBe(100_000_000_000n);
  });

  it('are accepted for 10 s after another replaced them', async () => {
    prices.fixPrice('BITCOIN', '100000');
    await market.refresh();
    const buyPrice = market.price('BITCOIN', 'TETHER')?.buy ?? 0n;
    prices.fixPrice('BITCOIN', '100100');
    clock.advance(1_000);
    await market.refresh();
    clock.advance(10_000);
    expect(market.judge('BITCOIN', 'TETHER', 'buy', buyPrice)).toEqual({ ok: true });
    clock.advance(1);
    expect(market.judge('BITCOIN', 'TETHER', 'buy', buyPrice)).toEqual({
      ok: false,
      code: 'PRICE_CHANGED',
      price: market.price('BITCOIN', 'TETHER')?.buy,
    });
  });

  it('end 15 s after the feed fell silent', async () => {
    await market.refresh();
    prices.stallSources();
    clock.advance(15_000);
    await market.refresh();
    expect(market.price('BITCOIN', 'TOMAN')).not.toBeNull();
    clock.advance(1);
    expect(market.price('BITCOIN', 'TOMAN')).toBeNull();
    expect(market.tomanValue('BITCOIN', 1n)).toBeNull();
    expect(market.summary('BITCOIN', 'TOMAN')).toMatchObject({ reference: null, change: null });
    prices.clearOverrides();
    await market.refresh();
    expect(market.price('BITCOIN', 'TOMAN')).not.toBeNull();
  });

  it('of a coin end at a spike that the second source does not confirm; the others continue', async () => {
    await market.refresh();
    prices.multiplyPrice('BITCOIN', 10n, 'first');
    await market.refresh();
    expect(market.price('BITCOIN', 'TOMAN')).toBeNull();
    expect(market.price('BITCOIN', 'TETHER')).toBeNull();
    expect(market.price('ETHEREUM', 'TOMAN')).not.toBeNull();
  });

  it('in Toman end when the sources disagree on Tether; those in Tether continue', async () => {
    prices.multiplyPrice('TETHER', 10n, 'second');
    await market.refresh();
    expect(market.price('TETHER', 'TOMAN')).toBeNull();
    expect(market.price('BITCOIN', 'TOMAN')).toBeNull();
    expect(market.price('BITCOIN', 'TETHER')).not.toBeNull();
  });

  it('of a coin with a single source are absent in production', async () => {
    const [first] = prices.sources;
    const production = await open([first], false);
    await production.refresh();
    expect(production.price('BITCOIN', 'TETHER')).toBeNull();
    const sandbox = await open([first]);
    await sandbox.refresh();
    expect(sandbox.price('BITCOIN', 'TETHER')).not.toBeNull();
  });

  it('give the value of an amount at what its owner would get', async () => {
    await market.refresh();
    const sell = market.price('BITCOIN', 'TOMAN')?.sell ?? 0n;
    expect(market.tomanValue('BITCOIN', pow10(8))).toBe(sell);
    expect(market.tomanValue('TOMAN', 5n)).toBe(5n);
  });
});

describe('candles of the reference price', () => {
  // Two starts, each of which writes a past of its own.
  it('are simulated for the past, and continue from there', async () => {
    await market.start();
    const rows = await candleRows();
    const of = (interval: string, quote: string) =>
      rows.filter((r) => r.interval === interval && r.coin === 'BITCOIN' && r.quote === quote);
    const minutes = of('1m', 'TETHER');
    expect(of('1d', 'TOMAN')).toHaveLength(730);
    expect(of('1h', 'TOMAN')).toHaveLength(14 * 24 - 1);
    expect(minutes).toHaveLength(1440);
    expect(minutes.at(-1)?.time).toEqual(new Date(Date.UTC(2026, 10, 21, 9, 29)));
    const reference = market.summary('BITCOIN', 'TETHER').reference ?? 0n;
    const gap = reference - (minutes.at(-1)?.close ?? 0n);
    expect((gap < 0n ? -gap : gap) * 500n).toBeLessThan(reference);
    expect(await market.past('BITCOIN', 'TOMAN', 24 * HOUR)).toEqual({
      from: Date.UTC(2024, 10, 20, 20, 30),
      filling: false,
    });
    const again = await open();
    await again.start();
    await again.stop();
    const now = await candleRows();
    expect(now.filter((r) => r.interval === '1h')).toHaveLength((14 * 24 - 1) * 31);
  });

  it('give the change of a day and twenty points of a week', async () => {
    await market.start();
    const { change, lastWeek, reference } = market.summary('BITCOIN', 'TOMAN');
    expect(change).toMatch(/^-?\d+\.\d\d$/);
    expect(lastWeek).toHaveLength(20);
    expect(lastWeek.at(-1)).toBe(String((reference ?? 0n) / pow10(6)));
    for (const point of lastWeek) expect(point).toMatch(/^1[12345]\d{9}$/);
  });

  it('are stored for each minute that had a price', async () => {
    for (const price of ['100', '103', '99', '101']) {
      prices.fixPrice('LITE_COIN', price);
      await market.refresh();
      clock.advance(10_000);
    }
    prices.fixPrice('LITE_COIN', '102');
    await market.refresh();
    const range = { from: new Date(0), to: new Date(START + HOUR), limit: 10 };
    expect(await market.candles('LITE_COIN', 'TETHER', MINUTE, range)).toEqual([
      {
        coin: 'LITE_COIN',
        quote: 'TETHER',
        time: Date.UTC(2026, 10, 21, 9, 30),
        open: 100_000_000n,
        high: 103_000_000n,
        low: 99_000_000n,
        close: 101_000_000n,
      },
    ]);
    await market.stop();
    expect(await market.candles('LITE_COIN', 'TETHER', MINUTE, range)).toMatchObject([
      {},
      { close: 102_000_000n },
    ]);
  });

  it('of minutes are rolled up to hours once, and deleted after a week', async () => {
    prices.fixPrice('LITE_COIN', '100');
    await market.refresh();
    clock.advance(60_000);
    prices.fixPrice('LITE_COIN', '90');
    await market.refresh();
    clock.advance(HOUR);
    await market.refresh();
    const [job] = market.jobs;
    await job?.run({});
    await job?.run({});
    const hour = { from: new Date(0), to: new Date(clock.now()), limit: 10 };
    expect(await market.candles('LITE_COIN', 'TETHER', HOUR, hour)).toMatchObject([
      {
        time: Date.UTC(2026, 10, 21, 9, 30),
        open: 100_000_000n,
        high: 100_000_000n,
        low: 90_000_000n,
        close: 90_000_000n,
      },
    ]);
    clock.advance(8 * 24 * HOUR);
    await job?.run({});
    expect(await market.candles('LITE_COIN', 'TETHER', MINUTE, hour)).toEqual([]);
    expect(await market.candles('LITE_COIN', 'TETHER', HOUR, hour)).toHaveLength(1);
  });
});

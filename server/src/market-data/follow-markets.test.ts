import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createMarketWriter } from '../../test/market-writer.ts';
import { openTestDatabase } from '../../test/open-database.ts';
import { asOwner } from '../../test/owner.ts';
import { MARKETS } from '../market/index.ts';
import { type BookChange, type Bus, createBus } from '../platform/bus/bus.ts';
import { manualClock } from '../platform/clock.ts';
import type { Database, Db } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import { foldCandles } from './fold-candles.ts';
import { MarketViews } from './follow-markets.ts';
import { loadView } from './load-view.ts';
import type { MarketView } from './view.ts';

const START = Date.UTC(2026, 10, 21, 9, 30, 20);
const HOUR = 3_600_000;
const P = 12_845_200_000_000_000n;
const clock = manualClock(START);
const log = createLog('silent');
let test: TestDatabase;
let database: Database;
let db: Db;
let bus: Bus;
let writer: ReturnType<typeof createMarketWriter>;
let follower: MarketViews;
let changes: (BookChange | null)[];

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
  // Resets, for each test, state that other tests leave.
  await asOwner(
    db,
    sql`set session_replication_role = replica; truncate fills, orders, trade_candles, trade_candle_cursors;
    update market_heads set sequence = 0, fill = 0, last_price = null; set session_replication_role = origin`,
  );
  bus = createBus();
  writer = createMarketWriter(db, bus, 'BITCOIN', 'TOMAN');
  changes = [];
  follower = new MarketViews({
    db,
    bus,
    clock,
    log,
    onChange: (name, change) => {
      if (name === 'BITCOIN_TOMAN') changes.push(change);
    },
  });
});

afterEach(() => follower.stop());

/** Everything that a view contains. */
const describeView = (view: MarketView | null) =>
  view && {
    sequence: view.sequence,
    fill: view.fill,
    lastPrice: view.lastPrice,
    bids: view.listBest('buy', 1_000),
    asks: view.listBest('sell', 1_000),
    trades: view.trades,
    figures: view.minutes.computeStatistics(clock.now()),
    minutes: view.minutes.listSince(0),
  };
const ours = () => describeView(follower.findView('BITCOIN_TOMAN'));
const fromRows = async () => describeView(await loadView(db, 'BITCOIN', 'TOMAN', clock.now()));

let step = 0;
/** Returns a different change each time: levels, trades, some of them hours ago. */
const next = () => {
  step += 1;
  const price = P + BigInt(step % 9) * 1_000_000_000n;
  const side = step % 2 === 0 ? ('buy' as const) : ('sell' as const);
  return {
    levels: [
      [side, price, 900n + BigInt(step)],
      [side, price, -100n],
    ] as [typeof side, bigint, bigint][],
    fills:
      step % 3 === 0
        ? []
        : ([
            [side, price, 300n],
            [side, price + 1_000_000_000n, 5n],
          ] as [typeof side, bigint, bigint][]),
    at: START - (7 - (step % 7)) * HOUR,
  };
};

describe('MarketViews', () => {
  it('a followed view equals one loaded from the database after every change, whether candles are counted or not', async () => {
    for (let i = 0; i < 3; i += 1) await writer.move(next());
    await follower.start();
    expect(follower.findView('TETHER_TOMAN')?.sequence).toBe(0);
    expect(MARKETS.every(({ coin, quote }) => follower.findView(`${coin}_${quote}`))).toBe(true);
    for (let i = 0; i < 12; i += 1) {
      await writer.move(next());
      if (i % 4 === 1) await foldCandles(db);
      expect(ours()?.sequence).toBe(i + 4);
      expect(ours()).toEqual(await fromRows());
    }
    expect(ours()?.figures.traded).toBe(true);
    // One for its loading, then one for each.
    expect(changes.map((change) => change?.sequence ?? null)).toEqual([
      null,
      4,
      5,
      6,
      7,
      8,
      9,
      10,
      11,
      12,
      13,
      14,
      15,
    ]);
  });

  it('loses no change that arrives while the view is loaded', async () => {
    for (let i = 0; i < 5; i += 1) await writer.move(next());
    const started = follower.start();
    for (let i = 0; i < 10; i += 1) await writer.move(next());
    await started;
    for (let i = 0; i < 5; i += 1) await writer.move(next());
    expect(ours()?.sequence).toBe(20);
    expect(ours()).toEqual(await fromRows());
  });

  it('reloads the view after a gap, and serves the old one in the meantime', async () => {
    await follower.start();
    await writer.move(next());
    await writer.move(next(), { tell: false });
    const before = ours();
    await writer.move(next());
    expect(ours()).toEqual(before);
    await expect.poll(() => ours()?.sequence).toBe(3);
    expect(ours()).toEqual(await fromRows());
    await writer.move(next());
    expect(ours()?.sequence).toBe(4);
  });

  it('ignores changes that the view contains already', async () => {
    await follower.start();
    const first = await writer.move(next());
    await writer.move(next());
    const before = ours();
    bus.publish('book', first);
    expect(ours()).toEqual(before);
    expect(changes).toHaveLength(3);
  });

  it('detects on its own that it missed the last change', async () => {
    await follower.start();
    await writer.move(next());
    await writer.move(next(), { tell: false });
    await follower.reloadLagging();
    // The change may still be in transit.
    expect(ours()?.sequence).toBe(1);
    await follower.reloadLagging();
    expect(ours()?.sequence).toBe(2);
    expect(ours()).toEqual(await fromRows());
  });

  it('checks immediately when messages of another process may be lost', async () => {
    await follower.start();
    await writer.move(next(), { tell: false });
    bus.publish('missed', { at: clock.now() });
    await expect.poll(() => ours()?.sequence).toBe(1);
  });

  it('recovers when the database does', async () => {
    await asOwner(db, sql`alter table market_heads rename to market_heads_away`);
    await follower.start();
    expect(ours()).toBeNull();
    await asOwner(db, sql`alter table market_heads_away rename to market_heads`);
    await writer.move(next());
    await expect.poll(() => ours()?.sequence, { timeout: 60_000 }).toBe(1);
  });

  it('reloads the view when a change cannot be applied', async () => {
    await follower.start();
    const { sequence } = await writer.move({ levels: [['buy', P, 50n]], at: START });
    bus.publish('book', {
      market: 'BITCOIN_TOMAN',
      sequence: sequence + 1,
      levels: [{ side: 'buy', price: P, delta: -51n }],
      fills: [],
      at: START,
    });
    await expect.poll(() => changes.length).toBe(3);
    expect(changes[2]).toBeNull();
    expect(ours()).toEqual(await fromRows());
  });
});

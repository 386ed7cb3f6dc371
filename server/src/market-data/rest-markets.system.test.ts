/** A process follows only the order books that are read in it; lists of the others come from the writer. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { TEST_AUDIT_KEY } from '../../test/keys.ts';
import { createMarketWriter } from '../../test/market-writer.ts';
import { hasNats, startNats, type TestNats } from '../../test/nats.ts';
import { pollUntil } from '../../test/waiting.ts';
import type { MarketTicker } from '../platform/bus/bus.ts';
import { createNatsBus } from '../platform/bus/nats-bus.ts';
import { systemClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import { MarketTickers } from './figures-sheet.ts';
import { MarketViews } from './follow-markets.ts';
import { loadView } from './load-view.ts';
import type { MarketView } from './view.ts';

const NAME = 'BITCOIN_TOMAN';
const P = 12_845_200_000_000_000n;
const log = createLog('silent');

describe.skipIf(!hasNats())('a market whose order book another process writes', () => {
  let nats: TestNats;
  let test: TestDatabase;
  let database: Database;
  let writer: ReturnType<typeof createMarketWriter>;
  let here: ReturnType<typeof createNatsBus>;
  let there: ReturnType<typeof createNatsBus>;
  const stops: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    nats = await startNats();
    test = await createTestDatabase();
    database = openDatabase(test.url, 6, TEST_AUDIT_KEY);
    [here, there] = await Promise.all([connected(), connected()]);
    writer = createMarketWriter(database.db, there.bus, 'BITCOIN', 'TOMAN');
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });
  afterAll(async () => {
    for (const { line } of [here, there]) await line.close();
    await database.close();
    await test.drop();
    await nats.kill();
  });

  async function connected() {
    const natsBus = createNatsBus({
      url: nats.url,
      installation: 'one',
      masterKeys: [Buffer.alloc(32, 1)],
      log,
    });
    await pollUntil(async () => natsBus.line.connected(), 60_000);
    return natsBus;
  }
  const describeView = (view: MarketView | null) =>
    view && { sequence: view.sequence, bids: view.listBest('buy', 100), trades: view.trades };
  const fromRows = async () => describeView(await loadView(database.db, 'BITCOIN', 'TOMAN', Date.now()));
  const move = () => writer.move({ levels: [['buy', P, 900n]], fills: [['buy', P, 3n]], at: Date.now() });

  function follow(mayRest: () => boolean) {
    const changes: (number | null)[] = [];
    const follower = new MarketViews({
      db: database.db,
      bus: here.bus,
      clock: systemClock,
      log,
      canUnload: mayRest,
      lingerMs: 0,
      onChange: (name, change) => {
        if (name === NAME) changes.push(change?.sequence ?? null);
      },
    });
    stops.push(() => follower.stop());
    return { follower, changes };
  }

  it('is followed from the first request without a gap, until it is no longer needed', async () => {
    let read = false;
    const { follower, changes } = follow(() => !read);
    await follower.start();
    await move();
    expect([follower.findView(NAME), changes]).toEqual([null, []]);
    // It continues while a new reader arrives.
    read = true;
    const moving = (async () => {
      for (let i = 0; i < 20; i += 1) await move();
    })();
    const opened = await follower.open(NAME);
    expect(opened).toBe(follower.findView(NAME));
    await moving;
    await expect.poll(() => describeView(follower.findView(NAME))).toEqual(await fromRows());
    // The order book was loaded once (null), and the changes after it have consecutive numbers.
    const [first, ...others] = changes;
    expect(first).toBeNull();
    expect(others).toEqual(others.map((_, i) => (others[0] ?? 0) + i));
    expect(await follower.open(NAME)).toBe(opened);
    await follower.reloadLagging();
    expect(follower.findView(NAME)).toBe(opened);
    read = false;
    await follower.reloadLagging();
    expect(follower.findView(NAME)).toBeNull();
    await move();
    expect(changes.at(-1)).toBeNull();
    expect(describeView(await follower.open(NAME))).toEqual(await fromRows());
  });

  it("is followed without a request if the writer doesn't publish its list statistics, and otherwise listed as published", async () => {
    let leads = true;
    const view = await loadView(database.db, 'BITCOIN', 'TOMAN', Date.now());
    const publishedTickers = new MarketTickers({
      bus: there.bus,
      clock: systemClock,
      view: (name) => (name === NAME ? view : null),
      leads: () => leads,
    });
    const sheet = new MarketTickers({
      bus: here.bus,
      clock: systemClock,
      view: () => null,
      leads: () => false,
    });
    stops.push(async () => {
      publishedTickers.stop();
      sheet.stop();
    });
    const { follower } = follow(() => sheet.isReceiving());
    await follower.start();
    expect(follower.findView(NAME)).not.toBeNull();
    expect([sheet.isReceiving(), sheet.of(NAME)]).toEqual([false, null]);
    publishedTickers.tell();
    await expect.poll(() => sheet.isReceiving()).toBe(true);
    const ticker = sheet.of(NAME) as MarketTicker;
    expect(ticker).toEqual(publishedTickers.of(NAME));
    expect(ticker).toMatchObject({ lastPrice: P, bestBid: P, bestAsk: null, day: { traded: true, high: P } });
    const looked = async () => {
      publishedTickers.tell();
      await follower.reloadLagging();
      return follower.findView(NAME);
    };
    await expect.poll(looked).toBeNull();
    // A process that is not the writer publishes nothing, and the writer uses only its own statistics.
    leads = false;
    expect(publishedTickers.isReceiving()).toBe(false);
    publishedTickers.tell();
    leads = true;
    const users: string[] = [];
    there.bus.subscribe('user', ({ userId }) => users.push(userId));
    here.bus.publish('market_figures', { markets: [{ ...ticker, lastPrice: 1n }] });
    here.bus.publish('user', { userId: 'last' });
    await expect.poll(() => users).toEqual(['last']);
    expect(publishedTickers.of(NAME)?.lastPrice).toBe(P);
  });
});

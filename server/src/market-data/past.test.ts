/** Past candles of GET /candles while vendors are being queried for them. */

import type { CandleInterval } from '@sarraf/domain/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createHistories } from '../../test/filler.ts';
import { openTestDatabase } from '../../test/open-database.ts';
import { OPEN_TRADING } from '../../test/open-trading.ts';
import {
  type CandleRequest,
  type PriceVendors,
  priceAt,
  startPriceVendors,
} from '../../test/price-vendors.ts';
import { createMarket, type Market } from '../market/index.ts';
import { createBus } from '../platform/bus/bus.ts';
import { manualClock, systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/database.ts';
import { createHttp, type Http } from '../platform/http/http.ts';
import { Stream } from '../platform/http/stream/stream.ts';
import { createLog } from '../platform/log.ts';
import { createSandboxPrices } from '../sandbox/sandbox-prices.ts';
import { createMarketData, type MarketData } from './index.ts';

const rate = { max: 1_000_000, windowMs: 60_000 };
const config = {
  sandbox: true,
  TRUST_PROXY: false,
  rates: { read: rate, write: rate, money: rate, order: rate, login: rate, code: rate },
} as Config;
/** Saturday 13:20:10 in Tehran. */
const clock = manualClock(Date.UTC(2026, 10, 21, 9, 50, 10));
/** How long a response about a past that is being fetched is cached. */
const ANSWER_MS = 5_000;
/** Two years of days before today, which started at 20:30 UTC. */
const FIRST_DAY = Date.UTC(2024, 10, 20, 20, 30) / 1000;

let test: TestDatabase;
let database: Database;
let vendors: PriceVendors;
let http: Http;
let stream: Stream;
let market: Market;
let data: MarketData;

beforeAll(async () => {
  test = await createTestDatabase();
  database = openTestDatabase(test.url, 6);
  vendors = await startPriceVendors();
  const [log, bus] = [createLog('silent'), createBus()];
  const prices = createSandboxPrices({ seed: 2026, clock });
  // The vendors' current price.
  prices.fixPrice('TETHER', String(priceAt('USDT', clock.now() / 1000)));
  prices.fixPrice('BITCOIN', String(priceAt('BTCUSDT', clock.now() / 1000)));
  http = await createHttp({ config, log, clock: systemClock, authenticate: async () => null });
  stream = new Stream(http, async () => null);
  market = await createMarket({
    db: database.db,
    config,
    clock,
    bus,
    log,
    sources: prices.sources,
    histories: createHistories(vendors.url),
  });
  data = createMarketData({
    db: database.db,
    clock,
    bus,
    log,
    market,
    trading: OPEN_TRADING,
    exchangeName: () => 'Sarraf',
  });
  data.routes(http, stream);
  await market.refresh();
  await data.start();
});

afterAll(async () => {
  stream.close();
  await http.app.close();
  await data.stop();
  await market.stop();
  await vendors.stop();
  await database.close();
  await test.drop();
});

async function past(interval: CandleInterval) {
  const reply = await http.app.inject({ url: `/api/candles/BITCOIN_TOMAN?interval=${interval}` });
  expect(reply.statusCode).toBe(200);
  const { content, historyFrom, filling } = reply.json();
  return { candles: content.length, historyFrom, filling };
}

/** Runs the job once; vendors reply to the requests that `answers` selects. */
async function fill(answers: (request: CandleRequest) => boolean): Promise<void> {
  vendors.fault = (vendorRequest) => (answers(vendorRequest) ? undefined : { status: 429, retryAfter: 60 });
  await market.jobs.find(({ name }) => name === 'fill-candles')?.run({});
  clock.advance(ANSWER_MS);
}

it('GET /candles reports for each length that its past is being fetched until it is there, and where it starts', async () => {
  const onItsWay = { candles: 1, historyFrom: null, filling: true };
  expect(await past('1d')).toEqual(onItsWay);
  await fill(() => false);
  expect(await past('1d')).toEqual(onItsWay);
  clock.advance(61_000);
  await market.refresh();
  await fill(({ resolution }) => /d/i.test(resolution));
  expect(await past('1d')).toEqual({ candles: 731, historyFrom: FIRST_DAY, filling: false });
  expect(await past('1m')).toMatchObject({ filling: true });
});

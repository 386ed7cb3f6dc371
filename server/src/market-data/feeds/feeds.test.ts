/**
 * The feeds for other sites' programs, tested against their documents; the schemas here are written from these
 * alone.
 */
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createMarketWriter } from '../../../test/market-writer.ts';
import { openTestDatabase } from '../../../test/open-database.ts';
import { OPEN_TRADING } from '../../../test/open-trading.ts';
import { createMarket, type Market } from '../../market/index.ts';
import { createBus } from '../../platform/bus/bus.ts';
import { manualClock, systemClock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { createHttp, type Http } from '../../platform/http/http.ts';
import { Stream } from '../../platform/http/stream/stream.ts';
import { createLog } from '../../platform/log.ts';
import { createSandboxPrices } from '../../sandbox/sandbox-prices.ts';
import { createMarketData, type MarketData } from '../index.ts';

const rate = { max: 1_000_000, windowMs: 60_000 };
const config = {
  sandbox: true,
  TRUST_PROXY: false,
  rates: { read: rate, write: rate, money: rate, order: rate, login: rate, code: rate },
} as Config;
const START = Date.UTC(2026, 10, 21, 9, 30, 20);
const TOMAN = 1_000_000n;
const P = 12_000_000_000n * TOMAN;
/** More trades than are kept in memory. */
const TRADES = 260;
const clock = manualClock(START);
const [log, bus] = [createLog('silent'), createBus()];
let test: TestDatabase;
let database: Database;
let http: Http;
let stream: Stream;
let market: Market;
let data: MarketData;

beforeAll(async () => {
  test = await createTestDatabase();
  database = openTestDatabase(test.url, 6);
  const prices = createSandboxPrices({ seed: 2026, clock });
  http = await createHttp({ config, log, clock: systemClock, authenticate: async () => null });
  stream = new Stream(http, async () => null);
  const { db } = database;
  market = await createMarket({ db, config, clock, bus, log, sources: prices.sources });
  const writer = createMarketWriter(db, bus, 'BITCOIN', 'TOMAN');
  const batches = Array.from({ length: TRADES / 20 }, (_, i) => i);
  for (const i of batches)
    await writer.move({
      fills: Array.from({ length: 20 }, (_, n) => [
        n % 3 ? 'buy' : 'sell',
        P + BigInt(i * 20 + n) * TOMAN,
        100_000n,
      ]),
      at: START - 90 * 60_000 + i * 60_000,
    });
  await writer.move({
    levels: [1, 2, 3, 4]
      .flatMap((n) => [
        ['buy', P - BigInt(n) * TOMAN, 5_000n] as const,
        ['sell', P + BigInt(n) * TOMAN, 6_000n] as const,
      ])
      .map((level) => [...level]),
    at: START - 1_000,
  });
  data = createMarketData({
    db,
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
  await database.close();
  await test.drop();
});

const ajv = new Ajv();
async function get(path: string, schema?: object) {
  const answer = await http.app.inject({ url: `/api${path}` });
  expect([path, answer.statusCode]).toEqual([path, 200]);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  const body = answer.json();
  if (schema) expect([path, ajv.validate(schema, body), ajv.errors]).toEqual([path, true, null]);
  return body;
}

const object = (properties: object, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});
const array = (items: object, minItems = 1) => ({ type: 'array', items, minItems });
const text = { type: 'string', minLength: 1 };
const number = { type: 'number' };
const integer = { type: 'integer' };
const decimal = { type: 'string', pattern: '^\\d+(\\.\\d+)?$' };
const flag = { type: 'boolean' };

describe('the UDF feed for TradingView', () => {
  const resolution = { type: 'string', pattern: '^\\d*[SDWM]?$' };
  const choices = (extra: object) => array(object({ name: text, value: { type: 'string' }, ...extra }), 0);

  it('returns its configuration', async () => {
    const reply = await get(
      '/udf/config',
      object({
        supported_resolutions: array(resolution),
        supports_search: flag,
        supports_group_request: flag,
        supports_marks: flag,
        supports_timescale_marks: flag,
        supports_time: flag,
        exchanges: choices({ desc: { type: 'string' } }),
        symbols_types: choices({}),
      }),
    );
    // Exactly one of the two.
    expect(reply.supports_search).not.toBe(reply.supports_group_request);
    expect((await http.app.inject({ url: '/api/udf/time' })).body).toBe(String(Math.floor(START / 1000)));
  });

  const symbol = object({
    name: text,
    ticker: text,
    description: text,
    type: text,
    session: { enum: ['24x7'] },
    timezone: text,
    exchange: text,
    listed_exchange: text,
    format: { enum: ['price', 'volume', 'percent'] },
    minmov: { type: 'number', exclusiveMinimum: 0 },
    pricescale: { type: 'integer', minimum: 1 },
    has_intraday: flag,
    intraday_multipliers: array(text),
    supported_resolutions: array(resolution),
    volume_precision: { type: 'integer', minimum: 0 },
    data_status: { enum: ['streaming', 'endofday', 'delayed_streaming'] },
  });

  it("resolves the symbols of its search, with the market's increments", async () => {
    const rows = await get(
      '/udf/search?query=btc&type=&exchange=&limit=10',
      array(
        object({
          symbol: text,
          full_name: text,
          description: text,
          exchange: text,
          ticker: text,
          type: text,
        }),
      ),
    );
    expect(rows.map(({ ticker }: { ticker: string }) => ticker)).toEqual(['BTCTMN', 'BTCUSDT']);
    for (const { ticker, full_name } of rows) {
      const one = await get(`/udf/symbols?symbol=${ticker}`, symbol);
      expect(await get(`/udf/symbols?symbol=${encodeURIComponent(full_name)}`)).toEqual(one);
    }
    const { tick } = (await get('/markets/BITCOIN_TETHER')).baseDTO;
    const { minmov, pricescale } = await get('/udf/symbols?symbol=BTCUSDT');
    expect(minmov / pricescale).toBe(Number(tick));
    expect(await get('/udf/search?query=nothing')).toEqual([]);
    expect(await get('/udf/search?query=bitcoin%20cash%20/%20tether')).toHaveLength(1);
    expect(await get('/udf/symbols?symbol=NOPE')).toEqual({ s: 'error', errmsg: 'unknown_symbol' });
  });

  const bars = object({
    s: { enum: ['ok'] },
    ...Object.fromEntries('tohlcv'.split('').map((name) => [name, array(number)])),
  });
  const seconds = Math.floor(START / 1000);

  it.each(['1', '5', '15', '30', '60', '240', '1D', 'D', '1W', 'W'])(
    'returns the candles as bars of %s',
    async (length) => {
      const history = await get(
        `/udf/history?symbol=BTCTMN&resolution=${length}&from=0&to=${seconds + 60}`,
        bars,
      );
      const lengths = new Set('tohlcv'.split('').map((name) => history[name].length));
      expect(lengths.size).toBe(1);
      const interval =
        { 60: '1h', 240: '4h', '1D': '1d', D: '1d', '1W': '1w', W: '1w' }[length] ?? `${length}m`;
      const { content } = await get(`/candles/BITCOIN_TOMAN?interval=${interval}`);
      expect(history.c).toEqual(content.map(({ close }: { close: string }) => Number(close)));
      if (interval.endsWith('d') || interval.endsWith('w'))
        expect(history.t.every((time: number) => time % 86_400 === 0)).toBe(true);
      expect(history.t).toEqual([...history.t].sort((a: number, b: number) => a - b));
    },
  );

  it('honours countback before from, excludes `to`, and reports where there is no data', async () => {
    const all = await get(`/udf/history?symbol=BTCTMN&resolution=1&from=0&to=${seconds + 60}`);
    const to = all.t[6];
    const path = '/udf/history?symbol=BTCTMN&resolution=1';
    expect((await get(`${path}&from=${to}&to=${to}&countback=3`)).t).toEqual(all.t.slice(3, 6));
    const none = object({ s: { enum: ['no_data'] }, nextTime: integer }, ['nextTime']);
    expect(await get(`${path}&from=0&to=${all.t[0]}`, none)).toEqual({ s: 'no_data' });
    const quiet = all.t.find((time: number, i: number) => all.t[i + 1] - time > 60) ?? 0;
    expect(quiet).toBeGreaterThan(0);
    expect(await get(`${path}&from=${quiet + 60}&to=${quiet + 120}`, none)).toEqual({
      s: 'no_data',
      nextTime: quiet,
    });
    expect(await get(`${path}2&from=0&to=1`)).toEqual({ s: 'error', errmsg: 'unknown_resolution' });
  });
});

const level = { type: 'array', items: [decimal, decimal], minItems: 2, maxItems: 2, additionalItems: false };
const book = { timestamp: { type: 'integer', minimum: 1e12 }, bids: array(level), asks: array(level) };

describe('the CoinGecko feed', () => {
  it('returns tickers of the markets with trades', async () => {
    const rows = await get(
      '/coingecko/tickers',
      array(
        object({
          ticker_id: { type: 'string', pattern: '^[A-Z]+_[A-Z]+$' },
          base_currency: text,
          target_currency: text,
          last_price: decimal,
          base_volume: decimal,
          target_volume: decimal,
          bid: { anyOf: [decimal, { type: 'null' }] },
          ask: { anyOf: [decimal, { type: 'null' }] },
          high: decimal,
          low: decimal,
        }),
      ),
    );
    expect(rows).toEqual([
      expect.objectContaining({
        ticker_id: 'BTC_TMN',
        last_price: '12000000259',
        high: '12000000259',
        low: '12000000000',
      }),
    ]);
  });

  it('returns the order book with the requested depth', async () => {
    const whole = await get('/coingecko/orderbook?ticker_id=BTC_TMN', object({ ticker_id: text, ...book }));
    expect([whole.bids.length, whole.asks.length]).toEqual([4, 4]);
    const part = await get('/coingecko/orderbook?ticker_id=btc_tmn&depth=4');
    expect([part.bids, part.asks]).toEqual([whole.bids.slice(0, 2), whole.asks.slice(0, 2)]);
    expect((await http.app.inject({ url: '/api/coingecko/orderbook?ticker_id=NO_PE' })).statusCode).toBe(404);
  });

  const trade = object({
    trade_id: integer,
    price: decimal,
    base_volume: decimal,
    target_volume: decimal,
    trade_timestamp: { type: 'integer', minimum: 1e12 },
    type: { enum: ['buy', 'sell'] },
  });

  it('returns the trades of a time range, including ones no longer kept in memory', async () => {
    const schema = object({ buy: array(trade, 0), sell: array(trade, 0) });
    const path = '/coingecko/historical_trades?ticker_id=BTC_TMN';
    const idsOf = ({ buy, sell }: Record<'buy' | 'sell', { trade_id: number }[]>) =>
      [...buy, ...sell].map(({ trade_id }) => trade_id).sort((a, b) => b - a);
    const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n);
    expect(idsOf(await get(`${path}&limit=0`, schema))).toEqual(down(TRADES, 1));
    expect(idsOf(await get(`${path}&limit=30`, schema))).toEqual(down(TRADES, TRADES - 29));
    const minute = (i: number) => Math.floor((START - 90 * 60_000 + i * 60_000) / 1000);
    const span = `&start_time=${minute(0)}&end_time=${minute(1)}`;
    expect(idsOf(await get(`${path}&limit=500${span}`, schema))).toEqual(down(40, 1));
    expect(idsOf(await get(`${path}&limit=7${span}`, schema))).toEqual(down(40, 34));
    const bought = await get(`${path}&limit=500&type=buy${span}`, schema);
    expect([bought.sell, bought.buy.every(({ type }: { type: string }) => type === 'buy')]).toEqual([
      [],
      true,
    ]);
    expect(await get(`${path}&start_time=${minute(500)}`, schema)).toEqual({ buy: [], sell: [] });
  });
});

describe('the CoinMarketCap feed', () => {
  it('returns a summary, the coins and a ticker', async () => {
    const [row] = await get(
      '/coinmarketcap/summary',
      array(
        object({
          trading_pairs: text,
          base_currency: text,
          quote_currency: text,
          last_price: number,
          lowest_ask: number,
          highest_bid: number,
          base_volume: number,
          quote_volume: number,
          price_change_percent_24h: number,
          highest_price_24h: number,
          lowest_price_24h: number,
        }),
      ),
    );
    expect(row).toMatchObject({
      trading_pairs: 'BTC_TMN',
      last_price: 12_000_000_259,
      lowest_ask: 12_000_000_001,
    });
    const asset = object({
      name: text,
      can_withdraw: flag,
      can_deposit: flag,
      min_withdraw: decimal,
      max_withdraw: decimal,
      maker_fee: decimal,
      taker_fee: decimal,
    });
    const assets = await get('/coinmarketcap/assets', {
      type: 'object',
      additionalProperties: asset,
      minProperties: 10,
    });
    expect(assets.BTC).toMatchObject({ name: 'Bitcoin', can_deposit: true, maker_fee: '0.004' });
    const ticker = object({
      last_price: decimal,
      base_volume: decimal,
      quote_volume: decimal,
      isFrozen: { enum: ['0', '1'] },
    });
    const tickers = await get('/coinmarketcap/ticker', {
      type: 'object',
      additionalProperties: ticker,
      minProperties: 1,
    });
    expect(tickers.BTC_TMN.isFrozen).toBe('0');
  });

  it('returns the order book by level and depth, and the trades of a day', async () => {
    const whole = await get('/coinmarketcap/orderbook/BTC_TMN', object(book));
    expect(whole.bids).toHaveLength(4);
    expect((await get('/coinmarketcap/orderbook/BTC_TMN?level=1&depth=100')).asks).toEqual(
      whole.asks.slice(0, 1),
    );
    const trades = await get(
      '/coinmarketcap/trades/BTC_TMN',
      array(
        object({
          trade_id: integer,
          price: decimal,
          base_volume: decimal,
          quote_volume: decimal,
          timestamp: { type: 'integer', minimum: 1e12 },
          type: { enum: ['buy', 'sell'] },
        }),
      ),
    );
    expect(trades).toHaveLength(TRADES);
  });
});

import type { AddressInfo } from 'node:net';
import { COINS } from '@sarraf/domain';
import type { BookTop, MarketDetail, MarketInfo, PublicTrade, Ticker } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { documentedMessage } from '../../test/documented.ts';
import { createMarketWriter } from '../../test/market-writer.ts';
import { openTestDatabase } from '../../test/open-database.ts';
import { OPEN_TRADING } from '../../test/open-trading.ts';
import { findFreePort } from '../../test/running-server.ts';
import { createMarket, MARKETS, type Market } from '../market/index.ts';
import { createBus } from '../platform/bus/bus.ts';
import { manualClock, systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/database.ts';
import { createHttp, type Http } from '../platform/http/http.ts';
import { Stream } from '../platform/http/stream/stream.ts';
import { createLog } from '../platform/log.ts';
import { createSandboxPrices } from '../sandbox/sandbox-prices.ts';
import { describeMarkets } from './describe-markets.ts';
import { createMarketData, type MarketData, type TradingState } from './index.ts';

const rate = { max: 1_000_000, windowMs: 60_000 };
const config = {
  sandbox: true,
  TRUST_PROXY: false,
  rates: { read: rate, write: rate, money: rate, order: rate, login: rate, code: rate },
} as Config;
const START = Date.UTC(2026, 10, 21, 9, 30, 20);
const clock = manualClock(START);
const prices = createSandboxPrices({ seed: 2026, clock });
const bus = createBus();
const log = createLog('silent');
/** Bitcoin's price in Toman, 12,845,200,000, in smallest units. */
const P = 12_845_200_000_000_000n;
const STEP = 1_000_000_000n;
let test: TestDatabase;
let database: Database;
let http: Http;
let stream: Stream;
let market: Market;
let data: MarketData;
let writer: ReturnType<typeof createMarketWriter>;
/** Published message bodies, newest last. */
const payloads: unknown[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  database = openTestDatabase(test.url, 6);
  http = await createHttp({ config, log, clock: systemClock, authenticate: async () => null });
  http.app.addHook('onSend', async (_request, _reply, payload) => {
    payloads.push(payload);
  });
  stream = new Stream(http, async () => null);
  market = await createMarket({ db: database.db, config, clock, bus, log, sources: prices.sources });
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
  writer = createMarketWriter(database.db, bus, 'BITCOIN', 'TOMAN');
});

afterAll(async () => {
  stream.close();
  await http.app.close();
  await data.stop();
  await market.stop();
  await database.close();
  await test.drop();
});

async function get(path: string, status = 200) {
  const response = await http.app.inject({ url: `/api${path}` });
  expect([path, response.statusCode]).toEqual([path, status]);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.headers['cache-control']).toBe(response.statusCode === 200 ? 'no-cache' : 'no-store');
  return response.json();
}

const UNKNOWN = [
  'NOPE_TOMAN',
  'BITCOIN',
  'BITCOIN_BITCOIN',
  'TETHER_TETHER',
  'bitcoin_toman',
  'TOMAN_TOMAN',
  '_',
];

it.each(UNKNOWN)('responds NOT_FOUND for an unknown market: %s', async (name) => {
  for (const path of [
    `/orderbook/${name}`,
    `/trades/public/${name}`,
    `/candles/${name}?interval=1m`,
    `/markets/${name}`,
  ])
    expect(await get(path, 404)).toEqual({ status: 'NOT_FOUND', message: 'NOT_FOUND', errors: [] });
});

describe('GET /markets', () => {
  it('returns the terms, with the coins in either order', async () => {
    const terms = {
      status: 'OK',
      message: 'market',
      baseDTO: {
        marketType: 'BITCOIN_CASH_TOMAN',
        coin: 'BITCOIN_CASH',
        quote: 'TOMAN',
        tick: expect.stringMatching(/^\d+$/),
        lot: '0.001',
        minNotional: '100000',
        maxAmount: expect.stringMatching(/^\d+\.\d{3}$/),
        bandPercent: 20,
      },
    };
    expect(await get('/markets/BITCOIN_CASH_TOMAN')).toEqual(terms);
    expect(await get('/markets/TOMAN_BITCOIN_CASH')).toEqual(terms);
    expect((await get('/markets/TETHER_TOMAN')).baseDTO.marketType).toBe('TETHER_TOMAN');
    expect((await get('/markets/TOMAN_TETHER')).baseDTO.marketType).toBe('TETHER_TOMAN');
    expect((await get('/markets/TETHER_TRON')).baseDTO).toMatchObject({
      coin: 'TRON',
      quote: 'TETHER',
      tick: '0.00001',
    });
  });

  it('responds with a refusal for a closed market', async () => {
    await sql`update markets set active = false where coin = 'EOS' and quote = 'TOMAN'`.execute(database.db);
    await market.refresh();
    const closed = { status: 'CONFLICT', message: 'MARKET_IS_NOT_ACTIVE', errors: [] };
    expect(await get('/markets/EOS_TOMAN', 409)).toEqual(closed);
    expect(await get('/markets/TOMAN_EOS', 409)).toEqual(closed);
    await get('/markets/EOS_TETHER');
    // Its open orders can still be read.
    await get('/orderbook/EOS_TOMAN');
    clock.advance(1_000);
    data.refresh();
    const { content } = await get('/trades/market-info/v2?source_coin=TOMAN');
    expect(content.find((row: MarketInfo) => row.relatedCoin === 'EOS').isActive).toBe(false);
  });
});

describe('GET /orderbook', () => {
  it('returns the best prices first, each with its total amount', async () => {
    await writer.move({
      levels: [
        ['buy', P - 2n * STEP, 300n],
        ['buy', P - STEP, 500n],
        ['sell', P + STEP, 700n],
        ['sell', P + STEP, 50n],
        ['sell', P + 3n * STEP, 1n],
      ],
      at: clock.now(),
    });
    expect(await get('/orderbook/BITCOIN_TOMAN')).toEqual({
      marketType: 'BITCOIN_TOMAN',
      sequence: 1,
      bids: [
        ['12845199000', '0.00000500'],
        ['12845198000', '0.00000300'],
      ],
      asks: [
        ['12845201000', '0.00000750'],
        ['12845203000', '0.00000001'],
      ],
    });
    expect(await get('/orderbook/TRON_TETHER')).toEqual({
      marketType: 'TRON_TETHER',
      sequence: 0,
      bids: [],
      asks: [],
    });
  });

  it('returns 200 levels of a side by default, up to 1,000 on request, and refuses a higher limit', async () => {
    const deep = createMarketWriter(database.db, bus, 'DASH', 'TETHER');
    const levels = Array.from({ length: 1_020 }, (_, i): ['sell', bigint, bigint] => [
      'sell',
      BigInt(1_000_000 + i),
      5n,
    ]);
    await deep.move({ levels, at: clock.now() });
    const { asks } = await get('/orderbook/DASH_TETHER');
    expect(asks).toHaveLength(200);
    const deepest = await get('/orderbook/DASH_TETHER?limit=1000');
    expect(deepest.asks).toHaveLength(1_000);
    expect(deepest.asks.at(-1)).toEqual(['1.000999', '0.00000005']);
    expect((await get('/orderbook/DASH_TETHER?limit=201')).asks).toEqual(deepest.asks.slice(0, 201));
    await deep.move({ levels: [['sell', 999_999n, 5n]], at: clock.now() });
    expect((await get('/orderbook/DASH_TETHER?limit=1000')).asks[0]).toEqual(['0.999999', '0.00000005']);
    expect(await get('/orderbook/DASH_TETHER?limit=1001', 400)).toMatchObject({ errors: ['limit'] });
    expect(asks.slice(0, 2)).toEqual([
      ['1.00', '0.00000005'],
      ['1.000001', '0.00000005'],
    ]);
  });
});

describe('GET /trades/public', () => {
  it('pages from the newest to the first trade', async () => {
    for (let i = 0; i < 5; i += 1) {
      const fills = Array.from({ length: 50 }, (_, n): ['buy' | 'sell', bigint, bigint] => [
        n % 2 === 0 ? 'buy' : 'sell',
        P + BigInt(i) * STEP,
        100n,
      ]);
      await writer.move({ fills, at: clock.now() });
    }
    const first = await get('/trades/public/BITCOIN_TOMAN');
    expect(first).toMatchObject({ status: 'OK', message: 'trades', nextCursor: '201' });
    expect(first.content).toHaveLength(50);
    expect(first.content[0]).toEqual({
      number: 250,
      unitPrice: '12845204000',
      amount: '0.00000100',
      side: 'sell',
      createdAtDateTime: new Date(clock.now()).toISOString(),
    });
    const numbers: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await get(`/trades/public/BITCOIN_TOMAN?size=70${cursor && `&cursor=${cursor}`}`);
      numbers.push(...page.content.map(({ number }: { number: number }) => number));
      cursor = page.nextCursor;
    }
    expect(numbers).toEqual(Array.from({ length: 250 }, (_, i) => 250 - i));
    expect(await get('/trades/public/TRON_TOMAN')).toMatchObject({ content: [], nextCursor: null });
  });

  it.each(['0', '-1', 'x', '1.5', '99999999999999999'])('refuses cursor=%s', async (cursor) => {
    expect(await get(`/trades/public/BITCOIN_TOMAN?cursor=${cursor}`, 400)).toMatchObject({
      errors: ['cursor'],
    });
  });

  it.each(['0', '101', 'all'])('refuses size=%s', async (size) => {
    expect(await get(`/trades/public/BITCOIN_TOMAN?size=${size}`, 400)).toMatchObject({ errors: ['size'] });
  });
});

describe('GET /candles', () => {
  it('returns the current candle', async () => {
    const { content } = await get('/candles/BITCOIN_TOMAN?interval=1m');
    expect(content.at(-1)).toMatchObject({
      time: Math.floor(clock.now() / 60_000) * 60,
      close: '12845204000',
    });
  });

  it.each(['', '?interval=2m', '?interval=1m&from=-5', '?interval=1m&to=soon'])(
    'refuses %s',
    async (query) => {
      expect(await get(`/candles/BITCOIN_TOMAN${query}`, 400)).toMatchObject({ message: 'BAD_REQUEST' });
    },
  );
});

describe('GET /trades/market-info/v2', () => {
  const row = async (name: string): Promise<MarketInfo> => {
    const { content } = await get('/trades/market-info/v2?weeklyDataIncluded=true&size=1000&page=1');
    return content.find(({ marketType }: MarketInfo) => marketType === name);
  };
  const beat = (ms: number) => {
    clock.advance(ms);
    data.refresh();
  };

  it('returns every market of a quote, in display order, and the week when requested', async () => {
    const toman = (await get('/trades/market-info/v2?source_coin=TOMAN')).content;
    expect(toman.map(({ relatedCoin }: MarketInfo) => relatedCoin)).toEqual(COINS);
    expect(toman[0]).not.toHaveProperty('lastWeekData');
    const { content, totalPages } = await get(
      '/trades/market-info/v2?source_coin=TETHER&weeklyDataIncluded=true',
    );
    expect(totalPages).toBe(1);
    expect(content).toHaveLength(15);
    for (const { lastWeekData, lastPrice } of content) {
      expect(lastWeekData).toHaveLength(20);
      expect(lastWeekData.at(-1)).toBe(lastPrice);
    }
    expect((await get('/trades/market-info/v2')).content).toHaveLength(31);
  });

  it('pages through the markets', async () => {
    const page = await get('/trades/market-info/v2?source_coin=TOMAN&size=10&page=2');
    expect(page.totalPages).toBe(2);
    expect(page.content.map(({ relatedCoin }: MarketInfo) => relatedCoin)).toEqual(COINS.slice(10));
    expect((await get('/trades/market-info/v2?size=10&page=9')).content).toEqual([]);
  });

  it('returns the reference price and its change when there was no trade in a day, else the last trade', async () => {
    const fresh = createMarketWriter(database.db, bus, 'LITE_COIN', 'TOMAN');
    const { reference, change } = market.summary('LITE_COIN', 'TOMAN');
    beat(1_000);
    expect(await row('LITE_COIN_TOMAN')).toMatchObject({
      isActive: true,
      lastPrice: String((reference ?? 0n) / 1_000_000n),
      last24HoursChange: change,
      last24HoursVolume: '0.000',
      last24HoursValue: '0',
      last24HoursHigh: null,
      last24HoursLow: null,
      bestBid: null,
      bestAsk: null,
    });
    const price = (toman: bigint) => toman * 1_000_000n;
    await fresh.move({ fills: [['buy', price(1_000n), 150_000_000n]], at: clock.now() });
    beat(24 * 3_600_000 + 120_000);
    // A trade a day old counts only for the change.
    expect(await row('LITE_COIN_TOMAN')).toMatchObject({ last24HoursVolume: '0.000' });
    await fresh.move({
      levels: [
        ['buy', price(1_090n), 10n],
        ['sell', price(1_110n), 10n],
      ],
      fills: [
        ['buy', price(1_200n), 100_000_000n],
        ['sell', price(1_050n), 200_000_000n],
        ['buy', price(1_100n), 25_000_000n],
      ],
      at: clock.now(),
    });
    await market.refresh();
    beat(1_000);
    expect(await row('LITE_COIN_TOMAN')).toMatchObject({
      lastPrice: '1100',
      last24HoursChange: '10.00',
      last24HoursVolume: '3.250',
      last24HoursValue: '3575',
      last24HoursHigh: '1200',
      last24HoursLow: '1050',
      bestBid: '1090',
      bestAsk: '1110',
    });
    expect((await row('LITE_COIN_TOMAN')).lastWeekData?.at(-1)).toBe('1100');
  });

  it('returns the same after a restart', async () => {
    const again = createMarketData({
      db: database.db,
      clock,
      bus: createBus(),
      log,
      market,
      trading: OPEN_TRADING,
      exchangeName: () => 'Sarraf',
    });
    const other = await createHttp({ config, log, clock: systemClock, authenticate: async () => null });
    again.routes(other, new Stream(other, async () => null));
    await again.start();
    const path = '/api/trades/market-info/v2?weeklyDataIncluded=true';
    const before = await http.app.inject({ url: path });
    expect((await other.app.inject({ url: path })).json()).toEqual(before.json());
    await again.stop();
    await other.app.close();
  });
});

describe('endpoints for programs', () => {
  it("return the server's time", async () => {
    expect((await get('/time')).baseDTO).toEqual({
      dateTime: new Date(clock.now()).toISOString(),
      milliseconds: clock.now(),
    });
  });

  it('return everything about a market in one call: increments, limits, fees, state', async () => {
    const { content } = await get('/markets');
    expect(content).toHaveLength(MARKETS.length);
    const one = content.find(({ marketType }: MarketDetail) => marketType === 'BITCOIN_CASH_TETHER');
    expect(one).toMatchObject({
      ...(await get('/markets/BITCOIN_CASH_TETHER')).baseDTO,
      coinCode: 'BCH',
      quoteCode: 'USDT',
      minAmount: '0.001',
      pricePrecision: 1,
      amountPrecision: 3,
      quotePrecision: 6,
      state: 'OPEN',
      opensAtDateTime: null,
      makerFeePercent: '0.2',
      takerFeePercent: '0.2',
    });
    expect(one.fees[1]).toEqual({
      userAccountLevel: 'SILVER',
      makerFeePercent: '0.15',
      takerFeePercent: '0.15',
    });
  });

  it('say of a paused market why, and until when', async () => {
    const until = new Date(clock.now() + 60_000);
    const names: [string, Partial<TradingState>, string, Date | null][] = [
      ['paused', { pauseOf: () => ({ until }) }, 'PAUSED', until],
      ['paused without an end', { pauseOf: () => ({ until: null }) }, 'PAUSED', null],
      ['closed by the hour', { opensAt: () => until }, 'CLOSED', until],
    ];
    for (const [name, trading, state, opens] of names) {
      const [first] = describeMarkets({ market, trading: { ...OPEN_TRADING, ...trading } }, clock.now());
      expect([name, first?.state, first?.opensAtDateTime]).toEqual([
        name,
        state,
        opens?.toISOString() ?? null,
      ]);
    }
    const closed = { ...market, termsOf: market.termsOf, orderTerms: () => null };
    expect(describeMarkets({ market: closed, trading: OPEN_TRADING }, clock.now())[0]?.state).toBe(
      'INACTIVE',
    );
  });

  it('return the day of all markets, and the best levels of all order books, equal to each order book', async () => {
    clock.advance(1_500);
    const rows: Ticker[] = (await get('/tickers')).content;
    const tops: BookTop[] = (await get('/orderbook')).content;
    const info: MarketInfo[] = (await get('/trades/market-info/v2')).content;
    expect(rows.map(({ marketType }) => marketType)).toEqual(info.map(({ marketType }) => marketType));
    for (const row of info) {
      const book = await get(`/orderbook/${row.marketType}?limit=1`);
      const top = tops.find(({ marketType }) => marketType === row.marketType);
      expect(top).toEqual({
        marketType: row.marketType,
        bid: book.bids[0] ?? null,
        ask: book.asks[0] ?? null,
      });
      expect(rows.find(({ marketType }) => marketType === row.marketType)).toMatchObject({
        volume: row.last24HoursVolume,
        quoteVolume: row.last24HoursValue,
        highPrice: row.last24HoursHigh,
        lowPrice: row.last24HoursLow,
        bestBid: row.bestBid,
        bestAsk: row.bestAsk,
        ...(row.priceOf === 'TRADES' && {
          lastPrice: row.lastPrice,
          changePercent: row.last24HoursChange,
        }),
      });
    }
    expect(info.some(({ priceOf }) => priceOf === 'TRADES')).toBe(true);
    expect(tops.some(({ bid, ask }) => bid !== null && ask !== null)).toBe(true);
  });

  it('return the requested depth of an order book', async () => {
    const whole = await get('/orderbook/BITCOIN_TOMAN');
    const part = await get('/orderbook/BITCOIN_TOMAN?limit=2');
    expect(part).toEqual({ ...whole, bids: whole.bids.slice(0, 2), asks: whole.asks.slice(0, 2) });
    await get('/orderbook/BITCOIN_TOMAN?limit=0', 400);
    await get('/orderbook/BITCOIN_TOMAN?limit=1001', 400);
  });

  it('return trades forwards too, each once', async () => {
    const newest = (await get('/trades/public/BITCOIN_TOMAN?size=100')).content[0].number;
    const numbers: number[] = [];
    for (let after: string | null = '0'; after !== null; ) {
      const { content, nextCursor } = await get(`/trades/public/BITCOIN_TOMAN?size=3&after=${after}`);
      numbers.push(...content.map((trade: PublicTrade) => trade.number));
      after = nextCursor;
    }
    expect(numbers).toEqual(Array.from({ length: newest }, (_, n) => n + 1));
    expect((await get(`/trades/public/BITCOIN_TOMAN?after=${newest}`)).content).toEqual([]);
    await get('/trades/public/BITCOIN_TOMAN?after=1&cursor=5', 400);
  });

  it('can be read by pages of any site, and respond 304 to unchanged content', async () => {
    const url = '/api/orderbook/BITCOIN_TOMAN';
    const first = await http.app.inject({ url, headers: { origin: 'https://elsewhere.test' } });
    const { etag = '' } = first.headers;
    expect(first.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(first.headers['access-control-allow-credentials']).toBeUndefined();
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    for (const ifNoneMatch of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
      const again = await http.app.inject({ url, headers: { 'if-none-match': ifNoneMatch } });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
      expect(again.headers['access-control-allow-origin']).toBe('*');
    }
    await writer.move({ levels: [['buy', P - 90n * STEP, 5n]], at: clock.now() });
    const moved = await http.app.inject({ url, headers: { 'if-none-match': etag } });
    expect(moved.statusCode).toBe(200);
    expect(moved.headers.etag).not.toBe(etag);
    const reply = await http.app.inject({ url, method: 'OPTIONS' });
    expect([reply.statusCode, reply.headers['access-control-allow-methods']]).toEqual([204, 'GET, HEAD']);
    const refusal = await http.app.inject({ url: '/api/orderbook/NOPE_TOMAN' });
    expect([refusal.statusCode, refusal.headers.etag]).toEqual([404, undefined]);
    expect(refusal.headers['access-control-allow-origin']).toBe('*');
  });
});

describe('public responses are serialised once for all callers', () => {
  it.each([
    '/orderbook/BITCOIN_TOMAN',
    '/trades/public/BITCOIN_TOMAN',
    '/trades/public/BITCOIN_TOMAN?size=7',
    '/candles/BITCOIN_TOMAN?interval=1h',
    '/trades/market-info/v2?source_coin=TOMAN',
    '/trades/market-info/v2?weeklyDataIncluded=true',
  ])('%s, until something changes', async (path) => {
    const bytes = async () => {
      await get(path);
      return payloads.at(-1);
    };
    const first = await bytes();
    expect(first).toBeInstanceOf(Buffer);
    expect(await bytes()).toBe(first);
    await writer.move({
      levels: [['buy', P - STEP, 1n]],
      fills: [['sell', P - STEP, 1n]],
      at: clock.now(),
    });
    data.refresh();
    expect(await bytes()).not.toBe(first);
  });
});

describe('the public stream', () => {
  interface Message {
    channel: string;
    seq: number;
    prev?: number;
    type: 'snapshot' | 'update';
    // biome-ignore lint/suspicious/noExplicitAny: whatever the channel has.
    data: any;
  }

  async function reader(...channels: string[]) {
    if (!http.app.server.listening) await http.app.listen({ port: await findFreePort(), host: '127.0.0.1' });
    const { port } = http.app.server.address() as AddressInfo;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/stream`);
    const messages: Message[] = [];
    socket.addEventListener('message', ({ data }) => messages.push(documentedMessage(data)));
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
    const subscribe = (names: string[]) => socket.send(JSON.stringify({ op: 'subscribe', channels: names }));
    subscribe(channels);
    const until = (count: number) => expect.poll(() => messages.length, { timeout: 60_000 }).toBe(count);
    // A snapshot of each; changes made by the server itself may follow immediately.
    await expect.poll(() => messages.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(channels.length);
    return { messages, subscribe, until, close: () => socket.close() };
  }
  const book = 'book:BITCOIN_TOMAN';
  const trades = 'trades:BITCOIN_TOMAN';

  it('starts with the present order book, then sends simultaneous changes as one message', async () => {
    const { messages, until, close } = await reader(book);
    const fetched = await get('/orderbook/BITCOIN_TOMAN');
    const { bids, asks, sequence } = fetched;
    expect(messages[0]).toEqual({ channel: book, seq: sequence, type: 'snapshot', data: { bids, asks } });
    const at = clock.now();
    const quietly = { tell: false };
    const moves = [
      await writer.move({ levels: [['buy', P - STEP, 1_000n]], at }, quietly),
      await writer.move({ levels: [['sell', P + STEP, -750n]], at }, quietly),
      await writer.move({ levels: [['buy', P - 9n * STEP, 4n]], at }, quietly),
    ];
    for (const change of moves) bus.publish('book', change);
    await until(2);
    const [, update] = messages;
    expect(update).toMatchObject({ channel: book, seq: sequence + 3, prev: sequence, type: 'update' });
    expect(update?.data.bids).toEqual([
      ['12845199000', '0.00001506'],
      ['12845191000', '0.00000004'],
    ]);
    expect(update?.data.asks).toEqual([['12845201000', '0.00000000']]);
    close();
  });

  it('numbers every channel of a market so that each update continues the previous one', async () => {
    const { messages, until, close } = await reader(book, trades);
    for (let i = 0; i < 4; i += 1) {
      await writer.move({
        levels: [['buy', P - STEP, 10n]],
        fills: Array.from({ length: i + 1 }, (): ['sell', bigint, bigint] => ['sell', P - STEP, 1n]),
        at: clock.now(),
      });
      await until(2 + 2 * (i + 1));
    }
    for (const channel of [book, trades]) {
      const own = messages.filter((message) => message.channel === channel);
      expect(own[0]?.type).toBe('snapshot');
      for (let i = 1; i < own.length; i += 1) expect(own[i]?.prev).toBe(own[i - 1]?.seq);
    }
    const fills = messages.filter(({ channel, type }) => channel === trades && type === 'update');
    expect(fills.map(({ data }) => data.length)).toEqual([1, 2, 3, 4]);
    expect(fills.at(-1)?.data[0].number).toBe(fills.at(-1)?.seq);
    close();
  });

  it('replies to a second subscribe with the current order book, from the same bytes for all', async () => {
    const { messages, subscribe, until, close } = await reader(book);
    await writer.move({ levels: [['buy', P - STEP, 10n]], at: clock.now() });
    await until(2);
    subscribe([book]);
    await until(3);
    const later = await reader(book);
    expect(messages[2]).toMatchObject({ type: 'snapshot', seq: messages[1]?.seq });
    expect(later.messages[0]).toEqual(messages[2]);
    expect(messages[2]?.data.bids).toEqual((await get('/orderbook/BITCOIN_TOMAN')).bids);
    close();
    later.close();
  });

  it('sends the current minute, and rows of the markets that changed', async () => {
    const { messages, close } = await reader('candles:BITCOIN_TOMAN', 'markets:TOMAN', 'markets:TETHER');
    const of = (name: string) => messages.filter(({ channel }) => channel === name);
    expect(of('markets:TOMAN')[0]?.data).toHaveLength(16);
    expect(of('markets:TETHER')[0]?.data).toHaveLength(15);
    clock.advance(60_000);
    await writer.move({ fills: [['buy', P + 5n * STEP, 200n]], at: clock.now() });
    const candles = 'candles:BITCOIN_TOMAN';
    await expect.poll(() => of(candles).length, { timeout: 60_000 }).toBe(2);
    expect(of(candles)[1]).toMatchObject({
      type: 'update',
      data: { time: Math.floor(clock.now() / 60_000) * 60, open: '12845205000', volume: '0.00000200' },
    });
    await market.refresh();
    data.refresh();
    // The server also refreshes from time to time on its own.
    const lastPrice = () =>
      of('markets:TOMAN')
        .flatMap(({ data: rows }) => rows)
        .findLast(({ marketType }: MarketInfo) => marketType === 'BITCOIN_TOMAN')?.lastPrice;
    await expect.poll(lastPrice, { timeout: 60_000 }).toBe('12845205000');
    const seqs = of('markets:TOMAN').map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, i) => (seqs[0] ?? 0) + i));
    close();
  });

  it('rejects a channel of an unknown market', async () => {
    const { messages, close } = await reader('book:NOPE_TOMAN');
    expect(messages[0]).toEqual({ op: 'error', message: 'unknown channel book:NOPE_TOMAN' });
    close();
  });
});

/** The published ccxt library, with nothing but its URLs changed, trades on a whole server. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import ccxt, { type binance, type Order } from 'ccxt';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Sarraf } from '../src/main.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { expectFormDocumented } from './documented-form.ts';
import { checkInvariants } from './invariants.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { addSession } from './people.ts';
import { startReady } from './ready-server.ts';
import { callServer, findFreePort, signIn } from './running-server.ts';
import { createStartedDatabase, type StartedDatabase } from './started-sandbox.ts';
import { pollUntil } from './waiting.ts';

const PAIR = 'BTC/USDT';
let test: StartedDatabase;
let database: Database;
let sarraf: Sarraf;
let maker: string;
let exchange: binance;
/** A price within the band that no order of the other side is near. */
let low: number;
let high: number;

beforeAll(async () => {
  test = await createStartedDatabase();
  database = openDatabase(test.url, 2, TEST_AUDIT_KEY);
  sarraf = await startReady(
    loadConfig({
      ...test.settings,
      PORT: String(await findFreePort()),
      LOG_LEVEL: 'silent',
    }),
  );
  maker = await signIn(sarraf.url, 'maker@sarraf.test');
  exchange = connectExchange(await createKey('demo@sarraf.test'));
  const { body } = await callServer(sarraf.url, 'GET', '/coins/exchange-price/usdt?toCurrencies=BITCOIN');
  const price = Number.parseInt(body[0].buyPrice, 10);
  [low, high] = [Math.floor(price * 0.85), Math.floor(price * 1.15)];
  // Right after its start a server accepts no money request by key.
  const tryOrder = () => exchange.createOrder(PAIR, 'limit', 'buy', 1, low).catch((error: unknown) => error);
  await pollUntil(async () => (await tryOrder()) instanceof ccxt.InsufficientFunds, 60_000);
});

afterAll(async () => {
  await exchange.close();
  await sarraf.stop();
  expect(await checkInvariants(database.db)).toBeNull();
  await database.close();
  await test.drop();
});

async function createKey(email: string, permissions = ['READ', 'TRADE']) {
  const { rows } = await sql<{ id: string }>`select id from users where email = ${email}`.execute(
    database.db,
  );
  const token = await addSession(database.db, rows[0]?.id ?? '', { proved: 'API_KEY' });
  const body = { label: 'ccxt', kind: 'HMAC', permissions };
  const reply = await callServer(sarraf.url, 'POST', '/users/api-keys', { token, body });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return { apiKey: reply.body.baseDTO.apiKey.id as string, secret: reply.body.baseDTO.secret as string };
}

/** Each URL keeps its path; only the host is replaced. */
function connectExchange(key: { apiKey: string; secret: string }): binance {
  const client = new ccxt.pro.binance(key);
  const replaceHost = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value
        .replace(/^https:\/\/[^/]+/, sarraf.url)
        .replace(/^wss:\/\/[^/]+/, sarraf.url.replace('http', 'ws'));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replaceHost(part)]));
  };
  client.urls = { ...client.urls, api: replaceHost(client.urls.api) } as typeof client.urls;
  client.fetchImplementation = fetchAndCheck;
  return client as unknown as binance;
}

/** Checks each response against the document of this API form. */
async function fetchAndCheck(url: string, options: RequestInit): Promise<Response> {
  const answer = await fetch(url, options);
  const body = await answer
    .clone()
    .json()
    .catch(() => undefined);
  if (body !== undefined)
    expectFormDocumented(options.method ?? 'GET', new URL(url).pathname, answer.status, body);
  return answer;
}

/** Places another user's order, by our own API. */
async function placeOtherOrder(orderType: 'LIMITED_SELL' | 'LIMITED_BUY', amount: string, unitPrice: number) {
  const body = { marketType: 'BITCOIN_TETHER', orderType, amount, unitPrice: String(unitPrice) };
  const placed = await callServer(sarraf.url, 'POST', '/orders', { token: maker, body });
  expect(placed.status, JSON.stringify(placed.body)).toBe(200);
  return placed.body.baseDTO.id as string;
}

/** Trades at a price, which becomes the last price. */
async function tradeAt(price: number) {
  await placeOtherOrder('LIMITED_SELL', '0.001', price);
  await exchange.createOrder(PAIR, 'limit', 'buy', 0.001, price, { timeInForce: 'FOK' });
}

/** Records all events of the account's stream as sent. */
async function recordEvents() {
  const socket = new WebSocket(`${sarraf.url.replace('http', 'ws')}/ws-api/v3`);
  const events: Record<string, unknown>[] = [];
  let subscribed = false;
  socket.on('message', (data) => {
    const { event, status } = JSON.parse(String(data));
    if (event) events.push(event);
    else subscribed = status === 200;
  });
  await once(socket, 'open');
  const text = `apiKey=${exchange.apiKey}&timestamp=${Date.now()}`;
  const signature = createHmac('sha256', exchange.secret).update(text).digest('hex');
  const params = { ...Object.fromEntries(new URLSearchParams(text)), signature };
  socket.send(JSON.stringify({ id: 1, method: 'userDataStream.subscribe.signature', params }));
  await pollUntil(async () => subscribed, 60_000);
  return { events, close: () => socket.terminate() };
}

function requireOrderId({ id }: Order): string {
  if (id === undefined) throw new Error('an order without an id');
  return id;
}

describe('ccxt’s binance, unmodified but for its URLs', () => {
  it('loads the markets with their steps', async () => {
    const markets = await exchange.loadMarkets();
    expect(Object.keys(markets).length).toBeGreaterThan(30);
    expect(markets[PAIR]).toMatchObject({
      id: 'BTCUSDT',
      base: 'BTC',
      quote: 'USDT',
      spot: true,
      active: true,
    });
    expect(markets[PAIR]?.limits.amount?.min).toBeGreaterThan(0);
    expect(markets[PAIR]?.limits.cost?.min).toBeGreaterThan(0);
    expect(markets['BTC/TMN']?.precision.price).toBeGreaterThan(0);
    expect(exchange.currencies.BTC?.networks).toBeDefined();
  });

  it('reads tickers, the order book, trades and candles', async () => {
    const ask = await placeOtherOrder('LIMITED_SELL', '0.01', high);
    const bid = await placeOtherOrder('LIMITED_BUY', '0.01', low);
    await expect.poll(async () => (await exchange.fetchTicker(PAIR)).ask).toBe(high);
    const book = await exchange.fetchOrderBook(PAIR, 5);
    expect([book.bids[0], book.asks[0]]).toEqual([
      [low, 0.01],
      [high, 0.01],
    ]);
    const tickers = await exchange.fetchTickers();
    expect(tickers[PAIR]).toMatchObject({ bid: low, ask: high });
    const [mini, ...others] = (await exchange.publicGetTicker24hr({
      symbols: '["BTCUSDT"]',
      type: 'MINI',
    })) as object[];
    expect([Object.keys(mini ?? {}).includes('bidPrice'), others]).toEqual([false, []]);
    expect(Object.keys(await exchange.fetchBidsAsks()).length).toBeGreaterThan(30);
    const trades = await exchange.fetchTrades(PAIR);
    expect(trades).toBeInstanceOf(Array);
    expect(await exchange.publicGetAvgPrice({ symbol: 'BTCUSDT' })).toEqual({
      ...{ mins: 0, price: trades.at(-1)?.info.price ?? '0', closeTime: trades.at(-1)?.timestamp ?? 0 },
    });
    const candles = await exchange.fetchOHLCV(PAIR, '1h', undefined, 5);
    for (const candle of candles) expect((candle[0] ?? 1) % 3_600_000).toBe(0);
    for (const id of [ask, bid]) await callServer(sarraf.url, 'DELETE', `/orders/${id}`, { token: maker });
  });

  it('reads the balances', async () => {
    const balance = await exchange.fetchBalance();
    expect(balance.USDT).toMatchObject({ free: 5_000, used: 0, total: 5_000 });
    expect(balance.BTC?.total).toBe(0.5);
  });

  it('places, watches, reads, replaces and cancels an open order', async () => {
    // ccxt's option for unencrypted streams, as between processes of one machine.
    await exchange.loadHttpProxyAgent();
    await exchange.authenticate();
    const watchedOrders = exchange.watchOrders(PAIR);
    const placed = await exchange.createOrder(PAIR, 'limit', 'buy', 0.01, low, { clientOrderId: 'bot-1' });
    expect(placed).toMatchObject({ status: 'open', clientOrderId: 'bot-1', timeInForce: 'GTC', filled: 0 });
    const id = requireOrderId(placed);
    expect(Number.isSafeInteger(Number(id))).toBe(true);
    expect((await watchedOrders)[0]).toMatchObject({ id: placed.id, status: 'open', clientOrderId: 'bot-1' });
    expect((await exchange.fetchBalance()).USDT?.used).toBeGreaterThan(0);
    expect((await exchange.fetchOpenOrders(PAIR)).map(({ id }) => id)).toEqual([placed.id]);
    expect(await exchange.fetchOrder(id, PAIR)).toMatchObject({
      id: placed.id,
      price: low,
      amount: 0.01,
    });
    await expect(
      exchange.createOrder(PAIR, 'limit', 'buy', 0.01, low, { clientOrderId: 'bot-1' }),
    ).rejects.toThrow(ccxt.InvalidOrder);

    const edited = await exchange.editOrder(id, PAIR, 'limit', 'buy', 0.02, low);
    expect(edited).toMatchObject({ status: 'open', amount: 0.02 });
    const next = exchange.watchOrders(PAIR);
    expect(await exchange.cancelOrder(requireOrderId(edited), PAIR)).toMatchObject({
      id: edited.id,
      status: 'canceled',
    });
    expect((await next).some((order: Order) => order.status === 'canceled')).toBe(true);
    await expect(exchange.cancelOrder(requireOrderId(edited), PAIR)).rejects.toThrow(ccxt.OrderNotFound);
    expect((await exchange.fetchOrders(PAIR)).map(({ id }) => id)).toEqual([placed.id, edited.id]);
    expect((await exchange.fetchBalance()).USDT?.used).toBe(0);
  });

  it('supports each time in force', async () => {
    expect(
      await exchange.createOrder(PAIR, 'limit', 'buy', 0.01, low, { timeInForce: 'IOC' }).catch(String),
    ).toMatch(/canceled|expired|liquidity/i);
    await expect(
      exchange.createOrder(PAIR, 'limit', 'buy', 0.01, low, { timeInForce: 'FOK' }),
    ).rejects.toThrow(ccxt.InvalidOrder);
    const ask = await placeOtherOrder('LIMITED_SELL', '0.01', high);
    await expect(exchange.createOrder(PAIR, 'limit', 'buy', 0.01, high, { postOnly: true })).rejects.toThrow(
      ccxt.InvalidOrder,
    );
    const filled = await exchange.createOrder(PAIR, 'limit', 'buy', 0.01, high, { timeInForce: 'FOK' });
    expect(filled).toMatchObject({ status: 'closed', filled: 0.01, average: high });
    expect(filled.fee).toMatchObject({ currency: 'USDT' });
    expect(
      (await callServer(sarraf.url, 'GET', `/orders/${ask}`, { token: maker })).body.baseDTO.orderStatus,
    ).toBe('IS_CLOSED');
  });

  it('places an iceberg order, of which the order book shows a part', async () => {
    const hidden = await exchange.createOrder(PAIR, 'limit', 'buy', 0.01, low, { icebergAmount: 0.002 });
    expect(hidden).toMatchObject({ status: 'open', amount: 0.01, remaining: 0.01 });
    const { info } = await exchange.fetchOrder(requireOrderId(hidden), PAIR);
    expect(Number(info.icebergQty)).toBe(0.002);
    await pollUntil(async () => (await exchange.fetchOrderBook(PAIR, 5)).bids[0]?.[0] === low, 60_000);
    expect((await exchange.fetchOrderBook(PAIR, 5)).bids[0]).toEqual([low, 0.002]);
    await exchange.cancelOrder(requireOrderId(hidden), PAIR);
  });

  it('places, watches, reads and cancels OCO orders', async () => {
    await tradeAt(Math.floor((low + high) / 2));
    const { events, close } = await recordEvents();
    const legs = { aboveType: 'LIMIT_MAKER', abovePrice: high, belowType: 'STOP_LOSS', belowStopPrice: low };
    const sale = { symbol: 'BTCUSDT', side: 'SELL', quantity: '0.01' };
    const placed = await exchange.privatePostOrderListOco({
      ...{ ...sale, ...legs, listClientOrderId: 'pair-1' },
      ...{ aboveClientOrderId: 'goal-1', belowClientOrderId: 'guard-1' },
    });
    expect(placed).toMatchObject({
      contingencyType: 'OCO',
      listOrderStatus: 'EXECUTING',
      listClientOrderId: 'pair-1',
      orderReports: [
        { type: 'LIMIT_MAKER', side: 'SELL', clientOrderId: 'goal-1', orderListId: placed.orderListId },
        { type: 'STOP_LOSS', stopPrice: `${low}.00`, clientOrderId: 'guard-1', workingTime: -1 },
      ],
    });
    // A repeat would look like a second pair to a client that reads the same reply twice.
    await expect(
      exchange.privatePostOrderListOco({ ...sale, ...legs, listClientOrderId: 'pair-1' }),
    ).rejects.toThrow(/Duplicate order sent/);
    const [{ count }] = (await exchange.privateGetRateLimitOrder()) as [{ count: number }];
    expect(count).toBeGreaterThan(0);
    expect(exchange.last_response_headers?.['X-Mbx-Used-Weight-1m']).toBeDefined();
    expect((await exchange.fetchBalance()).BTC?.used).toBe(0.01);
    for (const listQuery of [{ orderListId: placed.orderListId }, { origClientOrderId: 'pair-1' }])
      expect(await exchange.privateGetOrderList(listQuery)).toMatchObject({ orders: placed.orders });
    expect(await exchange.privateGetOpenOrderList()).toMatchObject([{ listClientOrderId: 'pair-1' }]);
    const open = await exchange.fetchOpenOrders(PAIR);
    expect(open.map(({ info }) => info.orderListId)).toEqual([placed.orderListId, placed.orderListId]);
    // A partial fill of one cancels the other; the list is done when nothing of it is open.
    await placeOtherOrder('LIMITED_BUY', '0.004', high);
    const [goal, guard] = await Promise.all(
      ['goal-1', 'guard-1'].map((origClientOrderId) => exchange.fetchOrder('', PAIR, { origClientOrderId })),
    );
    expect([goal?.status, goal?.filled, guard?.status]).toEqual(['open', 0.004, 'canceled']);
    const ended = await exchange.privateDeleteOrderList({ symbol: 'BTCUSDT', listClientOrderId: 'pair-1' });
    expect(ended).toMatchObject({ listOrderStatus: 'ALL_DONE', orders: placed.orders });
    expect(ended.orderReports.map(({ status }: { status: string }) => status)).toEqual([
      'CANCELED',
      'CANCELED',
    ]);
    await expect(
      exchange.privateDeleteOrderList({ symbol: 'BTCUSDT', orderListId: placed.orderListId }),
    ).rejects.toThrow(ccxt.OrderNotFound);
    const listOrderListStatuses = () =>
      events.filter(({ e }) => e === 'listStatus').map(({ g, C, L }) => [g, C, L]);
    await pollUntil(async () => listOrderListStatuses().length === 2, 60_000);
    expect(listOrderListStatuses()).toEqual([
      [placed.orderListId, 'pair-1', 'EXECUTING'],
      [placed.orderListId, 'pair-1', 'ALL_DONE'],
    ]);
    const reports = events.filter(({ e }) => e === 'executionReport');
    expect(new Set(reports.map(({ g }) => g))).toEqual(new Set([placed.orderListId]));
    await expect
      .poll(async () => (await exchange.fetchMyTrades(PAIR)).map(({ info }) => info.orderListId))
      .toContain(placed.orderListId);
    close();
  });

  it('places OCO orders in the older form, and is refused what our own API would not do', async () => {
    await tradeAt(Math.floor((low + high) / 2));
    const bought = { symbol: 'BTCUSDT', side: 'BUY', quantity: '0.01', price: low, stopPrice: high };
    const limited = { ...bought, stopLimitPrice: high };
    const placed = await exchange.privatePostOrderOco({ ...limited, stopLimitTimeInForce: 'GTC' });
    expect(placed.orderReports).toMatchObject([{ type: 'LIMIT_MAKER' }, { type: 'STOP_LOSS_LIMIT' }]);
    expect(await exchange.privateGetAllOrderList({ fromId: placed.orderListId })).toMatchObject([
      { listClientOrderId: placed.listClientOrderId, symbol: 'BTCUSDT', orders: placed.orders },
    ]);
    // The end of one order ends both.
    await exchange.cancelOrder(placed.orders[1].orderId, PAIR);
    expect(await exchange.privateGetOpenOrderList()).toEqual([]);
    for (const more of [{}, { stopLimitTimeInForce: 'FOK' }, { ...limited, trailingDelta: 100 }])
      await expect(exchange.privatePostOrderOco({ ...limited, ...more })).rejects.toThrow(ccxt.ExchangeError);
    await expect(exchange.privatePostOrderOco(bought)).rejects.toThrow(/-1158/);
    await expect(exchange.privatePostOrderListOto({ symbol: 'BTCUSDT' })).rejects.toThrow(
      /OTO orders are not supported/,
    );
    expect(await exchange.fetchOpenOrders(PAIR)).toEqual([]);
  });

  it('watches order book, trades, candles and daily statistics of a market', async () => {
    const book = await exchange.watchOrderBook(PAIR, 5);
    const ask = await placeOtherOrder('LIMITED_SELL', '0.1', high);
    const bid = await placeOtherOrder('LIMITED_BUY', '0.02', low);
    const readBestLevels = () => [book.bids[0], book.asks[0]];
    await expect.poll(readBestLevels, { timeout: 30_000 }).toEqual([
      [low, 0.02],
      [high, 0.1],
    ]);
    expect((await exchange.watchBidsAsks([PAIR]))[PAIR]).toMatchObject({ bid: low, ask: high });
    // The daily statistics of all markets are published once a second.
    const watchDailyTicker = () => exchange.watchTicker(PAIR, { name: 'ticker' });
    await pollUntil(async () => (await watchDailyTicker()).bid === low, 30_000);

    const [trades, candles] = [new Set<number>(), new Set<number>()];
    const watchForever = async (watch: () => Promise<unknown>) => {
      for (;;) await watch();
    };
    // They continue until the exchange object is closed, which aborts them.
    for (const watch of [
      async () => {
        for (const { price } of await exchange.watchTrades(PAIR)) trades.add(price ?? 0);
      },
      async () => {
        for (const candle of await exchange.watchOHLCV(PAIR, '1m')) candles.add(candle[2] ?? 0);
      },
    ])
      watchForever(watch).catch(() => {});
    let bought = 0;
    // There is no confirmation that a stream has started, and earlier trades are not published.
    await pollUntil(async () => {
      if (trades.has(high) && candles.has(high)) return true;
      await exchange.createOrder(PAIR, 'limit', 'buy', 0.0001, high, { timeInForce: 'FOK' });
      bought += 1;
      return false;
    }, 30_000);
    await expect.poll(readBestLevels, { timeout: 30_000 }).toEqual([
      [low, 0.02],
      [high, (1000 - bought) / 10_000],
    ]);
    for (const id of [ask, bid]) await callServer(sarraf.url, 'DELETE', `/orders/${id}`, { token: maker });
    await expect.poll(readBestLevels, { timeout: 30_000 }).toEqual([undefined, undefined]);
  });

  it('trades at market price, and reads its own trades', async () => {
    await placeOtherOrder('LIMITED_SELL', '0.004', high);
    const bought = await exchange.createOrder(PAIR, 'market', 'buy', 0.004);
    expect(bought).toMatchObject({ status: 'closed', filled: 0.004 });
    await expect
      .poll(async () => (await exchange.fetchMyTrades(PAIR)).filter(({ order }) => order === bought.id))
      .toMatchObject([{ side: 'buy', price: high, amount: 0.004, takerOrMaker: 'taker' }]);
    const all = await exchange.fetchMyTrades(PAIR);
    expect(all.length).toBeGreaterThan(1);
    const [first, second] = all;
    expect(await exchange.fetchMyTrades(PAIR, first?.timestamp, 1)).toEqual([first]);
    const next = { fromId: Number(first?.id) + 1 };
    expect(await exchange.fetchMyTrades(PAIR, undefined, 1, next)).toEqual([second]);
  });

  it('gets its errors in Binance’s codes', async () => {
    await expect(exchange.createOrder(PAIR, 'limit', 'buy', 1, low)).rejects.toThrow(ccxt.InsufficientFunds);
    const reader = connectExchange(await createKey('demo@sarraf.test', ['READ']));
    await expect(reader.createOrder(PAIR, 'limit', 'buy', 0.01, low)).rejects.toThrow(
      ccxt.AuthenticationError,
    );
    const stranger = connectExchange({ apiKey: reader.apiKey, secret: 'guessed' });
    await expect(stranger.fetchBalance()).rejects.toThrow(ccxt.AuthenticationError);
    await Promise.all([reader.close(), stranger.close()]);
  });
});

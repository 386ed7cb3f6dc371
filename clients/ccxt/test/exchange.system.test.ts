/** Our ccxt class on a whole exchange: everything that a bot does by ccxt. */
import ccxt, { type MarketInterface, type Order, type Trade } from 'ccxt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pollUntil } from '../../../server/test/waiting.ts';
import { startExchange, type TestExchange } from '../../test/exchange.ts';
import sarraf from '../pro/sarraf.ts';

const PAIR = 'BTC/USDT';
const TIMEOUT_MS = 120_000;
let server: TestExchange;
let exchange: sarraf;
let low: number;
let high: number;

beforeAll(async () => {
  server = await startExchange();
  ({ low, high } = server);
  const { id, privateKey } = await server.ed25519Key(['READ', 'TRADE', 'DEPOSIT']);
  exchange = open({ apiKey: id, secret: privateKey });
  // Settling requests are refused for five seconds after a start; ccxt retries if it is configured to.
  exchange.options.maxRetriesOnFailure = 20;
  exchange.options.maxRetriesOnFailureDelay = 500;
  // ccxt's setting for unencrypted streams, as between processes of one machine.
  await exchange.loadHttpProxyAgent();
});
afterAll(async () => {
  await exchange.close();
  await server.close();
});

function open(credentials: { apiKey?: string; secret?: string } = {}): sarraf {
  const client = new sarraf(credentials);
  client.urls.api = {
    public: `${server.url}/api`,
    private: `${server.url}/api`,
    ws: `${server.url.replace('http', 'ws')}/api/stream`,
  };
  return client;
}

const idOf = ({ id }: Order): string => id as string;

describe('public data through ccxt', () => {
  it('includes the markets with their increments, and the coins with their networks', async () => {
    const markets = await exchange.loadMarkets();
    expect(Object.keys(markets).length).toBeGreaterThan(30);
    expect(markets[PAIR]).toMatchObject({
      id: 'BITCOIN_TETHER',
      base: 'BTC',
      quote: 'USDT',
      spot: true,
      active: true,
    });
    for (const market of Object.values(markets)) {
      const { symbol, precision, limits, taker, maker } = market as MarketInterface;
      expect(precision.amount, symbol).toBeGreaterThan(0);
      expect(precision.price, symbol).toBeGreaterThan(0);
      expect(limits.cost?.min, symbol).toBeGreaterThan(0);
      expect(taker, symbol).toBeGreaterThan(0);
      expect(maker, symbol).toBeGreaterThanOrEqual(0);
    }
    expect(Object.keys(exchange.currencies.USDT?.networks ?? {}).length).toBeGreaterThan(1);
    expect(exchange.currencies.TMN).toMatchObject({ id: 'TOMAN', type: 'fiat' });
    expect(Math.abs(((await exchange.fetchTime()) as number) - Date.now())).toBeLessThan(60_000);
  });

  it('includes tickers, the order book, trades and candles', async () => {
    const ask = await server.placeOtherOrder('LIMITED_SELL', '0.01', high);
    const bid = await server.placeOtherOrder('LIMITED_BUY', '0.02', low);
    await pollUntil(async () => (await exchange.fetchTicker(PAIR)).ask === high, TIMEOUT_MS);
    const tickers = await exchange.fetchTickers();
    expect(tickers[PAIR]).toMatchObject({ bid: low, bidVolume: 0.02, ask: high, askVolume: 0.01 });
    expect(Object.keys(await exchange.fetchTickers([PAIR]))).toEqual([PAIR]);
    const book = await exchange.fetchOrderBook(PAIR, 5);
    expect([book.bids, book.asks]).toEqual([[[low, 0.02]], [[high, 0.01]]]);
    expect(book.nonce).toBeGreaterThan(0);
    expect(await exchange.fetchTrades(PAIR)).toEqual([]);
    const candles = await exchange.fetchOHLCV(PAIR, '1h', undefined, 5);
    for (const [time] of candles) expect((time as number) % 3_600_000).toBe(0);
    const since = Date.now() - 4 * 3_600_000;
    for (const [time] of await exchange.fetchOHLCV(PAIR, '1h', since, 2)) {
      expect(time).toBeGreaterThanOrEqual(since);
      expect(time).toBeLessThan(since + 3 * 3_600_000);
    }
    await server.cancelOtherOrder(ask);
    await server.cancelOtherOrder(bid);
  });
});

describe('the account through ccxt, with an Ed25519 key', () => {
  it('has its balance', async () => {
    const balance = await exchange.fetchBalance();
    expect(balance.USDT).toMatchObject({ free: 5_000, used: 0, total: 5_000 });
    expect(balance.BTC?.total).toBe(0.5);
    // There is no signer here, so no address is created.
    await expect(exchange.fetchDepositAddress('LTC')).rejects.toThrow(ccxt.AddressPending);
    await expect(exchange.fetchDepositAddress('USDT')).rejects.toThrow(ccxt.ArgumentsRequired);
  });

  it('places, fetches, edits and cancels an order', async () => {
    const placed = await exchange.createOrder(PAIR, 'limit', 'buy', 0.02, low, { clientOrderId: 'bot-1' });
    expect(placed).toMatchObject({
      symbol: PAIR,
      type: 'limit',
      side: 'buy',
      price: low,
      amount: 0.02,
      filled: 0,
      remaining: 0.02,
      status: 'open',
      timeInForce: 'GTC',
      clientOrderId: 'bot-1',
    });
    await expect(
      exchange.createOrder(PAIR, 'limit', 'buy', 0.02, low, { clientOrderId: 'bot-1' }),
    ).rejects.toThrow(ccxt.DuplicateOrderId);
    expect((await exchange.fetchBalance()).USDT?.used).toBeGreaterThan(0);
    expect((await exchange.fetchOpenOrders(PAIR)).map(idOf)).toEqual([placed.id]);
    expect(await exchange.fetchOrder(idOf(placed), PAIR)).toMatchObject({ id: placed.id, status: 'open' });
    expect((await exchange.fetchOrder('', PAIR, { clientOrderId: 'bot-1' })).id).toBe(placed.id);
    const smaller = await exchange.editOrder(idOf(placed), PAIR, 'limit', 'buy', 0.01);
    expect(smaller).toMatchObject({ id: placed.id, amount: 0.01 });
    expect(await exchange.cancelOrder('', PAIR, { clientOrderId: 'bot-1' })).toMatchObject({
      id: placed.id,
      status: 'canceled',
    });
    await expect(exchange.cancelOrder(idOf(placed), PAIR)).rejects.toThrow(ccxt.OrderNotFound);
    await expect(exchange.cancelOrder('', PAIR)).rejects.toThrow(ccxt.ArgumentsRequired);
    expect((await exchange.fetchCanceledAndClosedOrders(PAIR)).map(idOf)).toEqual([placed.id]);
    expect(await exchange.fetchClosedOrders(PAIR)).toEqual([]);
  });

  it('places an iceberg order', async () => {
    const hidden = await exchange.createOrder(PAIR, 'limit', 'buy', 0.02, low, { icebergAmount: 0.005 });
    expect(hidden).toMatchObject({ status: 'open', amount: 0.02, remaining: 0.02 });
    expect(Number(hidden.info.displayAmount)).toBe(0.005);
    await pollUntil(async () => (await exchange.fetchOrderBook(PAIR, 1)).bids[0]?.[0] === low, TIMEOUT_MS);
    expect((await exchange.fetchOrderBook(PAIR, 1)).bids[0]).toEqual([low, 0.005]);
    await expect(
      exchange.createOrder(PAIR, 'limit', 'buy', 0.02, low, { icebergAmount: 0.0001 }),
    ).rejects.toThrow(ccxt.InvalidOrder);
    await exchange.cancelOrder(idOf(hidden), PAIR);
  });

  it('places an order once when it is repeated with the same key', async () => {
    const params = { idempotencyKey: 'a-key-of-mine' };
    const first = await exchange.createOrder(PAIR, 'limit', 'buy', 0.01, low, params);
    const again = await exchange.createOrder(PAIR, 'limit', 'buy', 0.01, low, params);
    expect(again.id).toBe(first.id);
    expect(await exchange.fetchOpenOrders(PAIR)).toHaveLength(1);
    await exchange.cancelAllOrders(PAIR);
    expect(await exchange.fetchOpenOrders()).toEqual([]);
  });

  it('applies each time in force', async () => {
    await expect(
      exchange.createOrder(PAIR, 'limit', 'buy', 0.01, low, { timeInForce: 'FOK' }),
    ).rejects.toThrow(ccxt.OrderNotFillable);
    const ended = await exchange
      .createOrder(PAIR, 'limit', 'buy', 0.01, low, { timeInForce: 'IOC' })
      .catch((error) => error);
    expect(ended instanceof ccxt.OrderNotFillable || (ended as Order).status === 'expired').toBe(true);
    const validUntil = Date.now() + 3_600_000;
    const dated = await exchange.createOrder(PAIR, 'limit', 'buy', 0.01, low, {
      timeInForce: 'GTD',
      validUntil,
    });
    expect(dated).toMatchObject({ status: 'open', timeInForce: 'GTD' });
    expect(Date.parse(dated.info.validUntil)).toBe(validUntil);
    const patient = await exchange.createOrder(PAIR, 'limit', 'buy', 0.01, low, { timeInForce: 'PO' });
    expect(patient).toMatchObject({ status: 'open', postOnly: true });
    await exchange.cancelAllOrders();

    await server.placeOtherOrder('LIMITED_SELL', '0.01', high);
    await expect(exchange.createOrder(PAIR, 'limit', 'buy', 0.01, high, { postOnly: true })).rejects.toThrow(
      ccxt.OrderImmediatelyFillable,
    );
    const filled = await exchange.createOrder(PAIR, 'limit', 'buy', 0.01, high, { timeInForce: 'FOK' });
    expect(filled).toMatchObject({
      status: 'closed',
      filled: 0.01,
      remaining: 0,
      average: high,
      timeInForce: 'FOK',
    });
    expect(filled.fee?.currency).toBe('USDT');
    await server.placeOtherOrder('LIMITED_SELL', '0.005', high);
    const part = await exchange.createOrder(PAIR, 'limit', 'buy', 0.01, high, { timeInForce: 'IOC' });
    expect(part).toMatchObject({ status: 'expired', filled: 0.005, timeInForce: 'IOC' });
  });

  it('places market orders by amount and by cost, and reads its own trades', async () => {
    await server.placeOtherOrder('LIMITED_SELL', '0.01', high);
    const bought = await exchange.createOrder(PAIR, 'market', 'buy', 0.004);
    expect(bought).toMatchObject({ type: 'market', status: 'closed', filled: 0.004, average: high });
    const cost = Math.floor(0.003 * high);
    const spent = await exchange.createMarketBuyOrderWithCost(PAIR, cost);
    expect(spent.cost).toBeLessThanOrEqual(cost);
    expect(spent.filled).toBeGreaterThan(0.0025);
    await pollUntil(
      async () => (await exchange.fetchMyTrades(PAIR)).some(({ order }) => order === spent.id),
      TIMEOUT_MS,
    );
    const [trade] = await exchange.fetchOrderTrades(idOf(bought), PAIR);
    expect(trade).toMatchObject({
      symbol: PAIR,
      order: bought.id,
      side: 'buy',
      price: high,
      amount: 0.004,
      takerOrMaker: 'taker',
      fee: { currency: 'USDT' },
    });
    expect(await exchange.fetchMyTrades(PAIR, Date.now() + 60_000)).toEqual([]);
    // The oldest since then, not the newest.
    expect((await exchange.fetchMyTrades(PAIR, trade?.timestamp, 1)).map(({ order }) => order)).toEqual([
      bought.id,
    ]);
    expect((await exchange.fetchTrades(PAIR)).length).toBeGreaterThan(0);
    await exchange.fetchClosedOrders(PAIR).then((orders) => expect(orders.map(idOf)).toContain(bought.id));
    expect((await exchange.fetchOrders(PAIR, undefined, 2)).map(idOf)).toEqual([bought.id, spent.id]);
  });

  it('places orders that wait for a price', async () => {
    const { last } = await exchange.fetchTicker(PAIR);
    const stop = Math.floor((last as number) * 0.9);
    const stopped = await exchange.createOrder(PAIR, 'limit', 'sell', 0.01, stop, { stopLossPrice: stop });
    expect(stopped).toMatchObject({ status: 'open', stopLossPrice: stop, triggerPrice: stop });
    const profit = Math.ceil((last as number) * 1.1);
    const takeProfit = await exchange.createOrder(PAIR, 'market', 'sell', 0.01, undefined, {
      takeProfitPrice: profit,
    });
    expect(takeProfit).toMatchObject({ status: 'open', takeProfitPrice: profit });
    const same = await exchange.createOrder(PAIR, 'market', 'sell', 0.01, undefined, {
      triggerPrice: profit,
      triggerDirection: 'ascending',
      triggerPriceType: 'index',
    });
    expect(same.info.trigger).toMatchObject({ kind: 'TAKE_PROFIT', by: 'REFERENCE' });
    const trailing = await exchange.createOrder(PAIR, 'market', 'sell', 0.01, undefined, {
      trailingAmount: 500,
    });
    expect(trailing.info.trigger).toMatchObject({ kind: 'TRAILING_STOP' });
    await exchange.cancelAllOrders(PAIR);
  });

  it('places and cancels many orders together, with a result for each', async () => {
    const order = { symbol: PAIR, type: 'limit' as const, side: 'buy' as const };
    const placed = await exchange.createOrders([
      { ...order, amount: 0.01, price: low },
      { ...order, amount: 10, price: low },
    ]);
    expect(placed.map(({ status }) => status)).toEqual(['open', 'rejected']);
    const gone = await exchange.cancelOrders([idOf(placed[0] as Order)]);
    expect(gone.map(({ status }) => status)).toEqual(['canceled']);
    await exchange.cancelAllOrdersAfter(60_000);
    await exchange.cancelAllOrdersAfter(0);
  });

  it('watches its orders, trades and balance, and the order book', async () => {
    const orders: Order[] = [];
    const trades: Trade[] = [];
    let best: unknown;
    let bitcoin = 0;
    let watching = true;
    const follow = async (next: () => Promise<void>) => {
      while (watching) await next().catch((error) => (watching ? Promise.reject(error) : undefined));
    };
    const followed = Promise.all([
      follow(async () => void orders.push(...(await exchange.watchOrders(PAIR)))),
      follow(async () => void trades.push(...(await exchange.watchMyTrades()))),
      follow(async () => {
        best = (await exchange.watchOrderBook(PAIR)).bids[0]?.[0];
      }),
      follow(async () => {
        bitcoin = (await exchange.watchBalance()).BTC?.total ?? 0;
      }),
    ]);
    await pollUntil(async () => bitcoin > 0, TIMEOUT_MS);
    const before = bitcoin;
    const placed = await exchange.createOrder(PAIR, 'limit', 'buy', 0.01, low);
    const statuses = (id = placed.id) =>
      orders.filter((order) => order.id === id).map(({ status }) => status);
    await pollUntil(async () => statuses().includes('open') && best === low, TIMEOUT_MS);
    await exchange.cancelOrder(idOf(placed));
    await pollUntil(async () => statuses().includes('canceled') && best !== low, TIMEOUT_MS);
    await server.placeOtherOrder('LIMITED_SELL', '0.003', high);
    const filled = await exchange.createOrder(PAIR, 'limit', 'buy', 0.003, high, { timeInForce: 'FOK' });
    await pollUntil(async () => trades.some(({ order }) => order === filled.id), TIMEOUT_MS);
    await pollUntil(async () => bitcoin > before, TIMEOUT_MS);
    watching = false;
    await exchange.close();
    await followed;
  });
});

describe('the account through ccxt, with an HMAC key', () => {
  it('places and cancels orders', async () => {
    const { id, secret } = await server.hmacKey();
    const other = open({ apiKey: id, secret });
    const placed = await other.createOrder(PAIR, 'limit', 'buy', 0.01, low);
    expect(await other.cancelOrder(idOf(placed))).toMatchObject({ status: 'canceled' });
    await other.close();
  });

  it('gets the matching ccxt error class for each refusal', async () => {
    const { id, secret } = await server.hmacKey(['READ']);
    const reader = open({ apiKey: id, secret });
    await expect(reader.createOrder(PAIR, 'limit', 'buy', 0.01, low)).rejects.toThrow(ccxt.PermissionDenied);
    await expect(exchange.createOrder(PAIR, 'limit', 'buy', 1, low)).rejects.toThrow(ccxt.InsufficientFunds);
    await expect(exchange.createOrder(PAIR, 'limit', 'buy', 0.01, 1)).rejects.toThrow(ccxt.InvalidOrder);
    const stranger = open({ apiKey: id, secret: 'guessed' });
    await expect(stranger.fetchBalance()).rejects.toThrow(ccxt.AuthenticationError);
    await stranger.loadHttpProxyAgent();
    await expect(stranger.watchBalance()).rejects.toThrow(ccxt.AuthenticationError);
    const late = open({ apiKey: id, secret });
    late.options.timeDifference = 3_600_000;
    await expect(late.fetchBalance()).rejects.toThrow(ccxt.InvalidNonce);
    await late.loadTimeDifference();
    expect((await late.fetchBalance()).USDT?.total).toBeGreaterThan(0);
    await Promise.all([reader.close(), stranger.close(), late.close()]);
  });
});

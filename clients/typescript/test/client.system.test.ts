/** The client on a whole exchange: orders with both kinds of keys, responses that get lost, and streams that break. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pollUntil } from '../../../server/test/waiting.ts';
import {
  type ConnectionProxy,
  MARKET,
  startConnectionProxy,
  startExchange,
  type TestExchange,
} from '../../test/exchange.ts';
import {
  type BalancesMessage,
  type Client,
  connect,
  ed25519,
  hmac,
  type OwnFill,
  type Signer,
} from '../src/index.ts';

const TIMEOUT_MS = 120_000;
let exchange: TestExchange;
let line: ConnectionProxy;
let signer: Signer;
let client: Client;
const bid = () => ({
  marketType: MARKET,
  orderType: 'LIMITED_BUY' as const,
  amount: '0.01',
  unitPrice: String(exchange.low),
});

beforeAll(async () => {
  exchange = await startExchange();
  line = await startConnectionProxy(exchange.url);
  const key = await exchange.ed25519Key();
  signer = ed25519(key.id, key.privateKey);
  client = connect({ url: line.url, signer });
});
afterAll(async () => {
  client.close();
  await line.close();
  await exchange.close();
});

describe('orders of the client', () => {
  it('are placed, read and cancelled, signed with Ed25519', async () => {
    const { baseDTO: placed } = await client.placeOrder({ ...bid(), clientOrderId: 'first', postOnly: true });
    expect(placed).toMatchObject({ orderStatus: 'IS_OPEN', clientOrderId: 'first', postOnly: true });
    const { content: open } = await client.orders({ status: 'open', marketType: MARKET });
    expect(open.map(({ id }) => id)).toEqual([placed.id]);
    const { baseDTO: cancelledOrder } = await client.cancelOrder({ id: placed.id });
    expect(cancelledOrder).toMatchObject({
      id: placed.id,
      orderStatus: 'FINISHED_WITHOUT_TRANSACTION',
      endedBy: 'OWNER',
    });
    await expect(client.cancelOrder({ id: placed.id })).rejects.toMatchObject({ code: 'ORDER_IS_CLOSED' });
  });

  it('are placed and cancelled, signed with HMAC', async () => {
    const key = await exchange.hmacKey();
    const other = connect({ url: exchange.url, signer: hmac(key.id, key.secret) });
    const { baseDTO: placed } = await other.placeOrder(bid());
    expect((await other.cancelOrderByClientId({ clientOrderId: 'none' }).catch((error) => error)).code).toBe(
      'NOT_FOUND',
    );
    expect((await other.cancelOrders({ marketType: MARKET })).count).toBe(1);
    expect((await other.orderDetail({ id: placed.id })).baseDTO.endedBy).toBe('OWNER');
  });

  it('are placed once, however often the response gets lost', async () => {
    const lost = line.lost;
    line.dropResponses(2);
    const { baseDTO: placed } = await client.placeOrder(bid());
    expect(line.lost).toBe(lost + 2);
    const { content: open } = await client.orders({ status: 'open' });
    expect(open.map(({ id }) => id)).toEqual([placed.id]);
    line.dropResponses(1);
    expect((await client.cancelOrder({ id: placed.id })).baseDTO.endedBy).toBe('OWNER');
  });

  it('are signed by the exchange’s clock when ours is wrong', async () => {
    const late = connect({ url: exchange.url, signer, now: () => Date.now() - 3_600_000 });
    const { baseDTO: placed } = await late.placeOrder(bid());
    await late.cancelOrder({ id: placed.id });
  });

  it("reject with the exchange's refusals", async () => {
    await expect(client.placeOrder({ ...bid(), amount: '1' })).rejects.toMatchObject({
      code: 'Not Enough Balance',
      status: 409,
    });
    const key = await exchange.hmacKey(['READ']);
    const reader = connect({ url: exchange.url, signer: hmac(key.id, key.secret) });
    await expect(reader.placeOrder(bid())).rejects.toMatchObject({
      code: 'API_KEY_PERMISSION',
      data: { permission: 'TRADE' },
    });
  });
});

describe('public data of the client', () => {
  it('needs no key', async () => {
    const anybody = connect({ url: exchange.url });
    const { content: markets } = await anybody.markets();
    expect(markets.find(({ marketType }) => marketType === MARKET)).toMatchObject({
      coin: 'BITCOIN',
      state: 'OPEN',
    });
    expect(Math.abs((await anybody.serverTime()).baseDTO.milliseconds - Date.now())).toBeLessThan(60_000);
    const { content } = await anybody.candles({
      marketType: MARKET,
      interval: '1h',
      bounds: 'UTC',
      limit: 5,
    });
    for (const { time } of content) expect(time % 3600).toBe(0);
  });
});

describe("the client's stream", () => {
  it('delivers balances and fills once each, in order, through broken connections', async () => {
    const balances: BalancesMessage[] = [];
    const fills = new Map<string, OwnFill>();
    let changeCount = 0;
    const ofBalances = client.stream.subscribe('balances', (message) => balances.push(message));
    const ofFills = client.stream.subscribe('fills', ({ type, data }) => {
      if (type === 'update') changeCount += data.length;
      for (const fill of data) fills.set(fill.id, fill);
    });
    await pollUntil(async () => balances.length > 0, TIMEOUT_MS);
    const first = balances[0]?.data.find(({ relatedCoin }) => relatedCoin === 'BITCOIN');
    for (let round = 1; round <= 3; round += 1) {
      await exchange.placeOtherOrder('LIMITED_SELL', '0.01', exchange.high);
      if (round > 1) line.closeConnections();
      await client.placeOrder({ ...bid(), unitPrice: String(exchange.high), timeInForce: 'FOK' });
      await pollUntil(async () => changeCount === round, TIMEOUT_MS);
    }
    await pollUntil(async () => {
      const last = new Map(
        balances.flatMap(({ data }) => data.map((row) => [row.relatedCoin, row] as const)),
      );
      return Number(last.get('BITCOIN')?.credit) > Number(first?.credit);
    }, TIMEOUT_MS);
    expect(balances.filter(({ type }) => type === 'snapshot')).toHaveLength(1);
    expect(fills.size).toBe(3);
    const { content } = await client.fills({ marketType: MARKET });
    expect([...fills.keys()].sort()).toEqual(content.map(({ id }) => id).sort());
    ofBalances.end();
    ofFills.end();
  });

  it('delivers open orders as they are placed and end', async () => {
    const open = new Map<string, string>();
    const reading = client.stream.subscribe('open-orders', ({ type, data }) => {
      if (type === 'snapshot') open.clear();
      for (const { id, orderStatus } of data) open.set(id, orderStatus);
    });
    const { baseDTO } = await client.placeOrder(bid());
    await pollUntil(async () => open.get(baseDTO.id) === 'IS_OPEN', TIMEOUT_MS);
    line.closeConnections();
    await client.cancelOrder({ id: baseDTO.id });
    // A snapshot that starts after the cancellation no longer contains it.
    await pollUntil(async () => open.get(baseDTO.id) !== 'IS_OPEN', TIMEOUT_MS);
    reading.end();
  });

  it('keeps an order book equal to the exchange’s, through broken connections', async () => {
    const anybody = connect({ url: line.url });
    let asks: (readonly string[])[] = [];
    const reading = anybody.watchBook(MARKET, (book) => {
      asks = book.asks.map(([price, amount]) => [price, amount]);
    });
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      ids.push(await exchange.placeOtherOrder('LIMITED_SELL', '0.01', exchange.high - n));
      if (n === 2) line.closeConnections();
    }
    const offered = async () => (await anybody.orderBook({ marketType: MARKET })).asks;
    await pollUntil(
      async () => asks.length === 5 && JSON.stringify(asks) === JSON.stringify(await offered()),
      TIMEOUT_MS,
    );
    for (const id of ids) await exchange.cancelOtherOrder(id);
    await pollUntil(async () => asks.length === 0, TIMEOUT_MS);
    reading.end();
    anybody.close();
  });

  it('fetches an order book again that differs from the exchange’s', async () => {
    const anybody = connect({ url: exchange.url });
    const spoiled: number[] = [];
    let asks: readonly (readonly string[])[] = [];
    // The first snapshot has a wrong checksum: as if a level had been lost on the way.
    class Spoiling extends WebSocket {
      override set onmessage(listener: (event: MessageEvent) => void) {
        super.onmessage = (event) => {
          const message = JSON.parse(event.data);
          if (message.channel && spoiled.length === 0) {
            spoiled.push(message.seq);
            message.data.checksum = (message.data.checksum + 1) >>> 0;
            return listener(new MessageEvent('message', { data: JSON.stringify(message) }));
          }
          listener(event);
        };
      }
    }
    const id = await exchange.placeOtherOrder('LIMITED_SELL', '0.01', exchange.high);
    const reader = connect({ url: exchange.url, WebSocket: Spoiling });
    let updateCount = 0;
    reader.watchBook(MARKET, (book) => {
      updateCount += 1;
      asks = book.asks;
    });
    await pollUntil(
      async () =>
        updateCount > 0 &&
        JSON.stringify(asks) === JSON.stringify((await anybody.orderBook({ marketType: MARKET })).asks),
      TIMEOUT_MS,
    );
    expect(spoiled).toHaveLength(1);
    await exchange.cancelOtherOrder(id);
    reader.close();
    anybody.close();
  });

  it('reports why a key is refused, and tries again later', async () => {
    const errors: string[] = [];
    const stranger = connect({
      url: exchange.url,
      signer: hmac('nobody', 'guessed'),
      onStreamError: ({ message }) => errors.push(message),
    });
    stranger.stream.subscribe('balances', () => errors.push('told'));
    await pollUntil(async () => errors.length > 1, TIMEOUT_MS);
    expect(new Set(errors)).toEqual(new Set(['API_KEY_REFUSED']));
    stranger.close();
    expect(() => connect({ url: exchange.url }).stream.subscribe('balances', () => {})).toThrow('API key');
  });

  it('logs in by the exchange’s clock when its own is wrong', async () => {
    const late = connect({ url: exchange.url, signer, now: () => Date.now() - 3_600_000 });
    let messageCount = 0;
    late.stream.subscribe('balances', () => {
      messageCount += 1;
    });
    await pollUntil(async () => messageCount > 0, TIMEOUT_MS);
    late.close();
  });
});

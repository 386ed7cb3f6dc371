/** Limit orders over HTTP against the whole server. */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import type { Sarraf } from '../src/main.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { documentedMessage } from './documented.ts';
import { checkInvariants } from './invariants.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { addPerson, addSession } from './people.ts';
import { startReady } from './ready-server.ts';
import { callServer, findFreePort, readPublishedPrice, signIn } from './running-server.ts';
import { createStartedDatabase, type StartedDatabase } from './started-sandbox.ts';

const A_SECOND = 60;
let test: StartedDatabase;
let database: Database;
let sarraf: Sarraf;
let demo: string;
let maker: string;
/** A whole thousand of Toman near the market's price. */
let price: bigint;
/** The server's time while the clock is stopped. */
let stoppedAt: number | null = null;

beforeAll(async () => {
  test = await createStartedDatabase();
  database = openDatabase(test.url, 2, TEST_AUDIT_KEY);
  const config = loadConfig({
    ...test.settings,
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'silent',
    RATE_ORDERS_OF_ONE: String(A_SECOND),
  });
  sarraf = await startReady(config, { clock: { now: () => stoppedAt ?? Date.now() } });
  [demo, maker] = [
    await signIn(sarraf.url, 'demo@sarraf.test'),
    await signIn(sarraf.url, 'maker@sarraf.test'),
  ];
  price = (BigInt(await readPublishedPrice(sarraf.url, 'BITCOIN', 'buy')) / 1_000n) * 1_000n;
});

afterAll(async () => {
  await sarraf.stop();
  expect(await checkInvariants(database.db)).toBeNull();
  await database.close();
  await test.drop();
});

const callApi = (method: string, path: string, token: string, more: { body?: object; key?: string } = {}) =>
  callServer(sarraf.url, method, path, { token, ...more });
const buildOrder = (orderType: string, amount: string, unitPrice: bigint) => ({
  marketType: 'BITCOIN_TOMAN',
  orderType,
  amount,
  unitPrice: unitPrice.toString(),
});
/** A price below all prices that others may offer, whatever the market does in the meantime; a whole thousand. */
const priceFarBelow = () => (price * 85n) / 100n - (((price * 85n) / 100n) % 1_000n);
const placeOrder = (token: string, body: object, key?: string) =>
  callApi('POST', '/orders', token, { body, ...(key && { key }) });

describe('limit orders over HTTP', () => {
  it('stay open, are listed, trade with another user, are published to both, and are cancelled', async () => {
    const messages: { channel?: string; type?: string; data?: { id?: string; executedPercent?: number } }[] =
      [];
    const socket = new WebSocket(`${sarraf.url.replace('http', 'ws')}/api/stream`);
    await new Promise((resolve) => socket.once('open', resolve));
    socket.on('message', (raw) => messages.push(documentedMessage(raw)));
    socket.send(JSON.stringify({ op: 'auth', token: demo }));
    socket.send(JSON.stringify({ op: 'subscribe', channels: ['orders'] }));
    await expect.poll(() => messages.filter(({ type }) => type === 'snapshot').length).toBe(1);

    // Above all prices that others may offer, so that no order is between the two.
    const limitPrice = (price * 115n) / 100n - (((price * 115n) / 100n) % 1_000n);
    const placed = await placeOrder(demo, buildOrder('LIMITED_SELL', '0.002', limitPrice), 'sell-key-1');
    expect(placed.status).toBe(200);
    expect(placed.body).toMatchObject({
      status: 'OK',
      message: 'order placed',
      baseDTO: { orderStatus: 'IS_OPEN' },
    });
    expect(
      (await placeOrder(demo, buildOrder('LIMITED_SELL', '0.002', limitPrice), 'sell-key-1')).body,
    ).toEqual(placed.body);
    const { id } = placed.body.baseDTO;
    const listOrders = async (query: string) =>
      (await callApi('GET', `/orders?${query}`, demo)).body.content.map((row: { id: string }) => row.id);
    expect(await listOrders('status=open&marketType=BITCOIN_TOMAN')).toEqual([id]);
    expect(await listOrders('status=closed')).toEqual([]);
    expect((await callApi('GET', '/orders?marketType=NOTHING_TOMAN', demo)).status).toBe(400);

    const bought = await placeOrder(maker, { ...buildOrder('MARKET_BUY', '0.0005', limitPrice) });
    expect(bought.body.baseDTO).toMatchObject({ executedPercent: 100, orderStatus: 'IS_CLOSED' });
    await placeOrder(maker, buildOrder('LIMITED_BUY', '5', limitPrice));
    const detail = await callApi('GET', `/orders/${id}`, demo);
    expect(detail.body.content.length).toBeGreaterThan(0);
    expect(detail.body.baseDTO.orderStatus).toBe('IS_CLOSED');
    await expect
      .poll(() => messages.filter(({ data }) => data?.id === id).at(-1)?.data?.executedPercent)
      .toBe(100);
    socket.close();
    expect(await listOrders('status=closed')).toEqual([id]);
    const trades = await callApi('GET', '/trades?type=P2P&destinationCoin=BITCOIN', demo);
    expect(trades.body.content.map((row: { id: string }) => row.id)).toEqual([id]);
    expect((await callApi('DELETE', '/orders?marketType=BITCOIN_TOMAN', maker)).body).toMatchObject({
      status: 'OK',
      message: 'orders deleted',
    });
  });

  it('are not all cancelled by mistake: the request names one market, or all', async () => {
    const { body: placed } = await placeOrder(demo, buildOrder('LIMITED_BUY', '0.001', priceFarBelow()));
    for (const [query, message, errors] of [
      ['', 'BAD_REQUEST', ['marketType', 'all']],
      ['?marketType=BITCOIN_TOMAN&all=true', 'BAD_REQUEST', ['marketType', 'all']],
      ['?all=false', 'BAD_REQUEST', ['all']],
      ['?market=BITCOIN_TOMAN', 'UNKNOWN_FIELD', ['market']],
      ['?all=true&colour=BUY', 'UNKNOWN_FIELD', ['colour']],
    ]) {
      const { status, body } = await callApi('DELETE', `/orders${query}`, demo);
      expect([query, status, body.message, body.errors]).toEqual([query, 400, message, errors]);
    }
    expect((await callApi('GET', `/orders/${placed.baseDTO.id}`, demo)).body.baseDTO.orderStatus).toBe(
      'IS_OPEN',
    );
    expect((await callApi('DELETE', '/orders?all=true', demo)).body.count).toBe(1);
  });

  it('are refused completely if they exceed the balance, without leaving an open order', async () => {
    const body = { ...buildOrder('LIMITED_BUY', '0.001', priceFarBelow()), icebergAmount: '1', hidden: true };
    expect(await placeOrder(demo, body)).toMatchObject({
      status: 400,
      body: { message: 'UNKNOWN_FIELD', errors: ['icebergAmount', 'hidden'] },
    });
    expect((await callApi('GET', '/orders?status=open', demo)).body.content).toEqual([]);
  });

  it('are refused with a code, without effect', async () => {
    const open = await placeOrder(
      demo,
      buildOrder('LIMITED_SELL', '0.001', (price * 11n) / 10n - (((price * 11n) / 10n) % 1_000n)),
    );
    const { id } = open.body.baseDTO;
    expect((await callApi('DELETE', `/orders/${id}`, maker)).body).toMatchObject({ message: 'NOT_FOUND' });
    expect((await callApi('GET', `/orders/${id}`, maker)).status).toBe(404);
    const deleted = await callApi('DELETE', `/orders/${id}`, demo);
    expect(deleted.body).toMatchObject({ message: 'order deleted', baseDTO: { endedBy: 'OWNER' } });
    const again = await callApi('DELETE', `/orders/${id}`, demo);
    expect([again.status, again.body.message]).toEqual([409, 'ORDER_IS_CLOSED']);
    expect(
      (await placeOrder(demo, buildOrder('LIMITED_SELL', '0.001', price * 2n - ((price * 2n) % 1_000n))))
        .body,
    ).toMatchObject({
      status: 'BAD_REQUEST',
      message: 'PRICE_OUT_OF_BAND',
    });
    expect((await placeOrder(demo, { marketType: 'BITCOIN_TOMAN' })).body.errors).toEqual(['orderType']);
  });

  it('have a client id, are replaced, come in batches, and expire without a heartbeat', async () => {
    const far = priceFarBelow();
    const buy = buildOrder('LIMITED_BUY', '0.002', far);
    const validUntil = new Date(Date.now() + 3_600_000).toISOString();
    const orderBody = { ...buy, timeInForce: 'GTD', validUntil, postOnly: true, clientOrderId: 'bot:1' };
    const { body: placed } = await placeOrder(demo, orderBody);
    expect(placed.baseDTO).toMatchObject({
      timeInForce: 'GTD',
      validUntil,
      postOnly: true,
      clientOrderId: 'bot:1',
    });
    expect((await placeOrder(demo, orderBody)).body).toMatchObject({
      status: 'CONFLICT',
      message: 'CLIENT_ORDER_ID_IN_USE',
    });
    const orderReply = await callApi('GET', '/orders/by-client-id/bot:1', demo);
    expect(orderReply.body).toMatchObject({ baseDTO: { id: placed.baseDTO.id }, content: [] });
    expect((await callApi('GET', '/orders/by-client-id/bot:1', maker)).status).toBe(404);

    const { id } = placed.baseDTO;
    const reply = await callApi('PUT', `/orders/${id}`, demo, { body: { amount: '0.001' } });
    expect(reply.body).toMatchObject({ message: 'order reduced', baseDTO: { id, amount: '0.00100000' } });
    const unitPrice = (far - 1_000n).toString();
    const moved = await callApi('PUT', `/orders/${id}`, demo, { body: { unitPrice }, key: 'change-key-1' });
    expect(moved.body).toMatchObject({ message: 'order replaced', baseDTO: { replaces: id, unitPrice } });

    const batch = { cancel: [moved.body.baseDTO.id, id], place: [buy, { ...buy, amount: '0' }] };
    const outcomes = await callApi('POST', '/orders/batch', demo, { body: batch, key: 'batch-key-1' });
    expect(outcomes.body.content.map(({ message }: { message: string }) => message)).toEqual([
      'order deleted',
      'ORDER_IS_CLOSED',
      'order placed',
      'UNACCEPTABLE_AMOUNT',
    ]);
    expect((await callApi('POST', '/orders/batch', demo, { body: batch, key: 'batch-key-1' })).body).toEqual(
      outcomes.body,
    );
    const unknown = await callApi('POST', '/orders/batch', demo, {
      body: { place: [{ ...buy, iceberg: '1' }] },
    });
    expect(unknown.body).toMatchObject({ status: 'BAD_REQUEST', message: 'UNKNOWN_FIELD' });

    const sides = await callApi('DELETE', '/orders?marketType=BITCOIN_TOMAN&side=SELL', demo);
    expect(sides.body).toMatchObject({ count: 0 });
    const armed = await callApi('POST', '/orders/cancel-after', demo, { body: { seconds: 1 } });
    expect(armed.body.baseDTO).toMatchObject({ marketType: null });
    const last = outcomes.body.content[2].baseDTO.id;
    await expect
      .poll(async () => (await callApi('GET', `/orders/${last}`, demo)).body.baseDTO.endedBy, {
        timeout: 20_000,
      })
      .toBe('CANCEL_AFTER');
    expect((await callApi('DELETE', '/orders/by-client-id/bot:1', demo)).body.message).toBe(
      'ORDER_IS_CLOSED',
    );
    expect((await callApi('DELETE', '/orders/by-client-id/none', demo)).body.message).toBe('NOT_FOUND');
    expect((await callApi('POST', '/orders/cancel-after', demo, { body: { seconds: 3_601 } })).status).toBe(
      400,
    );
  });

  it('accept an idempotency key for one of them only', async () => {
    const two = [];
    for (const step of [1n, 2n])
      two.push(
        (await placeOrder(demo, buildOrder('LIMITED_BUY', '0.001', priceFarBelow() - step * 1_000n))).body
          .baseDTO.id,
      );
    const cancelOrder = (id: string) => callApi('DELETE', `/orders/${id}`, demo, { key: 'cancel-once' });
    expect((await cancelOrder(two[0])).body.baseDTO.id).toBe(two[0]);
    expect((await cancelOrder(two[0])).body.baseDTO.id).toBe(two[0]);
    expect((await cancelOrder(two[1])).body).toMatchObject({ message: 'IDEMPOTENCY_KEY_REUSED' });
    const changeOrder = (id: string) =>
      callApi('PUT', `/orders/${id}`, demo, { body: { clientOrderId: 'mine' }, key: 'change-once' });
    expect((await changeOrder(two[1])).status).toBe(200);
    expect((await changeOrder(two[0])).body).toMatchObject({ message: 'IDEMPOTENCY_KEY_REUSED' });
    const cancelAllOfSide = (side: string) =>
      callApi('DELETE', `/orders?all=true&side=${side}`, demo, { key: 'all-of-a-side' });
    expect((await cancelAllOfSide('SELL')).body.count).toBe(0);
    expect((await cancelAllOfSide('BUY')).body).toMatchObject({ message: 'IDEMPOTENCY_KEY_REUSED' });
    expect((await callApi('DELETE', '/orders?all=true', demo)).body.count).toBe(1);
  });

  it('of one account are limited to a number per second', async () => {
    const userId = await addPerson(database.db, { email: 'fast@sarraf.test', state: 'AUTHORIZED' });
    const token = await addSession(database.db, userId);
    const before = await sql`select count(*) from orders`.execute(database.db);
    // All within a second, however long this machine takes.
    stoppedAt = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 400 }, async () => {
        const answer = await fetch(`${sarraf.url}/api/orders`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(buildOrder('LIMITED_SELL', '0.001', price)),
        });
        return {
          code: ((await answer.json()) as { message: string }).message,
          retryAfter: answer.headers.get('retry-after'),
        };
      }),
    );
    const refusals = answers.filter(({ code }) => code === 'TOO_MANY_REQUESTS');
    stoppedAt = null;
    expect(refusals).toHaveLength(400 - A_SECOND);
    expect(refusals.every(({ retryAfter }) => retryAfter === '1')).toBe(true);
    expect(answers.filter(({ code }) => code === 'Not Enough Balance')).toHaveLength(A_SECOND);
    const after = await sql`select count(*) from orders`.execute(database.db);
    expect(after.rows).toEqual(before.rows);
  });
});

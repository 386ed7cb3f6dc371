/** A whole server: actions in a market are visible to everyone, immediately and after a restart. */

import { randomUUID } from 'node:crypto';
import type { MarketInfo, StreamMessage } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sarraf } from '../src/main.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { documentedMessage } from './documented.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { addSession } from './people.ts';
import { startReady } from './ready-server.ts';
import { callServer, findFreePort } from './running-server.ts';
import { createStartedDatabase, type StartedDatabase } from './started-sandbox.ts';

const MARKET = 'LITE_COIN_TOMAN';
let test: StartedDatabase;
let database: Database;
let sarraf: Sarraf;

const startServer = async () =>
  startReady(
    loadConfig({
      ...test.settings,
      PORT: String(await findFreePort()),
      LOG_LEVEL: 'silent',
      LEASE_MS: '500',
      MARKET_MAKERS: 'off',
    }),
  );

beforeAll(async () => {
  test = await createStartedDatabase();
  database = openDatabase(test.url, 2, TEST_AUDIT_KEY);
  sarraf = await startServer();
});

afterAll(async () => {
  await sarraf.stop();
  await database.close();
  await test.drop();
});

const callGet = async (path: string) => (await callServer(sarraf.url, 'GET', path)).body;
const marketRow = async (): Promise<MarketInfo> =>
  (await callGet('/trades/market-info/v2?source_coin=TOMAN')).content.find(
    ({ marketType }: MarketInfo) => marketType === MARKET,
  );

async function createSession(email: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from users where email = ${email}`.execute(
    database.db,
  );
  return addSession(database.db, rows[0]?.id ?? '');
}

async function openStreamReader(...channels: string[]) {
  const socket = new WebSocket(`${sarraf.url.replace('http', 'ws')}/api/stream`);
  const messages: StreamMessage[] = [];
  socket.addEventListener('message', ({ data }) => messages.push(documentedMessage(data)));
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  socket.send(JSON.stringify({ op: 'subscribe', channels }));
  await expect
    .poll(() => new Set(messages.map(({ channel }) => channel)).size, { timeout: 60_000 })
    .toBe(channels.length);
  return {
    of: (name: string) => messages.filter(({ channel }) => channel === name),
    close: () => socket.close(),
  };
}

it('publishes an order, a trade and a cancellation to all clients, and shows the same after a restart', async () => {
  const [maker, demo] = [await createSession('maker@sarraf.test'), await createSession('demo@sarraf.test')];
  const placeOrder = (token: string, body: object) =>
    callServer(sarraf.url, 'POST', '/orders', {
      token,
      key: randomUUID(),
      body: { marketType: MARKET, ...body },
    });
  const channels = [`book:${MARKET}`, `trades:${MARKET}`, `candles:${MARKET}`, 'markets:TOMAN'];
  const { of, close } = await openStreamReader(...channels);
  const now = BigInt((await marketRow()).lastPrice ?? '');
  const { tick } = (await callGet(`/markets/${MARKET}`)).baseDTO;
  const unitPrice = String(now - (now % BigInt(tick)));

  const sale = await placeOrder(maker, { orderType: 'LIMITED_SELL', amount: '2', unitPrice });
  expect(sale.status).toBe(200);
  await expect
    .poll(() => callGet(`/orderbook/${MARKET}`))
    .toMatchObject({ asks: [[unitPrice, '2.000']], bids: [] });
  const bought = await placeOrder(demo, { orderType: 'LIMITED_BUY', amount: '0.5', unitPrice });
  expect(bought.body.baseDTO.orderStatus).toBe('IS_CLOSED');

  const book = await callGet(`/orderbook/${MARKET}`);
  expect(book).toMatchObject({ asks: [[unitPrice, '1.500']], bids: [] });
  const { content } = await callGet(`/trades/public/${MARKET}`);
  expect(content).toMatchObject([{ number: 1, unitPrice, amount: '0.500', side: 'buy' }]);
  const readCandles = async () => (await callGet(`/candles/${MARKET}?interval=1d`)).content.at(-1);
  expect(await readCandles()).toMatchObject({ open: unitPrice, close: unitPrice, volume: '0.500' });

  await expect
    .poll(() => of(`trades:${MARKET}`).at(-1)?.data)
    .toMatchObject([{ number: 1, amount: '0.500' }]);
  await expect
    .poll(() => of(`candles:${MARKET}`).at(-1)?.data, { timeout: 60_000 })
    .toMatchObject({ volume: '0.500' });
  await expect.poll(async () => (await marketRow()).last24HoursVolume, { timeout: 60_000 }).toBe('0.500');
  // The row is published when it can be queried, and arrives later; prices change in between.
  await expect
    .poll(async () => {
      const row = JSON.stringify(await marketRow());
      return of('markets:TOMAN').some(({ data }) =>
        (data as unknown[]).some((item) => JSON.stringify(item) === row),
      );
    })
    .toBe(true);

  const reply = await callServer(sarraf.url, 'DELETE', `/orders/${sale.body.baseDTO.id}`, { token: maker });
  expect(reply.status).toBe(200);
  await expect
    .poll(() => of(`book:${MARKET}`).at(-1)?.data)
    .toEqual({ asks: [[unitPrice, '0.000']], bids: [] });
  for (const name of channels.slice(0, 2)) {
    const [first, ...updates] = of(name);
    expect(first?.type).toBe('snapshot');
    for (const [i, update] of updates.entries()) expect(update.prev).toBe(of(name)[i]?.seq);
  }
  const closed = await callGet(`/orderbook/${MARKET}`);
  expect(closed.sequence).toBe(of(`book:${MARKET}`).at(-1)?.seq);
  close();

  await sarraf.stop();
  sarraf = await startServer();
  expect(await callGet(`/orderbook/${MARKET}`)).toEqual(closed);
  expect((await callGet(`/trades/public/${MARKET}`)).content).toEqual(content);
  expect(await readCandles()).toMatchObject({ volume: '0.500' });
  expect(await marketRow()).toMatchObject({
    last24HoursVolume: '0.500',
    lastPrice: unitPrice,
    last24HoursLow: unitPrice,
  });
});

import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { findFreePort } from '../../../test/running-server.ts';
import type { Listener } from '../../platform/http/stream/channel.ts';
import { createLog } from '../../platform/log.ts';
import { MarketStreams } from './market-streams.ts';

let server: WebSocketServer;
const listeners = new Map<string, Set<Listener>>();

beforeAll(async () => {
  const streams = new MarketStreams({
    stream: {
      listen(name, hear) {
        const all = listeners.get(name) ?? new Set();
        listeners.set(name, all.add(hear));
        return () => all.delete(hear);
      },
    },
    clock: { now: Date.now },
    log: createLog('silent'),
    mostPerAddress: 3,
    tickers: async () => [],
  });
  server = new WebSocketServer({ host: '127.0.0.1', port: await findFreePort() });
  server.on('connection', (socket, { url = '' }) => {
    const names = (new URL(url, 'ws://sarraf').searchParams.get('streams') ?? '').split('/');
    streams.connect(socket, '203.0.113.9', { names, combined: url.startsWith('/stream') });
  });
  await new Promise((resolve) => server.once('listening', resolve));
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

async function connect(path: string) {
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  const messages: unknown[] = [];
  let closed: number | null = null;
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  socket.on('close', (code) => {
    closed = code;
  });
  await new Promise((resolve) => socket.once('open', resolve));
  return {
    messages,
    closed: () => closed,
    say: (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    async close() {
      socket.close();
      await expect.poll(() => closed).not.toBeNull();
    },
  };
}

function trade(number: number): void {
  const data = [
    { number, side: 'buy', unitPrice: '9', amount: '1', createdAtDateTime: '2026-11-26T10:00:00Z' },
  ];
  for (const hear of listeners.get('trades:BITCOIN_TETHER') ?? [])
    hear({ type: 'update', seq: number, data });
}

it('MarketStreams sends the streams of the address and of subscriptions, until they are unsubscribed', async () => {
  const one = await connect('/stream?streams=btcusdt@trade/1');
  trade(1);
  await expect
    .poll(() => one.messages)
    .toMatchObject([{ stream: 'btcusdt@trade', data: { e: 'trade', t: 1 } }]);
  one.say({ method: 'SUBSCRIBE', params: ['btcusdt@aggTrade', 'btcusdt@trade'], id: 7 });
  one.say({ method: 'LIST_SUBSCRIPTIONS', id: 'list' });
  one.say({ method: 'SET_PROPERTY', params: ['combined', false], id: 8 });
  one.say({ method: 'UNSUBSCRIBE', params: ['btcusdt@trade', 'never@there'], id: 9 });
  await expect
    .poll(() => one.messages.slice(1))
    .toEqual([
      { result: null, id: 7 },
      { result: ['btcusdt@trade', 'btcusdt@aggTrade'], id: 'list' },
      { result: null, id: 8 },
      { result: null, id: 9 },
    ]);
  trade(2);
  await expect.poll(() => one.messages.slice(5)).toMatchObject([{ e: 'aggTrade', a: 2 }]);
  await one.close();
  await expect.poll(() => listeners.get('trades:BITCOIN_TETHER')?.size, { timeout: 30_000 }).toBe(0);
});

it('MarketStreams refuses a request with an unknown stream as a whole', async () => {
  const one = await connect('/ws/1');
  one.say({ method: 'SUBSCRIBE', params: ['btcusdt@trade', 'btcusdt@everything'], id: 1 });
  one.say({ method: 'SUBSCRIBE', params: 'btcusdt@trade', id: 2 });
  one.say({ method: 'SUBSCRIBE', params: Array(201).fill('btcusdt@trade'), id: 3 });
  one.say('[');
  one.say({ method: 'LIST_SUBSCRIPTIONS', id: 5 });
  await expect
    .poll(() => one.messages)
    .toMatchObject([
      { error: { code: 2, msg: expect.stringContaining('btcusdt@everything') }, id: 1 },
      { error: { code: 2 }, id: 2 },
      { error: { code: 2 }, id: 3 },
      { error: { code: 3 } },
      { result: [], id: 5 },
    ]);
  await one.close();
});

it('MarketStreams closes connections that send too many messages, and refuses more than the maximum of connections', async () => {
  const three = [await connect('/ws'), await connect('/ws'), await connect('/ws')];
  const late = await connect('/ws');
  await expect.poll(late.closed).toBe(1013);
  for (let n = 0; n < 20; n += 1) three[0]?.say({ method: 'LIST_SUBSCRIPTIONS', id: n });
  await expect.poll(() => three[0]?.closed()).toBe(1008);
  await three[1]?.close();
  const next = await connect('/ws');
  next.say({ method: 'GET_PROPERTY', params: ['combined'], id: 1 });
  next.say({ method: 'LOGIN', id: 2 });
  await expect
    .poll(() => next.messages)
    .toMatchObject([
      { result: false, id: 1 },
      { error: { code: 2 }, id: 2 },
    ]);
  await Promise.all([next.close(), three[2]?.close()]);
});

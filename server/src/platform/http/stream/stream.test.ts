import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { WebSocket as WebSocketClient } from 'ws';
import { createTestCaller } from '../../../../test/caller.ts';
import { documentedMessage } from '../../../../test/documented.ts';
import { findFreePort } from '../../../../test/running-server.ts';
import type { Bus } from '../../bus/bus.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config/config.ts';
import { createLog } from '../../log.ts';
import { createHttp, type Http } from '../http.ts';
import { Stream } from './stream.ts';

const rate = { max: 1_000_000, windowMs: 60_000 };
const config = {
  sandbox: true,
  TRUST_PROXY: false,
  rates: { read: rate, write: rate, money: rate, order: rate, login: rate, code: rate },
} as Config;
let http: Http;
let stream: Stream;
let url: string;
/** The session `ending` ends right after it was looked up. */
let ended = false;
/** Users whose messages the stream subscribes to, and when the subscription is active. */
const following = { now: [] as string[], ready: Promise.resolve() };
/** State of the numbered channel. */
const state = { number: 0, looks: 0 };

beforeAll(async () => {
  const authenticate = async (token: string | null) => {
    if (token === 'ending' && ended) return null;
    const caller = token ? createTestCaller({ userId: token }) : null;
    if (token !== 'ending') return caller;
    ended = true;
    stream.disconnectUser(token);
    return caller;
  };
  http = await createHttp({ config, log: createLog('silent'), clock: systemClock, authenticate });
  const bus: Pick<Bus, 'follow'> = {
    follow(subject) {
      following.now.push(subject);
      return { ready: following.ready, stop: () => following.now.splice(following.now.indexOf(subject), 1) };
    },
  };
  stream = new Stream(http, authenticate, { bus, ownOrigin: 'https://sarraf.example' });
  stream.openChannel('counted', () => 'now');
  stream.openChannel(
    'numbered',
    () => {
      state.looks += 1;
      return { at: state.number };
    },
    () => state.number,
  );
  stream.openPrivateChannel('own');
  for (let n = 0; n < 60; n += 1) stream.openChannel(`c${n}`, () => n);
  await http.app.listen({ port: await findFreePort(), host: '127.0.0.1' });
  url = `ws://127.0.0.1:${(http.app.server.address() as AddressInfo).port}/api/stream`;
});

beforeEach(() => {
  state.number += 100;
  state.looks = 0;
});

afterAll(async () => {
  stream.close();
  await http.app.close();
});

/** The channels are fictitious; the other messages are documented. */
const received = (text: unknown) => {
  const message = JSON.parse(String(text));
  return 'channel' in message ? message : documentedMessage(text);
};

async function reader(at = url) {
  const socket = new WebSocket(at);
  const messages: unknown[] = [];
  const ended = new Promise<number>((resolve) =>
    socket.addEventListener('close', ({ code }) => resolve(code), { once: true }),
  );
  socket.addEventListener('message', ({ data }) => messages.push(received(data)));
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  return {
    messages,
    socket,
    /** Resolves with the close code. */
    ended,
    say: (message: object) => socket.send(JSON.stringify(message)),
    until: (count: number) => expect.poll(() => messages.length, { timeout: 60_000 }).toBe(count),
  };
}
const subscribe = (...channels: string[]) => ({ op: 'subscribe', channels });

it.each([
  'https://evil.example',
  'https://sarraf.example.evil.example',
  'http://sarraf.example',
  'https://sarraf.example:8443',
  'https://sarraf.example.',
  'null',
  'not an address',
])('refuses pages of %s', async (origin) => {
  const socket = new WebSocketClient(url, { origin });
  const statusCode = await new Promise((resolve) => {
    socket.on('unexpected-response', (_, answer) => resolve(answer.statusCode));
    socket.on('open', () => resolve('open'));
    socket.on('error', () => {});
  });
  expect(statusCode).toBe(403);
  socket.terminate();
});

it('accepts our own pages, by the public URL and by the requested host, and programs', async () => {
  const own = ['https://sarraf.example', url.replace('ws:', 'http:').replace('/api/stream', '')];
  for (const options of [...own.map((origin) => ({ origin })), {}]) {
    const socket = new WebSocketClient(url, options);
    await once(socket, 'open');
    socket.terminate();
  }
});

it('counts the updates of a channel without numbers of its own', async () => {
  stream.publish('counted', 'before anybody came');
  const { messages, say, until } = await reader();
  say(subscribe('counted'));
  await until(1);
  stream.publish('counted', 'first');
  stream.publish('counted', 'second');
  await until(3);
  expect(messages).toEqual([
    { channel: 'counted', seq: 1, type: 'snapshot', data: 'now' },
    { channel: 'counted', seq: 2, type: 'update', data: 'first' },
    { channel: 'counted', seq: 3, type: 'update', data: 'second' },
  ]);
});

it('sends the previous number with an update of a numbered channel, and encodes a snapshot once per number', async () => {
  const readers = [await reader(), await reader(), await reader()];
  const first = state.number;
  for (const { say } of readers) say(subscribe('numbered'));
  for (const { until } of readers) await until(1);
  expect(state.looks).toBe(1);
  state.number += 7;
  stream.publish('numbered', 'seven more', { seq: state.number, prev: first });
  for (const { until } of readers) await until(2);
  for (const { messages } of readers)
    expect(messages).toEqual([
      { channel: 'numbered', seq: first, type: 'snapshot', data: { at: first } },
      { channel: 'numbered', seq: first + 7, prev: first, type: 'update', data: 'seven more' },
    ]);
  readers[0]?.say(subscribe('numbered'));
  await readers[0]?.until(3);
  expect(readers[0]?.messages[2]).toEqual({
    channel: 'numbered',
    seq: first + 7,
    type: 'snapshot',
    data: { at: first + 7 },
  });
  expect(state.looks).toBe(2);
  expect(readers[1]?.messages).toHaveLength(2);
});

it('knows whether a channel has readers', async () => {
  const { say, until, socket } = await reader();
  expect(stream.hasReaders('c1')).toBe(false);
  say(subscribe('c1', 'c2'));
  await until(2);
  expect([stream.hasReaders('c1'), stream.hasReaders('c2')]).toEqual([true, true]);
  say({ op: 'unsubscribe', channels: ['c2'] });
  await expect.poll(() => stream.hasReaders('c2')).toBe(false);
  socket.close();
  await expect.poll(() => stream.hasReaders('c1')).toBe(false);
  expect(() => stream.hasReaders('c99')).toThrow('no channel c99');
});

it('limits a reader to 50 channels, and accepts a repeated subscription', async () => {
  const { messages, say, until } = await reader();
  say(subscribe(...Array.from({ length: 50 }, (_, n) => `c${n}`)));
  await until(50);
  say(subscribe('c50'));
  await until(51);
  expect(messages[50]).toEqual({ op: 'error', message: 'too many channels' });
  say(subscribe('c49'));
  await until(52);
  expect(messages[51]).toMatchObject({ channel: 'c49', type: 'snapshot' });
});

it.each([
  [{ op: 'subscribe', chanels: ['c55'] }, 'UNKNOWN_FIELD', ['chanels']],
  [{ op: 'subscribe', channels: ['c55'], depth: 5 }, 'UNKNOWN_FIELD', ['depth']],
  [{ op: 'ping', channels: [] }, 'UNKNOWN_FIELD', ['channels']],
  [{ op: 'subscribe', channels: 'c55' }, 'BAD_REQUEST', ['channels']],
  [{ op: 'subscribe', channels: ['c55', 2] }, 'BAD_REQUEST', ['channels']],
  [{ op: 'auth', token: 5 }, 'BAD_REQUEST', ['token']],
  [{ op: 'constructor' }, 'BAD_REQUEST', ['op']],
  [{}, 'BAD_REQUEST', ['op']],
  [[], 'BAD_REQUEST', undefined],
])('reports what is wrong with %j', async (message, code, errors) => {
  const { messages, say, until } = await reader();
  say(message);
  await until(1);
  expect(messages).toEqual([{ op: 'error', message: code, ...(errors && { errors }) }]);
  expect(stream.hasReaders('c55')).toBe(false);
});

it('accepts no query parameters, least of all a token', async () => {
  const answer = await http.app.inject({ url: '/api/stream?token=ada' });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { message: 'UNKNOWN_FIELD', errors: ['token'] },
  ]);
  const socket = new WebSocket(`${url}?token=ada`);
  await new Promise((resolve) => socket.addEventListener('error', resolve, { once: true }));
  expect(socket.readyState).not.toBe(WebSocket.OPEN);
});

it('rejects variants of a channel name, also for unsubscribing', async () => {
  const { messages, say, until } = await reader();
  say(subscribe('c1000'));
  say({ op: 'unsubscribe', channels: ['c1000'] });
  await until(2);
  expect(messages).toEqual(
    Array.from({ length: 2 }, () => ({ op: 'error', message: 'unknown channel c1000' })),
  );
});

it('sends private channels to their own user only', async () => {
  const [ada, bob, signedOut] = [await reader(), await reader(), await reader()];
  for (const [one, token] of [
    [ada, 'ada'],
    [bob, 'bob'],
  ] as const) {
    one.say({ op: 'auth', token });
    one.say(subscribe('own'));
    await one.until(2);
  }
  signedOut.say(subscribe('own'));
  await signedOut.until(1);
  expect(signedOut.messages).toEqual([{ op: 'error', message: 'Invalid Token' }]);
  stream.publishTo('ada', 'own', 'for ada');
  await ada.until(3);
  expect(ada.messages.slice(1)).toEqual([
    { channel: 'own', seq: 0, type: 'snapshot', data: null },
    { channel: 'own', seq: 1, type: 'update', data: 'for ada' },
  ]);
  expect(bob.messages).toHaveLength(2);
});

it('sends all messages of one moment to a reader in the order of publication', async () => {
  const { messages, say, until } = await reader();
  say(subscribe('c5', 'c6'));
  await until(2);
  for (let n = 0; n < 300; n += 1) stream.publish(n % 3 === 0 ? 'c5' : 'c6', n);
  await until(302);
  expect(messages.slice(2).map((message) => (message as { data: number }).data)).toEqual(
    Array.from({ length: 300 }, (_, n) => n),
  );
  expect(stream.writing).toBe(false);
});

it('frames texts of every length correctly, in bytes rather than characters', async () => {
  const { messages, say, until } = await reader();
  say(subscribe('counted'));
  await until(1);
  const texts = [0, 1, 20, 60, 100, 126, 32_000, 65_400, 70_000].map((length) => 'ی'.repeat(length));
  // Around the boundaries of the three encodings of a frame's length.
  for (let length = 50; length < 90; length += 1) texts.push('x'.repeat(length));
  for (let length = 65_470; length < 65_500; length += 1) texts.push('x'.repeat(length));
  for (const text of texts) stream.publish('counted', text);
  await until(texts.length + 1);
  expect(messages.slice(1).map((message) => (message as { data: string }).data)).toEqual(texts);
});

it('rejects a session that ended while it was looked up', async () => {
  const { messages, say, until } = await reader();
  say({ op: 'auth', token: 'ending' });
  say(subscribe('own'));
  await until(2);
  expect(messages).toEqual(Array(2).fill({ op: 'error', message: 'Invalid Token' }));
});

it('subscribes to a user’s messages before confirming the login, and until their last stream ends', async () => {
  const hearing = Promise.withResolvers<void>();
  following.ready = hearing.promise;
  const mine = () => following.now.filter((subject) => subject === 'person.zoe');
  const [first, second] = [await reader(), await reader()];
  first.say({ op: 'auth', token: 'zoe' });
  await expect.poll(mine).toEqual(['person.zoe']);
  expect(first.messages).toEqual([]);
  hearing.resolve();
  await first.until(1);
  expect(first.messages).toEqual([{ op: 'authenticated' }]);
  second.say({ op: 'auth', token: 'zoe' });
  await second.until(1);
  // As after each change of a session's token.
  first.say({ op: 'auth', token: 'zoe' });
  await first.until(2);
  expect(mine()).toEqual(['person.zoe']);
  second.socket.close();
  await second.ended;
  first.say({ op: 'auth', token: 'yara' });
  await first.until(3);
  await expect.poll(mine).toEqual([]);
  expect(following.now).toContain('person.yara');
  first.socket.close();
  await expect.poll(() => following.now.includes('person.yara')).toBe(false);
});

it('limits a user to a hundred streams, leaving room for others', async () => {
  const readers = await Promise.all(Array.from({ length: 101 }, () => reader()));
  for (const { say, until } of readers) {
    say({ op: 'auth', token: 'greedy' });
    await until(1);
  }
  const refusal = { op: 'error', message: 'TOO_MANY_REQUESTS' };
  expect(
    readers.map(({ messages }) => messages[0]).filter((answer) => 'message' in (answer as object)),
  ).toEqual([refusal]);
  // Signing in again on a stream of the same user takes no other slot.
  readers[0]?.say({ op: 'auth', token: 'greedy' });
  await readers[0]?.until(2);
  expect(readers[0]?.messages[1]).toEqual({ op: 'authenticated' });
  const other = await reader();
  other.say({ op: 'auth', token: 'modest' });
  await other.until(1);
  expect(other.messages).toEqual([{ op: 'authenticated' }]);
  for (const { socket } of [...readers, other]) socket.close();
});

/** A separate server whose stream has room for three, with a manual clock. */
async function smallStream(
  limits: { pingMs?: number; slowPatienceMs?: number; mostPerAddress?: number } = {},
) {
  let now = 1_000;
  const authenticate = async (token: string) => createTestCaller({ userId: token, endsAt: 2_000 });
  const own = await createHttp({ config, log: createLog('silent'), clock: systemClock, authenticate });
  const small = new Stream(own, authenticate, {
    most: 3,
    mostPerAddress: 100,
    pingMs: 60_000,
    now: () => now,
    ...limits,
  });
  small.openChannel('counted', () => 'now');
  await own.app.listen({ port: await findFreePort(), host: '127.0.0.1' });
  const { port } = own.app.server.address() as AddressInfo;
  const at = `ws://127.0.0.1:${port}/api/stream`;
  return {
    join: () => reader(at),
    at,
    stream: small,
    /** The server's ends of the connections. */
    connections: own.app.websocketServer.clients,
    advance(ms: number) {
      now += ms;
    },
    async close() {
      small.close();
      await own.app.close();
    },
  };
}

it('ends the streams of an expired session', async () => {
  const small = await smallStream({ pingMs: 500 });
  const [ann, visitor] = [await small.join(), await small.join()];
  for (const { say } of [ann, visitor]) say(subscribe('counted'));
  ann.say({ op: 'auth', token: 'ann' });
  await ann.until(2);
  await visitor.until(1);
  small.advance(1_000);
  expect(await ann.ended).toBe(4001);
  expect(visitor.socket.readyState).toBe(WebSocket.OPEN);
  await small.close();
});

it('has room for customers, however many anonymous clients came before', async () => {
  const small = await smallStream();
  const strangers = [await small.join(), await small.join(), await small.join()];
  const customers = [];
  for (const name of ['ann', 'ben', 'cyrus']) {
    const customer = await small.join();
    customer.say({ op: 'auth', token: name });
    await customer.until(1);
    expect(customer.messages).toEqual([{ op: 'authenticated' }]);
    customers.push(customer);
  }
  expect(await Promise.all(strangers.map(({ ended }) => ended))).toEqual([1013, 1013, 1013]);
  // If all are customers there is no more room.
  expect(await (await small.join()).ended).toBe(1013);
  expect(customers.map(({ socket }) => socket.readyState)).toEqual([1, 1, 1]);
  await small.close();
});

it('evicts no stream for a connection beyond the share of its own address', async () => {
  const small = await smallStream({ mostPerAddress: 3 });
  const strangers = [await small.join(), await small.join(), await small.join()];
  for (let i = 0; i < 3; i += 1) expect(await (await small.join()).ended).toBe(1013);
  expect(strangers.map(({ socket }) => socket.readyState)).toEqual([1, 1, 1]);
  await small.close();
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A raw client that can stop reading. */
async function pausable(at: string) {
  const socket = new WebSocketClient(at);
  const messages: string[] = [];
  socket.on('message', (text) => messages.push(JSON.parse(String(text)).data));
  const ended = once(socket, 'close').then(([code, reason]) => [code, String(reason)]);
  await once(socket, 'open');
  socket.send(JSON.stringify(subscribe('counted')));
  await expect.poll(() => messages.length, { timeout: 60_000 }).toBe(1);
  return { socket, messages, ended };
}

it('disconnects a slow reader, who gets the reason when it reads on', async () => {
  const { at, join, stream: small, connections, close } = await smallStream({ slowPatienceMs: 600_000 });
  const slow = await pausable(at);
  const other = await join();
  other.say(subscribe('counted'));
  await other.until(1);
  const dropped = () => [...connections].some(({ readyState }) => readyState === WebSocket.CLOSING);
  slow.socket.pause();
  let messageCount = 0;
  while (messageCount < 2_000 && !dropped()) {
    small.publish('counted', `${messageCount}`.padEnd(100_000, 'x'));
    messageCount += 1;
    while (other.messages.length < 1 + messageCount) await turn();
  }
  expect(dropped()).toBe(true);
  small.publish('counted', 'afterwards');
  await other.until(2 + messageCount);
  slow.socket.resume();
  expect(await slow.ended).toEqual([4003, 'SLOW_READER']);
  // The data sent before is complete and in order; at least a megabyte was dropped.
  const numbers = slow.messages.slice(1).map((text) => Number.parseInt(text, 10));
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, n) => n));
  expect(numbers.length).toBeLessThanOrEqual(messageCount - 10);
  expect(other.socket.readyState).toBe(WebSocket.OPEN);
  await close();
});

it('cuts off a slow reader who never reads the reason', async () => {
  const { at, stream: small, connections, close } = await smallStream({ slowPatienceMs: 50 });
  const slow = await pausable(at);
  slow.socket.pause();
  for (let messageCount = 0; messageCount < 2_000 && small.hasReaders('counted'); messageCount += 1) {
    small.publish('counted', 'x'.repeat(100_000));
    await turn();
  }
  await expect.poll(() => connections.size, { timeout: 60_000 }).toBe(0);
  slow.socket.resume();
  await slow.ended;
  await close();
});

it('refuses pages of our own host that were loaded without encryption', async () => {
  const headers = { host: 'sarraf.example', origin: 'http://sarraf.example' };
  const socket = new WebSocketClient(url, { headers });
  const [, answer] = await once(
    socket.on('error', () => {}),
    'unexpected-response',
  );
  expect(answer.statusCode).toBe(403);
  socket.terminate();
});

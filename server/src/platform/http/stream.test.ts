import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testCaller } from '../../../test/caller.ts';
import { documentedMessage } from '../../../test/documented.ts';
import { freePort } from '../../../test/running-server.ts';
import { systemClock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { createLog } from '../log.ts';
import { createHttp, type Http } from './http.ts';
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
/** What the numbered channel shows. */
const state = { number: 0, looks: 0 };

beforeAll(async () => {
  const authenticate = async (token: string | null) => (token ? testCaller({ userId: token }) : null);
  http = await createHttp({ config, log: createLog('silent'), clock: systemClock, authenticate });
  stream = new Stream(http, authenticate);
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
  await http.app.listen({ port: await freePort(), host: '127.0.0.1' });
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

/** The channels are made up; what is answered beside them is documented. */
const received = (text: unknown) => {
  const message = JSON.parse(String(text));
  return 'channel' in message ? message : documentedMessage(text);
};

async function reader() {
  const socket = new WebSocket(url);
  const told: unknown[] = [];
  socket.addEventListener('message', ({ data }) => told.push(received(data)));
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  return {
    told,
    socket,
    say: (message: object) => socket.send(JSON.stringify(message)),
    until: (count: number) => expect.poll(() => told.length, { timeout: 60_000 }).toBe(count),
  };
}
const subscribe = (...channels: string[]) => ({ op: 'subscribe', channels });

it('counts the updates of a channel that does not number them', async () => {
  stream.publish('counted', 'before anybody came');
  const { told, say, until } = await reader();
  say(subscribe('counted'));
  await until(1);
  stream.publish('counted', 'first');
  stream.publish('counted', 'second');
  await until(3);
  expect(told).toEqual([
    { channel: 'counted', seq: 1, type: 'snapshot', data: 'now' },
    { channel: 'counted', seq: 2, type: 'update', data: 'first' },
    { channel: 'counted', seq: 3, type: 'update', data: 'second' },
  ]);
});

it('says what an update of a numbered channel stands on, and writes a snapshot once for each number', async () => {
  const readers = [await reader(), await reader(), await reader()];
  const first = state.number;
  for (const { say } of readers) say(subscribe('numbered'));
  for (const { until } of readers) await until(1);
  expect(state.looks).toBe(1);
  state.number += 7;
  stream.publish('numbered', 'seven more', { seq: state.number, prev: first });
  for (const { until } of readers) await until(2);
  for (const { told } of readers)
    expect(told).toEqual([
      { channel: 'numbered', seq: first, type: 'snapshot', data: { at: first } },
      { channel: 'numbered', seq: first + 7, prev: first, type: 'update', data: 'seven more' },
    ]);
  readers[0]?.say(subscribe('numbered'));
  await readers[0]?.until(3);
  expect(readers[0]?.told[2]).toEqual({
    channel: 'numbered',
    seq: first + 7,
    type: 'snapshot',
    data: { at: first + 7 },
  });
  expect(state.looks).toBe(2);
  expect(readers[1]?.told).toHaveLength(2);
});

it('knows whether anybody reads', async () => {
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

it('gives one reader 50 channels at most, and any of them once more', async () => {
  const { told, say, until } = await reader();
  say(subscribe(...Array.from({ length: 50 }, (_, n) => `c${n}`)));
  await until(50);
  say(subscribe('c50'));
  await until(51);
  expect(told[50]).toEqual({ op: 'error', message: 'too many channels' });
  say(subscribe('c49'));
  await until(52);
  expect(told[51]).toMatchObject({ channel: 'c49', type: 'snapshot' });
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
])('says what is wrong with %j', async (message, code, errors) => {
  const { told, say, until } = await reader();
  say(message);
  await until(1);
  expect(told).toEqual([{ op: 'error', message: code, ...(errors && { errors }) }]);
  expect(stream.hasReaders('c55')).toBe(false);
});

it('takes nothing by its address, a token least of all', async () => {
  const answer = await http.app.inject({ url: '/api/stream?token=ada' });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { message: 'UNKNOWN_FIELD', errors: ['token'] },
  ]);
  const socket = new WebSocket(`${url}?token=ada`);
  await new Promise((resolve) => socket.addEventListener('error', resolve, { once: true }));
  expect(socket.readyState).not.toBe(WebSocket.OPEN);
});

it('knows no channel by another name, also to leave it', async () => {
  const { told, say, until } = await reader();
  say(subscribe('c1000'));
  say({ op: 'unsubscribe', channels: ['c1000'] });
  await until(2);
  expect(told).toEqual(Array.from({ length: 2 }, () => ({ op: 'error', message: 'unknown channel c1000' })));
});

it("keeps each person's own channels to them", async () => {
  const [ada, bob, nobody] = [await reader(), await reader(), await reader()];
  for (const [one, token] of [
    [ada, 'ada'],
    [bob, 'bob'],
  ] as const) {
    one.say({ op: 'auth', token });
    one.say(subscribe('own'));
    await one.until(2);
  }
  nobody.say(subscribe('own'));
  await nobody.until(1);
  expect(nobody.told).toEqual([{ op: 'error', message: 'Invalid Token' }]);
  stream.publishTo('ada', 'own', 'for ada');
  await ada.until(3);
  expect(ada.told.slice(1)).toEqual([
    { channel: 'own', seq: 0, type: 'snapshot', data: null },
    { channel: 'own', seq: 1, type: 'update', data: 'for ada' },
  ]);
  expect(bob.told).toHaveLength(2);
});

it('lets go of a reader who does not read', async () => {
  const { say, until, socket } = await reader();
  say(subscribe('c3'));
  await until(1);
  const closed = new Promise((resolve) => socket.addEventListener('close', resolve, { once: true }));
  // All at once: what the connection can't take waits in the server.
  const much = 'x'.repeat(400_000);
  for (let n = 0; n < 100 && stream.hasReaders('c3'); n += 1) stream.publish('c3', much);
  await closed;
  await expect.poll(() => stream.hasReaders('c3')).toBe(false);
});

it('frames texts of every length right, in bytes and not in letters', async () => {
  const { told, say, until } = await reader();
  say(subscribe('counted'));
  await until(1);
  const texts = [0, 1, 20, 60, 100, 126, 32_000, 65_400, 70_000].map((length) => 'ی'.repeat(length));
  // Around the borders of the three forms of a frame's length.
  for (let length = 50; length < 90; length += 1) texts.push('x'.repeat(length));
  for (let length = 65_470; length < 65_500; length += 1) texts.push('x'.repeat(length));
  for (const text of texts) stream.publish('counted', text);
  await until(texts.length + 1);
  expect(told.slice(1).map((message) => (message as { data: string }).data)).toEqual(texts);
});

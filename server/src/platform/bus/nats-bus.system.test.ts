import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasNats, startNats, type TestNats } from '../../../test/nats.ts';
import { startRelay } from '../../../test/relay.ts';
import { createLog } from '../log.ts';
import type { Topics } from './bus.ts';
import { NoResponderError, ResponseTooLargeError } from './line.ts';
import { createNatsBus } from './nats-bus.ts';

const KEY = Buffer.alloc(32, 1);
const log = createLog('silent');

describe.skipIf(!hasNats())('the bus of several processes', () => {
  let nats: TestNats;
  const open: ReturnType<typeof createNatsBus>[] = [];

  beforeAll(async () => {
    nats = await startNats();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map(({ line }) => line.close()));
  });
  afterAll(() => nats.kill());

  const process = (installation = 'one', ...masterKeys: Buffer[]) =>
    connected({ url: nats.url, installation, masterKeys: [masterKeys[0] ?? KEY, ...masterKeys.slice(1)] });
  async function connected(options: Omit<Parameters<typeof createNatsBus>[0], 'log'>) {
    const natsBus = createNatsBus({ ...options, log });
    open.push(natsBus);
    await expect.poll(() => natsBus.line.connected(), { timeout: 60_000 }).toBe(true);
    return natsBus;
  }
  function recordMessages<T extends keyof Topics>(
    { bus }: { bus: ReturnType<typeof createNatsBus>['bus'] },
    topic: T,
  ) {
    const messages: Topics[T][] = [];
    bus.subscribe(topic, (message) => messages.push(message));
    return messages;
  }
  const change = (sequence: number, price = 10n ** 30n): Topics['book'] => ({
    market: 'BITCOIN_TOMAN',
    sequence,
    levels: [{ side: 'buy', price, delta: -5n }],
    fills: [],
    at: 1,
  });

  it('delivers a message to its own process immediately and to the others once each, in order, with amounts unchanged', async () => {
    const [one, other] = [await process(), await process()];
    const [here, there] = [recordMessages(one, 'book'), recordMessages(other, 'book')];
    for (const { bus } of [one, other]) await bus.follow('market.BITCOIN_TOMAN').ready;
    for (let i = 1; i <= 2_000; i += 1) {
      one.bus.publish('book', change(i));
      expect(here.length).toBe(i);
    }
    await expect.poll(() => there.length).toBe(2_000);
    expect(there).toEqual(here);
    other.bus.publish('book', change(2_001));
    await expect.poll(() => here.at(-1)?.sequence).toBe(2_001);
    expect([here.length, there.length]).toEqual([2_001, 2_001]);
  });

  it('does not send local topics to other processes', async () => {
    const [one, other] = [await process(), await process()];
    const there = recordMessages(other, 'prices');
    const last = recordMessages(other, 'user');
    one.bus.publish('prices', { at: 1 });
    one.bus.publish('user', { userId: 'ann' });
    await expect.poll(() => last).toEqual([{ userId: 'ann' }]);
    expect(there).toEqual([]);
  });

  it('receives messages of a market and of a user only while subscribed to them', async () => {
    const [one, other] = [await process(), await process()];
    const [books, wallets, users] = [
      recordMessages(other, 'book'),
      recordMessages(other, 'wallets'),
      recordMessages(other, 'user'),
    ];
    const say = (sequence: number) => {
      one.bus.publish('book', change(sequence));
      one.bus.publish('book', { ...change(sequence), market: 'TETHER_TOMAN' });
      for (const userId of ['ann', 'ben']) one.bus.publish('wallets', { userId, coins: [`${sequence}`] });
      one.bus.publish('user', { userId: `${sequence}` });
    };
    const all = (sequence: number) => expect.poll(() => users.at(-1)?.userId).toBe(`${sequence}`);
    say(1);
    await all(1);
    expect([books, wallets]).toEqual([[], []]);
    const [market, again, person] = [
      other.bus.follow('market.BITCOIN_TOMAN'),
      other.bus.follow('market.BITCOIN_TOMAN'),
      other.bus.follow('person.ann'),
    ];
    await Promise.all([market, again, person].map(({ ready }) => ready));
    // Messages published from now on are received, beginning with the first.
    say(2);
    await all(2);
    expect(books).toEqual([change(2)]);
    expect(wallets).toEqual([{ userId: 'ann', coins: ['2'] }]);
    market.stop();
    market.stop();
    person.stop();
    say(3);
    await all(3);
    expect([books.length, wallets.length]).toEqual([2, 1]);
    again.stop();
    say(4);
    await all(4);
    expect([books.length, wallets.length]).toEqual([2, 1]);
  });

  it('subscribes before it is connected, and again after a reconnect', async () => {
    const one = await process();
    await nats.kill();
    const other = createNatsBus({ url: nats.url, installation: 'one', masterKeys: [KEY], log });
    open.push(other);
    const wallets = recordMessages(other, 'wallets');
    await other.bus.follow('person.ann').ready;
    for (let i = 0; i < 2; i += 1) {
      await nats.start();
      for (const { line } of [one, other])
        await expect.poll(() => line.connected(), { timeout: 60_000 }).toBe(true);
      const coins = [`${i}`];
      await expect
        .poll(() => {
          one.bus.publish('wallets', { userId: 'ann', coins });
          return wallets.at(-1)?.coins;
        })
        .toEqual(coins);
      if (i === 0) await nats.kill();
      if (i === 0) await expect.poll(() => other.line.connected(), { timeout: 60_000 }).toBe(false);
    }
  });

  it('ignores messages of another installation, messages sealed with another key, and replays', async () => {
    const [one, mine] = [await process(), await process()];
    const there = recordMessages(mine, 'user');
    (await process('two')).bus.publish('user', { userId: 'elsewhere' });
    (await process('one', Buffer.alloc(32, 2))).bus.publish('user', { userId: 'forged' });

    const { connect } = await import('@nats-io/transport-node');
    const spy = await connect({ servers: new URL(nats.url).host, user: 'sarraf', pass: 'p@ss' });
    const frames: { subject: string; data: Uint8Array }[] = [];
    const keep = (_error: Error | null, { subject, data }: (typeof frames)[0]) =>
      void frames.push({ subject, data });
    spy.subscribe('sarraf.one.all', { callback: keep });
    await spy.flush();
    one.bus.publish('user', { userId: 'ann' });
    await expect.poll(() => frames.length).toBe(1);
    expect(Buffer.from(frames[0]?.data ?? []).includes('ann')).toBe(false);
    for (const { subject, data } of frames) {
      spy.publish(subject, data);
      const changed = Uint8Array.from(data);
      changed.set([1], changed.length - 1);
      spy.publish(subject, changed);
      spy.publish(subject, 'short');
      spy.publish(`sarraf.one.to.${mine.line.self}`, data);
    }
    await spy.flush();
    one.bus.publish('user', { userId: 'last' });
    await expect.poll(() => there.at(-1)?.userId).toBe('last');
    expect(there.map(({ userId }) => userId)).toEqual(['ann', 'last']);
    await spy.close();
  });

  it('sends a request to exactly one process, and reports when no process received it', async () => {
    const [one, other, third] = [await process(), await process(), await process()];
    third.line.answer(async () => 'third');
    other.line.answer(async (question) => `${question}, twice`);
    expect(await one.line.ask(other.line.self, 'سلام', 5_000)).toBe('سلام, twice');
    await expect(one.line.ask('f'.repeat(32), 'anybody?', 5_000)).rejects.toThrow(NoResponderError);
    const many = await Promise.all(
      Array.from({ length: 200 }, (_, i) => one.line.ask(other.line.self, `${i}`, 5_000)),
    );
    expect(many).toEqual(Array.from({ length: 200 }, (_, i) => `${i}, twice`));
  });

  it('reports to the requester when the response exceeds the message size', async () => {
    const [one, other] = [await process(), await process()];
    other.line.answer(async (question) => 'x'.repeat(question === 'much' ? 1_000_000 : 1_000));
    await expect(one.line.ask(other.line.self, 'much', 60_000)).rejects.toThrow(ResponseTooLargeError);
    expect(await one.line.ask(other.line.self, 'little', 60_000)).toHaveLength(1_000);
  });

  it('leaves the outcome unknown when a request was delivered but not answered', async () => {
    const [one, other] = [await process(), await process()];
    other.line.answer(() => Promise.reject(new Error('no')));
    const reply = one.line.ask(other.line.self, 'once', 300);
    await expect(reply).rejects.toThrow();
    await expect(reply).rejects.not.toBeInstanceOf(NoResponderError);
  });

  it('reconnects automatically and publishes that messages may have been missed', async () => {
    const [one, other] = [await process(), await process()];
    const [there, missed] = [recordMessages(other, 'user'), recordMessages(other, 'missed')];
    await nats.kill();
    await expect.poll(() => one.line.connected(), { timeout: 60_000 }).toBe(false);
    one.bus.publish('user', { userId: 'lost' });
    await expect(one.line.ask(other.line.self, 'once', 300)).rejects.toThrow(NoResponderError);
    await nats.start();
    for (const { line } of [one, other])
      await expect.poll(() => line.connected(), { timeout: 60_000 }).toBe(true);
    expect(missed.length).toBe(1);
    one.bus.publish('user', { userId: 'after' });
    await expect.poll(() => there).toEqual([{ userId: 'after' }]);
  });

  it('reports missed messages to the processes that stayed connected too, once for several that were disconnected', async () => {
    const here = await process();
    const relay = await startRelay(Number.parseInt(new URL(nats.url).port, 10));
    const url = Object.assign(new URL(nats.url), { port: `${relay.port}` }).href;
    const away = [
      await connected({ url, installation: 'one', masterKeys: [KEY] }),
      await connected({ url, installation: 'one', masterKeys: [KEY] }),
    ];
    const [users, missed] = [recordMessages(here, 'user'), recordMessages(here, 'missed')];
    const say = (userId: string) => {
      for (const { bus } of away) bus.publish('user', { userId });
    };
    const hear = (...ids: string[]) =>
      expect
        .poll(() => users.map(({ userId }) => userId), { timeout: 60_000 })
        .toEqual(ids.flatMap((id) => [id, id]));
    say('before');
    await hear('before');
    // All processes are connected and nothing was lost, so nothing is reported.
    expect(missed).toEqual([]);
    relay.cut();
    for (const { line } of away) await expect.poll(() => line.connected(), { timeout: 60_000 }).toBe(false);
    say('lost');
    relay.mend();
    for (const { line } of away) await expect.poll(() => line.connected(), { timeout: 60_000 }).toBe(true);
    expect(here.line.connected()).toBe(true);
    await expect.poll(() => missed.length, { timeout: 60_000 }).toBeGreaterThan(0);
    say('after');
    await hear('before', 'after');
    // At most one report per process; reports that coincide are combined.
    expect(missed.length).toBeLessThanOrEqual(away.length);
    await relay.stop();
  });

  it('starts without NATS and connects when it becomes available', async () => {
    await nats.kill();
    const natsBus = createNatsBus({ url: nats.url, installation: 'one', masterKeys: [KEY], log });
    open.push(natsBus);
    const here = recordMessages(natsBus, 'user');
    natsBus.bus.publish('user', { userId: 'alone' });
    expect(here).toEqual([{ userId: 'alone' }]);
    expect(natsBus.line.connected()).toBe(false);
    await nats.start();
    await expect.poll(() => natsBus.line.connected(), { timeout: 60_000 }).toBe(true);
  });
});

import { AppError } from '@sarraf/domain';
import { Type } from 'typebox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasNats, startNats, type TestNats } from '../../../test/nats.ts';
import { createNatsBus } from '../bus/nats-bus.ts';
import { systemClock } from '../clock.ts';
import { loadConfig } from '../config/config.ts';
import { createLog } from '../log.ts';
import { CALL_PROTOCOL, parseForwardedResponse } from './calls.ts';
import { createForwarding } from './forward.ts';
import { createHttp, type Http } from './http.ts';

const log = createLog('silent');
/** Long enough that a writer is announced in time on a busy machine. */
const LEASE_MS = 1_000;
/** Longer than any test: an earlier end means that another writer was announced. */
const ANSWER_MS = 3_600_000;
const config = loadConfig({ SECRET_KEY: Buffer.alloc(32, 1).toString('base64'), LOG_LEVEL: 'silent' });

const body = Type.Object({ text: Type.String() });
const reply = Type.Any();
const settle = {
  method: 'POST',
  path: '/settle',
  access: 'public',
  rate: 'money',
  settles: true,
  idempotent: true,
  languages: ['fa', 'en'],
  summary: '',
  body,
  reply,
} as const;
// Rate-limited as a money request although it only reads.
const look = { method: 'GET', path: '/look', access: 'public', rate: 'money', summary: '', reply } as const;

describe.skipIf(!hasNats())('forwarding a money request', () => {
  let nats: TestNats;
  const stops: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    nats = await startNats();
  });
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });
  afterAll(() => nats.kill());

  /** A process with two endpoints; `lease.epoch` says whether it is the writer. */
  async function process(
    name: string,
    epoch: bigint | null = null,
    work: () => Promise<object> = async () => ({}),
    settings = config,
  ) {
    const lease = { epoch };
    const { bus, line } = createNatsBus({
      url: nats.url,
      installation: name[0] ?? '',
      masterKeys: [config.SECRET_KEY],
      log,
    });
    let answers = 0;
    const ask: typeof line.ask = async (...question) => {
      const answer = await line.ask(...question);
      answers += 1;
      return answer;
    };
    const forwarding = createForwarding({
      bus,
      line: { ...line, ask },
      log,
      leaseMs: LEASE_MS,
      answerMs: ANSWER_MS,
      epoch: () => lease.epoch,
    });
    const authenticate = async () => null;
    const http: Http = await createHttp({
      config: settings,
      log,
      clock: systemClock,
      authenticate,
      forwarding,
    });
    const receivedCalls: { ip: string; key: string | null; language: string; agent: string; text: string }[] =
      [];
    http.route(settle, async ({ ip, idempotency, language, userAgent, body }) => {
      receivedCalls.push({ ip, key: idempotency?.key ?? null, language, agent: userAgent, text: body.text });
      return { by: name, ...(await work()) };
    });
    http.route(look, () => ({ by: name }));
    await http.app.ready();
    await expect.poll(() => line.connected()).toBe(true);
    stops.push(
      () => forwarding.stop(),
      () => http.app.close(),
      () => line.close(),
    );
    forwarding.serve(http.calls);
    const post = (more: object = {}, text = 'سلام') =>
      http.app.inject({
        method: 'POST',
        url: '/api/settle',
        payload: { text },
        remoteAddress: '10.1.2.3',
        ...more,
      });
    const takeOver = (epoch: bigint) => {
      lease.epoch = epoch;
      forwarding.announce();
    };
    const answersHeard = () => answers;
    return { name, lease, http, forwarding, line, bus, receivedCalls, post, takeOver, answersHeard };
  }

  it('executes it once, by the writer, with the same data as a direct request', async () => {
    const reader = await process('1 reader');
    const writer = await process('1 writer', 5n);
    const headers = {
      'idempotency-key': 'key-0001',
      'accept-language': 'en',
      'user-agent': 'browser',
      'x-else': '1',
    };
    const answer = await reader.post({ headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ by: '1 writer' });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.headers['content-security-policy']).toBeDefined();
    const call = { ip: '10.1.2.3', key: 'key-0001', language: 'en', agent: 'browser', text: 'سلام' };
    expect([reader.receivedCalls, writer.receivedCalls]).toEqual([[], [call]]);
    expect((await reader.http.app.inject({ url: '/api/look' })).json()).toEqual({ by: '1 reader' });
    expect((await writer.post()).json()).toEqual({ by: '1 writer' });
  });

  it('passes on refusals of the writer, and refuses an oversized body where it arrived', async () => {
    const reader = await process('2 reader');
    const writer = await process('2 writer', 5n);
    const wrong = { payload: { text: 1 } };
    const [here, there] = [await reader.post(wrong), await writer.post(wrong)];
    expect(here.statusCode).toBe(400);
    expect(here.json()).toEqual(there.json());
    expect((await reader.post({}, 'x'.repeat(200_000))).statusCode).toBe(413);
    expect(writer.receivedCalls).toEqual([]);
  });

  it('refuses with ANSWER_TOO_LARGE if the reply exceeds the message size, without executing it twice', async () => {
    const reader = await process('9 reader');
    const writer = await process('9 writer', 5n, async () => ({ much: 'x'.repeat(1_000_000) }));
    const answer = await reader.post();
    expect([answer.statusCode, answer.json().message]).toEqual([500, 'ANSWER_TOO_LARGE']);
    expect(writer.receivedCalls).toHaveLength(1);
    expect((await writer.post()).statusCode).toBe(200);
  });

  it('refuses it soon if there is no writer, and executes it if one appears in time', async () => {
    const [reader, writer] = [await process('3 reader'), await process('3 writer')];
    const refusal = await reader.post();
    expect([refusal.statusCode, refusal.json().message]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    const waiting = reader.post();
    writer.takeOver(1n);
    expect((await waiting).statusCode).toBe(200);
    expect(writer.receivedCalls.length).toBe(1);
  });

  it('sends it to the process with the later lease, or executes it if that is the process itself', async () => {
    const [reader, old, fresh] = [
      await process('4 reader'),
      await process('4 old', 5n),
      await process('4 fresh', 6n),
    ];
    // Before the reader knows of the new writer, the outcome of a request is unknown.
    await expect.poll(async () => (await reader.post()).json()).toEqual({ by: '4 fresh' });
    old.receivedCalls.length = 0;
    // The old writer was frozen and still believes it holds the lease.
    old.forwarding.announce();
    for (let i = 0; i < 5; i += 1) expect((await reader.post()).json()).toEqual({ by: '4 fresh' });
    expect(old.receivedCalls).toEqual([]);
    fresh.lease.epoch = null;
    fresh.forwarding.announce();
    const waiting = reader.post();
    reader.takeOver(7n);
    expect((await waiting).json()).toEqual({ by: '4 reader' });
  });

  it('tries the next writer if the first one declines, and never loops', async () => {
    const [reader, old, fresh] = [
      await process('5 reader'),
      await process('5 old', 5n),
      await process('5 fresh'),
    ];
    expect((await reader.post()).json()).toEqual({ by: '5 old' });
    old.lease.epoch = null;
    const waiting = reader.post();
    // Before the old writer has declined, the outcome of its request is unknown.
    await expect.poll(reader.answersHeard, { interval: 5 }).toBe(2);
    fresh.takeOver(6n);
    expect((await waiting).json()).toEqual({ by: '5 fresh' });
    expect([old.receivedCalls.length, fresh.receivedCalls.length]).toEqual([1, 1]);
    fresh.lease.epoch = null;
    expect((await reader.post()).statusCode).toBe(503);
    expect(fresh.receivedCalls.length).toBe(1);
  });

  it('does not send it again if the writer was replaced before it replied', async () => {
    const stuck = Promise.withResolvers<object>();
    const reader = await process('6 reader');
    const old = await process('6 old', 5n, () => stuck.promise);
    const reply = reader.post();
    await expect.poll(() => old.receivedCalls.length).toBe(1);
    const fresh = await process('6 fresh', 6n);
    expect((await reply).statusCode).toBe(503);
    expect(fresh.receivedCalls).toEqual([]);
    expect((await reader.post()).json()).toEqual({ by: '6 fresh' });
    stuck.resolve({});
  });

  it('a stopping writer finishes it and accepts no new one', async () => {
    const work = Promise.withResolvers<object>();
    const reader = await process('7 reader');
    const writer = await process('7 writer', 5n, () => work.promise);
    const reply = reader.post();
    await expect.poll(() => writer.receivedCalls.length).toBe(1);
    let stopped = false;
    const stopping = writer.forwarding.stop().then(() => {
      stopped = true;
    });
    expect((await reader.post()).statusCode).toBe(503);
    expect([stopped, writer.receivedCalls.length]).toEqual([false, 1]);
    work.resolve({});
    await stopping;
    expect((await reply).statusCode).toBe(200);
  });

  it('names the client address that the receiving process determined, also behind a proxy', async () => {
    const behind = { ...config, TRUST_PROXY: ['10.1.2.3'] };
    const nothing = async () => ({});
    const reader = await process('9 reader', null, nothing, behind);
    const writer = await process('9 writer', 5n, nothing, behind);
    const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' };
    await reader.post({ headers });
    // Without the proxy the forwarding header is not trusted.
    await reader.post({ headers, remoteAddress: '192.0.2.1' });
    expect(writer.receivedCalls.map(({ ip }) => ip)).toEqual(['198.51.100.7', '192.0.2.1']);
  });

  it('accepts calls only from other processes, and only of settling endpoints', async () => {
    const [reader, writer] = [await process('8 reader'), await process('8 writer', 5n)];
    const call = {
      protocol: CALL_PROTOCOL,
      endpoint: 'POST /settle',
      id: 'a',
      params: {},
      query: {},
      language: 'fa',
      ip: '10.1.2.3',
    };
    const put = (change: object) =>
      reader.line.ask(writer.line.self, JSON.stringify({ ...call, ...change }), 20_000);
    expect(await put({ body: { text: 'x' } })).toBe('t{"by":"8 writer"}');
    await expect(reader.line.ask(writer.line.self, 'no JSON', 20_000)).rejects.toThrow('not answered');
    // Anything else may be valid in another version: nothing is done, and the refusal is temporary.
    for (const change of [
      // Does not settle.
      { endpoint: 'GET /look' },
      { endpoint: 'constructor' },
      { endpoint: 'POST /settled' },
      { body: { text: 'x' }, protocol: CALL_PROTOCOL + 1 },
      { body: { text: 'x' }, protocol: undefined },
      { body: { text: 1 } },
      { body: { text: 'x', more: 1 } },
      // A public endpoint has no caller.
      { body: { text: 'x' }, caller: { userId: 'ann' } },
    ])
      expect(await put(change)).toBe('f{"code":"SERVICE_UNAVAILABLE","errors":[]}');
    expect(await put({ body: { text: 'x' }, added: 'by a later version' })).toBe('t{"by":"8 writer"}');
    expect(writer.receivedCalls).toHaveLength(2);
  });

  it('is not sent to a writer of another protocol, and the client may retry', async () => {
    const reader = await process('0 reader');
    const writer = await process('0 writer', 5n);
    expect((await reader.post()).json()).toEqual({ by: '0 writer' });
    // Announcement of a writer of a newer protocol.
    const say = () =>
      writer.bus.publish('writer', {
        process: 'later',
        epoch: 6n,
        serving: true,
        protocol: CALL_PROTOCOL + 1,
      });
    say();
    await expect.poll(() => reader.forwarding.isReachable()).toBe(false);
    const refusal = await reader.post();
    expect([refusal.statusCode, refusal.json().message]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(writer.receivedCalls).toHaveLength(1);
    // Without a number it is of the oldest protocol, which is different too.
    writer.bus.publish('writer', { process: writer.line.self, epoch: 7n, serving: true });
    expect(reader.forwarding.isReachable()).toBe(false);
    const own = { process: writer.line.self, epoch: 7n, serving: true, protocol: CALL_PROTOCOL };
    await expect
      .poll(() => {
        writer.bus.publish('writer', own);
        return reader.forwarding.isReachable();
      })
      .toBe(true);
    writer.takeOver(7n);
    expect((await reader.post()).json()).toEqual({ by: '0 writer' });
  });
});

describe('a reply that only another version understands', () => {
  it.each(['f{"code":"OF_A_LATER_VERSION","errors":["amount"]}', 'f{"code":"toString"}', 'x{"by":"later"}'])(
    '%s: SERVICE_UNAVAILABLE',
    (answer) => {
      expect(() => parseForwardedResponse(answer)).toThrow(new AppError('SERVICE_UNAVAILABLE'));
    },
  );
});

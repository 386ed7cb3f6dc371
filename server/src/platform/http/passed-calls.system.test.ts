/** Compares the writer's direct responses with those to forwarded requests: they must be equal. */
import { AppError } from '@sarraf/domain';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestCaller } from '../../../test/caller.ts';
import { hasNats, startNats, type TestNats } from '../../../test/nats.ts';
import { pollUntil } from '../../../test/waiting.ts';
import { createNatsBus } from '../bus/nats-bus.ts';
import { systemClock } from '../clock.ts';
import { loadConfig } from '../config/config.ts';
import { createLog } from '../log.ts';
import { JsonText, Redirection } from './answers.ts';
import { createForwarding } from './forward.ts';
import { type Caller, createHttp } from './http.ts';

const config = loadConfig({ SECRET_KEY: Buffer.alloc(32, 1).toString('base64'), LOG_LEVEL: 'silent' });
const log = createLog('silent');
const ann = createTestCaller({ endsAt: Date.now() + 3_600_000, proved: { change: 'EMAIL', at: Date.now() } });

const base = { access: 'user', rate: 'money', settles: true, summary: '' } as const;
const settle = {
  ...base,
  method: 'POST',
  path: '/settle/:id',
  idempotent: true,
  languages: ['fa', 'en', 'ar'],
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1 })),
    size: Type.Integer({ default: 7 }),
  }),
  body: Type.Object({
    how: Type.String(),
    more: Type.Optional(Type.Array(Type.Object({ amount: Type.String() }))),
  }),
  reply: Type.Object({ heard: Type.Unknown(), at: Type.String({ format: 'date-time' }) }),
} as const;
const protect = { ...base, method: 'PUT', path: '/protect', setting: true, reply: Type.Any() } as const;
const counted = { ...base, method: 'GET', path: '/counted', rate: 'login', reply: Type.Any() } as const;
const leave = {
  ...base,
  method: 'GET',
  path: '/leave',
  access: 'public',
  openQuery: true,
  redirects: 302,
  reply: Type.Any(),
} as const;

const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const unstorable = () => Object.assign(new Error('invalid byte sequence'), { code: '22021' });
const FAILURES: Record<string, () => Error> = {
  refused: () =>
    new AppError('AMOUNT_IS_LOW', { errors: ['amount'], data: { least: '0.1', of: ['a', null] } }),
  'to wait': () => new AppError('TOO_MANY_REQUESTS', { data: { retryAfter: 3 } }),
  broken: () => new Error('secret details'),
  away,
  unstorable,
};

describe.skipIf(!hasNats())('a forwarded call', () => {
  let nats: TestNats;
  let reader: Awaited<ReturnType<typeof process>>;
  let writer: typeof reader;
  const stops: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    nats = await startNats();
    writer = await process(5n);
    reader = await process(null);
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
    await nats?.kill();
  });

  async function process(epoch: bigint | null) {
    const own = {
      caller: ann as Caller | null,
      rechecked: ((caller) => caller) as (c: Caller) => Caller | null,
    };
    const { bus, line } = createNatsBus({
      url: nats.url,
      installation: 'one',
      masterKeys: [config.SECRET_KEY],
      log,
    });
    const forwarding = createForwarding({ bus, line, log, leaseMs: 5_000, epoch: () => epoch });
    const http = await createHttp({
      config: { ...config, rates: { ...config.rates, login: { max: 2, windowMs: 60_000 } } },
      log,
      clock: systemClock,
      authenticate: async (token) => (token === 'ann' ? own.caller : null),
      recheck: async (caller) => own.rechecked(caller),
      forwarding,
    });
    const storedReplies = new Map<string, string>();
    const receivedCalls: unknown[] = [];
    http.route(settle, async (context) => {
      const { caller, params, query, body, idempotency, language, textLanguage, ip, userAgent } = context;
      const call = { caller, params, query, body, idempotency, language, textLanguage, ip, userAgent };
      receivedCalls.push(call);
      const failure = FAILURES[body.how];
      if (failure) throw failure();
      if (body.how !== 'once')
        return { heard: call, at: '2026-11-23T10:00:00.000Z', hidden: 'not of the contract' };
      const text =
        storedReplies.get(idempotency?.key ?? '') ??
        JSON.stringify({ ...call, n: storedReplies.size, '<': 'سلام "' });
      storedReplies.set(idempotency?.key ?? '', text);
      return new JsonText(text);
    });
    http.route(protect, () => ({ done: true }));
    http.route(counted, () => ({ counted: true }));
    http.route(
      leave,
      ({ query }) => new Redirection(`https://bank.test/?${encodeURIComponent(JSON.stringify(query))}`, 302),
    );
    await http.app.ready();
    await pollUntil(async () => line.connected(), 60_000);
    stops.push(
      () => forwarding.stop(),
      () => http.app.close(),
      () => line.close(),
    );
    forwarding.serve(http.calls);
    return { own, http, receivedCalls };
  }

  /** Returns both responses, without what differs between any two. */
  async function both(path: string, more: object = {}) {
    const ask = async ({ http }: typeof reader) => {
      const answer = await http.app.inject({
        url: `/api${path}`,
        remoteAddress: '10.1.2.3',
        ...more,
        headers: {
          authorization: 'Bearer ann',
          'user-agent': 'browser',
          ...(more as { headers?: object }).headers,
        },
      });
      const { date, 'x-request-id': id, 'x-ratelimit-reset': secondsLeft, ...headers } = answer.headers;
      return { status: answer.statusCode, body: answer.body, headers, named: id !== undefined };
    };
    const direct = await ask(writer);
    return [direct, await ask(reader)] as const;
  }
  const settled = (how: string, more: { headers?: object; payload?: unknown; query?: string } = {}) =>
    both(`/settle/it%20is${more.query ?? ''}`, { method: 'POST', payload: { how }, ...more });

  it('gets the same inputs as a direct one', async () => {
    const [direct, through] = await settled('well', {
      query: '?page=3',
      headers: { 'idempotency-key': 'key-0001', 'accept-language': 'ar' },
      payload: { how: 'well', more: [{ amount: '0.10' }] },
    });
    expect(through).toEqual(direct);
    expect(direct.status).toBe(200);
    expect(JSON.parse(direct.body)).toEqual({ heard: writer.receivedCalls[0], at: expect.any(String) });
    expect(writer.receivedCalls).toHaveLength(2);
    expect(writer.receivedCalls[1]).toEqual(writer.receivedCalls[0]);
    expect(writer.receivedCalls[0]).toMatchObject({
      caller: ann,
      query: { page: 3, size: 7 },
      params: { id: 'it is' },
    });
    expect(reader.receivedCalls).toEqual([]);
  });

  it.each(Object.keys(FAILURES))('returns %s as the writer itself does', async (how) => {
    const [direct, through] = await settled(how);
    expect(through).toEqual(direct);
    expect(direct.status).toBeGreaterThanOrEqual(400);
    expect(direct.named).toBe(true);
    expect(direct.body).not.toContain('secret');
  });

  it('is refused with the same response before the writer is involved', async () => {
    const before = writer.receivedCalls.length;
    for (const more of [
      { payload: { how: 1 } },
      { payload: { how: 'well', moer: [] } },
      { payload: { how: 'well', more: [{ amount: 1 }] } },
      { payload: '{"how":', headers: { 'content-type': 'application/json' } },
      { payload: { how: 'x'.repeat(200_000) } },
      { query: '?page=0' },
      { query: '?other=1' },
      { headers: { 'idempotency-key': 'short' } },
      { headers: { authorization: 'Bearer ben' } },
      { headers: { authorization: '' } },
    ]) {
      const [direct, through] = await settled('well', more);
      expect(through).toEqual(direct);
      expect(direct.status).toBeGreaterThanOrEqual(400);
    }
    expect(writer.receivedCalls).toHaveLength(before);
  });

  it('returns the stored reply of its idempotency key', async () => {
    const headers = { 'idempotency-key': 'key-0002' };
    const [direct, through] = await settled('once', { headers });
    expect(through).toEqual(direct);
    expect(JSON.parse(direct.body)).toMatchObject({ n: 0, '<': 'سلام "' });
    expect((await settled('once', { headers: { 'idempotency-key': 'key-0003' } }))[0].body).toContain(
      '"n":1',
    );
  });

  it('returns the same redirect as a direct one', async () => {
    const [direct, through] = await both('/leave?a=1&a=2&b=%D8%B3');
    expect(through).toEqual(direct);
    expect([direct.status, direct.headers.location]).toEqual([
      302,
      expect.stringContaining('https://bank.test/'),
    ]);
  });

  it('is counted by the rate limit of the receiving process only', async () => {
    for (const remaining of ['1', '0']) {
      const [direct, through] = await both('/counted');
      expect(through).toEqual(direct);
      expect([direct.status, direct.headers['x-ratelimit-remaining']]).toEqual([200, remaining]);
    }
    for (const { status, headers, body } of await both('/counted')) {
      expect([status, headers['x-ratelimit-remaining'], headers['x-ratelimit-limit']]).toEqual([
        429,
        '0',
        '2',
      ]);
      // The two windows began a moment apart, so the seconds until they end may differ.
      expect(JSON.parse(body)).toMatchObject({
        message: 'TOO_MANY_REQUESTS',
        data: { retryAfter: expect.any(Number) },
      });
    }
  });

  it('is refused for a caller whose session ended or whose rights shrank, when only the writer knows', async () => {
    const change = () => both('/protect', { method: 'PUT' });
    for (const answer of await change()) expect(answer.status).toBe(200);
    writer.own.rechecked = (caller) => ({ ...caller, frozen: true });
    expect((await change()).map(({ body }) => JSON.parse(body).message ?? 'done')).toEqual([
      'done',
      'ACCOUNT_FROZEN',
    ]);
    writer.own.rechecked = () => null;
    expect((await change())[1]).toMatchObject({ status: 401 });
    writer.own.rechecked = (caller) => caller;
  });
});

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { endpoint, type RateClass } from '@sarraf/domain/contracts';
import { Type } from 'typebox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/platform/clock.ts';
import { loadConfig } from '../../src/platform/config/config.ts';
import { addApiDocuments } from '../../src/platform/http/api-documents/index.ts';
import { createHttp, type Http } from '../../src/platform/http/http.ts';
import { createLog } from '../../src/platform/log.ts';
import { createTestCaller } from '../caller.ts';

/** Nothing here is connected to: only the limits and switches of production matter. */
const PRODUCTION_SETTINGS = {
  MODE: 'production',
  PUBLIC_URL: 'https://sarraf.example',
  SECRET_KEY: randomBytes(32).toString('base64'),
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'no-reply@sarraf.example',
  ZARINPAL_MERCHANT_ID: '00000000-0000-0000-0000-000000000000',
  FINNOTECH_CLIENT_ID: 'sarraf',
  FINNOTECH_CLIENT_SECRET: 'nothing-real',
  FINNOTECH_NATIONAL_CODE: '0010350829',
  KAVENEGAR_API_KEY: 'A'.repeat(40),
  SIGNER_URL: 'unix:/run/signer.sock',
  SIGNER_TOKEN: randomBytes(32).toString('base64url'),
  SEAL_KEY: randomBytes(32).toString('base64'),
  BOOKS_KEY: randomBytes(32).toString('base64'),
};

const RATE_CLASSES: Record<RateClass, { max: number; seconds: number; of?: 'NETWORK' }> = {
  read: { max: 600, seconds: 60 },
  write: { max: 60, seconds: 60 },
  money: { max: 60, seconds: 60 },
  order: { max: 3000, seconds: 60 },
  login: { max: 20, seconds: 5, of: 'NETWORK' },
  code: { max: 30, seconds: 5, of: 'NETWORK' },
};

const open = { additionalProperties: false } as const;
let http: Http;

async function startHttp(settings: Record<string, string> = {}): Promise<Http> {
  const served = await createHttp({
    config: loadConfig({ ...PRODUCTION_SETTINGS, ...settings }),
    log: createLog('silent'),
    clock: systemClock,
    authenticate: async (token) =>
      token.startsWith('staff')
        ? createTestCaller({
            staffRoles: ['admin'],
            authenticator: token !== 'staff',
            byPasskey: token === 'staff with passkey',
          })
        : null,
  });
  for (const rate of Object.keys(RATE_CLASSES) as RateClass[])
    served.route(
      endpoint('POST', `/of/${rate}`, {
        access: 'public',
        rate,
        summary: '',
        reply: Type.Unknown(),
      }),
      async () => ({ status: 'OK' }),
    );
  return served;
}

beforeEach(async () => {
  http = await startHttp();
});
afterEach(() => http.app.close());

describe('S21, S22: headers of every response', () => {
  const SECURITY_HEADERS = {
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
  const sendRequest = (
    method: 'GET' | 'POST' | 'OPTIONS',
    url: string,
    headers: Record<string, string> = {},
  ) => http.app.inject({ method, url, headers });

  it.each([
    ['an answer', 'POST', '/api/of/read', 200],
    ['a refusal', 'POST', '/api/of/nothing', 404],
    ['what is no call', 'GET', '/nothing', 404],
  ] as const)('protect %s', async (_, method, url, status) => {
    const answer = await sendRequest(method, url);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject(SECURITY_HEADERS);
    const policy = String(answer.headers['content-security-policy']);
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
    ])
      expect(policy).toContain(part);
    expect(policy).not.toContain('unsafe');
  });

  it('require no TLS where there is none: the sandbox', async () => {
    await http.app.close();
    http = await startHttp({ MODE: 'sandbox', PUBLIC_URL: 'http://127.0.0.1:8080' });
    const { headers } = await sendRequest('POST', '/api/of/read');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  });

  it.each(['https://evil.example', 'null', 'https://sarraf.example.evil.example'])(
    'allow no page of %s to read anything, with or without preflight',
    async (origin) => {
      const corsHeaders = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      };
      for (const answer of [
        await sendRequest('POST', '/api/of/read', { origin }),
        await sendRequest('OPTIONS', '/api/of/read', corsHeaders),
      ]) {
        const names = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
        expect(names).toEqual([]);
        expect(JSON.stringify(answer.headers)).not.toContain('evil');
      }
    },
  );
});

describe('S30: rate limits', () => {
  const callWithRate = (
    rate: RateClass,
    headers: Record<string, string> = {},
    remoteAddress = '203.0.113.7',
  ) => http.app.inject({ method: 'POST', url: `/api/of/${rate}`, headers, remoteAddress });

  it.each(Object.entries(RATE_CLASSES) as [RateClass, (typeof RATE_CLASSES)[RateClass]][])(
    '%s has the production limit, per address, and states the retry time',
    async (rate, { max, seconds, ...of }) => {
      for (let n = 0; n < max; n += 1) expect((await callWithRate(rate)).statusCode).toBe(200);
      const refusal = await callWithRate(rate);
      const retryAfter = Number(refusal.headers['retry-after']);
      expect(refusal.statusCode).toBe(429);
      expect(refusal.json()).toEqual({
        status: 'TOO_MANY_REQUESTS',
        message: 'TOO_MANY_REQUESTS',
        errors: [],
        data: { retryAfter, ...of },
      });
      expect(retryAfter).toBeGreaterThan(0);
      expect(retryAfter).toBeLessThanOrEqual(seconds);
      expect((await callWithRate(rate, {}, '203.0.113.8')).statusCode).toBe(200);
    },
  );

  it.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-client-ip', 'cf-connecting-ip'])(
    'can’t be circumvented by %s',
    async (header) => {
      const statuses: number[] = [];
      for (let n = 0; n < RATE_CLASSES.login.max + 1; n += 1) {
        const address = header === 'forwarded' ? `for=198.51.100.${n}` : `198.51.100.${n}`;
        statuses.push((await callWithRate('login', { [header]: address })).statusCode);
      }
      expect(statuses.at(-1)).toBe(429);
    },
  );

  it('use the forwarded address where a proxy is trusted', async () => {
    await http.app.close();
    http = await startHttp({ TRUST_PROXY: '1' });
    const fromAddress = (n: number) => callWithRate('login', { 'x-forwarded-for': `198.51.100.${n}` });
    for (let n = 0; n < RATE_CLASSES.login.max; n += 1) await fromAddress(1);
    expect((await fromAddress(1)).statusCode).toBe(429);
    expect((await fromAddress(2)).statusCode).toBe(200);
  });

  it('are checked before the body is read, for callers without a valid token', async () => {
    http.route(
      endpoint('POST', '/guarded', {
        access: 'staff',
        rate: 'login',
        summary: '',
        reply: Type.Unknown(),
      }),
      async () => ({}),
    );
    const sendGuess = () =>
      http.app.inject({
        method: 'POST',
        url: '/api/guarded',
        headers: { authorization: 'Bearer guess', 'content-type': 'application/json' },
        payload: '{not json',
      });
    for (let n = 0; n < RATE_CLASSES.login.max; n += 1) expect((await sendGuess()).statusCode).toBe(401);
    expect((await sendGuess()).statusCode).toBe(429);
  });
});

it('a cookie does not authenticate: only the header does', async () => {
  http.route(
    endpoint('GET', '/own', {
      access: 'staff',
      rate: 'read',
      summary: '',
      reply: Type.Unknown(),
    }),
    async () => ({ status: 'OK' }),
  );
  const sendWithHeaders = (headers: Record<string, string>) => http.app.inject({ url: '/api/own', headers });
  const token = 'staff with passkey';
  const cookie = `sarraf_token=${encodeURIComponent(`Bearer ${token}`)}; sarraf.token=${token}`;
  expect((await sendWithHeaders({ cookie })).statusCode).toBe(401);
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEARER '])
    expect((await sendWithHeaders({ authorization: `${scheme} ${token}` })).statusCode).toBe(200);
  for (const scheme of ['Basic', 'Bearertoken', 'Bearer,', ''])
    expect((await sendWithHeaders({ authorization: `${scheme} ${token}` })).statusCode).toBe(401);
  expect((await sendWithHeaders({ authorization: `Bearer${token}` })).statusCode).toBe(401);
});

describe('a production server', () => {
  const openStream = (path: string, token: string) =>
    http.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${token}` } });

  it('requires an authenticator of the staff, and also a passkey of an admin', async () => {
    http.route(
      endpoint('GET', '/staff-only', {
        access: 'staff',
        rate: 'read',
        summary: '',
        reply: Type.Unknown(),
      }),
      async () => ({ status: 'OK' }),
    );
    const without = await openStream('/staff-only', 'staff');
    expect([without.statusCode, without.json().message]).toEqual([403, 'AUTHENTICATOR_REQUIRED']);
    const half = await openStream('/staff-only', 'staff with authenticator');
    expect([half.statusCode, half.json().message]).toEqual([403, 'PASSKEY_REQUIRED']);
    expect((await openStream('/staff-only', 'staff with passkey')).statusCode).toBe(200);
  });

  it('serves the API viewer from an origin of its own, which can read public data', async () => {
    const config = loadConfig(PRODUCTION_SETTINGS);
    const documented = await createHttp({
      config,
      log: createLog('silent'),
      clock: systemClock,
      authenticate: async () => null,
    });
    await addApiDocuments(documented, { config, name: 'Sarraf' });
    const page = await documented.app.inject('/api/docs');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/^sandbox allow-scripts/);
    expect(policy).not.toContain('allow-same-origin');
    expect(page.body).toContain('data-may-try="false"');
    for (const path of ['/json', '/static/viewer.js', '/static/swagger-ui-bundle.js']) {
      const { headers, statusCode } = await documented.app.inject(`/api/docs${path}`);
      expect([statusCode, headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin']);
    }
    await documented.app.close();
  });

  it('lets no page use plain text as markup or as the URL of a script', async () => {
    const { headers } = await http.app.inject('/');
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
  });

  it('serves nothing of the sandbox', async () => {
    http.route(
      endpoint('GET', '/toy', {
        access: 'sandbox',
        rate: 'read',
        summary: '',
        reply: Type.Unknown(),
      }),
      async () => ({ status: 'OK' }),
    );
    expect((await openStream('/toy', 'staff with passkey')).statusCode).toBe(404);
  });
});

describe('S31: error responses', () => {
  /** A stack, a file, a query, a table, a product or its version. */
  const REVEALING_TEXTS =
    /\bat .+:\d+|node_modules|node:|\/work|\/src\/|\.ts\b|\.js\b|select |insert |relation |constraint|postgres|\bpg_|fastify|FST_|ajv|nodejs|\b\d+\.\d+\.\d+\b/i;

  beforeEach(() => {
    http.route(
      endpoint('POST', '/form/:id', {
        access: 'public',
        rate: 'read',
        summary: '',
        params: Type.Object({ id: Type.Integer() }, open),
        query: Type.Object({ page: Type.Optional(Type.Integer()) }, open),
        body: Type.Object({ amount: Type.String({ pattern: '^[0-9]+$' }) }, open),
        reply: Type.Object({ status: Type.String() }, open),
      }),
      async ({ body }) => {
        const sqlError = new Error('duplicate key value violates unique constraint "users_email_key"');
        if (body.amount === '1') throw Object.assign(sqlError, { code: '23505', table: 'users' });
        if (body.amount === '2') throw new TypeError("Cannot read properties of undefined (reading 'id')");
        if (body.amount === '3') throw Object.assign(new Error('x'), { statusCode: 503 });
        if (body.amount === '4') throw 'a string';
        return { status: 'OK' };
      },
    );
    http.route(
      endpoint('POST', '/upload', {
        access: 'public',
        rate: 'read',
        summary: '',
        body: Type.Object({}, open),
        files: { names: ['file'], maxBytes: 1000 },
        reply: Type.Unknown(),
      }),
      async () => ({ status: 'OK' }),
    );
  });

  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'multipart/form-data; boundary=edge' };
  const multipartPart = (name: string, size: number) =>
    `--edge\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\n` +
    `content-type: image/png\r\n\r\n${'x'.repeat(size)}\r\n--edge--\r\n`;
  const FAILING_REQUESTS: [
    string,
    number,
    { url: string; headers?: Record<string, string>; payload?: string },
  ][] = [
    ['malformed JSON', 400, { url: '/api/form/1', headers: json, payload: '{"amount": ' }],
    ['a body of another type', 400, { url: '/api/form/1', headers: json, payload: '[1, 2]' }],
    ['a field of another type', 400, { url: '/api/form/1', headers: json, payload: '{"amount": {"a": 1}}' }],
    [
      'a field that breaks its pattern',
      400,
      { url: '/api/form/1', headers: json, payload: '{"amount":"x"}' },
    ],
    ['a missing field', 400, { url: '/api/form/1', headers: json, payload: '{}' }],
    ['a key of the prototype', 400, { url: '/api/form/1', headers: json, payload: '{"__proto__":{"a":1}}' }],
    ['a parameter of another type', 400, { url: '/api/form/x', headers: json, payload: '{"amount":"9"}' }],
    ['a query of another type', 400, { url: '/api/form/1?page=x', headers: json, payload: '{"amount":"9"}' }],
    [
      'a body of an unknown kind',
      400,
      { url: '/api/form/1', headers: { 'content-type': 'text/x' }, payload: 'a' },
    ],
    [
      'a body that is too large',
      413,
      { url: '/api/form/1', headers: json, payload: `"${'x'.repeat(100_001)}"` },
    ],
    ['a path that is no endpoint', 404, { url: '/api/nothing', headers: json, payload: '{}' }],
    ['a path that can’t be read', 400, { url: '/api/%ZZ', headers: json, payload: '{}' }],
    ['a path that climbs', 404, { url: '/api/../../etc/passwd', headers: json, payload: '{}' }],
    ['an error of the database', 500, { url: '/api/form/1', headers: json, payload: '{"amount":"1"}' }],
    ['an error of ours', 500, { url: '/api/form/1', headers: json, payload: '{"amount":"2"}' }],
    ['an outage', 503, { url: '/api/form/1', headers: json, payload: '{"amount":"3"}' }],
    [
      'something thrown that is no error',
      500,
      { url: '/api/form/1', headers: json, payload: '{"amount":"4"}' },
    ],
    [
      'a form where none is taken',
      400,
      { url: '/api/form/1', headers: form, payload: multipartPart('file', 10) },
    ],
    ['no form where one is taken', 400, { url: '/api/upload', headers: json, payload: '{}' }],
    [
      'a file nobody asked for',
      400,
      { url: '/api/upload', headers: form, payload: multipartPart('other', 10) },
    ],
    [
      'a file that is too large',
      413,
      { url: '/api/upload', headers: form, payload: multipartPart('file', 2000) },
    ],
    [
      'a form that is cut off',
      400,
      { url: '/api/upload', headers: form, payload: multipartPart('file', 10).slice(0, 90) },
    ],
    [
      'a form without a boundary',
      400,
      { url: '/api/upload', headers: { 'content-type': 'multipart/form-data' }, payload: 'x' },
    ],
  ];

  it.each(FAILING_REQUESTS)('reveal no internals: %s', async (_what, status, request) => {
    const answer = await http.app.inject({ method: 'POST', ...request });
    expect({ status: answer.statusCode, body: answer.json() }).toEqual({
      status,
      body: {
        status: expect.stringMatching(/^[A-Z_]+$/),
        message: expect.stringMatching(/^[A-Z_]+$/),
        errors: expect.any(Array),
      },
    });
    expect(answer.body).not.toMatch(REVEALING_TEXTS);
    const { 'content-security-policy': _policy, ...headers } = answer.headers;
    expect(JSON.stringify(headers)).not.toMatch(REVEALING_TEXTS);
    expect(Object.keys(headers)).not.toContain('server');
    expect(Object.keys(headers)).not.toContain('x-powered-by');
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });

  it.each(['PATCH', 'PROPFIND', 'TRACE'] as const)('reveal no internals: method %s', async (method) => {
    const answer = await http.app.inject({ method: method as 'PATCH', url: '/api/form/1' });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toMatch(REVEALING_TEXTS);
  });

  it('reveal no internals for malformed HTTP and endless headers', async () => {
    await http.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = http.app.server.address() as { port: number };
    for (const raw of ['nonsense\r\n\r\n', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`]) {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.on('data', (data) => {
        text += data.toString();
      });
      socket.on('error', () => {});
      socket.write(raw);
      await once(socket, 'close');
      expect(text).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(text.replace('HTTP/1.1', '')).not.toMatch(REVEALING_TEXTS);
    }
  });
});

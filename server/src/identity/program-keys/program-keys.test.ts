import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createIdentityFixture, type IdentityFixture } from '../../../test/identity.ts';
import {
  buildProgramText,
  createKeyPair,
  createPairProgram,
  createSecretProgram,
  createSignedHeaders,
  type Program,
} from '../../../test/program.ts';
import { pollUntil } from '../../../test/waiting.ts';
import { Stream } from '../../platform/http/stream/stream.ts';
import { WIDE_LIMITS } from '../codes/limits.ts';

const DAY = 86_400_000;
const EMAIL = 'ann@sarraf.test';
let context: IdentityFixture;
let token: string;
let stream: Stream;
let port: number;

const base = { access: 'user', rate: 'read', summary: '' } as const;
const read = { ...base, method: 'GET', path: '/test/read', permission: 'READ', reply: Type.Any() } as const;
const trade = {
  ...base,
  method: 'POST',
  path: '/test/trade',
  rate: 'order',
  permission: 'TRADE',
  settles: true,
  body: Type.Object({ amount: Type.Optional(Type.String()) }),
  reply: Type.Any(),
} as const;
/** Calls of this class that a key may make in a minute. */
const PAYMENTS = 2;
const pay = { ...read, path: '/test/pay', rate: 'money' } as const;
const closed = { ...base, method: 'GET', path: '/test/closed', reply: Type.Any() } as const;
const open = { ...base, access: 'public', method: 'GET', path: '/test/open', reply: Type.Any() } as const;
const done: unknown[] = [];

beforeAll(async () => {
  context = await createIdentityFixture({
    limits: WIDE_LIMITS,
    rates: { money: { max: PAYMENTS, windowMs: 60_000 } },
  });
  const { http } = context;
  http.route(read, ({ caller }) => ({ id: caller.program?.id ?? null }));
  http.route(trade, ({ body }) => {
    done.push(body);
    return { done: done.length };
  });
  http.route(pay, () => ({}));
  http.route(closed, () => ({}));
  http.route(open, () => ({ open: true }));
  stream = new Stream(http, context.identity.authenticate, { now: context.clock.now, pingMs: 2_000 });
  stream.openPrivateChannel('orders');
  context.bus.subscribe('user', ({ userId }) => stream.disconnectUser(userId));
  await context.signUp(EMAIL);
  await http.app.listen({ host: '127.0.0.1', port: 0 });
  port = (http.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  stream.close();
  await context.close();
});
/** Addresses of the previous test's keys may still be written in the meantime. */
async function noKeys(): Promise<boolean> {
  await sql`delete from program_key_addresses`.execute(context.db);
  return sql`delete from program_keys`.execute(context.db).then(
    () => true,
    (error: { code?: string }) => {
      if (error.code !== '23503') throw error;
      return false;
    },
  );
}

beforeEach(async () => {
  await pollUntil(noKeys, 60_000);
  await sql`update users set authentication_type = 'AUTHORIZED', frozen_at = null, frozen_by = null,
    api_level = 'STANDARD'`.execute(context.db);
  context.bus.publish('missed', { at: 0 });
  token = await context.signIn(EMAIL);
  done.length = 0;
});

const make = (body: object) =>
  context.callProved('POST', '/users/api-keys', {
    token,
    body: { label: 'bot', kind: 'HMAC', permissions: ['READ', 'TRADE'], ...body },
  });

/** Creates a key of either kind. */
async function program(more: object = {}, kind: 'ED25519' | 'HMAC' = 'HMAC'): Promise<Program> {
  const pair = createKeyPair();
  const { status, body } = await make({
    kind,
    ...(kind === 'ED25519' && { publicKey: pair.publicKey }),
    ...more,
  });
  expect([status, body.message]).toEqual([200, 'API key made']);
  const { apiKey, secret } = body.baseDTO;
  return kind === 'HMAC'
    ? createSecretProgram(apiKey.id, secret)
    : createPairProgram(apiKey.id, pair.privateKey);
}

interface Asking {
  method?: 'GET' | 'POST';
  path?: string;
  body?: string;
  time?: number;
  headers?: Record<string, string>;
  ip?: string;
}

async function ask(
  by: Program,
  { method = 'GET', path = '/test/read', body, time, headers, ip }: Asking = {},
) {
  context.clock.advance(1);
  const request = { method, path: `/api${path}`, body, time: time ?? context.clock.now() };
  const answer = await context.http.app.inject({
    method,
    url: request.path,
    headers: {
      ...createSignedHeaders(by, request),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: body }),
    ...(ip && { remoteAddress: ip }),
  });
  return {
    status: answer.statusCode,
    body: answer.json(),
    headers: answer.headers,
    message: answer.json().message,
  };
}

const withdrawing = {
  permissions: ['WITHDRAW'],
  addresses: ['203.0.113.7'],
  withdrawalLimit: '5000000',
};
const post = (body: string): Asking => ({ method: 'POST', path: '/test/trade', body });

describe('creating a key', () => {
  it.each(['ED25519', 'HMAC'] as const)('%s: the key signs what its permissions allow', async (kind) => {
    const bot = await program({}, kind);
    expect((await ask(bot)).body).toEqual({ id: bot.id });
    expect((await ask(bot, post('{"amount":"1"}'))).body).toEqual({ done: 1 });
    expect((await ask(bot, { path: '/users/api-keys/self' })).body.baseDTO).toMatchObject({
      apiKey: { id: bot.id, kind, permissions: ['READ', 'TRADE'], state: 'ACTIVE' },
      level: 'STANDARD',
    });
  });

  it('requires a proof for it, and uses that up', async () => {
    const body = { label: 'x', kind: 'HMAC', permissions: ['READ'] };
    const first = await context.call('POST', '/users/api-keys', { token, body });
    expect(first.body).toMatchObject({ message: 'CONFIRMATION_NEEDED', data: { change: 'API_KEY' } });
    expect((await make({})).status).toBe(200);
    expect((await context.call('POST', '/users/api-keys', { token, body })).status).toBe(403);
  });

  it('notifies the owner, with a freeze link, and audits it', async () => {
    await program({ label: '  my   bot ', ...withdrawing });
    const [letter] = await context.notices(EMAIL);
    expect(letter?.text).toMatch(/my bot/);
    expect(letter?.text).toMatch(/\/freeze#/);
    const { rows } = await sql<{ detail: string }>`select detail from audit_log where action = 'API key made'
      order by number desc limit 1`.execute(context.db);
    expect(JSON.parse(rows[0]?.detail ?? '{}')).toMatchObject({
      permissions: 'WITHDRAW',
      addresses: '203.0.113.7',
      withdrawalLimit: '5000000',
    });
  });

  const { publicKey } = createKeyPair();
  const ed = { kind: 'ED25519', publicKey };
  it.each([
    ['label', { label: ' ' }],
    ['label', { label: 'a\u202eb' }],
    ['label', { label: 'x'.repeat(61) }],
    ['publicKey', { kind: 'ED25519' }],
    ['publicKey', { publicKey }],
    ['permissions', { permissions: [] }],
    ['permissions', { permissions: ['ADMIN'] }],
    ['addresses', { ...withdrawing, addresses: [] }],
    ['withdrawalLimit', { ...withdrawing, withdrawalLimit: undefined }],
    ['withdrawalLimit', { ...withdrawing, withdrawalLimit: '0' }],
    ['withdrawalLimit', { ...withdrawing, withdrawalLimit: '-1' }],
    ['withdrawalLimit', { ...withdrawing, withdrawalLimit: '1.5' }],
    ['withdrawalLimit', { withdrawalLimit: '5000000' }],
    ['addresses', { addresses: ['0.0.0.0/0'] }],
    ['addresses', { addresses: ['10.0.0.0/15'] }],
    ['addresses', { addresses: ['2001::/31'] }],
    ['addresses', { addresses: ['example.org'] }],
    ['addresses', { addresses: Array.from({ length: 21 }, (_, i) => `10.0.0.${i}`) }],
    ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['expiresAt', { expiresAt: '2027-06-01T00:00:00Z' }],
    ['expiresAt', { expiresAt: 'tomorrow' }],
  ])('is refused for %s', async (field, more) => {
    const { status, body } = await make(more);
    expect([status, body.message]).toEqual([400, 'BAD_REQUEST']);
    expect(body.errors.join()).toContain(field);
  });

  const privatePem = createKeyPair().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  it.each([
    ['of a private key', privatePem],
    ['of nothing', 'x'],
    ['of 31 bytes', Buffer.alloc(31, 7).toString('base64')],
    ['of the point that signs for everybody', `01${'00'.repeat(31)}`],
    ...['00', '01'].map((first) => [
      `of small order ${first}`,
      Buffer.from(first + '00'.repeat(31), 'hex').toString('base64'),
    ]),
    ['of small order, with its sign', Buffer.from(`01${'00'.repeat(30)}80`, 'hex').toString('base64')],
  ])('refuses the public key %s', async (_, text) => {
    expect((await make({ ...ed, publicKey: text })).body.message).toBe('INVALID_PUBLIC_KEY');
  });

  it('accepts 32 bytes in base64 as well as PEM', async () => {
    const pair = createKeyPair();
    const raw = pair.privateKey.export({ format: 'jwk' }).x ?? '';
    const bot = await make({ kind: 'ED25519', publicKey: Buffer.from(raw, 'base64url').toString('base64') });
    expect((await ask(createPairProgram(bot.body.baseDTO.apiKey.id, pair.privateKey))).status).toBe(200);
  });

  it('is limited to twenty per user, also with concurrent requests', async () => {
    for (let i = 0; i < 18; i += 1) await make({});
    const tokens: string[] = [];
    for (let i = 0; i < 5; i += 1) tokens.push(await context.signIn(EMAIL));
    const others = await Promise.all(
      tokens.map(async (own) =>
        context.callProved('POST', '/users/api-keys', {
          token: own,
          body: { label: 'x', kind: 'HMAC', permissions: ['READ'] },
        }),
      ),
    );
    expect(others.map(({ body }) => body.message).sort()).toEqual([
      'API key made',
      'API key made',
      'TOO_MANY_API_KEYS',
      'TOO_MANY_API_KEYS',
      'TOO_MANY_API_KEYS',
    ]);
  });

  it('seals the grant: rows written into the table create no key and extend none', async () => {
    const bot = await program({ permissions: ['READ'] });
    const other = await program({ permissions: ['READ', 'TRADE'] });
    const { rows } = await sql<{ row: string }>`select k::text as row from program_keys k`.execute(
      context.db,
    );
    for (const { row } of rows) expect(row).not.toMatch(/TRADE|READ|HMAC/);
    await sql`update program_keys set grant_encrypted =
      (select grant_encrypted from program_keys where id = ${other.id}) where id = ${bot.id}`.execute(
      context.db,
    );
    context.bus.publish('missed', { at: 0 });
    expect((await ask(bot)).message).toBe('API_KEY_REFUSED');
    expect((await context.call('GET', '/users/api-keys', { token })).body.content).toHaveLength(1);
  });
});

describe('a signature', () => {
  it.each(['ED25519', 'HMAC'] as const)(
    '%s covers time, method, path, query and body, and nothing else verifies',
    async (kind) => {
      const bot = await program({}, kind);
      const time = context.clock.now();
      const right = { method: 'POST', path: '/api/test/trade', body: '{"amount":"1"}', time };
      const inject = async (over: object, fields: object = {}) => {
        const answer = await context.http.app.inject({
          method: 'POST',
          url: '/api/test/trade',
          payload: right.body,
          headers: {
            ...createSignedHeaders(bot, { ...right, ...over }),
            'content-type': 'application/json',
            'x-api-time': String(time),
          },
          ...fields,
        });
        return answer.json().message;
      };
      const wrong = [
        await inject({ method: 'PUT' }),
        await inject({ path: '/api/test/trade?x=1' }),
        await inject({ path: '/test/trade' }),
        await inject({ body: '{"amount":"2"}' }),
        await inject({ body: '' }),
        await inject({ time: time + 1 }),
        await inject({}, { payload: '{"amount": "1"}' }),
        await inject({}, { payload: '' }),
      ];
      expect(wrong).toEqual(Array(8).fill('API_KEY_REFUSED'));
      expect(done).toEqual([]);
    },
  );

  it('gets the same refusal for an unknown key, another key, a wrong signature and a revoked key', async () => {
    const [bot, other] = [await program(), await program()];
    const deletedKey = await program();
    await context.call('DELETE', `/users/api-keys/${deletedKey.id}`, { token });
    const answers = [
      await ask({ ...bot, id: '01900000-0000-7000-8000-000000000000' }),
      await ask({ ...bot, id: 'nonsense' }),
      await ask({ ...bot, id: other.id }),
      await ask({ ...bot, sign: () => 'A'.repeat(88) }),
      await ask(deletedKey),
    ];
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toEqual(
      new Set([JSON.stringify([401, { status: 'UNAUTHORIZED', message: 'API_KEY_REFUSED', errors: [] }])]),
    );
  });

  it('is accepted once, within five seconds of our clock', async () => {
    const bot = await program();
    const now = context.clock.now() + 1;
    const at = async (time: number) => (await ask(bot, { time })).message ?? 'read';
    expect(await at(now - 5_000)).toBe('read');
    const late = await ask(bot, { time: context.clock.now() - 5_002 });
    expect(late).toMatchObject({
      status: 401,
      body: { message: 'TIMESTAMP_OUT_OF_WINDOW', data: { serverTime: context.clock.now(), window: 5_000 } },
    });
    expect(await at(context.clock.now() + 5_002)).toBe('TIMESTAMP_OUT_OF_WINDOW');
    const time = context.clock.now() + 5_000;
    expect([await at(time), await at(time), await at(time)]).toEqual([
      'read',
      'SIGNATURE_USED',
      'SIGNATURE_USED',
    ]);
  });

  it('executes its call once when sent fifty times concurrently', async () => {
    const bot = await program();
    const time = context.clock.now() + 100;
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(bot, { ...post('{}'), time })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ message }) => message))).toEqual(new Set([undefined, 'SIGNATURE_USED']));
    expect(done).toHaveLength(1);
  });

  it('is checked when the body has arrived, not when the headers have', async () => {
    const bot = await program();
    const request = { method: 'POST', path: '/api/test/trade', body: '{}', time: context.clock.now() };
    const lines = Object.entries(createSignedHeaders(bot, request)).map(
      ([name, text]) => `${name}: ${text}\r\n`,
    );
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /api/test/trade HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n${lines.join('')}\r\n{`,
    );
    // The headers have been read once the server requests the rest.
    const [going] = await once(socket, 'data');
    expect(String(going)).toContain('100 Continue');
    context.clock.advance(5_001);
    socket.write('}');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('TIMESTAMP_OUT_OF_WINDOW');
    expect(done).toEqual([]);
    socket.destroy();
  });

  it.each(['x-api-key', 'x-api-time', 'x-api-signature'])(
    'is refused as a bad request with a missing or malformed %s',
    async (name) => {
      const bot = await program();
      for (const text of ['', 'سلام', '-1', 'x'.repeat(200)]) {
        const answer = await ask(bot, { headers: { [name]: encodeURI(text).slice(0, 200) } });
        const errorField = answer.body.errors?.[0]?.toLowerCase();
        expect(answer.message === 'API_KEY_REFUSED' || errorField === name).toBe(true);
        expect(answer.status).not.toBe(200);
      }
    },
  );

  it('is refused in addition to a session, whatever the endpoint', async () => {
    const bot = await program();
    for (const path of ['/test/read', '/test/open', '/test/closed', '/users/account']) {
      const answer = await ask(bot, { path, headers: { authorization: `Bearer ${token}` } });
      expect([path, answer.body]).toEqual([
        path,
        { status: 'BAD_REQUEST', message: 'BAD_REQUEST', errors: ['Authorization', 'X-Api-Key'] },
      ]);
    }
  });
});

describe('permissions of a key', () => {
  it('allow what the contract requires of them', async () => {
    const reader = await program({ permissions: ['READ'] });
    const trader = await program({ permissions: ['TRADE'] });
    expect(await ask(reader, post('{}'))).toMatchObject({
      status: 403,
      body: { message: 'API_KEY_PERMISSION', data: { permission: 'TRADE' } },
    });
    expect((await ask(trader)).message).toBe('API_KEY_PERMISSION');
    expect((await ask(reader, { path: '/test/closed' })).message).toBe('API_KEY_NOT_ALLOWED');
    expect((await ask(reader, { path: '/users/api-keys' })).message).toBe('API_KEY_NOT_ALLOWED');
    // Public endpoints are open, also to a client that signs all its requests.
    expect((await ask(reader, { path: '/test/open' })).body).toEqual({ open: true });
  });

  it('apply only from its addresses, which can only be reduced', async () => {
    const bot = await program({ addresses: ['203.0.113.0/24', '2001:db8::/48'] });
    const from = async (ip: string) => (await ask(bot, { ip })).message ?? 'read';
    expect(await from('203.0.113.9')).toBe('read');
    expect(await from('::ffff:203.0.113.9')).toBe('read');
    expect(await from('2001:db8::9')).toBe('read');
    const other = await ask(bot, { ip: '203.0.114.9' });
    expect(other).toMatchObject({
      status: 403,
      body: { message: 'API_KEY_ADDRESS', data: { address: '203.0.114.9' } },
    });
    const change = (body: object) => context.call('PUT', `/users/api-keys/${bot.id}`, { token, body });
    for (const addresses of [[], ['203.0.114.0/24'], ['203.0.112.0/23'], ['203.0.113.9', '198.51.100.1']])
      expect((await change({ addresses })).body).toMatchObject({
        message: 'BAD_REQUEST',
        errors: ['addresses'],
      });
    expect((await change({ addresses: ['203.0.113.128/25'], label: 'moved' })).body.baseDTO).toMatchObject({
      addresses: ['203.0.113.128/25'],
      label: 'moved',
    });
    expect([await from('203.0.113.9'), await from('203.0.113.200')]).toEqual(['API_KEY_ADDRESS', 'read']);
  });

  it('end when the key expires', async () => {
    const bot = await program({ expiresAt: new Date(context.clock.now() + 60_000).toISOString() });
    expect((await ask(bot)).status).toBe(200);
    context.clock.advance(60_000);
    expect(await ask(bot)).toMatchObject({ status: 401, message: 'API_KEY_EXPIRED' });
    token = await context.signIn(EMAIL);
    expect((await context.call('GET', '/users/api-keys', { token })).body.content[0].state).toBe('EXPIRED');
  });

  it('are suspended while the account is frozen, and void if the owner is blocked', async () => {
    const bot = await program();
    const as = async (set: string) => {
      await sql`${sql.raw(`update users set ${set}`)}`.execute(context.db);
      context.bus.publish('missed', { at: 0 });
      return (await ask(bot)).message ?? 'read';
    };
    expect(await as("frozen_at = now(), frozen_by = 'OWNER'")).toBe('ACCOUNT_FROZEN');
    expect(await as('frozen_at = null, frozen_by = null')).toBe('read');
    expect(await as("blocked_at = now(), blocked_reason = 'x'")).toBe('API_KEY_REFUSED');
    await sql`update users set blocked_at = null, blocked_reason = null`.execute(context.db);
  });

  it('survive the end of sessions, unless the owner includes keys', async () => {
    const [bot, other] = [await program(), await program()];
    await context.call('DELETE', '/users/sessions', { token });
    expect((await ask(bot)).status).toBe(200);
    await context.call('DELETE', '/users/sessions?keys=true', { token });
    expect([(await ask(bot)).message, (await ask(other)).message]).toEqual([
      'API_KEY_REFUSED',
      'API_KEY_REFUSED',
    ]);
    const { rows } = await sql`select from program_keys where grant_encrypted is not null`.execute(
      context.db,
    );
    expect(rows).toEqual([]);
  });

  it('end immediately on revocation, which no other user can do', async () => {
    const bot = await program();
    await context.signUp('ben@sarraf.test').catch(() => {});
    const ben = await context.signIn('ben@sarraf.test');
    expect((await context.call('DELETE', `/users/api-keys/${bot.id}`, { token: ben })).status).toBe(404);
    expect(
      (await context.call('PUT', `/users/api-keys/${bot.id}`, { token: ben, body: { label: 'x' } })).status,
    ).toBe(404);
    // While it is in use.
    const calls = Array.from({ length: 100 }, (_, i) => ask(bot, { time: context.clock.now() + i + 200 }));
    await context.call('DELETE', `/users/api-keys/${bot.id}`, { token });
    expect((await ask(bot)).message).toBe('API_KEY_REFUSED');
    await Promise.all(calls);
    expect((await ask(bot)).message).toBe('API_KEY_REFUSED');
    expect((await context.call('DELETE', `/users/api-keys/${bot.id}`, { token })).status).toBe(404);
  });
});

describe('the rate limit of a key', () => {
  it('is counted per class, reported with each response, and ten times as high for a market maker', async () => {
    const [bot, other] = [await program(), await program()];
    const spend = async (by: Program) => {
      const { status, headers } = await ask(by, { path: '/test/pay' });
      return [status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']].map(Number);
    };
    expect([await spend(bot), await spend(bot)]).toEqual([
      [200, PAYMENTS, 1],
      [200, PAYMENTS, 0],
    ]);
    const refusal = await ask(bot, { path: '/test/pay' });
    expect(refusal).toMatchObject({ status: 429, message: 'TOO_MANY_REQUESTS' });
    const { 'retry-after': wait, 'x-ratelimit-reset': reset } = refusal.headers;
    expect([Number(wait), Number(reset)]).toEqual(Array(2).fill(refusal.body.data.retryAfter));
    expect(refusal.body.data.retryAfter).toBeGreaterThan(0);
    expect((await ask(bot)).status).toBe(200);
    expect(await spend(other)).toEqual([200, PAYMENTS, 1]);
    await sql`update users set api_level = 'MARKET_MAKER'`.execute(context.db);
    context.bus.publish('missed', { at: 0 });
    // The refused call was counted too.
    expect(await spend(bot)).toEqual([200, 10 * PAYMENTS, 10 * PAYMENTS - 4]);
    expect((await ask(bot, { path: '/users/api-keys/self' })).body.baseDTO.level).toBe('MARKET_MAKER');
  });
});

describe('addresses that a key is used from', () => {
  it('are recorded, and the owner is notified once of each, five times a day at most', async () => {
    const bot = await program();
    const count = async () => {
      await context.notices(EMAIL);
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from notices
        where kind = 'API_KEY_USED'`.execute(context.db);
      return rows[0]?.count ?? 0;
    };
    const before = await count();
    const countAdded = async () => (await count()) - before;
    for (let i = 0; i < 3; i += 1) await ask(bot, { ip: '203.0.113.7' });
    await context.identity.writeUses();
    expect(await countAdded()).toBe(1);
    const [row] = (await context.call('GET', '/users/api-keys', { token })).body.content;
    expect(row).toMatchObject({ lastIpAddress: '203.0.113.7', lastUsedAtDateTime: expect.any(String) });
    await ask(bot, { ip: '203.0.113.7' });
    await ask(bot, { ip: '2001:db8::1' });
    await ask(bot, { ip: '2001:db8::2' });
    await context.identity.writeUses();
    expect(await countAdded()).toBe(2);
    for (let i = 10; i < 30; i += 1) await ask(bot, { ip: `198.51.100.${i}` });
    await context.identity.writeUses();
    expect(await countAdded()).toBe(5);
  });

  it('are not recorded for refused calls', async () => {
    const bot = await program({ addresses: ['203.0.113.7'] });
    await ask(bot, { ip: '203.0.113.8' });
    await ask({ ...bot, sign: () => 'A'.repeat(44) }, { ip: '203.0.113.7' });
    await context.identity.writeUses();
    const { rows } = await sql`select from program_key_addresses`.execute(context.db);
    expect(rows).toEqual([]);
  });
});

describe('a stream', () => {
  async function open(message: object) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/stream`);
    const messages: { op?: string; message?: string; channel?: string }[] = [];
    socket.on('message', (data) => messages.push(JSON.parse(String(data))));
    const ended = once(socket, 'close').then(([code]) => code as number);
    await once(socket, 'open');
    socket.send(JSON.stringify({ op: 'auth', ...message }));
    socket.send(JSON.stringify({ op: 'subscribe', channels: ['orders'] }));
    await pollUntil(async () => messages.length >= 2, 5_000);
    return { messages, ended, socket };
  }
  const signedIn = (bot: Program, time = context.clock.now()) => ({
    key: bot.id,
    time: String(time),
    signature: bot.sign(buildProgramText({ method: 'GET', path: '/api/stream', time })),
  });

  it.each(['ED25519', 'HMAC'] as const)(
    'is authenticated by a key with READ (%s), once per signature',
    async (kind) => {
      const bot = await program({}, kind);
      const login = signedIn(bot);
      const { messages, socket } = await open(login);
      expect(messages).toMatchObject([{ op: 'authenticated' }, { channel: 'orders', type: 'snapshot' }]);
      const again = await open(login);
      expect(again.messages).toMatchObject([{ message: 'SIGNATURE_USED' }, { message: 'Invalid Token' }]);
      socket.close();
      again.socket.close();
    },
  );

  it('is refused without READ, with a wrong or old signature, and with key and token together', async () => {
    const bot = await program({ permissions: ['TRADE'] });
    const messages = [
      [signedIn(bot), 'API_KEY_PERMISSION'],
      [{ ...signedIn(bot), signature: 'A'.repeat(44) }, 'API_KEY_REFUSED'],
      [signedIn(bot, context.clock.now() - 5_001), 'TIMESTAMP_OUT_OF_WINDOW'],
      [{ ...signedIn(bot), token }, 'BAD_REQUEST'],
      [{ key: bot.id }, 'BAD_REQUEST'],
      [{ ...signedIn(bot), time: 'x' }, 'BAD_REQUEST'],
    ] as const;
    for (const [message, code] of messages) {
      const { messages, socket } = await open(message);
      expect(messages.map((one) => one.message)).toEqual([code, 'Invalid Token']);
      socket.close();
    }
  });

  it('ends when its key is revoked or expires', async () => {
    const bot = await program();
    const revoked = await open(signedIn(bot));
    await context.call('DELETE', `/users/api-keys/${bot.id}`, { token });
    expect(await revoked.ended).toBe(4001);
    // The stream's timers use the real clock, to whose end the other one is advanced.
    const short = await program({ expiresAt: new Date(context.clock.now() + 61_000).toISOString() });
    context.clock.advance(60_500);
    const expiring = await open(signedIn(short));
    expect(expiring.messages[0]).toEqual({ op: 'authenticated' });
    const startedAt = performance.now();
    expect(await expiring.ended).toBe(4001);
    // Half a second, on an idle machine.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});

it('a new key may withdraw after a day', async () => {
  await program(withdrawing);
  const [row] = (await context.call('GET', '/users/api-keys', { token })).body.content;
  expect(Date.parse(row.withdrawsFromDateTime) - Date.parse(row.createdAtDateTime)).toBe(DAY);
  expect(row.withdrawalLimit).toBe('5000000');
});

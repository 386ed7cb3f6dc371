/**
 * Behind a real proxy, configured as in deploy/, a visitor's own X-Forwarded-For has no effect: only the proxy's
 * counts.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type Sarraf, startSarraf } from '../src/main.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { hasProxy, type ProxyName, startProxy } from './proxy.ts';
import { callServer, DEMO_PASSWORD, findFreePort } from './running-server.ts';

const MAX_LOGINS = 8;
const MAX_READS = 40;
const MAX_CONNECTIONS = 8;
/** Forged headers: a claimed address, in every form that some server trusts. */
const FORGED_HEADERS = {
  'x-real-ip': '5.160.10.10',
  'x-client-ip': '5.160.10.10',
  'cf-connecting-ip': '5.160.10.10',
  forwarded: 'for=5.160.10.10;proto=https;host=evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'ftp',
};
/** In Germany and in the United States, according to geolocation tables. */
const FOREIGN_ADDRESSES = ['85.214.132.117', '8.8.8.8'];

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer by looking into it.
type ProxyReply = { status: number; headers: IncomingHttpHeaders; body: any };

/** Sends a request from a local address, with any headers. */
function sendFrom(
  port: number,
  from: string,
  method: string,
  path: string,
  more: { body?: object; headers?: object },
) {
  return new Promise<ProxyReply>((resolve, reject) => {
    const outgoingRequest = request(
      {
        port,
        method,
        host: '127.0.0.1',
        localAddress: from,
        path: `/api${path}`,
        agent: false,
        servername: 'localhost',
        // Its certificate is self-signed for the test.
        rejectUnauthorized: false,
        headers: {
          host: `localhost:${port}`,
          ...FORGED_HEADERS,
          'content-type': 'application/json',
          ...more.headers,
        },
      },
      (response) => {
        let text = '';
        response.on('data', (part) => {
          text += part;
        });
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
          }),
        );
      },
    );
    outgoingRequest.on('error', reject);
    outgoingRequest.end(more.body && JSON.stringify(more.body));
  });
}

/** Each proxy, configured in both ways. */
const PROXY_CASES = [
  { name: 'nginx', trusted: '127.0.0.1' },
  { name: 'caddy', trusted: '1' },
] as const satisfies { name: ProxyName; trusted: string }[];

describe.for(PROXY_CASES)('behind $name, with TRUST_PROXY=$trusted', ({ name, trusted }) => {
  if (!hasProxy(name)) return it.skip(`${name} is not installed here`);
  let test: TestDatabase;
  let database: Database;
  let sarraf: Sarraf;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let visitors = 1;
  /** Returns an address that was not used yet. */
  const nextAddress = () => {
    visitors += 1;
    return `127.0.0.${visitors}`;
  };
  const logIn = (from: string, forwarded: string, password = DEMO_PASSWORD) =>
    sendFrom(proxy.port, from, 'POST', '/users/login', {
      body: { email: 'demo@sarraf.test', password },
      headers: { 'x-forwarded-for': forwarded },
    });

  beforeAll(async () => {
    test = await createTestDatabase();
    database = openDatabase(test.url, 1, TEST_AUDIT_KEY);
    const port = await findFreePort();
    const config = loadConfig({
      DATABASE_URL: test.url,
      PORT: String(port),
      LOG_LEVEL: 'silent',
      SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      TRUST_PROXY: trusted,
      RATE_LOGIN: String(MAX_LOGINS),
      RATE_READ: String(MAX_READS),
      CONNECTIONS_PER_ADDRESS: String(MAX_CONNECTIONS),
    });
    sarraf = await startSarraf(config);
    proxy = await startProxy(name, port);
  });
  beforeEach(() => database.db.deleteFrom('limit_counters' as never).execute());
  afterAll(async () => {
    await proxy?.stop();
    await sarraf?.stop();
    await database?.close();
    await test?.drop();
  });

  it('counts a visitor’s attempts together, whatever they claim to be, and no other visitor’s with them', async () => {
    const [guesser, other] = [nextAddress(), nextAddress()];
    const statuses: number[] = [];
    for (let n = 0; n <= MAX_LOGINS; n += 1)
      statuses.push((await logIn(guesser, `198.51.100.${n}, 203.0.113.${n}`, 'Wrong-pass-1')).status);
    expect(statuses.slice(0, -1)).not.toContain(429);
    expect(statuses.at(-1)).toBe(429);
    // Nor can they use up another visitor's limit.
    expect((await logIn(nextAddress(), other, 'Wrong-pass-1')).status).not.toBe(429);
    expect((await logIn(other, '', 'Wrong-pass-1')).status).not.toBe(429);
  });

  it('records the real address in the login history, and sends no notice of a foreign login', async () => {
    const visitor = nextAddress();
    const tokens: string[] = [];
    for (const forwarded of FOREIGN_ADDRESSES) {
      expect((await logIn(visitor, forwarded)).status).toBe(200);
      const { body: outbox } = await callServer(sarraf.url, 'GET', '/sandbox/outbox?to=demo@sarraf.test');
      const checked = await sendFrom(proxy.port, visitor, 'POST', '/users/check-otp-code', {
        body: { email: 'demo@sarraf.test', code: outbox[0].code },
        headers: { 'x-forwarded-for': forwarded },
      });
      expect(checked.status).toBe(200);
      tokens.push(checked.body.token);
    }
    const headers = {
      authorization: `Bearer ${tokens.at(-1)}`,
      'x-forwarded-for': FOREIGN_ADDRESSES.join(', '),
    };
    const { body: history } = await sendFrom(proxy.port, visitor, 'GET', '/users/login-history', { headers });
    expect(history.content.slice(0, 2).map((row: { ipAddress: string }) => row.ipAddress)).toEqual([
      visitor,
      visitor,
    ]);
    expect(JSON.stringify(history)).not.toMatch(/85\.214|8\.8\.8\.8|5\.160/);
    const { body: sessions } = await sendFrom(proxy.port, visitor, 'GET', '/users/sessions', { headers });
    expect(JSON.stringify(sessions)).not.toMatch(/85\.214|8\.8\.8\.8|5\.160/);
    const { body: notices } = await sendFrom(proxy.port, visitor, 'GET', '/notices', { headers });
    expect(JSON.stringify(notices)).not.toContain('NEW_DEVICE');
  });

  it('redirects no visitor to another site that a visitor named', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-for': '8.8.8.8' };
    const { headers: responseHeaders } = await sendFrom(
      proxy.port,
      nextAddress(),
      'GET',
      '/users/google-sso',
      {
        headers,
      },
    );
    expect(responseHeaders.location ?? '').not.toContain('evil.example');
  });

  /** Reads a stream up to its first reply; or returns how it was closed. */
  async function readStreamReply(from: string, path: string, words: object, forwarded = '8.8.8.8') {
    const socket = new WebSocket(`wss://localhost:${proxy.port}${path}`, {
      ...{ rejectUnauthorized: false, localAddress: from, family: 4 },
      headers: { 'x-forwarded-for': forwarded, ...FORGED_HEADERS, host: `localhost:${proxy.port}` },
    });
    const answer = await new Promise<unknown>((resolve, reject) => {
      socket.on('open', () => socket.send(JSON.stringify(words)));
      socket.on('message', (text) => resolve(JSON.parse(String(text))));
      socket.on('close', (_, reason) => resolve(String(reason)));
      socket.on('error', reject);
    });
    return { answer, socket };
  }

  it('passes each stream through', async () => {
    const visitor = nextAddress();
    for (const [path, words, answer] of [
      ['/api/stream', { op: 'ping' }, { op: 'pong' }],
      ['/ws', { id: 1, method: 'SUBSCRIBE', params: ['btcusdt@trade'] }, { id: 1, result: null }],
      ['/ws/btcusdt@trade', { id: 2, method: 'LIST_SUBSCRIPTIONS' }, { id: 2, result: ['btcusdt@trade'] }],
      [
        '/stream?streams=btcusdt@depth20/btcusdt@trade',
        { id: 3, method: 'UNSUBSCRIBE', params: ['btcusdt@depth20'] },
        { id: 3, result: null },
      ],
      ['/ws-api/v3', { id: 4, method: 'ping' }, { id: 4, status: 200, result: {}, rateLimits: [] }],
    ] as const) {
      const streamReply = await readStreamReply(visitor, path, words);
      streamReply.socket.terminate();
      expect([path, streamReply.answer]).toEqual([path, answer]);
    }
  });

  it.each([
    ['/ws', { id: 1, method: 'LIST_SUBSCRIPTIONS' }, { id: 1, result: [] }],
    ['/ws-api/v3', { id: 1, method: 'ping' }, { id: 1, status: 200, result: {}, rateLimits: [] }],
  ])('counts the connections of an address to %s, whatever it claims to be', async (path, words, answer) => {
    const [visitor, other] = [nextAddress(), nextAddress()];
    const open: WebSocket[] = [];
    for (let n = 0; n <= MAX_CONNECTIONS; n += 1) {
      const streamReply = await readStreamReply(visitor, path, words, `198.51.100.${n}`);
      open.push(streamReply.socket);
      expect(streamReply.answer).toEqual(n < MAX_CONNECTIONS ? answer : 'FULL');
    }
    const streamReply = await readStreamReply(other, path, words, visitor);
    expect(streamReply.answer).toEqual(answer);
    for (const socket of [...open, streamReply.socket]) socket.terminate();
  });

  it('counts the calls of an address in Binance’s form, and states the retry time', async () => {
    const [visitor, other] = [nextAddress(), nextAddress()];
    const requestTime = (from: string, forwarded: string) =>
      sendFrom(proxy.port, from, 'GET', '/v3/time', { headers: { 'x-forwarded-for': forwarded } });
    for (let n = 1; n <= MAX_READS; n += 1) {
      const { status, headers } = await requestTime(visitor, `198.51.100.${n}`);
      expect([status, headers['x-mbx-used-weight-1m']]).toEqual([200, String(n)]);
    }
    const refusal = await requestTime(visitor, '203.0.113.1');
    expect([refusal.status, refusal.body]).toEqual([429, { code: -1003, msg: 'Too many requests.' }]);
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
    expect((await requestTime(other, visitor)).status).toBe(200);
  });
});

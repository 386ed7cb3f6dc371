/** Features of all endpoints: strict limits, documents, health, and a graceful stop. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sarraf, startSarraf } from '../src/main.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { callServer, findFreePort, readPublishedPrice, signIn } from './running-server.ts';

let test: TestDatabase;
let sarraf: Sarraf;

const startServer = async (settings: Record<string, string> = {}) =>
  startSarraf(
    loadConfig({
      DATABASE_URL: test.url,
      PORT: String(await findFreePort()),
      LOG_LEVEL: 'silent',
      LEASE_MS: '500',
      SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      ...settings,
    }),
  );

beforeAll(async () => {
  test = await createTestDatabase();
  // Production limits of endpoints that are open to attackers.
  sarraf = await startServer({ RATE_LOGIN: '20', RATE_CODE: '30', RATE_READ: '600' });
});

afterAll(async () => {
  await sarraf.stop();
  await test.drop();
});

describe('rate limits', () => {
  it('refuse the 21st login from an address in an hour, whatever it claims to be, and state the retry time', async () => {
    const logIn = (n: number) =>
      fetch(`${sarraf.url}/api/users/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${n}` },
        body: JSON.stringify({ email: `nobody-${n}@sarraf.test`, password: 'Wrong-pass-1' }),
      });
    const answers = [];
    for (let n = 0; n < 21; n += 1) answers.push(await logIn(n));
    expect(answers.slice(0, 20).map(({ status }) => status)).not.toContain(429);
    const last = answers[20] as Response;
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await last.json()).toMatchObject({
      status: 'TOO_MANY_REQUESTS',
      message: 'TOO_MANY_REQUESTS',
      errors: [],
    });
  });

  it('count reads separately', async () => {
    expect((await callServer(sarraf.url, 'GET', '/coins')).status).toBe(200);
  });
});

describe('the platform', () => {
  it('documents every endpoint', async () => {
    const response = await fetch(`${sarraf.url}/api/docs/json`);
    const { paths } = (await response.json()) as { paths: Record<string, unknown> };
    for (const path of [
      '/api/exchange/buy',
      '/api/users/login',
      '/api/wallets/deposit-toman',
      '/api/payments/{id}',
    ]) {
      expect(Object.keys(paths)).toContain(path);
    }
    expect((await fetch(`${sarraf.url}/api/docs/`)).status).toBe(200);
  });

  it('is alive and ready, logs each failed request with an id, and serves the outbox without the prefix too', async () => {
    for (const path of ['/health/live', '/health/ready', '/sandbox/outbox?to=demo@sarraf.test']) {
      expect((await fetch(sarraf.url + path)).status).toBe(200);
    }
    expect((await fetch(`${sarraf.url}/api/nothing`)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('reports its version', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
    const own = await createTestDatabase();
    const server = await startServer({ DATABASE_URL: own.url, COMMIT: '0123456789abcdef' });
    const live = await (await fetch(`${server.url}/health/live`)).json();
    expect(live).toEqual({ status: 'OK', version, commit: '0123456789abcdef' });
    await server.stop();
    await own.drop();
  });

  it('finishes running requests when it is told to stop', async () => {
    const own = await createTestDatabase();
    const server = await startServer({ DATABASE_URL: own.url });
    const token = await signIn(server.url, 'demo@sarraf.test');
    const unitPrice = await readPublishedPrice(server.url, 'TETHER', 'buy');
    const body = { marketType: 'TETHER_TOMAN', amount: '2', unitPrice };
    const answers = Array.from({ length: 90 }, () =>
      callServer(server.url, 'POST', '/exchange/buy', { token, body }),
    );
    // The first reply shows that the others are in progress, however slow the machine is.
    await Promise.any(answers);
    const stopped = server.stop();
    const settled = await Promise.allSettled(answers);
    await stopped;
    const done = settled.filter(
      (answer) => answer.status === 'fulfilled' && answer.value.status === 200,
    ).length;
    // An unserved request was not started either: another server finds exactly the acknowledged trades.
    const again = await startServer({ DATABASE_URL: own.url });
    const next = await signIn(again.url, 'demo@sarraf.test');
    const { body: orders } = await callServer(again.url, 'GET', '/orders?size=100', { token: next });
    expect(done).toBeGreaterThan(0);
    expect(orders.content).toHaveLength(done);
    await again.stop();
    await own.drop();
  });
});

/** A store whose program listens on the same machine, as a developer runs it with the sandbox: no proxy in between. */
import { createServer, type Server } from 'node:http';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CompanyFixture, startCompanies, type TestCompany } from '../../../test/company.ts';
import { pollUntil } from '../../../test/waiting.ts';
import { createWebhookSender } from '../../providers/webhook-https.ts';
import { insertDelivery } from './delivery-store.ts';

interface Received {
  body: string;
  headers: Record<string, string>;
}
const HOUR = 3_600_000;

let t: CompanyFixture;
let receiver: Server;
let company: TestCompany;
let key: string;
let secret: string;
let answer = { status: 200, body: 'heard' };
const got: Received[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      got.push({ body, headers: request.headers as Record<string, string> });
      response.writeHead(answer.status).end(answer.body);
    });
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  // The sandbox server, addressed by a host name of its own machine.
  t = await startCompanies();
  company = await t.company();
  key = (await t.as(company, 'POST', '/company/keys', { label: 'till' })).body.baseDTO.key;
  const { port } = receiver.address() as { port: number };
  const saved = await t.as(company, 'PUT', '/company/webhook', { url: `http://127.0.0.1:${port}/hook` });
  secret = saved.body.baseDTO.secret;
});
afterAll(async () => {
  await t.close();
  receiver.close();
});
beforeEach(() => {
  answer = { status: 200, body: 'heard' };
});

const newest = async () => (await t.as(company, 'GET', '/company/webhook/events')).body.content[0];
const triesOf = async (id: string) =>
  (await t.as(company, 'GET', `/company/webhook/events/${id}/deliveries`)).body.content;
/** Returns the next request that arrives. */
async function captureWebhook(act: () => Promise<unknown>): Promise<Received> {
  const before = got.length;
  await act();
  await pollUntil(async () => {
    await t.run('deliver-events');
    return got.length > before;
  }, 120_000);
  return got[before] as Received;
}
const standard = ({ body, headers }: Received, by: string) => new Webhook(by).verify(body, headers);
const stripe = ({ body, headers }: Received, by: string) =>
  // By the server's clock, which the test has moved.
  Stripe.webhooks.constructEvent(
    body,
    headers['sarraf-signature'] ?? '',
    by,
    undefined,
    undefined,
    t.clock.now(),
  );

describe('a test event', () => {
  it('arrives like any other, and both libraries accept its signature', async () => {
    const event = await captureWebhook(() => t.as(company, 'POST', '/company/webhook/test'));
    expect(standard(event, secret)).toMatchObject({ type: 'webhook.test', event: 'webhook.test', data: {} });
    expect(stripe(event, secret)).toMatchObject({ type: 'webhook.test' });
    expect(event.headers['webhook-id']).toBe(event.headers['sarraf-event']);
    await pollUntil(async () => (await newest()).state === 'DELIVERED', 60_000);
    expect(await newest()).toMatchObject({ event: 'webhook.test', tries: 1, lastStatus: 200 });
  });

  it('needs a configured URL', async () => {
    const other = await t.company();
    for (const [path, body] of [
      ['/company/webhook/test', {}],
      ['/company/webhook/secret', { overlapHours: 1 }],
    ] as const)
      expect((await t.as(other, 'POST', path, body)).body.message).toBe('CONFLICT');
  });
});

describe('delivery attempts', () => {
  it('are all listed, and a program can request another one with its key', async () => {
    answer = { status: 500, body: 'database\u0000 is\u202e down\n'.repeat(100) };
    const first = await captureWebhook(() => t.as(company, 'POST', '/company/webhook/test'));
    const id = first.headers['webhook-id'] ?? '';
    await pollUntil(async () => (await triesOf(id)).length === 1, 60_000);
    expect(await newest()).toMatchObject({ id, state: 'WAITING', tries: 1, lastStatus: 500 });
    const [tried] = await triesOf(id);
    expect(tried).toMatchObject({ status: 500, answer: expect.stringMatching(/^database is down database/) });
    expect(tried.answer.length).toBeLessThanOrEqual(300);
    expect(tried.tookMs).toBeGreaterThanOrEqual(0);
    expect(Date.parse((await newest()).nextTryAtDateTime)).toBeGreaterThan(t.clock.now());
    const again = () => t.as({ token: key }, 'POST', `/company-api/events/${id}/resend`);
    // It is being retried anyway.
    expect((await again()).body.message).toBe('CONFLICT');
    answer = { status: 200, body: '' };
    await captureWebhook(() => t.moveClock(2 * 60_000, company));
    await pollUntil(async () => (await newest()).state === 'DELIVERED', 60_000);
    await captureWebhook(async () => expect((await again()).status).toBe(200));
    await pollUntil(async () => (await triesOf(id)).length === 3, 60_000);
    const byKey = await t.as({ token: key }, 'GET', `/company-api/events/${id}/deliveries`);
    expect(byKey.body.content.map(({ status }: { status: number }) => status)).toEqual([200, 200, 500]);
    const events = await t.as({ token: key }, 'GET', '/company-api/events');
    expect(events.body.content[0]).toMatchObject({ id, state: 'DELIVERED' });
  });

  it('are limited to the newest thirty per event', async () => {
    const { id } = await newest();
    for (let status = 400; status < 440; status += 1)
      await insertDelivery(t.db, id, { at: t.now(), status, answer: '', tookMs: 1 });
    const storedStatuses = (await triesOf(id)).map(({ status }: { status: number }) => status);
    expect(storedStatuses).toEqual(Array.from({ length: 30 }, (_, at) => 439 - at));
  });
});

describe('a new webhook secret', () => {
  it('signs together with the previous one until that expires, or alone if that ends immediately', async () => {
    const replaced = await t.as(company, 'POST', '/company/webhook/secret', { overlapHours: 24 });
    const { secret: second, oldSecretUntilDateTime: end } = replaced.body.baseDTO;
    expect(Date.parse(end) - t.clock.now()).toBeGreaterThan(23 * HOUR);
    expect((await t.as(company, 'GET', '/company/webhook')).body.baseDTO.oldSecretUntilDateTime).toBe(end);
    const both = await captureWebhook(() => t.as(company, 'POST', '/company/webhook/test'));
    for (const held of [secret, second]) {
      expect(standard(both, held)).toMatchObject({ type: 'webhook.test' });
      expect(stripe(both, held)).toMatchObject({ type: 'webhook.test' });
    }
    await t.moveClock(25 * HOUR, company);
    const { id } = await newest();
    const later = await captureWebhook(() => t.as(company, 'POST', `/company/webhook/events/${id}/resend`));
    expect(stripe(later, second)).toMatchObject({ type: 'webhook.test' });
    expect(() => stripe(later, secret)).toThrow();
    const { body } = await t.as(company, 'GET', '/company/webhook');
    expect(body.baseDTO.oldSecretUntilDateTime).toBeNull();

    const third = (await t.as(company, 'POST', '/company/webhook/secret', { overlapHours: 0 })).body.baseDTO;
    expect(third.oldSecretUntilDateTime).toBeNull();
    const last = await captureWebhook(() => t.as(company, 'POST', '/company/webhook/test'));
    expect(stripe(last, third.secret)).toMatchObject({ type: 'webhook.test' });
    expect(() => stripe(last, second)).toThrow();
  });

  it('requires a valid number of hours', async () => {
    for (const overlapHours of [-1, 73, 1.5, '1'])
      expect((await t.as(company, 'POST', '/company/webhook/secret', { overlapHours })).status).toBe(400);
  });
});

describe('a webhook URL on this machine', () => {
  const sandbox = createWebhookSender({ loopback: true });
  it.each([
    ['http://127.0.0.1:3000/hook', true],
    ['http://localhost:3000/', true],
    ['https://localhost/', true],
    ['http://[::1]:3000/', true],
    ['http://user:pass@localhost/', false],
    ['ftp://localhost/', false],
    ['http://shop.example.com/', false],
    ['http://10.0.0.1/', false],
    ['http://169.254.169.254/', false],
    ['http://0.0.0.0/', false],
    ['http://localhost.example.com/', false],
    ['https://192.168.1.1/', false],
    ['https://shop.example.com/', true],
  ])('%s may be saved in the sandbox: %s', (url, may) => {
    expect(sandbox.isAllowed(url)).toBe(may);
  });

  it('is reachable only under its own host name, and never outside the sandbox', async () => {
    const { port } = receiver.address() as { port: number };
    const before = got.length;
    const url = `http://127.0.0.1:${port}/`;
    expect(await createWebhookSender().post(url, {}, '{}')).toMatchObject({ status: null });
    expect(await sandbox.post(`http://127.0.0.1.nip.invalid:${port}/`, {}, '{}')).toMatchObject({
      status: null,
    });
    expect(got.length).toBe(before);
    expect((await sandbox.post(url, {}, '{}')).status).toBe(200);
  });
});

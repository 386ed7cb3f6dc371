/**
 * Keys, requests and webhooks: the company's program is a real HTTPS server, and the product's own client connects
 * to it.
 */
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../test/certificate.ts';
import { type CompanyFixture, startCompanies, type TestCompany } from '../../../test/company.ts';
import { pollUntil } from '../../../test/waiting.ts';
import { isPublicAddress } from '../../platform/public-address.ts';
import { formatWebhookSignature } from '../../platform/webhook-signature.ts';
import { createWebhookSender } from '../../providers/webhook-https.ts';

const certificate = makeCertificate();

type Example =
  | 'request'
  | 'read'
  | 'cancel'
  | 'list'
  | 'payment'
  | 'events'
  | 'deliveries'
  | 'resend'
  | 'refund'
  | 'settle'
  | 'instruction';

const run = promisify(execFile);
/** Read as a file: server and web don't import each other. */
const GUIDE = new URL('../../../../web/src/pages/company-docs/examples.ts', import.meta.url).href;

describe('the webhook client', () => {
  let server: Server;
  let port: number;
  let answer: { status: number; body: string; headers?: Record<string, string> };
  const got: { body: string; headers: Record<string, unknown> }[] = [];

  beforeAll(async () => {
    server = createServer(certificate, (request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        got.push({ body, headers: request.headers });
        response.writeHead(answer.status, answer.headers).end(answer.body);
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    port = (server.address() as { port: number }).port;
  });
  afterAll(() => {
    server.close();
  });
  const sender = () => createWebhookSender({ isPublic: () => true, ca: certificate.cert });

  it('posts and returns the response', async () => {
    answer = { status: 200, body: 'thanks' };
    expect(await sender().post(`https://localhost:${port}/hook`, { 'x-a': '1' }, '{"a":1}')).toEqual({
      status: 200,
      answer: 'thanks',
    });
    expect(got.at(-1)).toMatchObject({ body: '{"a":1}', headers: { 'x-a': '1' } });
  });

  it('does not follow redirects, and reads a bounded part of the response', async () => {
    answer = { status: 302, body: '', headers: { location: `https://localhost:${port}/other` } };
    const before = got.length;
    expect((await sender().post(`https://localhost:${port}/`, {}, '')).status).toBe(302);
    expect(got.length).toBe(before + 1);
    answer = { status: 500, body: 'x'.repeat(100_000) };
    const long = await sender().post(`https://localhost:${port}/`, {}, '');
    expect([long.status, long.answer.length]).toEqual([500, 2_000]);
  });

  it('stops waiting for a response after its timeout', async () => {
    const silent = createServer(certificate, () => undefined);
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    const { port: its } = silent.address() as { port: number };
    const impatient = createWebhookSender({ isPublic: () => true, ca: certificate.cert, timeoutMs: 500 });
    expect(await impatient.post(`https://localhost:${its}/`, {}, '')).toEqual({
      status: null,
      answer: 'no answer in 0.5 s',
    });
    silent.close();
  });

  it('rejects an untrusted certificate', async () => {
    const stranger = createWebhookSender({ isPublic: () => true });
    expect((await stranger.post(`https://localhost:${port}/`, {}, '')).status).toBeNull();
  });

  it('does not post a webhook to a loopback or private address, whatever host name leads there', async () => {
    const before = got.length;
    for (const place of ['localhost', '127.0.0.1', '[::1]'])
      expect(await createWebhookSender().post(`https://${place}:${port}/`, {}, '')).toEqual({
        status: null,
        answer: 'the address is not public',
      });
    expect(got.length).toBe(before);
  });

  it.each([
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['172.20.0.1', false],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['::1', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['::ffff:127.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['8.8.8.8', true],
    ['2606:4700::1111', true],
  ])('%s is public: %s', (ip, open) => {
    expect(isPublicAddress(ip)).toBe(open);
  });

  it.each([
    ['https://shop.example.com/hook', true],
    ['http://shop.example.com/hook', false],
    ['https://user:pass@shop.example.com/', false],
    ['https://localhost/', false],
    ['https://intranet/', false],
    ['https://printer.local/', false],
    ['https://10.0.0.1/', false],
    ['https://[::1]/', false],
    ['ftp://shop.example.com/', false],
    ['nonsense', false],
  ])('%s may be saved: %s', (url, may) => {
    expect(createWebhookSender().isAllowed(url)).toBe(may);
  });
});

describe('a company’s program', () => {
  let t: CompanyFixture;
  let company: TestCompany;
  let key: string;
  beforeAll(async () => {
    t = await startCompanies();
    company = await t.company();
    key = (await t.as(company, 'POST', '/company/keys', { label: 'till' })).body.baseDTO.key;
  });
  afterAll(() => t.close(), 30_000);

  const example = async (
    which: Example,
    more: { PAYMENT?: string; EVENT?: string; INSTRUCTION?: string } = {},
  ) => {
    const { EXAMPLES } = (await import(GUIDE)) as { EXAMPLES: Record<typeof which, string> };
    const { stdout } = await run('bash', ['-c', EXAMPLES[which]], {
      env: { ...process.env, SARRAF: t.url, KEY: key, ...more },
    });
    return JSON.parse(stdout);
  };

  it('creates, reads and lists requests with the calls of the guide', async () => {
    const reply = await example('request');
    const options = { returnUrl: 'https://shop.example.com/thanks', metadata: { cart: '7' } };
    expect(reply.baseDTO).toMatchObject({
      orderNumber: 'A-1001',
      amount: '250000',
      state: 'OPEN',
      ...options,
    });
    expect((await example('request')).baseDTO.id).toBe(reply.baseDTO.id);
    const open = await t.as(
      null,
      'GET',
      `/company-payments/company/${company.id}?request=${reply.baseDTO.id}`,
    );
    expect(open.body.baseDTO.request).toMatchObject({
      amount: '250000',
      orderNumber: 'A-1001',
      state: 'OPEN',
    });
    const wrong = await t.start(company, '240000', { requestId: reply.baseDTO.id });
    expect(wrong.body.message).toBe('AMOUNT_NOT_ALLOWED');
    // One after the other: the list is in order of their start.
    const one = await t.start(company, '250000', { requestId: reply.baseDTO.id });
    const two = await t.start(company, '250000', { requestId: reply.baseDTO.id });
    await t.atBank(one.body.baseDTO.redirectSite);
    expect((await example('read')).baseDTO).toMatchObject({
      state: 'PAID',
      paymentId: one.body.baseDTO.id,
      late: false,
    });
    expect(await example('cancel')).toMatchObject({ message: 'REQUEST_CLOSED', data: { state: 'PAID' } });
    const again = await t.start(company, '250000', { requestId: reply.baseDTO.id });
    expect(again.body).toMatchObject({ message: 'REQUEST_CLOSED', data: { state: 'PAID' } });
    // A second payer who was at the bank already pays as well: the company gets it, marked as a duplicate.
    await t.atBank(two.body.baseDTO.redirectSite);
    const { content } = await example('list');
    expect(content).toMatchObject([
      { duplicate: true, orderNumber: 'A-1001', metadata: { cart: '7' } },
      { duplicate: false },
    ]);
    const { baseDTO: payment } = await example('payment', { PAYMENT: one.body.baseDTO.id });
    expect(payment).toMatchObject({ id: one.body.baseDTO.id, state: 'PAID', metadata: { cart: '7' } });
    const [{ id: EVENT }] = (await example('events')).content;
    expect((await example('deliveries', { EVENT })).content).toEqual([]);
    expect(await t.receipts(company)).toBe('500000');
    await t.expectSound();
  });

  it('refunds and settles with the calls of the guide, once it is permitted', async () => {
    const PAYMENT = await t.pay(company, '30000');
    expect((await example('refund', { PAYMENT })).message).toBe('API_KEY_PERMISSION');
    const [{ id }] = (await t.as(company, 'GET', '/company/keys')).body.content;
    const permissions = ['REFUND', 'SETTLE'];
    await t.as(company, 'PUT', `/company/keys/${id}/permissions`, { permissions });
    await t.as(company, 'POST', '/company/approval-rule/tighten', { above: '30000' });
    expect((await example('refund', { PAYMENT })).baseDTO).toMatchObject({ kind: 'REFUND', state: 'DONE' });
    const { baseDTO: instruction } = await example('settle');
    expect(instruction).toMatchObject({ kind: 'SETTLE', state: 'WAITING', amount: '500000' });
    await t.as(company, 'POST', `/company/instructions/${instruction.id}/refuse`);
    expect((await example('instruction', { INSTRUCTION: instruction.id })).baseDTO.state).toBe('REFUSED');
    const events = (await example('events')).content.map(({ event }: { event: string }) => event);
    expect(events[0]).toBe('instruction.refused');
  });

  it('cannot reuse an order number for another amount, nor one of an ended request', async () => {
    const ask = (amount: string) =>
      t.as({ token: key }, 'POST', '/company-api/requests', {
        amount,
        orderNumber: 'B-1',
        expiresInMinutes: 5,
      });
    const paymentRequest = (await ask('50000')).body.baseDTO;
    expect((await ask('60000')).body.message).toBe('CONFLICT');
    const reply = await t.start(company, '50000', { requestId: paymentRequest.id });
    await t.moveClock(6 * 60_000, company);
    expect((await t.start(company, '50000', { requestId: paymentRequest.id })).body.message).toBe(
      'REQUEST_CLOSED',
    );
    await t.atBank(reply.body.baseDTO.redirectSite);
    const { body } = await t.as({ token: key }, 'GET', '/company-api/requests/B-1');
    expect(body.baseDTO).toMatchObject({ state: 'PAID', late: true });
  });

  it('is paid by a payer who first abandoned the payment at the bank: the receipt names the request', async () => {
    const request = { amount: '50000', orderNumber: 'C-1' };
    const paymentRequest = (await t.as({ token: key }, 'POST', '/company-api/requests', request)).body
      .baseDTO;
    const reply = await t.start(company, '50000', { requestId: paymentRequest.id });
    await t.atBank(reply.body.baseDTO.redirectSite, 'CANCEL');
    const { body } = await t.as(null, 'GET', `/company-payments/${reply.body.baseDTO.id}`);
    expect(body.baseDTO).toMatchObject({ state: 'FAILED', requestId: paymentRequest.id });
    expect((await t.start(company, '50000', { requestId: body.baseDTO.requestId })).status).toBe(200);
  });

  it('reads with its key only its own company’s requests and payments, until the key is revoked', async () => {
    const other = await t.company();
    const { key: its, apiKey } = (await t.as(other, 'POST', '/company/keys', { label: 'till' })).body.baseDTO;
    const ask = async (method: 'GET' | 'POST', path: string, body?: object) =>
      (await t.as({ token: its }, method, path, body)).body;
    expect((await ask('GET', '/company-api/payments')).content).toEqual([]);
    expect((await ask('GET', '/company-api/requests/A-1001')).message).toBe('NOT_FOUND');
    const [payment] = (await t.as(company, 'GET', '/company/payments')).body.content;
    expect((await ask('GET', `/company-api/payments/${payment.id}`)).message).toBe('NOT_FOUND');
    expect((await ask('GET', '/company-api/events')).content).toEqual([]);
    const [event] = (await t.as(company, 'GET', '/company/webhook/events')).body.content;
    expect((await ask('GET', `/company-api/events/${event.id}/deliveries`)).message).toBe('NOT_FOUND');
    expect((await ask('POST', `/company-api/events/${event.id}/resend`)).message).toBe('NOT_FOUND');
    for (const path of [`/company/webhook/events/${event.id}/deliveries`])
      expect((await t.as(other, 'GET', path)).body.message).toBe('NOT_FOUND');
    for (const path of [
      '/company',
      '/company/payments',
      '/company/requests',
      '/company/keys',
      '/users/account',
    ])
      expect((await t.as({ token: its }, 'GET', path)).status).toBe(401);
    expect((await t.as({ token: its }, 'POST', '/company/to-wallet')).status).toBe(401);
    // A user's session is no substitute for a key.
    expect((await t.as(other, 'GET', '/company-api/payments')).body.message).toBe('INVALID_API_KEY');
    expect((await t.as(other, 'DELETE', `/company/keys/${apiKey.id}`)).status).toBe(200);
    for (const path of ['/company-api/payments', '/company-api/requests/A-1001'])
      expect((await ask('GET', path)).message).toBe('INVALID_API_KEY');
    const request = { amount: '50000', orderNumber: 'D-1' };
    expect((await ask('POST', '/company-api/requests', request)).message).toBe('INVALID_API_KEY');
  });

  it('is notified of events; without a webhook none are queued', async () => {
    const bad = await t.as(company, 'PUT', '/company/webhook', { url: 'http://shop.example.com' });
    expect(bad.body).toMatchObject({ message: 'BAD_REQUEST', errors: ['url'] });
    await t.run('deliver-events');
    const { body } = await t.as(company, 'GET', '/company/webhook/events');
    expect(body.content.length).toBe(5);
    expect(new Set(body.content.map(({ state }: { state: string }) => state))).toEqual(new Set(['NOT_SENT']));
    const saved = await t.as(company, 'PUT', '/company/webhook', {
      url: 'https://shop.invalid.example/hook',
    });
    expect(saved.body.baseDTO.secret).toMatch(/^whsec_/);
    const { id } = body.content[0];
    expect((await t.as(company, 'POST', `/company/webhook/events/${id}/resend`)).status).toBe(200);
    // The server's own job may be delivering it already: then this waits for its end.
    await t.run('deliver-events');
    const newest = async () => (await t.as(company, 'GET', '/company/webhook/events')).body.content[0];
    await expect.poll(newest).toMatchObject({ id, tries: 1, lastStatus: null });
    const { content: tries } = await example('deliveries', { EVENT: id });
    expect(tries).toMatchObject([{ status: null, answer: expect.stringMatching(/./) }]);
  });

  it('can verify the sender', () => {
    const signature = formatWebhookSignature('whsec_x', 1_700_000_000, '{"a":1}');
    const hmac = createHmac('sha256', 'whsec_x').update('1700000000.{"a":1}').digest('hex');
    expect(signature).toBe(`t=1700000000,v1=${hmac}`);
  });
});

describe('the webhook delivery', () => {
  let t: CompanyFixture;
  let company: TestCompany;
  let receiver: Server;
  let answers = 200;
  const got: { body: string; signature: string; event: string }[] = [];
  beforeAll(async () => {
    receiver = createServer(certificate, (request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        const { 'sarraf-signature': signature, 'sarraf-event': event } = request.headers;
        got.push({ body, signature: String(signature), event: String(event) });
        response.writeHead(answers).end('heard');
      });
    });
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
    t = await startCompanies(
      {},
      { webhooks: createWebhookSender({ isPublic: () => true, ca: certificate.cert }) },
    );
    company = await t.company();
  });
  afterAll(async () => {
    await t.close();
    receiver.close();
  });

  const address = () => `https://127.0.0.1:${(receiver.address() as { port: number }).port}/hook`;
  const newest = async () => (await t.as(company, 'GET', '/company/webhook/events')).body.content[0];
  const tries = async (count: number) => {
    await pollUntil(async () => {
      await t.run('deliver-events');
      return (await newest()).tries === count;
    }, 120_000);
    return newest();
  };

  it('notifies a company of its payment immediately, signed with that company’s secret', async () => {
    const { body } = await t.as(company, 'PUT', '/company/webhook', { url: address() });
    const paymentId = await t.pay(company, '250000');
    await pollUntil(async () => got.length > 0, 60_000);
    const [event] = got;
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      id: event?.event,
      event: 'payment.paid',
      data: { payment: { id: paymentId, amount: '250000', state: 'PAID' } },
    });
    const seconds = Number.parseInt(/^t=(\d+),/.exec(event?.signature ?? '')?.[1] ?? '', 10);
    expect(Math.abs(seconds * 1000 - t.clock.now())).toBeLessThan(60_000);
    expect(event?.signature).toBe(formatWebhookSignature(body.baseDTO.secret, seconds, event?.body ?? ''));
    await pollUntil(async () => (await newest()).state === 'DELIVERED', 60_000);
    expect(await newest()).toMatchObject({
      tries: 1,
      lastStatus: 200,
      lastAnswer: 'heard',
      nextTryAtDateTime: null,
    });
  });

  it('retries at growing intervals, gives up after a day, and tries once more on request', async () => {
    answers = 503;
    const before = got.length;
    await t.pay(company, '260000');
    const began = t.clock.now();
    const pauses: number[] = [];
    for (let count = 1; ; count += 1) {
      const event = await tries(count);
      expect(event).toMatchObject({ lastStatus: 503, lastAnswer: 'heard' });
      if (event.state === 'GIVEN_UP') break;
      const pause = Date.parse(event.nextTryAtDateTime) - t.clock.now();
      pauses.push(Math.round(pause / 60_000));
      await t.moveClock(pause + 1_000, company);
      expect(count).toBeLessThan(20);
    }
    // Minutes: 1, 2, 4 … six hours at most; none starts later than a day after the event.
    expect(pauses.slice(0, 9)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256]);
    expect(Math.max(...pauses)).toBe(360);
    expect(t.clock.now() - began).toBeLessThanOrEqual(24 * 3_600_000);
    expect(t.clock.now() - began).toBeGreaterThan(17 * 3_600_000);
    const posts = got.slice(before);
    expect(posts.length).toBe(pauses.length + 1);
    // The same event each time, with a new timestamp and signature.
    expect(new Set(posts.map(({ event }) => event)).size).toBe(1);
    expect(new Set(posts.map(({ signature }) => signature)).size).toBe(posts.length);
    await t.moveClock(12 * 3_600_000, company);
    await t.run('deliver-events');
    expect(got.length).toBe(before + posts.length);

    answers = 200;
    const { id } = await newest();
    expect((await t.as(company, 'POST', `/company/webhook/events/${id}/resend`)).status).toBe(200);
    await pollUntil(async () => (await newest()).state === 'DELIVERED', 60_000);
    expect(got.length).toBe(before + posts.length + 1);
  });
});

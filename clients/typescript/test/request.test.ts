/** The client's handling of refusals and missing responses, against a server that each test controls. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Client, connect, hmac, Refusal, textToSign, Unanswered } from '../src/index.ts';

interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}
type Reply = { status: number; body: unknown; headers?: Record<string, string> } | 'silence';

const OK: Reply = { status: 200, body: { status: 'OK', message: '', baseDTO: {} } };
const createRefusal = (status: number, message: string, data = {}, headers = {}): Reply => ({
  status,
  headers,
  body: { status: '', message, errors: [], data },
});
const ORDER = {
  marketType: 'BITCOIN_TETHER',
  orderType: 'LIMITED_BUY',
  amount: '1',
  unitPrice: '2',
} as const;

let requests: ReceivedRequest[] = [];
let replies: Reply[] = [];
let client: Client;
let url: string;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
  const reply = replies.shift() ?? OK;
  if (reply === 'silence') return void request.socket.destroy();
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
  response.end(JSON.stringify(reply.body));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  requests = [];
  replies = [];
  client = connect({ url, signer: hmac('key', 'secret'), longestWaitMs: 2_000 });
});
afterAll(() => server.close());

it('the client puts each field in its part of the request, and signs what it sends', async () => {
  await client.orders({ marketType: 'BITCOIN_TETHER', status: 'open', size: 5 });
  await client.cancelOrderByClientId({ clientOrderId: 'my order/1' });
  await client.placeOrder(ORDER);
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/orders?size=5&status=open&marketType=BITCOIN_TETHER',
    'DELETE /api/orders/by-client-id/my%20order%2F1',
    'POST /api/orders',
  ]);
  expect(JSON.parse(requests[2]?.body ?? '')).toEqual(ORDER);
  for (const { method, path, body, headers } of requests) {
    const text = await textToSign({ time: String(headers['x-api-time']), method, path, body });
    expect(headers['x-api-signature']).toBe(await hmac('key', 'secret').sign(text));
  }
  expect(requests.map(({ headers }) => headers['idempotency-key'] !== undefined)).toEqual([
    false,
    true,
    true,
  ]);
});

it('the client sends public requests without a key', async () => {
  await connect({ url }).orderBook({ marketType: 'BITCOIN_TETHER', limit: 5 });
  expect(requests[0]?.headers).not.toHaveProperty('x-api-key');
  await expect(connect({ url }).orders()).rejects.toThrow('needs an API key');
});

it('the client refuses unknown fields, and values that would change the path', async () => {
  // @ts-expect-error: no such field.
  await expect(client.cancelOrder({ id: 'a', also: 'b' })).rejects.toThrow('also');
  for (const id of ['', '.', '..']) await expect(client.cancelOrder({ id })).rejects.toThrow('id');
  expect(requests).toEqual([]);
});

it('the client retries without a response with the same key and body, signed again', async () => {
  replies = ['silence', 'silence'];
  await client.placeOrder(ORDER);
  expect(requests).toHaveLength(3);
  expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
  expect(new Set(requests.map(({ headers }) => headers['x-api-signature'])).size).toBe(3);
});

it('the client gives up after the last attempt, and reports the idempotency key', async () => {
  replies = ['silence', 'silence'];
  const impatient = connect({ url, signer: hmac('key', 'secret'), mostAttempts: 2 });
  const error = await impatient.placeOrder(ORDER, { idempotencyKey: 'my-key-01' }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(Unanswered);
  expect(error.idempotencyKey).toBe('my-key-01');
});

it('the client never retries a request without a key that may have been done', async () => {
  replies = ['silence'];
  await expect(client.cancelWithdrawal({ id: 'a' })).rejects.toThrow(Unanswered);
  replies = [createRefusal(503, 'SERVICE_UNAVAILABLE')];
  const error = await client.cancelWithdrawal({ id: 'a' }).catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', mayBeDone: true });
  expect(requests).toHaveLength(2);
});

it('the client waits as long as Retry-After states', async () => {
  replies = [createRefusal(429, 'TOO_MANY_REQUESTS', { retryAfter: 1 }, { 'retry-after': '1' })];
  const began = performance.now();
  await client.placeOrder(ORDER);
  expect(performance.now() - began).toBeGreaterThan(990);
  expect(requests).toHaveLength(2);
});

it('the client rejects instead of waiting longer than the maximum', async () => {
  replies = [createRefusal(429, 'TOO_MANY_REQUESTS', { retryAfter: 60 }, { 'retry-after': '60' })];
  const error = await client.placeOrder(ORDER).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(Refusal);
  expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429, retryAfterMs: 60_000 });
  replies = [createRefusal(503, 'MAINTENANCE')];
  await expect(client.placeOrder(ORDER)).rejects.toThrow('MAINTENANCE');
  expect(requests).toHaveLength(2);
});

it('the client follows the exchange’s clock when its own is wrong', async () => {
  const serverTime = Date.now() + 3_600_000;
  replies = [createRefusal(401, 'TIMESTAMP_OUT_OF_WINDOW', { serverTime, window: 5_000 })];
  await client.placeOrder(ORDER);
  await client.orders();
  for (const { headers } of requests.slice(1))
    expect(Number(headers['x-api-time'])).toBeGreaterThanOrEqual(serverTime);
});

it('the client returns to the exchange’s clock when its own was ahead', async () => {
  const ahead = connect({ url, signer: hmac('key', 'secret'), now: () => Date.now() + 60_000 });
  const serverTime = Date.now();
  replies = [createRefusal(401, 'TIMESTAMP_OUT_OF_WINDOW', { serverTime, window: 5_000 })];
  await ahead.placeOrder(ORDER);
  expect(Number(requests[1]?.headers['x-api-time'])).toBeLessThan(serverTime + 59_000);
});

it('the client signs no time twice, however many concurrent requests there are', async () => {
  await Promise.all(Array.from({ length: 20 }, () => client.walletTotals()));
  expect(new Set(requests.map(({ headers }) => headers['x-api-time'])).size).toBe(20);
});

it('the client does not retry a permanent refusal', async () => {
  replies = [
    {
      ...(createRefusal(400, 'AMOUNT_IS_LOW', { least: '1' }) as object),
      status: 400,
      body: { status: 'BAD_REQUEST', message: 'AMOUNT_IS_LOW', errors: ['amount'], data: { least: '1' } },
    },
  ];
  const error = await client.placeOrder(ORDER).catch((thrown) => thrown);
  expect(error).toMatchObject({
    code: 'AMOUNT_IS_LOW',
    errors: ['amount'],
    data: { least: '1' },
    mayBeDone: false,
  });
  expect(requests).toHaveLength(1);
});

it('a request ends when it is aborted', async () => {
  replies = [createRefusal(429, 'TOO_MANY_REQUESTS', {}, { 'retry-after': '2' })];
  const stop = new AbortController();
  const call = client.placeOrder(ORDER, { signal: stop.signal });
  const ended = expect(call).rejects.toThrow('enough');
  await expect.poll(() => requests.length).toBe(1);
  stop.abort(new Error('enough'));
  await ended;
  expect(requests.length).toBeLessThan(2);
});

/** Static tests in ccxt's own format: the request of each method, and its parsed reply, without an exchange. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  batchOrders,
  cancelAfter,
  cancelOrder,
  orderDetail,
  placeOrder,
  replaceOrder,
} from '@sarraf/domain/contracts';
import ccxt from 'ccxt';
import { describe, expect, it } from 'vitest';
import vectors from '../../../docs/api/signing-vectors.json' with { type: 'json' };
import sarraf from '../sarraf.ts';
import currencies from '../static/currencies/sarraf.json' with { type: 'json' };
import markets from '../static/markets/sarraf.json' with { type: 'json' };
import requests from '../static/request/sarraf.json' with { type: 'json' };
import responses from '../static/response/sarraf.json' with { type: 'json' };

interface Case {
  description: string;
  method: string;
  input: unknown[];
}
interface RequestCase extends Case {
  url: string;
  output?: string;
}
interface ResponseCase extends Case {
  httpResponse: unknown;
  parsedResponse: unknown;
}

function offline(): sarraf {
  const exchange = new sarraf({ apiKey: 'key', secret: 'secret' });
  exchange.setMarkets(Object.values(markets) as never, currencies as never);
  return exchange;
}

/** JSON has no `undefined`. */
const unset = (input: unknown[]) => input.map((value) => value ?? undefined);
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
const call = (exchange: sarraf, { method, input }: Case): Promise<unknown> =>
  (exchange as unknown as Record<string, (...input: unknown[]) => Promise<unknown>>)[method]?.(
    ...unset(input),
  ) ?? Promise.reject(new Error(`there is no ${method}`));

const all = <C>(methods: object) =>
  (Object.entries(methods) as [string, C[]][]).flatMap(([method, cases]) =>
    cases.map((one) => [`${method}: ${(one as Case).description}`, one] as const),
  );

it('the files are where ccxt expects them', () => {
  for (const folder of ['currencies', 'markets', 'request', 'response'])
    expect(readdirSync(join(import.meta.dirname, '../static', folder))).toEqual(['sarraf.json']);
});

describe('requests', () => {
  it.each(all<RequestCase>(requests.methods))('%s', async (_, one) => {
    const exchange = offline();
    let request: { url: string; body?: string | undefined } | null = null;
    exchange.fetch = async (url: string, _method: string, _headers: unknown, body?: string) => {
      request = { url, body };
      throw new Error('asked');
    };
    await call(exchange, one).catch((error: Error) => {
      if (error.message !== 'asked') throw error;
    });
    expect(request).not.toBeNull();
    const { url, body } = request as unknown as { url: string; body?: string };
    expect(url).toBe(one.url);
    if (one.output === undefined) expect(body).toBeUndefined();
    else expect(JSON.parse(body ?? '')).toEqual(JSON.parse(one.output));
  });
});

describe('responses', () => {
  it.each(all<ResponseCase>(responses.methods))('%s', async (_, one) => {
    const exchange = offline();
    exchange.fetch = async () => plain(one.httpResponse);
    expect(plain(await call(exchange, one))).toEqual(one.parsedResponse);
  });
});

it('every refusal of an order has a ccxt error class', () => {
  const { exact } = offline().exceptions as { exact: Record<string, unknown> };
  const codes = [placeOrder, replaceOrder, cancelOrder, batchOrders, cancelAfter, orderDetail].flatMap(
    ({ errors = [] }) => [...errors],
  );
  expect(codes).toContain('DISPLAY_IS_LOW');
  expect(codes.filter((code) => exact[code] === undefined)).toEqual([]);
  expect(exact.DISPLAY_IS_LOW).toBe(ccxt.InvalidOrder);
});

it('the features include iceberg orders', () => {
  for (const word of ['iceberg', 'icebergAmount'])
    expect(offline().featureValue('BTC/USDT', 'createOrder', word), word).toBe(true);
});

describe('signatures', () => {
  it.each(vectors.vectors)('$name: equals the test vector', ({ text, ed25519, hmacSha256 }) => {
    expect(new sarraf({ secret: vectors.ed25519.privateKeyPem }).signText(text)).toBe(ed25519);
    expect(new sarraf({ secret: vectors.hmacSha256.secret }).signText(text)).toBe(hmacSha256);
  });

  it.each([
    ['orders', 'GET', { status: 'open', marketType: 'BITCOIN_TOMAN', size: 20 }, 1],
    ['orders', 'POST', JSON.parse(vectors.vectors[2]?.body ?? ''), 2],
    ['orders/{id}', 'DELETE', { id: '01900000-0000-7000-8000-000000000000' }, 4],
  ] as const)('%s %s signs the expected text', (path, method, params, index) => {
    const vector = vectors.vectors[index];
    const exchange = new sarraf({ apiKey: 'key', secret: vectors.hmacSha256.secret });
    exchange.nonce = () => Number(vector?.time);
    const { headers, url } = exchange.sign(path, 'private', method, { ...params });
    expect(new URL(url).pathname + new URL(url).search).toBe(vector?.path);
    expect(headers).toMatchObject({ 'X-Api-Time': vector?.time, 'X-Api-Signature': vector?.hmacSha256 });
  });

  it('nonce returns no time twice', () => {
    const exchange = new sarraf();
    const times = Array.from({ length: 100 }, () => exchange.nonce());
    expect(new Set(times).size).toBe(100);
  });
});

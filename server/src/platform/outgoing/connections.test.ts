import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProxyServer } from '../config/outgoing-proxies.ts';
import { createVendorConnection, type Fetch } from './connections.ts';

const OUTSIDE = 'http://outside.invalid/';
/** URLs of requests and hosts of tunnels that each received. */
let requests: string[] = [];
const inside = createServer((request, response) => {
  requests.push(`inside ${request.url}`);
  response.writeHead(302, { location: OUTSIDE }).end();
});
/** Connects any requested host to the internal one. */
const proxy = createServer().on('connect', ({ url }, client) => {
  requests.push(`proxy ${url}`);
  client.write('HTTP/1.1 200 OK\r\n\r\n');
  client.once('data', () =>
    client.end(`HTTP/1.1 302 Found\r\nlocation: ${insideUrl}\r\ncontent-length: 0\r\n\r\n`),
  );
});
let insideUrl: string;

const portOf = (server: typeof inside) => (server.address() as AddressInfo).port;
beforeAll(async () => {
  for (const server of [inside, proxy]) await once(server.listen(0, '127.0.0.1'), 'listening');
  insideUrl = `http://127.0.0.1:${portOf(inside)}/moved`;
});
afterAll(() => {
  for (const server of [inside, proxy]) {
    server.closeAllConnections();
    server.close();
  }
});

function fetchWith(kind: 'a proxy' | 'no proxy'): Fetch {
  const all: ProxyServer = { kind: 'http', host: '127.0.0.1', port: portOf(proxy), credentials: null };
  return createVendorConnection('NODES', { all: kind === 'a proxy' ? all : null, byVendor: {} }).fetch;
}

it.each([
  ['a proxy', 'inside', undefined],
  ['a proxy', 'inside', 'follow'],
  ['a proxy', 'outside', undefined],
  ['a proxy', 'outside', 'follow'],
  ['no proxy', 'inside', undefined],
  ['no proxy', 'inside', 'follow'],
] as const)('does not follow, with %s, the redirect of a host %s (%s)', async (kind, where, redirect) => {
  requests = [];
  const answer = fetchWith(kind)(where === 'inside' ? insideUrl : OUTSIDE, redirect && { redirect });
  await expect(answer).rejects.toMatchObject({ cause: { message: 'unexpected redirect' } });
  expect(requests).toEqual([where === 'inside' ? 'inside /moved' : 'proxy outside.invalid:80']);
});

it('returns a redirect to a caller that handles it itself', async () => {
  for (const kind of ['a proxy', 'no proxy'] as const) {
    const { status, headers } = await fetchWith(kind)(insideUrl, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([302, OUTSIDE]);
  }
});

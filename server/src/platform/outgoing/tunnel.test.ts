import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { ProxyServer } from '../config/outgoing-proxies.ts';
import { openTunnel } from './tunnel.ts';

let server: Server;
let sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  server.close();
});

/** A fake proxy that sends one reply after another, each after receiving data; null: it closes the connection. */
async function proxy(
  kind: ProxyServer['kind'],
  pieces: readonly (string | number[] | null)[],
): Promise<{ proxy: ProxyServer; chunks: Buffer[] }> {
  const chunks: Buffer[] = [];
  server = createServer((socket) => {
    sockets.push(socket);
    const left = [...pieces];
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      chunks.push(bytes);
      const piece = left.shift();
      if (piece === null) socket.end();
      else if (piece !== undefined) socket.write(Buffer.from(piece as string));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    proxy: { kind, host: '127.0.0.1', port, credentials: { user: 'ann', password: 'secret' } },
    chunks,
  };
}
const TARGET = { host: 'mail.example', port: 587 };
const GRANTED = [5, 0, 0, 1, 0, 0, 0, 0, 0, 0];

describe('data that the host sends immediately is not lost', () => {
  it.each([
    ['http', ['HTTP/1.1 200 OK\r\n\r\n220 mail.example\r\n']],
    [
      'socks5',
      [
        [5, 0],
        [...GRANTED, ...Buffer.from('220 mail.example\r\n')],
      ],
    ],
  ] as const)('through %s', async (kind, pieces) => {
    const socket = await openTunnel((await proxy(kind, pieces as never)).proxy, TARGET);
    const [greeting] = await once(socket, 'data');
    expect(String(greeting)).toBe('220 mail.example\r\n');
    socket.destroy();
  });
});

it('passes names to SOCKS5 as names and addresses as addresses', async () => {
  for (const [host, address] of [
    ['mail.example', [3, 12, ...Buffer.from('mail.example')]],
    ['93.184.216.34', [1, 93, 184, 216, 34]],
    ['2001:db8::7', [4, 0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]],
  ] as const) {
    const { proxy: by, chunks } = await proxy('socks5', [[5, 2], [1, 0], GRANTED]);
    (await openTunnel(by, { host, port: 587 })).destroy();
    expect(chunks.map((bytes) => [...bytes])).toEqual([
      [5, 2, 0, 2],
      [1, 3, ...Buffer.from('ann'), 6, ...Buffer.from('secret')],
      [5, 1, 0, ...address, 2, 75],
    ]);
    server.close();
  }
});

it('reads a reply that arrives in pieces', async () => {
  const socket = openTunnel((await proxy('socks5', [[5, 0], [5]])).proxy, TARGET);
  await once(server, 'connection');
  const [at] = sockets as [Socket];
  await once(at, 'data');
  await once(at, 'data');
  for (const byte of GRANTED.slice(1)) at.write(Buffer.from([byte]));
  (await socket).destroy();
});

it.each([
  ['http', ['HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'], 'refuses our user and password'],
  ['http', ['HTTP/1.1 401 Unauthorized\r\n\r\n'], 'refuses our user and password'],
  ['http', ['HTTP/1.1 503 Service Unavailable\r\n\r\n'], 'does not reach the host (status 503)'],
  ['http', [null], 'is not reached (ECONNRESET)'],
  ['http', ['nonsense\r\n\r\n'], 'is not reached (HPE_INVALID_CONSTANT)'],
  ['socks5', [null], 'ended the connection'],
  ['socks5', [[5, 2], null], 'ended the connection'],
  ['socks5', [[5, 255]], 'refuses our user and password'],
  [
    'socks5',
    [
      [5, 2],
      [1, 1],
    ],
    'refuses our user and password',
  ],
  [
    'socks5',
    [
      [5, 0],
      [5, 5, 0, 1, 0, 0, 0, 0, 0, 0],
    ],
    'does not reach the host (connection refused)',
  ],
  [
    'socks5',
    [
      [5, 0],
      [5, 99, 0, 1],
    ],
    'does not reach the host (reply 99)',
  ],
  ['socks5', ['HTTP/1.1 400 Bad Request'], 'speaks no SOCKS5'],
] as const)('the %s proxy’s reply %j fails the tunnel', async (kind, pieces, why) => {
  const { proxy: by } = await proxy(kind, pieces as never);
  await expect(openTunnel(by, TARGET)).rejects.toThrow(`the proxy ${why}`);
});

it.each(['http', 'socks5'] as const)(
  'a silent %s proxy is waited for until the caller’s timeout',
  async (kind) => {
    const { proxy: by } = await proxy(kind, []);
    const caller = new AbortController();
    const opened = openTunnel(by, TARGET, caller.signal);
    await once(server, 'connection');
    const [at] = sockets as [Socket];
    await once(at, 'data');
    caller.abort(new Error('enough'));
    await expect(opened).rejects.toThrow('enough');
    await once(at, 'close');
  },
);

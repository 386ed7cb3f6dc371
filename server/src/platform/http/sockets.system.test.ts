import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { findFreePort } from '../../../test/running-server.ts';
import { systemClock } from '../clock.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { createLog } from '../log.ts';
import { createHttp } from './http.ts';
import { CHECK_PARTS, Stream } from './stream/stream.ts';

const HEADERS_MS = 400;
const SHARE = 300;

let config: Config;
let port: number;
/** Requests at `/slow` are answered when it resolves. */
let slow: PromiseWithResolvers<void>;
const stops: (() => unknown)[] = [];

beforeAll(() => {
  config = loadConfig({
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    LOG_LEVEL: 'silent',
    HEADERS_MS: String(HEADERS_MS),
    CONNECTIONS_PER_ADDRESS: String(SHARE),
  });
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function serve(change: Partial<Config> = {}): Promise<Stream> {
  const authenticate = async () => null;
  const log = createLog('silent');
  const http = await createHttp({ config: { ...config, ...change }, log, clock: systemClock, authenticate });
  const mostPerAddress = 5;
  const stream = new Stream(http, authenticate, { pingMs: 3_600_000, mostPerAddress });
  stream.openChannel('news', () => 'now');
  slow = Promise.withResolvers();
  http.app.get('/slow', async () => {
    await slow.promise;
    return { slow: true };
  });
  port = await findFreePort();
  await http.app.listen({ port, host: '127.0.0.1' });
  stops.push(
    () => http.app.close(),
    () => stream.close(),
    () => slow.resolve(),
  );
  return stream;
}

interface Line {
  socket: Socket;
  /** Resolves with the received data when the connection is closed. */
  closed: Promise<string>;
  open(): boolean;
}

/** Opens a connection from an address of this machine; `said` is all that it sends. */
function line(sentText = '', localAddress = '127.0.0.1'): Line {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let received = '';
  let open = true;
  socket.setEncoding('latin1').on('data', (text) => {
    received += text;
  });
  // Refused connections are reset.
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => {
      open = false;
      resolve(received);
    });
  });
  socket.once('connect', () => sentText && socket.write(sentText));
  stops.push(() => socket.destroy());
  return { socket, closed, open: () => open };
}

const lines = (count: number, from?: string) => Array.from({ length: count }, () => line('', from));
const openOf = (all: readonly Line[]) => all.filter(({ open }) => open()).length;
const within = { timeout: 60_000, interval: 50 };

describe('a connection', () => {
  it('is closed if it sends nothing, however many there are', async () => {
    await serve();
    const silent = lines(SHARE);
    await Promise.all(silent.map(({ socket }) => once(socket, 'connect')));
    await expect.poll(() => openOf(silent), within).toBe(0);
    // Its slot is free again.
    const { closed } = line('GET /nothing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(await closed).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('is closed if it sends its headers too slowly', async () => {
    await serve();
    const slowly = line('GET / HTTP/1.1\r\nhost: x\r\n');
    const dripping = setInterval(() => slowly.open() && slowly.socket.write('x-more: 1\r\n'), HEADERS_MS / 8);
    stops.push(() => clearInterval(dripping));
    const answer = await slowly.closed;
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('{"status":"BAD_REQUEST","message":"BAD_REQUEST","errors":[]}');
  });

  it('stays open if a browser keeps it alive or waits long for a response', async () => {
    await serve();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    stops.push(() => agent.destroy());
    const ask = async (path: string) => {
      const clientRequest = request({ port, host: '127.0.0.1', path, agent }).end();
      const [response] = await once(clientRequest, 'response');
      response.resume();
      await once(response, 'end');
      return { status: response.statusCode, reused: clientRequest.reusedSocket };
    };
    /** Meanwhile silent connections are opened and closed, one after another. */
    const outlast = async () => {
      for (let n = 0; n < 3; n += 1) await line().closed;
    };
    const waiting = ask('/slow');
    await outlast();
    slow.resolve();
    expect(await waiting).toEqual({ status: 200, reused: false });
    await outlast();
    expect(await ask('/nothing')).toEqual({ status: 404, reused: true });
  });

  it('is closed if it pipelines too many requests; a few are answered', async () => {
    await serve();
    const get = 'GET /nothing HTTP/1.1\r\nhost: x\r\n\r\n';
    const few = line(get.repeat(9) + get.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
    expect((await few.closed).match(/HTTP\/1\.1 404 /g)).toHaveLength(10);
    const many = line(get.replace('nothing', 'slow').repeat(40));
    // None is answered, because the responses are not awaited.
    expect(await many.closed).toBe('');
  });

  it.each([
    ['no HTTP', 'HELLO\r\n\r\n', '400 Bad Request'],
    ['a method nobody knows', 'BREW / HTTP/1.1\r\nhost: x\r\n\r\n', '400 Bad Request'],
    ['an address of 100 kB', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, '431 Request Header'],
  ])('gets an error in the standard form and is closed if it sends %s', async (_what, text, status) => {
    await serve();
    const answer = await line(text).closed;
    expect(answer).toContain(`HTTP/1.1 ${status}`);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      status: 'BAD_REQUEST',
      message: expect.stringMatching(/^[A-Z_]+$/),
      errors: [],
    });
  });
});

describe('an address', () => {
  it('is limited to its share of connections, without affecting others', async () => {
    await serve({ HEADERS_MS: 30_000 });
    const own = lines(SHARE + 20, '127.0.0.2');
    await expect.poll(() => openOf(own), within).toBe(SHARE);
    const other = line('GET /nothing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', '127.0.0.3');
    expect(await other.closed).toMatch(/^HTTP\/1\.1 404 /);
    for (const { socket } of own.slice(0, 30)) socket.destroy();
    const again = () =>
      line('GET /nothing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', '127.0.0.2').closed;
    await expect.poll(again, within).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('gets an error when its share is used, and is accepted again when one of its connections has ended', async () => {
    await serve({ HEADERS_MS: 30_000 });
    const own = lines(SHARE, '127.0.0.2');
    await expect.poll(() => openOf(own), within).toBe(SHARE);
    const requestHead = 'GET /nothing HTTP/1.1\r\nhost: x\r\n';
    const beyond = await line(`${requestHead}\r\n`, '127.0.0.2').closed;
    const [head = '', body = ''] = beyond.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 429 /);
    expect(head.toLowerCase()).toContain('retry-after: 5');
    expect(body).toContain('"message":"TOO_MANY_REQUESTS"');
    const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n';
    const stream = `GET /api/stream HTTP/1.1\r\nhost: x\r\n${upgrade}sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
    expect(await line(stream, '127.0.0.2').closed).toMatch(/^HTTP\/1\.1 429 /);
    own[0]?.socket.destroy();
    const again = () => line(`${requestHead}connection: close\r\n\r\n`, '127.0.0.2').closed;
    await expect.poll(again, within).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('is not limited if it is a trusted proxy’s', async () => {
    await serve({ HEADERS_MS: 30_000, TRUST_PROXY: ['127.0.0.2'] });
    const brought = lines(SHARE + 20, '127.0.0.2');
    const others = lines(SHARE + 20, '127.0.0.3');
    await Promise.all(brought.map(({ socket }) => once(socket, 'connect')));
    await expect.poll(() => openOf(others), within).toBe(SHARE);
    expect(openOf(brought)).toBe(SHARE + 20);
  });
});

describe('a stream', () => {
  const open = async (forwarded?: string) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/stream`, {
      headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
    });
    const closed = once(socket, 'close').then(([code]) => code as number);
    stops.push(() => socket.terminate());
    await once(socket, 'open');
    return { socket, closed };
  };

  it('is closed if it does not read; one that reads stays open beyond all timeouts', async () => {
    const stream = await serve();
    const [idle, reading] = [await open(), await open()];
    let pongs = 0;
    reading.socket.on('message', (text) => {
      if (String(text) === '{"op":"pong"}') pongs += 1;
    });
    /** Messages are handled in order: once this one is answered, all earlier ones were handled. */
    const beHeard = async () => {
      const before = pongs;
      reading.socket.send('{"op":"ping"}');
      await expect.poll(() => pongs, within).toBe(before + 1);
    };
    const look = () => {
      for (let part = 0; part < CHECK_PARTS; part += 1) stream.checkClients();
    };
    reading.socket.send(JSON.stringify({ op: 'subscribe', channels: ['news'] }));
    await beHeard();
    for (let looks = 0; looks < 10; looks += 1) {
      const pinged = once(reading.socket, 'ping');
      look();
      await pinged;
      await beHeard();
    }
    expect(await idle.closed).toBe(4002);
    // Beyond the timeout for the first request, too.
    await line().closed;
    expect(reading.socket.readyState).toBe(WebSocket.OPEN);
    reading.socket.send(JSON.stringify({ op: 'unsubscribe', channels: ['news'] }));
    await beHeard();
    for (let looks = 0; looks < 3; looks += 1) {
      look();
      if (looks < 2) await beHeard();
    }
    expect(await reading.closed).toBe(4002);
  });

  it('counts towards its client’s share, whichever proxy it uses and whatever address it claims', async () => {
    await serve({ TRUST_PROXY: 1 });
    const streams = [];
    for (let n = 0; n < 5; n += 1) streams.push(await open(`10.9.8.${n}, 198.51.100.7`));
    expect(await (await open('10.9.8.7, 198.51.100.7')).closed).toBe(1013);
    const other = await open('198.51.100.8');
    streams[0]?.socket.close();
    await streams[0]?.closed;
    const next = await open('198.51.100.7');
    next.socket.send('{"op":"ping"}');
    const [message] = await once(next.socket, 'message');
    expect(String(message)).toBe('{"op":"pong"}');
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
  });
});

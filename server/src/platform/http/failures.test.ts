import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { AppError } from '@sarraf/domain';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { sendFailure } from './failures.ts';

it('does not log a client that disconnects during its request as a database outage', async () => {
  const loggedLines = Promise.withResolvers<unknown>();
  const statusCodes: number[] = [];
  const app = Fastify({ logger: { level: 'warn', stream: { write: () => {} } } });
  app.setErrorHandler((error, request, reply) => {
    const lines: string[] = [];
    request.log.warn = (_about: unknown, line?: string) => void lines.push(line ?? '');
    sendFailure(error as never, request, reply);
    statusCodes.push(reply.statusCode);
    loggedLines.resolve(lines);
  });
  app.post('/', async () => 'whole');
  app.get('/', () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    'POST / HTTP/1.1\r\nHost: sarraf\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    () => socket.destroy(),
  );
  expect(await loggedLines.promise).toEqual([]);
  expect(statusCodes).toEqual([400]);
  expect((await app.inject('/')).statusCode).toBe(503);
  await app.close();
});

it.each([
  ['one further inside', { retryAfter: 7, limit: 3 }, '600', { limit: '3', remaining: '0', reset: '7' }],
  ['one that does not say how much it allows', { retryAfter: 7 }, '600', { remaining: '0', reset: '7' }],
  ['the one that was counted', { retryAfter: 9 }, '0', { limit: '600', remaining: '0', reset: '9' }],
])(
  'the rate-limit headers describe the limit that refused the request: %s',
  async (_, data, remaining, expected) => {
    const app = Fastify();
    app.setErrorHandler((error, request, reply) => sendFailure(error as never, request, reply));
    app.get('/', (_request, reply) => {
      reply.headers({ 'x-ratelimit-limit': 600, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': 9 });
      throw new AppError('TOO_MANY_REQUESTS', { data });
    });
    const { statusCode, headers } = await app.inject('/');
    const headerValues = Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith('x-ratelimit-') ? [[name.slice('x-ratelimit-'.length), String(value)]] : [],
    );
    expect([statusCode, Object.fromEntries(headerValues)]).toEqual([429, expected]);
    await app.close();
  },
);

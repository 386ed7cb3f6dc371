/**
 * Tests witnesses against sockets that record messages: RFC 5424 over UDP, RFC 6587 over TCP, RFC 5425 over TLS,
 * and HTTP.
 */
import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTls } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../test/remove-folder.ts';
import { findFreePort } from '../../../test/running-server.ts';
import { DIRECT_CONNECTION } from '../../platform/outgoing/connections.ts';
import type { WitnessMessage } from '../../watch/ports.ts';
import { createSyslogWitness } from './syslog.ts';
import { createWebhookWitness } from './webhook.ts';

const at = '2026-11-23T09:00:00.000Z';
const HEAD: WitnessMessage = { kind: 'checkpoint', chain: 'books', number: '7', mac: 'ab', at };
const VIOLATION: WitnessMessage = { kind: 'violation', law: 'قانون', detail: { id: '7' }, at };

/** 13 is the facility "log audit": 13 × 8 + 5 (notice), + 1 (alert). */
const lineOf = (message: WitnessMessage) =>
  new RegExp(
    `^<${message.kind === 'violation' ? 105 : 109}>1 ${at} \\S+ sarraf ${process.pid} ${message.kind} - (\\{.*\\})$`,
  );

let close: (() => void) | undefined;
afterEach(() => close?.());

/** Listens on a free port and records all data. */
async function listen(server: Server): Promise<{ port: number; received: () => string }> {
  const parts: Buffer[] = [];
  server.on(server instanceof createTls().constructor ? 'secureConnection' : 'connection', (socket) => {
    socket.on('data', (part: Buffer) => parts.push(part));
  });
  server.listen(await findFreePort(), '127.0.0.1');
  await once(server, 'listening');
  close = () => server.close();
  return { port: (server.address() as AddressInfo).port, received: () => Buffer.concat(parts).toString() };
}

describe('syslog witness', () => {
  it('sends one message per datagram', async () => {
    const socket = createSocket('udp4');
    const port = await findFreePort();
    socket.bind(port, '127.0.0.1');
    await once(socket, 'listening');
    close = () => socket.close();
    const { send } = createSyslogWitness(`udp://127.0.0.1:${port}`, DIRECT_CONNECTION);
    for (const message of [HEAD, VIOLATION]) {
      const [received] = await Promise.all([once(socket, 'message'), send(message)]);
      const [, json] = lineOf(message).exec(String(received[0])) ?? [];
      expect(JSON.parse(json ?? '')).toEqual(message);
    }
  });

  it('prefixes the byte count over TCP', async () => {
    const { port, received } = await listen(createServer());
    await createSyslogWitness(`tcp://127.0.0.1:${port}`, DIRECT_CONNECTION).send(VIOLATION);
    await expect.poll(received).not.toBe('');
    const [length, ...rest] = received().split(' ');
    const line = rest.join(' ');
    expect(Buffer.byteLength(line)).toBe(Number.parseInt(length ?? '', 10));
    expect(line).toMatch(lineOf(VIOLATION));
  });

  it('rejects an untrusted certificate', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sarraf-tls-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ed25519',
        '-nodes',
        '-keyout',
        key,
        '-out',
        cert,
        '-subj',
        '/CN=localhost',
      ],
      { stdio: 'ignore' },
    );
    const server = createTls({ key: readFileSync(key), cert: readFileSync(cert) });
    removeFolder(folder);
    const { port, received } = await listen(server);
    await expect(
      createSyslogWitness(`tls://localhost:${port}`, DIRECT_CONNECTION).send(HEAD),
    ).rejects.toThrow('self-signed');
    expect(received()).toBe('');
  });

  it('fails if there is no listener', async () => {
    await expect(
      createSyslogWitness(`tcp://127.0.0.1:${await findFreePort()}`, DIRECT_CONNECTION).send(HEAD),
    ).rejects.toThrow();
  });
});

describe('webhook witness', () => {
  async function answering(status: number) {
    const bodies: string[] = [];
    const server = createHttp((request, response) => {
      request.setEncoding('utf8');
      request.on('data', (part: string) => bodies.push(part));
      request.on('end', () => response.writeHead(status, { location: '/elsewhere' }).end());
    });
    server.listen(await findFreePort(), '127.0.0.1');
    await once(server, 'listening');
    close = () => server.close();
    const { port } = server.address() as AddressInfo;
    return { ...createWebhookWitness(`http://127.0.0.1:${port}/heads`, fetch), bodies };
  }

  it('posts the message as JSON', async () => {
    const { send, bodies } = await answering(204);
    await send(VIOLATION);
    expect(JSON.parse(bodies.join(''))).toEqual(VIOLATION);
  });

  it.each([302, 500])('fails if the response is %i', async (status) => {
    const { send } = await answering(status);
    await expect(send(HEAD)).rejects.toThrow();
  });
});

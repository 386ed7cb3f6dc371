// Replies as documented at core.telegram.org/bots/api (#making-requests, #responseparameters); none was recorded
// live.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../test/certificate.ts';
import type { AlarmCall } from '../../alarms/index.ts';
import { TryLaterError } from '../../alarms/index.ts';
import { manualClock } from '../../platform/clock.ts';
import { DIRECT_CONNECTION } from '../../platform/outgoing/connections.ts';
import { formatWebhookSignature } from '../../platform/webhook-signature.ts';
import { readCertificateExpiry } from '../certificate.ts';
import { createWebhookSender } from '../webhook-https.ts';
import { assertTelegramAccepted, createTelegram } from './telegram.ts';
import { createAlarmWebhookChannel } from './webhook.ts';

const TOKEN = '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11';
const ALARM: AlarmCall = {
  id: 'message-1',
  alarm: 'alarm-1',
  kind: 'RESERVE_SHORT',
  subject: 'TETHER TRC20',
  figure: null,
  severity: 'PAGE',
  step: 3,
  raisedAt: '2026-11-24T00:00:00.000Z',
};
const { key, cert } = makeCertificate();

let server: Server;
let requests: { path: string; headers: Record<string, unknown>; body: string }[];
let answer: { status: number; body: string };

async function listen(secure: boolean): Promise<number> {
  server = (secure ? createSecureServer({ key, cert }) : createServer()) as Server;
  server.on('request', async (request, reply) => {
    requests.push({ path: `${request.url}`, headers: request.headers, body: await text(request) });
    reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
beforeEach(() => {
  requests = [];
  answer = { status: 200, body: '{}' };
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('Telegram', () => {
  const telegram = async (timeoutMs = 5_000) =>
    createTelegram({
      fetch,
      token: TOKEN,
      chat: '-1001234567890',
      baseUrl: `http://127.0.0.1:${await listen(false)}/`,
      timeoutMs,
    });
  const says = (status: number, body: object) => {
    answer = { status, body: JSON.stringify(body) };
  };
  const failed = (call: Promise<void>) =>
    call.then(
      () => null,
      (error: unknown) => error as Error,
    );

  it('receives the text for the chat', async () => {
    says(200, {
      ok: true,
      result: { message_id: 7, chat: { id: -1001234567890, type: 'supergroup' }, date: 1, text: 'x' },
    });
    await (await telegram()).send([ALARM], 'صرّاف\n• کم است');
    expect(requests).toMatchObject([{ path: `/bot${TOKEN}/sendMessage` }]);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      chat_id: '-1001234567890',
      text: 'صرّاف\n• کم است',
    });
  });

  it('reports when to retry', async () => {
    says(429, {
      ok: false,
      error_code: 429,
      description: 'Too Many Requests: retry after 35',
      parameters: { retry_after: 35 },
    });
    const error = await failed((await telegram()).send([ALARM], 'x'));
    expect(error).toBeInstanceOf(TryLaterError);
    expect((error as TryLaterError).seconds).toBe(35);
    expect(error?.message).toContain('429 Too Many Requests');
  });

  it.each([
    [400, 'Bad Request: chat not found', undefined, 'chat not found'],
    [401, 'Unauthorized', undefined, 'Unauthorized'],
    [403, 'Forbidden: bot was kicked from the group chat', undefined, 'kicked'],
    [
      400,
      'Bad Request: group chat was upgraded to a supergroup chat',
      { migrate_to_chat_id: -1009876543210 },
      'the chat is now -1009876543210',
    ],
  ])('refuses with %i %s', async (code, description, parameters, expectedText) => {
    says(code, { ok: false, error_code: code, description, ...(parameters && { parameters }) });
    const error = await failed((await telegram()).send([ALARM], 'x'));
    expect(error).not.toBeInstanceOf(TryLaterError);
    expect(error?.message).toContain(expectedText);
    expect(error?.message).not.toContain(TOKEN);
  });

  it.each([null, [], {}, { ok: 'true' }, 'ok'])('is not taken for a success if it replies %j', (reply) => {
    expect(() => assertTelegramAccepted(reply)).toThrow('malformed reply');
  });

  it('fails without naming the token if it is unreachable, silent or replies with HTML', async () => {
    const way = await telegram(200);
    answer = { status: 502, body: '<html>' };
    expect((await failed(way.send([ALARM], 'x')))?.message).toBe('telegram: status 502 without JSON');
    server.removeAllListeners('request');
    expect((await failed(way.send([ALARM], 'x')))?.message).toBe('telegram: timed out');
    server.closeAllConnections();
    server.close();
    expect((await failed(way.send([ALARM], 'x')))?.message).toBe('telegram: not reached');
  });
});

describe('the webhook', () => {
  const webhook = async (isPublic: (ip: string) => boolean) =>
    createAlarmWebhookChannel({
      url: `https://localhost:${await listen(true)}/alarms`,
      secret: 'a secret of the operator of 32 letters',
      sender: createWebhookSender({ isPublic, ca: cert }),
      clock: manualClock(1_700_000_000_000),
    });

  it('is signed like stores’ webhooks, and contains the message id', async () => {
    await (await webhook(() => true)).send([ALARM], '');
    const [{ headers, body } = { headers: {}, body: '' }] = requests;
    expect(headers).toMatchObject({
      'sarraf-event': 'message-1',
      'sarraf-signature': formatWebhookSignature(
        'a secret of the operator of 32 letters',
        1_700_000_000,
        body,
      ),
    });
    expect(JSON.parse(body)).toMatchObject({
      id: 'message-1',
      event: 'alarm.raised',
      data: { id: 'alarm-1', kind: 'RESERVE_SHORT', subject: 'TETHER TRC20', step: 3 },
    });
  });

  it('is refused with a private address, unless the operator allowed it', async () => {
    await expect((await webhook(() => false)).send([ALARM], '')).rejects.toThrow('not public');
    expect(requests).toEqual([]);
  });

  it('has failed if it does not respond with 2xx', async () => {
    answer = { status: 500, body: 'no' };
    await expect((await webhook(() => true)).send([ALARM], '')).rejects.toThrow('status 500');
  });
});

describe('a certificate', () => {
  it('is read with its expiry, by any issuer', async () => {
    const port = await listen(true);
    expect(
      new Date(await readCertificateExpiry({ host: '127.0.0.1', port }, DIRECT_CONNECTION)).toISOString(),
    ).toBe('2049-12-31T23:59:59.000Z');
  });

  it('is reported as a failure if it cannot be retrieved', async () => {
    const port = await listen(false);
    await expect(readCertificateExpiry({ host: '127.0.0.1', port }, DIRECT_CONNECTION)).rejects.toThrow();
  });
});

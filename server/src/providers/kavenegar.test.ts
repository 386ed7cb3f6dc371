// Replies in the formats of kavenegar.com/rest.html and of the README of kavenegar-node; none was recorded live.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Undeliverable } from '../messaging/ports.ts';
import { assertAccepted, buildRequest, createKavenegar } from './kavenegar.ts';

const KEY = '4E6F745265616C4B65794A757374466F7254657374733D';
const entry = {
  messageid: 8792343,
  message: 'خدمات پیام کوتاه کاوه نگار',
  status: 1,
  statustext: 'در صف ارسال',
  sender: '10004346',
  receptor: '09123456789',
  date: 1356619709,
  cost: 120,
};
const accepted = (entries: unknown = [entry]) => ({ return: { status: 200, message: 'تایید شد' }, entries });
const createRefusal = (status: number, message: string) => ({ return: { status, message }, entries: null });

describe('Kavenegar replies', () => {
  it('are accepted as a list (sms/send) and as a single entry (verify/lookup)', () => {
    for (const entries of [[entry], { ...entry, status: 5 }, [{ ...entry, status: 10 }]])
      expect(() => assertAccepted(accepted(entries))).not.toThrow();
  });

  it.each([
    [400, 'پارامترها ناقص هستند'],
    [411, 'دریافت کننده نامعتبر است'],
    [413, 'پیام خالی است و یا طول پیام بیش از حد مجاز می‌باشد'],
    [422, 'داده‌ها به دلیل وجود کاراکتر نامناسب قابل پردازش نیست'],
    [431, 'ساختار کد صحیح نمی‌باشد'],
  ])('refuse this message with %i: not retried', (status, message) => {
    expect(() => assertAccepted(createRefusal(status, message))).toThrow(Undeliverable);
    expect(() => assertAccepted(createRefusal(status, message))).toThrow(`status ${status}`);
  });

  it.each([
    [402, 'عملیات ناموفق بود'],
    [403, 'کد شناسائی API-Key معتبر نمی‌باشد'],
    [407, 'دسترسی به اطلاعات مورد نظر برای شما امکان پذیر نیست'],
    [409, 'سرور قادر به پاسخگوئی نیست بعدا تلاش کنید'],
    [412, 'ارسال کننده نامعتبر است'],
    [418, 'اعتبار حساب شما کافی نیست'],
    [424, 'الگوی مورد نظر پیدا نشد'],
    [426, 'استفاده از این متد نیازمند سرویس پیشرفته می‌باشد'],
    [432, 'پارامتر کد در متن پیام پیدا نشد'],
    [499, 'one that is in no document'],
  ])('are temporary errors with %i: retried', (status, message) => {
    const read = () => assertAccepted(createRefusal(status, message));
    expect(read).toThrow(`status ${status}`);
    expect(read).not.toThrow(Undeliverable);
  });

  it('may accept a message that failed immediately', () => {
    expect(() => assertAccepted(accepted([{ ...entry, status: 14, statustext: 'بلاک شده است' }]))).toThrow(
      Undeliverable,
    );
    const failed = () => assertAccepted(accepted([{ ...entry, status: 6 }]));
    expect(failed).toThrow('state 6');
    expect(failed).not.toThrow(Undeliverable);
  });

  it.each([
    null,
    [],
    'ok',
    {},
    { return: [] },
    { return: { status: '200' } },
    accepted([]),
    accepted(null),
    accepted([{}]),
  ])('are no acceptance if malformed: %j', (reply) => {
    expect(() => assertAccepted(reply)).toThrow('malformed reply');
  });
});

describe('Kavenegar requests', () => {
  const options = { template: 'sarraf-code' };

  it('contain the number as dialled in Iran, and no text for a code', () => {
    expect(buildRequest({ to: '+989123456789', text: 'کد: 012345', code: '012345' }, options)).toEqual({
      path: 'verify/lookup.json',
      fields: { receptor: '09123456789', token: '012345', template: 'sarraf-code' },
    });
    expect(buildRequest({ to: '+989123456789', text: 'سلام', code: null }, options)).toEqual({
      path: 'sms/send.json',
      fields: { receptor: '09123456789', message: 'سلام' },
    });
  });

  it.each(['+4915112345678', '09123456789', '+989123456789,09120000000', '+98912345678', ''])(
    'are made for a single Iranian mobile only, not for %j',
    (to) => {
      expect(() => buildRequest({ to, text: 'x', code: null }, options)).toThrow(Undeliverable);
      expect(
        createKavenegar({ fetch, apiKey: KEY, baseUrl: 'http://127.0.0.1:1', template: 'x' }).canReach(to),
      ).toBe(false);
    },
  );
});

describe('Kavenegar over HTTP', () => {
  const requests: { method: string; url: string; type: string; fields: Record<string, string> }[] = [];
  let answer: { status: number; body: string } | null;
  let server: Server;
  let baseUrl: string;

  beforeEach(async () => {
    requests.length = 0;
    answer = { status: 200, body: JSON.stringify(accepted()) };
    server = createServer(async (request, response) => {
      requests.push({
        method: request.method ?? '',
        url: request.url ?? '',
        type: request.headers['content-type'] ?? '',
        fields: Object.fromEntries(new URLSearchParams(await text(request))),
      });
      if (!answer) return;
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const open = (more: object = {}) =>
    createKavenegar({ fetch, apiKey: KEY, baseUrl, template: 'sarraf-code', ...more });
  const failure = (texter = open()): Promise<Error> =>
    texter.send({ to: '+989123456789', text: 'سلام', code: null }).then(
      () => {
        throw new Error('it was sent');
      },
      (error: Error) => error,
    );

  it('posts codes and notices as forms, so that no URL contains them', async () => {
    await open().send({ to: '+989123456789', text: 'کد: 012345', code: '012345' });
    await open({ sender: '10004346' }).send({ to: '+989123456789', text: 'رمز عوض شد & تمام', code: null });
    const form = { method: 'POST', type: 'application/x-www-form-urlencoded;charset=UTF-8' };
    expect(requests).toEqual([
      {
        ...form,
        url: `/v1/${KEY}/verify/lookup.json`,
        fields: { receptor: '09123456789', token: '012345', template: 'sarraf-code' },
      },
      {
        ...form,
        url: `/v1/${KEY}/sms/send.json`,
        fields: { receptor: '09123456789', message: 'رمز عوض شد & تمام', sender: '10004346' },
      },
    ]);
  });

  it('parses refusals with their number as HTTP status', async () => {
    answer = { status: 411, body: JSON.stringify(createRefusal(411, 'دریافت کننده نامعتبر است')) };
    expect(await failure()).toBeInstanceOf(Undeliverable);
    answer = { status: 418, body: JSON.stringify(createRefusal(418, 'اعتبار حساب شما کافی نیست')) };
    expect(await failure()).not.toBeInstanceOf(Undeliverable);
  });

  it('includes the API key in no error, whatever failed', async () => {
    const errors: Error[] = [];
    answer = { status: 502, body: `<html>no route to ${baseUrl}/v1/${KEY}</html>` };
    errors.push(await failure());
    answer = { status: 403, body: JSON.stringify(createRefusal(403, `کد ${KEY} معتبر نیست`)) };
    errors.push(await failure());
    answer = null;
    errors.push(await failure(open({ timeoutMs: 50 })));
    errors.push(await failure(open({ baseUrl: 'http://127.0.0.1:1' })));
    errors.push(await failure(open({ baseUrl: 'http://[not an address' })));
    expect(errors.map(({ message }) => message)).toEqual([
      'kavenegar: status 502 without JSON',
      'kavenegar refused: status 403',
      'kavenegar: timed out',
      'kavenegar: not reached',
      'kavenegar: not reached',
    ]);
    for (const error of errors) {
      expect(`${error.stack}`).not.toContain(KEY);
      expect(error.cause).toBeUndefined();
      expect(error).not.toBeInstanceOf(Undeliverable);
    }
  });

  it('follows no redirect', async () => {
    answer = { status: 302, body: '' };
    expect((await failure()).message).toMatch(/^kavenegar: /);
    expect(requests).toHaveLength(1);
  });
});

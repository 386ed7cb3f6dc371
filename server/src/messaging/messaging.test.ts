import { describe, expect, it } from 'vitest';
import type { Config } from '../platform/config.ts';
import { createHttp } from '../platform/http.ts';
import { createLog } from '../platform/log.ts';
import { createDelivery } from './deliver.ts';
import { createMessaging } from './index.ts';
import type { Mail } from './ports.ts';
import { accountExistsLetter, codeLetter } from './templates.ts';

const log = createLog('silent');
const mail = (to: string): Mail => ({ to, language: 'fa', subject: 's', text: 't', html: 'h', code: null });

describe('letters', () => {
  it.each([
    ['SIGN_UP', 'fa', 300, ['کد تأیید ثبت‌نام', '۵ دقیقه', 'اگر شما ثبت‌نام نکرده‌اید']],
    ['SIGN_UP', 'en', 300, ['sign-up code', '5 minutes', "If it wasn't you"]],
    ['LOGIN', 'fa', 120, ['کد ورود', '۲ دقیقه', 'اگر شما نبودید']],
    ['LOGIN', 'en', 120, ['login code', '2 minutes', "If it wasn't you"]],
  ] as const)('%s in %s says the code, its life and what to do', (purpose, language, seconds, parts) => {
    const { subject, text, html } = codeLetter(purpose, language, '012345', seconds);
    for (const part of parts) expect(`${subject}\n${text}`).toContain(part);
    expect(text).toContain('\n\n012345\n\n');
    expect(html).toContain('>012345</p>');
    expect(html).toContain(`lang="${language}" dir="${language === 'fa' ? 'rtl' : 'ltr'}"`);
    expect(html).not.toMatch(/<script|<img|href|src=|url\(/i);
    expect(subject).not.toContain('012345');
  });

  it('tells the owner of an address without any code', () => {
    for (const language of ['fa', 'en'] as const) {
      const { text, html } = accountExistsLetter(language);
      expect(text + html).not.toMatch(/\d{6}<|letter-spacing/);
    }
  });
});

describe('delivery', () => {
  it('tries again, and gives up in the end', async () => {
    const tries: string[] = [];
    const sender = {
      async send({ to }: Mail) {
        tries.push(to);
        if (to === 'never' || tries.filter((one) => one === to).length < 3) throw new Error('server away');
      },
      close() {},
    };
    const delivery = createDelivery(sender, log, [1, 1, 1]);
    delivery.send(mail('third'));
    delivery.send(mail('never'));
    await delivery.settled();
    expect(tries.filter((to) => to === 'third')).toHaveLength(3);
    expect(tries.filter((to) => to === 'never')).toHaveLength(4);
  });

  it('sends a few at a time and all in the end', async () => {
    let running = 0;
    let most = 0;
    let sent = 0;
    const sender = {
      async send() {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 2));
        running -= 1;
        sent += 1;
      },
      close() {},
    };
    const delivery = createDelivery(sender, log);
    for (let i = 0; i < 23; i += 1) delivery.send(mail('x'));
    await delivery.settled();
    expect([most, sent]).toEqual([5, 23]);
  });

  it('stops without waiting out its pauses', async () => {
    const sender = { send: () => Promise.reject(new Error('server away')), close() {} };
    const delivery = createDelivery(sender, log, [60_000]);
    delivery.send(mail('x'));
    const began = performance.now();
    await delivery.stop();
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe('outbox route', () => {
  it('waits for what was handed over before it', async () => {
    const kept: Mail[] = [];
    const sender = {
      async send(given: Mail) {
        await new Promise((resolve) => setTimeout(resolve, 30));
        kept.push(given);
      },
      list: async (to?: string) =>
        kept
          .filter((one) => to === undefined || one.to === to)
          .map((one) => ({
            to: one.to,
            channel: 'EMAIL' as const,
            subject: one.subject,
            text: one.text,
            code: one.code,
            at: '2026-01-01T00:00:00.000Z',
          })),
      close() {},
    };
    const rate = { max: 1000, windowMs: 1000 };
    const config = { sandbox: true, TRUST_PROXY: false, rates: { read: rate } } as Config;
    const messaging = createMessaging({ config, log, sender });
    const http = await createHttp({ config, log, authenticate: async () => null });
    messaging.routes(http);
    messaging.codeSender.sendCode({
      to: 'a@b.test',
      language: 'en',
      purpose: 'LOGIN',
      code: '123456',
      seconds: 120,
    });
    for (const url of ['/api/sandbox/outbox', '/sandbox/outbox']) {
      const answer = await http.app.inject({ url, query: { to: 'a@b.test' } });
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        [
          expect.objectContaining({
            to: 'a@b.test',
            channel: 'EMAIL',
            code: '123456',
            at: '2026-01-01T00:00:00.000Z',
          }),
        ],
      ]);
    }
    await http.app.close();
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMessagingDatabase, PRICE_ALERT, RECIPIENT } from '../../test/messaging.ts';
import { waitForRoundTrips } from '../../test/turns.ts';
import { manualClock } from '../platform/clock.ts';
import { createHttp } from '../platform/http/http.ts';
import { startJobs } from '../platform/jobs/jobs.ts';
import { createSandboxOutbox } from '../sandbox/sandbox-outbox.ts';
import { Undeliverable } from './ports.ts';

let database: Awaited<ReturnType<typeof createMessagingDatabase>>;
beforeAll(async () => {
  database = await createMessagingDatabase();
});
beforeEach(() => database.clear());
afterAll(() => database.close());

describe('notices', () => {
  it('are sent by e-mail and SMS once the transaction has committed, each once', async () => {
    const { notify, drain, outbox } = database.open();
    await notify();
    expect(outbox).toEqual({ mails: [], texts: [] });
    await drain();
    await drain();
    expect(outbox.mails).toEqual([
      expect.objectContaining({
        to: RECIPIENT.email,
        language: 'en',
        subject: 'Your password was changed',
        code: null,
      }),
    ]);
    expect(outbox.texts).toEqual([
      { to: RECIPIENT.mobile, code: null, text: expect.stringContaining('your password was changed') },
    ]);
  });

  it('are not sent if the transaction fails', async () => {
    const { messaging, drain, outbox } = database.open();
    const failing = database.db.transaction().execute(async (tx) => {
      await messaging.notify(tx, RECIPIENT, { kind: 'BLOCKED' });
      throw new Error('after all not');
    });
    await expect(failing).rejects.toThrow('after all not');
    await drain();
    expect(outbox).toEqual({ mails: [], texts: [] });
  });

  it('are sent by the only available channel', async () => {
    const { notify, drain, outbox } = database.open();
    await notify({ ...RECIPIENT, mobile: '+4915112345678' });
    await notify({ ...RECIPIENT, email: null });
    await drain();
    expect([outbox.mails.length, outbox.texts.length]).toEqual([1, 1]);
    const without = database.open(100, { texter: undefined });
    await without.notify();
    await without.drain();
    expect(without.outbox.mails).toHaveLength(1);
  });

  it('are sent before mass notices if they are warnings, whichever came first', async () => {
    const { notify, drain, outbox } = database.open();
    const by = (email: string) => ({ ...RECIPIENT, email, mobile: null });
    await notify(by('one@sarraf.test'), { kind: 'TICKET_RECEIVED', number: '48120375' });
    await notify(by('two@sarraf.test'), PRICE_ALERT);
    await notify(by('three@sarraf.test'), { kind: 'WITHDRAWAL_PAID', amount: '5000', to: 'IR57...0101' });
    await notify(by('four@sarraf.test'));
    await drain();
    const order = outbox.mails.map(({ to }) => to.replace('@sarraf.test', ''));
    expect(order).toEqual(['three', 'four', 'one', 'two']);
  });

  it('are retried by the channel that failed, and not by the other', async () => {
    const { notify, drain, fail, outbox } = database.open();
    fail.mail = new Error('server away');
    await notify();
    expect(await drain()).toBe(1);
    expect([outbox.mails.length, outbox.texts.length]).toEqual([0, 1]);
    await database.hurry();
    expect(await drain()).toBe(1);
    fail.mail = null;
    await database.hurry();
    expect(await drain()).toBe(0);
    await database.hurry();
    await drain();
    expect([outbox.mails.length, outbox.texts.length]).toEqual([1, 1]);
  });

  it('are sent by the running worker, and by its next attempt if the first failed', async () => {
    const { notify, fail, log, messaging, outbox } = database.open();
    const worker = await startJobs(database.url, messaging.jobs, log);
    fail.mail = new Error('server away');
    await notify();
    await expect.poll(() => outbox.texts.length, { timeout: 60_000 }).toBe(1);
    fail.mail = null;
    await database.hurry();
    await expect.poll(() => outbox.mails.length, { timeout: 60_000 }).toBe(1);
    await worker.stop();
    expect(outbox.texts).toHaveLength(1);
  });

  it('are not delayed by another that fails', async () => {
    const { notify, drain, fail, outbox } = database.open();
    fail.mail = new Error('server away');
    await notify({ ...RECIPIENT, mobile: null });
    await drain();
    fail.mail = null;
    await notify({ ...RECIPIENT, email: 'ben@sarraf.test', mobile: null });
    await drain();
    expect(outbox.mails.map(({ to }) => to)).toEqual(['ben@sarraf.test']);
  });

  it('are given up after a permanent refusal, with an error that names no recipient', async () => {
    const { notify, drain, fail, lines, outbox } = database.open();
    fail.mail = new Undeliverable('no such mailbox');
    await notify();
    expect(await drain()).toBe(0);
    await database.hurry();
    fail.mail = null;
    await drain();
    expect(outbox.mails).toEqual([]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('PASSWORD_CHANGED');
    expect(lines[0]).not.toMatch(/ann@|912/);
  });
});

describe('codes', () => {
  it('are sent by their channel, and only to numbers that can be reached', async () => {
    const { code, messaging, outbox } = database.open();
    expect(messaging.codeSender.canText('+989121234567')).toBe(true);
    expect(messaging.codeSender.canText('+4915112345678')).toBe(false);
    code('EMAIL', 'ann@sarraf.test');
    code('SMS', '+989121234567');
    await messaging.stop();
    expect(outbox.mails).toEqual([
      expect.objectContaining({ to: 'ann@sarraf.test', subject: 'Your Sarraf login code' }),
    ]);
    expect(outbox.texts).toEqual([
      expect.objectContaining({ to: '+989121234567', text: expect.stringContaining('login code') }),
    ]);
    expect(outbox.texts[0]?.text).toContain(outbox.texts[0]?.code);
  });

  it('cannot be sent by SMS without a provider', () => {
    const { messaging } = database.open(100, { texter: undefined });
    expect(messaging.codeSender.canText('+989121234567')).toBe(false);
  });

  it('appear in no log line, however they fail', async () => {
    const { code, messaging, fail, lines } = database.open();
    fail.mail = new Undeliverable('no such mailbox');
    fail.text = new Undeliverable('blocked');
    code('EMAIL', 'ann@sarraf.test');
    code('SMS', '+989121234567');
    await messaging.stop();
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toMatch(/\d{6}(?!\d)"|ann@|9121234567|code is/);
  });
});

describe('outbox route', () => {
  it('waits for messages queued before, of both channels', async () => {
    const clock = manualClock();
    const storedOutbox = createSandboxOutbox({ db: database.db, clock });
    const { mailer, texter } = storedOutbox.ways;
    const slowly =
      <T>(send: (one: T) => Promise<void>) =>
      async (one: T) => {
        await waitForRoundTrips(database.db);
        await send(one);
      };
    const context = database.open(100, {
      mailer: { ...mailer, send: slowly(mailer.send) },
      texter: { ...texter, send: slowly(texter.send) },
      outbox: storedOutbox,
    });
    const { config, log } = context;
    const http = await createHttp({ config, log, clock, authenticate: async () => null });
    context.messaging.routes(http);
    context.code('EMAIL', 'a@b.test');
    context.code('SMS', '+989121112233');
    for (const url of ['/api/sandbox/outbox', '/sandbox/outbox']) {
      for (const [to, channel] of [
        ['a@b.test', 'EMAIL'],
        ['+989121112233', 'SMS'],
        ['09121112233', 'SMS'],
        ['۰۹۱۲ ۱۱۱ ۲۲۳۳', 'SMS'],
      ]) {
        const answer = await http.app.inject({ url, query: { to: to ?? '' } });
        expect(answer.statusCode).toBe(200);
        expect(answer.json()).toEqual([
          expect.objectContaining({ channel, code: expect.stringMatching(/^\d{6}$/) }),
        ]);
      }
    }
    await http.app.close();
  });
});

import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openTestDatabase } from '../../test/open-database.ts';
import { Undeliverable } from '../messaging/ports.ts';
import { buildCodeMail } from '../messaging/templates.ts';
import { manualClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { DIRECT_CONNECTION } from '../platform/outgoing/connections.ts';
import { createSandboxOutbox } from '../sandbox/sandbox-outbox.ts';
import { createSmtp } from './smtp.ts';

const mailTo = (to: string, code = '012345') =>
  ({ to, language: 'fa', code, ...buildCodeMail('LOGIN', 'fa', code, 120) }) as const;

describe('SMTP', () => {
  const received: { from: string; to: string[]; raw: string; user: string | undefined }[] = [];
  let server: SMTPServer;

  function serve(options: ConstructorParameters<typeof SMTPServer>[0] = {}): Promise<number> {
    server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      authOptional: true,
      onAuth: ({ username, password }, _session, done) =>
        password === 'pass word' ? done(null, { user: username }) : done(new Error('wrong')),
      async onData(stream, session, done) {
        const raw = await text(stream);
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
          user: session.user as string | undefined,
        });
        done();
      },
      ...options,
    });
    return new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.server.address() as AddressInfo).port));
    });
  }

  afterEach(() => {
    received.length = 0;
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });

  it('sends the e-mail, authenticated, as text and HTML', async () => {
    const port = await serve();
    const mailer = createSmtp({
      way: DIRECT_CONNECTION,
      url: `smtp://ann%40sarraf.test:pass%20word@127.0.0.1:${port}`,
      from: 'صراف <no-reply@sarraf.test>',
    });
    await mailer.send(mailTo('ben@sarraf.test'));
    mailer.close();
    const [mail] = received;
    expect(mail).toMatchObject({
      from: 'no-reply@sarraf.test',
      to: ['ben@sarraf.test'],
      user: 'ann@sarraf.test',
    });
    expect(mail?.raw).toContain('Auto-Submitted: auto-generated');
    expect(mail?.raw).toContain('Content-Language: fa');
    expect(mail?.raw).toMatch(/multipart\/alternative/);
    const bodies = [
      ...(mail?.raw ?? '').matchAll(/Content-Transfer-Encoding: base64\r\n\r\n([\s\S]*?)\r\n--/g),
    ].map((part) => Buffer.from(part[1] ?? '', 'base64').toString());
    expect(bodies).toHaveLength(2);
    for (const body of bodies) expect(body).toContain('012345');
  });

  it('throws if the server refuses user or password', async () => {
    const port = await serve({ onRcptTo: (_address, _session, done) => done(new Error('no such mailbox')) });
    const mailer = createSmtp({
      way: DIRECT_CONNECTION,
      url: `smtp://127.0.0.1:${port}`,
      from: 'no-reply@sarraf.test',
    });
    await expect(mailer.send(mailTo('ben@sarraf.test'))).rejects.toThrow('no such mailbox');
    mailer.close();
    const wrong = createSmtp({
      way: DIRECT_CONNECTION,
      url: `smtp://ann:bad@127.0.0.1:${port}`,
      from: 'no-reply@sarraf.test',
    });
    await expect(wrong.send(mailTo('ben@sarraf.test'))).rejects.toThrow('EAUTH');
    wrong.close();
  });

  it('gives up a mailbox only after a permanent refusal', async () => {
    const refusals: [number, boolean][] = [
      [550, true],
      [551, true],
      [553, true],
      [450, false],
      [452, false],
      [552, false],
      [554, false],
    ];
    let responseCode = 0;
    const port = await serve({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`not now, ${address}`), { responseCode })),
    });
    const mailer = createSmtp({
      way: DIRECT_CONNECTION,
      url: `smtp://127.0.0.1:${port}`,
      from: 'no-reply@sarraf.test',
    });
    for (const [code, forGood] of refusals) {
      responseCode = code;
      const error: unknown = await mailer.send(mailTo('ben@sarraf.test')).catch((reason: unknown) => reason);
      expect([code, error instanceof Undeliverable]).toEqual([code, forGood]);
      // Errors are logged, so they contain no address.
      expect(inspect(error, { depth: null, showHidden: true })).not.toContain('ben@');
      expect((error as Error).message).toContain(`${code} not now, <address>`);
    }
    mailer.close();
  });

  it('retries if the sender or the login is refused, which is a configuration error', async () => {
    const port = await serve({
      onMailFrom: (_address, _session, done) =>
        done(Object.assign(new Error('sender unknown'), { responseCode: 550 })),
    });
    for (const who of ['', 'ann:bad@']) {
      const mailer = createSmtp({
        way: DIRECT_CONNECTION,
        url: `smtp://${who}127.0.0.1:${port}`,
        from: 'no-reply@sarraf.test',
      });
      const error: unknown = await mailer.send(mailTo('ben@sarraf.test')).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(Undeliverable);
      expect(inspect(error)).not.toContain('bad');
      mailer.close();
    }
    expect(received).toEqual([]);
  });

  it('sends nothing to a remote server without TLS', async () => {
    const messages: string[] = [];
    const port = await serve({
      onMailFrom: (address, _session, done) => {
        messages.push(address.address);
        done();
      },
    });
    // The same machine by a name that the adapter doesn't recognise as local.
    const mailer = createSmtp({
      way: DIRECT_CONNECTION,
      url: `smtp://ann:pass%20word@[::ffff:127.0.0.1]:${port}`,
      from: 'no-reply@sarraf.test',
    });
    const error: unknown = await mailer.send(mailTo('ben@sarraf.test')).catch((reason: unknown) => reason);
    expect((error as Error).message).toContain('ETLS');
    expect(error).not.toBeInstanceOf(Undeliverable);
    expect([messages, received]).toEqual([[], []]);
    mailer.close();
  });

  it.each([
    'ben@sarraf.test, thief@sarraf.test',
    'ben@sarraf.test\r\nBcc: thief@sarraf.test',
    'ben@sarraf.test>\r\nRCPT TO:<thief@sarraf.test',
    'Ben <ben@sarraf.test>',
    'ben@sarraf.test thief@sarraf.test',
    'group: ben@sarraf.test;',
    'ben',
    '',
  ])('permanently refuses anything but one plain address: %j', async (to) => {
    const port = await serve();
    const mailer = createSmtp({
      way: DIRECT_CONNECTION,
      url: `smtp://127.0.0.1:${port}`,
      from: 'no-reply@sarraf.test',
    });
    await expect(mailer.send(mailTo(to))).rejects.toBeInstanceOf(Undeliverable);
    mailer.close();
    expect(received).toEqual([]);
  });

  it('prevents header injection in the subject', async () => {
    const port = await serve();
    const mailer = createSmtp({
      way: DIRECT_CONNECTION,
      url: `smtp://127.0.0.1:${port}`,
      from: 'no-reply@sarraf.test',
    });
    const subject = 'Hello\r\nBcc: thief@sarraf.test\r\n\r\nbody';
    await mailer.send({ ...mailTo('ben@sarraf.test'), subject });
    mailer.close();
    expect(received[0]?.to).toEqual(['ben@sarraf.test']);
    expect(received[0]?.raw).not.toMatch(/^Bcc:/im);
  });
});

describe('sandbox outbox', () => {
  let test: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = openTestDatabase(test.url, 2);
  });
  afterAll(async () => {
    await database.close();
    await test.drop();
  });

  it('keeps messages newest first and deletes the oldest', async () => {
    const clock = manualClock();
    const outbox = createSandboxOutbox({ db: database.db, clock, maxKept: 5, sweepEvery: 2 });
    for (let i = 0; i < 8; i += 1) {
      await outbox.ways.mailer.send(
        mailTo(i % 2 === 0 ? 'even@sarraf.test' : 'odd@sarraf.test', `00000${i}`),
      );
      clock.advance(1_000);
    }
    const all = await outbox.list();
    expect(all.map((message) => message.code)).toEqual(['000007', '000006', '000005', '000004', '000003']);
    const [newest] = await outbox.list(' Even@Sarraf.test ');
    expect(newest).toEqual({
      to: 'even@sarraf.test',
      channel: 'EMAIL',
      subject: 'کد ورود به صرّاف',
      text: expect.stringContaining('000006'),
      code: '000006',
      at: '2026-01-01T00:00:06.000Z',
    });
  });

  it('finds an SMS by the number as typed', async () => {
    const outbox = createSandboxOutbox({ db: database.db, clock: manualClock() });
    const { texter } = outbox.ways;
    await texter.send({ to: '+989121234567', text: 'کد: 111111', code: '111111' });
    await texter.send({ to: '+4915112345678', text: 'Code: 222222', code: '222222' });
    const iranian = [
      '+989121234567',
      '00989121234567',
      '09121234567',
      '9121234567',
      '۰۹۱۲ ۱۲۳ ۴۵۶۷',
      ' 989121234567',
    ];
    for (const typed of iranian)
      expect([typed, await outbox.list(typed)]).toEqual([
        typed,
        [expect.objectContaining({ to: '+989121234567', channel: 'SMS', subject: '', code: '111111' })],
      ]);
    for (const typed of ['+4915112345678', ' 4915112345678', '0049 151 12345678'])
      expect((await outbox.list(typed)).map(({ code }) => code)).toEqual(['222222']);
    expect(await outbox.list('09120000000')).toEqual([]);
    expect([texter.canReach('+989121234567'), texter.canReach('+4915112345678')]).toEqual([true, true]);
  });
});

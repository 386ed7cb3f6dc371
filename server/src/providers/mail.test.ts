import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { codeLetter } from '../messaging/templates.ts';
import { manualClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/database.ts';
import { createSandboxOutbox } from './sandbox-outbox.ts';
import { createSmtp } from './smtp.ts';

const mailTo = (to: string, code = '012345') =>
  ({ to, language: 'fa', code, ...codeLetter('LOGIN', 'fa', code, 120) }) as const;

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

  it('hands the letter over, signed in, in both forms', async () => {
    const port = await serve();
    const mailer = createSmtp({
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

  it('throws when the server refuses the person or the password', async () => {
    const port = await serve({ onRcptTo: (_address, _session, done) => done(new Error('no such mailbox')) });
    const mailer = createSmtp({ url: `smtp://127.0.0.1:${port}`, from: 'no-reply@sarraf.test' });
    await expect(mailer.send(mailTo('ben@sarraf.test'))).rejects.toThrow('no such mailbox');
    mailer.close();
    const wrong = createSmtp({ url: `smtp://ann:bad@127.0.0.1:${port}`, from: 'no-reply@sarraf.test' });
    await expect(wrong.send(mailTo('ben@sarraf.test'))).rejects.toThrow();
    wrong.close();
  });

  it('never sends to more than one mailbox, whatever the address says', async () => {
    const port = await serve();
    const mailer = createSmtp({ url: `smtp://127.0.0.1:${port}`, from: 'no-reply@sarraf.test' });
    await mailer.send(mailTo('ben@sarraf.test, thief@sarraf.test')).catch(() => {});
    await mailer.send(mailTo('ben@sarraf.test\r\nBcc: thief@sarraf.test')).catch(() => {});
    mailer.close();
    for (const mail of received) expect(mail.to).not.toContain('thief@sarraf.test');
  });
});

describe('sandbox outbox', () => {
  let test: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = openDatabase(test.url, 2);
  });
  afterAll(async () => {
    await database.close();
    await test.drop();
  });

  it('keeps messages newest first and forgets the oldest', async () => {
    const clock = manualClock();
    const outbox = createSandboxOutbox({ db: database.db, clock, maxKept: 5, sweepEvery: 2 });
    for (let i = 0; i < 8; i += 1) {
      await outbox.send(mailTo(i % 2 === 0 ? 'even@sarraf.test' : 'odd@sarraf.test', `00000${i}`));
      clock.advance(1_000);
    }
    const all = await outbox.list();
    expect(all.map((message) => message.code)).toEqual(['000007', '000006', '000005', '000004', '000003']);
    const [newest] = await outbox.list(' Even@Sarraf.test ');
    expect(newest).toEqual({
      to: 'even@sarraf.test',
      channel: 'EMAIL',
      subject: 'کد ورود به صراف',
      text: expect.stringContaining('000006'),
      code: '000006',
      at: '2026-01-01T00:00:06.000Z',
    });
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInUser } from '../../test/backoffice.ts';
import { createSupportFixture, type SupportFixture } from '../../test/support.ts';
import { clientNetworkKey } from '../platform/http/network-address.ts';
import { countLinks, normalizeLines, toOneLine } from './texts.ts';

let context: SupportFixture;
let staff: SignedInUser;

beforeAll(async () => {
  context = await createSupportFixture();
  staff = await context.staff('support@sarraf.test', 'support');
});
afterAll(() => context.close());

let last = 0;
const letter = (more: object = {}) => {
  last += 1;
  return {
    name: 'نگار',
    email: `visitor${last}@mail.test`,
    subject: 'پرسش',
    message: 'کارمزد برداشت چقدر است؟',
    ...more,
  };
};
const stored = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from tickets`.execute(context.db)).rows[0]
    ?.count;

describe('the contact form', () => {
  it('creates a ticket for staff, and is confirmed with its number and nothing else', async () => {
    const body = letter({ token: await context.openForm(), message: '  سلام\r\n\r\n\r\n\r\nکارمزد  ' });
    const reply = await context.sendMessage(body);
    expect(reply).toMatchObject({
      status: 200,
      body: { baseDTO: { number: expect.stringMatching(/^\d{8}$/) } },
    });
    const { number } = reply.body.baseDTO;
    const { body: queue } = await context.get(staff, '/tickets');
    const row = queue.content.find((one: { number: string }) => one.number === number);
    expect(row).toMatchObject({
      subject: 'پرسش',
      state: 'WAITING',
      topic: 'OTHER',
      person: { id: null, name: 'نگار', email: body.email },
    });
    const { body: thread } = await context.get(staff, `/tickets/${row.id}`);
    expect(thread.baseDTO.messages).toMatchObject([{ author: 'PERSON', text: 'سلام\n\nکارمزد', staff: '' }]);
    const [mail, ...others] = await context.notices(body.email);
    expect(others).toEqual([]);
    expect(mail?.text).toContain(number.replace(/\d/g, (digit: string) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]));
    expect(mail?.text).not.toContain('پرسش');
    expect(mail?.text).not.toContain('کارمزد');
  });

  it('stores the message encrypted', async () => {
    const body = letter({
      token: await context.openForm(),
      subject: 'Very secret subject',
      message: 'very secret text',
    });
    expect((await context.sendMessage(body)).status).toBe(200);
    const { rows } = await sql<{
      text: string;
    }>`select concat(t::text, m::text, encode(t.subject_encrypted, 'escape'),
        encode(t.visitor_encrypted, 'escape'), encode(m.body_encrypted, 'escape')) as text
      from tickets t join ticket_messages m on m.ticket_id = t.id`.execute(context.db);
    for (const { text } of rows) expect(text).not.toMatch(/secret|visitor\d/i);
  });

  it('is linked to the logged-in user, and confirmed to their own address alone', async () => {
    const person = await context.person({ email: 'owner@sarraf.test' });
    const body = letter({ token: await context.openForm() });
    const reply = await context.sendMessage(body, { token: person.token, language: 'en' });
    expect(reply.status).toBe(200);
    expect(await context.notices(body.email)).toEqual([]);
    expect((await context.notices(person.email))[0]?.text).toContain(reply.body.baseDTO.number);
    const { body: own } = await context.own(person, 'GET', '/tickets');
    expect(own.content).toMatchObject([{ number: reply.body.baseDTO.number }]);
    const { body: queue } = await context.get(staff, '/tickets?size=50');
    const row = queue.content.find(({ number }: { number: string }) => number === reply.body.baseDTO.number);
    expect(row.person).toEqual({ id: person.id, name: 'نگار', email: 'o***@sarraf.test' });
  });

  it('accepts a message with an expired session as a visitor’s', async () => {
    const body = letter({ token: await context.openForm() });
    expect((await context.sendMessage(body, { token: 'A'.repeat(43) })).status).toBe(200);
    expect(await context.notices(body.email)).toHaveLength(1);
  });

  it('pretends success to a sender that fills in the hidden field', async () => {
    const before = await stored();
    const body = letter({ token: 'any', website: 'https://spam.test' });
    const reply = await context.sendMessage(body);
    expect(reply).toMatchObject({
      status: 200,
      body: { baseDTO: { number: expect.stringMatching(/^\d{8}$/) } },
    });
    expect(await stored()).toBe(before);
    expect(await context.notices(body.email)).toEqual([]);
  });

  it('refuses a sender that is faster than any person, and accepts the same form later', async () => {
    const before = await stored();
    const { body: form } = await context.call('GET', '/contact-form');
    const body = letter({ token: form.baseDTO.token });
    context.clock.advance(1_500);
    const early = await context.sendMessage(body);
    expect([early.status, early.body.message, early.headers['retry-after']]).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      '2',
    ]);
    expect(await stored()).toBe(before);
    context.clock.advance(1_500);
    expect((await context.sendMessage(body)).status).toBe(200);
  });

  it('refuses a form token that is too old, changed, made up or used before', async () => {
    const before = await stored();
    const old = await context.openForm();
    context.clock.advance(2 * 3_600_000);
    const fresh = await context.openForm();
    const [at, nonce, signature] = fresh.split('.');
    const wrong = [
      old,
      `${Number(at) + 1}.${nonce}.${signature}`,
      `${at}.${nonce}.${'A'.repeat(43)}`,
      '',
      'x'.repeat(200),
    ];
    for (const token of wrong) {
      const { status, body } = await context.sendMessage(letter({ token }));
      expect([token, status, body.message]).toEqual([token, 409, 'FORM_EXPIRED']);
    }
    expect(await stored()).toBe(before);
    expect((await context.sendMessage(letter({ token: fresh }))).status).toBe(200);
    expect((await context.sendMessage(letter({ token: fresh }))).body.message).toBe('FORM_EXPIRED');
  });

  it('accepts a form token in one spelling only: unused bits make no second one', async () => {
    const token = await context.openForm();
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = letters.indexOf(token.at(-1) ?? '');
    const spellings = [1, 2, 3].map((bits) => token.slice(0, -1) + letters[last ^ bits]);
    for (const other of spellings) {
      const [mine, theirs] = [token, other].map((text) => Buffer.from(text.split('.')[2] ?? '', 'base64url'));
      expect(theirs).toEqual(mine);
      expect((await context.sendMessage(letter({ token: other }))).body.message).toBe('FORM_EXPIRED');
    }
    expect((await context.sendMessage(letter({ token }))).status).toBe(200);
  });

  it('accepts a form token once, however many concurrent requests there are', async () => {
    const token = await context.openForm();
    const before = (await stored()) ?? 0;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => context.sendMessage(letter({ token }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await stored()).toBe(before + 1);
  });

  it.each([
    [{ email: 'nobody' }, 'Invalid Email', ['email']],
    [{ name: '  ' }, 'BAD_REQUEST', ['name']],
    [{ subject: '\n', message: ' ' }, 'BAD_REQUEST', ['subject', 'message']],
    [{ message: 'x'.repeat(4_001) }, 'BAD_REQUEST', ['message']],
    [{ message: 'https://a.b www.c.d HTTP://e.f https://g.h' }, 'TOO_MANY_LINKS', []],
    [{ subject: 'see https://a.b' }, 'TOO_MANY_LINKS', []],
  ])('refuses %j', async (more, message, errors) => {
    const before = await stored();
    const token = await context.openForm();
    const answer = await context.sendMessage(letter({ token, ...more }));
    expect([answer.status, answer.body.message, answer.body.errors]).toEqual([400, message, errors]);
    expect(await stored()).toBe(before);
    // The form token wasn't used up by it.
    expect((await context.sendMessage(letter({ token }))).status).toBe(200);
  });

  it('accepts three links in a message', async () => {
    const message = 'https://a.b http://c.d www.e.f';
    expect((await context.sendMessage(letter({ token: await context.openForm(), message }))).status).toBe(
      200,
    );
  });

  it('limits messages per hour from one address and for one mailbox, and says when the next is possible', async () => {
    const email = 'often@mail.test';
    for (let n = 0; n < 3; n += 1)
      expect((await context.sendMessage(letter({ email, token: await context.openForm() }))).status).toBe(
        200,
      );
    const token = await context.openForm();
    const refusal = await context.sendMessage(letter({ email: ' Often@mail.test', token }));
    expect([refusal.status, refusal.body.message]).toEqual([429, 'TOO_MANY_REQUESTS']);
    const wait = Number(refusal.headers['retry-after']);
    expect(wait).toBeGreaterThan(3_500);
    expect(wait).toBeLessThanOrEqual(3_600);
    context.clock.advance(wait * 1_000);
    expect((await context.sendMessage(letter({ email, token }))).status).toBe(200);

    const ip = '203.0.113.9';
    const answers: number[] = [];
    for (let n = 0; n < 11; n += 1)
      answers.push((await context.sendMessage(letter({ token: await context.openForm() }), { ip })).status);
    expect(answers).toEqual([...Array(10).fill(200), 429]);
  });

  it('deletes used form tokens once they would be refused for their age', async () => {
    const run = () => context.support.jobs.find(({ name }) => name === 'clean-up-support')?.run({});
    const count = async () => (await sql`select 1 from used_forms`.execute(context.db)).rows.length;
    await context.sendMessage(letter({ token: await context.openForm() }));
    await run();
    expect(await count()).toBeGreaterThan(0);
    context.clock.advance(3 * 3_600_000);
    await run();
    expect(await count()).toBe(0);
  });
});

it('normalizeLines and toOneLine remove invisible characters', () => {
  expect(normalizeLines('a\u0000b \u202ec\r\n\tد\u200cر ')).toBe('ab c\n\tد\u200cر');
  expect(toOneLine(' a\n b\u0007 ')).toBe('a b');
});

describe('units of the rate limits', () => {
  it('are the 64 bits of a household’s IPv6, and an IPv4 address', () => {
    expect(clientNetworkKey('192.0.2.7')).toBe('192.0.2.7');
    expect(clientNetworkKey('::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(clientNetworkKey('2a01:4f8:c0c:123::1')).toBe('2a01:4f8:c0c:123::/64');
    expect(clientNetworkKey('2a01:04f8:0c0c:0123:aaaa:bbbb:cccc:dddd')).toBe('2a01:4f8:c0c:123::/64');
    expect(clientNetworkKey('2a01:4f8::1')).toBe('2a01:4f8:0:0::/64');
    expect(clientNetworkKey('::1')).toBe('0:0:0:0::/64');
  });

  it('are links as people and programs write them', () => {
    expect(countLinks('https://a.b, HTTP://c.d and www.e.f; not a.b, https:// or mail@www')).toBe(3);
  });
});

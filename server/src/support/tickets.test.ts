import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInUser } from '../../test/backoffice.ts';
import { createSupportFixture, type SupportFixture } from '../../test/support.ts';

let context: SupportFixture;
let anna: SignedInUser;
let ben: SignedInUser;

beforeAll(async () => {
  context = await createSupportFixture();
  anna = await context.staff('anna@sarraf.test', 'support');
  ben = await context.staff('ben@sarraf.test', 'support');
});
afterAll(() => context.close());

let people = 0;
const person = (more: object = {}) => {
  people += 1;
  return context.person({ email: `person${people}@sarraf.test`, ...more });
};
const answer = (by: SignedInUser, id: string, version: number, message = 'در راه است.') =>
  context.act(by, `/tickets/${id}/answer`, { version, message });

describe('a ticket', () => {
  it('is opened, answered, read, continued, closed, and reopened by its person', async () => {
    const who = await person({ mobile: '+989121110001' });
    const { id, number } = await context.createTicket(who, { topic: 'DEPOSIT', reference: 'D-1234' });
    const ticketPage = (await context.get(anna, `/tickets/${id}`)).body.baseDTO;
    expect(ticketPage.ticket).toMatchObject({
      topic: 'DEPOSIT',
      reference: 'D-1234',
      version: 1,
      mine: false,
    });
    const reply = await answer(anna, id, 1);
    expect(reply.body.baseDTO.ticket).toMatchObject({ state: 'ANSWERED', mine: true, version: 2 });

    expect((await context.own(who, 'GET', '/unread')).body.baseDTO.count).toBe(1);
    const { body: read } = await context.own(who, 'GET', `/tickets/${id}`);
    expect(read.baseDTO.ticket).toMatchObject({ number, state: 'ANSWERED', unread: 1 });
    expect(
      read.baseDTO.messages.map(({ author, text }: { author: string; text: string }) => [author, text]),
    ).toEqual([
      ['PERSON', 'دیروز فرستادم.'],
      ['STAFF', 'در راه است.'],
    ]);
    // The staff member's identity is not revealed.
    expect(JSON.stringify(read)).not.toContain('anna');
    expect((await context.own(who, 'GET', '/unread')).body.baseDTO.count).toBe(0);

    const replied = await context.own(who, 'POST', `/tickets/${id}/messages`, { message: 'رسید، ممنون' });
    expect(replied.body.baseDTO.ticket.state).toBe('WAITING');
    const closed = await context.own(who, 'POST', `/tickets/${id}/close`);
    expect(closed.body.baseDTO.ticket.state).toBe('CLOSED');
    expect((await context.own(who, 'POST', `/tickets/${id}/close`)).status).toBe(200);
    const again = await context.own(who, 'POST', `/tickets/${id}/messages`, { message: 'دوباره' });
    expect(again.body.baseDTO.ticket.state).toBe('WAITING');
  });

  it('notifies the person of a reply, whose text is in the e-mail alone', async () => {
    const who = await person({ mobile: '+989121110002' });
    await sql`insert into notice_settings (user_id, notice_group, way, enabled)
      select id, 'SUPPORT', 'SMS', true from users where email = ${who.email}`.execute(context.db);
    const { id, number } = await context.createTicket(who);
    await answer(anna, id, 1, 'متن پاسخ');
    const notices = await context.notices(who.email);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.text).toContain('متن پاسخ');
    const [sms, ...others] = await context.notices('+989121110002');
    expect(others).toEqual([]);
    expect(sms?.text).not.toContain('متن پاسخ');
    expect(sms?.text).toContain(number.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)] ?? ''));
  });

  it('of a visitor is answered at the address they gave', async () => {
    const email = 'outside@mail.test';
    const body = { name: 'Sam', email, subject: 'Hello', message: 'Hi', token: await context.openForm() };
    const { body: reply } = await context.sendMessage(body, { language: 'en' });
    const { body: queue } = await context.get(anna, '/tickets?size=100');
    const { id } = queue.content.find((one: { number: string }) => one.number === reply.baseDTO.number);
    await answer(anna, id, 1, 'Hello Sam, this is how.');
    const [notice] = await context.notices(email);
    expect(notice?.text).toContain('Hello Sam, this is how.');
    expect(notice?.text).toContain('contact page');
  });

  it.each([
    [{ subject: ' ', message: 'x' }, ['subject']],
    [{ subject: 'x', message: '\n' }, ['message']],
    [{ subject: 'x'.repeat(121), message: 'x' }, ['subject']],
    [{ subject: 'x', message: 'x'.repeat(4_001) }, ['message']],
    [{ subject: 'x', message: 'x', topic: 'MONEY' }, ['topic']],
    [{ message: 'x' }, ['subject']],
  ])('is refused for %j', async (body, errors) => {
    const who = await person();
    const refusal = await context.own(who, 'POST', '/tickets', body);
    expect([refusal.status, refusal.body.errors]).toEqual([400, errors]);
    expect((await context.own(who, 'GET', '/tickets')).body.content).toEqual([]);
  });

  it('is listed page by page, newest first', async () => {
    const who = await person();
    const createdIds: string[] = [];
    for (let n = 0; n < 5; n += 1) createdIds.unshift((await context.createTicket(who)).id);
    const listedIds: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await context.own(who, 'GET', `/tickets?size=2${cursor && `&cursor=${cursor}`}`);
      listedIds.push(...body.content.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor;
    }
    expect(listedIds).toEqual(createdIds);
  });

  it('is limited to ten a day, however many concurrent requests there are', async () => {
    const who = await person();
    const body = { subject: 'S', message: 'M' };
    const replies = await Promise.all(
      Array.from({ length: 14 }, () => context.own(who, 'POST', '/tickets', body)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([
      ...Array(10).fill(200),
      ...Array(4).fill(429),
    ]);
    expect(replies.find(({ status }) => status === 429)?.headers['retry-after']).toMatch(/^\d+$/);
    context.clock.advance(24 * 3_600_000);
    who.token = await context.session(who.id);
    const later = await Promise.all(
      Array.from({ length: 10 }, () => context.own(who, 'POST', '/tickets', body)),
    );
    expect(later.map(({ status }) => status)).toEqual(Array(10).fill(200));
    context.clock.advance(24 * 3_600_000);
    who.token = await context.session(who.id);
    expect((await context.own(who, 'POST', '/tickets', body)).body.message).toBe('TOO_MANY_TICKETS');
    anna.token = await context.session(anna.id);
    ben.token = await context.session(ben.id);
  });

  it('accepts thirty messages an hour', async () => {
    const who = await person();
    const { id } = await context.createTicket(who);
    const path = `/tickets/${id}/messages`;
    for (let n = 0; n < 30; n += 1)
      expect((await context.own(who, 'POST', path, { message: String(n) })).status).toBe(200);
    expect((await context.own(who, 'POST', path, { message: 'one more' })).status).toBe(429);
    const { body } = await context.own(who, 'GET', `/tickets/${id}`);
    expect(body.baseDTO.messages).toHaveLength(31);
  });
});

describe('tickets in the back office', () => {
  it('let one of two concurrent staff replies win, and return CONFLICT with the thread to the other', async () => {
    const { id } = await context.createTicket(await person());
    const answers = await Promise.all([answer(anna, id, 1, 'A'), answer(ben, id, 1, 'B')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe('CONFLICT');
    const { body } = await context.get(ben, `/tickets/${id}`);
    expect(body.baseDTO.messages).toHaveLength(2);
  });

  it('refuse a reply when the person has written since', async () => {
    const who = await person();
    const { id } = await context.createTicket(who);
    await context.own(who, 'POST', `/tickets/${id}/messages`, { message: 'never mind' });
    expect((await answer(anna, id, 1)).status).toBe(409);
    expect((await answer(anna, id, 2)).status).toBe(200);
  });

  it('list the longest waiting first, also after their owner wrote again', async () => {
    const first = await person();
    const { id } = await context.createTicket(first, { topic: 'TRADE' });
    context.clock.advance(60_000);
    const { id: second } = await context.createTicket(await person(), { topic: 'TRADE' });
    await context.own(first, 'POST', `/tickets/${id}/messages`, { message: 'hello?' });
    const queue = async (query: string) =>
      (await context.get(anna, `/tickets?${query}`)).body.content.map((one: { id: string }) => one.id);
    expect(await queue('topic=TRADE')).toEqual([id, second]);
    await answer(anna, id, 2);
    expect(await queue('topic=TRADE')).toEqual([second]);
    expect(await queue('topic=TRADE&state=ANSWERED')).toEqual([id]);
  });

  it('are paged in either order', async () => {
    const createdIds: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      createdIds.push((await context.createTicket(await person(), { topic: 'VERIFICATION' })).id);
      // Some at the same moment.
      if (n % 2) context.clock.advance(1_000);
    }
    const all = async (state: string) => {
      const listedIds: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body } = await context.get(
          anna,
          `/tickets?size=2&topic=VERIFICATION&state=${state}${cursor && `&cursor=${cursor}`}`,
        );
        listedIds.push(...body.content.map(({ id }: { id: string }) => id));
        cursor = body.nextCursor;
      }
      return listedIds;
    };
    expect(await all('WAITING')).toEqual(createdIds);
    for (const id of createdIds) await context.act(anna, `/tickets/${id}/close`, { version: 1 });
    expect(await all('CLOSED')).toEqual([...createdIds].reverse());
    expect((await context.get(anna, '/tickets?cursor=1_2')).status).toBe(400);
    expect((await context.get(anna, '/tickets?cursor=999999999999999_x')).status).toBe(400);
  });

  it('show whom a ticket is assigned to, and find one’s own', async () => {
    const { id } = await context.createTicket(await person());
    const reply = await context.act(anna, `/tickets/${id}/assign`, { version: 1, mine: true });
    expect(reply.body.baseDTO.ticket).toMatchObject({ mine: true, assignee: anna.email, state: 'WAITING' });
    const { body: hers } = await context.get(anna, '/tickets?mine=true');
    expect(hers.content.map((one: { id: string }) => one.id)).toContain(id);
    const { body: his } = await context.get(ben, '/tickets?mine=true');
    expect(his.content.map((one: { id: string }) => one.id)).not.toContain(id);
    expect((await context.act(ben, `/tickets/${id}/assign`, { version: 1, mine: true })).status).toBe(409);
    const left = await context.act(anna, `/tickets/${id}/assign`, { version: 2, mine: false });
    expect(left.body.baseDTO.ticket).toMatchObject({ mine: false, assignee: '' });
  });

  it('are closed without a reply, once', async () => {
    const { id } = await context.createTicket(await person());
    expect((await context.act(anna, `/tickets/${id}/close`, { version: 1 })).status).toBe(200);
    expect((await context.act(anna, `/tickets/${id}/close`, { version: 2 })).status).toBe(409);
  });

  it('log every access and action, without the texts', async () => {
    const who = await person();
    const { id, number } = await context.createTicket(who, { message: 'private words' });
    await context.get(anna, `/tickets/${id}`);
    await answer(anna, id, 1, 'words of ours');
    const entries = (await context.listAuditEntries(who.id)).map(({ actorId, action, detail }) => [
      actorId,
      action,
      detail,
    ]);
    expect(entries).toEqual([
      [anna.id, 'ticket read', { number: Number(number) }],
      [anna.id, 'ticket answered', { number: Number(number) }],
    ]);
  });

  it('count those that wait', async () => {
    const before = await context.support.countWaiting();
    const { id } = await context.createTicket(await person());
    expect(await context.support.countWaiting()).toBe(before + 1);
    await answer(anna, id, 1);
    expect(await context.support.countWaiting()).toBe(before);
  });

  it('respond NOT_FOUND for an unknown id', async () => {
    for (const id of ['x', crypto.randomUUID()]) {
      expect((await context.get(anna, `/tickets/${id}`)).status).toBe(404);
      expect((await answer(anna, id, 1)).status).toBe(404);
    }
  });
});

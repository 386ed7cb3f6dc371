import { NOTICE_GROUPS, type NoticeGroup, type NoticeSettings } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentityFixture, type IdentityFixture } from '../../test/identity.ts';
import { PRICE_ALERT } from '../../test/messaging.ts';
import { sendWaitingNotices } from '../../test/notices.ts';
import { addPerson, addSession } from '../../test/people.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { toOwnedRowKey } from '../platform/secrets/secrets.ts';
import type { Notice } from './notice.ts';
import { groupOf } from './notice-groups.ts';
import { storeNotices } from './store-notices.ts';

let context: IdentityFixture;
beforeAll(async () => {
  context = await createIdentityFixture();
});
afterAll(() => context.close());

interface Person {
  id: string;
  email: string;
  mobile: string;
  token: string;
}
let people = 0;
async function person(): Promise<Person> {
  people += 1;
  const email = `person${people}@notices.test`;
  const mobile = `+98912${String(1_000_000 + people)}`;
  const id = await addPerson(context.db, { email, mobile });
  return {
    id,
    email,
    mobile,
    token: await addSession(context.db, id, { now: new Date(context.clock.now()) }),
  };
}
const recipient = ({ id, email, mobile }: Person) => ({ userId: id, email, mobile, language: 'fa' }) as const;
const tell = (who: Person, ...notices: Notice[]) =>
  context.db.transaction().execute((tx) =>
    context.messaging.notifyAll(
      tx,
      notices.map((notice) => ({ to: recipient(who), notice })),
    ),
  );
const list = async (who: Person, query = '', language = 'en') =>
  (await context.call('GET', `/notices${query}`, { token: who.token, language })).body;
const titles = async (who: Person, query = '') =>
  (await list(who, query)).content.map(({ title }: { title: string }) => title);
const unread = async (who: Person): Promise<number> =>
  (await context.call('GET', '/notices/unread', { token: who.token })).body.baseDTO.count;
const read = (who: Person, until: string) =>
  context.call('POST', '/notices/read', { token: who.token, body: { until } });
const set = (who: Person, group: NoticeGroup, way: string, on: boolean) =>
  context.call('PUT', '/notices/settings', { token: who.token, body: { group, way, on } });
const drain = () => sendWaitingNotices(context.url, context.messaging.jobs);

const credited = (amount: string): Notice => ({ kind: 'DEPOSIT_CREDITED', asset: 'TETHER', amount });
/** In the inbox only. */
const SEEN: Notice = { kind: 'DEPOSIT_SEEN', asset: 'TETHER', amount: '6' };
const LEVEL: Notice = { kind: 'LEVEL_CHANGED', level: 'SILVER', up: true, fee: '0.35', feeTether: '0.26' };
/** One of each group. */
const OF_GROUP: Record<NoticeGroup, Notice> = {
  NEWS: {
    kind: 'ANNOUNCEMENT',
    slug: 'new-market',
    words: { fa: { title: 'بازار تازه', summary: '' } },
  },
  SECURITY: { kind: 'RECOVERY_CODES_MADE' },
  DEPOSITS: credited('12.5'),
  WITHDRAWALS: { kind: 'WITHDRAWAL_PAID', amount: '5000', to: 'IR57...0101' },
  ORDERS: {
    kind: 'ORDER_FILLED',
    side: 'buy',
    coin: 'BITCOIN',
    quote: 'TOMAN',
    amount: '0.5',
    total: '5020000000',
  },
  ACCOUNT: LEVEL,
  STORE: { kind: 'STORE_CARRIED', amount: '70000' },
  SUPPORT: { kind: 'TICKET_RECEIVED', number: '48120375' },
  PRICES: PRICE_ALERT,
};

describe('the inbox', () => {
  it('lists a user’s own notices, in the reader’s language, with their pages', async () => {
    const [ann, ben] = [await person(), await person()];
    await tell(ann, credited('1250.5'), { kind: 'PASSWORD_CHANGED', heldUntil: '2026-12-03T07:00:00.000Z' });
    const { content } = await list(ann);
    expect(content).toEqual([
      {
        id: expect.any(String),
        kind: 'PASSWORD_CHANGED',
        group: 'SECURITY',
        title: 'Your password was changed',
        text: expect.stringMatching(/logged out\. To keep you safe, withdrawals are paused until 3 December/),
        advice: expect.stringContaining('freeze your account in Settings'),
        place: '/profile/settings',
        read: false,
        createdAtDateTime: new Date(context.clock.now()).toISOString(),
      },
      expect.objectContaining({
        group: 'DEPOSITS',
        text: '1,250.5 Tether was added to your Sarraf wallet and can be used now.',
        advice: null,
        place: '/profile/history?tab=crypto&kind=deposit',
      }),
    ]);
    const persian = (await list(ann, '', 'fa')).content;
    expect(persian[1].text).toBe('۱٬۲۵۰٫۵ تتر به کیف پول شما در صرّاف واریز شد و حالا در دسترس است.');
    expect((await list(ben)).content).toEqual([]);
    expect(await unread(ben)).toBe(0);
  });

  it('has nothing of a failed transaction or for a visitor, and its table nothing readable', async () => {
    const ann = await person();
    const failing = context.db.transaction().execute(async (tx) => {
      await context.messaging.notify(tx, recipient(ann), credited('1'));
      throw new Error('after all not');
    });
    await expect(failing).rejects.toThrow('after all not');
    await context.db
      .transaction()
      .execute((tx) => context.messaging.notify(tx, { ...recipient(ann), userId: null }, credited('2')));
    expect((await list(ann)).content).toEqual([]);
    await tell(ann, { kind: 'ADDRESS_SAVED', asset: 'BITCOIN', label: 'Uncle Sam', to: 'bc1q...9xyz' });
    const { rows } = await sql<{
      kind: string;
      about: Buffer;
    }>`select kind, about_encrypted as about from notices
      where user_id = ${ann.id}`.execute(context.db);
    expect(rows[0]?.kind).toBe('ADDRESS_SAVED');
    expect(rows[0]?.about.toString('latin1')).not.toMatch(/Sam|bc1q/);
  });

  it('shortens a long reply of support, and contains reasons and notes of a refusal', async () => {
    const ann = await person();
    const text = 'word '.repeat(200);
    await tell(
      ann,
      { kind: 'TICKET_ANSWERED', number: '48120375', text, account: true, ticket: 'abc' },
      { kind: 'VERIFICATION_REFUSED', reasons: ['NAME_MISMATCH', 'OTHER'], note: 'The scan is dark.' },
    );
    const { content } = await list(ann);
    expect(content[0].text).toMatch(/because: .+ • .+ Note: The scan is dark\.$/);
    expect(content[1].text.length).toBeLessThan(310);
    expect(content[1].text).toMatch(/^(word ?)+…$/);
    expect(content[1].place).toBe('/profile/support/abc');
  });

  it('links a notice about an order to that order', async () => {
    const ann = await person();
    const { side, coin, quote, amount } = {
      side: 'sell',
      coin: 'BITCOIN',
      quote: 'TOMAN',
      amount: '0.5',
    } as const;
    const about = { order: 'abc', trigger: 'STOP', side, coin, quote, amount } as const;
    await tell(
      ann,
      { ...OF_GROUP.ORDERS, order: 'abc' } as Notice,
      { kind: 'ORDER_LINKED', ...about },
      {
        ...about,
        kind: 'ORDER_TRIGGERED',
        executed: '0',
        total: '0',
        outcome: 'NOTHING',
        endedBy: 'NO_LIQUIDITY',
        linked: false,
      },
      OF_GROUP.ORDERS,
    );
    const { content } = await list(ann);
    // An older notice without the order's id links to the list.
    expect(content.map(({ place }: { place: string }) => place)).toEqual([
      '/profile/history',
      ...Array(3).fill('/profile/history?order=abc'),
    ]);
    expect(content[1].title).toBe('Your stop triggered, but nothing was traded');
  });

  it('is read page by page, newest first', async () => {
    const ann = await person();
    const all = Array.from({ length: 25 }, (_, i) => credited(String(i + 1)));
    await tell(ann, ...all);
    const listedNumbers: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await list(ann, `?size=10${cursor && `&cursor=${cursor}`}`);
      listedNumbers.push(...page.content.map(({ text }: { text: string }) => Number.parseInt(text, 10)));
      // New notices don't shift the pages.
      await tell(ann, LEVEL);
      cursor = page.nextCursor;
    }
    expect(listedNumbers).toEqual(Array.from({ length: 25 }, (_, i) => 25 - i));
    expect((await context.call('GET', '/notices?cursor=x', { token: ann.token })).status).toBe(400);
    expect((await context.call('GET', '/notices?size=101', { token: ann.token })).status).toBe(400);
  });

  it('skips notices of an older version that this one has no text for', async () => {
    const ann = await person();
    const id = newId();
    const text = JSON.stringify({ kind: 'OUT_OF_USE' });
    const about = context.secrets.encrypt(text, 'notices.about_encrypted', toOwnedRowKey(id, ann.id));
    await sql`insert into notices (id, user_id, kind, about_encrypted, created_at)
      values (${id}, ${ann.id}, 'OUT_OF_USE', ${about}, now())`.execute(context.db);
    expect((await list(ann)).content).toEqual([]);
  });
});

describe('marking as read', () => {
  it('includes all older notices: newer ones stay unread', async () => {
    const ann = await person();
    await tell(ann, credited('1'), credited('2'));
    const [newest] = (await list(ann)).content;
    await tell(ann, credited('3'));
    const answer = await read(ann, newest.id);
    expect([answer.status, answer.body.baseDTO]).toEqual([200, { count: 1 }]);
    const after = (await list(ann)).content;
    expect(after.map((one: { read: boolean }) => one.read)).toEqual([false, true, true]);
  });

  it('accepts the user’s own notices only', async () => {
    const [ann, ben] = [await person(), await person()];
    await tell(ann, credited('1'));
    await tell(ben, credited('2'));
    const [hers] = (await list(ann)).content;
    for (const until of [hers.id, crypto.randomUUID(), 'x'])
      expect((await read(ben, until)).status).toBe(404);
    expect([await unread(ann), await unread(ben)]).toEqual([1, 1]);
  });

  it('is not affected by concurrent new notices and readers', async () => {
    const ann = await person();
    await tell(ann, credited('0'));
    const [first] = (await list(ann)).content;
    await Promise.all([
      ...Array.from({ length: 20 }, (_, i) => tell(ann, credited(String(i + 1)))),
      ...Array.from({ length: 20 }, () => read(ann, first.id)),
    ]);
    expect(await unread(ann)).toBe(20);
    const { content } = await list(ann, '?size=100');
    expect(content.filter((one: { read: boolean }) => one.read)).toHaveLength(1);
    await Promise.all(Array.from({ length: 10 }, () => read(ann, content[0].id)));
    expect(await unread(ann)).toBe(0);
  });

  it('updates open pages, like new notices once committed; the count ends at a hundred', async () => {
    const ann = await person();
    const publishedCounts: number[] = [];
    const unsubscribe = context.bus.subscribe('notices', ({ userId, unread: n }) => {
      if (userId === ann.id) publishedCounts.push(n);
    });
    await tell(ann, credited('1'), credited('2'));
    expect(publishedCounts).toEqual([]);
    await drain();
    expect(publishedCounts).toEqual([2]);
    await read(ann, (await list(ann)).content[0].id);
    expect(publishedCounts).toEqual([2, 0]);
    await tell(ann, ...Array.from({ length: 120 }, () => SEEN));
    await drain();
    expect(publishedCounts.at(-1)).toBe(100);
    unsubscribe();
  });
});

describe('old notices are deleted', () => {
  it('are deleted after ninety days, in chunks that scan no more than necessary', async () => {
    const ann = await person();
    await tell(ann, ...Array.from({ length: 30 }, () => credited('1')));
    await sql`update notices set created_at = ${new Date(context.clock.now() - 91 * 86_400_000)}
      where id in (select id from notices where user_id = ${ann.id} order by id limit 20)`.execute(
      context.db,
    );
    const job = context.messaging.jobs.find(({ name }) => name === 'forget-notices');
    await job?.run({});
    expect((await list(ann, '?size=100')).content).toHaveLength(10);
  });

  it('are limited separately for warnings and others, so that others don’t displace warnings', async () => {
    const ann = await person();
    const keeping = { db: context.db, bus: context.bus, clock: context.clock, secrets: context.secrets };
    const keep = (count: number, notice: Notice) =>
      context.db.transaction().execute((tx: Tx) =>
        storeNotices(
          keeping,
          tx,
          Array.from({ length: count }, () => ({ userId: ann.id, notice })),
        ),
      );
    const kinds = async () => {
      await drain();
      const { rows } = await sql<{ kind: string; n: number }>`select kind, count(*)::int as n from notices
        where user_id = ${ann.id} group by kind order by kind`.execute(context.db);
      return rows.map(({ kind, n }) => [kind, n]);
    };
    await keep(2, OF_GROUP.SECURITY);
    await keep(3, OF_GROUP.WITHDRAWALS);
    await keep(510, OF_GROUP.ORDERS);
    const flooded = [
      ['ORDER_FILLED', 500],
      ['RECOVERY_CODES_MADE', 2],
      ['WITHDRAWAL_PAID', 3],
    ];
    expect(await kinds()).toEqual(flooded);
    await keep(500, OF_GROUP.WITHDRAWALS);
    expect(await kinds()).toEqual([
      ['ORDER_FILLED', 500],
      ['WITHDRAWAL_PAID', 500],
    ]);
  });

  it('are limited to five hundred per user in one statement for a mass notice, with right unread counts', async () => {
    const [ann, ben, cem] = [await person(), await person(), await person()];
    await tell(ben, credited('7'));
    await drain();
    const keeping = { db: context.db, bus: context.bus, clock: context.clock, secrets: context.secrets };
    const many = ([one, count]: [typeof ann, number]) =>
      Array.from({ length: count }, (_, i) => ({ userId: one.id, notice: credited(String(i + 1)) }));
    const unreadByUser = new Map<string, number>();
    const unsubscribe = context.bus.subscribe('notices', ({ userId, unread }) =>
      unreadByUser.set(userId, unread),
    );
    const personCounts: [typeof ann, number][] = [
      [ann, 510],
      [ben, 1],
      [cem, 503],
    ];
    await context.db.transaction().execute((tx: Tx) =>
      storeNotices(
        keeping,
        tx,
        personCounts.flatMap((of) => many(of)),
      ),
    );
    await drain();
    unsubscribe();
    expect(unreadByUser).toEqual(
      new Map([
        [ann.id, 100],
        [ben.id, 2],
        [cem.id, 100],
      ]),
    );
    for (const [{ id }, n] of [
      [ann, 500],
      [ben, 2],
      [cem, 500],
    ] as const) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from notices
        where user_id = ${id}`.execute(context.db);
      expect(rows[0]?.n).toBe(n);
    }
    expect((await list(ann, '?size=1')).content[0].text).toMatch(/^510 /);
    expect((await list(cem, '?size=1')).content[0].text).toMatch(/^503 /);
  });
});

describe('settings', () => {
  it('have defaults per group and channel, some of them fixed', async () => {
    const ann = await person();
    const { body } = await context.call('GET', '/notices/settings', { token: ann.token });
    const short = (body.baseDTO as NoticeSettings[]).map(({ group, ways }) => [
      group,
      ...Object.values(ways).map(({ on, fixed }) => (fixed ? 'always' : on ? 'on' : 'off')),
    ]);
    expect(short).toEqual([
      ['SECURITY', 'always', 'always', 'always', 'off'],
      ['DEPOSITS', 'always', 'on', 'off', 'off'],
      ['WITHDRAWALS', 'always', 'always', 'on', 'off'],
      ['ORDERS', 'on', 'off', 'off', 'off'],
      ['ACCOUNT', 'on', 'on', 'off', 'off'],
      ['STORE', 'on', 'on', 'off', 'off'],
      ['SUPPORT', 'on', 'on', 'off', 'off'],
      ['PRICES', 'on', 'on', 'off', 'off'],
      ['NEWS', 'on', 'off', 'off', 'off'],
    ]);
    expect(NOTICE_GROUPS).toEqual(short.map(([group]) => group));
  });

  it.each(Object.entries(OF_GROUP))('are applied to %s, each channel separately', async (group, notice) => {
    expect(groupOf(notice)).toBe(group);
    const count = async (who: Person) => {
      const [mails, texts] = [await context.notices(who.email), await context.notices(who.mobile)];
      const inside = (await list(who)).content.length;
      return [inside, mails.length, texts.length];
    };
    const quiet = await person();
    const loud = await person();
    const fixed = { SECURITY: [1, 1, 1], DEPOSITS: [1, 0, 0], WITHDRAWALS: [1, 1, 0] } as Record<
      string,
      number[]
    >;
    for (const way of ['PRODUCT', 'EMAIL', 'SMS']) {
      const off = await set(quiet, group as NoticeGroup, way, false);
      const stays = fixed[group]?.[['PRODUCT', 'EMAIL', 'SMS'].indexOf(way)] === 1;
      expect([off.status, off.body.errors]).toEqual(stays ? [400, ['way']] : [200, undefined]);
      await set(loud, group as NoticeGroup, way, true);
    }
    await tell(quiet, notice);
    await tell(loud, notice);
    expect(await count(quiet)).toEqual(fixed[group] ?? [0, 0, 0]);
    expect(await count(loud)).toEqual([1, 1, 1]);
  });

  it('affect only their own group, and an unconfirmed deposit is never sent', async () => {
    const ann = await person();
    await set(ann, 'ACCOUNT', 'EMAIL', false);
    await set(ann, 'ACCOUNT', 'EMAIL', false);
    await tell(ann, LEVEL, credited('5'), SEEN);
    expect((await context.notices(ann.email)).map(({ subject }) => subject)).toEqual([
      '۵ تتر به کیف پول شما واریز شد',
    ]);
    expect(await titles(ann)).toEqual([
      'Deposit of 6 Tether is on its way',
      '5 Tether was added to your wallet',
      'Your level is now Silver',
    ]);
  });

  it('refuse unknown groups and channels', async () => {
    const ann = await person();
    for (const body of [
      { group: 'LUNCH', way: 'EMAIL', on: true },
      { group: 'NEWS', way: 'PIGEON', on: true },
      { group: 'NEWS', way: 'EMAIL', on: 'maybe' },
    ])
      expect((await context.call('PUT', '/notices/settings', { token: ann.token, body })).status).toBe(400);
  });
});

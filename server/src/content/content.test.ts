import { ASSETS, COINS } from '@sarraf/domain';
import type { ArticleText, BlogItem, ExchangeInfoText } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestCaller } from '../../test/caller.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openTestDatabase } from '../../test/open-database.ts';
import { addPerson } from '../../test/people.ts';
import { createBus } from '../platform/bus/bus.ts';
import { manualClock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import { checkAudit } from '../platform/database/audit-log.ts';
import type { Database } from '../platform/database/database.ts';
import { createHttp, type Http } from '../platform/http/http.ts';
import { createLog } from '../platform/log.ts';
import { readContentFiles } from './content-files.ts';
import { createContent, loadContent, seedExchangeInfo } from './index.ts';
import { buildRss } from './rss.ts';

const rate = { max: 1_000_000, windowMs: 60_000 };
const config = {
  sandbox: true,
  TRUST_PROXY: false,
  rates: { read: rate, write: rate, money: rate, login: rate, code: rate },
} as Config;
// After the texts shipped with the product.
const clock = manualClock(Date.now() + 60_000);
const bus = createBus();
const SITE = { publicUrl: 'https://sarraf.test', names: () => ({ fa: 'صرّاف', en: 'Sarraf & Co' }) };
const FEES = { fa: 'با ۴٬۰۰۰ تومان', en: '4,000 <Toman>' };
/** Figures that texts in this test may name; the product's own are in app/article-figures.ts. */
const figures = async (language: 'fa' | 'en') =>
  new Map<string, string | null>([
    ['bank.fee', FEES[language]],
    ['operator.licence', null],
  ]);
let test: TestDatabase;
let database: Database;
let http: Http;
/** The same in another process, which gets no messages. */
let other: Http;
const staff = { sara: '', omid: '' };

async function serve(eventBus: typeof bus): Promise<Http> {
  const served = await createHttp({
    config,
    log: createLog('silent'),
    clock,
    // The token is the user's id.
    authenticate: async (token) =>
      token in staff
        ? createTestCaller({
            userId: staff[token as 'sara'],
            staffRoles: ['support'],
            authenticator: true,
            byPasskey: true,
            confirmedAt: clock.now(),
          })
        : null,
  });
  const emailsOf = async () =>
    new Map(Object.entries(staff).map(([name, id]) => [id, `${name}@sarraf.test`]));
  createContent({
    db: database.db,
    clock,
    bus: eventBus,
    readEmails: emailsOf,
    readFigures: figures,
    ...SITE,
  }).routes(served);
  return served;
}

beforeAll(async () => {
  test = await createTestDatabase();
  database = openTestDatabase(test.url, 6);
  // As a server does when it starts, a minute ago.
  await loadContent({ db: database.db, clock: manualClock(Date.now()), bus });
  await seedExchangeInfo({ db: database.db }, () => ({}));
  for (const name of ['sara', 'omid'] as const)
    staff[name] = await addPerson(database.db, { email: `${name}@sarraf.test`, roles: ['support'] });
  [http, other] = [await serve(bus), await serve(createBus())];
});
afterAll(async () => {
  await http.app.close();
  await other.app.close();
  await database.close();
  await test.drop();
});

const get = async (path: string, language = 'fa', from = http) => {
  const answer = await from.app.inject({ url: `/api${path}`, headers: { 'accept-language': language } });
  return { status: answer.statusCode, body: answer.json() };
};
const asStaff = async (
  method: 'GET' | 'PUT' | 'POST',
  path: string,
  body?: object,
  who: keyof typeof staff = 'sara',
) => {
  const answer = await http.app.inject({
    method,
    url: `/api/backoffice${path}`,
    headers: { authorization: `Bearer ${who}` },
    ...(body && { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json() };
};
const TEXT: ArticleText = {
  title: 'A question?',
  summary: '',
  body: '<p>An answer.</p>',
  coin: null,
  subject: null,
  picture: null,
  place: 900,
  state: 'PUBLISHED',
};
const save = (path: string, version: number, changes: Partial<ArticleText> = {}, who?: keyof typeof staff) =>
  asStaff('PUT', `/articles/${path}`, { version, text: { ...TEXT, ...changes } }, who);
const audited = async () => {
  const { rows } = await sql<{ actor: string; action: string; detail: string }>`
    select actor_id as actor, action, detail from audit_log order by number`.execute(database.db);
  return rows.map(({ detail, ...row }) => ({ ...row, ...JSON.parse(detail) }));
};
const versionsOf = async (slug: string) => {
  const { rows } = await sql<{ version: number; body: string }>`
    select version, body from article_versions where slug = ${slug} order by version`.execute(database.db);
  return rows;
};

describe('GET /exchange-info', () => {
  it('returns one row a language to any caller', async () => {
    const { status, body } = await get('/exchange-info');
    expect(status).toBe(200);
    expect(body.content.map((row: { language: string }) => row.language)).toEqual(['fa', 'en']);
    for (const row of body.content) {
      expect(row.email).toBe('support@sarraf.example');
      expect(row.privacyPolicy).toMatch(/^<(p|h2)>.*<h2>/s);
      expect(Object.keys(row)).toHaveLength(14);
    }
  });
});

describe('GET /blog', () => {
  const aboutCoins = async (language: string): Promise<BlogItem[]> =>
    (await get('/blog', language)).body.content.filter(({ coin }: BlogItem) => coin !== null);

  it('has a text about every coin, by its English name in both languages', async () => {
    const [fa, en] = [await aboutCoins('fa-IR,fa;q=0.9'), await aboutCoins('en')];
    for (const content of [fa, en]) {
      expect(content.map(({ coin }) => coin)).toEqual(COINS);
      expect(content.map(({ title }) => title)).toEqual(COINS.map((coin) => ASSETS[coin].englishName));
      expect(new Set(content.map(({ slug }) => slug)).size).toBe(COINS.length);
    }
    for (const { body } of fa) expect(body).toMatch(/[آ-ی]/);
    for (const { body } of en) expect(body).not.toMatch(/[آ-ی]/);
    expect(await aboutCoins('ar')).toEqual(fa);
    expect(await aboutCoins('')).toEqual(fa);
  });

  it('has three paragraphs about each coin, and nothing else', () => {
    const aboutCoins = readContentFiles().filter(({ text }) => text.coin !== null);
    expect(aboutCoins).toHaveLength(2 * COINS.length);
    for (const { body } of aboutCoins.map(({ text }) => text)) {
      expect(body).toMatch(/^<p>[^<>&]+<\/p>\n<p>[^<>&]+<\/p>\n<p>[^<>&]+<\/p>$/);
      expect(body.length).toBeGreaterThan(500);
    }
  });

  it('returns one text by its name', async () => {
    const [dash] = (await aboutCoins('en')).filter(({ coin }) => coin === 'DASH');
    expect((await get('/blog/dash', 'en')).body.baseDTO).toEqual(dash);
    for (const slug of ['nothing', 'constructor', 'to-string'])
      expect(await get(`/blog/${slug}`, 'en')).toMatchObject({ status: 404, body: { message: 'NOT_FOUND' } });
    expect((await get('/blog/Not%20A%20Slug', 'en')).body).toMatchObject({ message: 'BAD_REQUEST' });
  });

  it('returns changes made directly in the database within a minute', async () => {
    await aboutCoins('en');
    await sql`update articles set body = '<p>New.</p>' where kind = 'BLOG' and slug = 'dash' and language = 'en'`.execute(
      database.db,
    );
    const dash = async () => (await get('/blog/dash', 'en')).body.baseDTO.body;
    expect(await dash()).not.toBe('<p>New.</p>');
    clock.advance(60_000);
    expect(await dash()).toBe('<p>New.</p>');
  });

  it('sanitises texts on their way out, too', async () => {
    await sql`update articles set body = '<p onclick="x()">A<script>alert(1)</script></p>'
      where kind = 'BLOG' and slug = 'dash' and language = 'en'`.execute(database.db);
    clock.advance(60_000);
    expect((await get('/blog/dash', 'en')).body.baseDTO.body).toBe('<p>A</p>');
  });
});

describe('articles written by staff', () => {
  it.each([
    [
      'FAQ',
      '/faq',
      (slug: string) => ({ slug, subject: null, question: 'A question?', answer: '<p>An answer.</p>' }),
    ],
    [
      'MANUAL',
      '/user-manual',
      (slug: string) => ({ slug, title: 'A question?', html: '<p>An answer.</p>', picture: null }),
    ],
    [
      'ANNOUNCEMENT',
      '/announcements',
      (slug: string) => ({
        slug,
        title: 'A question?',
        html: '<p>An answer.</p>',
        publishedAtDateTime: new Date(clock.now()).toISOString(),
      }),
    ],
  ])('%s is at %s immediately, in its language alone', async (kind, path, buildExpected) => {
    const slug = `new-${kind.toLowerCase()}`;
    for (const language of ['fa', 'en', 'ar']) await get(path, language);
    expect((await save(`${kind}/${slug}/en`, 0)).body.baseDTO).toMatchObject({
      kind,
      slug,
      language: 'en',
      version: 1,
      updatedBy: 'sara@sarraf.test',
    });
    expect((await get(path, 'en')).body.content).toContainEqual(buildExpected(slug));
    const slugs = ({ body }: Awaited<ReturnType<typeof get>>) =>
      body.content.map((row: { slug: string }) => row.slug);
    expect(slugs(await get(path, 'fa'))).not.toContain(slug);
    expect(slugs(await get(path, 'ar'))).not.toContain(slug);
  });

  it('reach another process within a minute, or immediately by the bus', async () => {
    const answer = async () =>
      (await get('/faq', 'en', other)).body.content.find(
        ({ slug }: { slug: string }) => slug === 'elsewhere',
      );
    await answer();
    await save('FAQ/elsewhere/en', 0);
    expect(await answer()).toBeUndefined();
    clock.advance(59_999);
    expect(await answer()).toBeUndefined();
    clock.advance(1);
    expect(await answer()).toMatchObject({ answer: '<p>An answer.</p>' });
  });

  it('are in Arabic if available and in Persian otherwise, each separately', async () => {
    await save('FAQ/both/fa', 0, { title: 'فارسی', place: 901 });
    await save('FAQ/both/ar', 0, { title: 'عربي', place: 901 });
    await save('FAQ/persian-alone/fa', 0, { title: 'تنها فارسی', place: 902 });
    await save('FAQ/hidden/fa', 0, { title: 'پنهان', place: 903 });
    await save('FAQ/hidden/ar', 0, { title: 'مخفي', place: 903, state: 'DRAFT' });
    const titles = async (language: string) =>
      (await get('/faq', language)).body.content
        .filter(({ slug }: { slug: string }) => ['both', 'persian-alone', 'hidden'].includes(slug))
        .map(({ question }: { question: string }) => question);
    expect(await titles('ar-IQ,ar;q=0.9')).toEqual(['عربي', 'تنها فارسی', 'پنهان']);
    expect(await titles('fa')).toEqual(['فارسی', 'تنها فارسی', 'پنهان']);
    expect(await titles('en')).toEqual([]);
  });

  it.each(['/faq', '/user-manual'])(
    '%s is in the language of the query, whatever the header says',
    async (path) => {
      const inHeader = async (language: string) => JSON.stringify((await get(path, language)).body.content);
      const inQuery = async (language: string) =>
        JSON.stringify(
          (await get(`${path}?language=${language}`, language === 'en' ? 'fa' : 'en')).body.content,
        );
      expect(await inHeader('en')).not.toBe(await inHeader('fa'));
      expect(await inQuery('en')).toBe(await inHeader('en'));
      expect(await inQuery('fa')).toBe(await inHeader('fa'));
      expect(await inQuery('ar')).toBe(await inHeader('ar'));
      // In the spelling of the specification's client.
      expect(await inQuery('Ir')).toBe(await inHeader('fa'));
      expect((await get(`${path}?language=En`, 'fa')).body.content).toEqual(
        (await get(path, 'en')).body.content,
      );
      expect((await get(`${path}?language=klingon`, 'fa')).body).toMatchObject({ errors: ['language'] });
    },
  );

  it('are questions under the subject that staff chose, in each language and version', async () => {
    const subjectOf = async (language: string) =>
      (await get('/faq', language)).body.content.find(({ slug }: { slug: string }) => slug === 'of-staff')
        .subject;
    for (const language of ['fa', 'en']) {
      await save(`FAQ/of-staff/${language}`, 0, { subject: 'withdrawal' });
      expect(await subjectOf(language)).toBe('withdrawal');
      await save(`FAQ/of-staff/${language}`, 1, { subject: 'fees' });
      expect(await subjectOf(language)).toBe('fees');
    }
    const { text, versions } = (await asStaff('GET', '/articles/FAQ/of-staff/fa')).body.baseDTO;
    expect([text.subject, versions[0].text.subject]).toEqual(['fees', 'withdrawal']);
  });

  it('are listed in the order of their positions, announcements newest first', async () => {
    await save('MANUAL/later/en', 0, { place: 2_000 });
    await save('MANUAL/sooner/en', 0, { place: 1_999 });
    const manual = (await get('/user-manual', 'en')).body.content.map(({ slug }: { slug: string }) => slug);
    expect(manual.slice(-2)).toEqual(['sooner', 'later']);
    clock.advance(1_000);
    await save('ANNOUNCEMENT/newest/en', 0, { place: 5_000 });
    expect((await get('/announcements', 'en')).body.content[0].slug).toBe('newest');
  });

  it('are pages only under the names that the site has', async () => {
    const before = (await asStaff('GET', '/articles/PAGE/fees/en')).body.baseDTO?.row.version ?? 0;
    expect((await save('PAGE/fees/en', before, { title: 'Fees' })).status).toBe(200);
    expect((await get('/pages/fees', 'en')).body.baseDTO).toEqual({
      name: 'fees',
      title: 'Fees',
      html: '<p>An answer.</p>',
      updatedAtDateTime: new Date(clock.now()).toISOString(),
    });
    expect((await save('PAGE/nowhere/en', 0)).body).toMatchObject({
      message: 'BAD_REQUEST',
      errors: ['slug'],
    });
    expect((await get('/pages/nowhere', 'en')).status).toBe(404);
  });

  it('are hidden as drafts, and dated when they are published', async () => {
    const createdAt = clock.now();
    await save('BLOG/thoughts/en', 0, { state: 'DRAFT' });
    expect((await get('/blog/thoughts', 'en')).status).toBe(404);
    clock.advance(3_600_000);
    await save('BLOG/thoughts/en', 1);
    const published = new Date(createdAt + 3_600_000).toISOString();
    expect((await get('/blog/thoughts', 'en')).body.baseDTO.publishedAtDateTime).toBe(published);
    clock.advance(3_600_000);
    await save('BLOG/thoughts/en', 2, { state: 'ARCHIVED' });
    expect((await get('/blog/thoughts', 'en')).status).toBe(404);
    await save('BLOG/thoughts/en', 3, { title: 'Second' });
    expect((await get('/blog/thoughts', 'en')).body.baseDTO).toMatchObject({
      title: 'Second',
      publishedAtDateTime: published,
    });
  });

  it('are sanitised when they are saved, and long ones fit', async () => {
    await save('FAQ/unsafe/en', 0, { body: '<p onclick=x>a</p><script>b</script>' });
    expect((await asStaff('GET', '/articles/FAQ/unsafe/en')).body.baseDTO.text.body).toBe('<p>a</p>');
    const body = `<p>${'متن '.repeat(24_000)}</p>`;
    expect((await save('FAQ/long/fa', 0, { body })).status).toBe(200);
    expect(
      (await get('/faq', 'fa')).body.content.find(({ slug }: { slug: string }) => slug === 'long').answer,
    ).toBe(body);
    expect((await save('FAQ/long/fa', 1, { body: 'x'.repeat(100_001) })).body.errors).toEqual(['text.body']);
    expect((await save('FAQ/long/fa', 1, { body: 'x'.repeat(500_000) })).status).toBe(413);
  });

  it.each([
    ['a title of blanks', 'FAQ/bad/en', { title: '   ' }, 'title'],
    ['nothing to read', 'FAQ/bad/en', { body: '<script>x</script>' }, 'body'],
    ['a coin elsewhere than in the blog', 'FAQ/bad/en', { coin: 'BITCOIN' as const }, 'coin'],
    ['a subject elsewhere than in a question', 'MANUAL/bad/en', { subject: 'fees' as const }, 'subject'],
    ['a subject that the page doesn’t have', 'FAQ/bad/en', { subject: 'more' as never }, 'text.subject'],
    ['a coin’s text by another name', 'BLOG/bad/fa', { coin: 'BITCOIN' as const, title: 'بیت‌کوین' }, 'title'],
    ['somebody else’s picture', 'MANUAL/bad/en', { picture: 'https://evil.example/a.png' }, 'picture'],
    ['a way out of the folder', 'MANUAL/bad/en', { picture: '/guide/../api/x.png' }, 'picture'],
    ['a place below zero', 'FAQ/bad/en', { place: -1 }, 'text.place'],
    ['an unknown state', 'FAQ/bad/en', { state: 'LOST' as never }, 'text.state'],
    ['a slug with capitals', 'FAQ/Bad/en', {}, 'slug'],
    ['a language we don’t write', 'FAQ/bad/de', {}, 'language'],
  ])('are refused with %s', async (_, path, changes, field) => {
    expect((await save(path, 0, changes)).body).toMatchObject({ message: 'BAD_REQUEST', errors: [field] });
    expect((await asStaff('GET', `/articles/${path}`)).status).not.toBe(200);
  });
});

describe('versions of articles', () => {
  it('keep the earlier texts, twenty of them listed, and each change is in the audit log', async () => {
    const from = (await audited()).length;
    for (let version = 0; version < 23; version += 1)
      await save('FAQ/often/en', version, { body: `<p>${version + 1}</p>` }, version % 2 ? 'omid' : 'sara');
    const { baseDTO } = (await asStaff('GET', '/articles/FAQ/often/en')).body;
    expect([baseDTO.row.version, baseDTO.text.body]).toEqual([23, '<p>23</p>']);
    expect(baseDTO.versions).toHaveLength(20);
    expect(baseDTO.versions[0]).toMatchObject({
      version: 22,
      savedBy: 'omid@sarraf.test',
      text: { ...TEXT, body: '<p>22</p>' },
    });
    expect(await versionsOf('often')).toHaveLength(22);
    const entries = (await audited()).slice(from);
    expect(entries).toHaveLength(23);
    expect(entries.at(-1)).toEqual({
      actor: staff.sara,
      action: 'text saved',
      kind: 'FAQ',
      slug: 'often',
      language: 'en',
      version: 23,
      state: 'PUBLISHED',
    });
    expect(await checkAudit(database.db)).toBeNull();
  });

  it('refuse a change based on an older version, and change nothing', async () => {
    await save('FAQ/seen/en', 0, { body: '<p>1</p>' });
    await save('FAQ/seen/en', 1, { body: '<p>2</p>' }, 'omid');
    const from = (await audited()).length;
    for (const version of [0, 1, 3])
      expect((await save('FAQ/seen/en', version, { body: '<p>lost</p>' })).body.message).toBe('CONFLICT');
    expect((await save('FAQ/never/en', 1)).body.message).toBe('CONFLICT');
    expect((await asStaff('GET', '/articles/FAQ/seen/en')).body.baseDTO.text.body).toBe('<p>2</p>');
    expect((await audited()).length).toBe(from);
    expect(await versionsOf('seen')).toEqual([{ version: 1, body: '<p>1</p>' }]);
  });

  it.each([
    ['changing', 1],
    ['making', 0],
  ])('let one of two concurrent requests win that %s it', async (_, version) => {
    for (let round = 0; round < 5; round += 1) {
      const slug = `race-${version}-${round}`;
      if (version === 1) await save(`FAQ/${slug}/en`, 0, { body: '<p>0</p>' });
      const answers = await Promise.all([
        save(`FAQ/${slug}/en`, version, { body: '<p>sara</p>' }, 'sara'),
        save(`FAQ/${slug}/en`, version, { body: '<p>omid</p>' }, 'omid'),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const winner = answers[0].status === 200 ? '<p>sara</p>' : '<p>omid</p>';
      const { baseDTO } = (await asStaff('GET', `/articles/FAQ/${slug}/en`)).body;
      expect([baseDTO.row.version, baseDTO.text.body]).toEqual([version + 1, winner]);
      expect(await versionsOf(slug)).toHaveLength(version);
    }
  });

  it('readers never get the earlier text after a new one was saved, even with a concurrent read', async () => {
    await save('FAQ/read/en', 0, { body: '<p>0</p>' });
    for (let version = 1; version < 15; version += 1) {
      const reading = Array.from({ length: 10 }, () => get('/faq', 'en'));
      await save('FAQ/read/en', version, { body: `<p>${version}</p>` });
      const { content } = (await get('/faq', 'en')).body;
      expect(content.find(({ slug }: { slug: string }) => slug === 'read').answer).toBe(`<p>${version}</p>`);
      await Promise.all(reading);
    }
  });
});

describe('the back office’s list of articles', () => {
  it('has every state by position, in pages', async () => {
    for (const [slug, place, state] of [
      ['c', 1, 'DRAFT'],
      ['a', 3, 'ARCHIVED'],
      ['b', 3, 'PUBLISHED'],
      ['d', 2, 'PUBLISHED'],
    ] as const)
      await save(`BLOG/list-${slug}/ar`, 0, { place, state });
    const rows: { slug: string; state: string }[] = [];
    let cursor = '';
    do {
      const { body } = await asStaff('GET', `/articles?kind=BLOG&language=ar&size=2${cursor}`);
      expect(body.content.length).toBeLessThanOrEqual(2);
      rows.push(...body.content);
      cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : '';
    } while (cursor !== '');
    expect(rows.map(({ slug, state }) => [slug, state])).toEqual([
      ['list-c', 'DRAFT'],
      ['list-d', 'PUBLISHED'],
      ['list-a', 'ARCHIVED'],
      ['list-b', 'PUBLISHED'],
    ]);
    const second = await asStaff('GET', '/articles?kind=BLOG&language=ar&size=2&page=2');
    expect(second.body.content.map(({ slug }: { slug: string }) => slug)).toEqual(['list-a', 'list-b']);
    for (const wrong of ['x', '1', '1.X', "1.a'--", '-1.a'])
      expect(
        (await asStaff('GET', `/articles?kind=BLOG&language=ar&cursor=${encodeURIComponent(wrong)}`)).body,
      ).toMatchObject({ message: 'BAD_REQUEST', errors: ['cursor'] });
  });

  it('answers NOT_FOUND for an unknown article and BAD_REQUEST for an unknown kind', async () => {
    expect((await asStaff('GET', '/articles/FAQ/nothing/en')).body.message).toBe('NOT_FOUND');
    expect((await asStaff('GET', '/articles?kind=POEM&language=en')).body.errors).toEqual(['kind']);
  });
});

describe('figures in texts', () => {
  const body =
    '<p>It costs {bank.fee}.</p><ul><li>Licence {operator.licence}</li><li>Open</li></ul><p>{ no figure }</p>';
  const buildHtml = (fee: string) => `<p>It costs ${fee}.</p><ul><li>Open</li></ul><p>{ no figure }</p>`;

  it('are filled in by language, escaped, and a figure without a value removes its item', async () => {
    for (const language of ['fa', 'en'])
      expect((await save(`FAQ/figures/${language}`, 0, { body })).status).toBe(200);
    const answer = async (language: string) =>
      (await get('/faq', language)).body.content.find(({ slug }: { slug: string }) => slug === 'figures')
        .answer;
    expect(await answer('fa')).toBe(buildHtml(FEES.fa));
    expect(await answer('en')).toBe(buildHtml('4,000 &lt;Toman&gt;'));
    // Staff continues with the text as written.
    expect((await asStaff('GET', '/articles/FAQ/figures/en')).body.baseDTO.text.body).toBe(body);
  });

  it('are listed for staff, and filled in by a preview in a language', async () => {
    const { body: list } = await asStaff('GET', '/article-figures?language=ar');
    expect(list.content).toEqual([
      { name: 'bank.fee', value: FEES.fa },
      { name: 'operator.licence', value: null },
    ]);
    const preview = async (fields: object) =>
      (await asStaff('POST', '/articles/preview', { body, ...fields })).body.baseDTO.html;
    expect(await preview({ language: 'fa' })).toBe(buildHtml(FEES.fa));
    expect(await preview({})).toBe(body);
  });

  it('that are unknown are refused by their names, in the privacy policy too; a title has none', async () => {
    const unknown = await save('FAQ/unknown/en', 0, {
      summary: '{bank.rate}',
      body: '<p>{bank.fee} {a.b}</p>',
    });
    expect(unknown).toMatchObject({ status: 400, body: { errors: ['figure.bank.rate', 'figure.a.b'] } });
    expect((await save('FAQ/unknown/en', 0, { title: 'Is it {bank.fee}?' })).body.errors).toEqual(['title']);
    const { body: info } = await asStaff('GET', '/exchange-info');
    const { version, text } = info.content[0];
    const policy = await asStaff('PUT', '/exchange-info/fa', {
      version,
      text: { ...text, privacyPolicy: '<p>{a.b}</p>' },
    });
    expect(policy).toMatchObject({ status: 400, body: { errors: ['figure.a.b'] } });
  });
});

it('are shown in a preview, with what would be left out, and nothing is stored', async () => {
  const body = '<p onclick="x">a <a href="javascript:x">b</a></p><iframe src="/x"></iframe>';
  const from = (await audited()).length;
  expect((await asStaff('POST', '/articles/preview', { body })).body.baseDTO).toEqual({
    html: '<p>a b</p>',
    leftOut: ['<p onclick>', '<a href="javascript:x">', '<iframe>'],
  });
  expect((await audited()).length).toBe(from);
});

describe('exchange info', () => {
  const read = async (): Promise<{ version: number; text: ExchangeInfoText }> =>
    (await asStaff('GET', '/exchange-info')).body.content.find(
      ({ language }: { language: string }) => language === 'en',
    );
  const change = async (
    changes: Partial<ExchangeInfoText>,
    { version }: { version?: number } = {},
    who?: keyof typeof staff,
  ) => {
    const now = await read();
    const text = { ...now.text, ...changes };
    return asStaff('PUT', '/exchange-info/en', { version: version ?? now.version, text }, who);
  };

  it('shows a change immediately, keeps the earlier version, and logs the change', async () => {
    await get('/exchange-info');
    const before = await read();
    const privacyPolicy = '<h2>Privacy</h2><p onclick="x">We keep little.</p>';
    const saved = await change({
      number: '+98 21 1234 5678',
      appAndroid: 'https://example.org/app',
      privacyPolicy,
    });
    expect(saved.body.baseDTO).toMatchObject({
      language: 'en',
      version: before.version + 1,
      updatedBy: 'sara@sarraf.test',
    });
    const { content } = (await get('/exchange-info')).body;
    expect(content[1]).toMatchObject({
      number: '+98 21 1234 5678',
      appAndroid: 'https://example.org/app',
      privacyPolicy: '<h2>Privacy</h2><p>We keep little.</p>',
    });
    expect(content[0].number).not.toBe('+98 21 1234 5678');
    const { rows } = await sql<{ version: number; text: Record<string, string> }>`
      select version, text from exchange_info_versions`.execute(database.db);
    expect(rows).toEqual([
      {
        version: before.version,
        text: {
          address: before.text.address,
          app_android: '',
          app_ios: '',
          email: before.text.email,
          instagram: before.text.instagram,
          linkedin: before.text.linkedin,
          number: before.text.number,
          legal_name: before.text.legalName,
          registration_number: before.text.registrationNumber,
          national_id: before.text.nationalId,
          telegram: before.text.telegram,
          twitter: before.text.twitter,
          privacy_policy: before.text.privacyPolicy,
        },
      },
    ]);
    expect((await audited()).at(-1)).toEqual({
      actor: staff.sara,
      action: 'exchange info saved',
      language: 'en',
      version: before.version + 1,
    });
  });

  it.each([
    [{ instagram: 'javascript:alert(1)' }, ['instagram']],
    [{ telegram: 'http://t.me/x', twitter: '//x.com/a' }, ['telegram', 'twitter']],
    [{ appIOS: '/download' }, ['appIOS']],
    [{ email: 'nobody' }, ['email']],
    [{ number: 'call us' }, ['number']],
    [{ address: ' ' }, ['address']],
    [{ nationalId: '12345678901', registrationNumber: 'none' }, ['registrationNumber', 'nationalId']],
    [{ privacyPolicy: '<script>x</script>' }, ['privacyPolicy']],
    [{ address: 'x'.repeat(301) }, ['text.address']],
  ])('refuses %j', async (changes, errors) => {
    const before = await read();
    expect((await change(changes)).body).toMatchObject({ message: 'BAD_REQUEST', errors });
    expect(await read()).toEqual(before);
  });

  it('is taken from brand.json in a language that staff has not written', async () => {
    const rows = async () => (await asStaff('GET', '/exchange-info')).body.content;
    const texts = async () =>
      (await rows()).map(({ text: { address, telegram } }: { text: ExchangeInfoText }) => [
        address,
        telegram,
      ]);
    expect((await change({ address: 'Own street' })).status).toBe(200);
    const { telegram, privacyPolicy } = (await read()).text;
    const defaults = { address: 'شیراز', telegram: 'https://t.me/neeko' };
    await seedExchangeInfo({ db: database.db }, () => defaults);
    expect(await texts()).toEqual([
      ['شیراز', 'https://t.me/neeko'],
      ['Own street', telegram],
    ]);
    expect((await rows())[0].text.privacyPolicy).not.toBe('');
    expect((await read()).text.privacyPolicy).toBe(privacyPolicy);
    const wrong = seedExchangeInfo({ db: database.db }, () => ({ telegram: 'javascript:x' }));
    await expect(wrong).rejects.toThrow('brand.json: telegram');
  });

  it('lets one of two concurrent edits of the exchange info win; the other gets CONFLICT', async () => {
    const { version } = await read();
    const answers = await Promise.all([
      change({ address: 'Sara’s street' }, { version }, 'sara'),
      change({ address: 'Omid’s street' }, { version }, 'omid'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers[0].status === 200 ? 'Sara’s street' : 'Omid’s street';
    expect((await read()).text.address).toBe(winner);
  });
});

describe('GET /rss', () => {
  const item = (slug: string, title: string, body: string) => ({
    slug,
    title,
    body,
    publishedAt: new Date('2026-11-20T10:00:00Z'),
    updatedAt: new Date('2026-11-21T10:00:00Z'),
  });

  it('has the announcements of each language, newest first, as RSS 2.0', async () => {
    for (const [language, title] of [
      ['fa', 'اطلاعیه‌های صرّاف'],
      ['en', 'Sarraf &amp; Co: announcements'],
    ]) {
      const answer = await http.app.inject({ url: `/api/rss/${language}` });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
      expect(answer.body).toContain(`<title>${title}</title>`);
      const listed = await http.app.inject({
        url: '/api/announcements',
        headers: { 'accept-language': `${language}` },
      });
      const slugs = listed.json().content.map(({ slug }: { slug: string }) => slug);
      const guids = [...answer.body.matchAll(/<guid isPermaLink="false">[^<]*\/([a-z0-9-]+)<\/guid>/g)];
      expect(guids.map(([, slug]) => slug)).toEqual(slugs);
      const { etag = '' } = answer.headers;
      const again = await http.app.inject({
        url: `/api/rss/${language}`,
        headers: { 'if-none-match': etag },
      });
      expect(again.statusCode).toBe(304);
    }
    expect((await http.app.inject({ url: '/api/rss/ar' })).statusCode).toBe(400);
  });

  it('escapes all texts within their elements', () => {
    const texts = [item('one', ']]><b>&"\u0000\ud800', '<p class="x">a & b</p>')];
    const feed = buildRss({ ...SITE, name: '<i>', language: 'en', texts });
    expect(feed).toContain('<title>]]&gt;&lt;b&gt;&amp;&quot;</title>');
    expect(feed).toContain('<description>&lt;p class=&quot;x&quot;&gt;a &amp; b&lt;/p&gt;</description>');
    expect(feed).toContain('<pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate>');
    const open: string[] = [];
    for (const [, close, name = '', empty] of feed.matchAll(/<(\/?)([a-z:A-Z]+)[^>]*?(\/?)>/g)) {
      if (empty) continue;
      if (close) expect(open.pop()).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
  });
});

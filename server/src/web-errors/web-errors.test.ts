import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BackofficeFixture, createBackofficeFixture, type SignedInUser } from '../../test/backoffice.ts';
import { createLog } from '../platform/log.ts';
import { createWebErrors } from './index.ts';
import { browserOf } from './report-web-error.ts';
import { listWebErrors } from './store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebFixture/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';
const ERROR = {
  name: 'TypeError',
  message: "Cannot read properties of undefined (reading 'split')",
  frames: ['assets/trade-Ab12Cd34.js:1:2345'],
  route: '/profile/trade/TOMAN/BITCOIN',
  version: 'index-B27llB7J',
  language: 'fa',
};

let context: BackofficeFixture;
let support: SignedInUser;
let prune: () => Promise<void>;

beforeAll(async () => {
  context = await createBackofficeFixture();
  support = await context.staff('support@sarraf.test', 'support');
  const webErrors = createWebErrors({ db: context.db, clock: context.clock, log: createLog('silent') });
  webErrors.routes(context.http);
  prune = () => webErrors.jobs[0]?.run({}) as Promise<void>;
});
afterAll(() => context.close());
beforeEach(async () => {
  await sql`delete from web_errors`.execute(context.db);
  // Starts a new minute of the rate limit.
  context.clock.advance(MINUTE);
});

async function report(changes: object = {}, headers: Record<string, string> = {}) {
  const answer = await context.http.app.inject({
    method: 'POST',
    url: '/api/web-errors',
    headers: { 'user-agent': CHROME, ...headers },
    payload: { ...ERROR, ...changes },
  });
  return { status: answer.statusCode, body: answer.json() };
}
const listed = () => listWebErrors(context.db, 100);

// The first test calls as staff, whose session expires.
describe('a reported page error', () => {
  it('is counted with those of its kind, over versions, and listed newest first', async () => {
    const first = context.clock.now();
    await report();
    await report({ message: 'another' });
    context.clock.advance(MINUTE);
    await report({ frames: ['assets/trade-Zz98Yy76.js:2:9'], version: 'index-Zz98Yy76', language: 'en' });
    const { body } = await context.call('GET', '/backoffice/web-errors', { token: support.token });
    expect(body.content).toMatchObject([
      {
        name: 'TypeError',
        message: ERROR.message,
        route: ERROR.route,
        times: 2,
        firstSeenDateTime: new Date(first).toISOString(),
        lastSeenDateTime: new Date(first + MINUTE).toISOString(),
        version: 'index-Zz98Yy76',
        frames: ['assets/trade-Zz98Yy76.js:2:9'],
        browser: 'Chrome 156',
        language: 'en',
      },
      { message: 'another', times: 1 },
    ]);
  });

  it('is counted for each of many concurrent reports', async () => {
    await Promise.all(Array.from({ length: 20 }, () => report()));
    expect(await listed()).toMatchObject([{ times: 20 }]);
  });

  it('contains no personal data, whatever was sent by whatever caller', async () => {
    const { status } = await report(
      { name: 'ali@mail.test', message: 'no wallet "Ali" of ali@mail.test with 1,250,000 in 0123456789' },
      { authorization: `Bearer ${support.token}`, cookie: 'sarraf_token=x', referer: 'https://x.test/?t=1' },
    );
    expect(status).toBe(200);
    expect(await listed()).toMatchObject([{ name: 'Error', message: 'no wallet … of … with # in #' }]);
    const { rows } = await sql<{ text: string }>`select e::text as text from web_errors e`.execute(
      context.db,
    );
    for (const secret of [
      'ali',
      'Ali',
      '1,250,000',
      'Android',
      'x.test',
      support.token,
      support.id,
      '127.0.0.1',
    ])
      expect(rows[0]?.text).not.toContain(secret);
  });

  it.each([
    ['a query', { route: '/login?token=1' }],
    ['an id', { route: '/backoffice/people/0192f0c1' }],
    ['a script of another site', { frames: ['https://elsewhere.test/x.js:1:2'] }],
    ['too many frames', { frames: Array(9).fill(ERROR.frames[0]) }],
    ['a long message', { message: 'x'.repeat(201) }],
    ['no language', { language: undefined }],
    ['an invalid version', { version: 'a b' }],
  ])('is refused with %s', async (_, change) => {
    expect(await report(change)).toMatchObject({ status: 400 });
    expect(await listed()).toEqual([]);
  });

  it('is refused when it is large', async () => {
    expect((await report({ message: 'x'.repeat(4_000) })).status).toBe(413);
  });
});

describe('many reported page errors', () => {
  it('are accepted at sixty a minute, and the others are dropped silently', async () => {
    for (let i = 0; i < 70; i += 1) expect((await report()).status).toBe(200);
    expect(await listed()).toMatchObject([{ times: 60 }]);
    context.clock.advance(MINUTE);
    await report();
    expect(await listed()).toMatchObject([{ times: 61 }]);
  });

  it('that are made up do not displace those that are known', async () => {
    await report();
    const word = (i: number) => `made up ${String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))}`;
    for (let i = 0; i < 80; i += 1) {
      await report({ message: word(i) });
      context.clock.advance(2_000);
    }
    const { rows } = await sql`select from web_errors`.execute(context.db);
    expect(rows).toHaveLength(50);
    await report();
    expect(await listed()).toEqual(
      expect.arrayContaining([expect.objectContaining({ message: ERROR.message, times: 2 })]),
    );
    context.clock.advance(HOUR);
    await report({ message: 'new again' });
    expect(await listed()).toMatchObject([{ message: 'new again' }, ...Array(50).fill({})]);
  });

  it('are deleted after ninety days, and beyond five hundred kinds', async () => {
    const now = new Date(context.clock.now());
    await sql`insert into web_errors (id, fingerprint, name, message, route, times, first_seen, last_seen, version, frames, browser, language)
      select gen_random_uuid(), sha256(n::text::bytea), 'Error', n::text, '/', 1, ${now}, ${now}::timestamptz - n * interval '1 second', '', '{}', '', 'fa'
      from generate_series(1, 600) n`.execute(context.db);
    await prune();
    const messages = async () =>
      (
        await sql<{ message: string }>`select message from web_errors order by last_seen desc`.execute(
          context.db,
        )
      ).rows.map(({ message }) => Number.parseInt(message, 10));
    expect(await messages()).toEqual(Array.from({ length: 500 }, (_, i) => i + 1));
    context.clock.advance(90 * DAY - 250_000);
    await prune();
    expect(await messages()).toEqual(Array.from({ length: 250 }, (_, i) => i + 1));
  });
});

it.each([
  [CHROME, 'Chrome 156'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebFixture/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
    'Edge 130',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebFixture/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari 18',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SM-S901B) AppleWebFixture/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    'Samsung 27',
  ],
  ['curl/8.0', ''],
])('the user agent %s is the browser %s', (agent, browser) => {
  expect(browserOf(agent)).toBe(browser);
});

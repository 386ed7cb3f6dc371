import { ASSETS, COINS } from '@sarraf/domain';
import type { BlogItem } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { manualClock, systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { type Database, openDatabase } from '../platform/database.ts';
import { createHttp, type Http } from '../platform/http.ts';
import { createLog } from '../platform/log.ts';
import { createContent } from './index.ts';

const rate = { max: 1_000_000, windowMs: 60_000 };
const config = {
  sandbox: true,
  TRUST_PROXY: false,
  rates: { read: rate, write: rate, money: rate, login: rate, code: rate },
} as Config;
const clock = manualClock();
let test: TestDatabase;
let database: Database;
let http: Http;

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.url, 2);
  http = await createHttp({
    config,
    log: createLog('silent'),
    clock: systemClock,
    authenticate: async () => null,
  });
  createContent({ db: database.db, clock }).routes(http);
});

afterAll(async () => {
  await http.app.close();
  await database.close();
  await test.drop();
});

it('GET /exchange-info answers anybody with one row a language', async () => {
  const response = await http.app.inject({ url: '/api/exchange-info' });
  expect(response.statusCode).toBe(200);
  const { content } = response.json();
  expect(content.map((row: { language: string }) => row.language)).toEqual(['fa', 'en']);
  for (const row of content) {
    expect(row.email).toBe('support@sarraf.example');
    expect(row.privacyPolicy).toMatch(/^<h2>/);
    expect(Object.keys(row)).toHaveLength(11);
  }
});

describe('GET /blog', () => {
  const texts = async (language: string): Promise<BlogItem[]> => {
    const response = await http.app.inject({ url: '/api/blog', headers: { 'accept-language': language } });
    expect(response.statusCode).toBe(200);
    return response.json().content;
  };

  it('tells about every coin, by its English name in both languages', async () => {
    const [fa, en] = [await texts('fa-IR,fa;q=0.9'), await texts('en')];
    for (const content of [fa, en]) {
      expect(content.map(({ coin }) => coin)).toEqual(COINS);
      expect(content.map(({ title }) => title)).toEqual(COINS.map((coin) => ASSETS[coin].englishName));
      expect(new Set(content.map(({ slug }) => slug)).size).toBe(COINS.length);
    }
    for (const { body } of fa) expect(body).toMatch(/[آ-ی]/);
    for (const { body } of en) expect(body).not.toMatch(/[آ-ی]/);
    expect(await texts('ar')).toEqual(fa);
    expect(await texts('')).toEqual(fa);
  });

  it('is nothing but paragraphs, of which each coin has three', async () => {
    for (const { body } of [...(await texts('fa')), ...(await texts('en'))]) {
      expect(body).toMatch(/^<p>[^<>&]+<\/p>\n<p>[^<>&]+<\/p>\n<p>[^<>&]+<\/p>$/);
      expect(body.length).toBeGreaterThan(500);
    }
  });

  it('has what was changed within a minute', async () => {
    await texts('en');
    await sql`update articles set body = '<p>New.</p>' where kind = 'BLOG' and slug = 'dash' and language = 'en'`.execute(
      database.db,
    );
    const dash = async () => (await texts('en')).find(({ slug }) => slug === 'dash')?.body;
    expect(await dash()).not.toBe('<p>New.</p>');
    clock.advance(60_000);
    expect(await dash()).toBe('<p>New.</p>');
  });
});

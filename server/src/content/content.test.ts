import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { systemClock } from '../platform/clock.ts';
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
  createContent({ db: database.db }).routes(http);
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

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestCaller } from '../../test/caller.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openTestDatabase } from '../../test/open-database.ts';
import { asOwner } from '../../test/owner.ts';
import { manualClock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/database.ts';
import { createHttp, type Http } from '../platform/http/http.ts';
import { newId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { createRuleBook, type RuleBook } from './index.ts';

const HOUR = 3_600_000;
const wide = { max: 1_000_000, windowMs: 60_000 };
const config = {
  sandbox: true,
  TRUST_PROXY: false,
  rates: { read: wide, write: wide, money: wide, login: wide, code: wide },
} as Config;
const admin = newId();

let test: TestDatabase;
let database: Database;
let book: RuleBook;
let http: Http;
const clock = manualClock(Date.parse('2026-11-21T05:00:00Z'));

beforeAll(async () => {
  test = await createTestDatabase();
  database = openTestDatabase(test.url, 4);
  const log = createLog('silent');
  book = await createRuleBook({
    db: database.db,
    clock,
    log,
    emailsOf: async (ids) => new Map(ids.map((id) => [id, 'admin@sarraf.test'])),
  });
  http = await createHttp({
    config,
    log,
    clock,
    authenticate: async (role) =>
      createTestCaller({ userId: admin, staffRoles: [role as 'admin'], confirmedAt: clock.now() }),
  });
  book.routes(http);
});
afterAll(async () => {
  book.stop();
  await http.app.close();
  await database.close();
  await test.drop();
});

const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  role = 'admin',
) => {
  const answer = await http.app.inject({
    method,
    url: `/api/backoffice${path}`,
    headers: { authorization: `Bearer ${role}` },
    ...(body && { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json() };
};
const RULES = {
  tomanDepositPerDay: '25000000',
  identifiedDepositPerDay: '200000000',
  depositHoldHours: 0,
  stablecoinPerYear: null,
  stablecoinHolding: null,
  tradingHours: null,
};
const save = (changes: object, validFrom = new Date(clock.now()).toISOString(), role?: string) =>
  call('POST', '/rules', { validFrom, reason: 'circular 1405/12', rules: { ...RULES, ...changes } }, role);

describe('dated rules', () => {
  it('start with those of the seed, which limit deposits alone', () => {
    expect(book.current()).toEqual({
      tomanDepositPerDay: 25_000_000_000_000n,
      identifiedDepositPerDay: 200_000_000_000_000n,
      depositHoldHours: 0,
      stablecoinPerYear: null,
      stablecoinHolding: null,
      tradingHours: null,
    });
    expect(book.tradingOpensAt()).toBeNull();
  });

  it('come into force at their time, not before, without being read again', async () => {
    const later = new Date(clock.now() + HOUR).toISOString();
    expect((await save({ stablecoinPerYear: '5000', stablecoinHolding: '10000' }, later)).status).toBe(200);
    expect(book.current().stablecoinPerYear).toBeNull();
    clock.advance(HOUR - 1);
    expect(book.current().stablecoinPerYear).toBeNull();
    clock.advance(1);
    expect(book.current()).toMatchObject({
      stablecoinPerYear: 5_000_000_000n,
      stablecoinHolding: 10_000_000_000n,
    });
  });

  it('are listed newest first with their author, and each is in the audit log', async () => {
    const { body } = await call('GET', '/rules', undefined, 'treasury');
    expect(body.content).toHaveLength(2);
    expect(body.content[0]).toMatchObject({ setBy: 'admin@sarraf.test', reason: 'circular 1405/12' });
    expect(body.content[0].rules).toMatchObject({ stablecoinPerYear: '5000', tradingHours: null });
    expect(body.content[1]).toMatchObject({ setBy: '', rules: RULES });
    const { rows } = await sql<{ actor: string; action: string }>`
      select actor_id as actor, action from audit_log where action = 'rules set'`.execute(database.db);
    expect(rows).toEqual([{ actor: admin, action: 'rules set' }]);
  });

  it.each([
    ['a time in the past', {}, new Date(Date.UTC(2026, 10, 20)).toISOString(), 'validFrom'],
    ['an invalid amount', { tomanDepositPerDay: '-1' }, undefined, 'rules.tomanDepositPerDay'],
    ['an amount finer than Tether', { stablecoinPerYear: '0.0000001' }, undefined, 'rules.stablecoinPerYear'],
    [
      'hours of zero length',
      { tradingHours: { from: '10:00', to: '10:00' } },
      undefined,
      'rules.tradingHours',
    ],
    [
      'hours past the end of the day',
      { tradingHours: { from: '10:00', to: '24:30' } },
      undefined,
      'rules.tradingHours',
    ],
  ])('are refused with %s, and nothing is stored', async (_name, changes, validFrom, field) => {
    const answer = await save(changes, validFrom);
    expect([answer.status, answer.body.errors]).toEqual([400, [field]]);
    expect((await call('GET', '/rules')).body.content).toHaveLength(2);
  });

  it('can be set by admins only', async () => {
    expect((await save({}, undefined, 'treasury')).status).toBe(403);
  });

  it('can never be changed afterwards', async () => {
    const change = sql`update rules set body = '{}'`;
    await expect(change.execute(database.db)).rejects.toThrow('permission denied');
    await expect(asOwner(database.db, change)).rejects.toThrow('append-only');
  });
});

describe('trading hours', () => {
  it.each([
    ['10:00', '20:00', '2026-11-22T06:29:59Z', '2026-11-22T06:30:00.000Z'],
    ['10:00', '20:00', '2026-11-22T06:30:00Z', null],
    ['10:00', '20:00', '2026-11-22T16:29:59Z', null],
    ['10:00', '20:00', '2026-11-22T16:30:00Z', '2026-11-23T06:30:00.000Z'],
    ['10:00', '24:00', '2026-11-22T20:29:59Z', null],
    ['10:00', '24:00', '2026-11-22T20:30:00Z', '2026-11-23T06:30:00.000Z'],
    // Across midnight in Tehran.
    ['20:00', '04:00', '2026-11-22T18:00:00Z', null],
    ['20:00', '04:00', '2026-11-23T00:29:00Z', null],
    ['20:00', '04:00', '2026-11-23T00:30:00Z', '2026-11-23T16:30:00.000Z'],
  ])('of %s to %s at %s', async (from, to, at, opens) => {
    const time = Date.parse(at);
    const start = Math.max(clock.now(), time - 60_000);
    clock.advance(start - clock.now());
    expect((await save({ tradingHours: { from, to } })).status).toBe(200);
    clock.advance(time - clock.now());
    expect(book.tradingOpensAt()?.toISOString() ?? null).toBe(opens);
  });
});

describe('the promised payout day', () => {
  const promise = async (at: string) => (await book.promisePayout(new Date(at))).toISOString();

  it('is the same day before its hour, and the next working day after it', async () => {
    // Sunday 1405-09-01; the hour is 10:00, 06:30 UTC.
    expect(await promise('2026-11-22T06:29:59Z')).toBe('2026-11-22T20:29:00.000Z');
    expect(await promise('2026-11-22T06:30:00Z')).toBe('2026-11-23T20:29:00.000Z');
    // Late at night in UTC it is the next day in Tehran already.
    expect(await promise('2026-11-22T21:00:00Z')).toBe('2026-11-23T20:29:00.000Z');
  });

  it('skips Fridays', async () => {
    expect(await promise('2026-11-26T08:00:00Z')).toBe('2026-11-28T20:29:00.000Z');
    expect(await promise('2026-11-27T04:00:00Z')).toBe('2026-11-28T20:29:00.000Z');
    expect(await book.isWorkingDay('2026-11-27')).toBe(false);
    expect(await book.isWorkingDay('2026-11-28')).toBe(true);
  });

  it('skips Nowruz', async () => {
    // Saturday 1405-12-29 is a holiday, as are the four days after it; Thursday 1406-01-05 is none.
    expect(await promise('2027-03-18T07:00:00Z')).toBe('2027-03-25T20:29:00.000Z');
  });

  it('is the next day once today’s batch has been sent before its hour', async () => {
    await database.db.transaction().execute((tx) => book.closePayoutDay(tx, '2026-11-22'));
    expect(await promise('2026-11-22T05:00:00Z')).toBe('2026-11-23T20:29:00.000Z');
  });

  it('follows the holidays set by staff', async () => {
    const day = '2026-11-23';
    expect((await call('PUT', '/holidays', { day, title: 'آلودگی هوا', provisional: false })).status).toBe(
      200,
    );
    expect(await promise('2026-11-22T07:00:00Z')).toBe('2026-11-24T20:29:00.000Z');
    expect((await call('PUT', '/holidays', { day, title: 'برف', provisional: true })).status).toBe(200);
    const listed = (await call('GET', '/holidays?year=2026')).body.content;
    expect(listed.find((row: { day: string }) => row.day === day)).toEqual({
      day,
      title: 'برف',
      provisional: true,
    });
    expect((await call('DELETE', `/holidays/${day}`)).status).toBe(200);
    expect((await call('DELETE', `/holidays/${day}`)).status).toBe(404);
    expect((await call('DELETE', '/holidays/tomorrow')).status).toBe(404);
    expect(await promise('2026-11-22T07:00:00Z')).toBe('2026-11-23T20:29:00.000Z');
    expect(
      (await call('PUT', '/holidays', { day: '2026-02-30', title: 'no day', provisional: true })).status,
    ).toBe(400);
  });

  it('the fixed holidays of 1405 and 1406 are complete, without duplicates', async () => {
    const jalali = new Intl.DateTimeFormat('en-u-ca-persian', {
      month: 'numeric',
      day: 'numeric',
      timeZone: 'UTC',
    });
    const { rows } = await sql<{ day: string; provisional: boolean }>`
      select day::text as day, provisional from bank_holidays order by day`.execute(database.db);
    const fixed = rows
      .filter(({ provisional }) => !provisional)
      .map(({ day }) => jalali.format(new Date(day)));
    const year = ['1/1', '1/2', '1/3', '1/4', '1/12', '1/13', '3/14', '3/15', '11/22', '12/29'];
    expect(fixed.map((text) => text.replace(/[^\d/]/g, ''))).toEqual([...year, ...year]);
    expect(rows.filter(({ provisional }) => provisional).length).toBeGreaterThan(25);
  });
});

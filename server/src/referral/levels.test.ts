import type { UserLevel } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from '../../test/owner.ts';
import { createNamedRandom } from '../../test/random.ts';
import { createReferralFixture, type ReferralFixture } from '../../test/referral.ts';
import type { Caller } from '../platform/http/http.ts';
import { newId } from '../platform/ids.ts';
import { runFollowers } from '../platform/jobs/follow.ts';
import { createLog } from '../platform/log.ts';
import { foldTrades, readVolume } from '../trading/totals-store.ts';
import { updateLevelByVolume } from './update-level.ts';

const TOMAN = 1_000_000n;
const MILLION = 1_000_000n * TOMAN;
const DAY = 86_400_000;
const PRICE = '10000000000';

let context: ReferralFixture;
beforeAll(async () => {
  context = await createReferralFixture();
});
afterEach(() => {
  context.notices.length = 0;
});
afterAll(() => context.close());

const noticesOf = async ({ userId }: Caller) => {
  const person = await context.identity.people.find(userId);
  return context.notices.filter(({ email }) => email === person?.email).map(({ notice }) => notice);
};
const rich = async (more: Parameters<ReferralFixture['person']>[0] = {}) => {
  const person = await context.person(more);
  await context.orders.give(person, 'TOMAN', '100000000000');
  await context.orders.give(person, 'BITCOIN', '10');
  return person;
};
/** Inserts a day's volume, as the follower would have. */
const traded = ({ userId }: Caller, day: string, value: bigint) =>
  sql`insert into user_volumes (user_id, day, toman_value) values (${userId}, ${day}::date, ${value})
    on conflict (user_id, day) do update set toman_value = excluded.toman_value`.execute(context.db);
const dayBefore = (days: number) =>
  new Date(context.clock.now() + 3.5 * 3_600_000 - days * DAY).toISOString().slice(0, 10);

describe('a user’s level', () => {
  it('has waited since the last processed trade, and for no time before the first', async () => {
    const { userId } = await context.person();
    await sql`insert into level_checks (user_id) values (${userId}) on conflict do nothing`.execute(
      context.db,
    );
    const levels = context.referral.followers.find(({ name }) => name === 'levels');
    expect(await levels?.waitingSince()).toBeNull();
    await foldTrades(context.db);
    expect((await levels?.waitingSince())?.getFullYear()).toBeGreaterThan(2000);
    await sql`delete from level_checks`.execute(context.db);
  });

  it('is updated immediately after a trade, for both sides of a fill, with one notice', async () => {
    const [ann, ben] = [await rich(), await rich()];
    const published: string[] = [];
    const unsubscribe = context.orders.bus.subscribe('user', ({ userId }) => published.push(userId));
    const trades = {
      name: 'trades',
      step: () => foldTrades(context.db).then(() => false),
      waitingSince: async () => null,
    };
    const following = runFollowers([trades, ...context.referral.followers], {
      pace: { restAfter: () => 0 },
      mayWork: () => true,
      log: createLog('silent'),
    });
    await context.orders.limit(ann, 'sell', '0.011', PRICE);
    await context.orders.limit(ben, 'buy', '0.011', PRICE);
    for (const { userId } of [ann, ben])
      await expect.poll(() => context.levelOf(userId), { timeout: 60_000 }).toBe('SILVER');
    await following.stop();
    unsubscribe();
    for (const person of [ann, ben])
      expect(await noticesOf(person)).toEqual([
        { kind: 'LEVEL_CHANGED', level: 'SILVER', up: true, fee: '0.35', feeTether: '0.26' },
      ]);
    // Sessions are reloaded.
    expect(published.sort()).toEqual([ann.userId, ben.userId].sort());
  });

  it('is reached with a volume of 100,000,000 and not one unit less', async () => {
    const [ann, ben] = [await context.person(), await context.person()];
    await traded(ann, dayBefore(0), 100n * MILLION);
    await traded(ben, dayBefore(0), 100n * MILLION - 1n);
    expect([
      await updateLevelByVolume(context.deps, ann.userId),
      await updateLevelByVolume(context.deps, ben.userId),
    ]).toEqual([true, false]);
    expect([await context.levelOf(ann.userId), await context.levelOf(ben.userId)]).toEqual([
      'SILVER',
      'BRONZE',
    ]);
  });

  it('changes once when concurrent trades cross a tier together', async () => {
    const [ann, ben] = [await rich(), await rich({ level: 'SUPERVISOR' })];
    await traded(ann, dayBefore(3), 400n * MILLION);
    await context.orders.limit(ben, 'sell', '1', PRICE);
    await Promise.all(Array.from({ length: 6 }, () => context.orders.limit(ann, 'buy', '0.005', PRICE)));
    await Promise.all(Array.from({ length: 6 }, () => updateLevelByVolume(context.deps, ann.userId)));
    // 700,000,000.
    expect(await context.levelOf(ann.userId)).toBe('GOLD');
    expect((await noticesOf(ann)).map((notice) => 'level' in notice && notice.level)).toEqual(['GOLD']);
    await context.orders.cancelAll(ben);
  });

  it('of a market maker is only changed by staff', async () => {
    const ann = await context.person({ level: 'SUPERVISOR' });
    await traded(ann, dayBefore(0), 9_000n * MILLION);
    await sql`insert into level_checks (user_id) values (${ann.userId})`.execute(context.db);
    await context.job('judge-levels');
    expect([await context.levelOf(ann.userId), await noticesOf(ann)]).toEqual(['SUPERVISOR', []]);
    expect(context.deps.levels.levelOf(10n ** 30n)).toBe('PLATINUM');
  });

  it('that a crashed server did not update is updated by the follower of trades', async () => {
    await context.referral.stop();
    const [ann, ben] = [await rich(), await rich({ level: 'SUPERVISOR' })];
    await context.orders.limit(ben, 'sell', '0.05', PRICE);
    await context.orders.limit(ann, 'buy', '0.05', PRICE);
    expect(await context.levelOf(ann.userId)).toBe('BRONZE');
    await asOwner(context.db, sql`alter table fills disable trigger fills_append_only`);
    await asOwner(context.db, sql`update fills set created_at = created_at - interval '2 minutes'`);
    await sql`update trade_totals set folded_until = now() - interval '1 hour'`.execute(context.db);
    await foldTrades(context.db);
    await context.job('judge-levels');
    expect(await context.levelOf(ann.userId)).toBe('GOLD');
    const { rows } = await sql`select from level_checks`.execute(context.db);
    expect(rows).toEqual([]);
  });

  it('falls when a day leaves the three months, also after days of downtime', async () => {
    const [ann, ben] = [await context.person({ level: 'GOLD' }), await context.person({ level: 'GOLD' })];
    await traded(ann, dayBefore(0), 500n * MILLION);
    await traded(ben, dayBefore(0), 200n * MILLION);
    await traded(ben, dayBefore(-10), 300n * MILLION);
    await context.job('judge-levels');
    expect([await context.levelOf(ann.userId), await context.levelOf(ben.userId)]).toEqual(['GOLD', 'GOLD']);
    context.clock.advance(95 * DAY);
    await context.job('judge-levels');
    expect([await context.levelOf(ann.userId), await context.levelOf(ben.userId)]).toEqual([
      'BRONZE',
      'SILVER',
    ]);
    expect(await noticesOf(ann)).toEqual([
      { kind: 'LEVEL_CHANGED', level: 'BRONZE', up: false, fee: '0.4', feeTether: '0.4' },
    ]);
    context.clock.advance(10 * DAY);
    await context.job('judge-levels');
    expect(await context.levelOf(ben.userId)).toBe('BRONZE');
  });

  it('follows the tiers that staff sets', async () => {
    const ann = await context.person();
    await traded(ann, dayBefore(1), 60n * MILLION);
    await context.job('judge-levels');
    expect(await context.levelOf(ann.userId)).toBe('BRONZE');
    await sql`update account_levels set trade_amount = ${50n * MILLION} where level = 'SILVER'`.execute(
      context.db,
    );
    await context.job('judge-levels');
    expect(await context.levelOf(ann.userId)).toBe('SILVER');
    await sql`update account_levels set trade_amount = ${100n * MILLION} where level = 'SILVER'`.execute(
      context.db,
    );
    await context.job('judge-levels');
    expect(await context.levelOf(ann.userId)).toBe('BRONZE');
  });
});

it('agrees with a recalculation from all trades, however they were processed', async () => {
  await context.close();
  context = await createReferralFixture();
  await context.referral.stop();
  const random = createNamedRandom('levels');
  const people = await Promise.all(Array.from({ length: 5 }, () => context.person()));
  const now = context.clock.now();
  const trades: { users: string[]; at: number; value: bigint }[] = [];
  await sql`update trade_totals set folded_until = ${new Date(now - 200 * DAY)}`.execute(context.db);
  let number = 1_000_000n;
  for (let i = 0; i < 400; i += 1) {
    // Around midnights of Tehran (20:30 UTC), at any distance; the last ones are not processed yet.
    const midnight = Math.floor((now - random() * 120 * DAY) / DAY) * DAY + 20.5 * 3_600_000;
    const at =
      i < 40 ? now - i * 100 : Math.min(now - 60_000, midnight + Math.floor((random() - 0.5) * 4) * 500);
    const value = BigInt(Math.floor(random() * 8_000_000)) * TOMAN;
    const [a, b] = [...people].sort(() => random() - 0.5) as [Caller, Caller];
    number += 1n;
    if (i % 2 === 0) {
      trades.push({ users: [a.userId], at, value });
      await sql`insert into orders (user_id, id, coin, quote, order_type, order_status, amount, unit_price, executed_amount,
          notional, fee, total, toman_value, created_at)
        values (${a.userId}, (left(id_from(${new Date(at)})::text, 13) || substr(gen_random_uuid()::text, 14))::uuid, 'BITCOIN', 'TOMAN', 'EXCHANGE_BUY', 'IS_CLOSED', 1, 1, 1, 1, 0, 1, ${value},
          ${new Date(at)})`.execute(context.db);
    } else {
      trades.push({ users: [a.userId, b.userId], at, value });
      await sql`insert into fills (coin, quote, number, maker_order, taker_order, maker_id, taker_id, taker_side, unit_price,
          amount, notional, maker_fee, taker_fee, toman_value, created_at)
        values ('DOGE_COIN', 'TOMAN', ${number}, ${newId()}, ${newId()}, ${a.userId}, ${b.userId}, 'buy', 1, 1, 1, 0, 0,
          ${value}, ${new Date(at)})`.execute(context.db);
    }
  }
  const tehranDay = (at: number) => new Date(at + 3.5 * 3_600_000).toISOString().slice(0, 10);
  const { rows } = await sql<{ after: string }>`
    select ((${tehranDay(now)}::date) - interval '3 months')::date::text as after`.execute(context.db);
  const naive = (userId: string) =>
    trades
      .filter(({ users, at }) => users.includes(userId) && tehranDay(at) > (rows[0]?.after ?? ''))
      .reduce((sum, { value }) => sum + value, 0n);
  const volumes = () =>
    Promise.all(people.map(({ userId }) => readVolume(context.db, userId, new Date(now))));
  const expected = people.map(({ userId }) => naive(userId));
  expect(await volumes()).toEqual(expected);
  // The result is the same at any position of the follower.
  for (const until of [now - 100 * DAY, now - 30 * DAY, now - DAY]) {
    await foldUntil(until);
    expect(await volumes()).toEqual(expected);
  }
  await foldTrades(context.db);
  expect(await volumes()).toEqual(expected);
  await context.job('judge-levels');
  const tierOf = (volume: bigint): UserLevel =>
    volume >= 2_000n * MILLION
      ? 'PLATINUM'
      : volume >= 500n * MILLION
        ? 'GOLD'
        : volume >= 100n * MILLION
          ? 'SILVER'
          : 'BRONZE';
  for (const { userId } of people) expect(await context.levelOf(userId)).toBe(tierOf(naive(userId)));
});

/** Processes older trades, as the follower would have at that time. */
async function foldUntil(until: number): Promise<void> {
  const hidden = new Date(until);
  await asOwner(context.db, sql`alter table fills disable trigger fills_append_only`);
  await asOwner(
    context.db,
    sql`create table later_orders as select * from orders where created_at >= ${hidden}`,
  );
  await asOwner(
    context.db,
    sql`create table later_fills as select * from fills where created_at >= ${hidden}`,
  );
  await sql`delete from orders where created_at >= ${hidden}`.execute(context.db);
  await asOwner(context.db, sql`delete from fills where created_at >= ${hidden}`);
  await foldTrades(context.db);
  await sql`update trade_totals set folded_until = ${hidden}`.execute(context.db);
  await asOwner(context.db, sql`insert into orders select * from later_orders`);
  await asOwner(context.db, sql`insert into fills select * from later_fills`);
  await asOwner(context.db, sql`drop table later_orders, later_fills`);
}

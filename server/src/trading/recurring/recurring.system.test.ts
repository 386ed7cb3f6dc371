import { DAY_MS, HOUR_MS, parseTrustedDecimal, scaleOf } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInUser } from '../../../test/backoffice.ts';
import { createRecurringFixture, defaultSettings, type RecurringFixture } from '../../../test/recurring.ts';
import { fundAccount } from '../../../test/seed.ts';
import { userAccount } from '../../ledger/index.ts';
import { runRecurring } from './run-recurring.ts';

let t: RecurringFixture;
beforeAll(async () => {
  t = await createRecurringFixture();
});
afterEach(async () => {
  Object.assign(t.of, defaultSettings());
  await t.expectSound();
});
afterAll(() => t.close());

/** Advances past the next ten o'clock in Tehran. */
const nextDay = async (hours = 24): Promise<void> => {
  const start = Math.floor(t.clock.now() / DAY_MS) * DAY_MS + 7 * HOUR_MS;
  const ten = start > t.clock.now() ? start : start + DAY_MS;
  t.clock.advance(ten - t.clock.now() + (hours - 24) * HOUR_MS);
};
const states = async (by: SignedInUser) => (await t.turns(by)).map(({ state, reason }) => reason ?? state);
const toman = (text: string) => parseTrustedDecimal(text, scaleOf('TOMAN'));
const refusal = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message];

describe('a recurring purchase', () => {
  it('is a quick trade of its owner at each turn, once however often the job runs', async () => {
    const who = await t.createCustomer('2500000');
    const plan = await t.plan(who);
    expect(plan).toMatchObject({ state: 'ACTIVE', purchases: 0, averagePrice: null, amount: '1000000' });
    expect(Date.parse(plan.nextAtDateTime ?? '')).toBeGreaterThan(t.clock.now());
    await t.run();
    expect(await t.turns(who)).toEqual([]);
    await nextDay();
    await Promise.all([t.run(), t.run(), t.run()]);
    await t.run();
    t.of.prices.set('BITCOIN', '20000000000');
    await nextDay();
    await t.run();
    const turns = await t.turns(who);
    expect(turns.map(({ state, unitPrice }) => [state, unitPrice])).toEqual([
      ['BOUGHT', '20000000000'],
      ['BOUGHT', '10000000000'],
    ]);
    const [row] = await t.plans(who);
    expect(row).toMatchObject({ purchases: 2, waiting: null });
    // Both purchases took their amount, to an increment of the coin; the average is paid by bought.
    const [paidAmount, got] = [toman(row?.spent ?? '0'), parseTrustedDecimal(row?.bought ?? '0', 8)];
    expect(paidAmount).toBeGreaterThan(toman('1999000'));
    expect(paidAmount).toBeLessThanOrEqual(toman('2000000'));
    expect(await t.balance(who, 'BITCOIN')).toBe(got);
    expect(await t.balance(who, 'TOMAN')).toBe(toman('2500000') - paidAmount);
    expect(BigInt(row?.averagePrice?.split('.')[0] ?? '0')).toBe((paidAmount * 100n) / got);
    expect(await t.listNoticeKinds(who)).toEqual(['RECURRING_BOUGHT', 'RECURRING_BOUGHT']);
    const { rows } = await sql<{ type: string; recurring: string; fee: bigint }>`select order_type as type,
      recurring_id as recurring, fee from orders where user_id = ${who.id} order by id desc`.execute(t.db);
    expect(rows.map(({ type, recurring }) => [type, recurring])).toEqual([
      ['EXCHANGE_BUY', plan.id],
      ['EXCHANGE_BUY', plan.id],
    ]);
    expect(rows.every(({ fee }) => fee > 0n)).toBe(true);
    expect(turns[0]?.orderId).not.toBe(turns[1]?.orderId);
  });

  it('is skipped with its reason when money is lacking, and comes again at the next turn', async () => {
    const who = await t.createCustomer('900000');
    await t.plan(who);
    await nextDay();
    await t.run();
    expect(await states(who)).toEqual(['NOT_ENOUGH_BALANCE']);
    expect(await t.listNoticeKinds(who)).toEqual(['RECURRING_SKIPPED']);
    await fundAccount(t.ledger, userAccount(who.id, 'TOMAN'), toman('500000'));
    // It is over for this day, and is not bought later without its owner's knowledge.
    await t.run();
    expect(await t.balance(who, 'BITCOIN')).toBe(0n);
    await nextDay();
    await t.run();
    expect(await states(who)).toEqual(['BOUGHT', 'NOT_ENOUGH_BALANCE']);
  });

  it('that an outage delayed for days is made up for once', async () => {
    const who = await t.createCustomer('100000000');
    const plan = await t.plan(who);
    t.clock.advance(9 * DAY_MS + 1);
    await Promise.all([t.run(), t.run()]);
    await t.run();
    expect(await states(who)).toEqual(['BOUGHT']);
    expect((await t.plans(who))[0]?.purchases).toBe(1);
    const next = Date.parse((await t.plans(who))[0]?.nextAtDateTime ?? '');
    expect(next).toBeGreaterThan(t.clock.now());
    expect(next - t.clock.now()).toBeLessThanOrEqual(DAY_MS);
    await t.act(who, 'DELETE', plan.id);
  });

  it('that waited through an outage does not coincide with its next turn', async () => {
    const who = await t.createCustomer('100000000');
    await t.plan(who);
    await nextDay();
    t.of.prices.set('BITCOIN', null);
    await t.run();
    t.clock.advance(3 * DAY_MS);
    t.of.prices.set('BITCOIN', '10000000000');
    await t.run();
    await t.run();
    expect(await states(who)).toEqual(['BOUGHT']);
  });

  it('waits some hours for inventory or a price, and is then skipped', async () => {
    const who = await t.createCustomer('100000000');
    const plan = await t.plan(who);
    await nextDay();
    t.of.paused.add('FEATURE QUICK_TRADE');
    await t.run();
    expect((await t.plans(who))[0]).toMatchObject({ waiting: 'MARKET_CLOSED', purchases: 0 });
    expect(await t.listNoticeKinds(who)).toEqual([]);
    t.of.paused.clear();
    await t.run();
    expect(await states(who)).toEqual(['MARKET_CLOSED']);
    t.clock.advance(HOUR_MS);
    await t.run();
    expect(await states(who)).toEqual(['BOUGHT']);
    await nextDay();
    t.of.prices.set('BITCOIN', null);
    for (let hour = 0; hour < 8; hour += 1) {
      await t.run();
      t.clock.advance(HOUR_MS);
    }
    expect((await t.turns(who))[0]).toMatchObject({ state: 'SKIPPED', reason: 'MARKET_CLOSED' });
    expect(await t.listNoticeKinds(who)).toEqual(['RECURRING_BOUGHT', 'RECURRING_SKIPPED']);
    await t.act(who, 'DELETE', plan.id);
  });

  it('waits for the end of maintenance', async () => {
    const who = await t.createCustomer('100000000');
    await t.plan(who);
    await nextDay();
    t.of.closed = true;
    await t.run();
    expect(await t.turns(who)).toEqual([]);
    t.of.closed = false;
    await t.run();
    expect(await states(who)).toEqual(['BOUGHT']);
  });

  it.each([
    [
      'a price above its limit',
      { maxUnitPrice: '10000000000' },
      'PRICE_TOO_HIGH',
      () => t.of.prices.set('BITCOIN', '10000000001'),
    ],
    [
      'a budget that became too small',
      {},
      'AMOUNT_IS_LOW',
      () => t.of.prices.set('BITCOIN', '999999999999999'),
    ],
    ['a budget that became too large', {}, 'AMOUNT_IS_HIGH', () => Object.assign(t.of, { most: 1_000n })],
    [
      'more Tether than the rules allow',
      { coin: 'TETHER' },
      'STABLECOIN_LIMIT',
      () => Object.assign(t.of.rules, { stablecoinPerYear: 1n }),
    ],
  ] as const)('is refused as any quick trade: %s', async (_what, more, reason, change) => {
    const who = await t.createCustomer('100000000');
    await t.plan(who, more);
    change();
    await nextDay();
    await t.run();
    expect(await states(who)).toEqual([reason]);
    expect(await t.balance(who, 'TOMAN')).toBe(toman('100000000'));
  });

  it.each([
    ["blocked_at = now(), blocked_reason = 'a test'", 'ACCOUNT_BLOCKED'],
    ["frozen_at = now(), frozen_by = 'OWNER'", 'ACCOUNT_FROZEN'],
    ["authentication_type = 'INFORMATION_CHANGED'", 'NOT_AUTHORIZED'],
    ["level = 'SUPERVISOR'", 'QUICK_TRADE_DISABLED'],
  ])('of an account that may not trade (%s) is skipped', async (change, reason) => {
    const who = await t.createCustomer('100000000');
    await t.plan(who);
    await sql`update users set ${sql.raw(change)} where id = ${who.id}`.execute(t.db);
    await nextDay();
    await t.run();
    const { rows } = await sql<{ reason: string }>`select reason from recurring_turns
      where user_id = ${who.id}`.execute(t.db);
    expect(rows).toEqual([{ reason }]);
    expect(await t.balance(who, 'TOMAN')).toBe(toman('100000000'));
    await sql`update recurring_plans set state = 'PAUSED', next_at = null where user_id = ${who.id}`.execute(
      t.db,
    );
  });
});

describe('changes by the owner of a recurring purchase', () => {
  it('requesting the same plan twice creates one, with the later amount', async () => {
    const who = await t.createCustomer('100000000');
    const [one, two] = await Promise.all([t.ask(who), t.ask(who, { amount: '۲۰۰۰۰۰۰' })]);
    expect(one.body.baseDTO.id).toBe(two.body.baseDTO.id);
    expect((await t.plans(who)).length).toBe(1);
    expect((await t.plan(who, { amount: '3000000' })).amount).toBe('3000000');
    expect((await t.plan(who, { hour: 11 })).id).not.toBe(one.body.baseDTO.id);
  });

  it('a person has ten plans at most, however many concurrent requests there are', async () => {
    const who = await t.createCustomer('0');
    const answers = await Promise.all(Array.from({ length: 15 }, (_, hour) => t.ask(who, { hour })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    for (const { body } of answers.filter(({ status }) => status !== 200))
      expect([body.message, body.data]).toEqual(['TOO_MANY_RECURRING', { most: 10 }]);
    const [first] = await t.plans(who);
    expect((await t.act(who, 'DELETE', first?.id ?? '')).body.baseDTO.state).toBe('ENDED');
    expect((await t.ask(who, { hour: 20 })).status).toBe(200);
    await sql`update recurring_plans set state = 'ENDED', next_at = null, ended_at = now()
      where user_id = ${who.id} and state = 'ACTIVE'`.execute(t.db);
  });

  it('an invalid plan is refused with the name of its invalid field', async () => {
    const who = await t.createCustomer('0');
    for (const [more, expected] of [
      [{ coin: 'TOMAN' }, [400, 'BAD_REQUEST']],
      [{ rhythm: 'YEARLY' }, [400, 'BAD_REQUEST']],
      [{ rhythm: 'WEEKLY', day: 8 }, [400, 'BAD_REQUEST']],
      [{ day: 3 }, [400, 'BAD_REQUEST']],
      [{ hour: 24 }, [400, 'BAD_REQUEST']],
      [{ amount: '0' }, [400, 'UNACCEPTABLE_AMOUNT']],
      [{ amount: '-5' }, [400, 'UNACCEPTABLE_AMOUNT']],
      [{ maxUnitPrice: '0.5' }, [400, 'UNACCEPTABLE_AMOUNT']],
      [{ amount: '1' }, [400, 'AMOUNT_IS_LOW']],
      [{ amount: '99999999999999' }, [400, 'AMOUNT_IS_HIGH']],
    ] as const)
      expect([more, refusal(await t.ask(who, more))]).toEqual([more, expected]);
    t.of.prices.set('BITCOIN', null);
    expect(refusal(await t.ask(who))).toEqual([409, 'MARKET_IS_NOT_ACTIVE']);
    const other = await t.createCustomer('0');
    t.of.prices.set('BITCOIN', '10000000000');
    const { id } = await t.plan(other);
    for (const [method, path] of [
      ['DELETE', id],
      ['POST', `${id}/pause`],
      ['POST', `${id}/resume`],
      ['DELETE', 'no-id'],
    ] as const)
      expect(refusal(await t.act(who, method, path))).toEqual([404, 'NOT_FOUND']);
    expect(await t.plans(who)).toEqual([]);
    await t.act(other, 'DELETE', id);
  });

  it("a paused plan buys nothing, and missed turns aren't made up for", async () => {
    const who = await t.createCustomer('100000000');
    const { id } = await t.plan(who);
    expect((await t.act(who, 'POST', `${id}/pause`)).body.baseDTO).toMatchObject({
      state: 'PAUSED',
      nextAtDateTime: null,
    });
    t.clock.advance(5 * DAY_MS);
    await t.run();
    expect(await t.turns(who)).toEqual([]);
    expect((await t.act(who, 'POST', `${id}/resume`)).body.baseDTO.state).toBe('ACTIVE');
    await t.run();
    expect(await t.turns(who)).toEqual([]);
    await nextDay();
    await t.run();
    expect(await states(who)).toEqual(['BOUGHT']);
    // Ended for good.
    expect((await t.act(who, 'DELETE', id)).status).toBe(200);
    expect((await t.act(who, 'DELETE', id)).status).toBe(200);
    for (const path of [`${id}/pause`, `${id}/resume`])
      expect(refusal(await t.act(who, 'POST', path))).toEqual([409, 'CONFLICT']);
    await nextDay();
    await t.run();
    expect(await states(who)).toEqual(['BOUGHT']);
    expect((await t.plans(who))[0]).toMatchObject({ state: 'ENDED', purchases: 1 });
  });

  it("stopping a plan stops its pending turn: it isn't bought after the reply", async () => {
    const who = await t.createCustomer('100000000');
    const { id } = await t.plan(who);
    await nextDay();
    t.of.prices.set('BITCOIN', null);
    await t.run();
    await t.act(who, 'POST', `${id}/pause`);
    t.of.prices.set('BITCOIN', '10000000000');
    t.clock.advance(HOUR_MS);
    await t.run();
    expect(await states(who)).toEqual(['STOPPED_BY_OWNER']);
    expect(await t.listNoticeKinds(who)).toEqual([]);
  });

  it('stopping a plan while the job runs has one outcome, the purchase or the stop, as recorded in the ledger', async () => {
    for (let n = 0; n < 10; n += 1) {
      const who = await t.createCustomer('100000000');
      const { id } = await t.plan(who);
      await nextDay();
      const [, ended] = await Promise.all([t.run(), t.act(who, 'DELETE', id)]);
      expect(ended.body.baseDTO.state).toBe('ENDED');
      const before = await t.balance(who, 'BITCOIN');
      await nextDay();
      await t.run();
      expect(await t.balance(who, 'BITCOIN')).toBe(before);
      const bought = (await states(who)).filter((state) => state === 'BOUGHT').length;
      expect(bought).toBe(before === 0n ? 0 : 1);
      expect((await t.turns(who)).length).toBeLessThanOrEqual(1);
    }
  });

  it('changing amount and time causes no second purchase on the same day', async () => {
    const who = await t.createCustomer('100000000');
    const { id } = await t.plan(who, { hour: 10 });
    await nextDay();
    await t.run();
    const later = { amount: '500000', rhythm: 'DAILY', day: 0, hour: 22 };
    const changed = (await t.act(who, 'PUT', id, later)).body.baseDTO;
    expect(changed).toMatchObject({ amount: '500000', hour: 22, maxUnitPrice: null });
    t.clock.advance(13 * HOUR_MS);
    await t.run();
    expect(await states(who)).toEqual(['BOUGHT']);
    expect(Date.parse(changed.nextAtDateTime)).toBeGreaterThan(t.clock.now());
    t.clock.advance(24 * HOUR_MS);
    await t.run();
    expect((await t.turns(who)).map(({ amount }) => amount)).toEqual(['500000', '1000000']);
    const other = await t.plan(who, { hour: 3 });
    expect(refusal(await t.act(who, 'PUT', other.id, later))).toEqual([409, 'CONFLICT']);
    for (const plan of [id, other.id]) await t.act(who, 'DELETE', plan);
  });

  it('lowering the amount also lowers that of the pending turn', async () => {
    const who = await t.createCustomer('100000000');
    const { id } = await t.plan(who, { amount: '50000000' });
    await nextDay();
    t.of.paused.add('COIN BITCOIN');
    await t.run();
    await t.act(who, 'PUT', id, { amount: '600000', rhythm: 'DAILY', day: 0, hour: 10 });
    t.of.paused.clear();
    t.clock.advance(HOUR_MS);
    await t.run();
    expect((await t.turns(who)).map(({ state, amount }) => [state, amount])).toEqual([['BOUGHT', '600000']]);
    expect(await t.balance(who, 'TOMAN')).toBeGreaterThan(toman('99000000'));
    await t.act(who, 'DELETE', id);
  });
});

describe('many recurring purchases', () => {
  it('are bought once each by several concurrent jobs', async () => {
    const people = await Promise.all(Array.from({ length: 120 }, () => t.createCustomer('5000000')));
    for (const who of people) await t.plan(who);
    await nextDay();
    await Promise.all(Array.from({ length: 4 }, () => runRecurring(t.deps)));
    await t.run();
    const ids = people.map(({ id }) => id);
    const { rows } = await sql<{ turns: number; bought: number; orders: number; told: number }>`select
      (select count(*)::int from recurring_turns where user_id = any(${ids}::uuid[])) as turns,
      (select count(*)::int from recurring_turns where user_id = any(${ids}::uuid[]) and state = 'BOUGHT') as bought,
      (select count(*)::int from orders where user_id = any(${ids}::uuid[])) as orders,
      (select count(*)::int from notices where user_id = any(${ids}::uuid[])) as told`.execute(t.db);
    expect(rows[0]).toEqual({ turns: 120, bought: 120, orders: 120, told: 120 });
  });

  it("are not delayed by one that can't be bought", async () => {
    const [who, other] = [await t.createCustomer('5000000'), await t.createCustomer('5000000')];
    await t.plan(who);
    await t.plan(other, { coin: 'TETHER' });
    await nextDay();
    const { market } = t.deps;
    const broken = {
      ...t.deps,
      market: {
        ...market,
        coin(coin: Parameters<typeof market.coin>[0]) {
          if (coin === 'BITCOIN') throw new Error('a fault');
          return market.coin(coin);
        },
      },
    };
    await runRecurring(broken);
    expect([await states(who), await states(other)]).toEqual([['WAITING'], ['BOUGHT']]);
    t.clock.advance(HOUR_MS);
    await t.run();
    expect(await states(who)).toEqual(['BOUGHT']);
  });
});

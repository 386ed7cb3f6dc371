import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  bitcoinIntent,
  createWithdrawalFixture,
  type Person,
  type WithdrawalFixture,
} from '../../../test/withdrawal.ts';
import { setPersonLimit } from './person-limits.ts';

const DAY = 86_400_000;
let context: WithdrawalFixture;
let ann: Person;

beforeAll(async () => {
  context = await createWithdrawalFixture();
  // One Bitcoin is 100 Toman; nothing is reviewed.
  await sql`update withdrawal_thresholds set review = 9e30, four_eyes = 9e30, sms = 9e30`.execute(context.db);
});
afterAll(() => context.close());
beforeEach(async () => {
  context.prices.set('BITCOIN', 100n);
  ann = await context.createFundedPerson();
});

const limit = (perDay: bigint, perMonth: bigint, { days = 5, raised = false } = {}) =>
  context.db.transaction().execute((tx) =>
    setPersonLimit(tx, ann.id, {
      perDay: perDay * 1_000_000n,
      perMonth: perMonth * 1_000_000n,
      raised,
      until: new Date(context.clock.now() + days * DAY),
      reason: 'agreed',
      setBy: ann.id,
      setAt: new Date(context.clock.now()),
    }),
  );
const terms = async () =>
  (await context.send(ann, 'GET', '/wallets/withdrawal-terms?relatedCoin=BITCOIN')).body.baseDTO;

it('apply instead of the level’s, are shown, and expire automatically', async () => {
  await limit(200n, 300n);
  expect(await terms()).toMatchObject({
    leftToday: '200',
    leftThisMonth: '300',
    ownLimitUntil: new Date(context.clock.now() + 5 * DAY).toISOString(),
  });
  await context.withdraw(ann, bitcoinIntent('1.5'));
  const refusal = await context.sendCode(ann, bitcoinIntent('0.6'));
  expect([refusal.body.message, refusal.body.data]).toEqual(['DAILY_LIMIT', { left: '50' }]);
  context.clock.advance(2 * DAY);
  ann = { ...ann, token: await context.newSession(ann) };
  // The month's remainder is less than the day's.
  expect(await terms()).toMatchObject({ leftToday: '200', leftThisMonth: '150' });
  expect((await context.sendCode(ann, bitcoinIntent('1.6'))).body.message).toBe('DAILY_LIMIT');
  context.clock.advance(4 * DAY);
  ann = { ...ann, token: await context.newSession(ann) };
  expect(await terms()).toMatchObject({ leftToday: '500000000', ownLimitUntil: null });
  expect((await context.withdraw(ann, bitcoinIntent('1.6'))).state).toBe('APPROVED');
});

it('may exceed those of the level', async () => {
  context.prices.set('BITCOIN', 400_000_000n);
  expect((await context.sendCode(ann, bitcoinIntent('2'))).body.message).toBe('DAILY_LIMIT');
  await limit(900_000_000n, 900_000_000n, { raised: true });
  await context.withdraw(ann, bitcoinIntent('2'));
  expect(await terms()).toMatchObject({ leftToday: '100000000' });
});

it('set between the code and the request apply to the request', async () => {
  const code = await context.codeOf(ann, bitcoinIntent('1'));
  await limit(0n, 0n);
  expect((await context.request(ann, bitcoinIntent('1'), code)).body.message).toBe('DAILY_LIMIT');
  expect(await context.list(ann)).toEqual([]);
});

it('still apply when the level’s are lowered: the lower of the two counts', async () => {
  await limit(200n, 300n);
  await sql`update withdrawal_level_limits set per_day = 150e6 where level = 'BRONZE'`.execute(context.db);
  try {
    expect(await terms()).toMatchObject({ leftToday: '150', leftThisMonth: '300' });
    await limit(200n, 300n, { raised: true });
    expect(await terms()).toMatchObject({ leftToday: '200', leftThisMonth: '300' });
  } finally {
    await sql`update withdrawal_level_limits set per_day = 500000000e6 where level = 'BRONZE'`.execute(
      context.db,
    );
  }
});

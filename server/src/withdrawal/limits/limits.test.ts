import { type AppError, parseTrustedDecimal } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fundAccount } from '../../../test/seed.ts';
import { waitForRoundTrips } from '../../../test/turns.ts';
import {
  bitcoinIntent,
  createWithdrawalFixture,
  type Person,
  tomanIntent,
  type WithdrawalFixture,
} from '../../../test/withdrawal.ts';
import { houseAccount, userAccount } from '../../ledger/index.ts';
import { isOutage } from '../../platform/database/database.ts';
import type { WithdrawalContext } from '../deps.ts';
import { validateIntent } from '../read-intent.ts';
import { reserveWithdrawal } from '../request-withdrawal.ts';
import type { Reservation } from '../reservations/reservation-store.ts';
import { settleReservation } from '../reservations/settle-reservation.ts';

let context: WithdrawalFixture;
let own: WithdrawalContext;
let ann: Person;

beforeAll(async () => {
  context = await createWithdrawalFixture();
  const intents = { ...context.deps.intents, prove: async () => null };
  own = { ...context.deps, intents, now: () => new Date(context.clock.now()) };
  await thresholds({});
});
afterAll(() => context.close());
beforeEach(async () => {
  ann = await context.createFundedPerson();
});
afterEach(async () => {
  context.prices.set('BITCOIN', 100_000_000n);
  // All hourly and monthly sums start again.
  context.clock.advance(31 * 86_400_000);
  await context.expectSoundBooks();
});

/** Sets thresholds in Toman; those not named are out of reach. */
const thresholds = ({ review = 10n ** 12n, fourEyes = 10n ** 12n, sms = 10n ** 12n }) =>
  sql`update withdrawal_thresholds set review = ${review * 1_000_000n}, four_eyes = ${fourEyes * 1_000_000n},
    sms = ${sms * 1_000_000n}`.execute(context.db);

/** Submits all requests concurrently, with valid codes and past the first balance check. */
async function tryAtOnce(by: Person, amounts: readonly string[], beside = async () => {}): Promise<string[]> {
  const caller = await context.identity.authenticate(await context.newSession(by));
  if (!caller) throw new Error('no session');
  const intents = await Promise.all(
    amounts.map((amount) => validateIntent(own, by.id, bitcoinIntent(amount))),
  );
  const withdrawn = Promise.all(
    intents.map((intent) =>
      reserveWithdrawal(own, caller, intent, { code: '', smsCode: undefined }, null)
        .then((place) => settleReservation(own, place as Reservation))
        .then(
          ({ baseDTO }) => baseDTO.state,
          // As the API returns it.
          (error: AppError) => (isOutage(error) ? 'SERVICE_UNAVAILABLE' : error.code),
        ),
    ),
  );
  await beside();
  return withdrawn;
}
const count = (outcomes: string[], outcome: string) => outcomes.filter((one) => one === outcome).length;

describe('F06: spending one balance concurrently', () => {
  it('of 200 concurrent withdrawals and sells of the whole balance, exactly one succeeds', async () => {
    const ben = await context.person();
    await context.give(ben.id, 'BITCOIN', '0.4');
    const amount = parseTrustedDecimal('0.4', 8);
    const sell = () =>
      fundAccount(
        context.ledger,
        houseAccount('BITCOIN', 'inventory'),
        amount,
        userAccount(ben.id, 'BITCOIN'),
      )
        .then(() => 'sold')
        .catch((error: AppError) => error.code);
    // Worth as much as the level's daily limit, so that the limits don't run out before the balance.
    context.prices.set('BITCOIN', 1_000_000n);
    const sold: Promise<string>[] = [];
    const selling = async () => {
      for (let i = 0; i < 20; i += 1) {
        sold.push(sell());
        await waitForRoundTrips(context.db, 3);
      }
    };
    const sending = tryAtOnce(
      ben,
      Array.from({ length: 180 }, () => '0.4'),
      selling,
    );
    const outcomes = [...(await sending), ...(await Promise.all(sold))];
    expect(count(outcomes, 'APPROVED') + count(outcomes, 'sold')).toBe(1);
    // On a busy machine some requests get no free connection in time and are told to retry.
    const refusalCodes = ['Not Enough Balance', 'SERVICE_UNAVAILABLE'];
    expect(outcomes.filter((outcome) => !refusalCodes.includes(outcome))).toHaveLength(1);
    expect(outcomes).toHaveLength(200);
    expect(count(outcomes, 'Not Enough Balance')).toBeGreaterThan(0);
    expect(await context.balance(ben.id, 'BITCOIN')).toBe(0n);
    const { rows } = await sql`select state from withdrawal_places where user_id = ${ben.id}
      and state <> 'RELEASED'`.execute(context.db);
    expect(rows).toHaveLength(count(outcomes, 'APPROVED'));
  });
});

describe('the review thresholds', () => {
  afterEach(() => thresholds({}));

  it('of staff review apply to a user’s whole day, however many requests it is split into', async () => {
    await thresholds({ review: 100_000_000n, fourEyes: 150_000_000n });
    // 40,000,000 Toman each.
    const outcomes: string[] = [];
    for (let i = 0; i < 4; i += 1) outcomes.push((await context.withdraw(ann, bitcoinIntent('0.4'))).state);
    expect(outcomes).toEqual(['APPROVED', 'APPROVED', 'REVIEW', 'REVIEW']);
    const { rows } =
      await sql`select review_reasons as reasons, needed_approvals as approvals from withdrawals
      where user_id = ${ann.id} order by id`.execute(context.db);
    expect(rows).toEqual([
      { reasons: [], approvals: 0 },
      { reasons: [], approvals: 0 },
      { reasons: ['LARGE'], approvals: 1 },
      { reasons: ['LARGE'], approvals: 2 },
    ]);
    const terms = async () =>
      (await context.send(ann, 'GET', '/wallets/withdrawal-terms?relatedCoin=BITCOIN')).body.baseDTO
        .reviewFrom;
    expect(await terms()).toBe('0.00000000');
    // Toman counts too, other users' withdrawals don't.
    expect((await context.withdraw(ann, tomanIntent('200000'))).state).toBe('REVIEW');
    expect((await context.withdraw(await context.createFundedPerson(), bitcoinIntent('0.4'))).state).toBe(
      'APPROVED',
    );
    context.clock.advance(24 * 3_600_000 + 1);
    ann.token = await context.newSession(ann);
    expect(await terms()).toBe('1.00000000');
    expect((await context.withdraw(ann, bitcoinIntent('0.4'))).state).toBe('APPROVED');
    expect(await terms()).toBe('0.60000000');
  });

  it('of staff review hold for concurrent requests', async () => {
    await thresholds({ review: 100_000_000n });
    const outcomes = await tryAtOnce(
      ann,
      Array.from({ length: 6 }, () => '0.4'),
    );
    expect([count(outcomes, 'APPROVED'), count(outcomes, 'REVIEW')]).toEqual([2, 4]);
  });

  it('of a second code apply to a user’s whole day too', async () => {
    await thresholds({ sms: 50_000_000n });
    await context.withdraw(ann, bitcoinIntent('0.3'));
    // The phone number is unverified, so a withdrawal that needs an SMS can't be confirmed.
    expect((await context.sendCode(ann, bitcoinIntent('0.2'))).body.message).toBe('SMS_OTP_UNAVAILABLE');
    expect((await context.sendCode(ann, bitcoinIntent('0.19'))).body.status).toBe('OK');
    const code = await context.codeOf(ann, bitcoinIntent('0.19'));
    // Amounts reserved in the meantime count when the reservation is made.
    expect(await tryAtOnce(ann, ['0.1'])).toEqual(['APPROVED']);
    expect((await context.request(ann, bitcoinIntent('0.19'), code)).body.message).toBe('SMS_CODE_NEEDED');
  });

  it('of a second code apply to buy-and-send too', async () => {
    await thresholds({ sms: 50_000_000n });
    const caller = await context.identity.authenticate(ann.token);
    if (!caller) throw new Error('no session');
    const coins = {
      asset: 'BITCOIN',
      tokenType: 'BITCOIN',
      amount: 30_000_000n,
      address: bitcoinIntent('1').destinationWalletAddress,
      tag: undefined,
      smsCode: undefined,
    } as const;
    const code = await context.codeOf(ann, bitcoinIntent('0.3'));
    await context.withdrawal.bought.reserve(caller, { ...coins, code }, null);
    await expect(context.withdrawal.bought.reserve(caller, { ...coins, code }, null)).rejects.toThrow(
      'SMS_CODE_NEEDED',
    );
  });
});

describe('S39: withdrawal limits', () => {
  it('per user and day: of 20 concurrent requests only those within the limit succeed', async () => {
    // 0.45 BITCOIN are worth 45,000,000 Toman; the limit is 500,000,000: eleven fit.
    const outcomes = await tryAtOnce(
      ann,
      Array.from({ length: 20 }, () => '0.45'),
    );
    expect([count(outcomes, 'APPROVED'), count(outcomes, 'DAILY_LIMIT')]).toEqual([11, 9]);
    const refusal = await context.sendCode(ann, bitcoinIntent('0.051'));
    expect(refusal.body).toMatchObject({ message: 'DAILY_LIMIT', data: { left: '5000000' } });
    expect((await context.sendCode(ann, bitcoinIntent('0.05'))).body.status).toBe('OK');
    // Toman counts too.
    expect((await context.sendCode(ann, tomanIntent('5000001'))).body.message).toBe('DAILY_LIMIT');
    context.clock.advance(24 * 3_600_000 + 1);
    ann.token = await context.newSession(ann);
    expect((await context.sendCode(ann, bitcoinIntent('0.45'))).body.status).toBe('OK');
  });

  it('per user and month', async () => {
    await sql`update withdrawal_level_limits set per_month = 60000000000000 where level = 'BRONZE'`.execute(
      context.db,
    );
    await context.withdraw(ann, bitcoinIntent('0.45'));
    context.clock.advance(25 * 3_600_000);
    ann.token = await context.newSession(ann);
    const refusal = await context.sendCode(ann, bitcoinIntent('0.2'));
    expect(refusal.body).toMatchObject({ message: 'DAILY_LIMIT', data: { left: '15000000' } });
    await sql`update withdrawal_level_limits set per_month = 10000000000000000 where level = 'BRONZE'`.execute(
      context.db,
    );
  });

  it('do not count a cancelled withdrawal', async () => {
    const row = await context.withdraw(ann, bitcoinIntent('0.45'));
    await context.send(ann, 'DELETE', `/wallets/withdrawal-requests/${row.id}`);
    const terms = await context.send(ann, 'GET', '/wallets/withdrawal-terms?relatedCoin=BITCOIN');
    expect(terms.body.baseDTO.leftToday).toBe('500000000');
  });

  it('per coin and hour for automatic sending, all users together; anything above waits for staff without an error', async () => {
    await sql`update withdrawal_coin_limits set per_hour = 100000000000000 where asset = 'BITCOIN'`.execute(
      context.db,
    );
    const people = await Promise.all([
      context.createFundedPerson(),
      context.createFundedPerson(),
      context.createFundedPerson(),
    ]);
    const outcomes = (await Promise.all(people.map((by) => tryAtOnce(by, ['0.45', '0.45'])))).flat();
    expect([count(outcomes, 'APPROVED'), count(outcomes, 'REVIEW')]).toEqual([2, 4]);
    const { rows } = await sql`select distinct review_reasons as reasons, needed_approvals as approvals
      from withdrawals where state = 'REVIEW' and user_id = any(${people.map(({ id }) => id)})`.execute(
      context.db,
    );
    expect(rows).toEqual([{ reasons: ['COIN_LIMIT'], approvals: 1 }]);
    // Withdrawals in review don't count against the automatic limit.
    context.clock.advance(3_600_001);
    ann.token = await context.newSession(ann);
    expect((await context.withdraw(ann, bitcoinIntent('0.45'))).state).toBe('APPROVED');
    await sql`update withdrawal_coin_limits set per_hour = 5000000000000000 where asset = 'BITCOIN'`.execute(
      context.db,
    );
  });

  it('require two approvals for a coin without a price, which can’t be counted', async () => {
    context.prices.set('DASH', null);
    await context.give(ann.id, 'DASH', '5');
    const dash = {
      amount: '1',
      relatedCoin: 'DASH',
      destinationWalletAddress: 'XsyCV5yojxF4y3bYeEiVYqarvRgsWFELZL',
    };
    // Its worth is unknown, so an SMS is required.
    expect((await context.sendCode(ann, dash)).body.message).toBe('SMS_OTP_UNAVAILABLE');
    await sql`update users set two_step_method = 'SMS', mobile_verified_at = now() where id = ${ann.id}`.execute(
      context.db,
    );
    await context.sendCode(ann, dash);
    const { rows } = await sql<{ mobile: string }>`select mobile from users where id = ${ann.id}`.execute(
      context.db,
    );
    const answer = await context.request(
      ann,
      dash,
      await context.codeOf({ ...ann, email: rows[0]?.mobile ?? '' }, dash),
    );
    expect(answer.body.baseDTO.state).toBe('REVIEW');
    const { rows: withdrawalRows } = await sql`select toman_value, needed_approvals from withdrawals
      where user_id = ${ann.id}`.execute(context.db);
    expect(withdrawalRows).toEqual([{ toman_value: null, needed_approvals: 2 }]);
  });
});

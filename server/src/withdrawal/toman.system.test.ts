import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bitcoinIntent,
  createWithdrawalFixture,
  type Person,
  SHEBA,
  tomanIntent,
  type WithdrawalFixture,
} from '../../test/withdrawal.ts';

let context: WithdrawalFixture;
let ann: Person;

beforeAll(async () => {
  context = await createWithdrawalFixture();
});
afterAll(() => context.close());
beforeEach(async () => {
  ann = await context.createFundedPerson();
});
afterEach(() => context.expectSoundBooks());

const take = (limit = 100, before = new Date(context.clock.now() + 1)) =>
  context.db.transaction().execute((tx) => context.withdrawal.takeForBatch(tx, before, limit));
/** Creates a withdrawal of 200,000 Toman that is in a batch. */
async function batched(): Promise<string> {
  const { id } = await context.withdraw(ann, tomanIntent('200000'));
  await take();
  return id;
}
const stateOf = async () => (await context.list(ann))[0]?.state;
const bank = async () => context.balance('outside:bank', 'TOMAN', 'outside');
const fees = async () => context.balance('house', 'TOMAN', 'fee');

describe('a batch of Toman withdrawals', () => {
  it('contains those approved before its hour, oldest first and each once, with Sheba and the amount that arrives', async () => {
    const before = new Date(context.clock.now() + 1);
    const one = await context.withdraw(ann, tomanIntent('200000'));
    const two = await context.withdraw(ann, tomanIntent('300000'));
    await context.withdraw(ann, bitcoinIntent('0.1'));
    context.clock.advance(10);
    const late = await context.withdraw(ann, tomanIntent('400000'));
    const [first] = await take(1, before);
    expect(first).toEqual({ id: one.id, userId: ann.id, receives: 196_000_000_000n, sheba: SHEBA });
    expect((await take(10, before)).map(({ id }) => id)).toEqual([two.id]);
    expect(await take(10, before)).toEqual([]);
    const views = await context.withdrawal.payoutViews([one.id, two.id]);
    expect(views.get(two.id)).toEqual({
      userId: ann.id,
      sheba: SHEBA,
      masked: `IR55${'*'.repeat(20)}0101`,
      receives: 296_000_000_000n,
    });
    expect((await take()).map(({ id }) => id)).toEqual([late.id]);
    for (const { id } of [one, two, late]) await context.withdrawal.settleReturned(id, 'x');
  });

  it('made twice concurrently has no line in common', async () => {
    const ids = [];
    for (let i = 0; i < 6; i += 1) ids.push((await context.withdraw(ann, tomanIntent('200000'))).id);
    const claimedIds = (await Promise.all([take(4), take(4), take(4)])).flat().map(({ id }) => id);
    expect(new Set(claimedIds).size).toBe(claimedIds.length);
    const rest = (await take()).map(({ id }) => id);
    expect([...claimedIds, ...rest].sort()).toEqual([...ids].sort());
  });

  it('that was rolled back took nothing', async () => {
    const { id } = await context.withdraw(ann, tomanIntent('200000'));
    const broken = context.db.transaction().execute(async (tx) => {
      await context.withdrawal.takeForBatch(tx, new Date(context.clock.now() + 1), 100);
      throw new Error('cut off');
    });
    await expect(broken).rejects.toThrow('cut off');
    expect((await take()).map((line) => line.id)).toEqual([id]);
  });
});

describe('settling a Toman withdrawal', () => {
  it('as paid transfers its amount to the bank and its fee to the house, once, and notifies the user once', async () => {
    const [out, house] = [await bank(), await fees()];
    const id = await batched();
    expect(await stateOf()).toBe('SENT');
    await Promise.all(Array.from({ length: 5 }, () => context.withdrawal.settlePaid(id)));
    await context.withdrawal.settlePaid(id);
    expect(await context.readBalances(ann, 'TOMAN')).toEqual(['999800000', '0']);
    expect([(await bank()) - out, (await fees()) - house]).toEqual([196_000_000_000n, 4_000_000_000n]);
    expect((await context.list(ann))[0]).toMatchObject({
      state: 'DONE',
      isDone: true,
      transactionStatus: 'CONFIRMED',
      doneAtDateTime: expect.any(String),
    });
    const notices = (await context.notices(ann.email)).map(({ subject }) => subject);
    expect(
      notices.filter((subject) => /^[۰-۹٬]+ تومان به حساب بانکی شما واریز شد$/.test(subject)),
    ).toHaveLength(1);
    expect(await context.withdrawal.worthOf(ann.id)).toBe(200_000_000_000n);
    // It still counts against the daily limit.
    const terms = await context.send(ann, 'GET', '/wallets/withdrawal-terms?relatedCoin=TOMAN');
    expect(terms.body.baseDTO.leftToday).toBe('499800000');
  });

  it('as returned refunds everything once, before or after it was reported paid', async () => {
    for (const paidFirst of [false, true]) {
      const [out, house] = [await bank(), await fees()];
      const id = await batched();
      if (paidFirst) await context.withdrawal.settlePaid(id);
      await Promise.all(
        Array.from({ length: 5 }, () => context.withdrawal.settleReturned(id, 'حساب مسدود است')),
      );
      expect(await context.readBalances(ann, 'TOMAN')).toEqual(['1000000000', '0']);
      expect([await bank(), await fees()]).toEqual([out, house]);
      expect((await context.list(ann))[0]).toMatchObject({
        state: 'RETURNED',
        isDone: false,
        message: 'حساب مسدود است',
      });
      await expect(context.withdrawal.settlePaid(id)).rejects.toMatchObject({ code: 'CONFLICT' });
      const notices = (await context.notices(ann.email)).filter(({ subject }) =>
        /^بانک برداشت [۰-۹٬]+ تومان را برگرداند$/.test(subject),
      );
      expect(notices).toHaveLength(paidFirst ? 2 : 1);
      expect(notices[0]?.text).toContain('حساب مسدود است');
    }
    const terms = await context.send(ann, 'GET', '/wallets/withdrawal-terms?relatedCoin=TOMAN');
    expect(terms.body.baseDTO.leftToday).toBe('500000000');
  });

  it('as paid and returned concurrently ends as returned, either directly or after it was paid', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [out, house] = [await bank(), await fees()];
      const id = await batched();
      await Promise.all([
        context.withdrawal.settlePaid(id).catch(() => {}),
        context.withdrawal.settleReturned(id, 'x'),
      ]);
      expect(await stateOf()).toBe('RETURNED');
      expect([await bank(), await fees()]).toEqual([out, house]);
    }
  });

  it('is rejected for one that is in no batch, and for coins', async () => {
    const { id } = await context.withdraw(ann, tomanIntent('200000'));
    const coins = await context.withdraw(ann, bitcoinIntent('0.1'));
    for (const which of [id, coins.id]) {
      await expect(context.withdrawal.settlePaid(which)).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(context.withdrawal.settleReturned(which, 'x')).rejects.toMatchObject({ code: 'CONFLICT' });
    }
  });
});

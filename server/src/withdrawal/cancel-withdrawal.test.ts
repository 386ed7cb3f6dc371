import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  bitcoinIntent,
  createWithdrawalFixture,
  type Person,
  tomanIntent,
  type WithdrawalFixture,
} from '../../test/withdrawal.ts';
import { queueOrder } from '../custody/sending/outgoing-store.ts';
import { newId } from '../platform/ids.ts';
import { toWithdrawalOrder } from './withdrawal.ts';

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

const cancel = (by: Person, id: string) => context.send(by, 'DELETE', `/wallets/withdrawal-requests/${id}`);
/** The sender's first step with a queued order, in SQL. */
const claimForSigning = async (id: string): Promise<boolean> => {
  const { rows } =
    await sql`update outgoing set state = 'CLAIMED' where withdrawal_id = ${id} and state = 'QUEUED'
    returning 1`.execute(context.db);
  return rows.length > 0;
};

/** Passes ledger commands on once `count` of them have arrived, so that none has settled before the last is claimed. */
const holdUntilArrived = (count: number) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const submit = context.ledger.submit.bind(context.ledger);
  let arrived = 0;
  return vi.spyOn(context.ledger, 'submit').mockImplementation(async (command) => {
    arrived += 1;
    if (arrived === count) resolve();
    await promise;
    return submit(command);
  });
};

describe('cancelling a withdrawal', () => {
  it('returns the whole amount, publishes it to the page, and is idempotent', async () => {
    for (const intent of [bitcoinIntent('0.1'), tomanIntent('200000'), bitcoinIntent('3')]) {
      const asset = intent.relatedCoin as 'BITCOIN' | 'TOMAN';
      const before = await context.readBalances(ann, asset);
      if (intent.amount === '3') await sql`update withdrawal_thresholds set sms = 1e18`.execute(context.db);
      const row = await context.withdraw(ann, intent);
      expect(row).toMatchObject({ cancellable: true, state: intent.amount === '3' ? 'REVIEW' : 'APPROVED' });
      const published: string[] = [];
      const stop = context.bus.subscribe('wallets', ({ userId }) => published.push(userId));
      const answers = [await cancel(ann, row.id), await cancel(ann, row.id)];
      stop();
      for (const { body } of answers)
        expect(body.baseDTO).toMatchObject({
          id: row.id,
          state: 'CANCELLED',
          isDone: false,
          cancellable: false,
        });
      expect(published).toContain(ann.id);
      expect(await context.readBalances(ann, asset)).toEqual(before);
    }
    const { rows } = await sql`select state from outgoing where user_id = ${ann.id}`.execute(context.db);
    expect(rows).toEqual([{ state: 'CANCELLED' }]);
  });

  it('is refused for an unknown withdrawal, another user’s, or one that is being sent', async () => {
    const row = await context.withdraw(ann, bitcoinIntent('0.1'));
    const ben = await context.createFundedPerson();
    for (const [by, id] of [
      [ben, row.id],
      [ann, newId()],
      [ann, 'x'],
    ] as const)
      expect((await cancel(by, id)).body.message).toBe('NOT_FOUND');
    await claimForSigning(row.id);
    expect((await cancel(ann, row.id)).body.message).toBe('CANT_DELETE_WITHDRAWAL_REQUEST');
    expect((await context.list(ann))[0]).toMatchObject({ state: 'SENDING', cancellable: false });
    const cash = await context.withdraw(ann, tomanIntent('200000'));
    await context.db
      .transaction()
      .execute((tx) => context.withdrawal.takeForBatch(tx, new Date(context.clock.now() + 1), 100));
    expect((await cancel(ann, cash.id)).body.message).toBe('CANT_DELETE_WITHDRAWAL_REQUEST');
  });

  it('and claiming it for signing exclude each other, fifty times', async () => {
    for (let round = 0; round < 50; round += 1) {
      const row = await context.withdraw(ann, bitcoinIntent('0.01'));
      const [answer, claimed] = await Promise.all([cancel(ann, row.id), claimForSigning(row.id)]);
      expect(answer.status === 200).toBe(!claimed);
    }
  });

  it('and putting it into a Toman batch exclude each other', async () => {
    for (let round = 0; round < 20; round += 1) {
      const row = await context.withdraw(ann, tomanIntent('200000'));
      const [answer, claimedRows] = await Promise.all([
        cancel(ann, row.id),
        context.db
          .transaction()
          .execute((tx) => context.withdrawal.takeForBatch(tx, new Date(context.clock.now() + 1), 100)),
      ]);
      const mine = claimedRows.some(({ id }) => id === row.id);
      if (answer.status === 200) expect(mine).toBe(false);
      else expect(mine).toBe(true);
    }
  });

  it('ten times concurrently returns the money once', async () => {
    // Its money would cover a second release.
    await context.withdraw(ann, bitcoinIntent('2'));
    const before = await context.readBalances(ann, 'BITCOIN');
    const row = await context.withdraw(ann, bitcoinIntent('0.1'));
    const requests = 10;
    const submitTogether = holdUntilArrived(requests);
    const answers = await Promise.all(Array.from({ length: requests }, () => cancel(ann, row.id)));
    expect(submitTogether).toHaveBeenCalledTimes(requests);
    submitTogether.mockRestore();
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: requests }, () => 200));
    expect(await context.readBalances(ann, 'BITCOIN')).toEqual(before);
  });

  it('that was interrupted after the claim is finished by the sweep', async () => {
    const row = await context.withdraw(ann, bitcoinIntent('0.1'));
    await context.db.transaction().execute(async (tx) => {
      await context.custody.cancelQueued(tx, row.id);
      await sql`update withdrawals set state = 'CANCELLING' where id = ${row.id}`.execute(tx);
    });
    expect((await context.list(ann))[0]).toMatchObject({ state: 'CANCELLED', cancellable: false });
    await context.runJob('sweep-withdrawals');
    await context.runJob('sweep-withdrawals');
    expect(await context.readBalances(ann, 'BITCOIN')).toEqual(['10.00000000', '0.00000000']);
    const { rows } = await sql<{ state: string }>`select state from withdrawals where id = ${row.id}`.execute(
      context.db,
    );
    expect(rows[0]?.state).toBe('CANCELLED');
  });
});

describe('a stored withdrawal', () => {
  it('the database rejects changing the terms of a withdrawal or deleting its row', async () => {
    const row = await context.withdraw(ann, bitcoinIntent('0.1'));
    for (const change of [
      "address = 'x'",
      'amount = 1',
      'fee = 0',
      'user_id = gen_random_uuid()',
      "tag = '1'",
    ])
      await expect(
        sql`update withdrawals set ${sql.raw(change)} where id = ${row.id}`.execute(context.db),
      ).rejects.toThrow('its terms can not be changed');
    await expect(sql`delete from withdrawals where id = ${row.id}`.execute(context.db)).rejects.toThrow();
  });

  it('is queued once, however often it is queued', async () => {
    const row = await context.withdraw(ann, bitcoinIntent('0.1'));
    const order = toWithdrawalOrder({
      id: row.id,
      userId: ann.id,
      asset: 'BITCOIN',
      tokenType: 'BITCOIN',
      address: row.destinationWalletAddress,
      tag: '',
      amount: 10_000_000n,
      fee: 20_000n,
    });
    await context.db.transaction().execute((tx) => queueOrder(context.context, tx, order));
    const { rows } = await sql`select from outgoing where withdrawal_id = ${row.id}`.execute(context.db);
    expect(rows).toHaveLength(1);
  });
});

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitForLockWaiter } from '../../../test/waiting.ts';
import {
  bitcoinIntent,
  createWithdrawalFixture,
  type Person,
  tomanIntent,
  type WithdrawalFixture,
} from '../../../test/withdrawal.ts';
import { claimNext } from '../../custody/sending/send-store.ts';
import { newId } from '../../platform/ids.ts';

let context: WithdrawalFixture;
let ann: Person;
let tara: Person;
let tim: Person;

beforeAll(async () => {
  context = await createWithdrawalFixture();
  await sql`update withdrawal_thresholds set sms = 1e18`.execute(context.db);
  await sql`update withdrawal_level_limits set per_day = 1e18, per_month = 1e18`.execute(context.db);
  tara = await context.person(['treasury']);
  tim = await context.person(['treasury']);
});
afterAll(() => context.close());
beforeEach(async () => {
  ann = await context.createFundedPerson();
});
afterEach(async () => {
  context.prices.set('BITCOIN', 100_000_000n);
  await context.expectSoundBooks();
});

const listAsStaff = async (by: Person, query = '?size=100') =>
  (await context.send(by, 'GET', `/backoffice/withdrawals${query}`)).body;
const approve = (by: Person, id: string) => context.approve(by, id);
const refuse = (by: Person, id: string, reason = 'مقصد مشکوک است') =>
  context.send(by, 'POST', `/backoffice/withdrawals/${id}/refuse`, { reason });
const block = (by: Person, at: Date | null) =>
  sql`update users set blocked_at = ${at}, blocked_reason = ${at && 'a test'} where id = ${by.id}`.execute(
    context.db,
  );
const hold = (by: Person, until: Date | null) =>
  sql`update users set withdrawals_held_until = ${until} where id = ${by.id}`.execute(context.db);
const queued = async (id: string) =>
  (await sql`select from outgoing where withdrawal_id = ${id}`.execute(context.db)).rows.length;

describe('a large withdrawal', () => {
  it('waits for one staff member, and is sent after their approval', async () => {
    const row = await context.withdraw(ann, bitcoinIntent('3'));
    expect([row.state, await queued(row.id)]).toEqual(['REVIEW', 0]);
    expect(await context.withdrawal.countInReview()).toBe(1);
    const waiting = (await listAsStaff(tara)).content.find(({ id }: { id: string }) => id === row.id);
    expect(waiting).toMatchObject({
      person: { id: ann.id, email: ann.email },
      amount: '3.00000000',
      tomanValue: '300000000',
      destination: bitcoinIntent('3').destinationWalletAddress,
      state: 'REVIEW',
      reviewReasons: ['LARGE'],
      neededApprovals: 1,
      approvals: [],
      mayApprove: true,
    });
    const approved = await approve(tara, row.id);
    expect(approved.body.baseDTO).toMatchObject({
      state: 'APPROVED',
      mayApprove: false,
      approvals: [{ email: tara.email, at: expect.any(String) }],
    });
    expect(await queued(row.id)).toBe(1);
    expect((await approve(tim, row.id)).body.message).toBe('CONFLICT');
    expect((await context.list(ann))[0]).toMatchObject({ state: 'APPROVED', cancellable: true });
  });

  it('S40: above the four-eyes threshold needs two different staff members, neither of them its owner', async () => {
    context.prices.set('BITCOIN', 300_000_000n);
    const row = await context.withdraw(ann, bitcoinIntent('4'));
    expect((await approve(tara, row.id)).body.baseDTO).toMatchObject({
      state: 'REVIEW',
      neededApprovals: 2,
      mayApprove: false,
    });
    expect((await approve(tara, row.id)).body.message).toBe('SECOND_PERSON_NEEDED');
    expect(await queued(row.id)).toBe(0);
    const both = await Promise.all([approve(tim, row.id), approve(tim, row.id), approve(tim, row.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await queued(row.id)).toBe(1);
  });

  it('S40: of a staff member must be approved by others, enforced by the API and the database', async () => {
    await context.give(tara.id, 'BITCOIN', '10');
    await sql`update users set two_step_method = 'EMAIL' where id = ${tara.id}`.execute(context.db);
    const row = await context.withdraw(tara, bitcoinIntent('3'));
    expect((await approve(tara, row.id)).body.message).toBe('SECOND_PERSON_NEEDED');
    expect((await refuse(tara, row.id)).body.message).toBe('SECOND_PERSON_NEEDED');
    const own = (await listAsStaff(tara)).content.find(({ id }: { id: string }) => id === row.id);
    expect(own.mayApprove).toBe(false);
    const insert = sql`insert into withdrawal_approvals values (${row.id}, ${tara.id}, now())`;
    await expect(insert.execute(context.db)).rejects.toThrow('its owner cannot approve it');
    await approve(tim, row.id);
    await expect(
      sql`update withdrawal_approvals set staff_id = ${tara.id} where withdrawal_id = ${row.id}`.execute(
        context.db,
      ),
    ).rejects.toThrow();
    expect(await queued(row.id)).toBe(1);
  });

  it('approved by two concurrently is queued once', async () => {
    context.prices.set('BITCOIN', 300_000_000n);
    const row = await context.withdraw(ann, bitcoinIntent('4'));
    const answers = await Promise.all([approve(tara, row.id), approve(tim, row.id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await queued(row.id)).toBe(1);
  });
});

describe('a withdrawal of a blocked or held user', () => {
  it.each([
    ['PERSON_BLOCKED', () => block(ann, new Date(context.clock.now())), () => block(ann, null)],
    ['PERSON_HELD', () => hold(ann, new Date(context.clock.now() + 1_000)), () => hold(ann, null)],
  ])('is not approved: %s', async (trouble, begin, end) => {
    for (const intent of [bitcoinIntent('3'), tomanIntent('400000000')]) {
      const row = await context.withdraw(ann, intent);
      await begin();
      expect((await approve(tara, row.id)).body.message).toBe('CONFLICT');
      const staffRow = (await listAsStaff(tara)).content.find(({ id }: { id: string }) => id === row.id);
      expect(staffRow).toMatchObject({ state: 'REVIEW', trouble, mayApprove: false, approvals: [] });
      await end();
      const approved = await approve(tara, row.id);
      expect(approved.body.baseDTO).toMatchObject({ state: 'APPROVED', trouble: null });
    }
  });

  it('is not approved by a staff member concurrently with the block', async () => {
    const row = await context.withdraw(ann, bitcoinIntent('3'));
    let answer: ReturnType<typeof approve> | undefined;
    await context.db.transaction().execute(async (tx) => {
      await context.identity.people.lock(tx, ann.id);
      answer = approve(tara, row.id);
      await waitForLockWaiter(context.db);
      await context.identity.people.update(tx, ann.id, {
        blocked: { at: new Date(context.clock.now()), reason: 'x' },
      });
    });
    expect((await answer)?.body.message).toBe('CONFLICT');
    expect(await queued(row.id)).toBe(0);
  });

  it('can still be refused, which returns the money', async () => {
    const before = await context.readBalances(ann, 'BITCOIN');
    const row = await context.withdraw(ann, bitcoinIntent('3'));
    await block(ann, new Date(context.clock.now()));
    expect((await refuse(tim, row.id)).body.baseDTO.state).toBe('REFUSED');
    expect(await context.readBalances(ann, 'BITCOIN')).toEqual(before);
  });

  it('is left out of a Toman batch', async () => {
    const { id } = await context.withdraw(ann, tomanIntent('200000'));
    const batch = () =>
      context.db
        .transaction()
        .execute((tx) => context.withdrawal.takeForBatch(tx, new Date(context.clock.now() + 1), 100))
        .then((lines) => lines.map((line) => line.id));
    await block(ann, new Date(context.clock.now()));
    expect(await batch()).not.toContain(id);
    const staffRow = (await listAsStaff(tara, '?state=APPROVED&size=100')).content.find(
      (row: { id: string }) => row.id === id,
    );
    expect(staffRow.trouble).toBe('PERSON_BLOCKED');
    await block(ann, null);
    expect(await batch()).toContain(id);
  });
});

describe('withdrawals after a deposit that the chain reversed', () => {
  const BTC = 100_000_000n;
  const NEEDED = 3;
  const rowOf = async (id: string) => {
    const { rows } = await sql<{ state: string; reasons: string[]; needed: number; order: string | null }>`
      select w.state, review_reasons as reasons, needed_approvals as needed, o.state as order
      from withdrawals w left join outgoing o on o.withdrawal_id = w.id where w.id = ${id}`.execute(
      context.db,
    );
    return rows[0];
  };
  /** Deposits coins, runs `spend` with them, and has the chain reverse the deposit. */
  async function reversed<T>(by: Person, spend: () => Promise<T>): Promise<T> {
    await context.scanner.scanOnce('BITCOIN');
    await context.mineAndScan('BITCOIN', 10);
    await context.pay(by, 'BITCOIN', BTC);
    await context.mineAndScan('BITCOIN', NEEDED);
    const spent = await spend();
    expect(await context.chains.reorg('BITCOIN', NEEDED, true)).not.toBeNull();
    await context.scanner.scanOnce('BITCOIN');
    return spent;
  }
  const runFlags = async () => {
    const { rows } = await sql<{ payload: unknown }>`select payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'deposit-reversed'`.execute(
      context.db,
    );
    for (const { payload } of rows) await context.runJob('deposit-reversed', payload);
    await sql`delete from graphile_worker._private_jobs`.execute(context.db);
    return rows.length;
  };
  const claims = async () =>
    (await claimNext(context.db, 'BITCOIN', new Date(context.clock.now()))).map(
      ({ withdrawalId }) => withdrawalId,
    );
  // No other user's orders are due or at the signer.
  beforeEach(() =>
    sql`update outgoing set state = 'QUEUED', claim_id = null, next_try_at = '2100-01-01'
      where state in ('QUEUED', 'CLAIMED')`.execute(context.db),
  );

  it('wait for staff review if the house lost money on it', async () => {
    const eve = await context.person();
    await context.give(eve.id, 'TOMAN', '500000');
    context.shebas.set(eve.id, context.shebas.get(ann.id) ?? []);
    await sql`update users set mobile = '+989120009999' where id = ${eve.id}`.execute(context.db);
    const [small, cash] = await reversed(eve, async () => [
      await context.withdraw(eve, bitcoinIntent('0.9')),
      await context.withdraw(eve, tomanIntent('200000')),
    ]);
    expect(await context.balance('house', 'BITCOIN', 'reorg_loss')).toBe(-(BTC - BTC / 10n));
    // Already before the job has run: hold and stop are one step.
    expect(await claims()).toEqual([]);
    expect(await runFlags()).toBe(1);
    expect(await rowOf(small.id)).toEqual({
      state: 'REVIEW',
      reasons: ['FLAGGED_PERSON'],
      needed: 1,
      order: 'CANCELLED',
    });
    expect(await rowOf(cash.id)).toMatchObject({ state: 'REVIEW', reasons: ['FLAGGED_PERSON'], needed: 1 });
    for (const { id } of [small, cash]) expect((await approve(tara, id)).body.message).toBe('CONFLICT');
    // After the hold staff may approve it, and then it is sent once.
    context.clock.advance(72 * 3_600_000 + 1);
    tara.token = await context.newSession(tara);
    eve.token = await context.newSession(eve);
    expect(await claims()).toEqual([]);
    expect((await approve(tara, small.id)).body.baseDTO.state).toBe('APPROVED');
    expect((await rowOf(small.id))?.order).toBe('QUEUED');
    expect(await claims()).toEqual([small.id]);
    tim.token = await context.newSession(tim);
    expect((await refuse(tim, cash.id)).body.baseDTO.state).toBe('REFUSED');
  });

  it('are stopped even if the process dies before their owner is held', async () => {
    const eve = await context.person();
    await sql`update users set mobile = '+989120009998' where id = ${eve.id}`.execute(context.db);
    const { id } = await reversed(eve, () => context.withdraw(eve, bitcoinIntent('0.9')));
    // The state between the ledger's commit and the notice.
    await sql`update coin_deposits set to_tell = 'DEPOSIT_REVERSED' where user_id = ${eve.id}`.execute(
      context.db,
    );
    await sql`update outgoing set next_try_at = '-infinity' where withdrawal_id = ${id}`.execute(context.db);
    expect(await claims()).toEqual([]);
    await sql`update coin_deposits set to_tell = null where user_id = ${eve.id}`.execute(context.db);
    expect(await claims()).toEqual([id]);
    await runFlags();
  });

  it('need another approval if they were approved before; those at the signer continue', async () => {
    const eve = await context.person();
    await sql`update users set mobile = '+989120009997' where id = ${eve.id}`.execute(context.db);
    context.prices.set('BITCOIN', 400_000_000n);
    const [approved, waiting, gone] = await reversed(eve, async () => {
      const rows = [await context.withdraw(eve, bitcoinIntent('0.8'))];
      for (const amount of ['0.05', '0.06']) rows.push(await context.withdraw(eve, bitcoinIntent(amount)));
      for (const row of [rows[0], rows[2]]) await approve(tara, row?.id ?? '');
      await sql`update outgoing set state = 'CLAIMED' where withdrawal_id = ${rows[2]?.id}`.execute(
        context.db,
      );
      return rows.map(({ id }) => id);
    });
    await runFlags();
    expect(await rowOf(approved ?? '')).toMatchObject({
      state: 'REVIEW',
      reasons: ['LARGE', 'FLAGGED_PERSON'],
      needed: 2,
    });
    expect(await rowOf(waiting ?? '')).toMatchObject({ reasons: ['LARGE', 'FLAGGED_PERSON'], needed: 1 });
    expect(await rowOf(gone ?? '')).toMatchObject({ state: 'APPROVED', order: 'CLAIMED' });
    context.clock.advance(72 * 3_600_000 + 1);
    for (const who of [tara, tim]) who.token = await context.newSession(who);
    expect((await approve(tara, approved ?? '')).body.message).toBe('SECOND_PERSON_NEEDED');
    expect((await approve(tim, approved ?? '')).body.baseDTO.state).toBe('APPROVED');
    for (const id of [waiting, gone]) {
      await sql`update outgoing set state = 'QUEUED' where withdrawal_id = ${id}`.execute(context.db);
      await refuse(tim, id ?? '');
    }
  });

  it('are not affected if the house lost nothing', async () => {
    const { id } = await reversed(ann, () => context.withdraw(ann, bitcoinIntent('0.1')));
    expect(await runFlags()).toBe(0);
    expect(await rowOf(id)).toMatchObject({ state: 'APPROVED', reasons: [], order: 'QUEUED' });
  });
});

describe('refusing a withdrawal', () => {
  it('returns the money with the reason, whether it waited for staff or for the signer', async () => {
    for (const [amount, asset] of [
      ['3', 'BITCOIN'],
      ['0.1', 'BITCOIN'],
    ] as const) {
      const before = await context.readBalances(ann, asset);
      const row = await context.withdraw(ann, bitcoinIntent(amount));
      const answer = await refuse(tim, row.id);
      expect(answer.body.baseDTO.state).toBe('REFUSED');
      expect(await context.readBalances(ann, asset)).toEqual(before);
      expect((await context.list(ann))[0]).toMatchObject({ state: 'REFUSED', message: 'مقصد مشکوک است' });
      const [notice] = await context.notices(ann.email);
      expect(notice?.text).toContain('مقصد مشکوک است');
      expect((await approve(tara, row.id)).body.message).toBe('CONFLICT');
      expect((await refuse(tara, row.id)).body.message).toBe('CONFLICT');
    }
  });

  it('concurrently with an approval or a cancellation: one of them wins', async () => {
    for (let round = 0; round < 15; round += 1) {
      const row = await context.withdraw(ann, bitcoinIntent('3'));
      const [refused, approved, cancelled] = await Promise.all([
        refuse(tim, row.id),
        approve(tara, row.id),
        context.send(ann, 'DELETE', `/wallets/withdrawal-requests/${row.id}`),
      ]);
      const [after] = await context.list(ann);
      // An approval may come first and be followed by one of the others, which then cancels it.
      expect(refused.status === 200 && cancelled.status === 200).toBe(false);
      if (refused.status === 200) expect(after?.state).toBe('REFUSED');
      else if (cancelled.status === 200) expect(after?.state).toBe('CANCELLED');
      else expect([approved.status, after?.state]).toEqual([200, 'APPROVED']);
      if (after?.state === 'APPROVED') await refuse(tim, row.id);
    }
  });

  it('is rejected for one that is being sent, or an unknown one', async () => {
    const row = await context.withdraw(ann, bitcoinIntent('0.1'));
    await sql`update outgoing set state = 'CLAIMED' where withdrawal_id = ${row.id}`.execute(context.db);
    expect((await refuse(tim, row.id)).body.message).toBe('CONFLICT');
    for (const id of [newId(), 'x']) {
      expect((await refuse(tim, id)).body.message).toBe('NOT_FOUND');
      expect((await approve(tim, id)).body.message).toBe('NOT_FOUND');
    }
  });
});

describe('the back office’s list of withdrawals', () => {
  it('is longest waiting first, by state, in pages', async () => {
    const rows = [];
    for (let i = 0; i < 3; i += 1) rows.push((await context.withdraw(ann, bitcoinIntent('3'))).id);
    const first = await listAsStaff(tara, '?size=2');
    expect(first.content).toHaveLength(2);
    const all = [...first.content];
    for (let cursor = first.nextCursor; cursor; ) {
      const next = await listAsStaff(tara, `?size=2&cursor=${cursor}`);
      all.push(...next.content);
      cursor = next.nextCursor;
    }
    const ids = all.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([...ids].sort());
    expect(ids).toEqual(expect.arrayContaining(rows));
    await refuse(tim, rows[0] ?? '');
    const refusedRows = (await listAsStaff(tara, '?state=REFUSED&size=100')).content;
    expect(refusedRows.map(({ id }: { id: string }) => id)).toContain(rows[0]);
    const small = await context.withdraw(await context.createFundedPerson(), bitcoinIntent('0.1'));
    const approved = (await listAsStaff(tara, '?state=APPROVED&size=100')).content;
    expect(approved.map(({ id }: { id: string }) => id)).toContain(small.id);
    await sql`update outgoing set state = 'CLAIMED' where withdrawal_id = ${small.id}`.execute(context.db);
    const sending = (await listAsStaff(tara, '?state=SENDING&size=100')).content;
    expect(sending.map(({ id }: { id: string }) => id)).toContain(small.id);
  });

  it('records each read and each decision in the audit log', async () => {
    const row = await context.withdraw(ann, bitcoinIntent('3'));
    await listAsStaff(tara);
    await approve(tara, row.id);
    const { rows } = await sql<{
      actor: string;
      action: string;
    }>`select actor_id as actor, action from audit_log
      where action like 'withdrawal%' order by number desc limit 2`.execute(context.db);
    expect(rows).toEqual([
      { actor: tara.id, action: 'withdrawal approved' },
      { actor: tara.id, action: 'withdrawals listed' },
    ]);
  });

  it('shows a Toman withdrawal with a masked Sheba, and a payment time counted from the approval', async () => {
    const cash = await context.withdraw(ann, tomanIntent('400000000'));
    expect(cash.state).toBe('REVIEW');
    context.clock.advance(1_000);
    const { body } = await approve(tara, cash.id);
    expect(body.baseDTO.destination).toMatch(/^IR55\*+0101$/);
    expect((await context.list(ann))[0]?.promisedAtDateTime).not.toBe(cash.promisedAtDateTime);
  });
});

/** Coins above the allowance are sent only with staff signatures: from the request to the chain. */
import { parseAmount } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestKey } from '../../../test/approval-key.ts';
import {
  bitcoinIntent,
  createWithdrawalFixture,
  type Person,
  tomanIntent,
  type WithdrawalFixture,
} from '../../../test/withdrawal.ts';
import type { Assertion } from '../../chains/approvals/assertion.ts';
import { createSender, type Sender } from '../../custody/sending/send-loop.ts';
import { newId } from '../../platform/ids.ts';

const BTC = 100_000_000n;
let context: WithdrawalFixture;
let sender: Sender;
let ann: Person;
let tara: Person;
let tim: Person;

beforeAll(async () => {
  context = await createWithdrawalFixture();
  await sql`update withdrawal_thresholds set sms = 1e18`.execute(context.db);
  await sql`update withdrawal_level_limits set per_day = 1e18, per_month = 1e18`.execute(context.db);
  [tara, tim] = [await context.person(['treasury']), await context.person(['treasury'])];
  sender = createSender(context.context);
  const hot = (await context.signer.publicKeys()).chains.BITCOIN?.hot ?? '';
  await context.scanner.scanOnce('BITCOIN');
  const payment = {
    asset: 'BITCOIN',
    tokenType: 'BITCOIN',
    address: hot,
    tag: null,
    amount: 5n * BTC,
  } as const;
  // Change is spendable from its first block on, so there have to be more outputs.
  for (let i = 0; i < 10; i += 1) await context.chains.sendFromFaucet('BITCOIN', payment);
  await context.mineAndScan('BITCOIN', 7);
  // A bitcoin is worth 200,000 USDT at its ceiling.
  await context.runOperatorCommand({
    allowances: {
      none: { withdrawal: '20000', person: '1000000', day: '1000000' },
      one: { withdrawal: '400000', person: '10000000', day: '10000000' },
    },
  });
});
afterAll(async () => {
  await sender?.stop();
  await context.close();
});
beforeEach(async () => {
  ann = await context.createFundedPerson();
});

const path = (id: string, what: string) => `/backoffice/withdrawals/${id}/${what}`;
const give = (by: Person, id: string, assertion?: Assertion) =>
  context.send(by, 'POST', path(id, 'approve'), { ...(assertion && { assertion }) });
const challenge = async (by: Person, id: string): Promise<string> =>
  (await context.send(by, 'GET', path(id, 'approval'))).body.baseDTO.challenge;
const sign = (by: Person, text: string) => context.context.sandboxKeys?.sign(by.id, text);

const rowOf = async (id: string) => {
  const { rows } = await sql<{ state: string; reasons: string[]; needed: number; order: string | null }>`
    select w.state, review_reasons as reasons, needed_approvals as needed, o.state as order
    from withdrawals w left join outgoing o on o.withdrawal_id = w.id where w.id = ${id}`.execute(context.db);
  return rows[0];
};
/** Runs the jobs that the sender enqueued for the withdrawals. */
async function runUnsigned(): Promise<number> {
  const { rows } = await sql<{ payload: unknown }>`select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'withdrawal-unsigned'`.execute(
    context.db,
  );
  await sql`delete from graphile_worker._private_jobs`.execute(context.db);
  for (const { payload } of rows) await context.runJob('withdrawal-unsigned', payload);
  return rows.length;
}

it("sends a withdrawal within the signer's allowance without staff approval", async () => {
  const { id } = await context.withdraw(ann, bitcoinIntent('0.05'));
  await sender.sendOnce('BITCOIN');
  expect(await rowOf(id)).toMatchObject({ state: 'APPROVED', order: 'SENT' });
  expect(await runUnsigned()).toBe(0);
});

it("returns a withdrawal above the signer's allowance to review, and sends it with one signature", async () => {
  const { id } = await context.withdraw(ann, bitcoinIntent('0.2'));
  expect(await rowOf(id)).toMatchObject({ state: 'APPROVED', order: 'QUEUED' });
  await sender.sendOnce('BITCOIN');
  expect(await runUnsigned()).toBe(1);
  expect(await rowOf(id)).toEqual({ state: 'REVIEW', reasons: ['ALLOWANCE'], needed: 1, order: 'CANCELLED' });
  expect((await context.list(ann))[0]).toMatchObject({ state: 'REVIEW', cancellable: true });
  expect((await context.approve(tara, id)).body.baseDTO).toMatchObject({ state: 'APPROVED' });
  await sender.sendOnce('BITCOIN');
  expect(await rowOf(id)).toMatchObject({ state: 'APPROVED', order: 'SENT' });
});

it('returns a withdrawal to review for a second staff member when one signature is not enough', async () => {
  const { id } = await context.withdraw(ann, bitcoinIntent('2.5'));
  expect(await rowOf(id)).toMatchObject({ state: 'APPROVED', needed: 0 });
  await sender.sendOnce('BITCOIN');
  await runUnsigned();
  expect(await rowOf(id)).toMatchObject({ state: 'REVIEW', needed: 2 });
  expect((await context.approve(tara, id)).body.baseDTO).toMatchObject({
    state: 'REVIEW',
    mayApprove: false,
  });
  expect((await context.approve(tara, id)).body.message).toBe('SECOND_PERSON_NEEDED');
  expect((await context.approve(tim, id)).body.baseDTO.state).toBe('APPROVED');
  await sender.sendOnce('BITCOIN');
  expect(await rowOf(id)).toMatchObject({ order: 'SENT' });
});

it('sends the other withdrawals of a transaction when one needs approval', async () => {
  const large = await context.withdraw(ann, bitcoinIntent('0.3'));
  const small = await context.withdraw(ann, bitcoinIntent('0.02'));
  await sender.sendOnce('BITCOIN');
  await sender.sendOnce('BITCOIN');
  await runUnsigned();
  expect(await rowOf(large.id)).toMatchObject({ state: 'REVIEW' });
  expect(await rowOf(small.id)).toMatchObject({ order: 'SENT' });
});

it('sends nothing because of forged approval rows', async () => {
  const { id, fee: feeText } = await context.withdraw(ann, bitcoinIntent('3'));
  const fee = parseAmount(feeText, 'BITCOIN');
  for (const staff of [tara, tim])
    await sql`insert into withdrawal_approvals (withdrawal_id, staff_id, at)
      values (${id}, ${staff.id}, now())`.execute(context.db);
  await sql`update withdrawals set state = 'APPROVED' where id = ${id}`.execute(context.db);
  await context.db.transaction().execute((tx) =>
    context.custody.queue(tx, {
      withdrawalId: id,
      userId: ann.id,
      asset: 'BITCOIN',
      tokenType: 'BITCOIN',
      address: bitcoinIntent('3').destinationWalletAddress,
      tag: null,
      amount: 3n * BTC - fee,
      fee,
    }),
  );
  await sender.sendOnce('BITCOIN');
  expect((await rowOf(id))?.order).toBe('QUEUED');
  await runUnsigned();
  // The forged approvers don't count: it takes two others.
  expect(await rowOf(id)).toMatchObject({ state: 'REVIEW', needed: 4 });
});

it('rejects an approval without a valid signature immediately', async () => {
  const first = await context.withdraw(ann, bitcoinIntent('3'));
  const second = await context.withdraw(ann, bitcoinIntent('3'));
  const [its, others] = [await challenge(tara, first.id), await challenge(tara, second.id)];
  expect(its).not.toBe(others);
  expect((await give(tara, first.id)).body.message).toBe('APPROVAL_KEY_NEEDED');
  expect((await give(tara, first.id, sign(tim, its))).body.message).toBe('APPROVAL_KEY_NEEDED');
  const stranger = createTestKey({ staffId: tara.id }).sign(its);
  expect((await give(tara, first.id, stranger)).body.message).toBe('APPROVAL_KEY_NEEDED');
  expect((await give(tara, first.id, sign(tara, others))).body.message).toBe('APPROVAL_REFUSED');
  expect((await give(tara, newId(), sign(tara, its))).body.message).toBe('NOT_FOUND');
  expect(await rowOf(first.id)).toMatchObject({ state: 'REVIEW' });
  expect((await give(tara, first.id, sign(tara, its))).body.baseDTO.state).toBe('APPROVED');
});

it('approves nothing and loses nothing while the signer, which knows the trusted keys, is unreachable', async () => {
  const { id } = await context.withdraw(ann, bitcoinIntent('3'));
  const text = await challenge(tara, id);
  const { signer } = context.context;
  const { approvalKeys } = signer;
  signer.approvalKeys = () => Promise.reject(new Error('away'));
  try {
    expect((await context.send(tara, 'GET', path(id, 'approval'))).body.message).toBe('SERVICE_UNAVAILABLE');
    expect((await give(tara, id, sign(tara, text))).body.message).toBe('SERVICE_UNAVAILABLE');
    expect((await context.send(tara, 'GET', '/backoffice/approval-keys')).status).toBe(503);
  } finally {
    signer.approvalKeys = approvalKeys;
  }
  expect((await give(tara, id, sign(tara, text))).body.baseDTO.state).toBe('APPROVED');
});

it('approves Toman withdrawals without the signer, which has no part in them', async () => {
  const { id } = await context.withdraw(ann, tomanIntent('400000000'));
  expect((await context.send(tara, 'GET', path(id, 'approval'))).body.message).toBe('CONFLICT');
  expect((await give(tara, id)).body.baseDTO.state).toBe('APPROVED');
});

it('lists the approval keys in the back office as the signer reports them', async () => {
  const key = createTestKey({ staffId: tim.id, name: 'Tim' });
  await context.runOperatorCommand({ key: key.file });
  const keys = async (by: Person) =>
    (await context.send(by, 'GET', '/backoffice/approval-keys')).body.baseDTO;
  expect(await keys(tim)).toMatchObject({
    staffId: tim.id,
    sandbox: true,
    keys: [{ id: key.id, name: 'Tim', own: true, second: true, origin: 'https://sarraf.example' }],
  });
  expect((await keys(tara)).keys).toMatchObject([{ own: false }]);
  const { id } = await context.withdraw(ann, bitcoinIntent('3'));
  const { body } = await context.send(tim, 'GET', path(id, 'approval'));
  expect(body.baseDTO.keys).toContain(key.id);
  expect((await give(tim, id, key.sign(body.baseDTO.challenge))).body.baseDTO.state).toBe('APPROVED');
  await context.runOperatorCommand({ removedKey: key.id });
});

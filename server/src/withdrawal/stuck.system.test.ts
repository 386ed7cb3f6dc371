import type { Asset } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWithdrawalFixture, type Person, type WithdrawalFixture } from '../../test/withdrawal.ts';
import { codecOf } from '../chains/index.ts';
import type { TransactionPlan } from '../chains/types.ts';
import { createContext } from '../custody/context.ts';
import type { ChainNode } from '../custody/ports.ts';
import { createSender, type Sender } from '../custody/sending/send-loop.ts';

let context: WithdrawalFixture;
let ann: Person;
let tara: Person;
let sender: Sender;

const ETHER = 10n ** 18n;
const DESTINATION = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';

beforeAll(async () => {
  context = await createWithdrawalFixture();
  tara = await context.person(['treasury']);
  sender = createSender(context.context);
  for (const chain of context.context.nodes.keys()) await context.scanner.scanOnce(chain);
  await toHot('ETHEREUM', 'ETHEREUM', 100n * ETHER);
  await toHot('TETHER', 'ERC20', 1_000_000_000n);
});
afterAll(async () => {
  await sender?.stop();
  await context?.close();
});
beforeEach(async () => {
  ann = await context.createFundedPerson();
  await context.give(ann.id, 'ETHEREUM', '10');
  await context.give(ann.id, 'TETHER', '1000');
});
afterEach(() => context.expectSoundBooks());

const hot = async () => (await context.context.getPublicKeys()).chains.ETHEREUM?.hot ?? '';
async function toHot(asset: Asset, tokenType: string, amount: bigint): Promise<void> {
  await context.chains.sendFromFaucet('ETHEREUM', {
    asset,
    tokenType,
    address: await hot(),
    tag: null,
    amount,
  });
  await context.mineAndScan('ETHEREUM', 7);
}
/** Reduces the hot address's balance in the contract, so that its transfers fail. */
const takeTokens = async (amount: bigint) =>
  sql`update sandbox_balances set balance = balance - ${amount}
    where chain = 'ETHEREUM' and address = ${await hot()} and token_type = 'ERC20'`.execute(context.db);

const tether = {
  amount: '100',
  relatedCoin: 'TETHER',
  tokenType: 'ERC20',
  destinationWalletAddress: DESTINATION,
};
const ether = {
  amount: '1',
  relatedCoin: 'ETHEREUM',
  tokenType: 'ETHEREUM',
  destinationWalletAddress: DESTINATION,
};

const orderOf = async (id: string) => {
  const { rows } = await sql<{ id: string; state: string; trouble: string | null }>`select id, state, trouble
    from outgoing where withdrawal_id = ${id}`.execute(context.db);
  return rows[0];
};
const stateOf = async (id: string) =>
  (await sql<{ state: string }>`select state from withdrawals where id = ${id}`.execute(context.db)).rows[0]
    ?.state;
const jobsOf = async (name: string, id: string): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*)::int as n from graphile_worker.jobs
      where task_identifier = ${name} and key = ${`${name}:${id}`}`.execute(context.db)
  ).rows[0]?.n ?? 0;
const house = (asset: Asset, kind: string) => context.balance('house', asset, kind);
const mine = async (blocks: number) => {
  await context.chains.makeBlocks('ETHEREUM', blocks);
  await sender.sendOnce('ETHEREUM');
};
const failed = (id: string) => context.runJob('withdrawal-failed', { withdrawalId: id });
const refuse = (id: string) =>
  context.send(tara, 'POST', `/backoffice/withdrawals/${id}/refuse`, { reason: 'مسدود است' });
const seenByStaff = async (state: string, id: string) =>
  (await context.send(tara, 'GET', `/backoffice/withdrawals?size=100&state=${state}`)).body.content.find(
    (row: { id: string }) => row.id === id,
  );

async function refusalOf(work: Promise<unknown>): Promise<string | null> {
  return work.then(
    () => null,
    (error: { code?: string }) => error.code ?? 'another error',
  );
}

describe('a withdrawal that failed on its chain', () => {
  it('is refunded with its fee once the failure is final, once, and nothing more is signed for it', async () => {
    const before = await context.readBalances(ann, 'TETHER');
    const fees = await house('TETHER', 'fee');
    const cost = await house('ETHEREUM', 'expense');
    const row = await context.withdraw(ann, tether);
    await sender.sendOnce('ETHEREUM');
    await takeTokens(1_000_000_000n);
    await mine(1);
    // Mined and failed, but not final yet.
    expect(await orderOf(row.id)).toMatchObject({ state: 'SENT' });
    expect(await jobsOf('withdrawal-failed', row.id)).toBe(0);
    expect(await house('TETHER', 'in_flight')).toBe(97_000_000n);
    await expect(failed(row.id)).rejects.toThrow('is not FAILED');
    await mine(6);
    expect(await orderOf(row.id)).toMatchObject({ state: 'FAILED', trouble: 'FAILED_ON_CHAIN' });
    expect((await context.list(ann))[0]).toMatchObject({ state: 'SENDING', cancellable: false });
    expect((await context.send(ann, 'DELETE', `/wallets/withdrawal-requests/${row.id}`)).status).toBe(409);
    expect((await refuse(row.id)).body.message).toBe('CONFLICT');
    expect(await jobsOf('withdrawal-failed', row.id)).toBe(1);
    expect(await jobsOf('withdrawal-done', row.id)).toBe(0);

    await Promise.all([failed(row.id), failed(row.id), failed(row.id)]);
    await failed(row.id);
    expect(await context.readBalances(ann, 'TETHER')).toEqual(before);
    expect(await house('TETHER', 'in_flight')).toBe(0n);
    expect(await house('TETHER', 'fee')).toBe(fees);
    expect(await house('ETHEREUM', 'expense')).toBeLessThan(cost);
    const [withdrawal] = await context.list(ann);
    expect(withdrawal).toMatchObject({ state: 'RETURNED', message: 'FAILED_ON_CHAIN', isDone: false });
    expect(withdrawal?.txid).not.toBeNull();
    const notices = await context.notices(ann.email);
    expect(notices.filter(({ subject }) => /^برداشت .+ ناموفق بود$/.test(subject))).toHaveLength(1);

    // Not even when the rows are reset in the database.
    const order = await orderOf(row.id);
    const sign = (nonce: number) =>
      context.signer.sign({
        chain: 'ETHEREUM',
        orders: [order?.id ?? ''],
        plan: { ...evmPlan, nonce },
        replaces: withdrawal?.txid ?? '',
      });
    expect(await refusalOf(sign(50))).toBe('NOT_APPROVED');
    await sql`update outgoing set state = 'CLAIMED', claim_id = null where id = ${order?.id}`.execute(
      context.db,
    );
    expect(await refusalOf(sign(50))).toBe('NOT_APPROVED');
    await sql`update withdrawals set state = 'APPROVED' where id = ${row.id}`.execute(context.db);
    expect(await refusalOf(sign(50))).toBe('ALREADY_SIGNED');
    await sql`update outgoing set state = 'FAILED' where id = ${order?.id}`.execute(context.db);
    // Finishing it again returns the same outcome.
    await failed(row.id);
    expect(await context.readBalances(ann, 'TETHER')).toEqual(before);
    await sql`update withdrawals set state = 'RETURNED' where id = ${row.id}`.execute(context.db);
    await takeTokens(-1_000_000_000n);
  });

  it('is paid after all when the block with its failure is undone', async () => {
    const spendable = await context.balance(ann.id, 'TETHER');
    const row = await context.withdraw(ann, tether);
    await sender.sendOnce('ETHEREUM');
    await takeTokens(1_000_000_000n);
    await mine(2);
    await takeTokens(-1_000_000_000n);
    await context.chains.reorg('ETHEREUM', 2, false);
    await sender.sendOnce('ETHEREUM');
    await mine(7);
    expect(await orderOf(row.id)).toMatchObject({ state: 'DONE' });
    await expect(failed(row.id)).rejects.toThrow('is not FAILED');
    await context.runJob('withdrawal-done', { withdrawalId: row.id });
    expect((await context.list(ann))[0]).toMatchObject({ state: 'DONE' });
    expect(await context.balance(ann.id, 'TETHER')).toBe(spendable - 100_000_000n);
    expect(await jobsOf('withdrawal-failed', row.id)).toBe(0);
  });

  it('is reported again when the process died before it reported it', async () => {
    const row = await context.withdraw(ann, tether);
    await sender.sendOnce('ETHEREUM');
    await takeTokens(1_000_000_000n);
    await mine(7);
    await sql`select graphile_worker.remove_job(${`withdrawal-failed:${row.id}`})`.execute(context.db);
    expect(await jobsOf('withdrawal-failed', row.id)).toBe(0);
    const rest = context.custody.jobs.find(({ name }) => name === 'tell-done-withdrawals');
    await rest?.run({});
    expect(await jobsOf('withdrawal-failed', row.id)).toBe(1);
    await failed(row.id);
    expect(await stateOf(row.id)).toBe('RETURNED');
    await takeTokens(-1_000_000_000n);
  });
});

const evmPlan: Extract<TransactionPlan, { family: 'EVM' }> = {
  family: 'EVM',
  chainId: 1,
  nonce: 0,
  gasLimit: 65_000n,
  maxFeePerGas: 40n * 10n ** 9n,
  maxPriorityFeePerGas: 10n ** 9n,
};

describe('a withdrawal of a blocked user', () => {
  const block = (at: Date | null) =>
    sql`update users set blocked_at = ${at}, blocked_reason = ${at === null ? null : 'x'}
      where id = ${ann.id}`.execute(context.db);

  it('waits, is sent when they are unblocked, and delays no other', async () => {
    const row = await context.withdraw(ann, ether);
    await block(context.context.now());
    const ben = await context.createFundedPerson();
    await context.give(ben.id, 'ETHEREUM', '10');
    const other = await context.withdraw(ben, ether);
    await sender.sendOnce('ETHEREUM');
    expect(await orderOf(other.id)).toMatchObject({ state: 'SENT' });
    expect(await orderOf(row.id)).toMatchObject({ state: 'QUEUED' });
    expect(await seenByStaff('APPROVED', row.id)).toMatchObject({ trouble: 'PERSON_BLOCKED' });
    await block(null);
    expect(await seenByStaff('APPROVED', row.id)).toMatchObject({ trouble: null });
    await sender.sendOnce('ETHEREUM');
    await mine(7);
    expect(await orderOf(row.id)).toMatchObject({ state: 'DONE' });
    for (const { id } of [row, other]) await context.runJob('withdrawal-done', { withdrawalId: id });
  });

  it('can be refused by staff, which returns the money', async () => {
    const before = await context.readBalances(ann, 'ETHEREUM');
    const row = await context.withdraw(ann, ether);
    await block(context.context.now());
    await sender.sendOnce('ETHEREUM');
    expect((await refuse(row.id)).body.baseDTO).toMatchObject({ state: 'REFUSED' });
    expect(await context.readBalances(ann, 'ETHEREUM')).toEqual(before);
    await block(null);
    await mine(1);
    expect(await orderOf(row.id)).toMatchObject({ state: 'CANCELLED' });
  });

  it('continues when it has been broadcast already', async () => {
    const row = await context.withdraw(ann, ether);
    await sender.sendOnce('ETHEREUM');
    await block(context.context.now());
    await mine(7);
    expect(await orderOf(row.id)).toMatchObject({ state: 'DONE' });
    await context.runJob('withdrawal-done', { withdrawalId: row.id });
  });
});

describe('a withdrawal whose sequence another transaction used', () => {
  /** Has it signed and loses it; then another transaction of the same key uses its sequence. */
  async function lose() {
    const row = await context.withdraw(ann, ether);
    const real = context.context.nodes.get('ETHEREUM') as ChainNode;
    const unresponsive: ChainNode = Object.create(real, { broadcast: { value: async () => 'UNKNOWN' } });
    await createSender(
      createContext({ ...context.context, nodes: new Map([['ETHEREUM', unresponsive]]) }),
    ).sendOnce('ETHEREUM');
    const codec = codecOf('ETHEREUM', 'main');
    const { privateKey, address } = codec.keyOf(new Uint8Array(64).fill(7), { branch: 'hot' });
    const payment = { to: address, tag: null, asset: 'ETHEREUM', tokenType: 'ETHEREUM', amount: 1n } as const;
    const plan = await real.plan({ sender: address, payments: [payment], unspent: [] });
    const order = { from: { branch: 'hot' }, sender: address, payments: [payment] } as const;
    expect(await real.broadcast(codec.sign(order, plan, () => privateKey))).toBe('SENT');
    await context.chains.makeBlocks('ETHEREUM', 1);
    await sender.sendOnce('ETHEREUM');
    return row;
  }
  const rawOf = async (id: string) =>
    (
      await sql<{ txid: string; raw: string }>`select t.txid, t.raw from outgoing o
        join chain_transactions t on t.id = o.transaction_id where o.withdrawal_id = ${id}`.execute(
        context.db,
      )
    ).rows[0] ?? { txid: '', raw: '' };

  it('waits for staff, delays no other, and is refunded when they refuse it', async () => {
    const before = await context.readBalances(ann, 'ETHEREUM');
    const row = await lose();
    expect(await seenByStaff('SENDING', row.id)).toMatchObject({ trouble: 'NONCE_GONE' });
    expect((await context.send(ann, 'DELETE', `/wallets/withdrawal-requests/${row.id}`)).status).toBe(409);
    const ben = await context.createFundedPerson();
    await context.give(ben.id, 'ETHEREUM', '10');
    const other = await context.withdraw(ben, ether);
    context.clock.advance(48 * 3600_000);
    for (const one of [ann, tara]) one.token = await context.newSession(one);
    for (let i = 0; i < 3; i += 1) await mine(7);
    expect(await orderOf(other.id)).toMatchObject({ state: 'DONE' });
    await context.runJob('withdrawal-done', { withdrawalId: other.id });
    expect(await orderOf(row.id)).toMatchObject({ state: 'CLAIMED', trouble: 'NONCE_GONE' });

    const answers = await Promise.all([refuse(row.id), refuse(row.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await orderOf(row.id)).toMatchObject({ state: 'FAILED' });
    expect((await context.list(ann))[0]).toMatchObject({ state: 'RETURNED', message: 'مسدود است' });
    expect(await context.readBalances(ann, 'ETHEREUM')).toEqual(before);
    expect((await refuse(row.id)).body.message).toBe('CONFLICT');
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_log
      where action = 'withdrawal refused' and detail::jsonb->>'withdrawal' = ${row.id}`.execute(context.db);
    expect(rows[0]?.n).toBe(1);
    // The chain rejects the old bytes.
    expect(await context.context.nodes.get('ETHEREUM')?.broadcast(await rawOf(row.id))).toBe('DEAD');
  });

  it('is not refunded while the chain knows its bytes', async () => {
    const row = await lose();
    // The block that used its sequence is undone, and a node broadcasts it again.
    await context.chains.reorg('ETHEREUM', 1, true);
    await context.context.nodes.get('ETHEREUM')?.broadcast(await rawOf(row.id));
    expect((await refuse(row.id)).body.message).toBe('CONFLICT');
    expect(await orderOf(row.id)).toMatchObject({ state: 'CLAIMED', trouble: 'NONCE_GONE' });
    // It is tracked again.
    await sender.sendOnce('ETHEREUM');
    expect(await seenByStaff('SENT', row.id)).toMatchObject({ trouble: null });
    await mine(7);
    expect(await orderOf(row.id)).toMatchObject({ state: 'DONE' });
    await context.runJob('withdrawal-done', { withdrawalId: row.id });
  });
});

const findWithdrawal = async (id: string) => (await context.list(ann)).find((row) => row.id === id);

it('a completed withdrawal is sent again when its block is undone, and completes again', async () => {
  const row = await context.withdraw(ann, ether);
  await sender.sendOnce('ETHEREUM');
  await mine(7);
  await context.runJob('withdrawal-done', { withdrawalId: row.id });
  expect(await findWithdrawal(row.id)).toMatchObject({ state: 'DONE', isDone: true });
  // A premature message, or one about another withdrawal, changes nothing.
  await context.runJob('withdrawal-undone', { withdrawalId: row.id });
  await context.runJob('withdrawal-undone', {});
  expect(await findWithdrawal(row.id)).toMatchObject({ state: 'DONE' });
  await context.chains.reorg('ETHEREUM', 7, false);
  await context.scanner.scanOnce('ETHEREUM');
  await context.runJob('withdrawal-undone', { withdrawalId: row.id });
  expect(await findWithdrawal(row.id)).toMatchObject({ state: 'SENT', isDone: false, doneAtDateTime: null });
  expect((await context.send(ann, 'DELETE', `/wallets/withdrawal-requests/${row.id}`)).status).toBe(409);
  await sender.sendOnce('ETHEREUM');
  await mine(7);
  await context.runJob('withdrawal-done', { withdrawalId: row.id });
  expect(await findWithdrawal(row.id)).toMatchObject({ state: 'DONE', isDone: true });
});

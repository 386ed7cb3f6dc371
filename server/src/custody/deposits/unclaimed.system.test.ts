import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CustodyTestFixture, createCustodyFixture, type Depositor } from '../../../test/custody.ts';
import { creditConfirmedUnclaimed } from '../sending/hand-over.ts';

let t: CustodyTestFixture;
let owner: Depositor;
let one: Depositor;
let two: Depositor;
beforeEach(async () => {
  t = await createCustodyFixture();
  [owner, one, two] = [await t.person(), await t.person(['treasury']), await t.person(['treasury'])];
  await t.scanner.scanOnce('BITCOIN');
});
afterEach(async () => {
  await t.expectSoundBooks();
  await t.close();
});

const PATH = '/backoffice/unclaimed-deposits';
const list = async (by = one, query = '') => (await t.call('GET', PATH + query, { token: by.token })).body;

async function decide(by: Depositor, id: string, decision: string, more: object = {}) {
  const body = { decision, reason: 'ticket 12', ...more };
  const answer = await t.call('POST', `${PATH}/${id}`, { token: by.token, body });
  return answer.status === 200 ? answer.body.baseDTO : answer.body.message;
}

/** Creates a confirmed deposit below the minimum. */
async function dust(): Promise<string> {
  await t.pay(owner, 'BITCOIN', 9_000n);
  await t.mineAndScan('BITCOIN', 3);
  return (await t.deposits()).at(-1)?.id ?? '';
}

describe('an unclaimed deposit', () => {
  it('needs two staff members to be credited to its owner', async () => {
    const id = await dust();
    const { content } = await list();
    expect(content).toMatchObject([
      { id, relatedCoin: 'BITCOIN', amount: '0.00009000', reason: 'BELOW_MINIMUM', state: 'WAITING' },
    ]);
    expect(content[0].person.email).toBe(owner.email);
    expect(await decide(one, id, 'CONFIRM', { userId: owner.id })).toBe('CONFLICT');
    expect(await decide(one, id, 'PROPOSE')).toMatchObject({ state: 'PROPOSED', proposedBy: one.email });
    expect(await decide(one, id, 'CONFIRM', { userId: owner.id })).toBe('SECOND_PERSON_NEEDED');
    expect(await decide(two, id, 'CONFIRM')).toBe('BAD_REQUEST');
    expect(await t.balance(owner.id, 'BITCOIN')).toBe(0n);
    expect(await decide(two, id, 'CONFIRM', { userId: owner.id })).toMatchObject({ state: 'CREDITED' });
    expect(await t.balance(owner.id, 'BITCOIN')).toBe(9_000n);
    expect(await t.balance('house', 'BITCOIN', 'suspense')).toBe(0n);
    expect((await t.notices(owner.email)).length).toBe(1);
    for (const decision of ['PROPOSE', 'CONFIRM', 'KEEP'])
      expect(await decide(two, id, decision, { userId: owner.id })).toBe('CONFLICT');
    const { rows } = await sql<{
      action: string;
    }>`select action from audit_log where action like 'unclaimed deposit %'
      order by number`.execute(t.db);
    expect(rows.map(({ action }) => action)).toEqual([
      'unclaimed deposit proposed',
      'unclaimed deposit confirmed',
    ]);
  });

  it('can be assigned to a user other than the deciding staff member when it had no owner', async () => {
    await t.scanner.scanOnce('RIPPLE');
    await t.address(owner, 'RIPPLE');
    const to = (await t.context.getPublicKeys()).chains.RIPPLE?.hot ?? '';
    const payment = {
      to,
      tag: '5',
      asset: 'RIPPLE' as const,
      tokenType: 'RIPPLE',
      contract: null,
      amount: 9_000_000n,
    };
    await t.chains.mintPayments('RIPPLE', [payment]);
    await t.mineAndScan('RIPPLE');
    const id = (await t.deposits())[0]?.id ?? '';
    expect(await decide(one, id, 'PROPOSE')).toBe('BAD_REQUEST');
    expect(await decide(one, id, 'PROPOSE', { userId: one.id })).toBe('SECOND_PERSON_NEEDED');
    expect(await decide(one, id, 'PROPOSE', { userId: crypto.randomUUID() })).toBe('NOT_FOUND');
    expect(await decide(one, id, 'PROPOSE', { userId: two.id })).toMatchObject({ state: 'PROPOSED' });
    expect(await decide(two, id, 'CONFIRM', { userId: two.id })).toBe('SECOND_PERSON_NEEDED');
    expect(await decide(two, id, 'PROPOSE', { userId: owner.id })).toMatchObject({ state: 'PROPOSED' });
    expect(await decide(one, id, 'CONFIRM', { userId: owner.id })).toMatchObject({ state: 'CREDITED' });
    expect(await t.balance(owner.id, 'RIPPLE')).toBe(9_000_000n);
  });

  it('is confirmed only for the user that the confirming staff member saw, not for one proposed since', async () => {
    const id = await dust();
    const accomplice = await t.person();
    await decide(one, id, 'PROPOSE', { userId: owner.id });
    await decide(one, id, 'PROPOSE', { userId: accomplice.id });
    expect(await decide(two, id, 'CONFIRM', { userId: owner.id })).toBe('CONFLICT');
    expect(await t.balance(accomplice.id, 'BITCOIN')).toBe(0n);
    await decide(one, id, 'PROPOSE', { userId: owner.id });
    expect(await decide(two, id, 'CONFIRM', { userId: owner.id })).toMatchObject({ state: 'CREDITED' });
    expect(await t.balance(owner.id, 'BITCOIN')).toBe(9_000n);
  });

  it('is closed without credit, and its money stays in suspense', async () => {
    const id = await dust();
    expect(await decide(one, id, 'KEEP')).toMatchObject({ state: 'KEPT' });
    expect(await t.balance('house', 'BITCOIN', 'suspense')).toBe(9_000n);
    expect((await list()).content).toEqual([]);
    expect(await decide(one, id, 'PROPOSE')).toBe('CONFLICT');
  });

  it('that the chain reversed is listed until a staff member has seen it', async () => {
    await t.mineAndScan('BITCOIN', 5);
    await t.pay(owner, 'BITCOIN', 50_000n);
    await t.mineAndScan('BITCOIN', 3);
    await t.chains.reorg('BITCOIN', 4, true);
    await t.scanner.scanOnce('BITCOIN');
    const { content } = await list();
    expect(content).toMatchObject([{ reason: 'REVERSED', state: 'WAITING' }]);
    expect(await decide(one, content[0].id, 'PROPOSE')).toBe('CONFLICT');
    expect(await decide(one, content[0].id, 'KEEP')).toMatchObject({ state: 'KEPT' });
    expect((await list()).content).toEqual([]);
  });

  it('of an unknown token can’t be credited to a user', async () => {
    await t.scanner.scanOnce('ETHEREUM');
    const { address: to } = (await t.address(owner, 'ETHEREUM')).body.baseDTO;
    await t.chains.mintPayments('ETHEREUM', [
      { to, tag: null, asset: null, tokenType: null, contract: '0xbad', amount: 7n },
    ]);
    await t.mineAndScan('ETHEREUM');
    await t.mineAndScan('ETHEREUM', 6);
    const { content } = await list();
    expect(content).toMatchObject([
      { reason: 'UNKNOWN_TOKEN', relatedCoin: null, contract: '0xbad', amount: '7' },
    ]);
    expect(await decide(one, content[0].id, 'PROPOSE', { userId: owner.id })).toBe('CONFLICT');
    expect(await decide(one, content[0].id, 'KEEP')).toMatchObject({ state: 'KEPT' });
  });

  it('that many confirm concurrently is credited once; interrupted before the ledger commit, it is credited later', async () => {
    const three = await t.person(['admin']);
    const id = await dust();
    await decide(one, id, 'PROPOSE');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        decide(i % 2 === 0 ? two : three, id, 'CONFIRM', { userId: owner.id }),
      ),
    );
    expect(answers.filter((answer) => answer !== 'CONFLICT').length).toBe(1);
    expect(await t.balance(owner.id, 'BITCOIN')).toBe(9_000n);

    const next = await dust();
    await decide(one, next, 'PROPOSE');
    await sql`update coin_deposits set decided_by = ${two.id} where id = ${next}`.execute(t.db);
    expect(await decide(two, next, 'KEEP')).toBe('CONFLICT');
    await Promise.all([creditConfirmedUnclaimed(t.context), creditConfirmedUnclaimed(t.context)]);
    expect(await t.balance(owner.id, 'BITCOIN')).toBe(18_000n);
  });

  it('that was assigned to a user is debited from them when the chain reverses it', async () => {
    await t.mineAndScan('BITCOIN', 5);
    const id = await dust();
    await decide(one, id, 'PROPOSE');
    await t.chains.reorg('BITCOIN', 4, false);
    await t.scanner.scanOnce('BITCOIN');
    expect(await t.balance('house', 'BITCOIN', 'suspense')).toBe(0n);
    expect(await decide(two, id, 'CONFIRM', { userId: owner.id })).toBe('CONFLICT');
    await t.mineAndScan('BITCOIN', 3);
    expect((await list()).content).toMatchObject([{ state: 'WAITING', proposedBy: null }]);
    await decide(one, id, 'PROPOSE');
    await decide(two, id, 'CONFIRM', { userId: owner.id });
    await t.chains.reorg('BITCOIN', 4, true);
    await t.scanner.scanOnce('BITCOIN');
    expect(await t.balance(owner.id, 'BITCOIN')).toBe(0n);
  });

  it('is listed page by page, longest waiting first', async () => {
    for (let i = 0; i < 5; i += 1) await t.pay(owner, 'BITCOIN', 1_000n);
    await t.mineAndScan('BITCOIN', 3);
    const all = (await list(one, '?size=100')).content.map(({ id }: { id: string }) => id);
    const first = await list(one, '?size=3');
    const rest = await list(one, `?size=3&cursor=${first.nextCursor}`);
    expect([...first.content, ...rest.content].map(({ id }) => id)).toEqual(all);
    expect(all).toEqual(all.toSorted());
    expect([first.content.length, rest.nextCursor]).toEqual([3, null]);
  });
});

describe('dust and unknown tokens', () => {
  const closeAll = async (by: Depositor, ids: readonly string[]) => {
    const { status, body } = await t.call('POST', `${PATH}/close`, {
      token: by.token,
      body: { ids, reason: 'worth nothing' },
    });
    return status === 200 ? body.baseDTO : body.message;
  };
  const audited = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_log
      where action = 'unclaimed deposit kept'`.execute(t.db);
    return rows[0]?.n ?? 0;
  };

  it('are closed in bulk, each with its audit entry, and deposits that may belong to a user are left unchanged', async () => {
    await t.scanner.scanOnce('ETHEREUM');
    const worthless = [await dust(), await dust(), await dust()];
    const { address } = (await t.address(owner, 'ETHEREUM')).body.baseDTO;
    const token = { to: address, tag: null, asset: null, tokenType: null, contract: '0x1', amount: 5n };
    await t.chains.mintPayments('ETHEREUM', [token]);
    await t.mineAndScan('ETHEREUM', 7);
    worthless.push((await t.deposits()).at(-1)?.id ?? '');
    const proposed = await dust();
    await decide(one, proposed, 'PROPOSE');
    const own = await dust();
    await sql`update coin_deposits set user_id = ${one.id} where id = ${own}`.execute(t.db);
    const retired = await dust();
    await sql`update coin_deposits set reason = 'RETIRED_ADDRESS' where id = ${retired}`.execute(t.db);
    const others = [proposed, own, retired, '01930000-0000-7000-8000-00000000abcd'];

    const depositIds = [...others, ...worthless, worthless[0] ?? ''];
    const answers = await Promise.all([closeAll(one, depositIds), closeAll(one, depositIds)]);
    expect(answers.map(({ closed }) => closed).sort()).toEqual([0, 4]);
    expect(answers.find(({ closed }) => closed === 4).left).toEqual(others);
    expect(await audited()).toBe(4);
    expect((await list()).content.map(({ id }: { id: string }) => id)).toEqual([proposed, own, retired]);
    // No transfer was made: the money stays in suspense.
    expect(await t.balance('house', 'BITCOIN', 'suspense')).toBe(6n * 9_000n);
  });

  it('are closed at most a hundred at a time, by the treasury role', async () => {
    const id = await dust();
    const many = Array.from({ length: 101 }, () => id);
    expect(await closeAll(one, many)).toBe('BAD_REQUEST');
    expect(await closeAll(one, ['x'])).toBe('BAD_REQUEST');
    expect(await closeAll(one, [])).toBe('BAD_REQUEST');
    expect(await closeAll(owner, [id])).toBe('FORBIDDEN');
    expect(await audited()).toBe(0);
  });
});

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addPerson } from '../../../test/people.ts';
import { fundAccount } from '../../../test/seed.ts';
import { createWalletFixture, type WalletFixture } from '../../../test/wallet.ts';
import { userAccount } from '../../ledger/index.ts';
import { newId } from '../../platform/ids.ts';

let context: WalletFixture;
let ann: string;
let one: string;
let two: string;

beforeAll(async () => {
  context = await createWalletFixture();
  one = await addPerson(context.db, { email: 'one@sarraf.test', roles: ['treasury'] });
  two = await addPerson(context.db, { email: 'two@sarraf.test', roles: ['treasury'] });
  ann = await addPerson(context.db, { email: 'ann@sarraf.test', state: 'AUTHORIZED' });
  await fundAccount(context.writer, userAccount(ann, 'BITCOIN'), 100_000_000n);
});
afterEach(async () => {
  await context.expectSoundBooks();
  const { rows } = await sql<{ frozen: bigint; blocked: bigint }>`select
    coalesce((select sum(amount) from freezes where lifted_at is null), 0) as frozen,
    coalesce((select sum(balance) from accounts where kind = 'blocked'), 0) as blocked`.execute(context.db);
  expect(rows[0]?.blocked).toBe(rows[0]?.frozen);
});
afterAll(() => context.close());

const freeze = (
  amount: string,
  { by = one, key, coin = 'BITCOIN', of = ann }: Partial<Record<'by' | 'key' | 'coin' | 'of', string>> = {},
) =>
  context.call('POST', `/backoffice/people/${of}/freezes`, `treasury:${by}`, {
    body: { relatedCoin: coin, amount, order: '۱۴۰۵/۱۲۳ شعبه ۲' },
    ...(key && { key }),
  });
const lift = (id: string, by: string) =>
  context.call('POST', `/backoffice/freezes/${id}/lift`, `treasury:${by}`, {
    body: { reason: 'order lifted' },
  });
const coins = async () => {
  const entry = (await context.call('GET', '/wallets/customer-addresses?coins=BITCOIN', ann)).body.BITCOIN;
  return [entry.credit, entry.blockedCredit];
};

describe('a partial freeze', () => {
  it('blocks a part until another staff member lifts it; the remainder stays spendable', async () => {
    const { body } = await freeze('0.4');
    expect(body.baseDTO).toMatchObject({
      relatedCoin: 'BITCOIN',
      amount: '0.40000000',
      by: 'one@sarraf.test',
      liftedAtDateTime: null,
    });
    expect(await coins()).toEqual(['0.60000000', '0.40000000']);
    const { id } = body.baseDTO;
    expect((await lift(id, one)).body.message).toBe('SECOND_PERSON_NEEDED');
    const answers = await Promise.all([lift(id, two), lift(id, two), lift(id, two)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await coins()).toEqual(['1.00000000', '0.00000000']);
    const listed = (await context.call('GET', `/backoffice/people/${ann}/freezes`, `treasury:${two}`)).body
      .content;
    expect(listed).toHaveLength(1);
    expect(listed[0].liftedAtDateTime).not.toBeNull();
  });

  it('is created once per key, and never exceeds the balance with concurrent requests', async () => {
    const same = await Promise.all(Array.from({ length: 5 }, () => freeze('0.3', { key: 'freeze-key-1' })));
    expect(new Set(same.map(({ body }) => body.baseDTO.id)).size).toBe(1);
    const many = await Promise.all(Array.from({ length: 5 }, () => freeze('0.3')));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(many.filter(({ body }) => body.message === 'Not Enough Balance')).toHaveLength(3);
    expect(await coins()).toEqual(['0.10000000', '0.90000000']);
  });

  it('is lifted by the job when the ledger was unavailable', async () => {
    const { id } = (await freeze('0.1')).body.baseDTO;
    context.outage.commands = 1;
    const answer = await lift(id, two);
    expect(answer.status).toBe(503);
    const release = context.jobs.find(({ name }) => name === 'release-frozen');
    await Promise.all([release?.run({ id }), release?.run({ id })]);
    expect(await coins()).toEqual(['0.10000000', '0.90000000']);
  });

  it('rejects invalid requests', async () => {
    expect((await freeze('0')).body.message).toBe('UNACCEPTABLE_AMOUNT');
    expect((await freeze('1', { coin: 'GOLD' })).body.message).toBe('BAD_REQUEST');
    expect((await freeze('1', { of: newId() })).body.message).toBe('NOT_FOUND');
    expect((await freeze('1', { of: one })).body.message).toBe('SECOND_PERSON_NEEDED');
    expect((await lift(newId(), two)).body.message).toBe('NOT_FOUND');
    expect(
      (await context.call('GET', `/backoffice/people/${newId()}/freezes`, `treasury:${one}`)).status,
    ).toBe(404);
  });

  it('can’t be lifted by the staff member who created it, in the database too', async () => {
    const { rows } = await sql<{
      id: string;
    }>`select id from freezes where lifted_at is null limit 1`.execute(context.db);
    await expect(
      sql`update freezes set lifted_by = created_by where id = ${rows[0]?.id}`.execute(context.db),
    ).rejects.toThrow('freezes_check');
  });

  it('records orders, refusals and reads in the audit log', async () => {
    const { rows } = await sql<{
      action: string;
      count: number;
    }>`select action, count(*)::int as count from audit_log
      where subject_id = ${ann} group by action order by action`.execute(context.db);
    expect(rows.map(({ action }) => action)).toEqual([
      'freeze lifted',
      'freeze ordered',
      'freeze refused',
      'freezes read',
    ]);
    expect(rows.find(({ action }) => action === 'freeze refused')?.count).toBe(3);
  });
});

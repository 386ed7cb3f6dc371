/** Changes that an attacker with database access makes to a waiting withdrawal. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { asOwner } from '../../test/owner.ts';
import {
  bitcoinIntent,
  createWithdrawalFixture,
  type Person,
  tomanIntent,
  type WithdrawalFixture,
} from '../../test/withdrawal.ts';

const THIEF = '1Bp9U1ogV3A14FMvKbRJms7ctyso4Z4Tcx';
let context: WithdrawalFixture;
let ann: Person;
let ben: Person;
let tara: Person;

beforeAll(async () => {
  context = await createWithdrawalFixture();
  await sql`update withdrawal_thresholds set sms = 1e18`.execute(context.db);
  await sql`update withdrawal_level_limits set per_day = 1e18, per_month = 1e18`.execute(context.db);
  tara = await context.person(['treasury']);
});
afterAll(() => context.close());
beforeEach(async () => {
  [ann, ben] = [await context.createFundedPerson(), await context.createFundedPerson()];
});
afterEach(() => context.expectSoundBooks());

/** The database's guards do not apply to its owner. */
async function tamper(change: ReturnType<typeof sql>): Promise<void> {
  await asOwner(context.db, sql`alter table withdrawals disable trigger user`);
  await change.execute(context.db);
  await asOwner(context.db, sql`alter table withdrawals enable trigger user`);
}
const approve = (id: string) => context.approve(tara, id);
const batch = () =>
  context.db
    .transaction()
    .execute((tx) => context.withdrawal.takeForBatch(tx, new Date(context.clock.now() + 1), 100));
const stateOf = async (id: string) =>
  (await sql<{ state: string }>`select state from withdrawals where id = ${id}`.execute(context.db)).rows[0]
    ?.state;

it('a changed address or a reduced number of approvals blocks approval; the original can be approved', async () => {
  const row = await context.withdraw(ann, bitcoinIntent('3'));
  expect(row.state).toBe('REVIEW');
  const { rows } = await sql<{ address: string; needed: number }>`select address, needed_approvals as needed
    from withdrawals where id = ${row.id}`.execute(context.db);
  const { address, needed } = rows[0] as { address: string; needed: number };
  await tamper(sql`update withdrawals set address = ${THIEF} where id = ${row.id}`);
  expect((await approve(row.id)).body.message).toBe('CONFLICT');
  await tamper(sql`update withdrawals set address = ${address}, needed_approvals = 0 where id = ${row.id}`);
  expect((await approve(row.id)).body.message).toBe('CONFLICT');
  expect((await sql`select from outgoing where withdrawal_id = ${row.id}`.execute(context.db)).rows).toEqual(
    [],
  );
  await tamper(sql`update withdrawals set needed_approvals = ${needed} where id = ${row.id}`);
  expect((await approve(row.id)).status).toBe(200);
});

it('another user’s Sheba does not get into a batch, and waits for the staff', async () => {
  const [own, other] = [
    await context.withdraw(ann, tomanIntent('200000')),
    await context.withdraw(ben, tomanIntent('300000')),
  ];
  await tamper(sql`update withdrawals w set address_encrypted = o.address_encrypted from withdrawals o
    where w.id = ${own.id} and o.id = ${other.id}`);
  expect((await batch()).map(({ id }) => id)).toEqual([other.id]);
  expect(await stateOf(own.id)).toBe('REVIEW');
  expect((await approve(own.id)).body.message).toBe('CONFLICT');
  expect([...(await context.withdrawal.payoutViews([own.id, other.id])).keys()]).toEqual([other.id]);
});

/** What somebody with the database in their hands changes of a withdrawal that waits. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { bitcoin, type Person, toman, type WithdrawalKit, withdrawalKit } from '../../test/withdrawal.ts';

const THIEF = '1Bp9U1ogV3A14FMvKbRJms7ctyso4Z4Tcx';
let kit: WithdrawalKit;
let ann: Person;
let ben: Person;
let tara: Person;

beforeAll(async () => {
  kit = await withdrawalKit();
  await sql`update withdrawal_thresholds set sms = 1e18`.execute(kit.db);
  await sql`update withdrawal_level_limits set per_day = 1e18, per_month = 1e18`.execute(kit.db);
  tara = await kit.person(['treasury']);
});
afterAll(() => kit.close());
beforeEach(async () => {
  [ann, ben] = [await kit.rich(), await kit.rich()];
});
afterEach(() => kit.expectSoundBooks());

/** The database's own guards hold nobody who owns it. */
async function tamper(change: ReturnType<typeof sql>): Promise<void> {
  await sql`alter table withdrawals disable trigger user`.execute(kit.db);
  await change.execute(kit.db);
  await sql`alter table withdrawals enable trigger user`.execute(kit.db);
}
const approve = (id: string) => kit.send(tara, 'POST', `/backoffice/withdrawals/${id}/approve`);
const batch = () =>
  kit.db.transaction().execute((tx) => kit.withdrawal.takeForBatch(tx, new Date(kit.clock.now() + 1), 100));
const stateOf = async (id: string) =>
  (await sql<{ state: string }>`select state from withdrawals where id = ${id}`.execute(kit.db)).rows[0]
    ?.state;

it('another address, and fewer looks, are not approved; what was asked for is', async () => {
  const row = await kit.withdraw(ann, bitcoin('3'));
  expect(row.state).toBe('REVIEW');
  const { rows } = await sql<{ address: string; needed: number }>`select address, needed_approvals as needed
    from withdrawals where id = ${row.id}`.execute(kit.db);
  const { address, needed } = rows[0] as { address: string; needed: number };
  await tamper(sql`update withdrawals set address = ${THIEF} where id = ${row.id}`);
  expect((await approve(row.id)).body.message).toBe('CONFLICT');
  await tamper(sql`update withdrawals set address = ${address}, needed_approvals = 0 where id = ${row.id}`);
  expect((await approve(row.id)).body.message).toBe('CONFLICT');
  expect((await sql`select from outgoing where withdrawal_id = ${row.id}`.execute(kit.db)).rows).toEqual([]);
  await tamper(sql`update withdrawals set needed_approvals = ${needed} where id = ${row.id}`);
  expect((await approve(row.id)).status).toBe(200);
});

it('another’s Sheba does not get into a batch, and waits for the staff', async () => {
  const [own, other] = [await kit.withdraw(ann, toman('200000')), await kit.withdraw(ben, toman('300000'))];
  await tamper(sql`update withdrawals w set address_encrypted = o.address_encrypted from withdrawals o
    where w.id = ${own.id} and o.id = ${other.id}`);
  expect((await batch()).map(({ id }) => id)).toEqual([other.id]);
  expect(await stateOf(own.id)).toBe('REVIEW');
  expect((await approve(own.id)).body.message).toBe('CONFLICT');
  expect([...(await kit.withdrawal.payoutViews([own.id, other.id])).keys()]).toEqual([other.id]);
});

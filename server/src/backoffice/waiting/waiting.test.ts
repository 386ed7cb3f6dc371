import type { WaitingItem } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BackofficeFixture,
  createBackofficeFixture,
  type SignedInUser,
} from '../../../test/backoffice.ts';
import { newId } from '../../platform/ids.ts';

let context: BackofficeFixture;
let support: SignedInUser;
let kyc: SignedInUser;
let treasury: SignedInUser;
let admin: SignedInUser;
let ann: SignedInUser;

beforeAll(async () => {
  context = await createBackofficeFixture();
  support = await context.staff('support@sarraf.test', 'support');
  kyc = await context.staff('kyc@sarraf.test', 'kyc');
  treasury = await context.staff('treasury@sarraf.test', 'treasury');
  admin = await context.staff('admin@sarraf.test', 'admin');
  ann = await context.person({ email: 'ann@sarraf.test' });
});
afterAll(() => context.close());

async function waitingFor(by: SignedInUser): Promise<{ items: WaitingItem[]; more: string[] }> {
  const { status, body } = await context.get(by, '/waiting');
  expect(status).toBe(200);
  return body.baseDTO;
}
const minutesAgo = (minutes: number): Date => new Date(context.clock.now() - minutes * 60_000);

async function withdrawal(owner: SignedInUser, minutes: number): Promise<string> {
  const id = newId();
  await sql`insert into withdrawals (id, user_id, asset, token_type, address, amount, fee, state, needed_approvals, created_at)
    values (${id}, ${owner.id}, 'BITCOIN', 'BTC', 'bc1qwaiting', 12500000, 1000, 'REVIEW', 2, ${minutesAgo(minutes)})`.execute(
    context.db,
  );
  return id;
}

async function ticket(minutes: number, more: { assignee?: string; number: number }): Promise<void> {
  const at = minutesAgo(minutes);
  await sql`insert into tickets (id, number, user_id, language, subject_encrypted, topic, since, assignee, created_at, updated_at)
    values (${newId()}, ${more.number}, ${ann.id}, 'fa', ''::bytea, 'DEPOSIT', ${at}, ${more.assignee ?? null}, ${at}, ${at})`.execute(
    context.db,
  );
}

async function settlement(by: SignedInUser, minutes: number, problems: number): Promise<string> {
  const id = newId();
  await sql`insert into gateway_settlements (id, gateway, reference, paid_day, from_day, to_day, gross, fee, way, state, faults,
      missing_lines, imported_by, created_at)
    values (${id}, 'ZARINPAL', ${id}, '2026-11-21', '2026-11-20', '2026-11-20', 5000000000, 0, 'LINES', 'OPEN', ${problems}, 1,
      ${by.id}, ${minutesAgo(minutes)})`.execute(context.db);
  return id;
}

describe('the list of pending decisions', () => {
  it('merges the queues of the role, longest waiting first, without decisions reserved to others', async () => {
    const old = await withdrawal(ann, 90);
    const approved = await withdrawal(ann, 80);
    const own = await withdrawal(treasury, 70);
    await sql`insert into withdrawal_approvals (withdrawal_id, staff_id, at)
      values (${approved}, ${treasury.id}, ${minutesAgo(5)})`.execute(context.db);
    await sql`insert into alarms (id, kind, subject, found_by, severity, seen_at, last_seen_at, raised_at, next_step_at)
      values (${newId()}, 'RESERVE_SHORT', 'TETHER TRC20', 'reserves', 'PAGE', ${minutesAgo(100)}, ${minutesAgo(1)},
        ${minutesAgo(95)}, ${minutesAgo(85)})`.execute(context.db);
    const { items, more } = await waitingFor(treasury);
    expect(items).toMatchObject([
      {
        kind: 'ALARM',
        alarm: 'RESERVE_SHORT',
        subject: 'TETHER TRC20',
        promise: 'ESCALATES',
        dueAt: minutesAgo(85).toISOString(),
      },
      {
        kind: 'WITHDRAWAL',
        id: old,
        amount: '0.12500000',
        relatedCoin: 'BITCOIN',
        promise: 'SAME_DAY',
        name: '',
      },
    ]);
    expect(more).toEqual([]);
    // A staff member who had no part in them sees all of them.
    const ids = (await waitingFor(admin)).items.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([old, approved, own]));
    expect((await waitingFor(support)).items).toEqual([]);
  });

  it('includes a gateway settlement for a second staff member, one that may be completed by the next only after days', async () => {
    const differs = await settlement(admin, 3, 1);
    const lacks = await settlement(admin, 5 * 1440, 0);
    await settlement(admin, 60, 0);
    const of = async (by: SignedInUser) =>
      (await waitingFor(by)).items.filter(({ kind }) => kind === 'GATEWAY_SETTLEMENT');
    expect(await of(treasury)).toMatchObject([
      { id: lacks, promise: 'AIM' },
      { id: differs, amount: '5000', relatedCoin: 'TOMAN' },
    ]);
    expect(await of(admin)).toEqual([]);
  });

  it('includes a payment that was not credited: first for a proposal, then for a second staff member', async () => {
    const payment = async (owner: SignedInUser, minutes: number) => {
      const id = newId();
      await sql`insert into payments (id, user_id, gateway, amount, state, card_masked, card_digest, callback_url, reason,
          created_at, settled_at)
        values (${id}, ${owner.id}, 'ZARINPAL', 5000000000, 'FAILED', '', ''::bytea, '', 'CARD_MISMATCH',
          ${minutesAgo(minutes)}, ${minutesAgo(minutes)})`.execute(context.db);
      return id;
    };
    const [waits, proposed] = [await payment(ann, 50), await payment(ann, 40)];
    await payment(treasury, 30);
    await sql`insert into payment_refunds (id, payment_id, user_id, way, amount, own, reason, state, proposed_by, created_at)
      values (${newId()}, ${proposed}, ${ann.id}, 'CREDIT', 5000000000, true, '', 'PROPOSED', ${treasury.id},
        ${minutesAgo(20)})`.execute(context.db);
    const of = async (by: SignedInUser) =>
      (await waitingFor(by)).items.filter(({ kind }) => kind === 'SUSPENDED_PAYMENT');
    expect(await of(treasury)).toMatchObject([
      { id: waits, amount: '5000', relatedCoin: 'TOMAN', promise: 'AIM' },
    ]);
    expect((await of(admin)).slice(0, 2).map(({ id }) => id)).toEqual([waits, proposed]);
  });

  it('shows names to reviewers only, and leaves a recovery to the second staff member', async () => {
    await context.act(kyc, `/people/${ann.id}/recoveries`, {
      kind: 'LOST_SECOND_FACTOR',
      evidence: 'recognised by telephone',
    });
    expect((await waitingFor(kyc)).items).toEqual([]);
    const recoveries = (await waitingFor(admin)).items.filter(({ kind }) => kind === 'RECOVERY');
    expect(recoveries).toMatchObject([{ promise: 'AIM' }]);
  });

  it('lists twenty of a queue, indicates that there are more, and omits acknowledged ones', async () => {
    for (let n = 0; n < 25; n += 1) await ticket(200 - n, { number: 20_000_000 + n });
    await ticket(999, { number: 30_000_000, assignee: kyc.id });
    const { items, more } = await waitingFor(support);
    expect(items.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, n) => 20_000_000 + n));
    expect(more).toEqual(['TICKET']);
    expect(items[0]).toMatchObject({
      topic: 'DEPOSIT',
      promise: 'WORKING_DAYS',
      dueAt: minutesAgo(200 - 1440).toISOString(),
    });
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BackofficeFixture, createBackofficeFixture, type SignedInUser } from '../../test/backoffice.ts';

let context: BackofficeFixture;
let support: SignedInUser;
let kyc: SignedInUser;
let admin: SignedInUser;

beforeAll(async () => {
  context = await createBackofficeFixture();
  support = await context.staff('support@sarraf.test', 'support');
  kyc = await context.staff('kyc@sarraf.test', 'kyc');
  admin = await context.staff('admin@sarraf.test', 'admin');
});
afterAll(() => context.close());

describe('the back office overview', () => {
  it('returns the caller’s roles, and the waiting items of those roles', async () => {
    const { id } = await context.person({ email: 'waits@sarraf.test' });
    const recoveryRequest = { kind: 'LOST_SECOND_FACTOR', evidence: 'recognised by telephone' };
    await context.act(kyc, `/people/${id}/recoveries`, recoveryRequest);
    const none = {
      withdrawals: 0,
      payouts: 0,
      unclaimed: 0,
      bankDeposits: 0,
      gatewaySettlements: 0,
      suspendedPayments: 0,
      refunds: 0,
      coinChanges: 0,
      limitChanges: 0,
      alarms: 0,
    };
    const overviews = await Promise.all([support, kyc, admin].map((by) => context.get(by, '/me')));
    expect(overviews.map(({ body }) => body.baseDTO)).toEqual([
      { roles: ['support'], waiting: { ...none, reviews: 0, recoveries: 0, tickets: 4 } },
      { roles: ['kyc'], waiting: { ...none, reviews: 0, recoveries: 1, tickets: 0 } },
      {
        roles: ['admin'],
        waiting: {
          reviews: 0,
          recoveries: 1,
          tickets: 4,
          withdrawals: 3,
          payouts: 9,
          unclaimed: 2,
          bankDeposits: 1,
          gatewaySettlements: 11,
          suspendedPayments: 12,
          refunds: 5,
          coinChanges: 6,
          limitChanges: 7,
          alarms: 8,
        },
      },
    ]);
  });

  it('includes a new role after the next reload of the session', async () => {
    const { id, token, email } = await context.person({ email: 'promoted@sarraf.test' });
    expect((await context.get({ id, token, email }, '/me')).status).toBe(403);
    await context.identity.people.addStaffRole(context.db, id, 'support');
    context.identity.people.publishUserChange(id);
    expect((await context.get({ id, token, email }, '/me')).body.baseDTO.roles).toEqual(['support']);
  });
});

describe('a search for a user', () => {
  it.each([
    ['an e-mail of any case', ' Found@Sarraf.test '],
    ['a mobile as people type it', '0912 345 6789'],
    ['a mobile in Persian digits', '۰۹۱۲۳۴۵۶۷۸۹'],
    ['a mobile with its prefix', '+98 912 345-6789'],
    ['a mobile with zeros for the plus', '00989123456789'],
  ])('finds a user by %s', async (_how, typed) => {
    const existingPerson = await context.identity.people.findByEmail('found@sarraf.test');
    const id =
      existingPerson?.id ??
      (await context.person({ email: 'found@sarraf.test', mobile: '+989123456789' })).id;
    const { body } = await context.get(support, `/people?query=${encodeURIComponent(typed)}`);
    expect(body.content).toMatchObject([{ id, email: 'f***@sarraf.test' }]);
  });

  it('finds a user by id, and one with a foreign mobile number', async () => {
    const { id } = await context.person({ email: 'berlin@sarraf.test', mobile: '+4915112345678' });
    for (const typed of [id, id.toUpperCase(), '+49 151 12345678', '004915112345678']) {
      const { body } = await context.get(support, `/people?query=${encodeURIComponent(typed)}`);
      expect(body.content.map((row: { id: string }) => row.id)).toEqual([id]);
    }
  });

  it('finds no user by a part of an address or a pattern', async () => {
    for (const typed of ['found', '@sarraf.test', '%@%', 'found@sarraf', crypto.randomUUID()])
      expect((await context.get(support, `/people?query=${encodeURIComponent(typed)}`)).body.content).toEqual(
        [],
      );
    expect((await context.get(support, '/people?query=ab')).status).toBe(400);
  });

  it('is audited without the typed text', async () => {
    await context.get(kyc, '/people?query=somebody-else%40sarraf.test');
    const { rows } = await sql<{ text: string }>`select string_agg(a::text, ' ') as text from audit_log a
      where action = 'person searched' and actor_id = ${kyc.id}`.execute(context.db);
    expect(rows[0]?.text).toContain('person searched');
    expect(rows[0]?.text).not.toContain('somebody-else');
  });
});

describe('the audit log', () => {
  it('is paged from the newest, with users masked and staff in full', async () => {
    const entries: { id: string; actor: string; subject: string; action: string }[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await context.get(admin, `/audit?size=4${cursor && `&cursor=${cursor}`}`);
      entries.push(...body.content);
      cursor = body.nextCursor;
    }
    const numbers = entries.map(({ id }) => Number(id));
    expect(numbers).toEqual(numbers.map((_number, at) => numbers.length - at));
    expect(entries.find(({ action }) => action === 'recovery started')).toMatchObject({
      actor: kyc.email,
      subject: 'w***@sarraf.test',
    });
    expect(JSON.stringify(entries)).not.toContain('found@');
    expect((await context.get(admin, '/audit?cursor=1;drop')).status).toBe(400);
  });
});

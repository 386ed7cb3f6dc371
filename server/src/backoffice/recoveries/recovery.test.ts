import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BackofficeFixture,
  createBackofficeFixture,
  type SignedInUser,
} from '../../../test/backoffice.ts';

let context: BackofficeFixture;
let one: SignedInUser;
let two: SignedInUser;
let admin: SignedInUser;
let admin2: SignedInUser;

beforeAll(async () => {
  context = await createBackofficeFixture();
  one = await context.staff('kyc1@sarraf.test', 'kyc');
  two = await context.staff('kyc2@sarraf.test', 'kyc');
  admin = await context.staff('admin1@sarraf.test', 'admin');
  admin2 = await context.staff('admin2@sarraf.test', 'admin');
});
afterAll(() => context.close());

const EVIDENCE = 'video call with the national card in hand';
const lostPhone = { kind: 'LOST_SECOND_FACTOR', evidence: EVIDENCE };
const lostMail = (newEmail: string) => ({ kind: 'LOST_MAILBOX', evidence: EVIDENCE, newEmail });
const HOLD = 72 * 3_600_000;

const start = (by: SignedInUser, personId: string, body: object) =>
  context.act(by, `/people/${personId}/recoveries`, body);
const confirm = (by: SignedInUser, id: string) => context.act(by, `/recoveries/${id}/confirm`);
const started = async (personId: string, body: object): Promise<string> =>
  (await start(one, personId, body)).body.baseDTO.id;
const isIn = async (token: string) => (await context.call('GET', '/users/account', { token })).status === 200;

/** Creates a user with a password; the session stays open. */
async function customer(email: string): Promise<SignedInUser> {
  const token = await context.signUp(email);
  const user = await context.identity.people.findByEmail(email);
  return { id: user?.id ?? '', email, token };
}

async function addAuthenticator(userId: string): Promise<void> {
  await sql`update users set two_step_method = 'GOOGLE_AUTHENTICATOR' where id = ${userId}`.execute(
    context.db,
  );
  await sql`insert into authenticators (user_id, seed_encrypted, confirmed_at)
    values (${userId}, ${context.secrets.encrypt('JBSWY3DPEHPK3PXP', 'authenticators.seed_encrypted', userId)}, now())`.execute(
    context.db,
  );
  await sql`insert into recovery_codes (user_id, digest, created_at)
    values (${userId}, ${Buffer.alloc(32, 1)}, now())`.execute(context.db);
}

async function leftOf(userId: string) {
  const { rows } = await sql<{
    method: string;
    seeds: number;
    codes: number;
  }>`select two_step_method as method,
      (select count(*)::int from authenticators where user_id = u.id) as seeds,
      (select count(*)::int from recovery_codes where user_id = u.id) as codes
    from users u where id = ${userId}`.execute(context.db);
  return rows[0];
}

describe('recovery of a lost second factor', () => {
  it('replaces it by e-mail codes once a second staff member has confirmed, and not before', async () => {
    const nora = await customer('nora@sarraf.test');
    await addAuthenticator(nora.id);
    const reply = await start(one, nora.id, lostPhone);
    expect(reply.body.baseDTO).toMatchObject({
      personId: nora.id,
      email: 'n***@sarraf.test',
      newEmail: '',
      state: 'OPEN',
      startedBy: one.email,
      own: true,
      decidedBy: '',
      decidedAtDateTime: null,
    });
    expect(await leftOf(nora.id)).toEqual({ method: 'GOOGLE_AUTHENTICATOR', seeds: 1, codes: 1 });
    expect(await isIn(nora.token)).toBe(true);
    expect(await context.notices(nora.email)).toHaveLength(1);

    expect((await confirm(two, reply.body.baseDTO.id)).status).toBe(200);
    expect(await leftOf(nora.id)).toEqual({ method: 'EMAIL', seeds: 0, codes: 0 });
    expect(await isIn(nora.token)).toBe(false);
    expect(await context.notices(nora.email)).toHaveLength(2);
    const token = await context.signIn(nora.email);
    const { body } = await context.call('GET', '/users/account', { token });
    expect(body.baseDTO.withdrawalHoldUntil).toBe(new Date(context.clock.now() + HOLD).toISOString());
    expect(await context.listAuditEntries(nora.id)).toMatchObject([
      { actorId: one.id, action: 'recovery started', detail: { kind: 'LOST_SECOND_FACTOR' } },
      { actorId: two.id, action: 'recovery confirmed', detail: { kind: 'LOST_SECOND_FACTOR' } },
    ]);
  });

  it('invalidates a login that was started before', async () => {
    const olga = await customer('olga@sarraf.test');
    await context.login(olga.email);
    const code = await context.codeFor(olga.email);
    await confirm(two, await started(olga.id, lostPhone));
    expect((await context.check(olga.email, code)).body.message).toBe('Code Expired');
  });
});

describe('recovery of a lost mailbox', () => {
  it('replaces the address; both are notified, and everything bound to the old one is gone', async () => {
    const paul = await customer('paul@sarraf.test');
    await sql`insert into external_identities (issuer, subject, user_id, created_at)
      values ('https://accounts.google.com', 'paul-1', ${paul.id}, now())`.execute(context.db);
    const id = await started(paul.id, lostMail(' Paul.New@Sarraf.TEST '));
    expect(await context.notices(paul.email)).toHaveLength(1);
    expect(await context.notices('paul.new@sarraf.test')).toHaveLength(0);
    expect((await confirm(admin, id)).status).toBe(200);
    expect(await context.notices(paul.email)).toHaveLength(2);
    expect(await context.notices('paul.new@sarraf.test')).toHaveLength(1);
    expect(await isIn(paul.token)).toBe(false);
    expect(await context.identity.people.findByEmail(paul.email)).toBeNull();
    expect(await isIn(await context.signIn('paul.new@sarraf.test'))).toBe(true);
    const { rows } = await sql`select 1 from external_identities where user_id = ${paul.id}`.execute(
      context.db,
    );
    expect(rows).toEqual([]);
    const user = await context.identity.people.find(paul.id);
    expect(user?.withdrawalsHeldUntil?.getTime()).toBe(context.clock.now() + HOLD);
  });

  it('invalidates a password reset that was requested with the old mailbox', async () => {
    const quinn = await customer('quinn@sarraf.test');
    await context.post('/users/forget-password', { email: quinn.email });
    const code = await context.codeFor(quinn.email);
    const check = { email: quinn.email, code };
    const id = await started(quinn.id, lostMail('quinn.new@sarraf.test'));
    const { body } = await context.post('/users/forget-password/check', check);
    await confirm(two, id);
    context.clock.advance(1_000);
    const reset = await context.post('/users/reset-password', {
      username: quinn.email,
      code: body.baseDTO.ticket,
      password: 'Another-9-river',
    });
    expect([reset.status, reset.body.message]).toEqual([400, 'Code Expired']);
    expect(await isIn(await context.signIn('quinn.new@sarraf.test'))).toBe(true);
  });

  it('needs a valid address without an account, at the start and at the confirmation', async () => {
    const rita = await customer('rita@sarraf.test');
    const message = async (body: object) => (await start(one, rita.id, body)).body;
    expect((await message(lostMail('rita'))).message).toBe('Invalid Email');
    expect((await message({ kind: 'LOST_MAILBOX', evidence: EVIDENCE })).message).toBe('Invalid Email');
    expect((await message(lostMail(' KYC1@sarraf.test'))).message).toBe('username exist');
    expect((await message(lostMail('rita@sarraf.test'))).message).toBe('username exist');
    expect((await message({ ...lostPhone, newEmail: 'rita2@sarraf.test' })).errors).toEqual(['newEmail']);
    const id = await started(rita.id, lostMail('rita2@sarraf.test'));
    await customer('rita2@sarraf.test');
    const late = await confirm(two, id);
    expect([late.status, late.body.message]).toEqual([409, 'username exist']);
    expect(await isIn(rita.token)).toBe(true);
    expect((await context.act(one, `/recoveries/${id}/cancel`)).status).toBe(200);
  });
});

describe('S40: two staff members', () => {
  it('are required: the initiator can’t confirm, by the API or in the database', async () => {
    const sam = await context.person({ email: 'sam@sarraf.test' });
    const id = await started(sam.id, lostPhone);
    const own = await confirm(one, id);
    expect([own.status, own.body.message]).toEqual([403, 'SECOND_PERSON_NEEDED']);
    await expect(
      sql`update recoveries set state = 'CONFIRMED', decided_by = started_by, decided_at = now()
        where id = ${id}`.execute(context.db),
    ).rejects.toThrow(/check constraint/);
    await expect(
      sql`update recoveries set state = 'CONFIRMED', decided_by = user_id, decided_at = now()
        where id = ${id}`.execute(context.db),
    ).rejects.toThrow(/check constraint/);
    expect((await leftOf(sam.id))?.method).toBe('EMAIL');
    expect((await context.act(one, `/recoveries/${id}/cancel`)).status).toBe(200);
  });

  it('never decide about themselves', async () => {
    expect((await start(one, one.id, lostPhone)).body.message).toBe('SECOND_PERSON_NEEDED');
    const { body } = await start(admin, admin2.id, lostPhone);
    expect((await confirm(admin2, body.baseDTO.id)).body.message).toBe('SECOND_PERSON_NEEDED');
    await context.act(admin, `/recoveries/${body.baseDTO.id}/cancel`);
  });

  it('must both be admins where the account is a staff member’s', async () => {
    expect((await start(one, admin.id, lostPhone)).body.message).toBe('FORBIDDEN');
    const { body } = await start(admin, one.id, lostPhone);
    expect((await confirm(two, body.baseDTO.id)).body.message).toBe('FORBIDDEN');
    expect((await confirm(admin2, body.baseDTO.id)).status).toBe(200);
    one = { ...one, token: await context.session(one.id) };
  });
});

describe('concurrent recoveries', () => {
  it('one of two confirmations wins', async () => {
    const tina = await context.person({ email: 'tina@sarraf.test' });
    const id = await started(tina.id, lostPhone);
    const answers = await Promise.all([two, admin, admin2, two].map((by) => confirm(by, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await context.listAuditEntries(tina.id)).map(({ action }) => action)).toEqual([
      'recovery started',
      'recovery confirmed',
    ]);
    expect((await context.notices(tina.email)).length).toBe(2);
  });

  it('one of two starts wins, and no other can start while it is open', async () => {
    const uma = await context.person({ email: 'uma@sarraf.test' });
    const answers = await Promise.all([one, two, admin].map((by) => start(by, uma.id, lostPhone)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await start(one, uma.id, lostMail('uma2@sarraf.test'))).body.message).toBe('CONFLICT');
  });

  it('either a confirmation or a cancellation wins', async () => {
    const vera = await context.person({ email: 'vera@sarraf.test' });
    const id = await started(vera.id, lostPhone);
    const answers = await Promise.all([confirm(two, id), context.act(one, `/recoveries/${id}/cancel`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('a recovery', () => {
  it('that was cancelled can’t be confirmed', async () => {
    const will = await context.person({ email: 'will@sarraf.test' });
    const id = await started(will.id, lostPhone);
    expect((await context.act(one, `/recoveries/${id}/cancel`)).status).toBe(200);
    expect((await confirm(two, id)).body.message).toBe('CONFLICT');
    expect((await context.act(two, `/recoveries/${id}/cancel`)).body.message).toBe('CONFLICT');
    expect((await start(two, will.id, lostPhone)).status).toBe(200);
  });

  it('of an unknown user is not found', async () => {
    for (const id of [crypto.randomUUID(), 'nothing']) {
      expect((await confirm(one, id)).status).toBe(404);
      expect((await context.act(one, `/recoveries/${id}/cancel`)).status).toBe(404);
      expect((await start(one, id, lostPhone)).status).toBe(404);
    }
  });

  it('is listed page by page, newest first, with only staff addresses in full', async () => {
    const listedIds: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await context.get(two, `/recoveries?size=3${cursor && `&cursor=${cursor}`}`);
      listedIds.push(...body.content.map(({ id }: { id: string }) => id));
      expect(body.content.length).toBeLessThanOrEqual(3);
      cursor = body.nextCursor;
    }
    const { rows } = await sql<{ id: string }>`select id from recoveries order by id desc`.execute(
      context.db,
    );
    expect(listedIds).toEqual(rows.map(({ id }) => id));
    const { body } = await context.get(two, '/recoveries?size=100&state=CANCELLED');
    expect(new Set(body.content.map(({ state }: { state: string }) => state))).toEqual(
      new Set(['CANCELLED']),
    );
    const text = JSON.stringify((await context.get(two, '/recoveries?size=100')).body);
    for (const address of ['will@', 'paul@', 'paul.new@', 'rita2@']) expect(text).not.toContain(address);
    expect(text).toContain(one.email);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BackofficeFixture,
  createBackofficeFixture,
  type SignedInUser,
} from '../../../test/backoffice.ts';

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

const REASON = { reason: 'asked for it by telephone' };
const isIn = async (token: string) => (await context.call('GET', '/users/account', { token })).status === 200;

describe('blocking a user', () => {
  it('ends every session immediately, also a cached one', async () => {
    const anna = await context.person({ email: 'anna@sarraf.test' });
    const other = await context.session(anna.id);
    expect([await isIn(anna.token), await isIn(other)]).toEqual([true, true]);
    expect((await context.act(support, `/people/${anna.id}/block`, REASON)).status).toBe(200);
    expect([await isIn(anna.token), await isIn(other)]).toEqual([false, false]);
    expect((await context.act(kyc, `/people/${anna.id}/unblock`, REASON)).status).toBe(200);
    expect([await isIn(anna.token), await isIn(other)]).toEqual([false, false]);
    expect(await isIn(await context.session(anna.id))).toBe(true);
  });

  it('stops a login between its two steps, also after the block is lifted', async () => {
    await context.signUp('boris@sarraf.test');
    const { id } = (await context.identity.people.findByEmail('boris@sarraf.test')) as { id: string };
    expect((await context.login('boris@sarraf.test')).status).toBe(200);
    const code = await context.codeFor('boris@sarraf.test');
    await context.act(support, `/people/${id}/block`, REASON);
    const during = await context.check('boris@sarraf.test', code);
    expect(during.status).not.toBe(200);
    const secondLogin = await context.login('boris@sarraf.test');
    expect([secondLogin.status, secondLogin.body.message]).toEqual([403, 'You Are Not Allowed To Login!']);
    await context.act(kyc, `/people/${id}/unblock`, REASON);
    const after = await context.check('boris@sarraf.test', code);
    expect([after.status, after.body.message]).toEqual([400, 'Code Expired']);
    context.clock.advance(120_000);
    expect(await isIn(await context.signIn('boris@sarraf.test'))).toBe(true);
  });

  it('notifies the user and is audited with its reason', async () => {
    const { id, email } = await context.person({ email: 'clara@sarraf.test' });
    await context.act(support, `/people/${id}/block`, REASON);
    expect(await context.notices(email)).toHaveLength(1);
    await context.act(kyc, `/people/${id}/unblock`, { reason: 'identified' });
    expect(await context.notices(email)).toHaveLength(2);
    expect(await context.listAuditEntries(id)).toEqual([
      { actorId: support.id, action: 'person blocked', detail: REASON },
      { actorId: kyc.id, action: 'person unblocked', detail: { reason: 'identified' } },
    ]);
  });

  it('takes effect once with concurrent requests', async () => {
    const { id, email } = await context.person({ email: 'david@sarraf.test' });
    const block = () => context.act(support, `/people/${id}/block`, REASON);
    const answers = await Promise.all(Array.from({ length: 8 }, block));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.message === 'CONFLICT')).toHaveLength(7);
    expect(await context.notices(email)).toHaveLength(1);
    await context.act(kyc, `/people/${id}/unblock`, REASON);
    const again = await context.act(kyc, `/people/${id}/unblock`, REASON);
    expect([again.status, again.body.message]).toEqual([409, 'CONFLICT']);
  });

  it('is refused for oneself, and for a staff member unless the caller is an admin', async () => {
    const message = async (by: SignedInUser, of: SignedInUser) =>
      (await context.act(by, `/people/${of.id}/block`, REASON)).body.message;
    expect(await message(support, support)).toBe('SECOND_PERSON_NEEDED');
    expect(await message(admin, admin)).toBe('SECOND_PERSON_NEEDED');
    expect(await message(support, admin)).toBe('FORBIDDEN');
    expect(await message(kyc, support)).toBe('FORBIDDEN');
    expect(await context.listAuditEntries(admin.id)).toEqual([]);
    expect(await message(admin, kyc)).toBe('OK');
    expect((await context.get(kyc, '/me')).status).toBe(401);
    await context.act(admin, `/people/${kyc.id}/unblock`, REASON);
    kyc = { ...kyc, token: await context.session(kyc.id) };
  });

  it('needs a reason and a user', async () => {
    const { id } = await context.person({ email: 'emma@sarraf.test' });
    expect((await context.act(support, `/people/${id}/block`, {})).body.errors).toEqual(['reason']);
    expect((await context.act(support, `/people/${id}/block`, { reason: 'x' })).body.errors).toEqual([
      'reason',
    ]);
    for (const unknownId of [crypto.randomUUID(), 'nobody', "' or 1=1"])
      expect(
        (await context.act(support, `/people/${encodeURIComponent(unknownId)}/block`, REASON)).status,
      ).toBe(404);
  });
});

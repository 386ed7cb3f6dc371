import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentityFixture, type IdentityFixture } from '../../../test/identity.ts';

let context: IdentityFixture;
beforeAll(async () => {
  context = await createIdentityFixture();
});
afterAll(() => context.close());

const PROMPT = (star: string) => ({
  status: 'OK',
  message: 'Verification Code Sent',
  baseDTO: {
    starTwoStepAuthentication: star,
    twoStepAuthenticationType: 'EMAIL',
    expiresIn: 300,
    challenge: expect.any(String),
  },
});

describe('register', () => {
  it('sends a code, which creates the account and signs in', async () => {
    const reply = await context.register(' Ann@Sarraf.Test ');
    expect([reply.status, reply.body]).toEqual([200, PROMPT('a***@sarraf.test')]);
    const [mail] = await context.outbox('ann@sarraf.test');
    expect(mail).toMatchObject({
      to: 'ann@sarraf.test',
      channel: 'EMAIL',
      code: expect.stringMatching(/^\d{6}$/),
    });
    const checked = await context.check('ann@sarraf.test', mail?.code ?? '');
    expect(checked.status).toBe(200);
    const { body } = await context.call('GET', '/users/account', { token: checked.body.token });
    expect(body.baseDTO).toMatchObject({
      email: 'ann@sarraf.test',
      authenticationType: 'NOT_COMPLETE',
      authorized: false,
    });
  });

  it.each([
    [{ email: 'no-address' }, 'Invalid Email', []],
    [{ password: 'Short1' }, 'WEAK_PASSWORD', ['TOO_SHORT']],
    [{ password: 'nouppercase1' }, 'WEAK_PASSWORD', ['NO_UPPER']],
    [{ password: 'NoDigitsHere' }, 'WEAK_PASSWORD', ['NO_DIGIT']],
    [{ password: 'Password123' }, 'COMMON_PASSWORD', []],
    [{ password: 'P@ssw0rd' }, 'COMMON_PASSWORD', []],
    [{ password: '1Qaz2wsx' }, 'COMMON_PASSWORD', []],
  ])('refuses %j: %s', async (change, message, errors) => {
    const { status, body } = await context.register('bad@sarraf.test', change);
    expect([status, body.message, body.errors]).toEqual([400, message, errors]);
    expect(await context.outbox('bad@sarraf.test')).toEqual([]);
  });

  it('responds for an existing address as for a new one, and notifies only its owner', async () => {
    await context.signUp('owner@sarraf.test');
    context.clock.advance(121_000);
    const [existing, fresh] = [
      await context.register('owner@sarraf.test'),
      await context.register('other@sarraf.test'),
    ];
    const challenge = expect.stringMatching(/^[\w-]{43}$/);
    for (const { body } of [existing, fresh])
      expect(body).toEqual({ ...fresh.body, baseDTO: { ...fresh.body.baseDTO, challenge } });
    expect(existing.status).toBe(fresh.status);
    expect(Object.keys(existing.headers).sort()).toEqual(Object.keys(fresh.headers).sort());
    const [notice, ...older] = await context.outbox('owner@sarraf.test');
    expect([notice?.code, older.length]).toEqual([null, 1]);
    for (const email of ['owner@sarraf.test', 'other@sarraf.test']) {
      expect((await context.check(email, '000000')).body.message).toBe('Incorrect OTP');
      const again = await context.register(email);
      expect([again.status, again.body.data]).toEqual([429, { retryAfter: 120 }]);
      expect(again.headers['retry-after']).toBe('120');
    }
  });

  it('creates no second account even if the code for an existing address is guessed', async () => {
    await context.signUp('taken@sarraf.test');
    context.clock.advance(121_000);
    await context.register('taken@sarraf.test', { password: 'Thief-thief-9' });
    // Simulates a lucky guess: the stored digest is set to that of another row's known code.
    await context.register('bait@sarraf.test');
    const code = await context.codeFor('bait@sarraf.test');
    const moved = await sql`update one_time_codes c set address_key = b.address_key, sign_up_id = t.sign_up_id
      from one_time_codes b, one_time_codes t, sign_ups s, sign_ups u
      where c.sign_up_id = s.id and s.email = 'bait@sarraf.test' and t.sign_up_id = u.id
        and u.email = 'taken@sarraf.test' and b.id = t.id and b.used_at is null`.execute(context.db);
    expect(moved.numAffectedRows).toBe(1n);
    expect((await context.check('taken@sarraf.test', code)).body.message).toBe('Incorrect OTP');
    context.clock.advance(900_000);
    expect((await context.login('taken@sarraf.test', 'Thief-thief-9')).body.message).toBe(
      'Invalid Username Or Password',
    );
    expect((await context.login('taken@sarraf.test')).status).toBe(200);
  });

  it('binds the submitted data to its code, so that another sign-up can’t take over the address', async () => {
    await context.register('victim@sarraf.test');
    const mine = await context.codeFor('victim@sarraf.test');
    context.clock.advance(121_000);
    expect((await context.register('victim@sarraf.test', { password: 'Thief-thief-9' })).status).toBe(200);
    expect((await context.check('victim@sarraf.test', mine)).status).toBe(200);
    context.clock.advance(1_000);
    const thief = await context.login('victim@sarraf.test', 'Thief-thief-9');
    expect(thief.body.message).toBe('Invalid Username Or Password');
    expect((await context.login('victim@sarraf.test')).body.baseDTO.expiresIn).toBe(120);
    // The attacker's code is still valid, but can't create an account.
    expect((await context.check('victim@sarraf.test', '999999')).body.message).toBe('Incorrect OTP');
  });

  it('an unverified sign-up may be repeated with another password', async () => {
    await context.register('again@sarraf.test', { password: 'First-choice-1' });
    context.clock.advance(301_000);
    await context.register('again@sarraf.test');
    await context.check('again@sarraf.test', await context.codeFor('again@sarraf.test'));
    expect((await context.login('again@sarraf.test', 'First-choice-1')).status).toBe(400);
    expect((await context.login('again@sarraf.test')).status).toBe(200);
  });

  it('records the inviter, ignoring case, and ignores unknown codes', async () => {
    const ann = await context.signUp('inviter@sarraf.test');
    const { id, referralCode } = (await context.call('GET', '/users/account', { token: ann })).body.baseDTO;
    expect(referralCode).toMatch(/^[346-9ACDEFGHJKMNPQRTWXY]{8}$/);
    const invited = await context.signUp('invited@sarraf.test', {
      referralCode: ` ${referralCode.toLowerCase()} `,
    });
    expect((await context.identity.authenticate(invited))?.inviterId).toBe(id);
    const alone = await context.signUp('alone@sarraf.test', { referralCode: 'NOSUCH00' });
    expect((await context.identity.authenticate(alone))?.inviterId).toBeNull();
  });

  it('accepts no field that is not in its contract', async () => {
    const wished = {
      supervisor: true,
      authorized: true,
      userAccountLevel: 'PLATINUM',
      level: 'SUPERVISOR',
      fee: '0',
      credit: '1000',
      emailVerifiedAt: '2020-01-01',
    };
    const refusal = await context.register('mass@sarraf.test', wished);
    expect([refusal.body.message, refusal.body.errors]).toEqual(['UNKNOWN_FIELD', Object.keys(wished)]);
    const token = await context.signUp('mass@sarraf.test', { authenticationType: 'EMAIL' });
    const { body } = await context.call('GET', '/users/account', { token });
    expect(body.baseDTO).toMatchObject({
      supervisor: false,
      authorized: false,
      userAccountLevel: 'BRONZE',
      fee: '0.4',
    });
    const other = await context.register('mass2@sarraf.test', { authenticationType: 'AUTHORIZED' });
    expect([other.status, other.body.errors]).toEqual([400, ['authenticationType']]);
  });

  it('sends at most 5 codes an hour and 10 a day to an address', async () => {
    const tries = async () => {
      let sentCount = 0;
      for (let i = 0; i < 8; i += 1) {
        if ((await context.register('many@sarraf.test')).status === 200) sentCount += 1;
        context.clock.advance(121_000);
      }
      return sentCount;
    };
    expect(await tries()).toBe(5);
    context.clock.advance(3_600_000);
    expect(await tries()).toBe(5);
    context.clock.advance(3_600_000);
    expect(await tries()).toBe(0);
    expect(await context.outbox('many@sarraf.test')).toHaveLength(10);
    // Requests of other clients for the address don't keep its owner from signing in.
  });
});

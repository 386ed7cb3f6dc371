import { toPersianDigits } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createIdentityFixture,
  createWrongCode,
  type IdentityFixture,
  PASSWORD,
} from '../../../test/identity.ts';
import { createAppCode, enrolAuthenticator, verifyMobile } from '../../../test/two-step.ts';

let context: IdentityFixture;
let serial = 0;
beforeAll(async () => {
  context = await createIdentityFixture();
});
afterAll(() => context.close());

/** Signs up a user up to the point where the code is required. */
async function waiting(): Promise<{ email: string; code: string; challenge: string }> {
  serial += 1;
  const email = `waiting${serial}@sarraf.test`;
  await context.signUp(email);
  const { challenge } = (await context.login(email)).body.baseDTO;
  return { email, code: await context.codeFor(email), challenge };
}

/** Creates a user with SMS to this number as two-step method. */
async function texted(mobile: string): Promise<{ email: string; token: string }> {
  serial += 1;
  const email = `texted${serial}@sarraf.test`;
  const token = await context.signUp(email);
  await verifyMobile(context, email, mobile);
  await sql`update users set two_step_method = 'SMS' where email = ${email}`.execute(context.db);
  return { email, token };
}
const messageOf = async (email: string, code: string) => (await context.check(email, code)).body.message;

describe('check-otp-code', () => {
  it('returns a 256-bit token for the right code, once', async () => {
    const { email, code } = await waiting();
    const first = await context.check(email, code);
    expect([first.status, first.body]).toEqual([
      200,
      { status: 'OK', message: 'signed in', token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) },
    ]);
    expect((await context.check(email, code)).body).toMatchObject({
      status: 'BAD_REQUEST',
      message: 'Code Expired',
    });
  });

  it('accepts Persian digits, and the address as username', async () => {
    const { email, code } = await waiting();
    const answer = await context.post('/users/check-otp-code', {
      username: email.toUpperCase(),
      code: ` ${toPersianDigits(code)} `,
    });
    expect(answer.status).toBe(200);
  });

  it('accepts the code sent by SMS, with the user named by number or address', async () => {
    const { email, token } = await texted('+989125550001');
    const login = await context.login(email);
    expect(login.body.baseDTO).toEqual({
      starTwoStepAuthentication: '+98912***0001',
      twoStepAuthenticationType: 'SMS',
      expiresIn: 120,
      challenge: expect.any(String),
    });
    const code = await context.codeFor('+989125550001');
    const unknownReply = await context.post('/users/check-otp-code', { mobileNumber: '09125559999', code });
    expect(unknownReply.body.message).toBe('Code Expired');
    const codeBody = { mobileNumber: toPersianDigits('09125550001'), code };
    expect((await context.post('/users/check-otp-code', codeBody)).status).toBe(200);
    // The next code needs no pause, since this one was used.
    await context.login(email);
    expect((await context.check(email, await context.codeFor('+989125550001'))).status).toBe(200);
    expect(await context.identity.authenticate(token)).not.toBeNull();
  });

  it('writes to users in the language they signed in with', async () => {
    const { email, code } = await waiting();
    const body = { email, code };
    expect((await context.call('POST', '/users/check-otp-code', { body, language: 'en' })).status).toBe(200);
    expect((await context.identity.people.findByEmail(email))?.language).toBe('en');
  });

  it('rejects a log-in with an e-mail address that the account no longer has', async () => {
    const { email } = await waiting();
    await sql`update users set email = ${`left-${email}`} where email = ${email}`.execute(context.db);
    expect((await context.login(email)).body.message).toBe('Invalid Username Or Password');
  });

  it('codes expire after 120 s at login and 300 s at sign-up', async () => {
    const { email, code } = await waiting();
    context.clock.advance(119_999);
    expect(await messageOf(email, createWrongCode(code))).toBe('Incorrect OTP');
    context.clock.advance(1);
    expect(await messageOf(email, code)).toBe('Code Expired');
    await context.register('late@sarraf.test');
    const late = await context.codeFor('late@sarraf.test');
    context.clock.advance(300_000);
    expect(await messageOf('late@sarraf.test', late)).toBe('Code Expired');
  });

  it('invalidates a code after five wrong attempts', async () => {
    const { email, code } = await waiting();
    for (let i = 0; i < 5; i += 1)
      expect(await messageOf(email, createWrongCode(code))).toBe('Incorrect OTP');
    expect(await messageOf(email, code)).toBe('Code Expired');
  });

  it('counts a hundred concurrent attempts individually', async () => {
    const { email, code } = await waiting();
    const messages = await Promise.all(
      Array.from({ length: 100 }, () => messageOf(email, createWrongCode(code))),
    );
    expect(messages.filter((message) => message === 'Incorrect OTP')).toHaveLength(5);
    expect(messages.filter((message) => message === 'Code Expired')).toHaveLength(95);
    expect(await messageOf(email, code)).toBe('Code Expired');
  });

  it('accepts the right code once when it is sent many times concurrently', async () => {
    const { email, code } = await waiting();
    const answers = await Promise.all(Array.from({ length: 30 }, () => context.check(email, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('allows ten wrong codes per hour, over all codes', async () => {
    const { email } = await waiting();
    for (let i = 0; i < 2; i += 1) {
      const code = await context.codeFor(email);
      for (let guess = 0; guess < 5; guess += 1)
        expect(await messageOf(email, createWrongCode(code))).toBe('Incorrect OTP');
      context.clock.advance(121_000);
      expect((await context.login(email)).status).toBe(200);
    }
    const code = await context.codeFor(email);
    const refusal = await context.check(email, code);
    expect([refusal.status, refusal.body.data]).toEqual([429, { retryAfter: 3600 - 242 }]);
    context.clock.advance((3600 - 242) * 1000);
    expect((await context.login(email)).status).toBe(200);
    expect((await context.check(email, await context.codeFor(email))).status).toBe(200);
  });

  it('code digests are bound to user, row and purpose', async () => {
    const [ann, ben] = [await waiting(), await waiting()];
    if (ann.code !== ben.code) expect(await messageOf(ben.email, ann.code)).toBe('Incorrect OTP');
    // The same digest under another purpose or id doesn't match.
    await context.register('purpose@sarraf.test');
    const code = await context.codeFor('purpose@sarraf.test');
    await sql`update one_time_codes c set digest = s.digest from one_time_codes s join sign_ups u on u.id = s.sign_up_id,
      users p where p.email = ${ann.email} and c.user_id = p.id and u.email = 'purpose@sarraf.test'`.execute(
      context.db,
    );
    if (code !== ann.code) expect(await messageOf(ann.email, code)).toBe('Incorrect OTP');
    expect(await messageOf('purpose@sarraf.test', code)).toBe('signed in');
  });

  it('responds alike for an address without a pending step and an unknown one', async () => {
    await context.signUp('idle@sarraf.test');
    const knownReply = await context.check('idle@sarraf.test', '123456');
    const unknownReply = await context.check('nobody@sarraf.test', '123456');
    expect([knownReply.status, knownReply.body]).toEqual([unknownReply.status, unknownReply.body]);
    expect(knownReply.body.message).toBe('Code Expired');
    const none = await context.post('/users/check-otp-code', { code: '123456' });
    expect([none.status, none.body.errors]).toEqual([400, ['email']]);
  });

  it('stores no code, token or password in readable form', async () => {
    const { email, code } = await waiting();
    const { token } = (await context.check(email, code)).body;
    await context.login(email);
    const fresh = await context.codeFor(email);
    await sql`delete from sandbox_outbox`.execute(context.db);
    for (const table of [
      'users',
      'sign_ups',
      'one_time_codes',
      'sessions',
      'login_attempts',
      'limit_counters',
    ]) {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t`.execute(
        context.db,
      );
      const dump = rows
        .map((row) => row.text.replace(/[0-9a-f-]{36}|\\x[0-9a-f]+|\d\d:\d\d:\d\d[.\d]*/g, ''))
        .join('\n');
      for (const secret of [token, PASSWORD]) expect(dump).not.toContain(secret);
      if (table === 'one_time_codes') expect(dump).not.toContain(fresh);
    }
  });
});

describe('resend-otp-code', () => {
  const resend = (email: string, challenge?: string) =>
    context.post(`/users/resend-otp-code?email=${encodeURIComponent(email)}`, { challenge });

  it('sends a new code for the pending step, replacing the last one', async () => {
    const { email, code, challenge } = await waiting();
    context.clock.advance(60_000);
    expect((await resend(email, challenge)).body.data).toEqual({ retryAfter: 60 });
    context.clock.advance(60_000);
    expect((await resend(email, challenge)).body.baseDTO.expiresIn).toBe(120);
    const fresh = await context.codeFor(email);
    if (fresh !== code) expect(await messageOf(email, code)).toBe('Incorrect OTP');
    expect(await messageOf(email, fresh)).toBe('signed in');
    // The step is completed: nothing is pending, whichever of its codes was used.
    context.clock.advance(121_000);
    expect((await resend(email)).status).toBe(200);
    expect(await context.codeFor(email)).toBe(fresh);
  });

  it('accepts the address in the body too, and does not extend a sign-up', async () => {
    const { challenge } = (await context.register('resend@sarraf.test')).body.baseDTO;
    context.clock.advance(120_000);
    const answer = await context.post('/users/resend-otp-code', {
      username: 'resend@sarraf.test',
      challenge,
    });
    expect(answer.body.baseDTO).toEqual({
      starTwoStepAuthentication: 'r***@sarraf.test',
      twoStepAuthenticationType: 'EMAIL',
      expiresIn: 300,
    });
    expect(await messageOf('resend@sarraf.test', await context.codeFor('resend@sarraf.test'))).toBe(
      'signed in',
    );
    expect((await context.login('resend@sarraf.test')).status).toBe(200);
  });

  it('uses the channel of the step: SMS, or nothing with an authenticator', async () => {
    const { email } = await texted('+989125550002');
    const { challenge } = (await context.login(email)).body.baseDTO;
    const first = await context.codeFor('+989125550002');
    context.clock.advance(121_000);
    expect((await resend(email, challenge)).body.baseDTO.twoStepAuthenticationType).toBe('SMS');
    const second = await context.codeFor('+989125550002');
    if (first !== second) expect(await messageOf(email, first)).toBe('Incorrect OTP');
    expect(await messageOf(email, second)).toBe('signed in');
    const app = 'app-resend@sarraf.test';
    const { secret } = await enrolAuthenticator(context, await context.signUp(app));
    const step = (await context.login(app)).body.baseDTO;
    const mails = (await context.outbox(app)).length;
    context.clock.advance(121_000);
    expect((await resend(app, step.challenge)).body.baseDTO.twoStepAuthenticationType).toBe(
      'GOOGLE_AUTHENTICATOR',
    );
    expect(await context.outbox(app)).toHaveLength(mails);
    expect(await messageOf(app, createAppCode(context, secret))).toBe('signed in');
  });

  it('does not reveal whether the address exists', async () => {
    await context.signUp('exists@sarraf.test');
    context.clock.advance(121_000);
    for (const expected of [200, 429]) {
      const [knownReply, unknownReply] = [
        await resend('exists@sarraf.test'),
        await resend('edoes-not@sarraf.test'),
      ];
      expect([knownReply.status, knownReply.body]).toEqual([unknownReply.status, unknownReply.body]);
      expect(knownReply.status).toBe(expected);
    }
    expect(await context.outbox('exists@sarraf.test')).toHaveLength(1);
    expect(await context.outbox('edoes-not@sarraf.test')).toHaveLength(0);
  });

  it('requires the password again after half an hour', async () => {
    const { email, challenge } = await waiting();
    context.clock.advance(31 * 60_000);
    expect((await resend(email, challenge)).body.message).toBe('CHALLENGE_REFUSED');
    expect(await context.outbox(email)).toHaveLength(2);
  });

  it('requires an address', async () => {
    const { status, body } = await context.post('/users/resend-otp-code', {});
    expect([status, body.message, body.errors]).toEqual([400, 'BAD_REQUEST', ['email']]);
  });
});

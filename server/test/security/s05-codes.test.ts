import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WIDE_LIMITS } from '../../src/identity/codes/limits.ts';
import { createIdentityFixture, createWrongCode, type IdentityFixture, PASSWORD } from '../identity.ts';
import { createAppCode, enrolAuthenticator, verifyMobile } from '../two-step.ts';

let context: IdentityFixture;
let serial = 0;
beforeAll(async () => {
  context = await createIdentityFixture();
});
afterAll(() => context.close());

const SEND = '/users/send-verification-code?twoStepAuthorization=';
const NEW_PASSWORD = 'Another-7-valley';

async function createPerson(): Promise<{ email: string; token: string }> {
  serial += 1;
  const email = `coded${serial}@sarraf.test`;
  return { email, token: await context.signUp(email) };
}
const postAs = (path: string, token?: string, body: object = {}) =>
  context.callProved('POST', path, { body, ...(token !== undefined && { token }) });

describe('a one-time code', () => {
  it('S05: of one purpose is invalid for every other', async () => {
    const { email, token } = await createPerson();
    await verifyMobile(context, email, '+989120000001');
    const readMailedCode = () => context.codeFor(email);
    await context.login(email);
    const codes: Record<string, string> = { LOGIN: await readMailedCode() };
    await postAs('/users/forget-password', undefined, { email });
    codes.RESET = await readMailedCode();
    await postAs('/users/step-up/send-code', token);
    codes.STEP_UP = await readMailedCode();
    await postAs(`${SEND}SMS`, token);
    codes.TWO_STEP = await context.codeFor('+989120000001');
    await postAs('/users/change-email', token, { newEmail: `new-${email}` });
    codes.EMAIL = await context.codeFor(`new-${email}`);
    await postAs('/users/change-mobile', token, { newMobileNumber: '9120000002' });
    codes.MOBILE = await context.codeFor('+989120000002');
    const password = NEW_PASSWORD;
    const uses: Record<string, (code: string) => ReturnType<typeof postAs>> = {
      LOGIN: (code) => context.check(email, code),
      RESET: (code) => postAs('/users/forget-password/check', undefined, { username: email, code }),
      STEP_UP: (code) => postAs('/users/step-up', token, { password: PASSWORD, code }),
      TWO_STEP: (code) => postAs(`/users/change-otp?twoStepAuthorization=SMS&code=${code}`, token),
      EMAIL: (otp) => postAs('/users/change-email-otp', token, { otp }),
      MOBILE: (otp) => postAs('/users/change-mobile-otp', token, { otp }),
    };
    // Each code is valid, so every refusal is due to the wrong purpose.
    for (const [purpose, use] of Object.entries(uses)) {
      await sql`delete from limit_counters`.execute(context.db);
      for (const [other, code] of Object.entries(codes)) {
        if (other === purpose || code === codes[purpose]) continue;
        await sql`update one_time_codes set attempts = 0, open_attempts = 0`.execute(context.db);
        const { status, body } = await use(code);
        expect([purpose, other, status, body.message]).toEqual([purpose, other, 400, 'Incorrect OTP']);
      }
    }
    await sql`update one_time_codes set attempts = 0, open_attempts = 0`.execute(context.db);
    await sql`delete from limit_counters`.execute(context.db);
    const ticket = await uses.RESET?.(codes.RESET as string);
    const reset = await postAs('/users/reset-password', undefined, {
      username: email,
      code: ticket?.body.baseDTO.ticket,
      password,
    });
    expect(reset.status).toBe(200);
  });

  it('S05: of one session is invalid in another of the same user', async () => {
    const { email, token } = await createPerson();
    const other = await context.signIn(email);
    await postAs('/users/change-email', token, { newEmail: `moved-${email}` });
    const otp = await context.codeFor(`moved-${email}`);
    const elsewhere = await postAs('/users/change-email-otp', other, { otp });
    expect([elsewhere.status, elsewhere.body.message]).toEqual([400, 'Code Expired']);
    expect((await postAs('/users/change-email-otp', token, { otp })).status).toBe(200);
  });

  it('S05: works once, and for two minutes', async () => {
    const { email } = await createPerson();
    await context.login(email);
    const code = await context.codeFor(email);
    expect(code).toMatch(/^\d{6}$/);
    expect((await context.check(email, code)).status).toBe(200);
    expect((await context.check(email, code)).body.message).toBe('Code Expired');
    await context.post('/users/forget-password', { email });
    const reset = { username: email, code: await context.codeFor(email), password: NEW_PASSWORD };
    context.clock.advance(120_000);
    expect((await context.post('/users/reset-password', reset)).body.message).toBe('Code Expired');
  });
});

describe('guesses of a code', () => {
  it('S06: a hundred concurrent guesses count as a hundred, at every endpoint', async () => {
    const { email, token } = await createPerson();
    await postAs('/users/step-up/send-code', token);
    const stepUp = await context.codeFor(email);
    await context.post('/users/forget-password', { email });
    const reset = await context.codeFor(email);
    await postAs('/users/change-email', token, { newEmail: `g-${email}` });
    const moved = await context.codeFor(`g-${email}`);
    await sql`delete from sandbox_outbox`.execute(context.db);
    const endpoints: [(code: string) => ReturnType<typeof postAs>, string][] = [
      [(code) => postAs('/users/step-up', token, { password: PASSWORD, code }), stepUp],
      [
        (code) =>
          postAs('/users/reset-password', undefined, { username: email, code, password: NEW_PASSWORD }),
        reset,
      ],
      [(otp) => postAs('/users/change-email-otp', token, { otp }), moved],
    ];
    for (const [guess, code] of endpoints) {
      await sql`delete from limit_counters`.execute(context.db);
      const answers = await Promise.all(Array.from({ length: 100 }, () => guess(createWrongCode(code))));
      const messages = answers.map(({ body }) => body.message);
      expect(messages.filter((message) => message === 'Incorrect OTP').length).toBe(5);
      expect((await guess(code)).status).toBe(400);
    }
  });

  it('S06: of an authenticator count the same way, ten an hour', async () => {
    const { email, token } = await createPerson();
    const { secret } = await enrolAuthenticator(context, token);
    for (let i = 0; i < 2; i += 1) {
      await context.login(email);
      const wrong = createWrongCode(createAppCode(context, secret, 1));
      const answers = await Promise.all(Array.from({ length: 50 }, () => context.check(email, wrong)));
      expect(answers.filter(({ body }) => body.message === 'Incorrect OTP')).toHaveLength(5);
    }
    await context.login(email);
    expect((await context.check(email, createAppCode(context, secret, 1))).status).toBe(429);
    context.clock.advance(3_600_000);
    await context.login(email);
    expect((await context.check(email, createAppCode(context, secret))).status).toBe(200);
  });

  it("S06: an attacker's wrong codes at sign-up and reset don't affect the owner's login", async () => {
    const { email } = await createPerson();
    context.clock.advance(121_000);
    for (let i = 0; i < 2; i += 1) {
      await context.register(email, { password: 'Stranger-7-pass' });
      await context.post('/users/forget-password', { email });
      for (let guess = 0; guess < 5; guess += 1) {
        await context.check(email, '000000');
        await context.post('/users/forget-password/check', { username: email, code: '000000' });
      }
      context.clock.advance(121_000);
    }
    expect((await context.check(email, '000000')).body.message).toBe('Code Expired');
    await context.login(email);
    expect((await context.check(email, await context.codeFor(email))).status).toBe(200);
  });
});

/** Counts the codes sent to an address. */
const countCodes = async (to: string) =>
  (await context.outbox(to)).filter(({ code }) => code !== null).length;

describe('sending codes', () => {
  it('S07: one in 120 s, five an hour and ten a day, for a known address and an unknown one', async () => {
    const { email } = await createPerson();
    for (const address of [email, 'nobody-at-all@sarraf.test']) {
      const statuses: number[] = [];
      for (let i = 0; i < 40; i += 1) {
        statuses.push((await context.post('/users/forget-password', { email: address })).status);
        context.clock.advance(60_000);
      }
      expect(statuses.slice(0, 4)).toEqual([200, 429, 200, 429]);
      expect(statuses.filter((status) => status === 200)).toHaveLength(5);
      for (let i = 0; i < 20; i += 1) {
        context.clock.advance(600_000);
        statuses.push((await context.post('/users/forget-password', { email: address })).status);
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(10);
      context.clock.advance(24 * 3_600_000);
    }
    // An attacker's requests don't keep the owner from signing in.
    expect((await context.login(email)).status).toBe(200);
  });

  it('S07: to one mobile from many accounts, or with any spelling of the user name, count together', async () => {
    const number = '+989120000077';
    for (let i = 0; i < 8; i += 1) {
      const { token } = await createPerson();
      const { status } = await postAs('/users/change-mobile', token, { newMobileNumber: number });
      expect(status).toBe(i < 5 ? 200 : 429);
      context.clock.advance(121_000);
    }
    expect(await countCodes(number)).toBe(5);
    const { email } = await createPerson();
    await verifyMobile(context, email, '+989120000078');
    for (let i = 0; i < 5; i += 1) {
      const channel = { authenticationType: 'SMS' };
      for (const who of [{ mobileNumber: '09120000078' }, { email }])
        expect((await context.post('/users/forget-password', { ...who, ...channel })).status).toBe(200);
      context.clock.advance(121_000);
    }
    expect(await countCodes('+989120000078')).toBe(5);
  });

  it('S07: a spent SMS budget refuses the code, without a weaker fallback', async () => {
    const own = await createIdentityFixture({ limits: WIDE_LIMITS, smsPerHour: 1 });
    const token = await own.signUp('texted@sarraf.test');
    await verifyMobile(own, 'texted@sarraf.test', '+989120000079');
    await own.callProved('POST', `${SEND}SMS`, { token });
    const code = await own.codeFor('+989120000079');
    const changed = await own.callProved('POST', `/users/change-otp?twoStepAuthorization=SMS&code=${code}`, {
      token,
    });
    expect(changed.status).toBe(200);
    const mails = (await own.outbox('texted@sarraf.test')).length;
    const { status, body } = await own.login('texted@sarraf.test');
    expect([status, body.message, body.baseDTO]).toEqual([503, 'SMS_OTP_UNAVAILABLE', undefined]);
    expect(await own.outbox('texted@sarraf.test')).toHaveLength(mails);
    // Shown only to a caller who knows the password.
    expect((await own.login('texted@sarraf.test', 'Wrong-password-1')).status).toBe(400);
    own.clock.advance(3_600_000);
    expect((await own.login('texted@sarraf.test')).body.baseDTO).toEqual({
      starTwoStepAuthentication: '+98912***0079',
      twoStepAuthenticationType: 'SMS',
      expiresIn: 120,
      challenge: expect.any(String),
    });
    expect((await own.check('texted@sarraf.test', await own.codeFor('+989120000079'))).status).toBe(200);
    await own.close();
  });
});

describe('codes by SMS', () => {
  it('S09: is offered for a verified number, and for no other', async () => {
    const { email, token } = await createPerson();
    const none = await postAs(`${SEND}SMS`, token);
    expect([none.status, none.body.message]).toEqual([404, 'MOBILE_NUMBER_NOT_FOUND']);
    await sql`update users set mobile = '+989120000090' where email = ${email}`.execute(context.db);
    expect((await postAs(`${SEND}SMS`, token)).body.message).toBe('MOBILE_NUMBER_NOT_FOUND');
    // Nor does a reset go to an unverified number.
    for (const who of [{ mobileNumber: '09120000090' }, { email }])
      await context.post('/users/forget-password', { ...who, authenticationType: 'SMS' });
    expect(await context.outbox('+989120000090')).toEqual([]);
    expect(await countCodes(email)).toBe(2);
    // It can be verified by entering it again.
    await postAs('/users/change-mobile', token, { newMobileNumber: '09120000090' });
    const otp = await context.codeFor('+989120000090');
    expect((await postAs('/users/change-mobile-otp', token, { otp })).status).toBe(200);
    expect((await postAs(`${SEND}SMS`, token)).body.baseDTO).toMatchObject({
      starTwoStepAuthentication: '+98912***0090',
      twoStepAuthenticationType: 'SMS',
    });
  });

  it('who has the SIM alone does not get in: where it has the second step, a reset goes by e-mail', async () => {
    const { email } = await createPerson();
    await verifyMobile(context, email, '+989120000091');
    await sql`update users set two_step_method = 'SMS' where email = ${email}`.execute(context.db);
    const before = await countCodes(email);
    const { body } = await context.post('/users/forget-password', {
      mobileNumber: '09120000091',
      authenticationType: 'SMS',
    });
    // The reply is the same for any number.
    expect(body.baseDTO).toMatchObject({ twoStepAuthenticationType: 'SMS' });
    expect([await countCodes('+989120000091'), await countCodes(email)]).toEqual([0, before + 1]);
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WIDE_LIMITS } from '../../src/identity/codes/limits.ts';
import { createIdentityFixture, createWrongCode, type IdentityFixture, PASSWORD } from '../identity.ts';
import { NAMES } from '../names.ts';
import { addPerson } from '../people.ts';
import { createAppCode, enrolAuthenticator, verifyMobile } from '../two-step.ts';

let context: IdentityFixture;
let serial = 0;
beforeAll(async () => {
  context = await createIdentityFixture({ limits: WIDE_LIMITS });
  // Different from the product's name, so that a hard-coded name is noticed.
  const { brand, db } = context;
  const admin = await addPerson(db, { email: 'names@sarraf.test', roles: ['admin'] });
  await brand.save(admin, { ...brand.getBrand(), name: NAMES, version: 0 });
});
afterAll(() => context.close());

async function createPerson(): Promise<{ email: string; token: string }> {
  serial += 1;
  const email = `app${serial}@sarraf.test`;
  return { email, token: await context.signUp(email) };
}
const postAs = (path: string, token: string, body: object = {}) =>
  context.callProved('POST', path, { token, body });
const beginEnrolment = (token: string, method = 'GOOGLE_AUTHENTICATOR') =>
  postAs(`/users/send-verification-code?twoStepAuthorization=${method}`, token);
const changeMethod = (token: string, code: string, method = 'GOOGLE_AUTHENTICATOR') =>
  postAs(`/users/change-otp?twoStepAuthorization=${method}&code=${code}`, token);
const isSessionAlive = async (token: string) => (await context.identity.authenticate(token)) !== null;
const countRecoveryCodes = async (token: string) =>
  (await context.call('GET', '/users/recovery-codes', { token })).body.baseDTO.remaining;

describe('an authenticator', () => {
  it('S08: is shown once, as QR image, link and text of a 160-bit seed', async () => {
    const { email, token } = await createPerson();
    const { status, body } = await beginEnrolment(token);
    const { file, qrCodeLink, secret, ...prompt } = body.baseDTO;
    expect([status, body.message, prompt]).toEqual([
      200,
      'Verification Code Sent',
      { starTwoStepAuthentication: '', twoStepAuthenticationType: 'GOOGLE_AUTHENTICATOR', expiresIn: 600 },
    ]);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(Buffer.from(file, 'base64').subarray(1, 4).toString()).toBe('PNG');
    const link = new URL(qrCodeLink);
    expect([link.protocol, link.host, decodeURIComponent(link.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Sample Exchange:${email}`,
    ]);
    expect(link.searchParams.get('issuer')).toBe('Sample Exchange');
    expect(link.searchParams.get('secret')).toBe(secret);
    // A second request creates another, and invalidates the first.
    const again = (await beginEnrolment(token)).body.baseDTO;
    expect(again.secret).not.toBe(secret);
    expect((await changeMethod(token, createAppCode(context, secret))).body.message).toBe('Incorrect OTP');
    expect((await changeMethod(token, createAppCode(context, again.secret))).status).toBe(200);
    const { rows } = await sql<{ text: string }>`select a::text as text from authenticators a`.execute(
      context.db,
    );
    for (const { text } of rows) expect(text).not.toContain(again.secret);
  });

  it('S08: is not active until one of its codes was entered correctly', async () => {
    const { email, token } = await createPerson();
    const { secret } = (await beginEnrolment(token)).body.baseDTO;
    expect((await changeMethod(token, createWrongCode(createAppCode(context, secret)))).body.message).toBe(
      'Incorrect OTP',
    );
    expect((await context.login(email)).body.baseDTO.twoStepAuthenticationType).toBe('EMAIL');
  });

  it('S08: is required at login, and accepts the current code and those one step around, not two', async () => {
    const { email, token } = await createPerson();
    const { secret } = await enrolAuthenticator(context, token);
    const mails = (await context.outbox(email)).length;
    for (const [steps, expected] of [
      [-2, 'Incorrect OTP'],
      [2, 'Incorrect OTP'],
      [-1, 'signed in'],
      [0, 'signed in'],
      [1, 'signed in'],
    ] as const) {
      context.clock.advance(300_000);
      expect((await context.login(email)).body.baseDTO).toEqual({
        starTwoStepAuthentication: '',
        twoStepAuthenticationType: 'GOOGLE_AUTHENTICATOR',
        expiresIn: expect.any(Number),
        challenge: expect.any(String),
      });
      expect((await context.check(email, createAppCode(context, secret, steps))).body.message).toBe(expected);
    }
    expect(await context.outbox(email)).toHaveLength(mails);
  });

  it("S08: refuses a code with the time for the phone's clock, whatever was typed", async () => {
    const { email, token } = await createPerson();
    const enrolment = (await beginEnrolment(token)).body.baseDTO;
    const incorrectCodeReply = (code: string) => ({
      message: 'Incorrect OTP',
      data: { serverTime: context.clock.now() },
      code,
    });
    // A minute behind, ten minutes before, and an invalid one: they are indistinguishable.
    const createInvalidCodes = (secret: string) => [
      createAppCode(context, secret, -2),
      createAppCode(context, secret, 20),
      '000000',
    ];
    for (const code of createInvalidCodes(enrolment.secret))
      expect({ ...(await changeMethod(token, code)).body, code }).toMatchObject(incorrectCodeReply(code));
    const { secret } = await enrolAuthenticator(context, token);
    await context.login(email);
    for (const code of createInvalidCodes(secret))
      expect({ ...(await context.check(email, code)).body, code }).toMatchObject(incorrectCodeReply(code));
    for (const code of createInvalidCodes(secret)) {
      const { body } = await context.call('POST', '/users/step-up', {
        token,
        body: { password: PASSWORD, code },
      });
      expect({ ...body, code }).toMatchObject(incorrectCodeReply(code));
    }
    // Our own codes and recovery codes don't depend on a clock.
    expect((await context.check(email, '7GT3K-0QXWM')).body).toMatchObject({
      message: 'Incorrect OTP',
      errors: [],
    });
    expect((await context.check(email, '7GT3K-0QXWM')).body.data).toBeUndefined();
    const other = await createPerson();
    await context.login(other.email);
    const mailed = await context.check(other.email, createWrongCode(await context.codeFor(other.email)));
    expect([mailed.body.message, mailed.body.data]).toEqual(['Incorrect OTP', undefined]);
  });

  it('S08: accepts no code twice, nor one older than the last, also with concurrent attempts', async () => {
    const { email, token } = await createPerson();
    const { secret } = await enrolAuthenticator(context, token);
    await context.login(email);
    expect((await context.check(email, createAppCode(context, secret))).body.message).toBe('Incorrect OTP');
    context.clock.advance(60_000);
    const code = createAppCode(context, secret);
    expect((await context.check(email, code)).status).toBe(200);
    await context.login(email);
    for (const replayed of [code, createAppCode(context, secret, -1)])
      expect((await context.check(email, replayed)).body.message).toBe('Incorrect OTP');
    context.clock.advance(60_000);
    await context.login(email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => context.check(email, createAppCode(context, secret))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('S08: can be moved to another phone, and its seed and recovery codes are deleted when it is removed', async () => {
    const { email, token } = await createPerson();
    const first = await enrolAuthenticator(context, token);
    context.clock.advance(60_000);
    const second = await enrolAuthenticator(context, token);
    context.clock.advance(60_000);
    await context.login(email);
    expect((await context.check(email, createAppCode(context, first.secret))).body.message).toBe(
      'Incorrect OTP',
    );
    expect((await context.check(email, first.recoveryCodes[0] as string)).body.message).toBe('Incorrect OTP');
    expect((await context.check(email, createAppCode(context, second.secret))).status).toBe(200);
    await beginEnrolment(token, 'EMAIL');
    expect((await changeMethod(token, await context.codeFor(email), 'EMAIL')).body.baseDTO).toEqual({
      twoStepAuthenticationType: 'EMAIL',
      withdrawalHoldUntil: expect.any(String),
    });
    expect(await countRecoveryCodes(token)).toBe(0);
    const { rows } = await sql`select from authenticators a join users u on u.id = a.user_id
      where u.email = ${email}`.execute(context.db);
    expect(rows).toEqual([]);
    await context.login(email);
    expect((await context.check(email, second.recoveryCodes[0] as string)).body.message).toBe(
      'Incorrect OTP',
    );
  });
});

describe('recovery codes', () => {
  it('are ten, of 50 bits each, and not readable in the database', async () => {
    const { token } = await createPerson();
    const { recoveryCodes } = await enrolAuthenticator(context, token);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const { rows } = await sql<{ text: string }>`select r::text as text from recovery_codes r`.execute(
      context.db,
    );
    for (const { text } of rows)
      for (const code of recoveryCodes) expect(text).not.toContain(code.replace('-', ''));
  });

  it('sign in once each, in any spelling, hold withdrawals for 72 hours, and the user is notified', async () => {
    const { email, token } = await createPerson();
    const { recoveryCodes } = await enrolAuthenticator(context, token);
    await context.login(email);
    const code = recoveryCodes[3] as string;
    const typed = ` ${code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`;
    const { status, body } = await context.check(email, typed);
    expect(status).toBe(200);
    expect(await countRecoveryCodes(body.token)).toBe(9);
    const caller = await context.identity.authenticate(body.token);
    expect(caller?.heldUntil).toBe(context.clock.now() + 72 * 3_600_000);
    const notices = (await context.notices(email)).length;
    await context.login(email);
    expect((await context.check(email, code)).body.message).toBe('Incorrect OTP');
    const other = recoveryCodes[4] as string;
    const answers = await Promise.all(Array.from({ length: 20 }, () => context.check(email, other)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(await context.notices(email)).toHaveLength(notices + 1);
  });

  it("are invalid for another user, and guesses count like a code's", async () => {
    const [ann, ben] = [await createPerson(), await createPerson()];
    const { recoveryCodes } = await enrolAuthenticator(context, ann.token);
    await enrolAuthenticator(context, ben.token);
    await context.login(ben.email);
    for (let i = 0; i < 5; i += 1)
      expect((await context.check(ben.email, recoveryCodes[i] as string)).body.message).toBe('Incorrect OTP');
    expect((await context.check(ben.email, recoveryCodes[5] as string)).body.message).toBe('Code Expired');
    // Without the password no step waits for one.
    const { email, token } = await createPerson();
    const own = await enrolAuthenticator(context, token);
    expect((await context.check(email, own.recoveryCodes[0] as string)).body.message).toBe('Code Expired');
  });

  it('are regenerated with a fresh proof, by any method, and the old ones end', async () => {
    const { email, token } = await createPerson();
    const reply = await postAs('/users/recovery-codes', token);
    expect(reply.body.content).toHaveLength(10);
    const again = await postAs('/users/recovery-codes', token);
    expect(await countRecoveryCodes(token)).toBe(10);
    await context.login(email);
    expect((await context.check(email, reply.body.content[0])).body.message).toBe('Incorrect OTP');
    expect((await context.check(email, again.body.content[0])).status).toBe(200);
    expect((await context.notices(email)).length).toBeGreaterThan(1);
  });
});

describe('confirming a session', () => {
  const requestCode = (token: string) => postAs('/users/step-up/send-code', token);
  const confirmSession = (token: string, body: object) => postAs('/users/step-up', token, body);

  it('requires password and code, returns a new token, and the old one ends immediately', async () => {
    const { email } = await createPerson();
    const token = await context.signIn(email, { remember: true });
    const before = await context.identity.authenticate(token);
    context.clock.advance(3_600_000);
    expect((await requestCode(token)).body.baseDTO).toEqual({
      starTwoStepAuthentication: 'a***@sarraf.test',
      twoStepAuthenticationType: 'EMAIL',
      expiresIn: 120,
      passwordNeeded: true,
    });
    const right = await context.codeFor(email);
    const wrong = await confirmSession(token, { password: 'Wrong-password-1', code: right });
    expect([wrong.status, wrong.body.message]).toEqual([400, 'Old Password Is Incorrect']);
    expect((await confirmSession(token, { code: right })).body.errors).toEqual(['password']);
    expect(
      (await confirmSession(token, { password: PASSWORD, code: createWrongCode(right) })).body.message,
    ).toBe('Incorrect OTP');
    const done = await confirmSession(token, { password: PASSWORD, code: right });
    expect(done.status).toBe(200);
    expect(await isSessionAlive(token)).toBe(false);
    const caller = await context.identity.authenticate(done.body.token);
    expect(caller).toMatchObject({ sessionId: before?.sessionId, confirmedAt: context.clock.now() });
    expect((await beginEnrolment(done.body.token)).status).toBe(200);
    // It is still the same remembered session.
    context.clock.advance(29 * 24 * 3_600_000);
    expect(await isSessionAlive(done.body.token)).toBe(true);
    context.clock.advance(24 * 3_600_000);
    expect(await isSessionAlive(done.body.token)).toBe(false);
  });

  it("accepts an authenticator's code without sending one, once", async () => {
    const { email, token } = await createPerson();
    const { secret } = await enrolAuthenticator(context, token);
    const mails = (await context.outbox(email)).length;
    context.clock.advance(900_000);
    expect((await confirmSession(token, { password: PASSWORD, code: '12345' })).body.message).toBe(
      'Incorrect OTP',
    );
    const right = createAppCode(context, secret);
    const done = await confirmSession(token, { password: PASSWORD, code: right });
    expect(done.status).toBe(200);
    const replayed = await confirmSession(done.body.token, { password: PASSWORD, code: right });
    expect(replayed.body.message).toBe('Incorrect OTP');
    expect((await requestCode(done.body.token)).body.baseDTO.twoStepAuthenticationType).toBe(
      'GOOGLE_AUTHENTICATOR',
    );
    expect(await context.outbox(email)).toHaveLength(mails);
  });

  it('uses SMS for users who chose it, and requires no password of users without one', async () => {
    const { email, token } = await createPerson();
    const mobile = '+989121110001';
    await verifyMobile(context, email, mobile);
    await beginEnrolment(token, 'SMS');
    await changeMethod(token, await context.codeFor(mobile), 'SMS');
    await sql`update users set password_encrypted = null where email = ${email}`.execute(context.db);
    const reply = await requestCode(token);
    expect(reply.body.baseDTO).toMatchObject({
      starTwoStepAuthentication: '+98912***0001',
      passwordNeeded: false,
    });
    expect((await confirmSession(token, { code: await context.codeFor(mobile) })).status).toBe(200);
  });
});

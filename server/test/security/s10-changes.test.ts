import type { StepUpChange } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STRICT_LIMITS, WIDE_LIMITS } from '../../src/identity/codes/limits.ts';
import { readAudit } from '../../src/platform/database/audit-log.ts';
import { createIdentityFixture, type IdentityFixture, PASSWORD } from '../identity.ts';
import { createAppCode, enrolAuthenticator, verifyMobile } from '../two-step.ts';

const HOUR = 3_600_000;
const NEW_PASSWORD = 'Another-7-valley';
let context: IdentityFixture;
let serial = 0;
beforeAll(async () => {
  context = await createIdentityFixture({ limits: WIDE_LIMITS });
});
afterAll(() => context.close());

async function createPerson(): Promise<{ email: string; token: string; other: string; id: string }> {
  serial += 1;
  const email = `keeper${serial}@sarraf.test`;
  const other = await context.signUp(email);
  const token = await context.signIn(email);
  const id = (await context.identity.authenticate(token))?.userId ?? '';
  return { email, token, other, id };
}
const postAs = (path: string, token: string | undefined, body: object = {}) =>
  context.callProved('POST', path, { body, ...(token !== undefined && { token }) });
const isSessionAlive = async (token: string) =>
  (await context.call('GET', '/users/sessions', { token })).status === 200;
const changePassword = (token: string, oldPassword = PASSWORD, password = NEW_PASSWORD) =>
  postAs('/users/change-password', token, { oldPassword, password });
const readLastAudit = async (subjectId: string) => (await readAudit(context.db, { subjectId, limit: 1 }))[0];
const setState = (email: string, state: string) =>
  sql`update users set authentication_type = ${state} where email = ${email}`.execute(context.db);
const readState = async (id: string) => (await context.identity.people.find(id))?.authenticationType;

/** Checks the effects of every change to an account's protection. */
async function expectProtected(
  { id, token, other }: { id: string; token: string; other: string },
  holdHours: number,
  action: string,
) {
  expect(await isSessionAlive(token)).toBe(true);
  expect(await isSessionAlive(other)).toBe(false);
  const caller = await context.identity.authenticate(token);
  expect(caller?.heldUntil).toBe(context.clock.now() + holdHours * HOUR);
  expect(await readLastAudit(id)).toMatchObject({ action, actorId: id, at: new Date(context.clock.now()) });
}

describe('a password change', () => {
  it('S10: requires the old one; other sessions end, withdrawals are held for 24 h, the owner is notified', async () => {
    const it = await createPerson();
    await context.login(it.email);
    const step = await context.codeFor(it.email);
    const { status, body } = await changePassword(it.token);
    expect([status, body]).toEqual([200, { status: 'OK', message: 'password changed successfully' }]);
    await expectProtected(it, 24, 'password changed');
    expect(await context.notices(it.email)).toHaveLength(1);
    // A step that was started with the old password can't be finished.
    expect((await context.check(it.email, step)).body.message).toBe('Code Expired');
    expect((await context.login(it.email)).status).toBe(400);
    expect((await context.login(it.email, NEW_PASSWORD)).status).toBe(200);
  });

  it.each([
    ['Wrong-password-1', NEW_PASSWORD, 'Old Password Is Incorrect', []],
    [PASSWORD, 'short', 'WEAK_PASSWORD', ['TOO_SHORT']],
    [PASSWORD, 'Password123', 'COMMON_PASSWORD', []],
    [PASSWORD, PASSWORD, 'SAME_VALUE', []],
  ])('S10: from %s to %s is refused: %s', async (from, to, message, errors) => {
    const { token, other } = await createPerson();
    const { status, body } = await changePassword(token, from, to);
    expect([status, body.message, body.errors]).toEqual([400, message, errors]);
    expect(await isSessionAlive(other)).toBe(true);
  });

  it('S10: can’t be used for guessing from a session: five attempts in 15 minutes, also concurrently', async () => {
    const own = await createIdentityFixture({ limits: STRICT_LIMITS });
    const token = await own.signUp('guessed@sarraf.test');
    const body = { oldPassword: 'Wrong-password-1', password: NEW_PASSWORD };
    await own.prove(token, 'PASSWORD');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => own.call('POST', '/users/change-password', { token, body })),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    // The owner can still sign in with it.
    expect((await own.login('guessed@sarraf.test')).status).toBe(200);
    await own.close();
  });

  it('S10: made twice concurrently takes effect once', async () => {
    const { token } = await createPerson();
    const answers = await Promise.all(
      ['One-more-8-river', 'Two-more-8-river'].map((password) => changePassword(token, PASSWORD, password)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('a stolen session', () => {
  const postUnproved = (path: string, token: string, body: object = {}) =>
    context.call('POST', path, { body, token });
  const bodies = {
    'change-password': { oldPassword: PASSWORD, password: NEW_PASSWORD },
    'change-email': { newEmail: 'thief@sarraf.test' },
    'change-email-otp': { otp: '123456' },
    'change-mobile': { newMobileNumber: '9122229999' },
    'change-mobile-otp': { otp: '123456' },
    'send-verification-code?twoStepAuthorization=GOOGLE_AUTHENTICATOR': {},
    'change-otp?twoStepAuthorization=GOOGLE_AUTHENTICATOR&code=123456': {},
    'recovery-codes': {},
  };
  const ACCOUNT_CHANGES: [path: string, change: StepUpChange][] = [
    ['change-password', 'PASSWORD'],
    ['change-email', 'EMAIL'],
    ['change-email-otp', 'EMAIL'],
    ['change-mobile', 'MOBILE'],
    ['change-mobile-otp', 'MOBILE'],
    ['send-verification-code?twoStepAuthorization=GOOGLE_AUTHENTICATOR', 'TWO_STEP'],
    ['change-otp?twoStepAuthorization=GOOGLE_AUTHENTICATOR&code=123456', 'TWO_STEP'],
    ['recovery-codes', 'RECOVERY_CODES'],
  ];

  it.each(ACCOUNT_CHANGES)('S10: just signed in is not enough for /users/%s', async (path, change) => {
    const { token } = await createPerson();
    const requestChange = () => postUnproved(`/users/${path}`, token, bodies[path as keyof typeof bodies]);
    const refusal = { message: 'CONFIRMATION_NEEDED', data: { change } };
    expect((await requestChange()).body).toMatchObject(refusal);
    // Nor is a proof for another change, or one older than ten minutes.
    await context.prove(token, change === 'EMAIL' ? 'MOBILE' : 'EMAIL');
    expect((await requestChange()).body).toMatchObject(refusal);
    await context.prove(token, change);
    context.clock.advance(600_001);
    expect((await requestChange()).body).toMatchObject(refusal);
    await context.prove(token, change);
    expect((await requestChange()).body.message).not.toBe('CONFIRMATION_NEEDED');
  });

  it('S10: does not get the account with the code of the new mailbox alone', async () => {
    const { email, token, id } = await createPerson();
    await postUnproved('/users/change-email', token, { newEmail: `thief-${email}` });
    expect(await context.codeFor(`thief-${email}`)).toBe('none');
    expect((await context.identity.people.find(id))?.email).toBe(email);
  });

  it("S10: can’t use the owner's proof: that is bound to another token, for one change, once", async () => {
    const { email, token, id } = await createPerson();
    const newEmail = `mine-${email}`;
    await postUnproved('/users/step-up/send-code', token, { change: 'EMAIL' });
    const body = { password: PASSWORD, code: await context.codeFor(email), change: 'EMAIL' };
    const mine = (await postUnproved('/users/step-up', token, body)).body.token;
    expect((await postUnproved('/users/change-email', token, { newEmail: `thief-${email}` })).status).toBe(
      401,
    );
    expect((await postUnproved('/users/recovery-codes', mine)).body.message).toBe('CONFIRMATION_NEEDED');
    expect((await postUnproved('/users/change-email', mine, { newEmail })).status).toBe(200);
    const otp = await context.codeFor(newEmail);
    expect((await postUnproved('/users/change-email-otp', mine, { otp })).status).toBe(200);
    expect((await context.identity.people.find(id))?.email).toBe(newEmail);
    const again = await postUnproved('/users/change-email', mine, { newEmail: `next-${email}` });
    expect(again.body.message).toBe('CONFIRMATION_NEEDED');
  });

  it('S10: for a password change, the code alone confirms; the change itself requires the old password', async () => {
    const { email, token } = await createPerson();
    context.clock.advance(600_001);
    const reply = await postUnproved('/users/step-up/send-code', token, { change: 'PASSWORD' });
    expect(reply.body.baseDTO.passwordNeeded).toBe(false);
    const body = { code: await context.codeFor(email), change: 'PASSWORD' };
    const mine = (await postUnproved('/users/step-up', token, body)).body.token;
    // Half a proof confirms nothing else.
    expect((await context.identity.authenticate(mine))?.confirmedAt).toBe(context.clock.now() - 600_001);
    const changePasswordTwice = (oldPassword: string) =>
      postUnproved('/users/change-password', mine, { oldPassword, password: NEW_PASSWORD });
    expect((await changePasswordTwice('Wrong-password-1')).body.message).toBe('Old Password Is Incorrect');
    expect((await changePasswordTwice(PASSWORD)).status).toBe(200);
    expect((await changePasswordTwice(NEW_PASSWORD)).body.message).toBe('CONFIRMATION_NEEDED');
  });
});

describe('a change of the two-step method', () => {
  it('S10: requires a code of the new one; other sessions end, withdrawals are held for 24 h, the owner is notified', async () => {
    const it = await createPerson();
    await enrolAuthenticator(context, it.token);
    await expectProtected(it, 24, 'two-step method changed');
    expect(await context.notices(it.email)).toHaveLength(1);
    const same = await postAs('/users/send-verification-code?twoStepAuthorization=EMAIL', it.token);
    expect(same.status).toBe(200);
  });

  it('S10: to the current or an unknown method is refused', async () => {
    const { token } = await createPerson();
    const beginMethodChange = (method: string) =>
      postAs(`/users/send-verification-code?twoStepAuthorization=${method}`, token);
    expect((await beginMethodChange('EMAIL')).body.message).toBe('SAME_VALUE');
    expect((await beginMethodChange('PIGEON')).body.errors).toEqual(['twoStepAuthorization']);
    const other = await postAs('/users/change-otp?twoStepAuthorization=SMS&code=123456', token);
    expect(other.body.message).toBe('Code Expired');
  });
});

describe('a change of the e-mail address', () => {
  it('S10: requires a code to the new one; old and new are notified, withdrawals are held for 72 h', async () => {
    const it = await createPerson();
    const moved = `moved-${it.email}`;
    const reply = await postAs('/users/change-email', it.token, { newEmail: ` ${moved.toUpperCase()} ` });
    expect([reply.body.message, reply.body.baseDTO]).toEqual([
      'Verification Code Sent',
      { starTwoStepAuthentication: 'm***@sarraf.test', expiresIn: 120, codeLength: 6 },
    ]);
    const otp = await context.codeFor(moved);
    expect((await postAs('/users/change-email-otp', it.token, { otp })).status).toBe(200);
    await expectProtected(it, 72, 'e-mail changed');
    expect(await context.notices(it.email)).toHaveLength(1);
    expect(await context.notices(moved)).toHaveLength(1);
    expect((await context.login(it.email)).status).toBe(400);
    expect((await context.login(moved)).status).toBe(200);
    expect(await readState(it.id)).toBe('NOT_COMPLETE');
    const { rows } = await sql<{ text: string }>`select c::text as text from one_time_codes c`.execute(
      context.db,
    );
    for (const { text } of rows) expect(text).not.toContain(moved);
    expect((await readLastAudit(it.id))?.detail).toBe('{"masked":"m***@sarraf.test"}');
  });

  it.each([
    ['AUTHORIZED', 'INFORMATION_CHANGED'],
    ['INFORMATION_CHANGED', 'INFORMATION_CHANGED'],
    ['INFORMATION_CHANGED_PENDING', 'INFORMATION_CHANGED_PENDING'],
    ['PENDING', 'PENDING'],
  ])('S10: of a user %s requires the old one, and leaves them %s', async (before, after) => {
    const { email, token, id } = await createPerson();
    await setState(email, before);
    const newEmail = `new-${email}`;
    for (const oldEmail of [undefined, '', 'other@sarraf.test', 'nonsense'])
      expect((await postAs('/users/change-email', token, { oldEmail, newEmail })).body.message).toBe(
        'CONFLICT',
      );
    expect((await postAs('/users/change-email', token, { oldEmail: email, newEmail })).status).toBe(200);
    await postAs('/users/change-email-otp', token, { otp: await context.codeFor(newEmail) });
    expect(await readState(id)).toBe(after);
  });

  it('S10: to another account’s gets the same reply and no code; its owner is notified, and no code works', async () => {
    const [thief, owner] = [await createPerson(), await createPerson()];
    const [takenReply, freeReply] = [
      await postAs('/users/change-email', thief.token, { newEmail: owner.email }),
      await postAs('/users/change-email', owner.token, { newEmail: `free-${owner.email}` }),
    ];
    expect([takenReply.status, takenReply.body.message, Object.keys(takenReply.body.baseDTO)]).toEqual([
      freeReply.status,
      freeReply.body.message,
      Object.keys(freeReply.body.baseDTO),
    ]);
    const codes = (await context.outbox(owner.email)).filter(({ code }) => code !== null);
    expect(codes).toHaveLength(2);
    expect(await context.notices(owner.email)).toHaveLength(1);
    expect((await postAs('/users/resend-email-otp', thief.token)).status).toBe(200);
    expect((await context.outbox(owner.email)).filter(({ code }) => code !== null)).toHaveLength(2);
    // The best attempt: the thief's own known code is used for the address.
    await postAs('/users/change-email', thief.token, { newEmail: `own-${thief.email}` });
    const otp = await context.codeFor(`own-${thief.email}`);
    const { rows } = await sql<{ id: string }>`select id from one_time_codes
      where user_id = ${thief.id} and purpose = 'EMAIL'`.execute(context.db);
    for (const { id } of rows)
      await sql`update one_time_codes
        set subject_encrypted = ${context.secrets.encrypt(owner.email, 'one_time_codes.subject_encrypted', id)}
        where id = ${id}`.execute(context.db);
    const guessed = await postAs('/users/change-email-otp', thief.token, { otp });
    expect([guessed.status, guessed.body.message]).toEqual([400, 'Incorrect OTP']);
    expect((await context.identity.people.find(owner.id))?.email).toBe(owner.email);
  });

  it('S10: to an invalid, too long or the current address is refused', async () => {
    const { email, token } = await createPerson();
    for (const [newEmail, message] of [
      ['nonsense', 'Invalid Email'],
      [`${'a'.repeat(39)}@sarraf.test`, 'Invalid Email'],
      [email.toUpperCase(), 'SAME_VALUE'],
    ])
      expect((await postAs('/users/change-email', token, { newEmail })).body.message).toBe(message);
  });

  it('S10: can be corrected immediately; only the last one counts, and its code can be sent again', async () => {
    const { email, token } = await createPerson();
    await postAs('/users/change-email', token, { newEmail: `typo-${email}` });
    const typo = await context.codeFor(`typo-${email}`);
    await postAs('/users/change-email', token, { newEmail: `right-${email}` });
    const first = await context.codeFor(`right-${email}`);
    if (typo !== first)
      expect((await postAs('/users/change-email-otp', token, { otp: typo })).body.message).toBe(
        'Incorrect OTP',
      );
    context.clock.advance(121_000);
    expect((await postAs('/users/change-email-otp', token, { otp: first })).body.message).toBe(
      'Code Expired',
    );
    expect((await postAs('/users/resend-email-otp', token)).body.baseDTO.starTwoStepAuthentication).toBe(
      'r***@sarraf.test',
    );
    const otp = await context.codeFor(`right-${email}`);
    expect((await postAs('/users/change-email-otp', token, { otp })).status).toBe(200);
    expect((await postAs('/users/resend-email-otp', token)).body.message).toBe('Code Expired');
  });
});

describe('a change of the mobile number', () => {
  it('S10: requires a code to the new one; old and new are notified, withdrawals are held for 72 h', async () => {
    const it = await createPerson();
    await verifyMobile(context, it.email, '+989122220001');
    await setState(it.email, 'AUTHORIZED');
    const values = { oldMobileNumber: '۰۹۱۲۲۲۲۰۰۰۱', newMobileNumber: '9122220002' };
    expect((await postAs('/users/change-mobile', it.token, values)).body.baseDTO).toEqual({
      starTwoStepAuthentication: '+98912***0002',
      expiresIn: 120,
      codeLength: 6,
    });
    const otp = await context.codeFor('+989122220002');
    expect((await postAs('/users/change-mobile-otp', it.token, { otp })).status).toBe(200);
    await expectProtected(it, 72, 'mobile changed');
    expect(await readState(it.id)).toBe('INFORMATION_CHANGED');
    for (const to of [it.email, '+989122220001', '+989122220002'])
      expect(await context.notices(to)).toHaveLength(1);
    expect(await context.identity.people.find(it.id)).toMatchObject({
      mobile: '+989122220002',
      mobileVerifiedAt: new Date(context.clock.now()),
    });
  });

  it('S10: gets its code again after the first has expired, in the same session; then the first is invalid', async () => {
    const { token, other } = await createPerson();
    await postAs('/users/change-mobile', token, { newMobileNumber: '9122220020' });
    const first = await context.codeFor('+989122220020');
    context.clock.advance(121_000);
    expect((await postAs('/users/change-mobile-otp', token, { otp: first })).body.message).toBe(
      'Code Expired',
    );
    const { status, body } = await postAs('/users/resend-mobile-otp', token);
    expect([status, body.baseDTO]).toEqual([
      200,
      { starTwoStepAuthentication: '+98912***0020', expiresIn: 120, codeLength: 6 },
    ]);
    const otp = await context.codeFor('+989122220020');
    if (otp !== first)
      expect((await postAs('/users/change-mobile-otp', token, { otp: first })).body.message).toBe(
        'Incorrect OTP',
      );
    // Another session of the same user has started no change.
    expect((await postAs('/users/resend-mobile-otp', other)).body.message).toBe('Code Expired');
    expect((await postAs('/users/change-mobile-otp', token, { otp })).status).toBe(200);
    expect((await postAs('/users/resend-mobile-otp', token)).body.message).toBe('Code Expired');
  });

  it.each([
    ['12', 'Invalid Phone Number'],
    ['8121234567', 'Invalid Phone Number'],
    ['+447911123456', 'COUNTRY_PREFIX_MISMATCH'],
    ['09122220009', 'SAME_VALUE'],
  ])('S10: %s is refused: %s', async (newMobileNumber, message) => {
    const { email, token } = await createPerson();
    await sql`update users set mobile = null, mobile_verified_at = null where mobile = '+989122220009'`.execute(
      context.db,
    );
    await verifyMobile(context, email, '+989122220009');
    expect((await postAs('/users/change-mobile', token, { newMobileNumber })).body.message).toBe(message);
  });

  it("S10: to another user’s number is refused only if that is verified, a mere claim doesn't count", async () => {
    const [one, two, claimer] = [await createPerson(), await createPerson(), await createPerson()];
    await verifyMobile(context, one.email, '+989122220010');
    await postAs('/users/change-mobile', two.token, { newMobileNumber: '9122220010' });
    const reply = await postAs('/users/change-mobile-otp', two.token, {
      otp: await context.codeFor('+989122220010'),
    });
    expect([reply.status, reply.body.message, reply.body.errors]).toEqual([
      409,
      'USER_IDENTITY_DATA',
      ['MOBILE_IS_INCORRECT'],
    ]);
    await sql`update users set mobile = '+989122220011' where email = ${claimer.email}`.execute(context.db);
    await postAs('/users/change-mobile', two.token, { newMobileNumber: '9122220011' });
    const otp = await context.codeFor('+989122220011');
    expect((await postAs('/users/change-mobile-otp', two.token, { otp })).status).toBe(200);
  });

  it('S10: of a number that two users verify concurrently succeeds for one of them', async () => {
    const people = [await createPerson(), await createPerson()];
    const codes: string[] = [];
    for (const { token } of people) {
      await postAs('/users/change-mobile', token, { newMobileNumber: '9122220012' });
      codes.push(await context.codeFor('+989122220012'));
    }
    const answers = await Promise.all(
      people.map(({ token }, i) => postAs('/users/change-mobile-otp', token, { otp: codes[i] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('a password reset', () => {
  const obtainTicket = async (email: string) => {
    const reply = await postAs('/users/forget-password', undefined, { email });
    expect(reply.body.message).toBe('code sent successfully.');
    const code = await context.codeFor(email);
    const checked = await postAs('/users/forget-password/check', undefined, { username: email, code });
    return checked.body.baseDTO.ticket as string;
  };
  const resetPassword = (username: string, code: string, password = NEW_PASSWORD) =>
    postAs('/users/reset-password', undefined, { username, code, password });

  it('S11: ends every session and step, signs no session in, and withdrawals wait 24 h', async () => {
    const { email, token, other, id } = await createPerson();
    await context.login(email);
    const step = await context.codeFor(email);
    const spare = await obtainTicket(email);
    context.clock.advance(121_000);
    const done = await resetPassword(email, await obtainTicket(email));
    expect([done.status, done.body]).toEqual([200, { status: 'OK', message: 'password reset successfully' }]);
    for (const dead of [token, other]) expect(await isSessionAlive(dead)).toBe(false);
    expect((await context.check(email, step)).body.message).toBe('Code Expired');
    expect((await resetPassword(email, spare)).body.message).toBe('Code Expired');
    expect(await context.notices(email)).toHaveLength(1);
    expect(await readLastAudit(id)).toMatchObject({ action: 'password reset', actorId: null });
    const fresh = await context.signIn(email, {}, NEW_PASSWORD);
    expect((await context.identity.authenticate(fresh))?.heldUntil).toBe(context.clock.now() + 24 * HOUR);
  });

  it('S11: does not circumvent an authenticator', async () => {
    const { email, token } = await createPerson();
    const { secret } = await enrolAuthenticator(context, token);
    await resetPassword(email, await obtainTicket(email));
    const mails = (await context.outbox(email)).length;
    const login = await context.login(email, NEW_PASSWORD);
    expect(login.body.baseDTO.twoStepAuthenticationType).toBe('GOOGLE_AUTHENTICATOR');
    expect(await context.outbox(email)).toHaveLength(mails);
    context.clock.advance(60_000);
    expect((await context.check(email, createAppCode(context, secret))).status).toBe(200);
  });

  it('S11: code and ticket work once and for one user only; the ticket is valid for ten minutes', async () => {
    const [ann, ben] = [await createPerson(), await createPerson()];
    const ticket = await obtainTicket(ann.email);
    const code = await context.codeFor(ann.email);
    expect((await resetPassword(ann.email, code)).body.message).toBe('Code Expired');
    expect((await resetPassword(ann.email, ticket, 'weak')).body.message).toBe('WEAK_PASSWORD');
    // After a refused password, another can be chosen; the ticket contains its user.
    expect((await resetPassword(ann.email, ticket, 'Password123')).body.message).toBe('COMMON_PASSWORD');
    expect((await resetPassword(ben.email, ticket)).status).toBe(200);
    expect((await context.login(ben.email)).status).toBe(200);
    expect((await context.login(ann.email, NEW_PASSWORD)).status).toBe(200);
    expect((await resetPassword(ann.email, ticket, 'Third-time-9-river')).body.message).toBe('Code Expired');
    context.clock.advance(121_000);
    const late = await obtainTicket(ann.email);
    context.clock.advance(600_000);
    expect((await resetPassword(ann.email, late)).body.message).toBe('Code Expired');
    // The code works without a ticket too.
    await postAs('/users/forget-password', undefined, { email: ann.email });
    expect(
      (await resetPassword(ann.email, await context.codeFor(ann.email), 'Third-time-9-river')).status,
    ).toBe(200);
    const many = await obtainTicket(ben.email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => resetPassword(ben.email, many)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('S11: sets a first password for a user who registered with Google, and uses SMS for a verified number', async () => {
    const { email, id } = await createPerson();
    await verifyMobile(context, email, '+989123330001');
    await sql`update users set password_encrypted = null where id = ${id}`.execute(context.db);
    expect((await context.login(email)).status).toBe(400);
    const who = { mobileNumber: '0912 333 0001' };
    const reply = await postAs('/users/forget-password', undefined, { ...who, authenticationType: 'SMS' });
    expect(reply.body.baseDTO).toEqual({
      starTwoStepAuthentication: '+98912***0001',
      twoStepAuthenticationType: 'SMS',
      expiresIn: 120,
      challenge: expect.any(String),
    });
    const code = await context.codeFor('+989123330001');
    expect((await resetPassword('+989123330001', code)).status).toBe(200);
    expect((await context.login(email, NEW_PASSWORD)).status).toBe(200);
  });
});

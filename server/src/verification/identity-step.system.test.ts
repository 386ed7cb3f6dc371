import type { ProviderScenario } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentityFixture, createWrongCode, type IdentityFixture } from '../../test/identity.ts';
import {
  createApprovedPerson,
  createBankAccount,
  createIranianForm,
  createMobile,
  createNationalCode,
  createUnidentifiedPerson,
  readAccount,
  requestProviderCode,
  submitFirst,
  submitProviderCode,
  submitUpdate,
} from '../../test/verification.ts';
import { WIDE_LIMITS } from '../identity/codes/limits.ts';
import { STRICT_CONSENT_LIMITS } from './consent/limits.ts';

let context: IdentityFixture;
let staffId: string;
beforeAll(async () => {
  context = await createIdentityFixture({ limits: WIDE_LIMITS, consentLimits: STRICT_CONSENT_LIMITS });
  staffId = (await context.verification.createDemoPeople())['staff@sarraf.test'] ?? '';
});
afterAll(() => context.close());

const MINUTE = 60_000;
const send = (token: string, body: object = {}) =>
  context.call('POST', '/finnotech/send-sms-to-customer', { token, body });
const choose = (token: string, scenario: ProviderScenario) =>
  context.call('POST', '/sandbox/identity-provider', { token, body: { scenario } });
const outcomes = async (userId: string) =>
  (await context.verification.listChecks(userId))
    .map(({ check, outcome }) => `${check} ${outcome}`)
    .reverse();
const wrong = (code: string) => createWrongCode(code).slice(0, 5);

describe('the 5-digit step', () => {
  it('sends the code to the mobile, and the right one puts the user into the review queue', async () => {
    const { token, form, userId } = await createUnidentifiedPerson(context, 'step@mail.test');
    const reply = await send(token, { email: 'Step@mail.test' });
    expect([reply.status, reply.body.baseDTO]).toEqual([
      200,
      { expiresIn: 120, mobileNumber: `+98935***${form.mobileNumber?.slice(-4)}` },
    ]);
    const [sms] = await context.outbox(form.mobileNumber ?? '');
    expect(sms).toMatchObject({ channel: 'SMS', code: expect.stringMatching(/^\d{5}$/) });
    const persian = [...(sms?.code ?? '')].map((digit) => '۰۱۲۳۴۵۶۷۸۹'[Number.parseInt(digit, 10)]).join('');
    const answer = await submitProviderCode(context, token, persian);
    expect([answer.status, answer.body.message]).toEqual([200, 'identity confirmed']);
    expect(await readAccount(context, token)).toMatchObject({
      authenticationType: 'PENDING',
      mobileVerified: true,
    });
    expect(await outcomes(userId)).toEqual(['SHAHKAR MATCH', 'IDENTITY MATCH', 'CARD MATCH', 'IBAN MATCH']);
    expect((await submitProviderCode(context, token, sms?.code ?? '')).body.message).toBe('CONFLICT');
  });

  it('works by the specification’s GET endpoints too', async () => {
    const { token, form } = await createUnidentifiedPerson(context, 'gets@mail.test');
    const email = encodeURIComponent('gets@mail.test');
    expect(
      (await context.call('GET', `/finnotech/send-sms-to-customer?email=${email}`, { token })).status,
    ).toBe(200);
    const code = await context.codeFor(form.mobileNumber ?? '');
    const answer = await context.call('GET', `/finnotech/otp?otp=${code}&email=${email}`, { token });
    expect(answer.status).toBe(200);
    expect((await context.call('GET', `/finnotech/otp?otp=${code}`)).status).toBe(401);
  });

  it('accepts the caller’s own e-mail only', async () => {
    const { token } = await createUnidentifiedPerson(context, 'own@mail.test');
    for (const answer of [
      await send(token, { email: 'step@mail.test' }),
      await context.call('POST', '/finnotech/otp', {
        token,
        body: { otp: '12345', email: 'step@mail.test' },
      }),
    ])
      expect([answer.status, answer.body.errors]).toEqual([400, ['email']]);
  });

  it('refuses a user who has not submitted the form', async () => {
    const token = await context.signUp('nothing@mail.test');
    expect((await send(token)).body.message).toBe('CONFLICT');
    expect((await submitProviderCode(context, token, '12345')).body.message).toBe('CONFLICT');
  });

  it.each([
    ['WRONG_OTP', 'invalid otp or mobile', []],
    ['USED_OTP', 'otp used before', []],
    ['NATIONAL_CODE_INVALID', 'nid is not valid', []],
    ['MOBILE_INVALID', 'mobile is not valid', []],
    ['MOBILE_MISMATCH', 'nid and mobile is not match', ['SHAHKAR MISMATCH']],
    ['NO_RECORD', 'رکوردی با این مشخصات یافت نشد', ['SHAHKAR MATCH', 'IDENTITY NO_RECORD']],
  ] as const)('with the provider reply %s fails: %s', async (scenario, error, checks) => {
    const { token, form, userId } = await createUnidentifiedPerson(
      context,
      `${scenario.toLowerCase()}@mail.test`,
    );
    await choose(token, scenario);
    const answer = await submitProviderCode(
      context,
      token,
      await requestProviderCode(context, token, form.mobileNumber ?? ''),
    );
    expect([answer.status, answer.body.status, answer.body.errors]).toEqual([400, 'BAD_REQUEST', [error]]);
    expect((await readAccount(context, token)).authenticationType).toBe('UNIDENTIFIED');
    expect(await outcomes(userId)).toEqual(checks);
  });

  it('continues if a bank names another owner: staff sees the bank’s reply', async () => {
    const { token, form, userId } = await createUnidentifiedPerson(context, 'bank@mail.test');
    await choose(token, 'BANK_MISMATCH');
    const answer = await submitProviderCode(
      context,
      token,
      await requestProviderCode(context, token, form.mobileNumber ?? ''),
    );
    expect(answer.status).toBe(200);
    const checks = await context.verification.listChecks(userId);
    expect(checks.slice(0, 2).map(({ outcome, detail }) => [outcome, detail])).toEqual([
      ['MISMATCH', 'علی محمدی'],
      ['MISMATCH', 'علی محمدی'],
    ]);
  });

  it('changes nothing while the provider is unreachable, and the next attempt needs no pause', async () => {
    const { token, form } = await createUnidentifiedPerson(context, 'away@mail.test');
    await choose(token, 'UNAVAILABLE');
    const answer = await send(token);
    expect([answer.status, answer.body.message]).toEqual([503, 'IDENTITY_PROVIDER_UNAVAILABLE']);
    await choose(token, 'MATCH');
    const code = await requestProviderCode(context, token, form.mobileNumber ?? '');
    await choose(token, 'UNAVAILABLE');
    expect((await submitProviderCode(context, token, code)).body.message).toBe(
      'IDENTITY_PROVIDER_UNAVAILABLE',
    );
    expect((await readAccount(context, token)).authenticationType).toBe('UNIDENTIFIED');
    await choose(token, 'MATCH');
    expect((await submitProviderCode(context, token, code)).status).toBe(200);
  });

  it('requires another code if personal data changed in the meantime', async () => {
    const { token, form } = await createUnidentifiedPerson(context, 'changed@mail.test');
    const code = await requestProviderCode(context, token, form.mobileNumber ?? '');
    await submitUpdate(context, token, { lastName: 'دیگری' });
    expect((await submitProviderCode(context, token, code)).body.message).toBe('CONFLICT');
    expect((await readAccount(context, token)).authenticationType).toBe('UNIDENTIFIED');
  });
});

describe('codes and attempts', () => {
  it('S07: are sent once per 120 s, five times an hour and ten a day, per user and per mobile', async () => {
    const mobileNumber = createMobile();
    await createUnidentifiedPerson(context, 'often@mail.test', { mobileNumber });
    const token = await context.signIn('often@mail.test', { remember: true });
    const other = await createUnidentifiedPerson(context, 'often2@mail.test', { mobileNumber });
    let sentCount = 0;
    const began = context.clock.now();
    const wait = (ms: number) => context.clock.advance(ms);
    expect((await send(token)).status).toBe(200);
    for (const again of [await send(token), await send(other.token)])
      expect([again.status, again.body.data]).toEqual([429, { retryAfter: 120 }]);
    for (sentCount = 1; sentCount < 5; sentCount += 1) {
      wait(2 * MINUTE);
      expect((await send(token)).status).toBe(200);
    }
    wait(2 * MINUTE);
    const sixth = await send(token);
    expect([sixth.status, sixth.body.data.retryAfter]).toEqual([429, (60 - 10) * 60]);
    wait(60 * MINUTE);
    for (; sentCount < 10; sentCount += 1) {
      expect((await send(token)).status).toBe(200);
      wait(2 * MINUTE);
    }
    wait(60 * MINUTE);
    expect((await send(token)).status).toBe(429);
    context.clock.advance(began + 24 * 60 * MINUTE - context.clock.now());
    expect((await send(token)).status).toBe(200);
  });

  it('sends one code for two concurrent requests', async () => {
    const { token } = await createUnidentifiedPerson(context, 'both@mail.test');
    const answers = await Promise.all([send(token), send(token), send(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
  });

  it('S06: of a hundred concurrent attempts five reach the provider, and the code is invalidated', async () => {
    const { token, form } = await createUnidentifiedPerson(context, 'guess@mail.test');
    const code = await requestProviderCode(context, token, form.mobileNumber ?? '');
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => submitProviderCode(context, token, wrong(code))),
    );
    const errors = answers.map(({ body }) => body.errors[0]);
    expect(errors.filter((error) => error === 'invalid otp or mobile')).toHaveLength(5);
    expect(errors.filter((error) => error === 'otp used before')).toHaveLength(95);
    expect((await submitProviderCode(context, token, code)).body.errors).toEqual(['otp used before']);
    const { rows } = await sql<{ attempts: number }>`select attempts from identity_consents
      where user_id = (select id from users where email = 'guess@mail.test')`.execute(context.db);
    expect(rows).toEqual([{ attempts: 5 }]);
  });

  it('S06: ten wrong attempts within the hour block further ones, for any code', async () => {
    const { token, form } = await createUnidentifiedPerson(context, 'guesses@mail.test');
    for (let codes = 0; codes < 2; codes += 1) {
      const code = await requestProviderCode(context, token, form.mobileNumber ?? '');
      for (let i = 0; i < 5; i += 1) await submitProviderCode(context, token, wrong(code));
      context.clock.advance(2 * MINUTE);
    }
    const code = await requestProviderCode(context, token, form.mobileNumber ?? '');
    const answer = await submitProviderCode(context, token, code);
    expect([answer.status, answer.body.data.retryAfter]).toEqual([429, 56 * 60]);
  });

  it('a code expires after 120 s or when another is sent, and malformed codes are not counted', async () => {
    const { token, form } = await createUnidentifiedPerson(context, 'ends@mail.test');
    const first = await requestProviderCode(context, token, form.mobileNumber ?? '');
    for (const otp of ['1234', '123456', 'abcde', ''])
      expect((await submitProviderCode(context, token, otp)).body.errors).toEqual(['invalid otp or mobile']);
    context.clock.advance(2 * MINUTE);
    expect((await submitProviderCode(context, token, first)).body.errors).toEqual(['otp used before']);
    const second = await requestProviderCode(context, token, form.mobileNumber ?? '');
    if (first !== second)
      expect((await submitProviderCode(context, token, first)).body.errors).toEqual([
        'invalid otp or mobile',
      ]);
    expect((await submitProviderCode(context, token, second)).status).toBe(200);
  });
});

describe('proven data belongs to one user, unproven data is not reserved', () => {
  it('refuses a mobile, national code, card or Sheba proven by another user', async () => {
    const owner = await createApprovedPerson(context, staffId, 'owner@mail.test');
    const [account] = JSON.parse(owner.form.bankAccountsString ?? '');
    const { nationalCode = '', mobileNumber = '' } = owner.form;
    const token = await context.signUp('copy@mail.test');
    const attempt = (more: Record<string, string>) => submitFirst(context, token, createIranianForm(more));
    const both = await attempt({ nationalCode, mobileNumber });
    expect([both.status, both.body.message, both.body.errors]).toEqual([
      409,
      'USER_IDENTITY_DATA',
      ['MOBILE_IS_INCORRECT', 'NATIONAL_CODE_IS_INCORRECT'],
    ]);
    for (const copied of [
      { ...createBankAccount(), cardNumber: account.cardNumber },
      { ...createBankAccount(), shebaCode: account.shebaCode },
    ]) {
      const answer = await attempt({ bankAccountsString: JSON.stringify([createBankAccount(), copied]) });
      expect([answer.status, answer.body.message, answer.body.errors]).toEqual([
        409,
        'ShebaCode or CardNumber Is For Another User',
        ['bankAccounts.1'],
      ]);
    }
    // Families share a telephone.
    expect((await attempt({ telephone: owner.form.telephone ?? '' })).status).toBe(200);
  });

  it('unproven data blocks no one: the real owner proves it, and the other’s claim fails', async () => {
    const identity = { nationalCode: createNationalCode(), mobileNumber: createMobile() };
    const squatter = await createUnidentifiedPerson(context, 'squatter@mail.test', identity);
    const owner = await createUnidentifiedPerson(context, 'rightful@mail.test', identity);
    expect(
      (
        await submitProviderCode(
          context,
          owner.token,
          await requestProviderCode(context, owner.token, identity.mobileNumber),
        )
      ).status,
    ).toBe(200);
    context.clock.advance(2 * MINUTE);
    const code = await requestProviderCode(context, squatter.token, identity.mobileNumber);
    const late = await submitProviderCode(context, squatter.token, code);
    expect([late.status, late.body.message]).toEqual([409, 'USER_IDENTITY_DATA']);
    expect((await readAccount(context, squatter.token)).authenticationType).toBe('UNIDENTIFIED');
    const again = await submitUpdate(context, squatter.token, {});
    expect(again.body.errors).toEqual(['MOBILE_IS_INCORRECT', 'NATIONAL_CODE_IS_INCORRECT']);
  });

  it.each([
    ['national code', { nationalCode: createNationalCode() }, 'USER_IDENTITY_DATA'],
    [
      'bank account',
      { bankAccountsString: JSON.stringify([createBankAccount()]) },
      'ShebaCode or CardNumber Is For Another User',
    ],
  ])('lets one of two users who prove the same %s concurrently succeed', async (what, shared, message) => {
    const name = what.replace(' ', '-');
    const people = [
      await createUnidentifiedPerson(context, `${name}-1@mail.test`, shared),
      await createUnidentifiedPerson(context, `${name}-2@mail.test`, shared),
    ];
    const codes: string[] = [];
    for (const { token, form } of people)
      codes.push(await requestProviderCode(context, token, form.mobileNumber ?? ''));
    const answers = await Promise.all(
      people.map(({ token }, i) => submitProviderCode(context, token, codes[i] ?? '')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(message);
    const states = await Promise.all(
      people.map(async ({ token }) => (await readAccount(context, token)).authenticationType),
    );
    expect(states.sort()).toEqual(['PENDING', 'UNIDENTIFIED']);
  });
});

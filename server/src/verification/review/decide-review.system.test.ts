import { AppError } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentityFixture, type IdentityFixture } from '../../../test/identity.ts';
import {
  APPROVE,
  companyFields,
  createBankAccount,
  createForeignForm,
  createPendingPerson,
  createPng,
  createUnidentifiedPerson,
  readAccount,
  submitFirst,
} from '../../../test/verification.ts';
import { WIDE_LIMITS } from '../../identity/codes/limits.ts';

let context: IdentityFixture;
let ids: Record<string, string>;
let staffId: string;
let otherId: string;
beforeAll(async () => {
  context = await createIdentityFixture({ limits: WIDE_LIMITS });
  ids = await context.verification.createDemoPeople();
  staffId = ids['staff@sarraf.test'] ?? '';
  otherId = ids['staff2@sarraf.test'] ?? '';
});
afterAll(() => context.close());

const REFUSE = { decision: 'REFUSE', reasons: ['NAME_MISMATCH', 'OTHER'], note: 'نام' } as const;
type Decide = IdentityFixture['verification']['decide'];
const decide: Decide = (...args) => context.verification.decide(...args);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'OK',
    (error: unknown) => (error instanceof AppError ? [error.code, ...error.errors].join(' ') : error),
  );

describe('the review queue', () => {
  it('is listed longest first, in pages, by state', async () => {
    const people = [];
    for (let i = 0; i < 3; i += 1) people.push(await createPendingPerson(context, `queue${i}@mail.test`));
    const userIds = people.map(({ userId }) => userId);
    const first = await context.verification.listWaiting({ size: 2 });
    expect(first.rows.map(({ id }) => id)).toEqual(userIds.slice(0, 2));
    expect(first.rows[0]).toEqual({
      id: userIds[0],
      name: 'نگار ملکی',
      email: 'queue0@mail.test',
      customerKind: 'REAL',
      countryName: 'Iran',
      authenticationType: 'PENDING',
      asks: 'VERIFICATION',
      submittedAt: new Date(context.clock.now()),
    });
    const rest = await context.verification.listWaiting({ size: 2, cursor: first.nextCursor ?? '' });
    expect(rest.rows.map(({ id }) => id)).toEqual(userIds.slice(2));
    expect(rest.nextCursor).toBeNull();
    expect((await context.verification.listWaiting({ state: 'INFORMATION_CHANGED_PENDING' })).rows).toEqual(
      [],
    );
    expect(await context.verification.countWaiting()).toBe(3);
    expect(await context.verification.findSubmittedAt(userIds[0] ?? '')).toEqual(
      new Date(context.clock.now()),
    );
    for (const id of userIds) await decide(staffId, id, APPROVE);
    expect(await context.verification.countWaiting()).toBe(0);
  });
});

describe('a decision', () => {
  it('approves: changes the state, verifies bank accounts, notifies and audits', async () => {
    const { token, userId, email } = await createPendingPerson(context, 'approve@mail.test', companyFields);
    await decide(staffId, userId, APPROVE);
    expect(await readAccount(context, token)).toMatchObject({
      authorized: true,
      authenticationType: 'AUTHORIZED',
      bankAccounts: [{ verified: true }],
    });
    expect((await context.call('GET', '/users/verified-bank-accounts', { token })).body.content).toHaveLength(
      1,
    );
    expect(await context.notices(email)).toMatchObject([{ channel: 'EMAIL' }]);
    const { rows } = await sql`select actor_id as actor, action from audit_log
      where subject_id = ${userId} order by number desc limit 1`.execute(context.db);
    expect(rows).toEqual([{ actor: staffId, action: 'verification approved' }]);
  });

  it('refuses with reasons, which the user reads in their own language', async () => {
    const { token, userId, email, form } = await createPendingPerson(context, 'refuse@mail.test');
    await decide(staffId, userId, REFUSE);
    expect(await readAccount(context, token)).toMatchObject({
      authenticationType: 'UNAUTHORIZED',
      refusalReasons: ['NAME_MISMATCH', 'OTHER'],
      refusalNote: 'نام',
      bankAccounts: [{ verified: false }],
    });
    expect((await context.notices(email))[0]?.text).toContain('نام');
    // By SMS only if the user has enabled it.
    expect(await context.notices(form.mobileNumber ?? '')).toEqual([]);
    // The refused data may be used again.
    const same = { nationalCode: form.nationalCode ?? '', bankAccountsString: form.bankAccountsString ?? '' };
    expect((await createPendingPerson(context, 'rightful@mail.test', same)).userId).not.toBe(userId);
  });

  it('requires a waiting user, another staff member, and a reason', async () => {
    const { userId } = await createPendingPerson(context, 'needs@mail.test');
    const waiting = await createUnidentifiedPerson(context, 'not-yet@mail.test');
    expect(await codeOf(decide(userId, userId, APPROVE))).toBe('SECOND_PERSON_NEEDED');
    expect(await codeOf(decide(staffId, waiting.userId, APPROVE))).toBe('CONFLICT');
    expect(await codeOf(decide(staffId, ids['demo@sarraf.test'] ?? '', REFUSE))).toBe('CONFLICT');
    expect(await codeOf(decide(staffId, '00000000-0000-7000-8000-000000000000', APPROVE))).toBe('NOT_FOUND');
    expect(await codeOf(decide(staffId, userId, { ...REFUSE, reasons: [] }))).toBe('BAD_REQUEST reasons');
    expect((await context.identity.people.find(userId))?.authenticationType).toBe('PENDING');
  });

  it('counts once if made twice concurrently', async () => {
    const { userId } = await createPendingPerson(context, 'two@mail.test');
    const outcomes = await Promise.all([
      codeOf(decide(staffId, userId, APPROVE)),
      codeOf(decide(otherId, userId, REFUSE)),
    ]);
    expect(outcomes.toSorted()).toEqual(['CONFLICT', 'OK']);
    const { rows } = await sql<{
      decision: string;
    }>`select decision from reviews where user_id = ${userId}`.execute(context.db);
    const state = outcomes[0] === 'OK' ? 'AUTHORIZED' : 'UNAUTHORIZED';
    expect(rows).toEqual([{ decision: outcomes[0] === 'OK' ? 'APPROVE' : 'REFUSE' }]);
    expect((await context.identity.people.find(userId))?.authenticationType).toBe(state);
  });

  it('can’t give two users one bank account that no bank confirmed', async () => {
    const shared = { bankAccountsString: JSON.stringify([createBankAccount()]) };
    const people = [];
    for (const email of ['shares1@mail.test', 'shares2@mail.test']) {
      const person = await createUnidentifiedPerson(context, email, shared);
      await context.call('POST', '/sandbox/identity-provider', {
        token: person.token,
        body: { scenario: 'BANK_MISMATCH' },
      });
      await context.call('POST', '/finnotech/send-sms-to-customer', { token: person.token, body: {} });
      const otp = await context.codeFor(person.form.mobileNumber ?? '');
      expect(
        (await context.call('POST', '/finnotech/otp', { token: person.token, body: { otp } })).status,
      ).toBe(200);
      people.push(person);
    }
    const outcomes = await Promise.all(people.map(({ userId }) => codeOf(decide(staffId, userId, APPROVE))));
    expect(outcomes.toSorted()).toEqual(['OK', 'ShebaCode or CardNumber Is For Another User']);
  });

  it('refuses the second of two users abroad with the same identity number immediately', async () => {
    const form = createForeignForm();
    const files = { image: await createPng() };
    const tokens = [await context.signUp('abroad1@mail.test'), await context.signUp('abroad2@mail.test')];
    const answers = await Promise.all(tokens.map((token) => submitFirst(context, token, form, files)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = answers.find(({ status }) => status === 409);
    expect(late?.body).toMatchObject({
      message: 'USER_IDENTITY_DATA',
      errors: ['NATIONAL_CODE_IS_INCORRECT'],
    });
  });
});

describe('checks requested by staff', () => {
  it('are executed and stored', async () => {
    const { token, userId } = await createPendingPerson(context, 'asks@mail.test');
    const [account] = (await readAccount(context, token)).bankAccounts;
    const run = context.verification.runCheck;
    expect(await run(userId, 'SHAHKAR')).toMatchObject({
      check: 'SHAHKAR',
      outcome: 'MATCH',
      provider: 'SANDBOX',
    });
    expect(await run(userId, 'IDENTITY')).toMatchObject({ outcome: 'MATCH', bankAccountId: null });
    const iban = await run(userId, 'IBAN', account.id);
    expect(iban).toMatchObject({ outcome: 'MATCH', bankAccountId: account.id, detail: 'نگار ملکی' });
    expect((await context.verification.listChecks(userId))[0]).toEqual(iban);
    await context.call('POST', '/sandbox/identity-provider', { token, body: { scenario: 'UNAVAILABLE' } });
    expect(await run(userId, 'CARD')).toMatchObject({ outcome: 'UNAVAILABLE', bankAccountId: account.id });
  });

  it('require data to check', async () => {
    const { userId } = await createPendingPerson(context, 'asks2@mail.test');
    const run = context.verification.runCheck;
    expect(await codeOf(run(ids['new@sarraf.test'] ?? '', 'SHAHKAR'))).toBe('CONFLICT');
    expect(await codeOf(run('00000000-0000-7000-8000-000000000000', 'CARD'))).toBe('NOT_FOUND');
    expect(await codeOf(run(userId, 'CARD', '00000000-0000-7000-8000-000000000000'))).toBe('NOT_FOUND');
  });
});

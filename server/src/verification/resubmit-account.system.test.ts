import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentityFixture, type IdentityFixture } from '../../test/identity.ts';
import {
  createBankAccount,
  createIranianForm,
  createPendingPerson,
  createPng,
  createUnidentifiedPerson,
  omitFields,
  readAccount,
  requestProviderCode,
  submitDocument,
  submitFirst,
  submitProviderCode,
  submitUpdate,
} from '../../test/verification.ts';
import { WIDE_LIMITS } from '../identity/codes/limits.ts';

let context: IdentityFixture;
let staffId: string;
beforeAll(async () => {
  context = await createIdentityFixture({ limits: WIDE_LIMITS });
  staffId = (await context.verification.createDemoPeople())['staff@sarraf.test'] ?? '';
});
afterAll(() => context.close());

const refuse = (userId: string) =>
  context.verification.decide(staffId, userId, {
    decision: 'REFUSE',
    reasons: ['IMAGE_UNREADABLE'],
    note: 'تار',
  });

describe('a later submission', () => {
  it('changes what is sent and keeps the rest, including the national code', async () => {
    const { token, form } = await createUnidentifiedPerson(context, 'later@mail.test');
    const before = await readAccount(context, token);
    const answer = await submitUpdate(context, token, {
      address: 'خیابان نو',
      nationalCode: before.nationalCode,
    });
    expect([answer.status, answer.body.message]).toEqual([200, 'Verification Needed']);
    expect(answer.body.baseDTO).toEqual({ ...before, address: 'خیابان نو' });
    expect(before.nationalCode).not.toBe(form.nationalCode);
    const full = await context.verification.readAccount(before.id, { full: true, images: false });
    expect(full.nationalCode).toBe(form.nationalCode);
  });

  it('adds, keeps and removes bank accounts by their ids', async () => {
    const { token } = await createUnidentifiedPerson(context, 'accounts@mail.test');
    const [first] = (await readAccount(context, token)).bankAccounts;
    const added = createBankAccount();
    const both = await submitUpdate(context, token, {
      bankAccountsString: JSON.stringify([{ id: first.id }, added]),
    });
    const [, second] = both.body.baseDTO.bankAccounts;
    expect(second.cardNumber.slice(-4)).toBe(added.cardNumber.slice(-4));
    const repeated = JSON.stringify([{ id: first.id }, { id: second.id }, added]);
    const twice = await submitUpdate(context, token, { bankAccountsString: repeated });
    expect(twice.body.errors).toEqual(['bankAccounts.REPEATED']);
    const one = await submitUpdate(context, token, {
      bankAccountsString: JSON.stringify([{ id: second.id }]),
    });
    expect(one.body.baseDTO.bankAccounts.map(({ id }: { id: string }) => id)).toEqual([second.id]);
    const none = await submitUpdate(context, token, { bankAccountsString: '[]' });
    expect(none.body.errors).toEqual(['bankAccounts.REQUIRED']);
    const six = JSON.stringify(Array.from({ length: 6 }, createBankAccount));
    const many = await submitUpdate(context, token, { bankAccountsString: six });
    expect(many.body.errors).toEqual(['bankAccounts.INVALID']);
  });

  it('accepts documents by ids of the user’s own uploads of their kind', async () => {
    const { token } = await createUnidentifiedPerson(context, 'uploads@mail.test');
    const other = await createUnidentifiedPerson(context, 'uploads2@mail.test');
    const before = await readAccount(context, token);
    const { body } = await submitDocument(context, token, 'image', await createPng('red'));
    const { id } = body.baseDTO;
    expect((await readAccount(context, token)).image).toBe(before.image);
    const changed = await submitUpdate(context, token, { image: id });
    expect(changed.body.baseDTO).toMatchObject({ image: id, backImage: before.backImage });
    const strange = await submitUpdate(context, token, { backImage: id });
    expect(strange.body.errors).toEqual(['backImage.INVALID']);
    const stolen = await submitUpdate(context, other.token, { image: id });
    expect([stolen.status, stolen.body.errors]).toEqual([400, ['image.INVALID']]);
  });

  it('returns the reasons after a refusal, and goes through the same steps again', async () => {
    const { token, userId, form } = await createPendingPerson(context, 'refused@mail.test');
    await refuse(userId);
    expect(await readAccount(context, token)).toMatchObject({
      authenticationType: 'UNAUTHORIZED',
      refusalReasons: ['IMAGE_UNREADABLE'],
      refusalNote: 'تار',
    });
    // Data that the provider confirmed before needs no second confirmation.
    const same = await submitUpdate(context, token, { address: 'خیابان دیگر' });
    expect([same.body.message, same.body.baseDTO.authenticationType]).toEqual(['account saved', 'PENDING']);
    expect(same.body.baseDTO).toMatchObject({ refusalReasons: [], refusalNote: '' });
    await refuse(userId);
    const renamed = await submitUpdate(context, token, { lastName: 'ملکی‌نژاد' });
    expect([renamed.body.message, renamed.body.baseDTO.authenticationType]).toEqual([
      'Verification Needed',
      'UNIDENTIFIED',
    ]);
    const code = await requestProviderCode(context, token, form.mobileNumber ?? '');
    expect((await submitProviderCode(context, token, code)).status).toBe(200);
    expect((await readAccount(context, token)).authenticationType).toBe('PENDING');
  });

  it("can't change a verified mobile, which has separate steps", async () => {
    const { token, userId } = await createPendingPerson(context, 'verified@mail.test');
    await refuse(userId);
    const answer = await submitUpdate(context, token, { mobileNumber: '09351112233' });
    expect(answer.body.errors).toEqual(['mobileNumber.INVALID']);
  });

  it('may be a POST with documents after a refusal, like the first', async () => {
    const { token, userId, form } = await createPendingPerson(context, 'repost@mail.test');
    await refuse(userId);
    const before = await readAccount(context, token);
    const fields = omitFields(form, 'bankAccountsString');
    const answer = await submitFirst(context, token, fields, { image: await createPng('red') });
    expect([answer.status, answer.body.baseDTO.authenticationType]).toEqual([200, 'PENDING']);
    expect(answer.body.baseDTO.image).not.toBe(before.image);
    expect(answer.body.baseDTO.backImage).toBe(before.backImage);
  });
});

describe('fields outside the form', () => {
  it('S17: have no effect: level, state, rights and balances can’t be set by the form', async () => {
    const token = await context.signUp('mass@mail.test');
    const extra = {
      authorized: 'true',
      authenticationType: 'AUTHORIZED',
      userAccountLevel: 'PLATINUM',
      level: 'SUPERVISOR',
      supervisor: 'true',
      fee: '0',
      credit: '1000000',
      mobileVerified: 'true',
      mobileVerifiedAt: '2020-01-01T00:00:00Z',
      staffRoles: 'admin',
      verified: 'true',
      twoStepAuthenticationType: 'SMS',
      referralCode: 'MINE',
    };
    const bankAccountsString = JSON.stringify([{ ...createBankAccount(), verified: true, held: true }]);
    const before = await readAccount(context, token);
    const form = createIranianForm({ bankAccountsString });
    // The specification's client sends this one too; all others are refused by name.
    const { authenticationType, ...unknown } = extra;
    for (const answer of [
      await submitFirst(context, token, { ...form, ...extra }),
      await submitUpdate(context, token, extra),
    ])
      expect(answer.body).toMatchObject({ message: 'UNKNOWN_FIELD', errors: Object.keys(unknown) });
    const created = await submitFirst(context, token, { ...form, authenticationType });
    const updated = await submitUpdate(context, token, { authenticationType, address: 'خیابان نو' });
    for (const { status, body } of [created, updated]) {
      expect(status).toBe(200);
      expect(body.baseDTO).toMatchObject({
        authorized: false,
        authenticationType: 'UNIDENTIFIED',
        userAccountLevel: 'BRONZE',
        supervisor: false,
        fee: before.fee,
        mobileVerified: false,
        staffRoles: [],
        twoStepAuthenticationType: 'EMAIL',
        referralCode: before.referralCode,
      });
      expect(body.baseDTO.bankAccounts[0].verified).toBe(false);
    }
  });

  it('S19: an account in review can’t be submitted again, nor its documents changed', async () => {
    const { token } = await createPendingPerson(context, 'waiting@mail.test');
    const posted = await submitFirst(context, token, createIranianForm());
    const put = await submitUpdate(context, token, { address: 'خیابان نو' });
    const uploaded = await submitDocument(context, token, 'image', await createPng());
    const country = await context.call('POST', '/users/set-country', {
      token,
      body: { countryName: 'Germany' },
    });
    for (const { status, body } of [posted, put, uploaded, country])
      expect([status, body.message]).toEqual([409, 'NOT_EDITABLE']);
    const code = await context.call('POST', '/finnotech/send-sms-to-customer', { token, body: {} });
    expect(code.body.message).toBe('CONFLICT');
  });

  it('each change of state is audited, without identifiers', async () => {
    const { userId, form } = await createPendingPerson(context, 'audited@mail.test');
    const { rows } = await sql<{ action: string; detail: string }>`select action, detail from audit_log
      where subject_id = ${userId} order by number`.execute(context.db);
    expect(rows.map(({ action, detail }) => [action, JSON.parse(detail)])).toEqual([
      ['account submitted', { from: 'NOT_COMPLETE', to: 'UNIDENTIFIED' }],
      ['identity confirmed', { from: 'UNIDENTIFIED', to: 'PENDING', provider: 'SANDBOX' }],
    ]);
    expect(JSON.stringify(rows)).not.toContain(form.nationalCode);
  });
});

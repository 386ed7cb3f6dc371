import { randomUUID } from 'node:crypto';
import { maskSheba } from '@sarraf/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentityFixture, type IdentityFixture } from '../../test/identity.ts';
import {
  companyFields,
  createBankAccount,
  createCardImages,
  createCompanyImages,
  createForeignForm,
  createIranianForm,
  createPendingPerson,
  createPng,
  createUnidentifiedPerson,
  readAccount,
  submitFirst,
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

describe('the first submission', () => {
  it('validates a card by its check digit if its bank is unknown', async () => {
    const token = await context.signUp('new-bank@mail.test');
    const form = createIranianForm({ email: 'new-bank@mail.test' });
    const [account] = JSON.parse(form.bankAccountsString ?? '') as object[];
    const bankAccountsString = JSON.stringify([{ ...account, cardNumber: '5999990000000004' }]);
    const answer = await submitFirst(
      context,
      token,
      { ...form, bankAccountsString },
      await createCardImages(),
    );
    expect([answer.status, answer.body.message]).toEqual([200, 'Verification Needed']);
    expect((await readAccount(context, token)).bankAccounts).toMatchObject([
      { cardNumber: '5999-99**-****-0004', bankName: '' },
    ]);
  });

  it('is stored normalised, and leads to the 5-digit step in Iran', async () => {
    const token = await context.signUp('first@mail.test');
    const form = createIranianForm({
      firstName: ' نگار\u200e ',
      email: 'First@mail.test',
      birthDay: '۱۹۹۱/۰۳/۲۲',
      mobileNumber: '۰۹۳۵ ۷۷۷ ۰۰۰۱',
      postalCode: '۱۹۶۹۸۳۳۱۱۴',
      telephone: '(021) 8877-6655',
      state: 'خراسان رضوي',
      city: 'مشهد',
    });
    const answer = await submitFirst(context, token, form, await createCardImages());
    expect([answer.status, answer.body.message]).toEqual([200, 'Verification Needed']);
    const [card] = JSON.parse(form.bankAccountsString ?? '') as { cardNumber: string; shebaCode: string }[];
    expect(await readAccount(context, token)).toMatchObject({
      authenticationType: 'UNIDENTIFIED',
      authorized: false,
      firstName: 'نگار',
      email: 'first@mail.test',
      mobileNumber: '+989357770001',
      mobileVerified: false,
      nationalCode: `${form.nationalCode?.slice(0, 3)}****${form.nationalCode?.slice(-3)}`,
      birthDay: '1991-03-22',
      countryName: 'Iran',
      location: { countryName: 'Iran', countryPhoneCode: '+98' },
      state: 'خراسان رضوی',
      city: 'مشهد',
      postalCode: '1969833114',
      telephone: '02188776655',
      idFormatType: 'ID_CARD',
      customerKind: 'REAL',
      bankAccounts: [
        {
          id: expect.any(String),
          cardNumber: `6037-99**-****-${card?.cardNumber.slice(-4)}`,
          shebaCode: maskSheba(card?.shebaCode ?? ''),
          bankName: 'بانک ملی ایران',
          verified: false,
        },
      ],
      image: expect.any(String),
      backImage: expect.any(String),
      warranty: null,
      refusalReasons: [],
    });
    const bare = await context.call('GET', '/users/account?imageNeeded=false', { token });
    expect(bare.body.baseDTO).toMatchObject({ image: null, backImage: null, firstName: 'نگار' });
  });

  it('outside Iran goes directly to review, without telephone, bank account and national checksum', async () => {
    const token = await context.signUp('abroad@mail.test');
    const answer = await submitFirst(context, token, createForeignForm(), { image: await createPng() });
    expect([answer.status, answer.body.message]).toEqual([200, 'account saved']);
    expect(await readAccount(context, token)).toMatchObject({
      authenticationType: 'PENDING',
      mobileNumber: '+4915112345678',
      bankAccounts: [],
    });
    const send = await context.call('POST', '/finnotech/send-sms-to-customer', { token, body: {} });
    expect([send.status, send.body.message]).toEqual([409, 'CONFLICT']);
  });

  it('may have the telephone of another account: a household shares one', async () => {
    const telephone = '02144556677';
    for (const email of ['landline1@mail.test', 'landline2@mail.test']) {
      const token = await context.signUp(email);
      const { status, body } = await submitFirst(context, token, createIranianForm({ telephone }));
      expect([status, body.baseDTO.telephone]).toEqual([200, telephone]);
    }
  });

  it('requires the fields and documents of a company', async () => {
    const token = await context.signUp('firm@mail.test');
    const form = createIranianForm({ ...companyFields, companyName: '' });
    const bare = await submitFirst(context, token, form);
    expect(bare.body.errors).toEqual([
      'companyName.REQUIRED',
      'warranty.REQUIRED',
      'businessLicense.REQUIRED',
    ]);
    const files = { ...(await createCardImages()), ...(await createCompanyImages()) };
    const answer = await submitFirst(context, token, { ...form, companyName: 'بازرگانی نمونه' }, files);
    expect(answer.status).toBe(200);
    expect(answer.body.baseDTO).toMatchObject({
      customerKind: 'COMPANY',
      companyNationalId: '10380284790',
      warranty: expect.any(String),
      businessLicense: expect.any(String),
    });
  });

  it.each([
    [{ nationalCode: '1111111111' }, ['nationalCode.INVALID']],
    [{ birthDay: '2026-02-30' }, ['birthDay.INVALID']],
    [{ birthDay: '2099-01-01' }, ['birthDay.FUTURE']],
    [{ mobileNumber: '123456' }, ['mobileNumber.INVALID']],
    [{ email: 'other@mail.test' }, ['email.INVALID']],
    [{ state: 'آتلانتیس' }, ['state.INVALID', 'city.INVALID']],
    [{ city: 'شیراز' }, ['city.INVALID']],
    [{ postalCode: '12345' }, ['postalCode.INVALID']],
    [{ telephone: '' }, ['telephone.REQUIRED']],
    [{ address: ' \u202e ' }, ['address.REQUIRED']],
    [{ bankAccountsString: '[]' }, ['bankAccounts.REQUIRED']],
    [{ bankAccountsString: '[{"cardNumber":"6037991234567890","shebaCode":"1"}]' }, ['bankAccounts.INVALID']],
    [{ bankAccountsString: '[{"id":"00000000-0000-7000-8000-000000000000"}]' }, ['bankAccounts.INVALID']],
  ])('names the invalid field: %j', async (wrong: Record<string, string>, errors) => {
    const token = await context.signUp(`wrong-${randomUUID()}@mail.test`);
    const answer = await submitFirst(context, token, createIranianForm(wrong));
    expect([answer.status, answer.body.message, answer.body.errors]).toEqual([
      400,
      'ACCOUNT_INVALID',
      errors,
    ]);
    expect(await readAccount(context, token)).toMatchObject({
      authenticationType: 'NOT_COMPLETE',
      firstName: '',
      bankAccounts: [],
      image: null,
    });
  });

  it('refuses an invalid list of bank accounts, an unknown country and a foreign number', async () => {
    const token = await context.signUp('malformed@mail.test');
    for (const bankAccountsString of ['{', '5', '[5]', '[{"cardNumber":5,"shebaCode":""}]', '[null]']) {
      const answer = await submitFirst(context, token, createIranianForm({ bankAccountsString }));
      expect([answer.status, answer.body.errors]).toEqual([400, ['bankAccountsString']]);
    }
    const nowhere = await submitFirst(context, token, createIranianForm({ countryName: 'Atlantis' }));
    expect([nowhere.status, nowhere.body.errors]).toEqual([400, ['countryName']]);
    const foreign = await submitFirst(context, token, createIranianForm({ mobileNumber: '+4915112345678' }));
    expect(foreign.body.message).toBe('COUNTRY_PREFIX_MISMATCH');
  });

  it('refuses a duplicate card or Sheba', async () => {
    const token = await context.signUp('twice@mail.test');
    const account = createBankAccount();
    const bankAccountsString = JSON.stringify([
      account,
      { ...createBankAccount(), shebaCode: account.shebaCode },
    ]);
    const answer = await submitFirst(context, token, createIranianForm({ bankAccountsString }));
    expect(answer.body.errors).toEqual(['bankAccounts.REPEATED']);
  });

  it('requires both sides of an identity card, but one page of a passport', async () => {
    const token = await context.signUp('sides@mail.test');
    const image = await createPng();
    const bare = await submitFirst(context, token, createIranianForm(), {});
    expect(bare.body.errors).toEqual(['image.REQUIRED', 'backImage.REQUIRED']);
    const form = createIranianForm({ idFormatType: 'PASSPORT' });
    expect((await submitFirst(context, token, form, { image })).status).toBe(200);
  });

  it('is stored once: while its step is pending a second one is refused', async () => {
    const { token } = await createUnidentifiedPerson(context, 'again@mail.test');
    const again = await submitFirst(context, token, createIranianForm());
    expect([again.status, again.body.message]).toEqual([403, 'FINNOTECH_NOT_COMPLETED']);
  });

  it('is stored once if sent twice concurrently', async () => {
    const token = await context.signUp('parallel@mail.test');
    const answers = await Promise.all([
      submitFirst(context, token, createIranianForm()),
      submitFirst(context, token, createIranianForm()),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await readAccount(context, token)).bankAccounts).toHaveLength(1);
  });
});

describe('POST /users/set-country', () => {
  const choose = (token: string, countryName: string) =>
    context.call('POST', '/users/set-country', { token, body: { countryName } });

  it('stores the country and deletes a number of another country', async () => {
    const token = await context.signUp('country@mail.test');
    expect((await choose(token, 'Germany')).status).toBe(200);
    expect((await readAccount(context, token)).location).toEqual({
      countryName: 'Germany',
      countryPhoneCode: '+49',
    });
    expect((await choose(token, 'آلمان')).body.errors).toEqual(['countryName']);
    const person = await createUnidentifiedPerson(context, 'moves@mail.test');
    expect((await choose(person.token, 'Germany')).status).toBe(200);
    expect(await readAccount(context, person.token)).toMatchObject({
      mobileNumber: '',
      countryName: 'Germany',
    });
  });

  it('refuses a user with a verified number of another country, or who is approved', async () => {
    const { token, userId } = await createPendingPerson(context, 'stays@mail.test');
    await refuse(userId);
    expect((await choose(token, 'Germany')).body.message).toBe('COUNTRY_PREFIX_MISMATCH');
    const demo = await context.signIn('demo@sarraf.test', {}, 'Sarraf-demo-1');
    expect((await choose(demo, 'Germany')).body.message).toBe('NOT_EDITABLE');
  });
});

import { ACCOUNT_FIELD_ERRORS, ACCOUNT_FIELDS } from '@sarraf/domain';
import type { Account } from '@sarraf/domain/contracts';
import { describe, expect, test } from 'vitest';
import { MAX_BYTES, toDisplaySize, validateFile } from '../../../documents/files.ts';
import { messages as en } from '../../../framework/i18n/en/index.ts';
import { messages as fa } from '../../../framework/i18n/fa/index.ts';
import { listRequiredDocuments } from './files.ts';
import {
  type AccountDraft,
  errorMessageKey,
  fieldLabelKey,
  stripPhonePrefix,
  toAccountDraft,
  toRequestFields,
  validateAccountDraft,
} from './form.ts';
import { toServerFieldErrors } from './refused.ts';

const TODAY = '2026-11-21';
const EMPTY: Account = {
  id: 'u',
  firstName: '',
  lastName: '',
  email: 'sara@example.com',
  mobileNumber: '',
  mobileVerified: false,
  authorized: false,
  supervisor: false,
  authenticationType: 'NOT_COMPLETE',
  twoStepAuthenticationType: 'EMAIL',
  userAccountLevel: 'BRONZE',
  totalTradesVolume: '0',
  customerKind: null,
  fee: '0.4',
  feeTether: '0.3',
  referralCode: '',
  location: { countryName: 'Iran', countryPhoneCode: '+98' },
  hasPassword: true,
  staffRoles: [],
  preferences: { language: null, theme: null },
  frozen: null,
  hasMailPhrase: false,
  settingsLockedUntilDateTime: null,
  withdrawalHoldUntil: null,
  nationalCode: '',
  birthDay: '',
  countryName: 'Iran',
  countryPhoneCode: '+98',
  state: '',
  city: '',
  address: '',
  postalCode: '',
  telephone: '',
  idFormatType: null,
  companyName: '',
  companyAddress: '',
  companyPhone: '',
  companyNationalId: '',
  bankAccounts: [],
  image: null,
  backImage: null,
  warranty: null,
  businessLicense: null,
  profileImage: null,
  refusalReasons: [],
  refusalNote: '',
};
const GERMAN: Account = { ...EMPTY, location: { countryName: 'Germany', countryPhoneCode: '+49' } };
const photo = () => new File(['x'], 'photo.jpg', { type: 'image/jpeg' });
const whole = (account: Account, change: Partial<AccountDraft> = {}): AccountDraft => ({
  ...toAccountDraft(account, ['ID_CARD', 'PASSPORT']),
  firstName: 'سارا',
  lastName: ' احمدی ',
  nationalCode: '0010350829',
  birthDay: '1991-03-21',
  mobileNumber: '9121234567',
  state: 'تهران',
  city: 'ری',
  address: 'خیابان آزادی',
  postalCode: '1234567890',
  telephone: '02188776655',
  added: [{ key: 'a', cardNumber: '6037701689095443', shebaCode: '550570022080013447370101' }],
  files: { image: photo(), backImage: photo() },
  ...change,
});
const findErrors = (account: Account, change: Partial<AccountDraft> = {}) =>
  validateAccountDraft(whole(account, change), account, TODAY).map(({ field, code }) => `${field} ${code}`);

describe('account form errors', () => {
  test('are in the order of the page, starting with the name', () => {
    const all = validateAccountDraft(toAccountDraft(EMPTY, ['ID_CARD']), EMPTY, TODAY).map(
      ({ field }) => field,
    );
    expect(all[0]).toBe('firstName');
    expect(all).toEqual(ACCOUNT_FIELDS.filter((field) => all.includes(field)));
    expect(all).not.toContain('companyName');
  });

  test('are none for a complete form, in Iran and abroad', () => {
    expect(findErrors(EMPTY)).toEqual([]);
    expect(
      findErrors(GERMAN, { mobileNumber: '15112345678', postalCode: '10115', telephone: '', added: [] }),
    ).toEqual([]);
  });

  test('apply to companies too', () => {
    expect(findErrors(EMPTY, { customerKind: 'COMPANY' })).toEqual([
      'companyName REQUIRED',
      'companyNationalId REQUIRED',
      'companyPhone REQUIRED',
      'companyAddress REQUIRED',
      'warranty REQUIRED',
      'businessLicense REQUIRED',
    ]);
  });

  test('depend on the kind of document: only a card has a back', () => {
    expect(findErrors(EMPTY, { files: {} })).toEqual(['image REQUIRED', 'backImage REQUIRED']);
    expect(findErrors(EMPTY, { files: {}, idFormatType: 'PASSPORT' })).toEqual(['image REQUIRED']);
  });

  test('ignore an empty bank account row', () => {
    expect(findErrors(EMPTY, { added: [{ key: 'a', cardNumber: '', shebaCode: '' }] })).toEqual([
      'bankAccounts REQUIRED',
    ]);
    expect(findErrors(EMPTY, { added: [{ key: 'a', cardNumber: '6037', shebaCode: '' }] })).toEqual([
      'bankAccounts INVALID',
    ]);
  });

  test('ignore values that are already saved', () => {
    const saved: Account = {
      ...EMPTY,
      nationalCode: '001****829',
      mobileNumber: '+989121234567',
      image: 'i',
      backImage: 'b',
      bankAccounts: [{ id: 'k', cardNumber: '', shebaCode: '', bankName: '', verified: false }],
    };
    const { mobileNumber, keptAccountIds, added } = toAccountDraft(saved, []);
    expect({ mobileNumber, keptAccountIds, added }).toEqual({
      mobileNumber: '9121234567',
      keptAccountIds: ['k'],
      added: [],
    });
    expect(findErrors(saved, { nationalCode: '', files: {}, keptAccountIds: ['k'], added: [] })).toEqual([]);
  });

  test('distinguish birthdays in the future, of minors and incomplete ones', () => {
    expect(findErrors(EMPTY, { birthDay: '2026-11-22' })).toEqual(['birthDay FUTURE']);
    expect(findErrors(EMPTY, { birthDay: '2021-11-21' })).toEqual(['birthDay UNDER_AGE']);
    expect(findErrors(EMPTY, { birthDay: '2008-11-21' })).toEqual([]);
    expect(findErrors(EMPTY, { birthDay: '۱۳۷۰/۱' })).toEqual(['birthDay INVALID']);
  });
});

describe('account form texts', () => {
  test('exist for every field and error in both languages', () => {
    for (const inIran of [true, false]) {
      for (const field of ACCOUNT_FIELDS) {
        const name = fieldLabelKey(field, { inIran, idFormatType: 'ID_CARD' });
        for (const { account } of [fa, en]) {
          expect(account.field[name]).toBeTruthy();
          for (const code of ACCOUNT_FIELD_ERRORS)
            expect(account.error[errorMessageKey({ field, code }, inIran)]).toBeTruthy();
        }
      }
    }
  });

  test('mention the national code, the bank account and other required fields', () => {
    expect(fa.account.error[errorMessageKey({ field: 'nationalCode', code: 'INVALID' }, true)]).toMatch(
      /کد ملی نامعتبر/,
    );
    expect(fa.account.error[errorMessageKey({ field: 'bankAccounts', code: 'INVALID' }, true)]).toMatch(
      /حساب بانکی نامعتبر/,
    );
    expect(fa.account.error.REQUIRED).toBe('{field} الزامی است');
    // Abroad the text does not mention ten digits.
    expect(errorMessageKey({ field: 'postalCode', code: 'INVALID' }, false)).toBe('INVALID');
  });
});

describe('fieldsOf', () => {
  test('contains what the person may change, trimmed, and the number with its prefix', () => {
    const fields = toRequestFields(whole(EMPTY), EMPTY);
    expect(fields).toMatchObject({
      lastName: 'احمدی',
      mobileNumber: '+989121234567',
      countryName: 'Iran',
      email: 'sara@example.com',
      bankAccountsString: '[{"shebaCode":"550570022080013447370101","cardNumber":"6037701689095443"}]',
    });
    expect(Object.keys(fields)).not.toContain('companyName');
  });

  test('omits an unchanged national code, a verified mobile, and bank accounts abroad', () => {
    const verified = { ...GERMAN, nationalCode: 'L01****47', mobileVerified: true };
    const fields = toRequestFields(whole(verified, { nationalCode: '', keptAccountIds: ['k'] }), verified);
    for (const name of ['nationalCode', 'mobileNumber', 'bankAccountsString'])
      expect(fields).not.toHaveProperty(name);
  });

  test('lists the ids of accounts that stay; missing ones are removed', () => {
    const fields = toRequestFields(whole(EMPTY, { keptAccountIds: ['k1', 'k2'], added: [] }), EMPTY);
    expect(fields.bankAccountsString).toBe('[{"id":"k1"},{"id":"k2"}]');
  });
});

test('stripPhonePrefix accepts a mobile in every notation', () => {
  for (const text of [
    '9121234567',
    '09121234567',
    '+989121234567',
    '00989121234567',
    '989121234567',
    '۰۹۱۲ ۱۲۳ ۴۵۶۷',
  ])
    expect(stripPhonePrefix(text, '+98'), text).toBe('9121234567');
  expect(stripPhonePrefix('0912', '+98')).toBe('912');
  expect(stripPhonePrefix('98', '+98')).toBe('98');
  expect(stripPhonePrefix('+49 151 12345678', '+49')).toBe('15112345678');
});

describe('document files', () => {
  test('may be PNG and JPG up to five megabytes', () => {
    expect(validateFile({ type: 'image/png', size: MAX_BYTES })).toBeNull();
    expect(validateFile({ type: 'image/jpeg', size: MAX_BYTES + 1 })).toBe('tooLarge');
    expect(validateFile({ type: 'application/pdf', size: 10 })).toBe('wrongType');
    expect(validateFile({ type: 'image/svg+xml', size: 10 })).toBe('wrongType');
  });

  test('have their size rounded up', () => {
    expect(toDisplaySize(812_345)).toEqual({ unit: 'size', count: '813' });
    expect(toDisplaySize(5_000_001)).toEqual({ unit: 'sizeMega', count: '5.1' });
    expect(toDisplaySize(5_000_000)).toEqual({ unit: 'sizeMega', count: '5' });
  });

  test('are required depending on the kind of customer and document', () => {
    expect(listRequiredDocuments({ customerKind: 'REAL', idFormatType: 'PASSPORT' })).toEqual([
      'image',
      'profileImage',
    ]);
    expect(listRequiredDocuments({ customerKind: 'COMPANY', idFormatType: 'ID_CARD' })).toEqual([
      'image',
      'backImage',
      'warranty',
      'businessLicense',
      'profileImage',
    ]);
  });
});

describe('a refusal of the server', () => {
  const rows = [
    { key: 'a', cardNumber: '1', shebaCode: '1' },
    { key: 'b', cardNumber: '2', shebaCode: '2' },
  ];
  test('is shown at the fields that it names', () => {
    expect(toServerFieldErrors({ code: 'ACCOUNT_INVALID', errors: ['city.INVALID'] }, rows).fields).toEqual({
      city: 'INVALID',
    });
    expect(
      toServerFieldErrors({ code: 'USER_IDENTITY_DATA', errors: ['NATIONAL_CODE_IS_INCORRECT'] }, rows)
        .fields,
    ).toEqual({
      nationalCode: 'DUPLICATE',
    });
    expect(toServerFieldErrors({ code: 'COUNTRY_PREFIX_MISMATCH', errors: [] }, rows).fields).toEqual({
      mobileNumber: 'PREFIX',
    });
    expect(toServerFieldErrors({ code: 'OFFLINE', errors: [] }, rows)).toEqual({ fields: {}, takenRows: [] });
  });

  test('marks the row that belongs to another person, or all candidates', () => {
    const code = 'ShebaCode or CardNumber Is For Another User';
    expect(toServerFieldErrors({ code, errors: ['bankAccounts.1'] }, rows).takenRows).toEqual(['b']);
    expect(toServerFieldErrors({ code, errors: [] }, rows).takenRows).toEqual(['a', 'b']);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_FIELDS, type AccountForm, validateAccountForm } from './account-form.ts';

const TODAY = '2026-11-21';
const ACCOUNT = { cardNumber: '6037701689095443', shebaCode: '550570022080013447370101' };
const OTHER = { cardNumber: '6219861034529007', shebaCode: '790610000000700796858044' };

const form = (more: Partial<AccountForm> = {}): AccountForm => ({
  customerKind: 'REAL',
  inIran: true,
  countryPhoneCode: '+98',
  idFormatType: 'ID_CARD',
  firstName: 'سارا',
  lastName: 'رضایی',
  email: 'sara@mail.test',
  nationalCode: '0010350829',
  nationalCodeKnown: false,
  birthDay: '1991-03-21',
  mobileNumber: '9121234567',
  state: 'تهران',
  city: 'تهران',
  address: 'خیابان آزادی',
  postalCode: '1969833114',
  telephone: '02188776655',
  companyName: '',
  companyNationalId: '',
  companyPhone: '',
  companyAddress: '',
  bankAccounts: [ACCOUNT],
  keptBankAccounts: 0,
  documents: { image: true, backImage: true, warranty: false, businessLicense: false },
  ...more,
});
const COMPANY: Partial<AccountForm> = {
  customerKind: 'COMPANY',
  companyName: 'نمونه',
  companyNationalId: '10380284790',
  companyPhone: '02166001122',
  companyAddress: 'تهران',
  documents: { image: true, backImage: true, warranty: true, businessLicense: true },
};
const ABROAD: Partial<AccountForm> = {
  inIran: false,
  countryPhoneCode: '+49',
  nationalCode: 'L01X00T47',
  mobileNumber: '15112345678',
  postalCode: '80331',
  telephone: '',
  bankAccounts: [],
};
const findErrors = (more: Partial<AccountForm> = {}) =>
  validateAccountForm(form(more), TODAY).map(({ field, code }) => `${field}.${code}`);

describe('the account form', () => {
  it('is valid for a person in Iran, for a company and for a person abroad', () => {
    expect(findErrors()).toEqual([]);
    expect(findErrors(COMPANY)).toEqual([]);
    expect(findErrors(ABROAD)).toEqual([]);
    expect(findErrors({ ...COMPANY, ...ABROAD, companyNationalId: '' })).toEqual([]);
  });

  it('names all required fields in the order of the page if it is empty', () => {
    const empty = {
      ...Object.fromEntries(ACCOUNT_FIELDS.map((field) => [field, ''])),
      bankAccounts: [],
      documents: { image: false, backImage: false, warranty: false, businessLicense: false },
    };
    const required = (fields: readonly string[]) => fields.map((field) => `${field}.REQUIRED`);
    expect(findErrors({ ...empty, customerKind: 'COMPANY' })).toEqual(required(ACCOUNT_FIELDS));
    const personal = ACCOUNT_FIELDS.filter(
      (field) => !field.startsWith('company') && field !== 'warranty' && field !== 'businessLicense',
    );
    expect(findErrors(empty)).toEqual(required(personal));
    expect(findErrors({ ...empty, inIran: false })).toEqual(
      required(personal.filter((field) => field !== 'telephone' && field !== 'bankAccounts')),
    );
  });

  it('accepts a national number of 30 characters abroad and a company telephone of 11 digits, but no longer ones', () => {
    const of = (digits: number) => ({ ...COMPANY, companyPhone: '2'.repeat(digits) });
    expect(findErrors(of(11))).toEqual([]);
    expect(findErrors(of(12))).toEqual(['companyPhone.INVALID']);
    expect(findErrors({ ...ABROAD, nationalCode: 'X'.repeat(30) })).toEqual([]);
    expect(findErrors({ ...ABROAD, nationalCode: 'X'.repeat(31) })).toEqual(['nationalCode.INVALID']);
  });

  it.each<[Partial<AccountForm>, string]>([
    [{ email: 'x' }, 'email.INVALID'],
    [{ nationalCode: '1111111111' }, 'nationalCode.INVALID'],
    [{ birthDay: '1991-02-29' }, 'birthDay.INVALID'],
    [{ birthDay: '1991-13-01' }, 'birthDay.INVALID'],
    [{ birthDay: '1991-00-10' }, 'birthDay.INVALID'],
    [{ birthDay: '1991-04-31' }, 'birthDay.INVALID'],
    [{ birthDay: '1899-12-31' }, 'birthDay.INVALID'],
    [{ birthDay: '1900-02-29' }, 'birthDay.INVALID'],
    [{ birthDay: '21-03-1991' }, 'birthDay.INVALID'],
    [{ birthDay: '2026-11-22' }, 'birthDay.FUTURE'],
    [{ birthDay: '2021-11-21' }, 'birthDay.UNDER_AGE'],
    [{ birthDay: '2008-11-22' }, 'birthDay.UNDER_AGE'],
    [{ mobileNumber: '812' }, 'mobileNumber.INVALID'],
    [{ mobileNumber: '+4915112345678' }, 'mobileNumber.INVALID'],
    [{ postalCode: '123456789' }, 'postalCode.INVALID'],
    [{ telephone: '12345' }, 'telephone.INVALID'],
    [{ ...ABROAD, nationalCode: 'abc' }, 'nationalCode.INVALID'],
    [{ ...ABROAD, postalCode: '80331-12345-1' }, 'postalCode.INVALID'],
    [{ ...COMPANY, companyNationalId: '10380284792' }, 'companyNationalId.INVALID'],
    [{ ...COMPANY, companyPhone: 'x12345' }, 'companyPhone.INVALID'],
    [{ bankAccounts: [{ ...ACCOUNT, cardNumber: '6037701689095444' }] }, 'bankAccounts.INVALID'],
    [{ bankAccounts: [{ ...ACCOUNT, shebaCode: '550570022080013447370102' }] }, 'bankAccounts.INVALID'],
    [{ bankAccounts: [ACCOUNT, { ...OTHER, cardNumber: ACCOUNT.cardNumber }] }, 'bankAccounts.REPEATED'],
    [{ bankAccounts: [ACCOUNT, { ...OTHER, shebaCode: ACCOUNT.shebaCode }] }, 'bankAccounts.REPEATED'],
  ])('with %j has the errors %s', (more, error) => expect(findErrors(more)).toEqual([error]));

  it.each(['5058091000123454', '5999990000000004'])(
    'accepts the card %s by its check digit, whether or not its bank is known',
    (cardNumber) => expect(findErrors({ bankAccounts: [{ ...ACCOUNT, cardNumber }] })).toEqual([]),
  );

  it('accepts a birthday exactly 18 years ago, a leap day, and existing bank accounts', () => {
    expect(findErrors({ birthDay: '2008-11-21' })).toEqual([]);
    expect(findErrors({ birthDay: '2000-02-29' })).toEqual([]);
    expect(findErrors({ bankAccounts: [], keptBankAccounts: 1 })).toEqual([]);
    expect(findErrors({ bankAccounts: [ACCOUNT, OTHER] })).toEqual([]);
    expect(findErrors({ nationalCode: '', nationalCodeKnown: true })).toEqual([]);
  });

  it('requires the back of an identity card only', () => {
    const documents = { image: true, backImage: false, warranty: false, businessLicense: false };
    expect(findErrors({ documents })).toEqual(['backImage.REQUIRED']);
    for (const idFormatType of ['PASSPORT', 'DRIVER_LICENSE'] as const)
      expect(findErrors({ documents, idFormatType })).toEqual([]);
  });

  it('knows which days exist in the calendar', () => {
    const day = fc.date({
      min: new Date('1900-01-01'),
      max: new Date('2008-11-21T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(day, (date) => {
        expect(findErrors({ birthDay: date.toISOString().slice(0, 10) })).toEqual([]);
      }),
    );
    const part = (max: number) => fc.nat(max).map((n) => n.toString().padStart(2, '0'));
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2007 }), part(14), part(33), (year, month, dayOfMonth) => {
        const text = `${year}-${month}-${dayOfMonth}`;
        const real = new Date(`${text}T00:00:00Z`);
        const exists = !Number.isNaN(real.getTime()) && real.toISOString().startsWith(text);
        expect([text, findErrors({ birthDay: text })]).toEqual([text, exists ? [] : ['birthDay.INVALID']]);
      }),
    );
  });

  it('never throws, and names each field at most once', () => {
    const text = fc.string({ maxLength: 40, unit: 'binary' });
    const any = fc.record({
      ...Object.fromEntries(ACCOUNT_FIELDS.map((field) => [field, text])),
      bankAccounts: fc.array(fc.record({ cardNumber: text, shebaCode: text }), { maxLength: 3 }),
      customerKind: fc.constantFrom('REAL' as const, 'COMPANY' as const),
      inIran: fc.boolean(),
    });
    fc.assert(
      fc.property(any, (more) => {
        const fields = validateAccountForm(form(more as Partial<AccountForm>), TODAY).map(
          ({ field }) => field,
        );
        expect(new Set(fields).size).toBe(fields.length);
        expect(fields).toEqual(ACCOUNT_FIELDS.filter((field) => fields.includes(field)));
      }),
    );
  });
});

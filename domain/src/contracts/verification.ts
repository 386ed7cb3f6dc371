/** Identity verification: the account form, its documents and bank accounts, and the identity provider's step. */
import { type Static, Type } from 'typebox';
import { USER_LEVELS } from '../fees.ts';
import { described, endpoint, ignored, open, success, Timestamp, withBase } from './endpoint.ts';
import { AUTHENTICATION_TYPES, TWO_STEP_METHODS } from './identity.ts';
import { Preferences } from './notices.ts';

export const CUSTOMER_KINDS = ['REAL', 'COMPANY'] as const;
export type CustomerKind = (typeof CUSTOMER_KINDS)[number];
export const ID_FORMATS = ['ID_CARD', 'PASSPORT', 'DRIVER_LICENSE'] as const;
export type IdFormat = (typeof ID_FORMATS)[number];
export const DOCUMENT_KINDS = ['image', 'backImage', 'warranty', 'businessLicense', 'profileImage'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
export const REFUSAL_REASONS = [
  'IMAGE_UNREADABLE',
  'IMAGE_NOT_OWN',
  'NAME_MISMATCH',
  'NATIONAL_CODE_MISMATCH',
  'BIRTHDAY_MISMATCH',
  'MOBILE_NOT_OWN',
  'ADDRESS_INCOMPLETE',
  'BANK_ACCOUNT_NOT_OWN',
  'COMPANY_DATA_MISMATCH',
  'COMPANY_DOCUMENT_MISSING',
  'WARRANTY_MISSING',
  'UNDER_AGE',
  'OTHER',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** Reasons for refusing an application for a company account. */
export const COMPANY_REFUSAL_REASONS = [
  'COMPANY_DATA_MISMATCH',
  'COMPANY_DOCUMENT_MISSING',
  'WARRANTY_MISSING',
  'IMAGE_UNREADABLE',
  'ADDRESS_INCOMPLETE',
  'OTHER',
] as const satisfies readonly RefusalReason[];

/** Maximum bytes per document. */
export const MAX_DOCUMENT_BYTES = 5_000_000;

export const BankAccount = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    cardNumber: described('Number of the bank card, masked: 6037-99**-****-5443.', Type.String()),
    shebaCode: described('IR55************************0101; empty where none is known.', Type.String()),
    bankName: described('The bank that issued the card; empty where its prefix is not known.', Type.String()),
    verified: described("Whether the bank has confirmed that it is the person's.", Type.Boolean()),
  },
  open,
);
export type BankAccount = Static<typeof BankAccount>;

const documentId = Type.Union([Type.String(), Type.Null()]);

export const Account = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    firstName: described('Given name, as in the identity document.', Type.String()),
    lastName: described('Family name, as in the identity document.', Type.String()),
    email: described('Email address.', Type.String()),
    mobileNumber: described("Mobile number, with the country's prefix.", Type.String()),
    mobileVerified: described('Whether the number was proved by a code.', Type.Boolean()),
    authorized: described('Whether authenticationType is AUTHORIZED.', Type.Boolean()),
    supervisor: described('Whether the person is a market maker.', Type.Boolean()),
    authenticationType: described(
      "How far the person's verification has come.",
      Type.Enum(AUTHENTICATION_TYPES),
    ),
    twoStepAuthenticationType: described('The two-step method in force.', Type.Enum(TWO_STEP_METHODS)),
    userAccountLevel: described('The level that sets fees and limits.', Type.Enum(USER_LEVELS)),
    totalTradesVolume: described('Toman, three months.', Type.String()),
    customerKind: described(
      'REAL: a person. COMPANY: a company. Null: not chosen yet.',
      Type.Union([Type.Literal('REAL'), Type.Literal('COMPANY'), Type.Null()]),
    ),
    fee: described('Percent of the quote amount on Toman markets.', Type.String()),
    feeTether: described('Percent on Tether markets.', Type.String()),
    referralCode: described("The person's own code, for those they invite.", Type.String()),
    location: described(
      'Where the person lives; null: not said yet.',
      Type.Union([
        Type.Object(
          {
            countryName: described(
              'Name of the country in English, as in the list of countries.',
              Type.String(),
            ),
            countryPhoneCode: described(
              "Prefix of the country's telephone numbers, e.g. +98.",
              Type.String(),
            ),
          },
          open,
        ),
        Type.Null(),
      ]),
    ),
    hasPassword: described('False for who came by Google and set none.', Type.Boolean()),
    staffRoles: described('Roles in the back office; empty: none.', Type.Array(Type.String())),
    preferences: described('What the person chose for pages and letters.', Preferences),
    frozen: described(
      'Nothing leaves and no security setting changes; null: the account is not frozen.',
      Type.Union([
        Type.Object(
          {
            by: described(
              "OWNER: the owner may lift it. LINK: a notice's link froze it, staff lifts it.",
              Type.Enum(['LINK', 'OWNER']),
            ),
            sinceDateTime: described('When it was frozen.', Timestamp),
            thawsAtDateTime: described(
              'When it ends automatically; null: lifting it has not begun.',
              Type.Union([Timestamp, Type.Null()]),
            ),
          },
          open,
        ),
        Type.Null(),
      ]),
    ),
    hasMailPhrase: described('Whether our letters carry a phrase of theirs.', Type.Boolean()),
    settingsLockedUntilDateTime: described(
      'What protects the account stays as it is until then; null: it is not locked.',
      Type.Union([Timestamp, Type.Null()]),
    ),
    withdrawalHoldUntil: described(
      'Nothing leaves until then; null: no hold.',
      Type.Union([Timestamp, Type.Null()]),
    ),
    nationalCode: described(
      'Masked: 001****829. Empty before the first submit, as are the following.',
      Type.String(),
    ),
    birthDay: described('Gregorian, 1991-03-21.', Type.String()),
    countryName: described('Name of the country in English, as in the list of countries.', Type.String()),
    countryPhoneCode: described("Prefix of the country's telephone numbers, e.g. +98.", Type.String()),
    state: described('Province.', Type.String()),
    city: described('Where the person lives.', Type.String()),
    address: described('Street and number at home.', Type.String()),
    postalCode: described('Postal code, ten digits.', Type.String()),
    telephone: described('Telephone number at home.', Type.String()),
    idFormatType: described('Kind of identity document.', Type.Union([Type.Enum(ID_FORMATS), Type.Null()])),
    companyName: described('As in the company’s registration.', Type.String()),
    companyAddress: described('Street and number of the company.', Type.String()),
    companyPhone: described('Telephone number of the company.', Type.String()),
    companyNationalId: described(
      'National id of the company; elsewhere than in Iran the number of its registration.',
      Type.String(),
    ),
    bankAccounts: described("The person's cards and Shebas.", Type.Array(BankAccount)),
    image: described(
      'Ids of documents for `GET /users/documents/:id`; with `imageNeeded=false` all null.',
      documentId,
    ),
    backImage: described("Id of the document's back.", documentId),
    warranty: described('Id of the signed letter of commitment.', documentId),
    businessLicense: described("Id of the company's licence.", documentId),
    profileImage: described('Id of the picture of the person.', documentId),
    refusalReasons: described(
      'Why staff refused, until it is submitted again.',
      Type.Array(Type.Enum(REFUSAL_REASONS)),
    ),
    refusalNote: described('What staff wrote about the refusal; empty: nothing.', Type.String()),
  },
  open,
);
export type Account = Static<typeof Account>;

export const account = endpoint({
  method: 'GET',
  path: '/users/account',
  access: 'user',
  rate: 'read',
  summary: 'The signed-in person',
  query: Type.Object(
    { imageNeeded: described('False leaves the ids of documents out.', Type.Optional(Type.Boolean())) },
    open,
  ),
  reply: withBase(Account),
});

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));

/**
 * The fields of the form, all of them text. Absent ones stay unchanged; the rules are `accountFaults` of
 * account-form.ts.
 */
const fields = {
  customerKind: described('REAL: a person. COMPANY: a company.', Type.Optional(Type.Enum(CUSTOMER_KINDS))),
  firstName: described('Given name, as in the identity document.', text(60)),
  lastName: described('Family name, as in the identity document.', text(60)),
  email: described('Email address; it is changed elsewhere, by code.', text(254)),
  nationalCode: described('Ten digits in Iran; elsewhere the number of the identity document.', text(30)),
  birthDay: described('Gregorian, 1991-03-21.', text(10)),
  mobileNumber: described("Ten digits, or with the country's prefix.", text(20)),
  countryName: described('Name of the country in English, as in the list of countries.', text(60)),
  state: described('Province.', text(60)),
  city: described('Where the person lives.', text(60)),
  address: described('Street and number at home.', text(300)),
  postalCode: described('Postal code, ten digits.', text(10)),
  telephone: described('Telephone number at home.', text(20)),
  idFormatType: described('Kind of identity document.', Type.Optional(Type.Enum(ID_FORMATS))),
  companyName: described('As in the company’s registration.', text(120)),
  companyAddress: described('Street and number of the company.', text(300)),
  companyPhone: described('Telephone number of the company.', text(11)),
  companyNationalId: described(
    'National id of the company; elsewhere than in Iran the number of its registration.',
    text(11),
  ),
  authenticationType: ignored('it follows from the checks'),
  countryPhoneCode: ignored('it follows from `countryName`'),
  location: ignored('it is set by /users/set-country'),
  bankAccountsString: described(
    'JSON: [{"id"} | {"shebaCode": 24 digits, "cardNumber": 16 digits}]; those whose id is missing are removed.',
    text(4000),
  ),
};

const ACCOUNT_ERRORS = [
  'ACCOUNT_INVALID',
  'NOT_EDITABLE',
  'USER_IDENTITY_DATA',
  'ShebaCode or CardNumber Is For Another User',
  'COUNTRY_PREFIX_MISMATCH',
  'INVALID_IMAGE',
  'TOO_MANY_FILES',
  'FINNOTECH_NOT_COMPLETED',
  'IDENTITY_PROVIDER_UNAVAILABLE',
] as const;

/** Message of a saved account if the provider's 5-digit step comes next (Iran). */
export const PROVIDER_STEP_NEEDED = 'Verification Needed';
const saved = withBase(Account);

export const createAccount = endpoint({
  method: 'POST',
  path: '/users/account',
  access: 'user',
  rate: 'write',
  feature: 'VERIFICATION',
  summary: 'First submit, with the documents; message "Verification Needed" leads to the 5-digit step',
  body: Type.Object(fields, open),
  files: { names: DOCUMENT_KINDS, maxBytes: MAX_DOCUMENT_BYTES },
  reply: saved,
  errors: ACCOUNT_ERRORS,
});

export const updateAccount = endpoint({
  method: 'PUT',
  path: '/users/account',
  access: 'user',
  rate: 'write',
  feature: 'VERIFICATION',
  summary: 'Later submits; documents by the ids of uploads',
  body: Type.Object(
    {
      ...fields,
      image: described("Id of the document's front.", text(40)),
      backImage: described("Id of the document's back.", text(40)),
      warranty: described('Id of the signed letter of commitment.', text(40)),
      businessLicense: described("Id of the company's licence.", text(40)),
      profileImage: described('Id of the picture of the person.', text(40)),
    },
    open,
  ),
  reply: saved,
  errors: ACCOUNT_ERRORS,
});

export const uploadDocument = endpoint({
  method: 'POST',
  path: '/users/documents/:document',
  access: 'user',
  rate: 'write',
  feature: 'VERIFICATION',
  summary: 'A document for a later PUT',
  params: Type.Object(
    { document: described('Which document it is: its kind.', Type.Enum(DOCUMENT_KINDS)) },
    open,
  ),
  body: Type.Object({}, open),
  files: { names: ['file'], maxBytes: MAX_DOCUMENT_BYTES },
  reply: withBase(
    Type.Object({ id: described('Id of the document, for the later submit.', Type.String()) }, open),
  ),
  errors: ['INVALID_IMAGE', 'TOO_MANY_FILES', 'NOT_EDITABLE', 'PAYLOAD_TOO_LARGE'],
});

export const readDocument = endpoint({
  method: 'GET',
  path: '/users/documents/:document',
  access: 'user',
  rate: 'read',
  summary: "The bytes of a document of one's own (image/jpeg)",
  params: Type.Object({ document: described('Id of the document.', Type.String({ maxLength: 40 })) }, open),
  media: ['image/jpeg'],
  reply: Type.Unknown(),
  errors: ['NOT_FOUND'],
});

// ── Company applications ────────────────────────────────────────────────────────────────────────

export const COMPANY_DOCUMENTS = ['warranty', 'businessLicense'] as const satisfies readonly DocumentKind[];

export const CompanyApplication = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    version: described('Grows with each change of what waits; a decision names it.', Type.Integer()),
    state: described(
      'PENDING until staff decides, then APPROVED or REFUSED.',
      Type.Enum(['PENDING', 'APPROVED', 'REFUSED']),
    ),
    companyName: described('As in the company’s registration.', Type.String()),
    companyNationalId: described(
      'Of Iran; elsewhere the number of the registration, or empty.',
      Type.String(),
    ),
    companyPhone: described('Telephone number of the company.', Type.String()),
    companyAddress: described('Street and number of the company.', Type.String()),
    warranty: described('Ids of documents for `GET /users/documents/:id`.', documentId),
    businessLicense: described("Id of the company's licence.", documentId),
    submittedAtDateTime: described('When it was submitted.', Timestamp),
    decidedAtDateTime: described(
      'When staff decided; null until then.',
      Type.Union([Timestamp, Type.Null()]),
    ),
    reasons: described('Why staff refused.', Type.Array(Type.Enum(REFUSAL_REASONS))),
    note: described('What staff wrote about its decision; empty: nothing.', Type.String()),
  },
  open,
);
export type CompanyApplication = Static<typeof CompanyApplication>;

export const companyApplication = endpoint({
  method: 'GET',
  path: '/users/company-application',
  access: 'user',
  rate: 'read',
  summary: 'The newest request for a company account; null: none, or it was withdrawn',
  reply: withBase(Type.Union([CompanyApplication, Type.Null()])),
});

export const applyForCompany = endpoint({
  method: 'POST',
  path: '/users/company-application',
  access: 'authorized',
  rate: 'write',
  feature: 'VERIFICATION',
  summary: 'A person asks for a company account, or changes the request that waits',
  body: Type.Object(
    {
      companyName: described('As in the company’s registration.', Type.String({ maxLength: 120 })),
      companyNationalId: described(
        'National id of the company; elsewhere than in Iran the number of its registration.',
        text(11),
      ),
      companyPhone: described('Telephone number of the company.', Type.String({ maxLength: 11 })),
      companyAddress: described('Street and number of the company.', Type.String({ maxLength: 300 })),
      version: described('Of the request that waits, as it was read; absent: none waits.', text(10)),
    },
    open,
  ),
  // An absent document stays as it was sent before.
  files: { names: COMPANY_DOCUMENTS, maxBytes: MAX_DOCUMENT_BYTES },
  reply: withBase(CompanyApplication),
  errors: [
    'ACCOUNT_INVALID',
    'CONFLICT',
    'USER_IDENTITY_DATA',
    'INVALID_IMAGE',
    'TOO_MANY_FILES',
    'TOO_MANY_REQUESTS',
  ],
});

export const withdrawCompanyApplication = endpoint({
  method: 'DELETE',
  path: '/users/company-application',
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'Takes back the request that waits',
  reply: success({}),
  errors: ['CONFLICT'],
});

export const idFormatTypes = endpoint({
  method: 'GET',
  path: '/users/id-format-type',
  access: 'public',
  rate: 'read',
  summary: 'Kinds of identity documents; the first is the default',
  reply: Type.Array(Type.Enum(ID_FORMATS)),
});

export const Country = Type.Object(
  {
    countryName: described('Name in English, which other calls take.', Type.String()),
    persianName: described('Name of the country in Persian.', Type.String()),
    countryPhoneCode: described("Prefix of the country's telephone numbers: +98.", Type.String()),
    code: described('ISO 3166-1 alpha-2.', Type.String()),
  },
  open,
);
export type Country = Static<typeof Country>;

export const countries = endpoint({
  method: 'GET',
  path: '/country',
  access: 'public',
  rate: 'read',
  summary: 'Iran first, then by English name',
  reply: Type.Array(Country),
});

export const Province = Type.Object(
  {
    name: described('Name of the province, in Persian.', Type.String()),
    cities: described('Its cities, in Persian.', Type.Array(Type.String())),
  },
  open,
);
export type Province = Static<typeof Province>;

export const provinces = endpoint({
  method: 'GET',
  path: '/country/iran/provinces',
  access: 'public',
  rate: 'read',
  summary: 'Provinces of Iran and their cities, in Persian order',
  reply: Type.Array(Province),
});

/** Bank that issues cards with this prefix. */
export const CardPrefixRow = Type.Object(
  {
    prefix: described(
      'The first six digits of a card; eight where two banks share the six.',
      Type.String({ pattern: '^(\\d{6}|\\d{8})$' }),
    ),
    fa: described('Name of the bank, in Persian.', Type.String({ minLength: 2, maxLength: 60 })),
    en: described('Name of the bank, in English.', Type.String({ minLength: 2, maxLength: 60 })),
  },
  open,
);

export const cardPrefixes = endpoint({
  method: 'GET',
  path: '/country/iran/card-prefixes',
  access: 'public',
  rate: 'read',
  summary: 'Banks of Iran by the first digits of their cards. A card of another one is as good',
  reply: Type.Array(CardPrefixRow),
});

export const saveCardPrefix = endpoint({
  method: 'PUT',
  path: '/backoffice/card-prefixes',
  access: 'staff',
  roles: ['treasury'],
  rate: 'write',
  summary: 'Adds the bank of a card prefix or changes it',
  body: CardPrefixRow,
  reply: success({}),
});

export const removeCardPrefix = endpoint({
  method: 'DELETE',
  path: '/backoffice/card-prefixes/:prefix',
  access: 'staff',
  roles: ['treasury'],
  rate: 'write',
  summary: 'No bank is named for cards that begin so',
  params: Type.Object(
    { prefix: described('The digits, as in the list.', Type.String({ maxLength: 8 })) },
    open,
  ),
  reply: success({}),
  errors: ['NOT_FOUND'],
});

export const setCountry = endpoint({
  method: 'POST',
  path: '/users/set-country',
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'Where the person lives, by the English name of the list',
  body: Type.Object(
    {
      countryName: described(
        'Name of the country in English, as in the list of countries.',
        Type.String({ maxLength: 60 }),
      ),
    },
    open,
  ),
  reply: success({}),
  errors: ['NOT_EDITABLE', 'COUNTRY_PREFIX_MISMATCH'],
});

export const verifiedBankAccounts = endpoint({
  method: 'GET',
  path: '/users/verified-bank-accounts',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: "The person's own verified cards, masked",
  reply: success({
    content: described(
      'The cards.',
      Type.Array(
        Type.Object(
          {
            id: described('The id that other calls name it by.', Type.String()),
            cardNumber: described('Number of the bank card, masked.', Type.String()),
            bankName: described(
              'The bank that issued the card; empty where its prefix is not known.',
              Type.String(),
            ),
          },
          open,
        ),
      ),
    ),
  }),
});

// ── The identity provider's step ────────────────────────────────────────────────────────────────

const email = Type.Optional(Type.String({ maxLength: 254 }));
/** In addition: BAD_REQUEST with `errors` as listed in requirements §8.1 rule 8. */
const PROVIDER_ERRORS = [
  'BAD_REQUEST',
  'CONFLICT',
  'IDENTITY_PROVIDER_UNAVAILABLE',
  'TOO_MANY_REQUESTS',
  'USER_IDENTITY_DATA',
  'ShebaCode or CardNumber Is For Another User',
] as const;

export const sendProviderSms = endpoint({
  method: 'POST',
  path: '/finnotech/send-sms-to-customer',
  access: 'user',
  rate: 'code',
  feature: 'VERIFICATION',
  summary: "Has the identity provider send its 5-digit code to the person's mobile",
  body: Type.Object(
    { email: described('Accepted; the code goes to the mobile number of the signed-in person.', email) },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        expiresIn: described('Seconds until the code ends.', Type.Integer()),
        mobileNumber: described('Where the code went, masked.', Type.String()),
      },
      open,
    ),
  ),
  errors: PROVIDER_ERRORS,
});
export const sendProviderSmsGet = endpoint({
  method: 'GET',
  path: '/finnotech/send-sms-to-customer',
  pauses: true,
  access: 'user',
  rate: 'code',
  feature: 'VERIFICATION',
  summary: 'Twin of the POST',
  query: Type.Object(
    { email: described('Accepted; the code goes to the mobile number of the signed-in person.', email) },
    open,
  ),
  reply: sendProviderSms.reply,
  errors: PROVIDER_ERRORS,
});

const providerOtp = Type.String({ maxLength: 20 });
export const checkProviderOtp = endpoint({
  method: 'POST',
  path: '/finnotech/otp',
  access: 'user',
  rate: 'code',
  feature: 'VERIFICATION',
  summary: 'The 5-digit code: identity is compared, then staff review follows',
  body: Type.Object(
    {
      otp: described("The provider's five-digit code.", providerOtp),
      email: described('Accepted; the code is that of the signed-in person.', email),
    },
    open,
  ),
  reply: success({}),
  errors: PROVIDER_ERRORS,
});
export const checkProviderOtpGet = endpoint({
  method: 'GET',
  path: '/finnotech/otp',
  pauses: true,
  access: 'user',
  rate: 'code',
  feature: 'VERIFICATION',
  summary: 'Twin of the POST',
  query: Type.Object(
    {
      otp: described("The provider's five-digit code.", providerOtp),
      email: described('Accepted; the code is that of the signed-in person.', email),
    },
    open,
  ),
  reply: checkProviderOtp.reply,
  errors: PROVIDER_ERRORS,
});

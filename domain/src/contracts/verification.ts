/** Who a person is: the account form, its documents and bank accounts, and the identity provider's step. */
import { type Static, Type } from 'typebox';
import { USER_LEVELS } from '../fees.ts';
import { endpoint, ignored, open, success, Timestamp, withBase } from './endpoint.ts';
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

/** Those by which a request for a company account is refused. */
export const COMPANY_REFUSAL_REASONS = [
  'COMPANY_DATA_MISMATCH',
  'COMPANY_DOCUMENT_MISSING',
  'WARRANTY_MISSING',
  'IMAGE_UNREADABLE',
  'ADDRESS_INCOMPLETE',
  'OTHER',
] as const satisfies readonly RefusalReason[];

/** Every document at most this many bytes. */
export const MAX_DOCUMENT_BYTES = 5_000_000;

export const BankAccount = Type.Object(
  {
    id: Type.String(),
    /** 6037-99**-****-5443. */
    cardNumber: Type.String(),
    /** IR55************************0101; empty where none is known. */
    shebaCode: Type.String(),
    bankName: Type.String(),
    verified: Type.Boolean(),
  },
  open,
);
export type BankAccount = Static<typeof BankAccount>;

const documentId = Type.Union([Type.String(), Type.Null()]);

export const Account = Type.Object(
  {
    id: Type.String(),
    firstName: Type.String(),
    lastName: Type.String(),
    email: Type.String(),
    mobileNumber: Type.String(),
    mobileVerified: Type.Boolean(),
    authorized: Type.Boolean(),
    supervisor: Type.Boolean(),
    authenticationType: Type.Enum(AUTHENTICATION_TYPES),
    twoStepAuthenticationType: Type.Enum(TWO_STEP_METHODS),
    userAccountLevel: Type.Enum(USER_LEVELS),
    /** Toman, three months. */
    totalTradesVolume: Type.String(),
    customerKind: Type.Union([Type.Literal('REAL'), Type.Literal('COMPANY'), Type.Null()]),
    /** Percent of the quote amount on Toman markets. */
    fee: Type.String(),
    /** Percent on Tether markets. */
    feeTether: Type.String(),
    referralCode: Type.String(),
    location: Type.Union([
      Type.Object({ countryName: Type.String(), countryPhoneCode: Type.String() }, open),
      Type.Null(),
    ]),
    /** False for who came by Google and set none. */
    hasPassword: Type.Boolean(),
    staffRoles: Type.Array(Type.String()),
    preferences: Preferences,
    /** Nothing leaves until then; null: no hold. */
    withdrawalHoldUntil: Type.Union([Timestamp, Type.Null()]),
    /** Masked: 001****829. Empty before the first submit, as are the following. */
    nationalCode: Type.String(),
    /** 1991-03-21. */
    birthDay: Type.String(),
    countryName: Type.String(),
    countryPhoneCode: Type.String(),
    state: Type.String(),
    city: Type.String(),
    address: Type.String(),
    postalCode: Type.String(),
    telephone: Type.String(),
    idFormatType: Type.Union([Type.Enum(ID_FORMATS), Type.Null()]),
    companyName: Type.String(),
    companyAddress: Type.String(),
    companyPhone: Type.String(),
    companyNationalId: Type.String(),
    bankAccounts: Type.Array(BankAccount),
    /** Ids of documents for `GET /users/documents/:id`; with `imageNeeded=false` all null. */
    image: documentId,
    backImage: documentId,
    warranty: documentId,
    businessLicense: documentId,
    profileImage: documentId,
    /** Why staff refused, until it is submitted again. */
    refusalReasons: Type.Array(Type.Enum(REFUSAL_REASONS)),
    refusalNote: Type.String(),
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
  query: Type.Object({ imageNeeded: Type.Optional(Type.Boolean()) }, open),
  reply: withBase(Account),
});

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));

/** All text: a form's fields. What is absent stays as it was; the rules are `accountFaults` of account-form.ts. */
const fields = {
  customerKind: Type.Optional(Type.Enum(CUSTOMER_KINDS)),
  firstName: text(60),
  lastName: text(60),
  email: text(254),
  nationalCode: text(30),
  /** Gregorian, 1991-03-21. */
  birthDay: text(10),
  /** Ten digits, or with the country's prefix. */
  mobileNumber: text(20),
  countryName: text(60),
  state: text(60),
  city: text(60),
  address: text(300),
  postalCode: text(10),
  telephone: text(20),
  idFormatType: Type.Optional(Type.Enum(ID_FORMATS)),
  companyName: text(120),
  companyAddress: text(300),
  companyPhone: text(11),
  companyNationalId: text(11),
  authenticationType: ignored('it follows from the checks'),
  countryPhoneCode: ignored('it follows from `countryName`'),
  location: ignored('it is set by /users/set-country'),
  /** JSON: [{"id"} | {"shebaCode": 24 digits, "cardNumber": 16 digits}]; those whose id is missing are removed. */
  bankAccountsString: text(4000),
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

/** The message of a saved account when the provider's 5-digit step comes next (Iran). */
export const PROVIDER_STEP_NEEDED = 'Verification Needed';
const saved = success({ baseDTO: Account });

export const createAccount = endpoint({
  method: 'POST',
  path: '/users/account',
  access: 'user',
  rate: 'write',
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
  summary: 'Later submits; documents by the ids of uploads',
  body: Type.Object(
    {
      ...fields,
      image: text(40),
      backImage: text(40),
      warranty: text(40),
      businessLicense: text(40),
      profileImage: text(40),
    },
    open,
  ),
  reply: saved,
  errors: ACCOUNT_ERRORS,
});

export const uploadDocument = endpoint({
  method: 'POST',
  path: '/users/documents/:kind',
  access: 'user',
  rate: 'write',
  summary: 'A document for a later PUT',
  params: Type.Object({ kind: Type.Enum(DOCUMENT_KINDS) }, open),
  body: Type.Object({}, open),
  files: { names: ['file'], maxBytes: MAX_DOCUMENT_BYTES },
  reply: withBase(Type.Object({ id: Type.String() }, open)),
  errors: ['INVALID_IMAGE', 'TOO_MANY_FILES', 'NOT_EDITABLE', 'PAYLOAD_TOO_LARGE'],
});

export const readDocument = endpoint({
  method: 'GET',
  path: '/users/documents/:id',
  access: 'user',
  rate: 'read',
  summary: "The bytes of a document of one's own (image/jpeg)",
  params: Type.Object({ id: Type.String({ maxLength: 40 }) }, open),
  reply: Type.Unknown(),
  errors: ['NOT_FOUND'],
});

// ── A person becomes a company ──────────────────────────────────────────────────────────────────

export const COMPANY_DOCUMENTS = ['warranty', 'businessLicense'] as const satisfies readonly DocumentKind[];

export const CompanyApplication = Type.Object(
  {
    id: Type.String(),
    /** Grows with each change of what waits; a decision names it. */
    version: Type.Integer(),
    state: Type.Enum(['PENDING', 'APPROVED', 'REFUSED']),
    companyName: Type.String(),
    /** Of Iran; elsewhere the number of the registration, or empty. */
    companyNationalId: Type.String(),
    companyPhone: Type.String(),
    companyAddress: Type.String(),
    /** Ids of documents for `GET /users/documents/:id`. */
    warranty: documentId,
    businessLicense: documentId,
    submittedAtDateTime: Timestamp,
    decidedAtDateTime: Type.Union([Timestamp, Type.Null()]),
    /** Why staff refused. */
    reasons: Type.Array(Type.Enum(REFUSAL_REASONS)),
    note: Type.String(),
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
  summary: 'A person asks for a company account, or changes the request that waits',
  body: Type.Object(
    {
      companyName: Type.String({ maxLength: 120 }),
      companyNationalId: text(11),
      companyPhone: Type.String({ maxLength: 11 }),
      companyAddress: Type.String({ maxLength: 300 }),
      /** Of the request that waits, as it was read; absent: none waits. */
      version: text(10),
    },
    open,
  ),
  /** A paper that is absent stays as it was sent before. */
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
    countryName: Type.String(),
    persianName: Type.String(),
    /** +98. */
    countryPhoneCode: Type.String(),
    /** ISO 3166-1 alpha-2. */
    code: Type.String(),
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

export const Province = Type.Object({ name: Type.String(), cities: Type.Array(Type.String()) }, open);
export type Province = Static<typeof Province>;

export const provinces = endpoint({
  method: 'GET',
  path: '/country/iran/provinces',
  access: 'public',
  rate: 'read',
  summary: 'Provinces of Iran and their cities, in Persian order',
  reply: Type.Array(Province),
});

export const setCountry = endpoint({
  method: 'POST',
  path: '/users/set-country',
  access: 'user',
  rate: 'write',
  summary: 'Where the person lives, by the English name of the list',
  body: Type.Object({ countryName: Type.String({ maxLength: 60 }) }, open),
  reply: success({}),
  errors: ['NOT_EDITABLE', 'COUNTRY_PREFIX_MISMATCH'],
});

export const verifiedBankAccounts = endpoint({
  method: 'GET',
  path: '/users/verified-bank-accounts',
  access: 'verified',
  rate: 'read',
  summary: "The person's own verified cards, masked",
  reply: success({
    content: Type.Array(
      Type.Object({ id: Type.String(), cardNumber: Type.String(), bankName: Type.String() }, open),
    ),
  }),
});

// ── The identity provider's step ────────────────────────────────────────────────────────────────

const email = Type.Optional(Type.String({ maxLength: 254 }));
/** Beside these: BAD_REQUEST with `errors` as specification §8.1 rule 8 lists them. */
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
  summary: "Has the identity provider send its 5-digit code to the person's mobile",
  body: Type.Object({ email }, open),
  reply: withBase(Type.Object({ expiresIn: Type.Integer(), mobileNumber: Type.String() }, open)),
  errors: PROVIDER_ERRORS,
});
export const sendProviderSmsGet = endpoint({
  method: 'GET',
  path: '/finnotech/send-sms-to-customer',
  access: 'user',
  rate: 'code',
  summary: 'Twin of the POST',
  query: Type.Object({ email }, open),
  reply: sendProviderSms.reply,
  errors: PROVIDER_ERRORS,
});

const providerOtp = Type.String({ maxLength: 20 });
export const checkProviderOtp = endpoint({
  method: 'POST',
  path: '/finnotech/otp',
  access: 'user',
  rate: 'code',
  summary: 'The 5-digit code: identity is compared, then staff review follows',
  body: Type.Object({ otp: providerOtp, email }, open),
  reply: success({}),
  errors: PROVIDER_ERRORS,
});
export const checkProviderOtpGet = endpoint({
  method: 'GET',
  path: '/finnotech/otp',
  access: 'user',
  rate: 'code',
  summary: 'Twin of the POST',
  query: Type.Object({ otp: providerOtp, email }, open),
  reply: checkProviderOtp.reply,
  errors: PROVIDER_ERRORS,
});

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
    id: described('Identifier used in other calls.', Type.String()),
    cardNumber: described('Masked number of the bank card: 6037-99**-****-5443.', Type.String()),
    shebaCode: described(
      'Masked Sheba: IR55************************0101; empty if none is known.',
      Type.String(),
    ),
    bankName: described('Bank that issued the card; empty if its prefix is unknown.', Type.String()),
    verified: described('Whether the bank has confirmed that the card belongs to the user.', Type.Boolean()),
  },
  open,
);
export type BankAccount = Static<typeof BankAccount>;

const documentId = Type.Union([Type.String(), Type.Null()]);

export const Account = Type.Object(
  {
    id: described('Identifier used in other calls.', Type.String()),
    firstName: described('Given name, as in the identity document.', Type.String()),
    lastName: described('Family name, as in the identity document.', Type.String()),
    email: described('Email address.', Type.String()),
    mobileNumber: described('Mobile number, with the country prefix.', Type.String()),
    mobileVerified: described('Whether the mobile number was verified by a code.', Type.Boolean()),
    authorized: described('Whether authenticationType is AUTHORIZED.', Type.Boolean()),
    supervisor: described('Whether the user is a market maker.', Type.Boolean()),
    authenticationType: described("Progress of the user's verification.", Type.Enum(AUTHENTICATION_TYPES)),
    twoStepAuthenticationType: described('Two-step method in effect.', Type.Enum(TWO_STEP_METHODS)),
    userAccountLevel: described('Level that determines fees and limits.', Type.Enum(USER_LEVELS)),
    totalTradesVolume: described('Trade volume of three months, in Toman.', Type.String()),
    customerKind: described(
      'Kind of customer. REAL: an individual. COMPANY: a company. Null until it is chosen.',
      Type.Union([Type.Literal('REAL'), Type.Literal('COMPANY'), Type.Null()]),
    ),
    fee: described('Fee on Toman markets, in percent of the quote amount.', Type.String()),
    feeTether: described('Fee on Tether markets, in percent of the quote amount.', Type.String()),
    referralCode: described('Referral code of the user, for inviting others.', Type.String()),
    location: described(
      'Country of residence; null until it is set.',
      Type.Union([
        Type.Object(
          {
            countryName: described(
              'Name of the country in English, as in the list of countries.',
              Type.String(),
            ),
            countryPhoneCode: described('Country prefix of telephone numbers, e.g. +98.', Type.String()),
          },
          open,
        ),
        Type.Null(),
      ]),
    ),
    hasPassword: described(
      'Whether the account has a password; false for users who signed up with Google and set none.',
      Type.Boolean(),
    ),
    staffRoles: described('Roles in the back office; empty if there are none.', Type.Array(Type.String())),
    preferences: described("User's settings for pages and emails.", Preferences),
    frozen: described(
      'Freeze of the account, during which withdrawals and changes of security settings are refused; null if the account is not frozen.',
      Type.Union([
        Type.Object(
          {
            by: described(
              "Origin of the freeze. OWNER: by the owner, who can lift it. LINK: by a notice's link; staff lifts it.",
              Type.Enum(['LINK', 'OWNER']),
            ),
            sinceDateTime: described('Time at which the account was frozen.', Timestamp),
            thawsAtDateTime: described(
              'Time at which the freeze ends automatically; null if lifting it has not been started.',
              Type.Union([Timestamp, Type.Null()]),
            ),
          },
          open,
        ),
        Type.Null(),
      ]),
    ),
    hasMailPhrase: described('Whether emails to the user contain a phrase that they chose.', Type.Boolean()),
    settingsLockedUntilDateTime: described(
      "Time until which the account's security settings are locked; null if they are not locked.",
      Type.Union([Timestamp, Type.Null()]),
    ),
    withdrawalHoldUntil: described(
      'Time until which withdrawals are held; null if there is no hold.',
      Type.Union([Timestamp, Type.Null()]),
    ),
    nationalCode: described(
      'Masked national code: 001****829. This field and those below are empty before the first submission.',
      Type.String(),
    ),
    birthDay: described('Date of birth in the Gregorian calendar: 1991-03-21.', Type.String()),
    countryName: described('Name of the country in English, as in the list of countries.', Type.String()),
    countryPhoneCode: described('Country prefix of telephone numbers, e.g. +98.', Type.String()),
    state: described('Province.', Type.String()),
    city: described('City of residence.', Type.String()),
    address: described('Street and number of the residence.', Type.String()),
    postalCode: described('Postal code, ten digits.', Type.String()),
    telephone: described('Telephone number of the residence.', Type.String()),
    idFormatType: described('Type of identity document.', Type.Union([Type.Enum(ID_FORMATS), Type.Null()])),
    companyName: described('Name of the company, as registered.', Type.String()),
    companyAddress: described('Street and number of the company.', Type.String()),
    companyPhone: described('Telephone number of the company.', Type.String()),
    companyNationalId: described(
      'National id of the company; outside Iran, its registration number.',
      Type.String(),
    ),
    bankAccounts: described('Cards and Shebas of the user.', Type.Array(BankAccount)),
    image: described(
      'Identifiers of documents for `GET /users/documents/:id`; all null with `imageNeeded=false`.',
      documentId,
    ),
    backImage: described("Identifier of the document's back.", documentId),
    warranty: described('Identifier of the signed letter of commitment.', documentId),
    businessLicense: described("Identifier of the company's licence.", documentId),
    profileImage: described("Identifier of the user's photo.", documentId),
    refusalReasons: described(
      'Reason for the refusal by staff, until the next submission.',
      Type.Array(Type.Enum(REFUSAL_REASONS)),
    ),
    refusalNote: described('Note of staff on the refusal; empty if there is none.', Type.String()),
  },
  open,
);
export type Account = Static<typeof Account>;

export const account = endpoint({
  method: 'GET',
  path: '/users/account',
  access: 'user',
  rate: 'read',
  summary: "Returns the caller's account",
  query: Type.Object(
    {
      imageNeeded: described(
        'Whether to return the identifiers of documents; false omits them.',
        Type.Optional(Type.Boolean()),
      ),
    },
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
  customerKind: described(
    'Kind of customer. REAL: an individual. COMPANY: a company.',
    Type.Optional(Type.Enum(CUSTOMER_KINDS)),
  ),
  firstName: described('Given name, as in the identity document.', text(60)),
  lastName: described('Family name, as in the identity document.', text(60)),
  email: described('Email address; changed by other endpoints, with a code.', text(254)),
  nationalCode: described(
    'National code of ten digits; outside Iran, the number of the identity document.',
    text(30),
  ),
  birthDay: described('Date of birth in the Gregorian calendar: 1991-03-21.', text(10)),
  mobileNumber: described('Mobile number of ten digits, with or without the country prefix.', text(20)),
  countryName: described('Name of the country in English, as in the list of countries.', text(60)),
  state: described('Province.', text(60)),
  city: described('City of residence.', text(60)),
  address: described('Street and number of the residence.', text(300)),
  postalCode: described('Postal code, ten digits.', text(10)),
  telephone: described('Telephone number of the residence.', text(20)),
  idFormatType: described('Type of identity document.', Type.Optional(Type.Enum(ID_FORMATS))),
  companyName: described('Name of the company, as registered.', text(120)),
  companyAddress: described('Street and number of the company.', text(300)),
  companyPhone: described('Telephone number of the company.', text(11)),
  companyNationalId: described(
    'National id of the company; outside Iran, its registration number.',
    text(11),
  ),
  authenticationType: ignored('determined by the verification'),
  countryPhoneCode: ignored('derived from `countryName`'),
  location: ignored('set by /users/set-country'),
  bankAccountsString: described(
    'Bank accounts as JSON: [{"id"} | {"shebaCode": 24 digits, "cardNumber": 16 digits}]; accounts whose id is missing are removed.',
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
  summary:
    'Submits the account\'s data for the first time, with the documents; message "Verification Needed" leads to the 5-digit step',
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
  summary: "Submits the account's data again, with documents by the ids of their uploads",
  body: Type.Object(
    {
      ...fields,
      image: described("Identifier of the document's front.", text(40)),
      backImage: described("Identifier of the document's back.", text(40)),
      warranty: described('Identifier of the signed letter of commitment.', text(40)),
      businessLicense: described("Identifier of the company's licence.", text(40)),
      profileImage: described("Identifier of the user's photo.", text(40)),
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
  summary: 'Uploads a document for a later PUT',
  params: Type.Object({ document: described('Type of the document.', Type.Enum(DOCUMENT_KINDS)) }, open),
  body: Type.Object({}, open),
  files: { names: ['file'], maxBytes: MAX_DOCUMENT_BYTES },
  reply: withBase(
    Type.Object(
      { id: described('Identifier of the document, for the later submission.', Type.String()) },
      open,
    ),
  ),
  errors: ['INVALID_IMAGE', 'TOO_MANY_FILES', 'NOT_EDITABLE', 'PAYLOAD_TOO_LARGE'],
});

export const readDocument = endpoint({
  method: 'GET',
  path: '/users/documents/:document',
  access: 'user',
  rate: 'read',
  summary: "Returns the bytes of one of the caller's documents (image/jpeg)",
  params: Type.Object(
    { document: described('Identifier of the document.', Type.String({ maxLength: 40 })) },
    open,
  ),
  media: ['image/jpeg'],
  reply: Type.Unknown(),
  errors: ['NOT_FOUND'],
});

// ── Company applications ────────────────────────────────────────────────────────────────────────

export const COMPANY_DOCUMENTS = ['warranty', 'businessLicense'] as const satisfies readonly DocumentKind[];

export const CompanyApplication = Type.Object(
  {
    id: described('Identifier used in other calls.', Type.String()),
    version: described(
      'Version of the pending request, increased by each change; a decision refers to it.',
      Type.Integer(),
    ),
    state: described(
      'State of the request: PENDING until staff decides, then APPROVED or REFUSED.',
      Type.Enum(['PENDING', 'APPROVED', 'REFUSED']),
    ),
    companyName: described('Name of the company, as registered.', Type.String()),
    companyNationalId: described(
      'National id of the company in Iran; otherwise its registration number, or empty.',
      Type.String(),
    ),
    companyPhone: described('Telephone number of the company.', Type.String()),
    companyAddress: described('Street and number of the company.', Type.String()),
    warranty: described('Identifiers of documents for `GET /users/documents/:id`.', documentId),
    businessLicense: described("Identifier of the company's licence.", documentId),
    submittedAtDateTime: described('Time of the submission.', Timestamp),
    decidedAtDateTime: described(
      'Time of the decision by staff; null until then.',
      Type.Union([Timestamp, Type.Null()]),
    ),
    reasons: described('Reason for the refusal by staff.', Type.Array(Type.Enum(REFUSAL_REASONS))),
    note: described('Note of staff on its decision; empty if there is none.', Type.String()),
  },
  open,
);
export type CompanyApplication = Static<typeof CompanyApplication>;

export const companyApplication = endpoint({
  method: 'GET',
  path: '/users/company-application',
  access: 'user',
  rate: 'read',
  summary: 'Returns the newest request for a company account; null if there is none or it was withdrawn',
  reply: withBase(Type.Union([CompanyApplication, Type.Null()])),
});

export const applyForCompany = endpoint({
  method: 'POST',
  path: '/users/company-application',
  access: 'authorized',
  rate: 'write',
  feature: 'VERIFICATION',
  summary: 'Requests a company account, or changes the pending request',
  body: Type.Object(
    {
      companyName: described('Name of the company, as registered.', Type.String({ maxLength: 120 })),
      companyNationalId: described(
        'National id of the company; outside Iran, its registration number.',
        text(11),
      ),
      companyPhone: described('Telephone number of the company.', Type.String({ maxLength: 11 })),
      companyAddress: described('Street and number of the company.', Type.String({ maxLength: 300 })),
      version: described(
        'Version of the pending request, as it was read; omitted if none is pending.',
        text(10),
      ),
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
  summary: 'Withdraws the pending request for a company account',
  reply: success({}),
  errors: ['CONFLICT'],
});

export const idFormatTypes = endpoint({
  method: 'GET',
  path: '/users/id-format-type',
  access: 'public',
  rate: 'read',
  summary: 'Returns the types of identity documents; the first is the default',
  reply: Type.Array(Type.Enum(ID_FORMATS)),
});

export const Country = Type.Object(
  {
    countryName: described('Name in English, as accepted by other calls.', Type.String()),
    persianName: described('Name of the country in Persian.', Type.String()),
    countryPhoneCode: described('Country prefix of telephone numbers: +98.', Type.String()),
    code: described('ISO 3166-1 alpha-2 code of the country.', Type.String()),
  },
  open,
);
export type Country = Static<typeof Country>;

export const countries = endpoint({
  method: 'GET',
  path: '/country',
  access: 'public',
  rate: 'read',
  summary: 'Returns the countries: Iran first, then sorted by English name',
  reply: Type.Array(Country),
});

export const Province = Type.Object(
  {
    name: described('Name of the province, in Persian.', Type.String()),
    cities: described('Cities of the province, in Persian.', Type.Array(Type.String())),
  },
  open,
);
export type Province = Static<typeof Province>;

export const provinces = endpoint({
  method: 'GET',
  path: '/country/iran/provinces',
  access: 'public',
  rate: 'read',
  summary: 'Returns the provinces of Iran and their cities, in Persian alphabetical order',
  reply: Type.Array(Province),
});

/** Bank that issues cards with this prefix. */
export const CardPrefixRow = Type.Object(
  {
    prefix: described(
      'First six digits of a card; eight if two banks share the six.',
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
  summary:
    'Returns the banks of Iran by the first digits of their cards. Cards of other banks are accepted as well',
  reply: Type.Array(CardPrefixRow),
});

export const saveCardPrefix = endpoint({
  method: 'PUT',
  path: '/backoffice/card-prefixes',
  access: 'staff',
  roles: ['treasury'],
  rate: 'write',
  summary: 'Adds or changes the bank of a card prefix',
  body: CardPrefixRow,
  reply: success({}),
});

export const removeCardPrefix = endpoint({
  method: 'DELETE',
  path: '/backoffice/card-prefixes/:prefix',
  access: 'staff',
  roles: ['treasury'],
  rate: 'write',
  summary: 'Deletes a card prefix; no bank is named for cards that begin with it',
  params: Type.Object(
    { prefix: described('Digits of the prefix, as in the list.', Type.String({ maxLength: 8 })) },
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
  summary: "Sets the caller's country of residence, by its English name in the list",
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
  summary: "Returns the caller's verified cards, masked",
  reply: success({
    content: described(
      'Verified cards.',
      Type.Array(
        Type.Object(
          {
            id: described('Identifier used in other calls.', Type.String()),
            cardNumber: described('Masked number of the bank card.', Type.String()),
            bankName: described('Bank that issued the card; empty if its prefix is unknown.', Type.String()),
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
  summary: "Requests the identity provider to send its 5-digit code to the caller's mobile number",
  body: Type.Object(
    { email: described('Accepted; the code is sent to the mobile number of the caller.', email) },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        expiresIn: described('Seconds until the code expires.', Type.Integer()),
        mobileNumber: described('Masked destination of the code.', Type.String()),
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
  summary: 'Same as the POST',
  query: Type.Object(
    { email: described('Accepted; the code is sent to the mobile number of the caller.', email) },
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
  summary: 'Verifies the 5-digit code and compares the identity; staff review follows',
  body: Type.Object(
    {
      otp: described('Five-digit code of the identity provider.', providerOtp),
      email: described('Accepted; the code must be that of the caller.', email),
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
  summary: 'Same as the POST',
  query: Type.Object(
    {
      otp: described('Five-digit code of the identity provider.', providerOtp),
      email: described('Accepted; the code must be that of the caller.', email),
    },
    open,
  ),
  reply: checkProviderOtp.reply,
  errors: PROVIDER_ERRORS,
});

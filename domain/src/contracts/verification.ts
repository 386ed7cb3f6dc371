/** Identity verification: the account form, its documents and bank accounts, and the identity provider's step. */
import { type Static, Type } from 'typebox';
import { USER_LEVELS } from '../fees.ts';
import { endpoint } from './endpoint.ts';
import {
  described,
  flag,
  ignored,
  integer,
  itemReply,
  list,
  nullable,
  object,
  oneOf,
  optional,
  orNull,
  success,
  Timestamp,
  text,
  time,
} from './fields.ts';
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

export const BankAccount = object({
  id: text('Identifier used in other calls.'),
  cardNumber: text('Masked number of the bank card: 6037-99**-****-5443.'),
  shebaCode: text('Masked Sheba: IR55************************0101.'),
  bankName: text('Bank that issued the card; empty if its prefix is unknown.'),
  verified: flag('Whether the bank has confirmed that the card belongs to the user.'),
});
export type BankAccount = Static<typeof BankAccount>;

const documentId = orNull(Type.String());

export const Account = object({
  id: text('Identifier used in other calls.'),
  firstName: text('Given name, as in the identity document.'),
  lastName: text('Family name, as in the identity document.'),
  email: text('Email address.'),
  mobileNumber: text('Mobile number, with the country prefix.'),
  mobileVerified: flag('Whether the mobile number was verified by a code.'),
  authorized: flag('Whether authenticationType is AUTHORIZED.'),
  supervisor: flag('Whether the user is a market maker.'),
  authenticationType: oneOf("Progress of the user's verification.", AUTHENTICATION_TYPES),
  twoStepAuthenticationType: oneOf('Two-step method in effect.', TWO_STEP_METHODS),
  userAccountLevel: oneOf('Level that determines fees and limits.', USER_LEVELS),
  totalTradesVolume: text('Trade volume of three months, in Toman.'),
  customerKind: described(
    'Kind of customer. REAL: an individual. COMPANY: a company. Null until it is chosen.',
    Type.Union([Type.Literal('REAL'), Type.Literal('COMPANY'), Type.Null()]),
  ),
  fee: text('Fee on Toman markets, in percent of the quote amount.'),
  feeTether: text('Fee on Tether markets, in percent of the quote amount.'),
  referralCode: text('Referral code of the user, for inviting others.'),
  location: nullable('Country of residence; null until it is set.', {
    countryName: text('Name of the country in English, as in the list of countries.'),
    countryPhoneCode: text('Country prefix of telephone numbers, e.g. +98.'),
  }),
  hasPassword: flag(
    'Whether the account has a password; false for users who signed up with Google and set none.',
  ),
  staffRoles: list('Roles in the back office; empty if there are none.', Type.String()),
  preferences: described("User's settings for pages and emails.", Preferences),
  frozen: nullable(
    'Freeze of the account, during which withdrawals and changes of security settings are refused; null if the account is not frozen.',
    {
      by: oneOf(
        "Origin of the freeze. OWNER: by the owner, who can lift it. LINK: by a notice's link; staff lifts it.",
        ['LINK', 'OWNER'],
      ),
      sinceDateTime: time('Time at which the account was frozen.'),
      thawsAtDateTime: nullable(
        'Time at which the freeze ends automatically; null if lifting it has not been started.',
        Timestamp,
      ),
    },
  ),
  hasMailPhrase: flag('Whether emails to the user contain a phrase that they chose.'),
  settingsLockedUntilDateTime: nullable(
    "Time until which the account's security settings are locked; null if they are not locked.",
    Timestamp,
  ),
  withdrawalHoldUntil: nullable(
    'Time until which withdrawals are held; null if there is no hold.',
    Timestamp,
  ),
  nationalCode: text(
    'Masked national code: 001****829. This field and those below are empty before the first submission.',
  ),
  birthDay: text('Date of birth in the Gregorian calendar: 1991-03-21.'),
  countryName: text('Name of the country in English, as in the list of countries.'),
  countryPhoneCode: text('Country prefix of telephone numbers, e.g. +98.'),
  state: text('Province.'),
  city: text('City of residence.'),
  address: text('Street and number of the residence.'),
  postalCode: text('Postal code, ten digits.'),
  telephone: text('Telephone number of the residence.'),
  idFormatType: nullable('Type of identity document.', Type.Enum(ID_FORMATS)),
  companyName: text('Name of the company, as registered.'),
  companyAddress: text('Street and number of the company.'),
  companyPhone: text('Telephone number of the company.'),
  companyNationalId: text('National id of the company; outside Iran, its registration number.'),
  bankAccounts: list('Cards and Shebas of the user.', BankAccount),
  image: described(
    'Identifiers of documents for `GET /users/documents/:id`; all null with `imageNeeded=false`.',
    documentId,
  ),
  backImage: described("Identifier of the document's back.", documentId),
  warranty: described('Identifier of the signed letter of commitment.', documentId),
  businessLicense: described("Identifier of the company's licence.", documentId),
  profileImage: described("Identifier of the user's photo.", documentId),
  refusalReasons: list(
    'Reason for the refusal by staff, until the next submission.',
    Type.Enum(REFUSAL_REASONS),
  ),
  refusalNote: text('Note of staff on the refusal; empty if there is none.'),
});
export type Account = Static<typeof Account>;

export const account = endpoint('GET', '/users/account', {
  access: 'user',
  rate: 'read',
  summary: "Returns the caller's account",
  query: object({
    imageNeeded: optional(
      'Whether to return the identifiers of documents; false omits them.',
      Type.Boolean(),
    ),
  }),
  reply: itemReply(Account),
});

const optionalText = (description: string, maxLength: number) =>
  optional(description, Type.String({ maxLength }));

/**
 * The fields of the form, all of them text. Absent ones stay unchanged; the rules are `validateAccountForm` of
 * account-form.ts.
 */
const fields = {
  customerKind: optional(
    'Kind of customer. REAL: an individual. COMPANY: a company.',
    Type.Enum(CUSTOMER_KINDS),
  ),
  firstName: optionalText('Given name, as in the identity document.', 60),
  lastName: optionalText('Family name, as in the identity document.', 60),
  email: optionalText('Email address; changed by other endpoints, with a code.', 254),
  nationalCode: optionalText(
    'National code of ten digits; outside Iran, the number of the identity document.',
    30,
  ),
  birthDay: optionalText('Date of birth in the Gregorian calendar: 1991-03-21.', 10),
  mobileNumber: optionalText('Mobile number of ten digits, with or without the country prefix.', 20),
  countryName: optionalText('Name of the country in English, as in the list of countries.', 60),
  state: optionalText('Province.', 60),
  city: optionalText('City of residence.', 60),
  address: optionalText('Street and number of the residence.', 300),
  postalCode: optionalText('Postal code, ten digits.', 10),
  telephone: optionalText('Telephone number of the residence.', 20),
  idFormatType: optional('Type of identity document.', Type.Enum(ID_FORMATS)),
  companyName: optionalText('Name of the company, as registered.', 120),
  companyAddress: optionalText('Street and number of the company.', 300),
  companyPhone: optionalText('Telephone number of the company.', 11),
  companyNationalId: optionalText('National id of the company; outside Iran, its registration number.', 11),
  authenticationType: ignored('determined by the verification'),
  countryPhoneCode: ignored('derived from `countryName`'),
  location: ignored('set by /users/set-country'),
  bankAccountsString: optionalText(
    'Bank accounts as JSON: [{"id"} | {"shebaCode": 24 digits, "cardNumber": 16 digits}]; accounts whose id is missing are removed.',
    4000,
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
const saved = itemReply(Account);

export const createAccount = endpoint('POST', '/users/account', {
  access: 'user',
  rate: 'write',
  feature: 'VERIFICATION',
  summary:
    'Submits the account\'s data for the first time, with the documents; message "Verification Needed" leads to the 5-digit step',
  body: object(fields),
  files: { names: DOCUMENT_KINDS, maxBytes: MAX_DOCUMENT_BYTES },
  reply: saved,
  errors: ACCOUNT_ERRORS,
});

export const updateAccount = endpoint('PUT', '/users/account', {
  access: 'user',
  rate: 'write',
  feature: 'VERIFICATION',
  summary: "Submits the account's data again, with documents by the ids of their uploads",
  body: object({
    ...fields,
    image: optionalText("Identifier of the document's front.", 40),
    backImage: optionalText("Identifier of the document's back.", 40),
    warranty: optionalText('Identifier of the signed letter of commitment.', 40),
    businessLicense: optionalText("Identifier of the company's licence.", 40),
    profileImage: optionalText("Identifier of the user's photo.", 40),
  }),
  reply: saved,
  errors: ACCOUNT_ERRORS,
});

export const uploadDocument = endpoint('POST', '/users/documents/:document', {
  access: 'user',
  rate: 'write',
  feature: 'VERIFICATION',
  summary: 'Uploads a document for a later PUT',
  params: object({ document: oneOf('Type of the document.', DOCUMENT_KINDS) }),
  body: object({}),
  files: { names: ['file'], maxBytes: MAX_DOCUMENT_BYTES },
  reply: itemReply({ id: text('Identifier of the document, for the later submission.') }),
  errors: ['INVALID_IMAGE', 'TOO_MANY_FILES', 'NOT_EDITABLE', 'PAYLOAD_TOO_LARGE'],
});

export const readDocument = endpoint('GET', '/users/documents/:document', {
  access: 'user',
  rate: 'read',
  summary: "Returns the bytes of one of the caller's documents (image/jpeg)",
  params: object({ document: text('Identifier of the document.', { maxLength: 40 }) }),
  media: ['image/jpeg'],
  reply: Type.Unknown(),
  errors: ['NOT_FOUND'],
});

// ── Company applications ────────────────────────────────────────────────────────────────────────

export const COMPANY_DOCUMENTS = ['warranty', 'businessLicense'] as const satisfies readonly DocumentKind[];

export const CompanyApplication = object({
  id: text('Identifier used in other calls.'),
  version: integer('Version of the pending request, increased by each change; a decision refers to it.'),
  state: oneOf('State of the request: PENDING until staff decides, then APPROVED or REFUSED.', [
    'PENDING',
    'APPROVED',
    'REFUSED',
  ]),
  companyName: text('Name of the company, as registered.'),
  companyNationalId: text('National id of the company in Iran; otherwise its registration number, or empty.'),
  companyPhone: text('Telephone number of the company.'),
  companyAddress: text('Street and number of the company.'),
  warranty: described('Identifiers of documents for `GET /users/documents/:id`.', documentId),
  businessLicense: described("Identifier of the company's licence.", documentId),
  submittedAtDateTime: time('Time of the submission.'),
  decidedAtDateTime: nullable('Time of the decision by staff; null until then.', Timestamp),
  reasons: list('Reason for the refusal by staff.', Type.Enum(REFUSAL_REASONS)),
  note: text('Note of staff on its decision; empty if there is none.'),
});
export type CompanyApplication = Static<typeof CompanyApplication>;

export const companyApplication = endpoint('GET', '/users/company-application', {
  access: 'user',
  rate: 'read',
  summary: 'Returns the newest request for a company account; null if there is none or it was withdrawn',
  reply: itemReply(orNull(CompanyApplication)),
});

export const applyForCompany = endpoint('POST', '/users/company-application', {
  access: 'authorized',
  rate: 'write',
  feature: 'VERIFICATION',
  summary: 'Requests a company account, or changes the pending request',
  body: object({
    companyName: text('Name of the company, as registered.', { maxLength: 120 }),
    companyNationalId: optionalText('National id of the company; outside Iran, its registration number.', 11),
    companyPhone: text('Telephone number of the company.', { maxLength: 11 }),
    companyAddress: text('Street and number of the company.', { maxLength: 300 }),
    version: optionalText('Version of the pending request, as it was read; omitted if none is pending.', 10),
  }),
  // An absent document stays as it was sent before.
  files: { names: COMPANY_DOCUMENTS, maxBytes: MAX_DOCUMENT_BYTES },
  reply: itemReply(CompanyApplication),
  errors: [
    'ACCOUNT_INVALID',
    'CONFLICT',
    'USER_IDENTITY_DATA',
    'INVALID_IMAGE',
    'TOO_MANY_FILES',
    'TOO_MANY_REQUESTS',
  ],
});

export const withdrawCompanyApplication = endpoint('DELETE', '/users/company-application', {
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'Withdraws the pending request for a company account',
  reply: success({}),
  errors: ['CONFLICT'],
});

export const idFormatTypes = endpoint('GET', '/users/id-format-type', {
  access: 'public',
  rate: 'read',
  summary: 'Returns the types of identity documents; the first is the default',
  reply: Type.Array(Type.Enum(ID_FORMATS)),
});

export const Country = object({
  countryName: text('Name in English, as accepted by other calls.'),
  persianName: text('Name of the country in Persian.'),
  countryPhoneCode: text('Country prefix of telephone numbers: +98.'),
  code: text('ISO 3166-1 alpha-2 code of the country.'),
});
export type Country = Static<typeof Country>;

export const countries = endpoint('GET', '/country', {
  access: 'public',
  rate: 'read',
  summary: 'Returns the countries: Iran first, then sorted by English name',
  reply: Type.Array(Country),
});

export const Province = object({
  name: text('Name of the province, in Persian.'),
  cities: list('Cities of the province, in Persian.', Type.String()),
});
export type Province = Static<typeof Province>;

export const provinces = endpoint('GET', '/country/iran/provinces', {
  access: 'public',
  rate: 'read',
  summary: 'Returns the provinces of Iran and their cities, in Persian alphabetical order',
  reply: Type.Array(Province),
});

/** Bank that issues cards with this prefix. */
export const CardPrefixRow = object({
  prefix: text('First six digits of a card; eight if two banks share the six.', {
    pattern: '^(\\d{6}|\\d{8})$',
  }),
  fa: text('Name of the bank, in Persian.', { minLength: 2, maxLength: 60 }),
  en: text('Name of the bank, in English.', { minLength: 2, maxLength: 60 }),
});

export const cardPrefixes = endpoint('GET', '/country/iran/card-prefixes', {
  access: 'public',
  rate: 'read',
  summary:
    'Returns the banks of Iran by the first digits of their cards. Cards of other banks are accepted as well',
  reply: Type.Array(CardPrefixRow),
});

export const saveCardPrefix = endpoint('PUT', '/backoffice/card-prefixes', {
  access: 'staff',
  roles: ['treasury'],
  rate: 'write',
  summary: 'Adds or changes the bank of a card prefix',
  body: CardPrefixRow,
  reply: success({}),
});

export const removeCardPrefix = endpoint('DELETE', '/backoffice/card-prefixes/:prefix', {
  access: 'staff',
  roles: ['treasury'],
  rate: 'write',
  summary: 'Deletes a card prefix; no bank is named for cards that begin with it',
  params: object({ prefix: text('Digits of the prefix, as in the list.', { maxLength: 8 }) }),
  reply: success({}),
  errors: ['NOT_FOUND'],
});

export const setCountry = endpoint('POST', '/users/set-country', {
  access: 'user',
  rate: 'write',
  feature: null,
  summary: "Sets the caller's country of residence, by its English name in the list",
  body: object({
    countryName: text('Name of the country in English, as in the list of countries.', { maxLength: 60 }),
  }),
  reply: success({}),
  errors: ['NOT_EDITABLE', 'COUNTRY_PREFIX_MISMATCH'],
});

export const verifiedBankAccounts = endpoint('GET', '/users/verified-bank-accounts', {
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: "Returns the caller's verified cards, masked",
  reply: success({
    content: list('Verified cards.', {
      id: text('Identifier used in other calls.'),
      cardNumber: text('Masked number of the bank card.'),
      bankName: text('Bank that issued the card; empty if its prefix is unknown.'),
    }),
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

export const sendProviderSms = endpoint('POST', '/finnotech/send-sms-to-customer', {
  access: 'user',
  rate: 'code',
  feature: 'VERIFICATION',
  summary: "Requests the identity provider to send its 5-digit code to the caller's mobile number",
  body: object({ email: described('Accepted; the code is sent to the mobile number of the caller.', email) }),
  reply: itemReply({
    expiresIn: integer('Seconds until the code expires.'),
    mobileNumber: text('Masked destination of the code.'),
  }),
  errors: PROVIDER_ERRORS,
});
export const sendProviderSmsGet = endpoint('GET', '/finnotech/send-sms-to-customer', {
  refusedInMaintenance: true,
  access: 'user',
  rate: 'code',
  feature: 'VERIFICATION',
  summary: 'Same as the POST',
  query: object({
    email: described('Accepted; the code is sent to the mobile number of the caller.', email),
  }),
  reply: sendProviderSms.reply,
  errors: PROVIDER_ERRORS,
});

const providerOtp = Type.String({ maxLength: 20 });
export const checkProviderOtp = endpoint('POST', '/finnotech/otp', {
  access: 'user',
  rate: 'code',
  feature: 'VERIFICATION',
  summary: 'Verifies the 5-digit code and compares the identity; staff review follows',
  body: object({
    otp: described('Five-digit code of the identity provider.', providerOtp),
    email: described('Accepted; the code must be that of the caller.', email),
  }),
  reply: success({}),
  errors: PROVIDER_ERRORS,
});
export const checkProviderOtpGet = endpoint('GET', '/finnotech/otp', {
  refusedInMaintenance: true,
  access: 'user',
  rate: 'code',
  feature: 'VERIFICATION',
  summary: 'Same as the POST',
  query: object({
    otp: described('Five-digit code of the identity provider.', providerOtp),
    email: described('Accepted; the code must be that of the caller.', email),
  }),
  reply: checkProviderOtp.reply,
  errors: PROVIDER_ERRORS,
});

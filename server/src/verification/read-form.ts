import {
  type AccountFieldError,
  type AccountForm,
  AppError,
  extractDigits,
  isBankAccount,
  maskNationalCode,
  normalizeEmail,
  normalizeLine,
  normalizeMobile,
  toLatinDigits,
  validateAccountForm,
} from '@sarraf/domain';
import type { BankAccount, BodyOf, Country, DocumentKind, updateAccount } from '@sarraf/domain/contracts';
import type { User } from '../identity/index.ts';
import type { AccountNumbers } from './bank-accounts.ts';
import { MAX_BANK_ACCOUNTS } from './consent/limits.ts';
import { findCountry, isIran } from './countries.ts';
import type { CompanyData, Profile } from './profile-store.ts';
import { findCity } from './provinces.ts';

export type AccountBody = BodyOf<typeof updateAccount>;

/** Stored data of a user before a submission. */
export interface StoredAccount {
  user: User;
  profile: Profile | null;
  accounts: BankAccount[];
  /** Kinds of active documents, and those of the submission. */
  documents: ReadonlySet<DocumentKind>;
}

/** The account as it will be after the submission. */
export interface SubmittedAccount {
  country: Country;
  customerKind: 'REAL' | 'COMPANY';
  firstName: string;
  lastName: string;
  /** With its prefix. */
  mobile: string;
  profile: Profile;
  accounts: BankAccountChanges;
}

export interface BankAccountChanges {
  added: AccountNumbers[];
  /** Ids to remove. */
  removed: string[];
}

const toLatinText = (text: string): string => toLatinDigits(normalizeLine(text));
const toCompactText = (text: string): string => toLatinText(text).replace(/[\s()-]/g, '');

/**
 * Merges the submitted data with the stored data, normalises it and validates it as a whole.
 *
 * ACCOUNT_INVALID with `field.FAULT`s; COUNTRY_PREFIX_MISMATCH: a mobile of another country; BAD_REQUEST: a country
 * that is not in the list, or invalid JSON of bank accounts.
 */
export function parseForm(current: StoredAccount, body: AccountBody, today: string): SubmittedAccount {
  const { user } = current;
  const country = findCountry(body.countryName ?? user.countryName ?? 'Iran');
  if (country === null) throw new AppError('BAD_REQUEST', { errors: ['countryName'] });
  const inIran = isIran(country);
  const profile = parseProfileFields(current.profile, body, inIran);
  const cityMatch = inIran ? findCity(profile.state, profile.city) : null;
  const mobileText = toCompactText(body.mobileNumber ?? user.mobile ?? '');
  const mobile = normalizeMobile(mobileText, country.countryPhoneCode);
  if (mobile === 'PREFIX') throw new AppError('COUNTRY_PREFIX_MISMATCH');
  const accounts = inIran
    ? parseBankAccounts(current.accounts, body.bankAccountsString)
    : { added: [], removed: [] };
  const customerKind = body.customerKind ?? user.customerKind ?? 'REAL';
  const firstName = normalizeLine(body.firstName ?? user.firstName);
  const lastName = normalizeLine(body.lastName ?? user.lastName);
  const form: AccountForm = {
    ...profile,
    customerKind,
    inIran,
    countryPhoneCode: country.countryPhoneCode,
    firstName,
    lastName,
    email: body.email ?? user.email,
    nationalCodeKnown: false,
    mobileNumber: mobileText,
    bankAccounts: accounts.added,
    keptBankAccounts: current.accounts.length - accounts.removed.length,
    documents: {
      image: current.documents.has('image'),
      backImage: current.documents.has('backImage'),
      warranty: current.documents.has('warranty'),
      businessLicense: current.documents.has('businessLicense'),
    },
  };
  const fieldErrors = [
    ...validateAccountForm(form, today),
    ...findServerErrors(current, form, mobile, cityMatch),
  ];
  if (fieldErrors.length > 0) throw createAccountInvalidError(fieldErrors);
  return {
    country,
    customerKind,
    firstName,
    lastName,
    mobile: mobile as string,
    profile: cityMatch?.city ? { ...profile, state: cityMatch.state, city: cityMatch.city } : profile,
    accounts,
  };
}

export const createAccountInvalidError = (fieldErrors: readonly AccountFieldError[]): AppError =>
  new AppError('ACCOUNT_INVALID', {
    errors: [...new Set(fieldErrors.map(({ field, code }) => `${field}.${code}`))],
  });

/** Validates what only the server knows: the user's e-mail, a verified mobile, the list of cities, and stored data. */
function findServerErrors(
  { user, accounts }: StoredAccount,
  form: AccountForm,
  mobile: string | null,
  cityMatch: ReturnType<typeof findCity>,
): AccountFieldError[] {
  const fieldErrors: AccountFieldError[] = [];
  const addInvalid = (field: AccountFieldError['field']) => fieldErrors.push({ field, code: 'INVALID' });
  // These two are changed in separate steps, where both old and new are proven.
  if (form.email !== '' && normalizeEmail(form.email) !== user.email) addInvalid('email');
  if (user.mobileVerifiedAt && mobile !== user.mobile) addInvalid('mobileNumber');
  if (form.inIran && form.state !== '' && cityMatch === null) addInvalid('state');
  if (form.inIran && form.city !== '' && !cityMatch?.city) addInvalid('city');
  const total = form.bankAccounts.length + form.keptBankAccounts;
  if (form.inIran && total > MAX_BANK_ACCOUNTS && total > accounts.length) addInvalid('bankAccounts');
  return fieldErrors;
}

/** Profile of a user who never submitted the form. */
export const NO_PROFILE: Profile = {
  nationalCode: '',
  birthDay: '',
  state: '',
  city: '',
  address: '',
  postalCode: '',
  telephone: '',
  idFormatType: 'ID_CARD',
  companyName: '',
  companyAddress: '',
  companyPhone: '',
  companyNationalId: '',
};

function parseProfileFields(stored: Profile | null, body: AccountBody, inIran: boolean): Profile {
  const previous = stored ?? NO_PROFILE;
  const postalCode = toLatinText(body.postalCode ?? previous.postalCode);
  return {
    nationalCode: parseNationalCode(previous.nationalCode, body.nationalCode),
    birthDay: toLatinText(body.birthDay ?? previous.birthDay).replaceAll('/', '-'),
    state: normalizeLine(body.state ?? previous.state),
    city: normalizeLine(body.city ?? previous.city),
    address: normalizeLine(body.address ?? previous.address),
    postalCode: inIran ? toCompactText(postalCode) : postalCode,
    telephone: toCompactText(body.telephone ?? previous.telephone),
    idFormatType: body.idFormatType ?? previous.idFormatType,
    ...parseCompanyFields(previous, body),
  };
}

/** Normalises the company fields of a form; absent ones stay unchanged. */
export const parseCompanyFields = (
  previous: CompanyData,
  body: { [K in keyof CompanyData]?: string | undefined },
): CompanyData => ({
  companyName: normalizeLine(body.companyName ?? previous.companyName),
  companyAddress: normalizeLine(body.companyAddress ?? previous.companyAddress),
  companyPhone: toCompactText(body.companyPhone ?? previous.companyPhone),
  companyNationalId: toLatinText(body.companyNationalId ?? previous.companyNationalId),
});

/** Empty, or the mask that we returned: unchanged. */
export function parseNationalCode(storedCode: string, submitted: string | undefined): string {
  const code = toLatinText(submitted ?? '');
  return code === '' || (storedCode !== '' && code === maskNationalCode(storedCode)) ? storedCode : code;
}

/** Parses `[{"id"} | {"shebaCode", "cardNumber"}]`; absent: all stay. Those whose id is missing are removed. */
export function parseBankAccounts(
  accounts: readonly BankAccount[],
  text: string | undefined,
): BankAccountChanges {
  if (text === undefined) return { added: [], removed: [] };
  const list = parseList(text);
  const keptIds = new Set<string>();
  const added: AccountNumbers[] = [];
  for (const item of list) {
    if (typeof item.id === 'string' && item.id !== '') keptIds.add(item.id);
    else if (typeof item.cardNumber === 'string' && typeof item.shebaCode === 'string')
      added.push({ cardNumber: extractDigits(item.cardNumber), shebaCode: extractDigits(item.shebaCode) });
    else throw createMalformedError();
  }
  const ownIds = new Set(accounts.map(({ id }) => id));
  // Another user's id, or one removed in the meantime.
  if ([...keptIds].some((id) => !ownIds.has(id)))
    throw createAccountInvalidError([{ field: 'bankAccounts', code: 'INVALID' }]);
  return { added, removed: accounts.filter(({ id }) => !keptIds.has(id)).map(({ id }) => id) };
}

const MAX_LIST = 50;
const createMalformedError = () => new AppError('BAD_REQUEST', { errors: ['bankAccountsString'] });

function parseList(text: string): Record<string, unknown>[] {
  let value: unknown;
  try {
    value = JSON.parse(text === '' ? '[]' : text);
  } catch {
    throw createMalformedError();
  }
  if (!Array.isArray(value) || value.length > MAX_LIST) throw createMalformedError();
  if (!value.every((item) => typeof item === 'object' && item !== null)) throw createMalformedError();
  return value;
}

/** Returns errors of new accounts that are invalid or duplicate; `known`: numbers of those that stay. */
export function validateBankAccounts(
  added: readonly AccountNumbers[],
  remaining: readonly AccountNumbers[],
): void {
  if (!added.every(isBankAccount))
    throw createAccountInvalidError([{ field: 'bankAccounts', code: 'INVALID' }]);
  const allAccounts = [...remaining, ...added];
  const cards = new Set(allAccounts.map(({ cardNumber }) => cardNumber));
  const shebas = new Set(allAccounts.map(({ shebaCode }) => shebaCode));
  if (cards.size < allAccounts.length || shebas.size < allAccounts.length)
    throw createAccountInvalidError([{ field: 'bankAccounts', code: 'REPEATED' }]);
}

import {
  type AccountFault,
  type AccountForm,
  AppError,
  accountFaults,
  cleanLine,
  isBankAccount,
  maskNationalCode,
  normalizeEmail,
  normalizeMobile,
  onlyDigits,
  toLatinDigits,
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
  accounts: WantedAccounts;
}

export interface WantedAccounts {
  added: AccountNumbers[];
  /** Ids to remove. */
  removed: string[];
}

const latin = (text: string): string => toLatinDigits(cleanLine(text));
const compact = (text: string): string => latin(text).replace(/[\s()-]/g, '');

/**
 * Merges the submitted data with the stored data, normalises it and validates it as a whole.
 *
 * ACCOUNT_INVALID with `field.FAULT`s; COUNTRY_PREFIX_MISMATCH: a mobile of another country; BAD_REQUEST: a country
 * that is not in the list, or invalid JSON of bank accounts.
 */
export function readForm(current: StoredAccount, body: AccountBody, today: string): SubmittedAccount {
  const { user } = current;
  const country = findCountry(body.countryName ?? user.countryName ?? 'Iran');
  if (country === null) throw new AppError('BAD_REQUEST', { errors: ['countryName'] });
  const inIran = isIran(country);
  const profile = readProfileFields(current.profile, body, inIran);
  const place = inIran ? findCity(profile.state, profile.city) : null;
  const mobileText = compact(body.mobileNumber ?? user.mobile ?? '');
  const mobile = normalizeMobile(mobileText, country.countryPhoneCode);
  if (mobile === 'PREFIX') throw new AppError('COUNTRY_PREFIX_MISMATCH');
  const accounts = inIran
    ? readBankAccountsString(current.accounts, body.bankAccountsString)
    : { added: [], removed: [] };
  const customerKind = body.customerKind ?? user.customerKind ?? 'REAL';
  const firstName = cleanLine(body.firstName ?? user.firstName);
  const lastName = cleanLine(body.lastName ?? user.lastName);
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
  const faults = [...accountFaults(form, today), ...ownFaults(current, form, mobile, place)];
  if (faults.length > 0) throw refuse(faults);
  return {
    country,
    customerKind,
    firstName,
    lastName,
    mobile: mobile as string,
    profile: place?.city ? { ...profile, state: place.state, city: place.city } : profile,
    accounts,
  };
}

export const refuse = (faults: readonly AccountFault[]): AppError =>
  new AppError('ACCOUNT_INVALID', {
    errors: [...new Set(faults.map(({ field, fault }) => `${field}.${fault}`))],
  });

/** Validates what only the server knows: the user's e-mail, a verified mobile, the list of cities, and stored data. */
function ownFaults(
  { user, accounts }: StoredAccount,
  form: AccountForm,
  mobile: string | null,
  place: ReturnType<typeof findCity>,
): AccountFault[] {
  const faults: AccountFault[] = [];
  const invalid = (field: AccountFault['field']) => faults.push({ field, fault: 'INVALID' });
  // These two are changed in separate steps, where both old and new are proven.
  if (form.email !== '' && normalizeEmail(form.email) !== user.email) invalid('email');
  if (user.mobileVerifiedAt && mobile !== user.mobile) invalid('mobileNumber');
  if (form.inIran && form.state !== '' && place === null) invalid('state');
  if (form.inIran && form.city !== '' && !place?.city) invalid('city');
  const total = form.bankAccounts.length + form.keptBankAccounts;
  if (form.inIran && total > MAX_BANK_ACCOUNTS && total > accounts.length) invalid('bankAccounts');
  return faults;
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

function readProfileFields(stored: Profile | null, body: AccountBody, inIran: boolean): Profile {
  const before = stored ?? NO_PROFILE;
  const postalCode = latin(body.postalCode ?? before.postalCode);
  return {
    nationalCode: readNationalCode(before.nationalCode, body.nationalCode),
    birthDay: latin(body.birthDay ?? before.birthDay).replaceAll('/', '-'),
    state: cleanLine(body.state ?? before.state),
    city: cleanLine(body.city ?? before.city),
    address: cleanLine(body.address ?? before.address),
    postalCode: inIran ? compact(postalCode) : postalCode,
    telephone: compact(body.telephone ?? before.telephone),
    idFormatType: body.idFormatType ?? before.idFormatType,
    ...readCompanyFields(before, body),
  };
}

/** Normalises the company fields of a form; absent ones stay unchanged. */
export const readCompanyFields = (
  before: CompanyData,
  body: { [K in keyof CompanyData]?: string | undefined },
): CompanyData => ({
  companyName: cleanLine(body.companyName ?? before.companyName),
  companyAddress: cleanLine(body.companyAddress ?? before.companyAddress),
  companyPhone: compact(body.companyPhone ?? before.companyPhone),
  companyNationalId: latin(body.companyNationalId ?? before.companyNationalId),
});

/** Empty, or the mask that we returned: unchanged. */
export function readNationalCode(known: string, sent: string | undefined): string {
  const code = latin(sent ?? '');
  return code === '' || (known !== '' && code === maskNationalCode(known)) ? known : code;
}

/** Parses `[{"id"} | {"shebaCode", "cardNumber"}]`; absent: all stay. Those whose id is missing are removed. */
export function readBankAccountsString(
  accounts: readonly BankAccount[],
  text: string | undefined,
): WantedAccounts {
  if (text === undefined) return { added: [], removed: [] };
  const list = parseList(text);
  const kept = new Set<string>();
  const added: AccountNumbers[] = [];
  for (const item of list) {
    if (typeof item.id === 'string' && item.id !== '') kept.add(item.id);
    else if (typeof item.cardNumber === 'string' && typeof item.shebaCode === 'string')
      added.push({ cardNumber: onlyDigits(item.cardNumber), shebaCode: onlyDigits(item.shebaCode) });
    else throw malformed();
  }
  const own = new Set(accounts.map(({ id }) => id));
  // Another user's id, or one removed in the meantime.
  if ([...kept].some((id) => !own.has(id))) throw refuse([{ field: 'bankAccounts', fault: 'INVALID' }]);
  return { added, removed: accounts.filter(({ id }) => !kept.has(id)).map(({ id }) => id) };
}

const MAX_LIST = 50;
const malformed = () => new AppError('BAD_REQUEST', { errors: ['bankAccountsString'] });

function parseList(text: string): Record<string, unknown>[] {
  let value: unknown;
  try {
    value = JSON.parse(text === '' ? '[]' : text);
  } catch {
    throw malformed();
  }
  if (!Array.isArray(value) || value.length > MAX_LIST) throw malformed();
  if (!value.every((item) => typeof item === 'object' && item !== null)) throw malformed();
  return value;
}

/** Returns errors of new accounts that are invalid or duplicate; `known`: numbers of those that stay. */
export function judgeBankAccounts(added: readonly AccountNumbers[], known: readonly AccountNumbers[]): void {
  if (!added.every(isBankAccount)) throw refuse([{ field: 'bankAccounts', fault: 'INVALID' }]);
  const all = [...known, ...added];
  const cards = new Set(all.map(({ cardNumber }) => cardNumber));
  const shebas = new Set(all.map(({ shebaCode }) => shebaCode));
  if (cards.size < all.length || shebas.size < all.length)
    throw refuse([{ field: 'bankAccounts', fault: 'REPEATED' }]);
}

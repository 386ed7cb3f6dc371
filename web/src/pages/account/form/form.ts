import {
  type AccountField,
  type AccountFieldError,
  type AccountForm,
  cleanPastedValue,
  extractDigits,
  toLatinDigits,
  validateAccountForm,
} from '@sarraf/domain';
import type { Account, DocumentKind, IdFormat } from '@sarraf/domain/contracts';
import { isIranian } from '../../../lib/format/countries.ts';
import { type BankRow, filterFilledRows, serializeBankAccounts } from '../bank/bank-rows.ts';

/** The text fields. The mobile number is without its country's prefix, the birthday a Gregorian date. */
export interface DraftText {
  customerKind: 'REAL' | 'COMPANY';
  firstName: string;
  lastName: string;
  nationalCode: string;
  birthDay: string;
  mobileNumber: string;
  state: string;
  city: string;
  address: string;
  postalCode: string;
  telephone: string;
  idFormatType: IdFormat;
  companyName: string;
  companyNationalId: string;
  companyPhone: string;
  companyAddress: string;
}
export type TextField = keyof DraftText;

export interface AccountDraft extends DraftText {
  /** Ids of the saved bank accounts that stay. */
  keptAccountIds: readonly string[];
  added: readonly BankRow[];
  /** Newly chosen files, which replace those sent earlier. */
  files: Partial<Record<DocumentKind, File>>;
}

/** Earliest selectable birthday. */
export const FIRST_BIRTHDAY = '1900-01-01';

export function toAccountDraft(account: Account, idFormats: readonly IdFormat[]): AccountDraft {
  return {
    customerKind: account.customerKind ?? 'REAL',
    firstName: account.firstName,
    lastName: account.lastName,
    nationalCode: '',
    birthDay: account.birthDay,
    mobileNumber: stripPhonePrefix(account.mobileNumber, getPhonePrefix(account)),
    state: account.state,
    city: account.city,
    address: account.address,
    postalCode: account.postalCode,
    telephone: account.telephone,
    idFormatType: account.idFormatType ?? idFormats[0] ?? 'ID_CARD',
    companyName: account.companyName,
    companyNationalId: account.companyNationalId,
    companyPhone: account.companyPhone,
    companyAddress: account.companyAddress,
    keptAccountIds: account.bankAccounts.map(({ id }) => id),
    added: account.bankAccounts.length === 0 ? [{ key: 'first', cardNumber: '', shebaCode: '' }] : [],
    files: {},
  };
}

export const getPhonePrefix = ({ location }: Pick<Account, 'location'>): string =>
  location?.countryPhoneCode ?? '+98';

/** Strips the prefix from a complete or partly typed number: 09121234567, 98912…, 0098912…, +98912… → 9121234567. */
export function stripPhonePrefix(text: string, prefix: string): string {
  const prefixDigits = prefix.slice(1);
  const typed = toLatinDigits(cleanPastedValue(text));
  let digits = extractDigits(typed);
  if (typed.startsWith('+') || typed.startsWith('00')) {
    digits = digits.replace(/^00/, '');
    if (digits.startsWith(prefixDigits)) digits = digits.slice(prefixDigits.length);
  } else if (prefixDigits === '98' && digits.length === 12 && digits.startsWith(prefixDigits)) {
    digits = digits.slice(prefixDigits.length);
  }
  return digits.replace(/^0/, '').slice(0, prefixDigits === '98' ? 10 : 12);
}

/** Builds the form that the domain's rules validate, here and on the server. */
export function toAccountForm(draft: AccountDraft, account: Account): AccountForm {
  const { customerKind, idFormatType, birthDay, nationalCode, mobileNumber, files } = draft;
  const inIran = isIranian(account.location);
  const text = Object.fromEntries(
    TEXT_FIELDS.map((field) => [field, draft[field].trim()]),
  ) as unknown as DraftText;
  return {
    ...text,
    customerKind,
    idFormatType,
    inIran,
    countryPhoneCode: getPhonePrefix(account),
    email: account.email,
    nationalCode: toLatinDigits(cleanPastedValue(nationalCode)),
    nationalCodeKnown: account.nationalCode !== '',
    birthDay: birthDay.trim(),
    mobileNumber: mobileNumber === '' ? '' : getPhonePrefix(account) + mobileNumber,
    bankAccounts: filterFilledRows(draft.added),
    keptBankAccounts: draft.keptAccountIds.length,
    documents: {
      image: Boolean(files.image ?? account.image),
      backImage: Boolean(files.backImage ?? account.backImage),
      warranty: Boolean(files.warranty ?? account.warranty),
      businessLicense: Boolean(files.businessLicense ?? account.businessLicense),
    },
  };
}

export const validateAccountDraft = (
  draft: AccountDraft,
  account: Account,
  today: string,
): AccountFieldError[] => validateAccountForm(toAccountForm(draft, account), today);

/** Key of a field's label: some depend on the country or on the kind of document. */
export type FieldLabelKey =
  | Exclude<AccountField, 'state'>
  | 'state'
  | 'region'
  | 'nationalId'
  | 'front'
  | 'companyRegistration';
export function fieldLabelKey(
  field: AccountField,
  form: { inIran: boolean; idFormatType: IdFormat },
): FieldLabelKey {
  if (field === 'image') return form.idFormatType === 'ID_CARD' ? 'front' : 'image';
  if (form.inIran) return field;
  if (field === 'nationalCode') return 'nationalId';
  if (field === 'companyNationalId') return 'companyRegistration';
  return field === 'state' ? 'region' : field;
}

/** Key of an error's text in `account.error`. */
export type FieldErrorKey =
  | 'REQUIRED'
  | 'INVALID'
  | 'REPEATED'
  | 'FUTURE'
  | 'UNDER_AGE'
  | 'nationalCode'
  | 'bankAccounts'
  | 'mobileNumber'
  | 'postalCode'
  | 'birthDay';
const INVALID_TEXTS: readonly AccountField[] = ['nationalCode', 'mobileNumber', 'postalCode'];
export function errorMessageKey({ field, code }: AccountFieldError, inIran: boolean): FieldErrorKey {
  if (code !== 'INVALID') return code;
  if (field === 'bankAccounts' || field === 'birthDay') return field;
  return inIran && INVALID_TEXTS.includes(field) ? (field as FieldErrorKey) : 'INVALID';
}

/** Returns the fields of the request, without those that the person can't change. */
export function toRequestFields(draft: AccountDraft, account: Account): Record<string, string> {
  const form = toAccountForm(draft, account);
  const isCompany = form.customerKind === 'COMPANY';
  const fields: Record<string, string> = {
    customerKind: form.customerKind,
    email: account.email,
    countryName: account.location?.countryName ?? '',
    idFormatType: form.idFormatType,
  };
  for (const field of TEXT_FIELDS) {
    if (!field.startsWith('company') || isCompany) fields[field] = form[field];
  }
  // An empty national code means unchanged, and the server knows a verified number.
  if (fields.nationalCode === '') delete fields.nationalCode;
  if (account.mobileVerified) delete fields.mobileNumber;
  if (form.inIran)
    fields.bankAccountsString = serializeBankAccounts(draft.keptAccountIds, filterFilledRows(draft.added));
  return fields;
}

const TEXT_FIELDS = [
  'firstName',
  'lastName',
  'nationalCode',
  'birthDay',
  'mobileNumber',
  'state',
  'city',
  'address',
  'postalCode',
  'telephone',
  'companyName',
  'companyNationalId',
  'companyPhone',
  'companyAddress',
] as const satisfies readonly (TextField & keyof AccountForm)[];

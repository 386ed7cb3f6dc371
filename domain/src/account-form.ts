import {
  isCardNumber,
  isCompanyId,
  isNationalCode,
  isSheba,
  normalizeEmail,
  normalizeMobile,
} from './identifiers.ts';

/** Fields of the account form, in the order of the page (requirements §5.5). */
export const ACCOUNT_FIELDS = [
  'firstName',
  'lastName',
  'email',
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
  'bankAccounts',
  'image',
  'backImage',
  'warranty',
  'businessLicense',
] as const;
export type AccountField = (typeof ACCOUNT_FIELDS)[number];

/** Additional fields of a company, in the order of the page. */
export const COMPANY_FIELDS = [
  'companyName',
  'companyNationalId',
  'companyPhone',
  'companyAddress',
  'warranty',
  'businessLicense',
] as const satisfies readonly AccountField[];
export type CompanyField = (typeof COMPANY_FIELDS)[number];

export interface AccountForm {
  customerKind: 'REAL' | 'COMPANY';
  /** In Iran a telephone, a bank account and a ten-digit national code are required. */
  inIran: boolean;
  /** +98. */
  countryPhoneCode: string;
  idFormatType: 'ID_CARD' | 'PASSPORT' | 'DRIVER_LICENSE';
  firstName: string;
  lastName: string;
  email: string;
  /** Empty and `nationalCodeKnown`: unchanged. */
  nationalCode: string;
  nationalCodeKnown: boolean;
  /** Gregorian, 1991-03-21. */
  birthDay: string;
  mobileNumber: string;
  state: string;
  city: string;
  address: string;
  postalCode: string;
  telephone: string;
  companyName: string;
  companyNationalId: string;
  companyPhone: string;
  companyAddress: string;
  /** New ones in digits; existing ones are `keptBankAccounts`. */
  bankAccounts: readonly { cardNumber: string; shebaCode: string }[];
  keptBankAccounts: number;
  /** Documents that exist or were chosen. */
  documents: Readonly<Record<'image' | 'backImage' | 'warranty' | 'businessLicense', boolean>>;
}

/** The fields of an application for a company account. */
export interface CompanyForm
  extends Pick<
    AccountForm,
    'inIran' | 'companyName' | 'companyNationalId' | 'companyPhone' | 'companyAddress'
  > {
  documents: Pick<AccountForm['documents'], 'warranty' | 'businessLicense'>;
}

/** REPEATED: the same card or Sheba twice. FUTURE: a birthday after today. UNDER_AGE: younger than 18. */
export const ACCOUNT_FIELD_ERRORS = ['REQUIRED', 'INVALID', 'REPEATED', 'FUTURE', 'UNDER_AGE'] as const;
export type AccountFieldError = { field: AccountField; code: (typeof ACCOUNT_FIELD_ERRORS)[number] };

/** Minimum age, since staff would refuse younger applicants. */
const MIN_AGE_YEARS = 18;

/**
 * Returns missing and invalid fields, in the order of the page; empty: the form is valid. Text must be trimmed and
 * in Latin digits. `today` is the date in Tehran, 2026-11-21.
 */
export function validateAccountForm(form: AccountForm, today: string): AccountFieldError[] {
  return ACCOUNT_FIELDS.flatMap((field) => {
    const code = ACCOUNT_RULES[field](form, today);
    return code === null ? [] : [{ field, code }];
  });
}

export type CompanyFieldError = { field: CompanyField; code: 'REQUIRED' | 'INVALID' };

/** Like validateAccountForm. */
export function validateCompanyForm(form: CompanyForm): CompanyFieldError[] {
  return COMPANY_FIELDS.flatMap((field) => {
    const code = COMPANY_RULES[field](form);
    return code === null ? [] : [{ field, code }];
  });
}

type FieldRule = (form: AccountForm, today: string) => AccountFieldError['code'] | null;

const requireText = (text: string): 'REQUIRED' | null => (text === '' ? 'REQUIRED' : null);
const validateText = (text: string, check: (text: string) => boolean) =>
  requireText(text) ?? (check(text) ? null : ('INVALID' as const));
const requireField =
  (field: 'firstName' | 'lastName' | 'state' | 'city' | 'address'): FieldRule =>
  (form) =>
    requireText(form[field]);
const requireCompanyField =
  (field: CompanyField): FieldRule =>
  (form) =>
    form.customerKind === 'COMPANY' ? COMPANY_RULES[field](form) : null;
const requireDocument =
  <K extends keyof AccountForm['documents']>(kind: K) =>
  (form: { documents: Readonly<Record<K, boolean>> }): 'REQUIRED' | null =>
    form.documents[kind] ? null : 'REQUIRED';

const COMPANY_RULES: Record<CompanyField, (form: CompanyForm) => CompanyFieldError['code'] | null> = {
  companyName: ({ companyName }) => requireText(companyName),
  companyNationalId: ({ companyNationalId, inIran }) => {
    if (companyNationalId === '' && !inIran) return null;
    return validateText(companyNationalId, inIran ? isCompanyId : (text) => /^[A-Za-z\d-]{3,11}$/.test(text));
  },
  companyPhone: ({ companyPhone }) => validateText(companyPhone, (text) => /^\d{6,11}$/.test(text)),
  companyAddress: ({ companyAddress }) => requireText(companyAddress),
  warranty: requireDocument('warranty'),
  businessLicense: requireDocument('businessLicense'),
};

const ACCOUNT_RULES: Record<AccountField, FieldRule> = {
  firstName: requireField('firstName'),
  lastName: requireField('lastName'),
  email: ({ email }) => validateText(email, (text) => normalizeEmail(text) !== null),
  nationalCode: ({ nationalCode, nationalCodeKnown, inIran }) => {
    if (nationalCode === '' && nationalCodeKnown) return null;
    return validateText(nationalCode, inIran ? isNationalCode : (text) => /^[\p{L}\d/ -]{4,30}$/u.test(text));
  },
  birthDay: ({ birthDay }, today) => {
    if (birthDay === '') return 'REQUIRED';
    if (!isDay(birthDay) || birthDay < '1900-01-01') return 'INVALID';
    if (birthDay > today) return 'FUTURE';
    const latest = `${Number.parseInt(today.slice(0, 4), 10) - MIN_AGE_YEARS}${today.slice(4)}`;
    return birthDay > latest ? 'UNDER_AGE' : null;
  },
  mobileNumber: ({ mobileNumber, countryPhoneCode }) =>
    validateText(mobileNumber, (text) => normalizeMobile(text, countryPhoneCode)?.startsWith('+') ?? false),
  state: requireField('state'),
  city: requireField('city'),
  address: requireField('address'),
  postalCode: ({ postalCode, inIran }) =>
    validateText(postalCode, (text) => (inIran ? /^\d{10}$/ : /^[A-Za-z\d][A-Za-z\d -]{1,9}$/).test(text)),
  telephone: ({ telephone, inIran }) => {
    if (telephone === '' && !inIran) return null;
    return validateText(telephone, (text) => /^\+?\d{6,15}$/.test(text));
  },
  companyName: requireCompanyField('companyName'),
  companyNationalId: requireCompanyField('companyNationalId'),
  companyPhone: requireCompanyField('companyPhone'),
  companyAddress: requireCompanyField('companyAddress'),
  bankAccounts: ({ bankAccounts, keptBankAccounts, inIran }) => {
    if (!inIran) return null;
    if (bankAccounts.length + keptBankAccounts === 0) return 'REQUIRED';
    if (!bankAccounts.every(isBankAccount)) return 'INVALID';
    const cards = new Set(bankAccounts.map(({ cardNumber }) => cardNumber));
    const shebas = new Set(bankAccounts.map(({ shebaCode }) => shebaCode));
    return cards.size < bankAccounts.length || shebas.size < bankAccounts.length ? 'REPEATED' : null;
  },
  image: requireDocument('image'),
  backImage: (form) => (form.idFormatType === 'ID_CARD' ? requireDocument('backImage')(form) : null),
  warranty: requireCompanyField('warranty'),
  businessLicense: requireCompanyField('businessLicense'),
};

/** Whether card and Sheba have valid checksums. Banks get new prefixes, so an unknown one is accepted. */
export const isBankAccount = ({
  cardNumber,
  shebaCode,
}: {
  cardNumber: string;
  shebaCode: string;
}): boolean => isCardNumber(cardNumber) && isSheba(shebaCode);

/** Whether the day exists: not 2026-02-30. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split('-').map((part) => Number.parseInt(part, 10));
  const lastDayOfMonth =
    month === 2
      ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
        ? 29
        : 28
      : 30 + ((month + (month >> 3)) & 1);
  return month >= 1 && month <= 12 && day >= 1 && day <= lastDayOfMonth;
}

import type { AccountField, AccountFieldError } from '@sarraf/domain';
import type { BankRow } from '../bank/bank-rows.ts';

/** Fields with an error of the server: named fields, or rows of bank accounts. */
export interface ServerFieldErrors {
  fields: Partial<Record<AccountField, AccountFieldError['code'] | 'DUPLICATE' | 'PREFIX'>>;
  /** Keys of the rows whose account belongs to another person. */
  takenRows: readonly string[];
}
export const NO_SERVER_ERRORS: ServerFieldErrors = { fields: {}, takenRows: [] };

const DUPLICATE_FIELDS: Readonly<Record<string, AccountField>> = {
  MOBILE_IS_INCORRECT: 'mobileNumber',
  NATIONAL_CODE_IS_INCORRECT: 'nationalCode',
  TELEPHONE_IS_INCORRECT: 'telephone',
};

export function toServerFieldErrors(
  failure: { code: string; errors: readonly string[] },
  rows: readonly BankRow[],
): ServerFieldErrors {
  const { code, errors } = failure;
  if (code.includes('ShebaCode')) return { fields: {}, takenRows: findTakenRows(errors, rows) };
  const fields: ServerFieldErrors['fields'] = {};
  if (code === 'COUNTRY_PREFIX_MISMATCH') fields.mobileNumber = 'PREFIX';
  for (const error of errors) {
    const duplicate = code === 'USER_IDENTITY_DATA' ? DUPLICATE_FIELDS[error] : undefined;
    if (duplicate) fields[duplicate] = 'DUPLICATE';
    const [field, validationError] = code === 'ACCOUNT_INVALID' ? error.split('.') : [];
    if (field && validationError) fields[field as AccountField] = validationError as 'INVALID';
  }
  return { fields, takenRows: [] };
}

/**
 * The server may name rows by their index among the new ones (`bankAccounts.1`); otherwise each of them may be
 * meant.
 */
function findTakenRows(errors: readonly string[], rows: readonly BankRow[]): string[] {
  const namedRows = errors.flatMap(
    (error) => rows[Number(/^bankAccounts\.(\d+)$/.exec(error)?.[1])]?.key ?? [],
  );
  return namedRows.length > 0 ? namedRows : rows.map(({ key }) => key);
}

import type { AccountFault, AccountField } from '@sarraf/domain';
import type { BankRow } from '../bank/bank-rows.ts';

/** Fields with an error of the server: named fields, or rows of bank accounts. */
export interface ServerFieldErrors {
  fields: Partial<Record<AccountField, AccountFault['fault'] | 'DUPLICATE' | 'PREFIX'>>;
  /** Keys of the rows whose account belongs to another person. */
  takenRows: readonly string[];
}
export const NOTHING_REFUSED: ServerFieldErrors = { fields: {}, takenRows: [] };

const DUPLICATES: Readonly<Record<string, AccountField>> = {
  MOBILE_IS_INCORRECT: 'mobileNumber',
  NATIONAL_CODE_IS_INCORRECT: 'nationalCode',
  TELEPHONE_IS_INCORRECT: 'telephone',
};

export function toServerFieldErrors(
  failure: { code: string; errors: readonly string[] },
  rows: readonly BankRow[],
): ServerFieldErrors {
  const { code, errors } = failure;
  if (code.includes('ShebaCode')) return { fields: {}, takenRows: takenOf(errors, rows) };
  const fields: ServerFieldErrors['fields'] = {};
  if (code === 'COUNTRY_PREFIX_MISMATCH') fields.mobileNumber = 'PREFIX';
  for (const error of errors) {
    const duplicate = code === 'USER_IDENTITY_DATA' ? DUPLICATES[error] : undefined;
    if (duplicate) fields[duplicate] = 'DUPLICATE';
    const [field, fault] = code === 'ACCOUNT_INVALID' ? error.split('.') : [];
    if (field && fault) fields[field as AccountField] = fault as 'INVALID';
  }
  return { fields, takenRows: [] };
}

/**
 * The server may name rows by their index among the new ones (`bankAccounts.1`); otherwise each of them may be
 * meant.
 */
function takenOf(errors: readonly string[], rows: readonly BankRow[]): string[] {
  const named = errors.flatMap((error) => rows[Number(/^bankAccounts\.(\d+)$/.exec(error)?.[1])]?.key ?? []);
  return named.length > 0 ? named : rows.map(({ key }) => key);
}

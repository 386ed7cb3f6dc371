import { AppError } from '@sarraf/domain';

/** Refusals by violated unique index. */
const REFUSALS: Readonly<Record<string, () => AppError>> = {
  users_verified_mobile: () => new AppError('USER_IDENTITY_DATA', { errors: ['MOBILE_IS_INCORRECT'] }),
  profiles_national_code: () =>
    new AppError('USER_IDENTITY_DATA', { errors: ['NATIONAL_CODE_IS_INCORRECT'] }),
  profiles_company_id: () => new AppError('USER_IDENTITY_DATA', { errors: ['NATIONAL_CODE_IS_INCORRECT'] }),
  bank_accounts_card: () => new AppError('ShebaCode or CardNumber Is For Another User'),
  bank_accounts_sheba: () => new AppError('ShebaCode or CardNumber Is For Another User'),
};

/**
 * Converts violations of unique indexes: of two concurrent claims the database accepts one, and the other is
 * refused as if it had come later. USER_IDENTITY_DATA; ShebaCode or CardNumber Is For Another User.
 */
export async function mapUniqueViolations<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    const refusal = code === '23505' ? REFUSALS[constraint ?? ''] : undefined;
    throw refusal ? refusal() : error;
  }
}

import { AppError } from '@sarraf/domain';
import type { ProviderErrorCode } from '../ports.ts';

/** API names of the provider's errors (requirements §8.1 rule 8); the last is a birthday that doesn't match. */
const API_MESSAGES: Record<ProviderErrorCode, string> = {
  WRONG_CODE: 'invalid otp or mobile',
  USED_CODE: 'otp used before',
  NATIONAL_CODE_INVALID: 'nid is not valid',
  MOBILE_INVALID: 'mobile is not valid',
  MOBILE_MISMATCH: 'nid and mobile is not match',
  NO_RECORD: 'رکوردی با این مشخصات یافت نشد',
};

export const createProviderError = (code: ProviderErrorCode): AppError =>
  new AppError('BAD_REQUEST', { errors: [API_MESSAGES[code]] });

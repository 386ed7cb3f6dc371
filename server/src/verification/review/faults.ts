import { AppError } from '@sarraf/domain';
import type { ProviderFault } from '../ports.ts';

/** What a provider's fault is called on the wire (requirements §8.1 rule 8); the last is a birthday that doesn't fit. */
const SAID: Record<ProviderFault, string> = {
  WRONG_CODE: 'invalid otp or mobile',
  USED_CODE: 'otp used before',
  NATIONAL_CODE_INVALID: 'nid is not valid',
  MOBILE_INVALID: 'mobile is not valid',
  MOBILE_MISMATCH: 'nid and mobile is not match',
  NO_RECORD: 'رکوردی با این مشخصات یافت نشد',
};

export const refuseFault = (fault: ProviderFault): AppError =>
  new AppError('BAD_REQUEST', { errors: [SAID[fault]] });

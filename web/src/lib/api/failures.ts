import { toErrorKey } from '../../framework/i18n/error-key.ts';
import type { Messages } from '../../framework/i18n/fa/index.ts';
import type { ApiError } from './api.ts';

export type ErrorTextKey = keyof Messages['error'];

/** How to present a failure; `key`s are of the dictionary's `error` part. */
export type ErrorPresentation =
  | { kind: 'silent' }
  | { kind: 'logout' }
  | { kind: 'text'; key: ErrorTextKey }
  /** A dialog with this title. */
  | { kind: 'title'; title: ErrorTextKey | { raw: string } }
  | { kind: 'list'; key: ErrorTextKey; items: readonly (ErrorTextKey | { raw: string })[] }
  | { kind: 'authentication'; key: ErrorTextKey; toAccount: boolean };

/** Other spellings of the same refusal (requirements §8.2). */
const CODE_ALIASES: Readonly<Record<string, ErrorTextKey>> = {
  INVALID_LOGIN_CREDENTIALS: 'INVALID_USERNAME_OR_PASSWORD',
  BAD_CREDENTIALS: 'INVALID_USERNAME_OR_PASSWORD',
  OTP_IS_INCORRECT: 'INCORRECT_OTP',
  INVALID_OTP: 'INCORRECT_OTP',
  INVALID_OTP_OR_MOBILE: 'INCORRECT_OTP',
  OTP_USED_BEFORE: 'CODE_EXPIRED',
  NOT_ENOUGH_WALLETS: 'NOT_ENOUGH_HDWALLETS',
  NOT_ENOUGH_HDWALLETS_OR_WALLETS: 'NOT_ENOUGH_HDWALLETS',
};

/** First errors of a BAD_REQUEST that are texts of the identity provider (rule 8). */
const IDENTITY_PROVIDER_ERRORS: Readonly<Record<string, { key: ErrorTextKey; toAccount: boolean }>> = {
  'invalid otp or mobile': { key: 'INCORRECT_OTP', toAccount: false },
  'otp used before': { key: 'CODE_EXPIRED', toAccount: false },
  'nid is not valid': { key: 'NATIONAL_CODE_INVALID', toAccount: true },
  'mobile is not valid': { key: 'MOBILE_INVALID', toAccount: true },
  'nid and mobile is not match': { key: 'NATIONAL_CODE_AND_MOBILE_MISMATCH', toAccount: true },
};
/** The provider's Persian "no record was found", for a birthday that doesn't match the national code. */
const NO_RECORD = /رکوردی.*یافت نشد|اطلاعاتی.*یافت نشد/;
/** The name of a field or of a violated rule, never a sentence. */
const FIELD_NAME = /^[\w.[\]-]+$/;

/**
 * Applies the rules of requirements §8.1 in their order. Rule 2, the message of a refused download, is read in
 * `transfer.ts` and then passed here like any other.
 */
export function resolveErrorPresentation(
  failure: ApiError,
  isTextKey: (key: string) => key is ErrorTextKey,
): ErrorPresentation {
  const { code, errors } = failure;
  if (code.includes('429')) return { kind: 'silent' };
  // The person was asked to confirm and declined.
  if (code === 'CONFIRMATION_NEEDED') return { kind: 'silent' };
  if (code.includes('JWT') || code.includes('Invalid Token')) return { kind: 'logout' };
  // Only for authenticator apps: a wrong clock makes every one of their codes wrong.
  if (code === 'Incorrect OTP' && failure.data.serverTime !== undefined)
    return { kind: 'text', key: 'INCORRECT_APP_CODE' };
  if (code.includes('ShebaCode')) return { kind: 'text', key: 'REPEATED_BANK_ACCOUNT' };
  if (code === 'GOOGLE_FAILURE' || code === "Can't Access Resource") return { kind: 'silent' };
  if (code === 'USER_IDENTITY_DATA') {
    return {
      kind: 'list',
      key: 'REPEATED_INFO',
      items: errors.map((item) => findTextKey(item, isTextKey) ?? { raw: item }),
    };
  }
  const first = errors[0];
  if (first !== undefined) {
    const identityError = findIdentityError(first);
    if (identityError && failure.status === 'BAD_REQUEST')
      return { kind: 'authentication', ...identityError };
    const title = findTextKey(first, isTextKey);
    // Our own server names a field here; the text to show is the message.
    if (title || !FIELD_NAME.test(first)) return { kind: 'title', title: title ?? { raw: first } };
  }
  return {
    kind: 'text',
    key: findTextKey(code, isTextKey) ?? findTextKey(failure.status, isTextKey) ?? 'UNKNOWN',
  };
}

function findIdentityError(text: string): { key: ErrorTextKey; toAccount: boolean } | undefined {
  if (NO_RECORD.test(text)) return { key: 'BIRTHDAY_MISMATCH', toAccount: false };
  return IDENTITY_PROVIDER_ERRORS[text];
}

function findTextKey(
  code: string,
  isTextKey: (key: string) => key is ErrorTextKey,
): ErrorTextKey | undefined {
  const key = toErrorKey(code);
  return CODE_ALIASES[key] ?? (isTextKey(key) ? key : undefined);
}

import { type PasswordError, validatePassword } from '@sarraf/domain';

export const PASSWORD_RULES = ['LENGTH', 'LOWER', 'UPPER', 'DIGIT'] as const;
export type PasswordRule = (typeof PASSWORD_RULES)[number];

/**
 * Returns the rules of requirements §5.2 that a password meets; all of them exactly if `validatePassword` returns
 * none.
 */
export function satisfiedPasswordRules(password: string): ReadonlySet<PasswordRule> {
  const text = password.normalize('NFKC');
  const satisfied = new Set<PasswordRule>();
  if ([...text].length >= 8) satisfied.add('LENGTH');
  if (/\p{Ll}/u.test(text)) satisfied.add('LOWER');
  if (/\p{Lu}/u.test(text)) satisfied.add('UPPER');
  if (/\p{Nd}/u.test(text)) satisfied.add('DIGIT');
  return satisfied;
}

export interface NewPassword {
  password: string;
  repeat: string;
}

/** An empty field disables the button; other errors are shown at their field. */
export type MissingPasswordField = 'NEED_NEW' | 'NEED_REPEAT';
export const findMissingField = ({ password, repeat }: NewPassword): MissingPasswordField | null => {
  if (password === '') return 'NEED_NEW';
  return repeat === '' ? 'NEED_REPEAT' : null;
};

/** One message each (requirements §5.2): length, cases, digit, then the repetition. */
export type NewPasswordError = 'TOO_SHORT' | 'TOO_LONG' | 'CASE' | 'NO_DIGIT' | 'COMMON' | 'SAME';
const ERROR_MESSAGES: Record<PasswordError, NewPasswordError> = {
  TOO_SHORT: 'TOO_SHORT',
  TOO_LONG: 'TOO_LONG',
  NO_LOWER: 'CASE',
  NO_UPPER: 'CASE',
  NO_DIGIT: 'NO_DIGIT',
};

export function validateNewPassword(password: string): NewPasswordError | null {
  const error = validatePassword(password);
  return error && ERROR_MESSAGES[error];
}

/** Maps the server's code to an error of the new password; null if it is about something else. */
export function newPasswordErrorFromCode(code: string, password: string): NewPasswordError | null {
  if (code === 'COMMON_PASSWORD') return 'COMMON';
  if (code === 'SAME_VALUE') return 'SAME';
  return code === 'WEAK_PASSWORD' ? (validateNewPassword(password) ?? 'TOO_SHORT') : null;
}

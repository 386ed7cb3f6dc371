import { type PasswordFault, passwordFault } from '@sarraf/domain';

export const PASSWORD_RULES = ['LENGTH', 'LOWER', 'UPPER', 'DIGIT'] as const;
export type PasswordRule = (typeof PASSWORD_RULES)[number];

/** Which rules of requirements §5.2 a password keeps; all of them exactly when `passwordFault` finds none. */
export function satisfiedPasswordRules(password: string): ReadonlySet<PasswordRule> {
  const text = password.normalize('NFKC');
  const kept = new Set<PasswordRule>();
  if ([...text].length >= 8) kept.add('LENGTH');
  if (/\p{Ll}/u.test(text)) kept.add('LOWER');
  if (/\p{Lu}/u.test(text)) kept.add('UPPER');
  if (/\p{Nd}/u.test(text)) kept.add('DIGIT');
  return kept;
}

export interface NewPassword {
  password: string;
  repeat: string;
}

/** What is empty disables the button; the rest is said at its field. */
export type Missing = 'NEED_NEW' | 'NEED_REPEAT';
export const missingInPassword = ({ password, repeat }: NewPassword): Missing | null => {
  if (password === '') return 'NEED_NEW';
  return repeat === '' ? 'NEED_REPEAT' : null;
};

/** One message each (requirements §5.2): length, cases, digit, then the repeat. */
export type NewFault = 'TOO_SHORT' | 'TOO_LONG' | 'CASE' | 'NO_DIGIT' | 'COMMON' | 'SAME';
const MESSAGE: Record<PasswordFault, NewFault> = {
  TOO_SHORT: 'TOO_SHORT',
  TOO_LONG: 'TOO_LONG',
  NO_LOWER: 'CASE',
  NO_UPPER: 'CASE',
  NO_DIGIT: 'NO_DIGIT',
};

export function validateNewPassword(password: string): NewFault | null {
  const fault = passwordFault(password);
  return fault && MESSAGE[fault];
}

/** What the server found wrong with a new password, by its code; null when it is about something else. */
export function newPasswordErrorFromCode(code: string, password: string): NewFault | null {
  if (code === 'COMMON_PASSWORD') return 'COMMON';
  if (code === 'SAME_VALUE') return 'SAME';
  return code === 'WEAK_PASSWORD' ? (validateNewPassword(password) ?? 'TOO_SHORT') : null;
}

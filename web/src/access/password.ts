import { type PasswordFault, passwordFault } from '@sarraf/domain';

export const PASSWORD_RULES = ['LENGTH', 'LOWER', 'UPPER', 'DIGIT'] as const;
export type PasswordRule = (typeof PASSWORD_RULES)[number];

/**
 * Returns the rules of requirements §5.2 that a password meets; all of them exactly if `passwordFault` returns
 * none.
 */
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

/** An empty field disables the button; other errors are shown at their field. */
export type Missing = 'NEED_NEW' | 'NEED_REPEAT';
export const missingInPassword = ({ password, repeat }: NewPassword): Missing | null => {
  if (password === '') return 'NEED_NEW';
  return repeat === '' ? 'NEED_REPEAT' : null;
};

/** One message each (requirements §5.2): length, cases, digit, then the repetition. */
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

/** Maps the server's code to an error of the new password; null if it is about something else. */
export function newPasswordErrorFromCode(code: string, password: string): NewFault | null {
  if (code === 'COMMON_PASSWORD') return 'COMMON';
  if (code === 'SAME_VALUE') return 'SAME';
  return code === 'WEAK_PASSWORD' ? (validateNewPassword(password) ?? 'TOO_SHORT') : null;
}

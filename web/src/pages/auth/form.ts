import { normalEmail, toLatinDigits } from '@sarraf/domain';
import { ACCOUNT, needsOf } from '../../lib/guard.ts';

/** Why a form can't be sent yet, in the order of its fields. */
export type LoginFault = 'NEED_EMAIL' | 'NEED_PASSWORD';
export type SignUpFault = LoginFault | 'NEED_RULES';

export const loginFault = (given: { email: string; password: string }): LoginFault | null => {
  if (given.email.trim() === '') return 'NEED_EMAIL';
  return given.password === '' ? 'NEED_PASSWORD' : null;
};

export const signUpFault = (given: { email: string; password: string; rules: boolean }): SignUpFault | null =>
  loginFault(given) ?? (given.rules ? null : 'NEED_RULES');

/** The address as the server keeps it, or null; digits may come from a Persian keyboard. */
export const readEmail = (text: string): string | null => normalEmail(toLatinDigits(text));

export const PASSWORD_RULES = ['LENGTH', 'LOWER', 'UPPER', 'DIGIT'] as const;
export type PasswordRule = (typeof PASSWORD_RULES)[number];

/** Which rules of specification §5.2 a password keeps; all of them exactly when `passwordFault` finds none. */
export function keptRules(password: string): ReadonlySet<PasswordRule> {
  const text = password.normalize('NFKC');
  const kept = new Set<PasswordRule>();
  if ([...text].length >= 8) kept.add('LENGTH');
  if (/\p{Ll}/u.test(text)) kept.add('LOWER');
  if (/\p{Lu}/u.test(text)) kept.add('UPPER');
  if (/\p{Nd}/u.test(text)) kept.add('DIGIT');
  return kept;
}

/** An address of this site's own, or null: what leads elsewhere or back to signing in is no place to return to. */
export function ownPath(text: unknown): string | null {
  if (typeof text !== 'string' || !/^\/(?![/\\])/.test(text)) return null;
  const base = 'https://own.invalid';
  let url: URL;
  try {
    url = new URL(text, base);
  } catch {
    return null;
  }
  if (url.origin !== base || /^\/(auth|login|sign-up)(\/|$)/.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/**
 * Where a person goes once signed in. Who isn't authorised yet goes to the account page, unless the page they came
 * for is open to them; sending them to a page that the guard refuses would leave them on the login form.
 */
export function placeAfterSignIn(authorized: boolean, back: string | null): string {
  const wanted = ownPath(back);
  if (authorized) return wanted ?? '/profile';
  if (wanted === null) return ACCOUNT;
  return needsOf(wanted.replace(/[?#].*$/, '')) === 'authorized' ? ACCOUNT : wanted;
}

/** How long to wait, in the unit people would say: 45 seconds, 12 minutes, 3 hours; never less than it is. */
export function waitOf(seconds: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number } {
  if (seconds < 100) return { unit: 'seconds', count: Math.max(1, Math.ceil(seconds)) };
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100
    ? { unit: 'minutes', count: minutes }
    : { unit: 'hours', count: Math.ceil(minutes / 60) };
}

/** 65 → "1:05". */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

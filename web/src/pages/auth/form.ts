import { cleanPastedValue, normalizeEmail, toLatinDigits } from '@sarraf/domain';
import { ACCOUNT_PATH } from '../../framework/navigation/guard.ts';
import { getRouteAccess } from '../../framework/navigation/route-record.ts';

/** Why a form can't be submitted yet, in the order of its fields. */
export type LoginFormError = 'NEED_EMAIL' | 'NEED_PASSWORD';
export type SignUpFormError = LoginFormError | 'NEED_RULES';

export const validateLogin = (form: { email: string; password: string }): LoginFormError | null => {
  if (form.email.trim() === '') return 'NEED_EMAIL';
  return form.password === '' ? 'NEED_PASSWORD' : null;
};

export const validateSignUp = (form: {
  email: string;
  password: string;
  rules: boolean;
}): SignUpFormError | null => validateLogin(form) ?? (form.rules ? null : 'NEED_RULES');

/** Returns the normalised address, or null; digits may come from a Persian keyboard. */
export const parseEmail = (text: string): string | null => normalizeEmail(toLatinDigits(text));

/** Normalises a recovery code to XXXXX-XXXXX; null if it can't be one. */
export function parseRecoveryCode(text: string): string | null {
  const plain = toLatinDigits(cleanPastedValue(text)).replace(/[\s-]/g, '').toUpperCase();
  return /^[A-Z0-9]{10}$/.test(plain) ? `${plain.slice(0, 5)}-${plain.slice(5)}` : null;
}

export type GoogleReturn = { ticket: string } | { failed: true };

/** Parses what the server appended after the # of /fromgoogle. */
export function parseGoogleReturn(hash: string): GoogleReturn {
  const ticket = new URLSearchParams(hash.replace(/^#/, '')).get('ticket');
  return ticket ? { ticket } : { failed: true };
}

/** Returns the address that starts a Google sign-in: a plain link, because the browser navigates there. */
export function buildGoogleSignInUrl(language: string, referralCode: string | undefined): string {
  const query = new URLSearchParams({ lang: language });
  if (referralCode !== undefined) query.set('referralCode', referralCode);
  return `/api/users/google-sso?${query}`;
}

/** Returns an address of this site, or null: other sites and the login pages are no valid return address. */
export function parseInternalPath(text: unknown): string | null {
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
 * Returns the page to show after signing in. A person who isn't authorised yet gets the account page, unless the
 * requested page is open to them: a page that the guard refuses would leave them on the login form.
 */
export function getPostLoginPath(authorized: boolean, back: string | null): string {
  const returnPath = parseInternalPath(back);
  if (authorized) return returnPath ?? '/profile';
  if (returnPath === null) return ACCOUNT_PATH;
  return getRouteAccess(returnPath.replace(/[?#].*$/, '')) === 'authorized' ? ACCOUNT_PATH : returnPath;
}

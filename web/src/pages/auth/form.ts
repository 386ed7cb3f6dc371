import { cleanPasted, normalizeEmail, toLatinDigits } from '@sarraf/domain';
import { ACCOUNT } from '../../lib/navigation/guard.ts';
import { accessOf } from '../../lib/navigation/route-record.ts';

/** Why a form can't be submitted yet, in the order of its fields. */
export type LoginFault = 'NEED_EMAIL' | 'NEED_PASSWORD';
export type SignUpFault = LoginFault | 'NEED_RULES';

export const loginFault = (given: { email: string; password: string }): LoginFault | null => {
  if (given.email.trim() === '') return 'NEED_EMAIL';
  return given.password === '' ? 'NEED_PASSWORD' : null;
};

export const signUpFault = (given: { email: string; password: string; rules: boolean }): SignUpFault | null =>
  loginFault(given) ?? (given.rules ? null : 'NEED_RULES');

/** Returns the normalised address, or null; digits may come from a Persian keyboard. */
export const readEmail = (text: string): string | null => normalizeEmail(toLatinDigits(text));

/** Normalises a recovery code to XXXXX-XXXXX; null if it can't be one. */
export function recoveryCode(text: string): string | null {
  const plain = toLatinDigits(cleanPasted(text)).replace(/[\s-]/g, '').toUpperCase();
  return /^[A-Z0-9]{10}$/.test(plain) ? `${plain.slice(0, 5)}-${plain.slice(5)}` : null;
}

export type GoogleReturn = { ticket: string } | { failed: true };

/** Parses what the server appended after the # of /fromgoogle. */
export function googleReturnOf(hash: string): GoogleReturn {
  const ticket = new URLSearchParams(hash.replace(/^#/, '')).get('ticket');
  return ticket ? { ticket } : { failed: true };
}

/** Returns the address that starts a Google sign-in: a plain link, because the browser navigates there. */
export function googleAddress(language: string, referralCode: string | undefined): string {
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
  const wanted = parseInternalPath(back);
  if (authorized) return wanted ?? '/profile';
  if (wanted === null) return ACCOUNT;
  return accessOf(wanted.replace(/[?#].*$/, '')) === 'authorized' ? ACCOUNT : wanted;
}

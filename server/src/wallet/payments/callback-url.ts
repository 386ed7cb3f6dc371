import { AppError } from '@sarraf/domain';

/** Backslashes and blanks: browsers read them as slashes, or drop them. */
const TRICKY = /[\\\s\p{Cc}]/u;
/** An encoded slash or backslash, however often encoded, has no place in the path of one of our pages. */
const ENCODED_SLASH = /%(?:25)*(?:2f|5c)/i;

/**
 * The page of our own site a payer is sent to in the end, absolute and in normal form.
 * Takes a path that begins with one slash, or an address on the public origin (no other port, no user info).
 * CALLBACK_NOT_ALLOWED: anything else, the API's own paths included.
 */
export function allowedCallback(text: string, publicUrl: string): string {
  const url = TRICKY.test(text) ? null : parse(text, publicUrl);
  if (url === null || !isOwnPage(url, new URL(publicUrl))) throw new AppError('CALLBACK_NOT_ALLOWED');
  return url.href;
}

/** The kept page with the payment's id; its own query stays. */
export function withPayment(callbackUrl: string, paymentId: string): string {
  const url = new URL(callbackUrl);
  url.searchParams.set('payment', paymentId);
  return url.href;
}

function parse(text: string, publicUrl: string): URL | null {
  if (text.startsWith('/')) return text.startsWith('//') ? null : URL.parse(text, publicUrl);
  return /^https?:\/\/[^/]/i.test(text) ? URL.parse(text) : null;
}

function isOwnPage(url: URL, site: URL): boolean {
  return (
    url.origin === site.origin &&
    url.username === '' &&
    url.password === '' &&
    !url.pathname.includes('//') &&
    !ENCODED_SLASH.test(url.pathname) &&
    !/^\/api(?:\/|$)/i.test(url.pathname)
  );
}

import { AppError } from '@sarraf/domain';

/** Backslashes and blanks, which browsers read as slashes or drop. */
const UNSAFE_CHARACTERS = /[\\\s\p{Cc}]/u;
/** An encoded slash or backslash, however often encoded, is not allowed in the path of one of our pages. */
const ENCODED_SLASH = /%(?:25)*(?:2f|5c)/i;

/**
 * Validates the page of our own site to which a payer finally returns, and returns it absolute and normalized.
 * Accepts a path that begins with one slash, or a URL on the public origin (no other port, no user info).
 * CALLBACK_NOT_ALLOWED: anything else, the API's own paths included.
 */
export function validateCallbackUrl(text: string, publicUrl: string): string {
  const url = UNSAFE_CHARACTERS.test(text) ? null : parseCallbackUrl(text, publicUrl);
  if (url === null || !isOwnPage(url, new URL(publicUrl))) throw new AppError('CALLBACK_NOT_ALLOWED');
  return url.href;
}

/** Adds the payment's id to the stored page; its own query is preserved. */
export function addPaymentToUrl(callbackUrl: string, paymentId: string): string {
  const url = new URL(callbackUrl);
  url.searchParams.set('payment', paymentId);
  return url.href;
}

function parseCallbackUrl(text: string, publicUrl: string): URL | null {
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

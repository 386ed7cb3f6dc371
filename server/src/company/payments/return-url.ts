import { AppError } from '@sarraf/domain';
import type { WebhookSender } from '../ports.ts';

const MAX_URL_LENGTH = 2_000;
/** Backslashes and blanks, which browsers read as slashes or drop. */
const UNSAFE_CHARACTERS = /[\\\s\p{Cc}]/u;

/** Validates and normalizes a page to which payers return: it must be allowed for webhooks. BAD_REQUEST (returnUrl). */
export function parseReturnUrl(webhooks: Pick<WebhookSender, 'isAllowed'>, text: string): string {
  const url = UNSAFE_CHARACTERS.test(text) ? null : URL.parse(text);
  if (url === null || url.href.length > MAX_URL_LENGTH || !webhooks.isAllowed(text))
    throw new AppError('BAD_REQUEST', { errors: ['returnUrl'] });
  return url.href;
}

/**
 * Adds the outcome to the store's page; its own query is preserved, except for our parameter names. None of it
 * proves anything: anyone can write such a URL, so the store's program reads the payment with its key.
 */
export function buildReturnUrl(
  returnUrl: string | null,
  { request, payment, status }: { request: string; payment: string | null; status: string },
): string | null {
  if (returnUrl === null) return null;
  const url = new URL(returnUrl);
  url.searchParams.set('request', request);
  if (payment === null) url.searchParams.delete('payment');
  else url.searchParams.set('payment', payment);
  url.searchParams.set('status', status);
  return url.href;
}

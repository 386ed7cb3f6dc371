import { AppError } from '@sarraf/domain';
import type { WebhookSender } from '../ports.ts';

const LONGEST = 2_000;
/** Backslashes and blanks: browsers read them as slashes, or drop them. */
const TRICKY = /[\\\s\p{Cc}]/u;

/** A page that payers may be led to, in normal form: what may be told of payments. BAD_REQUEST (returnUrl). */
export function requireReturnUrl(webhooks: Pick<WebhookSender, 'isAllowed'>, text: string): string {
  const url = TRICKY.test(text) ? null : URL.parse(text);
  if (url === null || url.href.length > LONGEST || !webhooks.isAllowed(text))
    throw new AppError('BAD_REQUEST', { errors: ['returnUrl'] });
  return url.href;
}

/**
 * The store's page with what became of it; its own query stays, but for names that are ours. None of it proves anything:
 * anybody can write such an address, so the store's program reads the payment by its key.
 */
export function returnTo(
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

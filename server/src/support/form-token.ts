import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../platform/secrets/secrets.ts';

/** No person reads, writes and sends faster; programs do. */
export const MIN_FORM_AGE_MS = 3_000;
export const MAX_FORM_AGE_MS = 2 * 3_600_000;

const PURPOSE = 'contact form';

/** Makes a token of the time, random bytes, and a signature of both. */
export function createFormToken(secrets: Secrets, now: number): string {
  const body = `${now}.${randomBytes(12).toString('base64url')}`;
  return `${body}.${secrets.blindIndex(PURPOSE, body).toString('base64url')}`;
}

/** Returns when the token was made, in milliseconds since 1970; null: it isn't one of ours. */
export function readFormTokenTime(secrets: Secrets, token: string): number | null {
  const parts = /^((\d{1,15})\.[\w-]{16})\.([\w-]{43})$/.exec(token);
  if (!parts) return null;
  const [, body = '', at = '', signature = ''] = parts;
  // Compared as text: the last character has unused bits, and each spelling would count as another token.
  const expectedSignature = secrets.blindIndex(PURPOSE, body).toString('base64url');
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expectedSignature))
    ? Number.parseInt(at, 10)
    : null;
}

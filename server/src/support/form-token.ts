import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../platform/secrets/secrets.ts';

/** Nobody reads, writes and sends faster; programs do. */
export const SOONEST_MS = 3_000;
export const LATEST_MS = 2 * 3_600_000;

const PURPOSE = 'contact form';

/** When it was made, something random, and our signature over both. */
export function makeToken(secrets: Secrets, now: number): string {
  const body = `${now}.${randomBytes(12).toString('base64url')}`;
  return `${body}.${secrets.blindIndex(PURPOSE, body).toString('base64url')}`;
}

/** When the token was made, in milliseconds since 1970; null: it isn't one of ours. */
export function readFormTokenTime(secrets: Secrets, token: string): number | null {
  const parts = /^((\d{1,15})\.[\w-]{16})\.([\w-]{43})$/.exec(token);
  if (!parts) return null;
  const [, body = '', at = '', signature = ''] = parts;
  // Compared as written: the last letter has bits that mean nothing, and a token counts as another one by its letters.
  const right = secrets.blindIndex(PURPOSE, body).toString('base64url');
  return timingSafeEqual(Buffer.from(signature), Buffer.from(right)) ? Number.parseInt(at, 10) : null;
}

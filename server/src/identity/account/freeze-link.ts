import { FREEZE_LINK_MS } from '../codes/limits.ts';
import type { IdentityContext } from '../deps.ts';
import { isSameDigest } from '../login/tokens.ts';

const ID_BYTES = 16;
const TIME_BYTES = 4;
const MAC_BYTES = 16;
const TOKEN = /^[A-Za-z0-9_-]{48}$/;

/**
 * Returns a link that freezes the account. Its token, short enough for an SMS, is the user id and expiry,
 * authenticated by a key for this purpose only.
 */
export function createFreezeLink(context: IdentityContext, userId: string): string {
  const body = Buffer.alloc(ID_BYTES + TIME_BYTES);
  body.write(userId.replaceAll('-', ''), 'hex');
  body.writeUInt32BE(Math.floor((context.clock.now() + FREEZE_LINK_MS) / 1000), ID_BYTES);
  const token = Buffer.concat([body, macOf(context, body)]).toString('base64url');
  // In the fragment, so that no server, log or link scanner receives it.
  return `${context.config.PUBLIC_URL}/freeze#${token}`;
}

/** Returns the user whose account it freezes; EXPIRED: too old; null: not one of ours. */
export function readFreezeToken(context: IdentityContext, token: string): string | 'EXPIRED' | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const body = bytes.subarray(0, ID_BYTES + TIME_BYTES);
  if (!isSameDigest(bytes.subarray(ID_BYTES + TIME_BYTES), macOf(context, body))) return null;
  if (body.readUInt32BE(ID_BYTES) * 1000 <= context.clock.now()) return 'EXPIRED';
  return body.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const macOf = ({ secrets }: IdentityContext, body: Buffer): Buffer =>
  secrets.blindIndex('freeze link', body.toString('hex')).subarray(0, MAC_BYTES);
